"""What happened in a round, as values. A round's state is what its events say: replaying them gives it back.

`Settled` is the settlement as data: one for each wager of each seat.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from seventh.rounds.actions import Place, tag_of

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
    """A seat claimed a bonus: with cards that it showed, or after folding, where bonus wagers survive that."""

    seat: int
    cards: str
    """The cards that it showed, which are turned down again after payment; none after folding."""


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


# Stud.


class AntePosted(Event, frozen=True):
    """A seat's ante went into the pot; less than the ante is all it had."""

    seat: int
    amount: int


class BroughtIn(Event, frozen=True):
    """A seat made the forced bet."""

    seat: int
    amount: int


class Checked(Event, frozen=True):
    """A seat passed."""

    seat: int


class Called(Event, frozen=True):
    """A seat added this amount to stay in."""

    seat: int
    amount: int


class BetMade(Event, frozen=True):
    """A seat bet, completed or raised to this amount on this street."""

    seat: int
    to: int


class BetReturned(Event, frozen=True):
    """What nobody called went back to the seat that bet it."""

    seat: int
    amount: int


class BetsCollected(Event, frozen=True):
    """The betting round is over and its bets are in the pot."""


class Burned(Event, frozen=True):
    """The top card went under the pot."""

    card: str

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - nobody has seen it
        return Burned(HIDDEN)


class BurnsShuffled(Event, frozen=True):
    """Burned cards, and the rest of the stub if the rules say so, came back in this order."""

    order: str

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - nobody has seen them
        return BurnsShuffled(HIDDEN * (len(self.order) // 2))


class DownCardExposed(Event, frozen=True):
    """A card that was to be dealt down was seen by everyone."""

    seat: int
    card: str


class AllInDeclared(Event, frozen=True):
    """A seat whose seventh card was exposed stays in for what is in the pot."""

    seat: int


class Mucked(Event, frozen=True):
    """A beaten hand was given up unseen."""

    seat: int


class RakeTaken(Event, frozen=True):
    """The house took its part of the pots."""

    amount: int


class PotWon(Event, frozen=True, omit_defaults=True):
    """A seat received its share of a pot; pot 0 is the main pot."""

    seat: int
    pot: int
    amount: int
    clause: str
    parts: tuple[str, ...] = ()
    """Which part of a divided pot, such as `high`: all of them for a hand that alone won them all, none if the pot was
    not divided. Not written where there are none."""


class ChipsReturned(Event, frozen=True):
    """Chips went back from the pot: the hand or the round is void, or every hand that could win them is dead."""

    seat: int
    amount: int
    clause: str
