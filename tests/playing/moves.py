"""Random actions: legal ones of any kind of choice, and arbitrary ones that may or may not be legal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from seventh.cards import Card, cards_in, parse_cards
from seventh.records.checking import some_wagers
from seventh.rounds import actions as actions_module
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    Action,
    Bet,
    BetTo,
    Burn,
    Call,
    Deal,
    DealCards,
    ExposeDownCard,
    Fold,
    Reveal,
    Show,
    ShuffleBurns,
    VoidRound,
    Who,
    WrongNumber,
)
from seventh.rounds.events import CardDrawn, Dealt
from seventh.rounds.legal import BetAmounts, CardsFromDeck, Choice
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.choices import BetRange, BurnTop, CardRun

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
    if choice.action is Fold and hand.legal(who).of(Call) and rng.randrange(8):
        choice = rng.choice(choices[1:])  # stud would hardly ever reach its last street
    if choice.action is VoidRound and rng.randrange(4):
        return None  # it is possible at any time, and would end most rounds
    return one_of(hand, choice, rng, unknown, order)


def one_of(
    hand: Round, choice: Choice, rng: Random, unknown: bool = False, order: Sequence[Card] = ()
) -> Action | None:
    if isinstance(choice, WagerSpots):
        return some_wagers(choice, rng)
    if isinstance(choice, BetAmounts):
        return Bet(choice.wager, choice.minimum + choice.step * rng.randrange(choice.count))
    if isinstance(choice, CardsFromDeck):
        return _deal(choice, rng, unknown, order)
    if choice.action is WrongNumber and rng.randrange(2):
        found = _wrong_number(hand, rng)
        return found if choice.refusal(found) is None else None
    if choice.action is Reveal:
        return _reveal(hand, choice, rng)
    if isinstance(hand, StudRound):
        action = _at_stud(hand, choice, rng, unknown, order)
        if action is not None:
            return action if choice.refusal(action) is None else None
    some = list(islice(choice, SEVERAL))
    return rng.choice(some) if some else None


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


def _at_stud(hand: StudRound, choice: Choice, rng: Random, unknown: bool, order: Sequence[Card]) -> Action | None:
    """What cannot be chosen from the first few of a list."""
    if isinstance(choice, BetRange):
        spread = range(choice.minimum, choice.maximum + 1, choice.step)
        inner = [spread[0], spread[-1], rng.choice(spread)] if spread else []
        return BetTo(rng.choice([*choice.amounts, *inner]))
    if isinstance(choice, CardRun):
        return _run(choice, rng, unknown, order)
    if isinstance(choice, BurnTop):
        return Burn("??") if unknown and rng.randrange(2) else Burn(_some(choice.deck, 1, rng, order)[0].text)
    if choice.action is ShuffleBurns:
        cards = [card.text for card in parse_cards(next(iter(choice)).order)]  # type: ignore[attr-defined]
        if unknown:
            cards = [card if rng.randrange(4) else "??" for card in cards]
        rng.shuffle(cards)
        return ShuffleBurns("".join(cards))
    if choice.action is Show and not choice.count:
        (seat,) = hand.to_act
        held = hand.hands[seat].cards  # type: ignore[index]
        return Show(_named(hand, held, rng))
    if choice.action is ExposeDownCard and not rng.randrange(3):
        exposed = rng.choice(list(hand.seats))
        held = hand.hands[exposed].cards[-1:]
        return ExposeDownCard(exposed, _named(hand, held, rng)) if held else None
    return None


def _some(deck: int, number: int, rng: Random, order: Sequence[Card]) -> list[Card]:
    """Cards of a set, in the order of a shuffled deck if there is one."""
    if order:
        return list(islice((card for card in order if card.bit & deck), number))
    return rng.sample(list(cards_in(deck)), number)


def _run(choice: CardRun, rng: Random, unknown: bool, order: Sequence[Card]) -> DealCards:
    """As many cards as there are places, or fewer."""
    rest = iter(_some(choice.deck, choice.fixed.count(None), rng, order))
    cards = [(card or next(rest)).text for card in choice.fixed]
    if not rng.randrange(3):
        del cards[rng.randrange(1, len(cards) + 1) :]
    hidden = "".join(
        "??" if unknown and fixed is None and not rng.randrange(4) else card
        for card, fixed in zip(cards, choice.fixed, strict=False)
    )
    deal = DealCards(hidden)
    return deal if choice.refusal(deal) is None else DealCards("".join(cards))


def _named(hand: StudRound, held: Sequence[Card], rng: Random) -> str:
    """Cards as they are when they are seen: those that were unknown can be any that are nowhere else."""
    spare = rng.sample(list(cards_in(hand.stock.unordered)), sum(card.text == "??" for card in held))
    return "".join(spare.pop().text if card.text == "??" else card.text for card in held)


def _wrong_number(hand: Round, rng: Random) -> WrongNumber:
    """Some of the cards that a place should hold, and perhaps others."""
    places = hand.places()
    place = rng.choice([place for place in places if place.startswith("seat ") or place == DEALER] or [DEALER])
    held = [card for card in places.get(place, ()) if card == "??" or rng.randrange(5)]
    spare = [card for where in ("stub", "discards") for card in places.get(where, ())]
    for index, card in enumerate(held):
        if card == "??":
            held[index] = rng.choice(spare)
    held += rng.sample(spare, min(rng.choice((0, 0, 1, 2)), len(spare)))
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
    if field.name == "seat":
        return rng.choice([*hand.seats, 0, 9])
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
    if isinstance(hand, StudRound) and rng.randrange(2):
        return _near_bet(hand, rng)
    return rng.choice((0, -unit, 1, rng.randrange(1, 20) * unit, rng.randrange(1, 20) * unit + rng.choice((1, -1))))


def _near_bet(hand: StudRound, rng: Random) -> int:
    """An amount that a player may bet or call, or nearly so."""
    stakes, unit = hand.house.stakes, hand.house.table_unit
    one = rng.choice(list(hand.hands.values()))
    last = hand.betting.full_bets.last_raise
    sizes = (0, stakes.bring_in, stakes.small_bet, stakes.big_bet, last, hand.pot, one.stack + one.bet)
    return rng.choice((hand.bet_to, 0)) + rng.choice(sizes) + rng.choice((0, 0, 0, 1, -1, unit, -unit, -one.bet))


def _wager_names(hand: Round) -> list[str]:
    return [*hand.house.as_data().get("limits", {}), "first", "second", "raise", "nothing"]
