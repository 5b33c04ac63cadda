"""Narration: a round as sentences, from the point of view of one viewer, for every user interface.

A narrator is a fold over the events of one round and knows nothing else: given only the events that a viewer may see,
it cannot reveal more. Each kind of event has a function that narrates it: those shared by all games are here, those of
dealer games and of the stud family come from their words, and an event of a plug-in can narrate itself with a method
`told(narrator)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.review import ReviewLine
from seventh.rounds.words import NO_HAND, HandWords, Words

T = TypeVar("T")

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """The narration of one event."""

    say: str = ""
    """A sentence for the log and for screen readers; empty if the event is not narrated."""
    who: int = 0
    """The seat it is about; 0 if none."""
    kind: str = ""
    """`money` (a wager settled, a pot won), `street`, `result`, or nothing."""
    call: str = ""
    """A short text shown briefly over the felt."""
    why: str = ""
    """A result and its reason, shown on the felt until the viewer's next decision."""
    hands: dict[str, HandWords] = {}
    """The hands whose name or playing cards changed, by place: `dealer`, or a seat number."""
    leads: bool = False
    """Whether `why` is the main result of the round, shown above the others."""
    at: int = 0
    """When it happened, in milliseconds since 1970, in a `story`: news may belong between its sentences."""


NOTHING = Told()

Teller = Callable[["Narrator", Any], Told]
"""Updates the narrator with an event and narrates it."""


class Place:
    """What the events so far say about one seat."""

    __slots__ = (
        "bet",
        "cards",
        "discards",
        "live",
        "mucked",
        "played",
        "shown",
        "stack",
        "start",
        "total",
        "up",
        "void",
    )

    def __init__(self, chips: int) -> None:
        self.start = self.stack = chips
        self.bet = self.total = 0
        """The seat's bet on this street, and its total in the pot."""
        self.cards: list[str] = []
        """In the order dealt; `??` for a card the viewer has not seen."""
        self.up: list[str] = []
        self.discards = ""
        self.live = True
        """Whether the hand is still in play."""
        self.void = self.mucked = self.shown = self.played = False

    @property
    def down(self) -> list[str]:
        return [card for card in self.cards if card not in self.up]


