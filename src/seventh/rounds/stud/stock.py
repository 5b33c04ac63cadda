"""The cards of a hand of stud that nobody holds: the stub, the burns, and what was set aside."""

from __future__ import annotations

from dataclasses import dataclass

from seventh.cards import UNKNOWN, Card, cards_in


@dataclass(slots=True)
class Stock:
    """The stub and the burns. A hand of stud has one, and its events change it."""

    deck: int
    """The cards that are not known to have left the deck, as a set."""
    on_top: int
    """How many cards of unknown order are on top of the stub."""
    known_below: tuple[Card, ...] = ()
    """Cards below those, in an order that a shuffle of the burns has fixed."""
    burns: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    """Cards found face up in the deck."""
    unused: tuple[Card, ...] = ()
    """A last card of the stub that the house leaves out of the shuffle."""

    def copy(self) -> Stock:
        return Stock(self.deck, self.on_top, self.known_below, self.burns, self.set_aside, self.unused)

    @property
    def stub(self) -> int:
        """How many cards are left to deal."""
        return self.on_top + len(self.known_below)

    @property
    def unordered(self) -> int:
        """The cards that can be anywhere in the stub, as a set: those whose place no shuffle has fixed."""
        return self.deck & ~sum([card.bit for card in self.known_below]) if self.known_below else self.deck

    def fixed_next(self, number: int) -> tuple[Card | None, ...]:
        """The next cards as far as their order is known: None for any of those on top."""
        if self.on_top >= number:
            return (None,) * number
        free: tuple[Card | None, ...] = (None,) * min(self.on_top, number)
        known = self.known_below[: number - len(free)]
        return free + tuple(None if card is UNKNOWN else card for card in known)

    def deal(self, card: Card) -> None:
        """The next card leaves the stub."""
        self.deck &= ~card.bit
        if self.on_top:
            self.on_top -= 1
        else:
            self.known_below = self.known_below[1:]

    def burn(self, card: Card) -> None:
        self.deal(card)
        self.burns += (card,)

    def put_aside(self, card: Card) -> None:
        """A card found face up in the deck is out of the hand."""
        self.set_aside += (card,)
        self.deck &= ~card.bit
        self.on_top -= 1

    def identify(self, card: Card) -> None:
        """A card that left the stub unseen turns out to be this one."""
        self.deck &= ~card.bit

    def recount(self, before: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
        """A hand that was thought to have left the stub with some cards left it with others."""
        for card in before:
            if card not in cards:
                self.deck |= card.bit
        for card in cards:
            if card not in before:
                self.deck &= ~card.bit
        self.on_top += len(before) - len(cards)

    def leave_out_stub(self) -> None:
        """What is left of the stub stays out of play."""
        self.unused = tuple(cards_in(self.deck)) if self.deck.bit_count() == self.stub else (UNKNOWN,) * self.stub
        for card in self.unused:
            self.deck &= ~card.bit
        self.on_top = 0
        self.known_below = ()

    def shuffle_burns(self, order: tuple[Card, ...], with_stub: bool) -> None:
        """The burns come back in this order: shuffled together with the stub, or under it."""
        if with_stub:
            self.on_top = 0
            self.known_below = order
        else:
            self.known_below += order
        for card in (*self.burns, *order):
            self.deck |= card.bit
        self.burns = ()
