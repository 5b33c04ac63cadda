"""The events of a round. Its state follows from them: replaying the events rebuilds the round.

There is one `Settled` for each wager of each seat.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from seventh.rounds.actions import Place, tag_of

HIDDEN = "??"

Result = Literal["win", "lose", "push", "void"]


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=tag_of):
    """An event. Only accepted actions append events."""

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - most events are seen alike by everyone
        """The event as a seat may see it; None is a spectator."""
        return self


class WagersPlaced(Event, frozen=True):
    """A seat's wagers before the deal are now these."""

    seat: int
    amounts: dict[str, int]


class BetsClosed(Event, frozen=True):
    """No more bets."""


class Dealt(Event, frozen=True):
    """Cards were dealt to a place; `up` names those dealt face up."""

    place: Place
    cards: str
    up: str = ""

    def seen_by(self, seat: int | None) -> Event:
        if seat == self.place:
            return self
        cards = [self.cards[i : i + 2] for i in range(0, len(self.cards), 2)]
        return Dealt(self.place, "".join(card if card in self.up else HIDDEN for card in cards), self.up)


class Claimed(Event, frozen=True):
    """A seat claimed a bonus: by showing cards, or after folding if the bonus is still open."""

    seat: int
    cards: str
    """The cards shown, which are turned face down again after payment; empty after folding."""


class Folded(Event, frozen=True):
    """A seat folded."""

    seat: int
    claim: bool


class BetPlaced(Event, frozen=True):
    """A seat made a further wager."""

    seat: int
    wager: str
    amount: int


class StubRacked(Event, frozen=True):
    """The stub went to the discard rack unseen."""


class HandSet(Event, frozen=True):
    """A seat chose its five cards, or left that to the house."""

    seat: int
    discards: str

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else HandSet(self.seat, HIDDEN * 2)


class Revealed(Event, frozen=True):
    """The dealer's cards were turned up."""

    cards: str


class Shown(Event, frozen=True):
    """A seat's cards were turned up for settlement."""

    seat: int
    cards: str


class TurnsDue(Event, frozen=True):
    """Hand-dealt rounds: the hands of these seats must be turned up, in this order, before they can be settled."""

    seats: tuple[int, ...]


class TurnedUp(Event, frozen=True):
    """Hand-dealt rounds: the cards of a hand that was dealt unknown."""

    seat: int
    cards: str


class WagerReduced(Event, frozen=True):
    """A wager was reduced to the largest amount that the cards allow, and the rest returned."""

    seat: int
    wager: str
    amount: int
    """The wager after that."""
    returned: int
    clause: str


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
    """The payoff before a cap reduced it; 0 if none did."""


class CardExposed(Event, frozen=True):
    """A face-down card of the dealer was exposed to everyone."""

    card: str


class CardSetAside(Event, frozen=True):
    """A card found face up in the deck is out of this round."""

    card: str


class CardDrawn(Event, frozen=True):
    """A card was drawn in error and is the next to be dealt."""

    card: str

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - nobody has seen it
        return CardDrawn(HIDDEN)


class Miscounted(Event, frozen=True):
    """A place has these cards, the wrong number."""

    place: Place
    cards: str

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.place else Miscounted(self.place, HIDDEN * (len(self.cards) // 2))


class Reshuffled(Event, frozen=True):
    """The cards were reshuffled and the deal starts again; wagers stand."""

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
    """A seat posted its ante, or all it had if less."""

    seat: int
    amount: int


class BroughtIn(Event, frozen=True):
    """A seat posted the bring-in."""

    seat: int
    amount: int


class Checked(Event, frozen=True):
    """A seat checked."""

    seat: int


class Called(Event, frozen=True):
    """A seat called with this amount."""

    seat: int
    amount: int


class BetMade(Event, frozen=True):
    """A seat bet, completed or raised to this amount on this street."""

    seat: int
    to: int


class BetReturned(Event, frozen=True):
    """An uncalled bet was returned."""

    seat: int
    amount: int


class BetsCollected(Event, frozen=True):
    """The betting round is over and its bets went into the pot."""


class Burned(Event, frozen=True):
    """The top card was burned."""

    card: str

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - nobody has seen it
        return Burned(HIDDEN)


class BurnsShuffled(Event, frozen=True):
    """The burned cards, with the rest of the stub if the rules require it, were shuffled into this order."""

    order: str

    def seen_by(self, seat: int | None) -> Event:  # noqa: ARG002 - nobody has seen them
        return BurnsShuffled(HIDDEN * (len(self.order) // 2))


class BurnsLeft(Event, frozen=True):
    """The stub is short, and the dealer chose not to shuffle the burns."""


class DownCardExposed(Event, frozen=True):
    """A down card was exposed to everyone."""

    seat: int
    card: str


class AllInDeclared(Event, frozen=True):
    """A seat whose seventh card was exposed plays on for the current pot only."""

    seat: int


class Mucked(Event, frozen=True):
    """A beaten hand was mucked."""

    seat: int


class RakeTaken(Event, frozen=True):
    """The house took its rake."""

    amount: int


class PotWon(Event, frozen=True, omit_defaults=True):
    """A seat received its share of a pot; pot 0 is the main pot."""

    seat: int
    pot: int
    amount: int
    clause: str
    parts: tuple[str, ...] = ()
    """The parts of a divided pot that were won, such as `high`: all of them for a hand that won them alone, none if the
    pot was not divided. Omitted if empty."""


class ChipsReturned(Event, frozen=True):
    """Chips were returned from the pot: the hand or round is void, or every hand that could win them is dead."""

    seat: int
    amount: int
    clause: str
