"""The cards of a stud hand that are not held by a player: the stub, the burns, and cards set aside."""

from __future__ import annotations

from dataclasses import dataclass

from seventh.cards import UNKNOWN, Card, cards_in


@dataclass(slots=True)
class Stock:
    """The stub and the burns of a stud hand."""

    deck: int
    """The cards not known to have left the deck, as a set."""
    on_top: int
    """The number of cards in unknown order on top of the stub."""
    known_below: tuple[Card, ...] = ()
    """The cards below those, in an order fixed by a shuffle of the burns."""
    burns: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    """Cards found face up in the deck."""
    unused: tuple[Card, ...] = ()
    """A last card of the stub that was left out of the shuffle."""

    def copy(self) -> Stock:
        return Stock(self.deck, self.on_top, self.known_below, self.burns, self.set_aside, self.unused)

    @property
    def stub(self) -> int:
        """The number of cards left to deal."""
        return self.on_top + len(self.known_below)

    @property
    def unordered(self) -> int:
        """The cards whose position in the stub is not fixed by a shuffle, as a set."""
        return self.deck & ~sum([card.bit for card in self.known_below]) if self.known_below else self.deck

    def fixed_next(self, number: int) -> tuple[Card | None, ...]:
        """The next cards as far as their order is known; None for an unknown one."""
        if self.on_top >= number:
            return (None,) * number
        free: tuple[Card | None, ...] = (None,) * min(self.on_top, number)
        known = self.known_below[: number - len(free)]
        return free + tuple(None if card is UNKNOWN else card for card in known)

    def deal(self, card: Card) -> None:
        """Remove the next card from the stub."""
        self.deck &= ~card.bit
        if self.on_top:
            self.on_top -= 1
        else:
            self.known_below = self.known_below[1:]

    def burn(self, card: Card) -> None:
        self.deal(card)
        self.burns += (card,)

    def put_aside(self, card: Card) -> None:
        """Set aside a card found face up in the deck."""
        self.set_aside += (card,)
        self.deck &= ~card.bit
        self.on_top -= 1

    def identify(self, card: Card) -> None:
        """Identify a card that left the stub unknown."""
        self.deck &= ~card.bit

    def recount(self, before: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
        """Correct the cards of a hand that turned out to have different ones."""
        for card in before:
            if card not in cards:
                self.deck |= card.bit
        for card in cards:
            if card not in before:
                self.deck &= ~card.bit
        self.on_top += len(before) - len(cards)

    def leave_out_stub(self) -> None:
        """Take the rest of the stub out of play."""
        self.unused = tuple(cards_in(self.deck)) if self.deck.bit_count() == self.stub else (UNKNOWN,) * self.stub
        for card in self.unused:
            self.deck &= ~card.bit
        self.on_top = 0
        self.known_below = ()

    def shuffle_burns(self, order: tuple[Card, ...], with_stub: bool) -> None:
        """Put back the shuffled burns in this order, together with the stub or under it."""
        if with_stub:
            self.on_top = 0
            self.known_below = order
        else:
            self.known_below += order
        for card in (*self.burns, *order):
            self.deck |= card.bit
        self.burns = ()