class Narrator:
    """Narrates the events of one round, in order, to one viewer; None is a spectator."""

    def __init__(
        self,
        words: Words,
        seats: Mapping[int, int],
        names: Callable[[int], str],
        viewer: int | None = None,
        money: Callable[[int], str] | None = None,
        order: Sequence[int] = (),
        minus: str = "-",
        phrases: dict[Hashable, Any] | None = None,
    ) -> None:
        self.words: Any = words
        """Including those of the game's words."""
        self.names, self.viewer = names, viewer
        self.money: Callable[[int], str] = words.house.money if money is None else money
        self.minus = minus
        """The sign of a loss: a terminal's hyphen, or a true minus sign on a page."""
        self.at = {seat: Place(chips) for seat, chips in seats.items()}
        self.order = tuple(order) or tuple(seats)
        """The seats clockwise from the dealer's left."""
        self.dealer: list[str] = []
        self.common: list[str] = []
        self.pot = self.bet_to = 0
        self.street = 3
        self.opens = True
        """Whether the next card is the first of its street."""
        self.pots = 0
        """The number of pots; 0 until one is won."""
        self.called_off = False
        self.hands: dict[str, HandWords] = {}
        """The hands narrated so far, by place."""
        self.lines: list[ReviewLine] = []
        """The settlements so far, and who has won which pot."""
        self._own = words.tellers
        self._phrases: dict[Hashable, Any] = {} if phrases is None else phrases
        """Phrases by everything they depend on: the narrators of one round at a table share them."""

    def tell(self, event: Event) -> Told:
        """Narrate one event, as the viewer may see it."""
        kind = type(event)
        teller = self._own.get(kind) or TELLERS.get(kind)
        if teller is not None:
            told: Told = teller(self, event)
        else:
            own: Callable[[Narrator], Told] | None = getattr(event, "told", None)
            told = own(self) if own is not None else NOTHING
        if told.hands:
            self.hands.update(told.hands)
        return told

    def tell_all(self, events: Sequence[Event]) -> list[Told]:
        """Narrate events that happened together; settlements with the same reason share a sentence."""
        settled = len(self.lines)
        told = [self.tell(event) for event in events]
        return told if len(self.lines) < settled + 2 else self.words.joined(self, events, told, self.lines[settled:])

    # Phrases for the functions that narrate events.

    def phrase(self, key: Hashable, compose: Callable[[], T]) -> T:
        """A phrase that does not depend on the viewer except through its key: composed once for all viewers."""
        found: T | None = self._phrases.get(key)
        if found is None:
            found = self._phrases[key] = compose()
        return found

    def name(self, seat: int) -> str:
        """A seat's name at the start of a sentence."""
        return "You" if seat == self.viewer else self.names(seat)

    def to(self, seat: int) -> str:
        """A seat's name within a sentence."""
        return "you" if seat == self.viewer else self.names(seat)

    def whose(self, seat: int) -> str:
        return "Your" if seat == self.viewer else f"{self.names(seat)}'s"

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """`You fold`, `Ada folds`."""
        if seat != self.viewer:
            verb += "es" if verb.endswith(("ss", "ch", "sh")) else "s"
        return f"{self.name(seat)} {verb}{f' {rest}' if rest else ''}"

    def by(self, point: str) -> str:
        """The clause id of a topic in brackets; empty if the rules have none."""
        return bracketed(self.words.clause(point))

    def signed(self, amount: int) -> str:
        """A result: `+$5`, `-$5`."""
        return f"{'+' if amount > 0 else self.minus if amount < 0 else ''}{self.money(abs(amount))}"

    def hand(self, seat: int) -> HandWords:
        """A seat's hand, if the viewer can see all of it."""
        return NO_HAND if self.at[seat].void else self.words.seen(self.cards(seat))

    def cards(self, seat: int) -> str:
        """A seat's cards, including the common cards."""
        return "".join(self.at[seat].cards + self.common)

    def named(self, *seats: int) -> dict[str, HandWords]:
        """The hands of these seats that have a name."""
        hands = {str(seat): self.hand(seat) for seat in seats}
        return {place: hand for place, hand in hands.items() if hand.name}

    def unnamed(self, seat: int) -> dict[str, HandWords]:
        """Takes back the name of a hand whose cards turned out to be others."""
        return {str(seat): NO_HAND} if str(seat) in self.hands else {}


def verdicts(told: Sequence[Told]) -> tuple[str, ...]:
    """The results in these narrations, the main one first."""
    return tuple(one.why for one in sorted(told, key=lambda one: not one.leads) if one.why)


def codes(cards: str) -> list[str]:
    """Split cards in notation into single cards."""
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


@lru_cache(maxsize=1024)
def cards_text(cards: str) -> str:
    """Cards for a sentence: `K♠ 10♦`; hidden cards are counted."""
    found = codes(cards)
    hidden = found.count(HIDDEN)
    down = "a card face down" if hidden == 1 else f"{hidden} cards face down" if hidden else ""
    seen = " ".join(_card_text(code) for code in found if code != HIDDEN)
    return " and ".join(part for part in (down, seen) if part)


def _card_text(code: str) -> str:
    rank, suit = code[0], code[1:]
    return f"{'10' if rank == 'T' else rank}{_SUITS[suit]}" if suit in _SUITS else "joker"


def bracketed(clause: str) -> str:
    return f" ({clause})" if clause else ""


def dealt(n: Narrator, event: ev.Dealt) -> Told:
    """Cards dealt to the dealer or a seat."""
    if event.place == DEALER:
        n.dealer += codes(event.cards)
        return Told(f"The dealer shows {cards_text(event.up)}.") if event.up else NOTHING
    seat = event.place
    if not isinstance(seat, int):
        return NOTHING
    place = n.at[seat]
    place.cards += codes(event.cards)
    place.up += codes(event.up)
    place.played = True
    own = seat == n.viewer
    # A hand shown before its last cards, because its player is all-in, has a new name with every card.
    hands = n.named(seat) if own or place.shown else {}
    name = f": {hands[str(seat)].name}" if hands and len(place.cards) > 1 else ""
    if own:
        # As they lie on the table, which sorts a complete hand.
        order = codes(hands[str(seat)].order) if hands else []
        cards = "".join(card for card in order if card in codes(event.cards)) or event.cards
        return Told(f"You're dealt {cards_text(cards)}{name}.", seat, hands=hands)
    return Told(f"{n.names(seat)} is dealt {cards_text(event.up)}{name}.", seat, hands=hands) if event.up else NOTHING


