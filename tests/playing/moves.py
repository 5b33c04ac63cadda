"""Random actions: legal ones of any kind of choice, and any others of which one can only ask whether they are legal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from seventh.cards import Card, cards_in
from seventh.games import actions as actions_module
from seventh.games.actions import (
    DEALER,
    FLOOR,
    Action,
    Bet,
    Deal,
    PlaceWagers,
    Reveal,
    VoidRound,
    Who,
    WrongNumber,
)
from seventh.games.events import CardDrawn, Dealt
from seventh.games.legal import BetAmounts, CardsFromDeck, Choice, WagerSpots
from seventh.games.round import Round

KINDS = [
    kind
    for kind in vars(actions_module).values()
    if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action
]
ODD_TEXTS = ("", "12", "-3", "yes", "a, b: c=d", 'he said "void"', "back\\slash", "two\nlines", "¿qué?", "[1]", "{}")
SEVERAL = 40
"""How many of a choice's actions are looked at where they can only be listed."""


def everyone(hand: Round) -> list[Who]:
    return [*hand.seats, DEALER, FLOOR]


def random_action(
    hand: Round, who: Who, rng: Random, unknown: bool = False, order: Sequence[Card] = ()
) -> Action | None:
    """Something that this person may do; `unknown` lets the dealer deal cards that nobody names.

    Cards come from `order`, a shuffled deck, if there is one: drawing them one by one takes longer.
    """
    choices = hand.legal(who).choices
    if not choices:
        return None
    choice = choices[0] if len(choices) == 1 else rng.choice(choices)
    if choice.action is VoidRound and rng.randrange(4):
        return None  # it is possible at any time, and would end most rounds
    return one_of(hand, choice, rng, unknown, order)


def one_of(
    hand: Round, choice: Choice, rng: Random, unknown: bool = False, order: Sequence[Card] = ()
) -> Action | None:
    if isinstance(choice, WagerSpots):
        return _wagers(choice, rng)
    if isinstance(choice, BetAmounts):
        return Bet(choice.wager, choice.minimum + choice.step * rng.randrange(choice.count))
    if isinstance(choice, CardsFromDeck):
        return _deal(choice, rng, unknown, order)
    if choice.action is WrongNumber and rng.randrange(2):
        found = _wrong_number(hand, rng)
        return found if choice.refusal(found) is None else None
    if choice.action is Reveal:
        return _reveal(hand, choice, rng)
    some = list(islice(choice, SEVERAL))
    return rng.choice(some) if some else None


def _wagers(choice: WagerSpots, rng: Random) -> PlaceWagers:
    chosen: dict[str, int] = {}
    left = choice.budget
    for name in choice.names:
        amounts = choice.spot(name, chosen).amounts(left)
        if amounts and rng.randrange(4):
            chosen[name] = amounts[rng.randrange(len(amounts))]
            left -= chosen[name]
    return PlaceWagers(chosen)


def _deal(choice: CardsFromDeck, rng: Random, unknown: bool, order: Sequence[Card]) -> Deal:
    if order:
        cards = list(islice((card for card in order if card.bit & choice.deck), choice.number))
    else:
        cards = rng.sample(list(cards_in(choice.deck)), choice.number)
    if choice.first is not None:
        cards = [choice.first, *(card for card in cards if card is not choice.first)][: choice.number]
    texts = [card.text for card in cards]
    if unknown and choice.unknown:
        deal = Deal(choice.place, "".join(text if rng.randrange(3) == 0 else "??" for text in texts))
        if choice.refusal(deal) is None:
            return deal
    return Deal(choice.place, "".join(texts))


def _wrong_number(hand: Round, rng: Random) -> WrongNumber:
    """Some of the cards that a place should hold, and perhaps others."""
    places = hand.places()
    place = rng.choice([place for place in places if place.startswith("seat ") or place == DEALER] or [DEALER])
    held = [card for card in places.get(place, ()) if card == "??" or rng.randrange(5)]
    spare = [card for where in ("stub", "discards") for card in places.get(where, ())]
    for index, card in enumerate(held):
        if card == "??":
            held[index] = rng.choice(spare)
    held += rng.sample(spare, rng.choice((0, 0, 1, 2)))
    held += [event.card for event in hand.events[-2:] if isinstance(event, CardDrawn) and event.card in spare]
    return WrongNumber(place if place == DEALER else int(place.removeprefix("seat ")), "".join(dict.fromkeys(held)))


def _reveal(hand: Round, choice: Choice, rng: Random) -> Action | None:
    some = list(islice(choice, SEVERAL))
    if some:
        return rng.choice(some)
    places = hand.places()
    # The discards hold folded hands too, whose cards the dealer cannot have.
    elsewhere = "".join(event.cards for event in hand.events if isinstance(event, Dealt) and event.place != DEALER)
    spare = [card for where in ("stub", "discards") for card in places.get(where, ())]
    rng.shuffle(spare)
    spare.sort(key=lambda card: card in elsewhere)
    missing = places[DEALER].count("??")
    for tried in range(2000):
        fresh = iter(rng.sample(spare[: missing + tried // 50], missing))
        cards = "".join(next(fresh) if card == "??" else card for card in places[DEALER])
        if choice.refusal(Reveal(cards)) is None:
            return Reveal(cards)
    return None


def any_action(hand: Round, rng: Random) -> Action:
    """An action of any kind with values that at least look right; whether it is legal is another matter."""
    kind = rng.choice(hand.actions if rng.randrange(4) else KINDS)
    return kind(**{field.name: _any_value(hand, field, rng) for field in msgspec.structs.fields(kind)})


def _any_value(hand: Round, field: msgspec.structs.FieldInfo, rng: Random) -> Any:
    if field.name == "place":
        return rng.choice([*hand.seats, DEALER, "common", 0, 9])
    if field.type is bool:
        return rng.choice((True, False))
    if field.type is int:
        return _any_amount(hand, rng)
    if field.name == "wager":
        return rng.choice(_wager_names(hand))
    if field.type == dict[str, int]:
        names = _wager_names(hand)
        return {rng.choice(names): _any_amount(hand, rng) for _ in range(rng.randrange(4))}
    if field.name == "reason":
        return rng.choice(ODD_TEXTS)
    known = [card for cards in hand.places().values() for card in cards]
    return "".join(rng.choice(known) for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 6, 7, 8)))) + rng.choice(
        ("", "", "", "", "??", "x", " ")
    )


def near_wagers(names: Sequence[str], house: dict[str, Any], rng: Random) -> dict[str, int]:
    """Wagers before the cards that are legal, or would be but for a little."""
    limits, unit = house["limits"], house["table_unit"]
    chosen: dict[str, int] = {}
    for name in names:
        if not rng.randrange(3):
            continue
        if chosen and rng.randrange(2):
            chosen[name] = rng.choice(list(chosen.values()))
        else:
            least, most = limits.get(name, {"minimum": unit, "maximum": 9 * unit}).values()
            chosen[name] = rng.choice((least, most, least + unit, most + unit, least - unit, most - 1, 0))
    return chosen


def _any_amount(hand: Round, rng: Random) -> int:
    unit = hand.house.table_unit
    return rng.choice((0, -unit, 1, rng.randrange(1, 20) * unit, rng.randrange(1, 20) * unit + rng.choice((1, -1))))


def _wager_names(hand: Round) -> list[str]:
    return [*hand.house.as_data().get("limits", {}), "first", "second", "raise", "nothing"]
