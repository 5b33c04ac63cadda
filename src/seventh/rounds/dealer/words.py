"""What a game against the dealer has to say for itself. A new game fills these few methods in."""

from __future__ import annotations

import re
from abc import abstractmethod
from fractions import Fraction
from typing import Any, ClassVar

from seventh.cards import Card, parse_cards
from seventh.hands.poker import PokerHand
from seventh.house.rules.common import NOT_PAID, odds, plain
from seventh.house.values import PayTable, of_wager
from seventh.rounds.dealer.offers import dealer_offers
from seventh.rounds.dealer.state import FOLDED
from seventh.rounds.dealer.telling import TELLERS
from seventh.rounds.events import HIDDEN, Settled
from seventh.rounds.offers import Offer
from seventh.rounds.round import Round
from seventh.rounds.words import Words


class Wording(Words):
    """The words of a game against the dealer."""

    aliases: ClassVar[dict[str, tuple[str, ...]]]
    """What people call each wager; the first is what the prompts use."""
    cap_clause: ClassVar[str]
    """The clause that limits what is paid."""
    claim_first: ClassVar[bool] = False
    """Whether a bonus that can be claimed is lost by any other decision."""
    keys: ClassVar[tuple[tuple[str, str], ...]]
    """The keys of the decisions after the cards, and what they do."""
    typed_later: ClassVar[str]
    """What may be typed after the cards, as a list."""
    tellers = TELLERS

    def the(self, wager: str) -> str:
        """A wager within a sentence: "the ante", "the Flush wager"."""
        title = self.title(wager)
        return f"the {title} wager" if title.lower() != title else f"the {title}"

    def short(self, wager: str) -> str:
        """The word to type for a wager."""
        return self.aliases[wager][0]

    # What is printed on the layout.

    def label(self, wager: str) -> str:
        """A wager's name on its spot."""
        title = self.title(wager)
        return f"{title[0].upper()}{title[1:]}"

    def pay_table(self, wager: str) -> PayTable | None:
        """The table that a wager is paid by; None where it is always paid 1 to 1."""
        table: PayTable | None = of_wager(self.house.pays, wager)
        return table

    def row(self, wager: str, row: str) -> str:  # noqa: ARG002
        """A row of a wager's pay table in words."""
        return plain(row)

    def pays(self, wager: str) -> str:
        """What a wager pays, in the few words that its spot has room for."""
        table = self.pay_table(wager)
        return odds(Fraction(1)) if table is None else at_most(table)

    def pays_in_full(self, wager: str) -> str:
        """Everything that a wager pays, row by row."""
        table = self.pay_table(wager)
        if table is None:
            return odds(Fraction(1))
        return ", ".join(f"{row} {pays}" for row, pays in self.printed(wager))

    def printed(self, wager: str) -> list[tuple[str, str]]:
        """A wager's pay table as it is printed on the felt, without what pays nothing."""
        table = self.pay_table(wager)
        return [(self.row(wager, row), odds(pays)) for row, pays in table.rows if pays] if table else []

    def best_rows(self, wager: str) -> str:
        """What it takes for the most that a wager pays, in words; empty for one without a pay table."""
        table = self.pay_table(wager)
        if table is None:
            return ""
        most = max(pays for _, pays in table.rows)
        return " or ".join(self.row(wager, row) for row, pays in table.rows if pays == most)

    def table_title(self, wager: str) -> str:
        """What stands over a wager's pay table."""
        return self.label(wager)

    @property
    @abstractmethod
    def felt_line(self) -> str:
        """The sentence on the felt that a player has to know."""

    @property
    @abstractmethod
    def felt_tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The wagers whose pay tables are printed on the felt, at its left and at its right."""

    @property
    @abstractmethod
    def example(self) -> str:
        """Wagers that this house takes, as one would type them."""

    def arrange(self, cards: tuple[Card, ...]) -> str:
        """The same as text, for a terminal."""
        return spaced(self.order(cards))

    def dealer_note(self, cards: tuple[Card, ...]) -> str:  # noqa: ARG002
        """Something worth saying about the dealer's hand; empty for nothing."""
        return ""

    def strength(self, cards: tuple[Card, ...]) -> int:  # noqa: ARG002
        """Compares the hands a player could keep, where there is a choice."""
        return 0

    def matters(self) -> bool:
        """Whether it can cost something which five cards a player keeps."""
        return False

    # What can be done.

    def claim(self, hand: Any, seat: int) -> str:  # noqa: ARG002
        """The words on the button that claims a bonus; empty where there is nothing to win by it."""
        return ""

    def offers(self, hand: Round, seat: int) -> list[Offer]:
        return dealer_offers(self, hand, seat)

    def prompt(self, hand: Any, seat: int, offers: list[Offer]) -> str:
        if any(offer.pick for offer in offers):
            return "Play the best five, or press two cards to put aside."
        if hand.hands[seat].status == FOLDED:
            return "You folded. You can still claim your bonus until the dealer goes on."
        return "Your decision."

    @property
    def simplest(self) -> dict[str, int]:
        """The usual way to play for little."""
        first = self.rules.wagers[0].key
        return {first: of_wager(self.house.limits, first).minimum}

    @property
    def typed(self) -> str:
        return f"{self.example} places those wagers; deal, undo, clear, rebet, double; {self.typed_later}"

    @abstractmethod
    def because(self, line: Settled, cards: str, discards: str, dealer: str, whose: str = "your") -> str:
        """Why a wager was settled as it was; empty if that lies in cards that are not `seen`.

        The cards are those of the seat that made the wager, the discards those of them that it put aside, and `whose`
        says to whom it is told: `your`, or `their`.
        """


def at_most(table: PayTable) -> str:
    """The best that a table pays: `30 to 1` if there is nothing else, `up to 200 to 1` if there is."""
    paid = {pays for _, pays in table.rows if pays}
    if not paid:
        return NOT_PAID
    return f"{'up to ' if len(paid) > 1 else ''}{odds(max(paid))}"


def without_kicker(name: str) -> str:
    """A hand's name where only its kind matters."""
    return re.sub(r", \w+ kicker\Z", "", name)


def spaced(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def seen(cards: str) -> bool:
    """Whether all of these cards can be looked at."""
    return bool(cards) and HIDDEN not in cards


def kept_cards(cards: str, discards: str) -> tuple[Card, ...]:
    """The cards that play: the five that were kept, or all if the house chooses."""
    aside = parse_cards(discards)
    return tuple(card for card in parse_cards(cards) if card not in aside)


def compared(player: PokerHand, dealer: PokerHand, whose: str = "your") -> str:
    """How two hands of poker stand to each other, in a clause of a sentence."""
    own, other = player.category.title, dealer.category.title
    if player == dealer:
        return "a tie"
    if player > dealer:
        return f"{whose} {own} beats the dealer's{f' {other}' if own != other else ''}"
    return f"the dealer's {other} beats {whose}{f' {own}' if own != other else 's'}"
