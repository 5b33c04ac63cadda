"""The floor's calls by place: what can be called now, what follows from it, and the action with its cards filled in.

The staff of a game dealt from a shuffled deck do not know its hidden cards. A call names a place instead, such as the
dealer's second card or the top of the stub, and the deck provides the card. What is listed here, consequences included,
is the same for any two rounds that differ only in hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from seventh.cards import Card, format_cards, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    Action,
    DrawnInError,
    ExposeDealerCard,
    ExposeDownCard,
    FaceUpCard,
    Place,
    ShufflerFails,
    VoidRound,
    WrongNumber,
)
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.legal import AnyOf, Choice, NotNow
from seventh.rounds.round import CLOSED, Round

Top = Callable[[int], str]
"""The next cards of the deck, without drawing them."""

FEWER, MORE = "fewer", "more"


class CallSpot(Struct, frozen=True):
    """A place that a call can be about."""

    key: str
    """Its name in requests, such as `dealer:2` or `seat:3:fewer`; empty if the call has only one."""
    label: str
    seat: int
    """The seat that it belongs to; 0 if none."""
    follows: tuple[str, ...]
    """What happens if it is called now, in sentences."""


class Call(Struct, frozen=True):
    """A kind of irregularity that the floor can call now."""

    call: str
    """The name of its action."""
    title: str
    clause: str
    """The clause of the rules; empty if the floor decides on its own."""
    spots: tuple[CallSpot, ...]


_TITLES: dict[type[Action], str] = {
    ExposeDealerCard: "Dealer's card exposed",
    ExposeDownCard: "Down card exposed by the dealer",
    FaceUpCard: "Card face up in the deck",
    DrawnInError: "Card drawn in error",
    WrongNumber: "Wrong number of cards",
    ShufflerFails: "Shuffler failed",
    VoidRound: "Void the round",
}


def title_of(kind: type[Action]) -> str:
    """A kind of call in words."""
    return _TITLES.get(kind) or str(kind.__struct_config__.tag).replace("_", " ").capitalize()


def calls_now(hand: Round, top: Top) -> tuple[Call, ...]:
    """Every irregularity that the floor can call now, by the round's own legal actions."""
    found = []
    for choice in hand.legal(FLOOR).choices:
        kind = choice.action
        spots = tuple(
            CallSpot(key, label, seat, follows(hand, action)) for key, label, seat, action in _spots(hand, choice, top)
        )
        if spots:
            found.append(Call(str(kind.__struct_config__.tag), title_of(kind), choice.clause, spots))
    return tuple(found)


def action_for(hand: Round, call: str, key: str, reason: str, top: Top) -> Action:
    """The action of a call; raises `NotNow` if it cannot be called there now."""
    for choice in hand.legal(FLOOR).choices:
        if choice.action.__struct_config__.tag != call:
            continue
        spots = list(_spots(hand, choice, top, reason))
        for name, _, __, action in spots:
            if name == key:
                return action
        raise NotNow(choice.clause, f"this cannot be called about {key!r} now", ", ".join(name for name, *_ in spots))
    allowed = ", ".join(str(choice.action.__struct_config__.tag) for choice in hand.legal(FLOOR).choices)
    raise NotNow("", f"{call!r} cannot be called now", allowed)


def named(hand: Round, action: Action, top: Top) -> Action:
    """The action with the cards that the deck and the hands give, whatever cards it names."""
    match action:
        case FaceUpCard():
            return FaceUpCard(top(1))
        case DrawnInError():
            return DrawnInError()
        case WrongNumber(place=place, cards=cards):
            return WrongNumber(place, format_cards(_recounted(hand, place, len(parse_cards(cards)), top)))
    return action


def _recounted(hand: Round, place: Place, number: int, top: Top) -> tuple[Card, ...]:
    """The cards of a hand that turns out to have this many: without its last unseen ones, or with the next ones."""
    held = hand.held(place)
    if number >= len(held):
        return (*held, *parse_cards(top(number - len(held))))
    seen = getattr(hand, "exposed", 0) if place == DEALER else 0
    missing = [card for card in reversed(held) if not card.bit & seen][: len(held) - number]
    return tuple(card for card in held if card not in missing)


_Spot = tuple[str, str, int, Action]
"""Key, label, seat and action of a spot."""


