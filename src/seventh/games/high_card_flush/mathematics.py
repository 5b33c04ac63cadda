"""The mathematics of High Card Flush: figures from stored counts, advice from counting the dealer's hands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from seventh.cards import Card, card_set
from seventh.games.high_card_flush import exact
from seventh.games.high_card_flush.dealer_hands import DEALER_HANDS, dealer_hands
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.hands import flush
from seventh.lab.advice import Advice, WagerValue, best_of
from seventh.lab.collusion import CollusionReport
from seventh.lab.design.tables import TableCounts, bonus_counts
from seventh.lab.mathematics import Amounts, Choice, Mathematics, Play, Priced, Progress, Simulation
from seventh.lab.stored import Counts


def _price(house: HighCardFlushHouse, amounts: Amounts, counts: Counts, progress: Progress) -> Priced:
    payer = exact.Payer(house, dict(amounts))
    need = house.dealer_qualifies
    place = counts["qualifiers"].tolist().index([need.length, need.high_card])
    if payer.decides_each_hand:
        ways = list(exact.capped_ways(payer, lambda values: _decided(house, values, progress)))
    else:
        ways = list(exact.ways(counts["optimal"][place], payer))
    found = exact.figures(ways, payer.amounts)
    raises, most = counts["thresholds"][place].tolist()
    simple = exact.simple_strategy(counts["simple"][place], raises, most, payer, found["main"].ev)
    found["main"] = replace(found["main"], strategies=(simple,))
    return Priced(found, exact.joint(ways), payer.decides_each_hand)


def _decided(house: HighCardFlushHouse, values: NDArray[np.int64], progress: Progress) -> NDArray[np.int64]:
    """The best actions where a cap can matter: counts by length, run, action and result."""
    from seventh.games.high_card_flush.counts import PlayerHands  # imports numba
    from seventh.lab.kernels import Deck

    hands = PlayerHands(Deck(), lambda part: progress(part / 2))
    need = house.dealer_qualifies
    return hands.decided(need.length, need.high_card, values, lambda part: progress((1 + part) / 2))


def _recount(house: HighCardFlushHouse | None, progress: Progress) -> Counts:
    from seventh.games.high_card_flush import counts
    from seventh.lab.kernels import Deck

    need = house.dealer_qualifies if house else None
    qualifiers = [(need.length, need.high_card)] if need else list(exact.QUALIFIERS)
    found = counts.count(qualifiers, Deck(), progress)
    return {
        "qualifiers": np.array(qualifiers),
        "optimal": np.array([of_qualifier.optimal for of_qualifier in found]),
        "simple": np.array([of_qualifier.simple for of_qualifier in found]),
        "thresholds": np.array([of_qualifier.thresholds for of_qualifier in found]),
    }


def _play(house: HighCardFlushHouse, counts: Counts) -> tuple[Play, ...]:
    place = counts["qualifiers"].tolist().index([house.dealer_qualifies.length, house.dealer_qualifies.high_card])
    found: dict[int, int] = {}
    by_length = counts["optimal"][place].sum(axis=(1, 3))
    for length, action in np.ndindex(*by_length.shape):
        raised = (0, 1, exact.most_raise(house, length))[action]
        found[raised] = found.get(raised, 0) + int(by_length[length, action])
    total = sum(found.values())
    choices = [
        Choice(f"raise {raised}x" if raised else "fold", Fraction(count, total))
        for raised, count in sorted(found.items())
        if count
    ]
    raises, most = counts["thresholds"][place].tolist()
    return (Play("main", tuple(choices), f"By rank alone: {exact.rule(house, raises, most)}"),)


def _notes(house: HighCardFlushHouse, amounts: Amounts) -> Iterator[str]:
    del house
    if amounts and "main" not in amounts:
        yield "bonus wagers require a main wager (H3); the cap is applied only to those with amounts"


def _advise(cards: tuple[Card, ...], house: HighCardFlushHouse) -> Advice:
    held = card_set(cards)
    hand, run = flush.longest_suit(cards), flush.longest_run_length(held)
    need = house.dealer_qualifies
    unqualified, win, tie, loss = dealer_hands(held, need.length, need.high_card)
    actions = {
        f"raise_{raised}x": Fraction(unqualified + (1 + raised) * (win - loss), DEALER_HANDS)
        for raised in range(1, exact.most_raise(house, hand.length) + 1)
    } | {"fold": Fraction(-1)}
    payer = exact.Payer(house, {})
    bonuses = {}
    for wager, count in (("flush", hand.length), ("straight_flush", run)):
        pays, row = payer.owed(wager, count), exact.pay_row(count)
        bonuses[wager] = WagerValue(pays, True, row if pays > 0 else "")
    chances = [Fraction(count, DEALER_HANDS) for count in (unqualified, win, tie, loss)]
    return Advice(
        exact.GAME, cards, best_of(actions), actions, hand.name, hand.cards_that_play,
        bonuses, dict(zip(exact.RESULTS, chances, strict=True)),
    )  # fmt: skip


def _simulation() -> Simulation:
    from seventh.games.high_card_flush.kernel import OPTIMAL, play_rounds, terms_of
    from seventh.hands.tables import SUIT_PLACES

    def terms(house: HighCardFlushHouse, amounts: dict[str, int], unit: int, strategy: str) -> tuple[object, ...]:
        bets = amounts or dict.fromkeys(exact.WAGERS, unit)
        known = terms_of(house, bets["main"], bets.get("flush", 0), bets.get("straight_flush", 0), capped=bool(amounts))
        if strategy == "optimal":
            return known, OPTIMAL, OPTIMAL
        # The strengths from which `by_rank` raises, and raises the maximum, in this house: from the exact figures.
        thresholds = exact.stored_counts()["thresholds"][exact.qualifier_number(house)].tolist()
        return known, *(int(SUIT_PLACES[strength & 8191]) for strength in thresholds)

    return Simulation(("optimal", "simple", "by_rank"), terms, play_rounds, _incomplete)


def _collusion(
    house: HighCardFlushHouse, deals: int, seed: int, workers: int, progress: Callable[[int], None]
) -> CollusionReport:
    from seventh.games.high_card_flush.collusion import collusion  # imports numba

    return collusion(house, deals, seed=seed, workers=workers, progress=progress)


def _incomplete(house: HighCardFlushHouse, made: Collection[str]) -> str | None:
    del house
    if "main" in made:
        return None
    return f"{' and '.join(made)} cannot be made without a main wager; give its amount too"


def _suit_counts(longest: Callable[[int], int]) -> list[int]:
    """How many seven-card hands have each value, 0 to 7, of something decided by a hand's best suit.

    The hands in which no suit exceeds a value are a coefficient of the fourth power of a polynomial that counts a
    suit's sets of ranks by size.
    """
    values = [(mask.bit_count(), longest(mask)) for mask in range(8192) if mask.bit_count() <= 7]
    up_to = []
    for most in range(8):
        suit = [0] * 8
        for size, value in values:
            if value <= most:
                suit[size] += 1
        hands = [1] + [0] * 7
        for _ in range(4):
            hands = [sum(hands[i] * suit[n - i] for i in range(n + 1)) for n in range(8)]
        up_to.append(hands[7])
    return [count - below for below, count in zip([0, *up_to], up_to, strict=False)]


def _design(wager: str, longest: Callable[[int], int]) -> Callable[[HighCardFlushHouse], TableCounts]:
    def counts(house: HighCardFlushHouse) -> TableCounts:
        by_row = dict(zip(map(exact.pay_row, range(8)), _suit_counts(longest), strict=True))
        rows = getattr(house.pays, wager).rows
        return bonus_counts(wager, {row: by_row[row] for row, _ in rows}, comb(52, 7))

    return counts


MATHEMATICS = Mathematics(
    wagers=exact.WAGERS,
    price=_price,
    recount=_recount,
    titles={"main": "Main game, best play"},
    spots={"main": "ante"},
    notes=_notes,
    play=_play,
    slow_with_amounts=True,
    advise=_advise,
    cards=(7,),
    simulation=_simulation,
    collusion=_collusion,
    designs={
        "flush": _design("flush", int.bit_count),
        "straight_flush": _design("straight_flush", flush.longest_run_length),
    },
)
