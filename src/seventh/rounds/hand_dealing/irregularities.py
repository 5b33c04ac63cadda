"""Irregularities that the dealer or the floor reports, from what the round allows now."""

from __future__ import annotations

from typing import Any

from seventh.cards import UNKNOWN, Card, format_cards, parse_cards
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
from seventh.rounds.calls import follows
from seventh.rounds.hand_dealing.typed_cards import check_unseen, looks_like_cards, parse_typed
from seventh.rounds.hand_dealing.values import (
    Entered,
    Irregularity,
    Names,
    NotUnderstood,
    UnconfirmedIrregularity,
    counted,
)
from seventh.rounds.narration import cards_text
from seventh.rounds.round import Round

MARK = "!"
"""The first character of an entry that reports an irregularity."""
MOST_REASON = 120
"""The maximum length of the reason for calling a round off."""
_NO_REASON = "called off by the floor"
_NAMES: dict[type[Action], str] = {
    ExposeDealerCard: "exposed",
    ExposeDownCard: "exposed",
    FaceUpCard: "boxed",
    DrawnInError: "drawn",
    WrongNumber: "count",
    ShufflerFails: "shuffler",
    VoidRound: "void",
}


def irregularities_of(hand: Round) -> list[Irregularity]:
    """What can be reported now."""
    return [found for choice in hand.legal(FLOOR).choices if (found := _described(hand, choice)) is not None]


def _described(hand: Any, choice: Any) -> Irregularity | None:
    entry = f"{MARK} {_NAMES.get(choice.action, '')}"
    clause = choice.clause
    match choice.action:
        case kind if kind is ExposeDealerCard:
            return Irregularity("A face-down card of the dealer was exposed", entry, clause, cards=1)
        case kind if kind is ExposeDownCard:
            places = tuple(hand.seats)
            return Irregularity("The dealer exposed a player's down card", entry, clause, places, cards=1)
        case kind if kind is FaceUpCard:
            return Irregularity("A card was found face up in the deck", entry, clause, cards=1)
        case kind if kind is DrawnInError:
            return Irregularity("A card was drawn in error, unseen", entry, clause)
        case kind if kind is WrongNumber:
            places = (*hand.seats, DEALER) if hand.AGAINST_HOUSE else tuple(hand.seats)
            return Irregularity("A hand has the wrong number of cards", entry, clause, places, count=True)
        case kind if kind is ShufflerFails:
            return Irregularity("The shuffling machine failed", entry, clause)
        case kind if kind is VoidRound:
            return Irregularity("Call the round off", entry, clause, reason=True)
    return None


def read_irregularity(hand: Any, names: Names, text: str) -> list[Entered]:
    """An entry such as `! boxed As`."""
    body = text.removeprefix(MARK).strip()
    verb, _, rest = body.partition(" ")
    rest = rest.strip()
    known = {_NAMES[choice.action]: choice.action for choice in hand.legal(FLOOR).choices if choice.action in _NAMES}
    kind = known.get(verb.lower())
    if kind is None:
        if verb.lower() in _NAMES.values():
            raise NotUnderstood(f"{verb!r} cannot be reported now; possible: {', '.join(known)}")
        raise NotUnderstood(f"{verb!r} is not an irregularity; possible: {', '.join(known)}")
    return [(FLOOR, _action(hand, names, kind, rest))]


def confirm_irregularity(hand: Any, names: Names, text: str) -> None:
    """Ask about an irregularity before it is reported, with what follows from it by the rules."""
    ((_, action),) = read_irregularity(hand, names, text)
    choice = next(choice for choice in hand.legal(FLOOR).choices if choice.action is type(action))
    described = _described(hand, choice)
    assert described is not None
    about = ", ".join(_about(names, action)).rstrip(".")
    question = f"{described.label}{f': {about}' if about else ''}. Report it?"
    raise UnconfirmedIrregularity(question, text, choice.clause, follows(hand, action))


def _about(names: Names, action: Action) -> list[str]:
    """The place, the cards or the reason that an irregularity names."""
    match action:
        case WrongNumber(place=place, cards=cards):
            return ["the dealer" if place == DEALER else names(int(place)), counted(len(parse_cards(cards)))]
        case ExposeDownCard(seat=seat, card=card):
            return [names(seat), cards_text(card)]
        case ExposeDealerCard(card=card) | FaceUpCard(card=card) | DrawnInError(card=card):
            return [cards_text(card)] if card else []
        case VoidRound(reason=reason) if reason != _NO_REASON:
            return [reason]
    return []


def _action(hand: Any, names: Names, kind: type[Action], rest: str) -> Action:
    if kind is ShufflerFails:
        return ShufflerFails()
    if kind is VoidRound:
        return VoidRound(rest[:MOST_REASON] or _NO_REASON)
    if kind is WrongNumber:
        return _wrong_number(hand, names, rest)
    if kind is DrawnInError:
        return DrawnInError(_one_card(hand, names, rest)) if rest else DrawnInError()
    if kind is ExposeDownCard:
        place, cards = _placed(hand, rest)
        held = hand.hands[place].cards
        return ExposeDownCard(place, _one_card(hand, names, cards, held))  # type: ignore[arg-type]
    held = hand.dealer if kind is ExposeDealerCard else ()
    return kind(_one_card(hand, names, rest, held))


def _one_card(hand: Round, names: Names, text: str, held: tuple[Card, ...] = ()) -> str:
    cards = parse_typed(text)
    if len(cards) != 1:
        raise NotUnderstood("Name the card, such as As" if not cards else "Name one card, such as As")
    check_unseen(hand, cards, names, held)
    return cards[0].text


def _placed(hand: Round, text: str) -> tuple[Place, str]:
    first, _, rest = text.partition(" ")
    first = first.lower()
    if first == DEALER and hand.AGAINST_HOUSE:
        return DEALER, rest.strip()
    if first.isascii() and first.isdecimal() and int(first) in hand.seats:
        return int(first), rest.strip()
    allowed = [*map(str, hand.seats), *([DEALER] if hand.AGAINST_HOUSE else [])]
    raise NotUnderstood(f"Name the place first: {', '.join(allowed)}")


def _wrong_number(hand: Any, names: Names, text: str) -> Action:
    """`! count 3 8`: the number found, or the cards found."""
    place, found = _placed(hand, text)
    held: tuple[Card, ...] = hand.dealer if place == DEALER else hand.hands[place].cards
    if looks_like_cards(found) and found:
        cards = parse_typed(found)
        check_unseen(hand, [card for card in cards if card is not UNKNOWN], names, held)
        return WrongNumber(place, format_cards(cards))
    if not (found.isascii() and found.isdecimal()) or not 1 <= int(found) <= 52:
        raise NotUnderstood(
            f"{found!r} is not a number of cards; how many were found?" if found else "How many were found?"
        )
    number = int(found)
    if UNKNOWN not in held and number > len(held):
        raise NotUnderstood("All cards of that hand are known: name the cards that were found")
    return WrongNumber(place, format_cards(_recounted(held, number)))


def _recounted(held: tuple[Card, ...], number: int) -> list[Card]:
    """The hand with this many cards: unknown ones are taken away first, or added."""
    cards = [*held, *[UNKNOWN] * (number - len(held))]
    while len(cards) > number:
        last = len(cards) - 1
        cards.pop(next((place for place in range(last, -1, -1) if cards[place] is UNKNOWN), last))
    return cards