def _spots(hand: Round, choice: Choice, top: Top, reason: str = "") -> Iterator[_Spot]:
    """The places that a choice of the floor can be about now."""
    for key, label, seat, action in _candidates(hand, choice, reason):
        whole = named(hand, action, top)
        if choice.refusal(whole) is None:
            yield key, label, seat, whole


def _candidates(hand: Round, choice: Choice, reason: str) -> Iterator[_Spot]:
    kind = choice.action
    if kind is ExposeDealerCard:
        exposed = getattr(hand, "exposed", 0)
        for place, card in enumerate(hand.held(DEALER), 1):
            if not card.bit & exposed:
                yield f"dealer:{place}", f"the dealer's {_ordinal(place)} card", 0, ExposeDealerCard(card.text)
    elif kind is ExposeDownCard:
        for action in choice:
            assert isinstance(action, ExposeDownCard)
            place = hand.held(action.seat).index(Card(action.card)) + 1
            label = f"the {_ordinal(place)} card of seat {action.seat}"
            yield f"seat:{action.seat}:{place}", label, action.seat, action
    elif kind is FaceUpCard:
        yield "", "the top card of the stub", 0, FaceUpCard(HIDDEN)
    elif kind is DrawnInError:
        yield "", "the top card of the stub", 0, DrawnInError()
    elif kind is WrongNumber:
        yield from _miscounts(hand)
    elif kind is VoidRound:
        yield "", "the whole round", 0, VoidRound(reason)
    elif isinstance(choice, AnyOf) and choice.count == 1:
        yield "", "the whole round", 0, choice.actions[0]


def _miscounts(hand: Round) -> Iterator[_Spot]:
    places: list[Place] = [*hand.seats, DEALER]
    for place in places:
        number, seat = len(hand.held(place)), place if isinstance(place, int) else 0
        key, whose = (f"seat:{seat}", f"seat {seat}") if seat else (DEALER, "the dealer")
        if number:
            yield f"{key}:{FEWER}", _has(whose, number - 1, number), seat, WrongNumber(place, HIDDEN * (number - 1))
            yield f"{key}:{MORE}", _has(whose, number + 1, number), seat, WrongNumber(place, HIDDEN * (number + 1))


def _has(whose: str, found: int, due: int) -> str:
    return f"{whose} has {found} card{'s' * (found != 1)} instead of {due}"


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


# What follows.

_SHOWN = "The card is shown to everybody."
_FOLLOWS: dict[type[Event], str] = {
    ev.CardExposed: _SHOWN,
    ev.DownCardExposed: _SHOWN,
    ev.CardSetAside: "The card is shown to everybody and set aside; the next card is dealt instead.",
    ev.CardDrawn: "It stays unseen and is the next card dealt.",
    ev.Reshuffled: "The cards are shuffled again and dealt from the beginning; bets stand.",
    ev.RoundVoided: "All hands are void: open bets are returned, and whatever the rule still pays is paid.",
}
"""The consequence of each event in words; nothing that depends on a hidden card."""


def follows(hand: Round, action: Action) -> tuple[str, ...]:
    """What the floor's action would do now, in sentences, worked out by the rules on a copy of the round."""
    after = hand.copy()
    happened = after.act(FLOOR, action)
    void = any(isinstance(event, ev.RoundVoided) for event in happened)
    found: list[str] = []
    for event in happened:
        if void and not isinstance(event, ev.RoundVoided | ev.CardExposed | ev.DownCardExposed | ev.CardSetAside):
            continue
        if isinstance(event, ev.CardSetAside) and void:
            found.append(_SHOWN)
        elif isinstance(event, ev.HandVoided):
            found.append(f"The hand of seat {event.seat} is void.")
        elif isinstance(event, ev.ChipsReturned):
            found.append(f"The chips of seat {event.seat} in the pot are returned.")
        elif type(event) in _FOLLOWS:
            found.append(_FOLLOWS[type(event)])
    if after.phase == CLOSED:
        if not void:
            found.append("This ends the round.")
    elif isinstance(action, WrongNumber) and not any(isinstance(event, ev.HandVoided) for event in happened):
        found.append("The missing card is dealt.")
    else:
        found.append("Play continues.")
    return tuple(dict.fromkeys(found))
