"""High Card Flush in words."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from seventh.cards import Card
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.high_card_flush.round import ANTE, BONUSES, FLUSH, RAISE, STRAIGHT_FLUSH
from seventh.hands import flush
from seventh.house.rules.common import NUMBERS, odds, rank_word
from seventh.rounds.dealer.words import Wording, seen, spaced
from seventh.rounds.events import Settled


class HighCardFlushWording(Wording):
    house: HighCardFlushHouse
    about = "Seven cards, then fold or raise: your longest suit against the dealer's."
    aliases = {  # noqa: RUF012
        ANTE: ("ante", "a"),
        FLUSH: ("flush", "f"),
        STRAIGHT_FLUSH: ("straight flush", "straight", "sf", "s"),
        RAISE: ("raise", "r"),
    }
    cap_clause = "H11"
    keys = (
        ("F", "Fold"),
        ("B", "Raise one ante"),
        ("2 3", "Raise two or three antes"),
        ("C", "Claim the bonus wagers after folding"),
    )
    typed_later = "fold, fold claim, claim (after folding), raise 10"

    @property
    def felt_line(self) -> str:
        return f"Dealer qualifies with {self._qualifier} or better"

    @property
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (FLUSH,), (STRAIGHT_FLUSH,)

    @property
    def _qualifier(self) -> str:
        need = self.house.dealer_qualifies
        return f"{NUMBERS[need.length]} suited cards, {rank_word(need.high_card)} high,"

    @property
    def example(self) -> str:
        limits, house = self.house.limits, self.house
        amounts = (limits.ante.minimum, limits.flush.minimum, limits.straight_flush.minimum)
        return "ante {} flush {} straight {}".format(*(house.money(n).removeprefix(house.currency) for n in amounts))

    def arrange(self, cards: tuple[Card, ...]) -> str:
        return "  ".join(spaced(suit) for suit in _by_suit(cards))

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for suit in _by_suit(cards) for card in suit)

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return flush.longest_suit(cards).cards_that_play

    def hand(self, cards: tuple[Card, ...]) -> str:
        run = flush.longest_run(cards)
        return flush.longest_suit(cards).name + (f"; {run.name}" if run.length >= 3 else "")

    def claim(self, hand: Any, seat: int) -> str:
        wagers = hand.hands[seat].wagers
        return "Claim " + " and ".join(self.label(wager) for wager in BONUSES if wager in wagers)

    def dealer_note(self, cards: tuple[Card, ...]) -> str:
        hand, need = flush.longest_suit(cards), self.house.dealer_qualifies
        if (hand.length, hand.ranks[0]) >= (need.length, need.high_card):
            return "The dealer qualifies (H5)."
        return f"The dealer does not qualify: that takes {self._qualifier} or better (H5)."

    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:  # noqa: ARG002
        match line.clause:
            case "H4":
                return "folded"
            case "H6":
                return "the dealer does not qualify; " + ("paid 1 to 1" if line.wager == ANTE else "it comes back")
            case "H10":
                return "folded without a claim"
            case "H7" if seen(cards) and seen(dealer):
                return self._compared(flush.longest_suit(cards), flush.longest_suit(dealer), whose)
        return self._bonus(line, cards) if seen(cards) and line.clause != "H7" else ""

    def _compared(self, player: flush.LongestSuit, dealer: flush.LongestSuit, whose: str) -> str:
        if player == dealer:
            return "the same cards as the dealer; it comes back"
        if player.length == dealer.length:
            return f"{whose} {player.length} cards are {'higher' if player > dealer else 'lower'} than the dealer's"
        return f"{whose} {player.length} suited cards against the dealer's {dealer.length}"

    def _bonus(self, line: Settled, cards: str) -> str:
        if line.wager == FLUSH:
            what = f"{NUMBERS[flush.longest_suit(cards).length]} suited cards"
        else:
            length = flush.longest_run(cards).length
            what = f"{NUMBERS[length]} suited in a row" if length > 1 else "no suited run"
        if line.result == "win":
            return f"{what} pay {odds(getattr(self.house.pays, line.wager)[line.row])}"
        return f"{what}, not in the table"


def _by_suit(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Suit by suit, the longest first, and among equals the one that plays."""
    by_suit = sorted(cards, key=lambda card: (-card.suit, -card.rank))
    suits = [tuple(group) for _, group in groupby(by_suit, key=lambda card: card.suit)]
    return sorted(suits, key=lambda suit: (-len(suit), [-card.rank for card in suit]))
