"""`advise`: what each choice is worth with the cards that a player holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seventh.cards import ALL_53, Card, CardError, WrongCount, card_set, format_cards, parse_cards
from seventh.games import house_for
from seventh.games.boston_7_stud import exact as boston
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.high_card_flush import dealer_hands as flush_hand
from seventh.games.high_card_flush import exact as high_card_flush
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.seven_card_thrill import exact as thrill
from seventh.games.seven_card_thrill.classes import CLASSES, LOW_BELOW, class_of
from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.hands import flush, joker, three
from seventh.hands.poker import Wheel
from seventh.lab import rank_counting, stored
from seventh.lab.edges import WAGERS, UnknownGame


@dataclass(frozen=True)
class WagerValue:
    """What a wager is worth, or has come to if nothing can change it any more."""

    ev: Fraction
    """Net, per unit of the wager."""
    settled: bool
    row: str = ""
    """The row of its pay table, if one is certain."""

    def as_data(self) -> dict[str, Any]:
        return {"ev": str(self.ev), "decimal": float(self.ev), "settled": self.settled, "row": self.row or None}


@dataclass(frozen=True)
class Advice:
    """The worth of every choice."""

    game: str
    cards: tuple[Card, ...]
    best: str
    actions: dict[str, Fraction]
    """The net result of the whole hand in units of the ante, wagers already placed included, optional bonuses not."""
    hand: str
    """What the cards are called."""
    plays: tuple[Card, ...]
    """The cards that make the hand."""
    wagers: dict[str, WagerValue] = field(default_factory=dict)
    """The wagers that no choice changes."""
    chances: dict[str, Fraction] = field(default_factory=dict)
    """How the showdown goes, if there is one."""

    def as_data(self) -> dict[str, Any]:
        """What `advise --json` prints."""
        return {
            "game": self.game,
            "cards": format_cards(self.cards),
            "hand": self.hand,
            "plays": format_cards(self.plays),
            "best": self.best,
            "actions": {name: {"ev": str(ev), "decimal": float(ev)} for name, ev in self.actions.items()},
            "wagers": {name: value.as_data() for name, value in self.wagers.items()},
            "chances": {name: str(chance) for name, chance in self.chances.items()},
        }


def advise(game: str, cards: str | Iterable[Card], house: Any = None, up_card: str | Card | None = None) -> Advice:
    """The exact expectation of every choice: at Boston 7 Stud with three cards, at the others with seven.

    At 7 Card Thrill the dealer's up card may be given too, by itself or as an eighth card. Figures are uncapped.
    """
    if game not in WAGERS:
        raise UnknownGame(f"there is no exact advice for {game!r}; the games are {', '.join(WAGERS)}")
    held = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    if up_card is not None:
        held = (*held, *(parse_cards(up_card) if isinstance(up_card, str) else (up_card,)))
    needed = {boston.GAME: (3,), high_card_flush.GAME: (7,), thrill.GAME: (7, 8)}[game]
    if len(held) not in needed:
        count = f"{len(held)} card{'s' * (len(held) != 1)} given"
        raise WrongCount(f"{count}, {' or '.join(map(str, needed))} needed at {game}{_UP_CARD * (len(needed) > 1)}")
    if card_set(held) >> 52 and game != thrill.GAME:
        raise CardError(f"Jk is not in the deck of {game}")
    return _ADVISERS[game](held, house_for(game, house))


_UP_CARD = " (the eighth is the dealer's up card)"


def _best(actions: dict[str, Fraction]) -> str:
    """The first of the actions that are worth most."""
    return max(actions, key=lambda name: actions[name])


def _boston(cards: tuple[Card, ...], house: Boston7House) -> Advice:
    counts = stored.load(boston.GAME)["starts"][boston.start_number(cards)].tolist()
    hand = three.rank(cards)
    terms = boston.terms(house, {})
    results = boston.play_results(terms)[hand.category]
    total = sum(count * results[c][r] for c, row in enumerate(counts) for r, count in enumerate(row))
    chances = [Fraction(sum(row[r] for row in counts), boston.DEALS) for r in range(3)]
    row = hand.category.name.lower()
    # Of equal choices the one that stays in comes first.
    actions = {"play": Fraction(total) / boston.DEALS, "fold": Fraction(-2)}
    bonus = WagerValue(terms.three[hand.category], True, row if row in house.pays.three_card_bonus else "")
    return Advice(
        boston.GAME, cards, _best(actions), actions, hand.name, hand.cards_that_play,
        {"three_card_bonus": bonus}, dict(zip(boston.RESULTS, chances, strict=True)),
    )  # fmt: skip


def _flush(cards: tuple[Card, ...], house: HighCardFlushHouse) -> Advice:
    held = card_set(cards)
    hand, run = flush.longest_suit(cards), flush.longest_run_length(held)
    need = house.dealer_qualifies
    unqualified, win, tie, loss = flush_hand.dealer_hands(held, need.length, need.high_card)
    actions = {
        f"raise_{raised}x": Fraction(unqualified + (1 + raised) * (win - loss), flush_hand.DEALER_HANDS)
        for raised in range(1, high_card_flush.most_raise(house, hand.length) + 1)
    } | {"fold": Fraction(-1)}
    payer = high_card_flush.Payer(house, {})
    bonuses = {}
    for wager, count in (("flush", hand.length), ("straight_flush", run)):
        pays, row = payer.owed(wager, count), high_card_flush.pay_row(count)
        bonuses[wager] = WagerValue(pays, True, row if pays > 0 else "")
    chances = [Fraction(count, flush_hand.DEALER_HANDS) for count in (unqualified, win, tie, loss)]
    return Advice(
        high_card_flush.GAME, cards, _best(actions), actions, hand.name, hand.cards_that_play,
        bonuses, dict(zip(high_card_flush.RESULTS, chances, strict=True)),
    )  # fmt: skip


def _thrill(cards: tuple[Card, ...], house: ThrillHouse) -> Advice:
    own, up_card = cards[:7], cards[7] if len(cards) > 7 else None
    wheel, second_ace = Wheel(house.ace_to_five), house.joker_in_flush == "ace"
    hand = joker.rank(own, wheel, second_ace)
    chances = _showdown(hand.cards, hand.strength, up_card, wheel, second_ace)
    kind = CLASSES[class_of(hand.strength)]
    by_result = {result: thrill.results(house, kind, result, {}) for result in chances}
    wagers = {}
    for wager in thrill.WAGERS:
        value = sum((chances[result] * pays[wager] for result, pays in by_result.items()), Fraction(0))
        row = thrill.row(house, wager, kind, "lower") if wager != "poker" else ""
        wagers[wager] = WagerValue(value, wager != "poker", row if row in getattr(house.pays, wager) else "")
    return Advice(thrill.GAME, cards, "set", {"set": wagers["poker"].ev}, hand.name, hand.five, wagers, chances)


def _showdown(own: int, strength: int, up_card: Card | None, wheel: Wheel, second_ace: bool) -> dict[str, Fraction]:
    """How the Poker wager ends. Hands that hold the up card are all hands of the cards left, less those without it."""
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


_ADVISERS: dict[str, Callable[[tuple[Card, ...], Any], Advice]] = {
    boston.GAME: _boston,
    high_card_flush.GAME: _flush,
    thrill.GAME: _thrill,
}


def warm_up(game: str, house: Any = None) -> None:
    """Load what advice on a game needs, so that the first hand is answered as fast as the next."""
    house = house_for(game, house)
    if game == thrill.GAME:
        rank_counting.warm_up(Wheel(house.ace_to_five), house.joker_in_flush == "ace")
    elif game == boston.GAME:
        stored.load(game)


__all__ = ["Advice", "WagerValue", "advise", "warm_up"]
