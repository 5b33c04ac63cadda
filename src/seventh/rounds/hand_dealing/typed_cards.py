"""Cards as a dealer types or taps them, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seventh.cards import DECK_53, UNKNOWN, Card
from seventh.rounds.hand_dealing.values import Names, NotUnderstood, capital, counted
from seventh.rounds.round import Round


def looks_like_cards(text: str) -> bool:
    """Whether every word of a text is written like cards."""
    return all(re.fullmatch(r"(?:(?:10|[2-9tjqka])[cdhs]|jk|\?\?)+", word) for word in text.lower().split())


def parse_typed(text: str) -> tuple[Card, ...]:
    """Cards in any case, with `10h` for `Th` and `joker` for `Jk`."""
    joined = "".join(re.sub(r"[,;]", " ", re.sub("(?i)joker", "jk", text).replace("10", "T")).split())
    pairs = [joined[start : start + 2] for start in range(0, len(joined), 2)]
    known = [looks_like_cards(pair) for pair in pairs]
    if not all(known):
        wrong = pairs[known.index(False)] if any(known) else text
        raise NotUnderstood(f"{wrong!r} is not a card; type rank and suit, such as As or 10h")
    return tuple(Card(pair[0].upper() + pair[1:].lower()) for pair in pairs)


def check_unseen(hand: Round, cards: Sequence[Card], names: Names, held: Sequence[Card] = ()) -> None:
    """Refuse a card that has been seen already, except in the hand that is being named."""
    for number, card in enumerate(cards):
        if card is UNKNOWN:
            raise NotUnderstood("These cards must be named")
        if card in cards[:number]:
            raise NotUnderstood(f"{capital(card.name)} ({card}) is entered twice")
        if not card.bit & hand.DECK:
            raise NotUnderstood(f"{capital(card.name)} ({card}) is not in the deck of this game")
        if not card.bit & hand.unseen and card not in held:
            raise NotUnderstood(f"{capital(card.name)} ({card}) has been seen already: {_where(hand, card, names)}")


def _where(hand: Round, card: Card, names: Names) -> str:
    for place, cards in hand.places().items():
        if card.text in cards:
            kind, _, number = place.partition(" ")
            if kind == "seat" and number.isdecimal():
                return f"{names(int(number))} has it"
            return {"dealer": "the dealer has it", "common": "it is the common card"}.get(
                place, f"it is in the {place}" if place in ("burns", "discards") else "it was set aside"
            )
    return "it is out of play"


def named_hand(hand: Round, held: Sequence[Card], text: str, whose: str, names: Names) -> str:
    """A hand some of whose cards are unknown, with those named: either only the unknown ones, or all of them."""
    cards = parse_typed(text)
    unknown = [card for card in held if card is UNKNOWN]
    check_unseen(hand, cards, names, held)
    if len(cards) == len(held):
        missing = [card for card in held if card is not UNKNOWN and card not in cards]
        if missing:
            raise NotUnderstood(f"{whose} has {' '.join(card.text for card in missing)}, which is not among these")
        fresh = [card for card in cards if card not in held]
    elif len(cards) == len(unknown):
        if any(card in held for card in cards):
            seen = next(card for card in cards if card in held)
            raise NotUnderstood(f"{capital(seen.name)} ({seen}) has been seen already: {whose} has it")
        fresh = list(cards)
    else:
        raise NotUnderstood(f"{capital(counted(len(cards)))} entered; {whose} needs {counted(len(unknown))}")
    rest = iter(fresh)
    return "".join([next(rest).text if card is UNKNOWN else card.text for card in held])


def all_cards(hand: Round) -> tuple[Card, ...]:
    """The cards of the game's deck."""
    return tuple(card for card in DECK_53 if card.bit & hand.DECK)