def _folded(n: Narrator, event: ev.Folded) -> Told:
    n.at[event.seat].live = False
    folds = n.does(event.seat, "fold")
    if not event.claim:
        return Told(f"{folds}.", event.seat)
    mine = event.seat == n.viewer
    return Told(f"{folds}{'. Your' if mine else '; the'} bonus bets still count.", event.seat)


def _shown(n: Narrator, event: ev.Shown) -> Told:
    place = n.at[event.seat]
    unseen = [card for card in codes(event.cards) if card not in place.cards]
    place.cards = [unseen.pop(0) if card == HIDDEN and unseen else card for card in place.cards]
    place.shown = True
    hands = n.named(event.seat)
    name = f": {hands[str(event.seat)].name}" if hands else ""
    # Viewers know their own cards.
    cards = "your hand" if event.seat == n.viewer and name else cards_text(event.cards)
    return Told(f"{n.does(event.seat, 'show', cards)}{name}.", event.seat, hands=hands)


def _turned_up(n: Narrator, event: ev.TurnedUp) -> Told:
    """The settlement that follows shows the hand."""
    n.at[event.seat].cards = codes(event.cards)
    return Told(hands=n.named(event.seat))


def _card_set_aside(n: Narrator, event: ev.CardSetAside) -> Told:
    return Told(f"Floor: {cards_text(event.card)} was face up in the deck and is set aside{n.by('face up')}.")


def _card_drawn(n: Narrator, _: ev.CardDrawn) -> Told:
    return Told(f"Floor: a card was drawn too early; it will be the next one dealt{n.by('drawn')}.")


def _miscounted(n: Narrator, event: ev.Miscounted) -> Told:
    found, seat = codes(event.cards), event.place
    if isinstance(seat, int):
        place = n.at[seat]
        place.cards = _recounted(place.cards, found)
        place.up = [card for card in place.up if card in place.cards]
        who = n.does(seat, "hold")
    else:
        n.dealer, seat, who = _recounted(n.dealer, found), 0, "The dealer holds"
    number = f"{len(found)} card{'s' * (len(found) != 1)}"
    hands = {**n.unnamed(seat), **n.named(seat)} if seat else {}
    return Told(f"{who} {number}: the wrong number, by the floor's count{n.by('number')}.", seat, hands=hands)


def _recounted(before: list[str], found: list[str]) -> list[str]:
    """The cards found; if the viewer may not see them, what was known before."""
    if HIDDEN not in found:
        return found
    return [*before, *[HIDDEN] * len(found)][: len(found)]


def _hand_voided(n: Narrator, event: ev.HandVoided) -> Told:
    place = n.at[event.seat]
    place.live, place.void = False, True
    say = f"{n.whose(event.seat)} hand is void{bracketed(event.clause)}."
    return Told(say, event.seat, hands=n.unnamed(event.seat))


def _round_voided(n: Narrator, event: ev.RoundVoided) -> Told:
    n.called_off = True
    reason = f": {event.reason}" if event.reason else ""
    return Told(f"The round is void{reason}{bracketed(event.clause)}.", call="The round is void")


def _round_closed(n: Narrator, _: ev.RoundClosed) -> Told:
    place = n.at.get(n.viewer) if n.viewer is not None else None
    if n.viewer is None or place is None or not place.played:
        return NOTHING
    net = place.stack - place.start
    if not net:
        return (
            NOTHING
            if n.called_off
            else Told("You break even on the round.", n.viewer, "result", "" if n.pots else "Even")
        )
    amount = n.money(abs(net))
    call = f"You {'win' if net > 0 else 'lose'} {amount}"
    # A pot that was won has just been called, with its winner's own chips in it.
    return Told(f"{call} on the round.", n.viewer, "result", "" if n.pots else call)


TELLERS: dict[type[Event], Teller] = {
    ev.Dealt: dealt,
    ev.Folded: _folded,
    ev.Shown: _shown,
    ev.TurnedUp: _turned_up,
    ev.CardSetAside: _card_set_aside,
    ev.CardDrawn: _card_drawn,
    ev.Miscounted: _miscounted,
    ev.HandVoided: _hand_voided,
    ev.RoundVoided: _round_voided,
    ev.RoundClosed: _round_closed,
}
"""Narration of the events shared by all games."""
