"""The mathematics of 7 Card Thrill: figures and pay tables from stored counts, advice from its own count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction

from seventh.cards import ALL_53, Card
from seventh.games.seven_card_thrill import exact, rank_counting
from seventh.games.seven_card_thrill.classes import CLASSES, LOW_BELOW, RESULTS, class_of
from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
from seventh.hands import joker
from seventh.hands.poker import Wheel
from seventh.lab.advice import Advice, WagerValue
from seventh.lab.design.tables import TableCounts
from seventh.lab.mathematics import Amounts, Mathematics, Priced, Progress, Simulation
from seventh.lab.stored import Counts

READINGS = tuple(
    (f"{wheel}_{joker}", wheel == "second", joker == "ace")
    for wheel in ("second", "lowest")
    for joker in ("highest_missing", "ace")
)
"""The four rankings: where A-2-3-4-5 ranks, and whether the joker in a flush may be a second ace."""


def _price(house: ThrillHouse, amounts: Amounts, counts: Counts, progress: Progress) -> Priced:
    del progress  # milliseconds
    table = counts[exact.reading(house)]
    return Priced(exact.price(table, house, amounts), exact.joint(table, house, amounts))


def _recount(house: ThrillHouse | None, progress: Progress) -> Counts:
    from seventh.games.seven_card_thrill import counts

    wanted = [reading for reading in READINGS if house is None or reading[0] == exact.reading(house)]

    def part_of(done: int) -> Progress:
        return lambda part: progress((done + part) / len(wanted))

    return {
        name: counts.count(wheel_second, second_ace, part_of(done))
        for done, (name, wheel_second, second_ace) in enumerate(wanted)
    }


def _exclusive(house: ThrillHouse, first: str, second: str) -> bool:
    """Two primary wagers, where a house allows only one (T2)."""
    return house.primary_wagers == "exactly_one" and "special" not in (first, second)


def _one_hand(house: ThrillHouse, made: Collection[str]) -> Iterator[str]:
    """Why the rules do not allow these wagers on one hand."""
    primary = [wager for wager in made if wager in PRIMARY]
    if len(primary) > 1 and house.primary_wagers == "exactly_one":
        yield f"{' and '.join(primary)} cannot be combined in this house (T2)"
    if made and not primary:
        yield "special requires a primary wager (T3)"


def _advise(cards: tuple[Card, ...], house: ThrillHouse) -> Advice:
    own, up_card = cards[:7], cards[7] if len(cards) > 7 else None
    wheel, second_ace = Wheel(house.ace_to_five), house.joker_in_flush == "ace"
    hand = joker.rank(own, wheel, second_ace)
    chances = _showdown(hand.cards, hand.strength, up_card, wheel, second_ace)
    kind = CLASSES[class_of(hand.strength)]
    by_result = {result: exact.results(house, kind, result, {}) for result in chances}
    wagers = {}
    for wager in exact.WAGERS:
        value = sum((chances[result] * pays[wager] for result, pays in by_result.items()), Fraction(0))
        row = exact.row(house, wager, kind, "lower") if wager != "poker" else ""
        wagers[wager] = WagerValue(value, wager != "poker", row if row in getattr(house.pays, wager) else "")
    return Advice(exact.GAME, cards, "set", {"set": wagers["poker"].ev}, hand.name, hand.five, wagers, chances)


def _showdown(own: int, strength: int, up_card: Card | None, wheel: Wheel, second_ace: bool) -> dict[str, Fraction]:
    """How the Poker wager ends. Hands with the up card are all hands of the cards left, minus those without it."""
    bounds = (strength, strength + 1, min(strength, LOW_BELOW))
    left = ALL_53 & ~own
    counts = rank_counting.hands_below(left, bounds, wheel, second_ace)
    total = rank_counting.hands_of(left)
    if up_card is not None:
        without = rank_counting.hands_below(left & ~up_card.bit, bounds, wheel, second_ace)
        counts = [everything - other for everything, other in zip(counts, without, strict=True)]
        total -= rank_counting.hands_of(left & ~up_card.bit)
    below, up_to, low = counts
    return {
        "higher": Fraction(below - low, total),
        "low_dealer_hand": Fraction(low, total),
        "tie": Fraction(up_to - below, total),
        "lower": Fraction(total - up_to, total),
    }


def _warm_up(house: ThrillHouse) -> None:
    rank_counting.warm_up(Wheel(house.ace_to_five), house.joker_in_flush == "ace")


def _simulation() -> Simulation:
    from seventh.games.seven_card_thrill.kernel import play_rounds, terms_of

    def terms(house: ThrillHouse, amounts: dict[str, int], unit: int, strategy: str) -> tuple[object, ...]:
        del strategy  # there is nothing to decide
        return (terms_of(house, amounts or dict.fromkeys(exact.WAGERS, unit), capped=bool(amounts)),)

    return Simulation(("optimal", "simple"), terms, play_rounds, lambda house, made: next(_one_hand(house, made), None))


def _design(wager: str) -> Callable[[ThrillHouse], TableCounts]:
    def counts(house: ThrillHouse) -> TableCounts:
        table = exact.stored_counts()[exact.reading(house)].tolist()
        rows = dict.fromkeys((row for row, _ in getattr(house.pays, wager).rows), 0)
        lost = pushed = 0
        for kind, by_result in zip(CLASSES, table, strict=True):
            for result, count in zip(RESULTS, by_result, strict=True):
                row = exact.row(house, wager, kind, result)
                if row in rows:
                    rows[row] += count
                elif wager == "poker" and result == "tie":
                    pushed += count
                else:
                    lost += count
        # Beating the dealer is never a loss, even where nothing is paid for it.
        at_zero = 0 if wager == "poker" else -1
        return TableCounts(
            wager, {row: ((count, 0, at_zero),) for row, count in rows.items()}, ((lost, -1), (pushed, 0))
        )

    return counts


MATHEMATICS = Mathematics(
    wagers=exact.WAGERS,
    price=_price,
    recount=_recount,
    exclusive=_exclusive,
    notes=lambda house, amounts: _one_hand(house, amounts.keys()),
    advise=_advise,
    cards=(7, 8),
    cards_note="the eighth is the dealer's up card",
    warm_up=_warm_up,
    simulation=_simulation,
    designs={wager: _design(wager) for wager in exact.WAGERS},
)
