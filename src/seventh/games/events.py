"""What happened in a round, as values. A round's state is what its events say: replaying them gives it back.

`Settled` is the settlement as data: one for each wager of each seat.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from seventh.games.actions import Place, tag_of

HIDDEN = "??"

Result = Literal["win", "lose", "push", "void"]


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=tag_of):
    """Something that happened. Events are appended by accepted actions only, in order."""

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - most events are seen alike by everyone
        """The event as that seat may see it; None is a bystander."""
        return self


class WagersPlaced(Event, frozen=True):
    """A seat's wagers before the cards are now these."""

    seat: int
    amounts: dict[str, int]


class BetsClosed(Event, frozen=True):
    """No more bets."""


class Dealt(Event, frozen=True):
    """Cards went from the deck to a place; `up` names those of them that lie face up."""

    place: Place
    cards: str
    up: str = ""

    def seen_by(self, seat: int | None) -> Event:
        if seat == self.place:
            return self
        cards = [self.cards[i : i + 2] for i in range(0, len(self.cards), 2)]
        return Dealt(self.place, "".join(card if card in self.up else HIDDEN for card in cards), self.up)


class Claimed(Event, frozen=True):
    """A seat showed its first three cards for the three-card bonus; they are turned down again after payment."""

    seat: int
    cards: str


class Folded(Event, frozen=True):
    """A seat gave its hand up."""

    seat: int
    claim: bool


class BetPlaced(Event, frozen=True):
    """A seat made a further wager."""

    seat: int
    wager: str
    amount: int


class StubRacked(Event, frozen=True):
    """The rest of the deck went to the discard rack unseen."""


class HandSet(Event, frozen=True):
    """A seat chose its five cards, or left that to the house."""

    seat: int
    discards: str

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else HandSet(self.seat, HIDDEN * 2)


class Revealed(Event, frozen=True):
    """The dealer's cards were turned over."""

    cards: str


class Shown(Event, frozen=True):
    """A seat's cards were turned over for settling."""

    seat: int
    cards: str


class Settled(Event, frozen=True):
    """One wager's result. The seat receives `returned` (the stake, or nothing) and `payoff` (winnings)."""

    seat: int
    wager: str
    amount: int
    result: Result
    returned: int
    payoff: int
    clause: str
    """The rule that decided it."""
    row: str = ""
    """The pay-table row that decided it, if one did."""
    uncapped: int = 0
    """What the payoff would have been, if a cap cut it."""


class CardExposed(Event, frozen=True):
    """A face-down card of the dealer was seen by everyone."""

    card: str


class CardSetAside(Event, frozen=True):
    """A card found face up in the deck is out of this round."""

    card: str


class CardDrawn(Event, frozen=True):
    """A card left the deck too early and is the next to be dealt."""

    card: str

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - nobody has seen it
        return CardDrawn(HIDDEN)


class Miscounted(Event, frozen=True):
    """A place was found to hold these cards, the wrong number."""

    place: Place
    cards: str

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.place else Miscounted(self.place, HIDDEN * (len(self.cards) // 2))


class Reshuffled(Event, frozen=True):
    """All cards went back and the deal begins again; wagers stand."""

    clause: str


class HandVoided(Event, frozen=True):
    """One seat's hand is void."""

    seat: int
    clause: str


class RoundVoided(Event, frozen=True):
    """All hands are void."""

    clause: str
    reason: str = ""


class RoundClosed(Event, frozen=True):
    """Everything is settled."""
