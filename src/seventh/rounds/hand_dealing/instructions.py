"""What to do next, in words that a dealer understands."""

from __future__ import annotations

from typing import Any

from seventh.cards import UNKNOWN
from seventh.rounds.actions import (
    DEALER,
    Burn,
    CollectAntes,
    LeaveBurns,
    NoMoreBets,
    PlaceWagers,
    RackStub,
    Reveal,
    TurnUp,
)
from seventh.rounds.hand_dealing.decisions import claims, decisions
from seventh.rounds.hand_dealing.values import Button, Instruction, Names, capital, counted, listed
from seventh.rounds.hand_dealing.what_to_type import claiming
from seventh.rounds.legal import CardsFromDeck, Choice
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.rounds.stud.choices import BurnsToShuffle, BurnTop, CardRun

_STREETS = {3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth", 7: "Seventh"}


def instruction_of(hand: Round, words: Any, names: Names, seat: int | None = None) -> Instruction:
    """The dealer's next instruction; if several seats can decide, for the seat that is asked for."""
    if hand.outcome is not None:
        void = f" The round is void: {hand.outcome.reason}." if hand.outcome.reason else ""
        return Instruction(
            "The round is over", "over", hint=f"Pay and take as listed.{void}", clause=hand.outcome.clause
        )
    if hand.legal(DEALER).of(NoMoreBets) is not None:
        return _wagers(hand, words, names)
    if DEALER not in hand.to_act:
        return decisions(hand, words, names, seat)
    choice = hand.legal(DEALER).choices[0]
    found = _dealing(hand, choice, names)
    claimed = tuple(claims(hand, words, names))
    return Instruction(
        found.text,
        found.needs,
        found.number,
        found.place,
        found.clause or choice.clause,
        found.hint,
        (*found.buttons, *claimed),
        typing=claiming(claimed),
    )


def _wagers(hand: Round, words: Any, names: Names) -> Instruction:
    waiting = [names(seat) for seat in hand.seats if seat in hand.to_act]
    first = next(iter(hand.seats))
    example = f"{first} {words.example}"
    spots = hand.legal(first).of(PlaceWagers)
    assert isinstance(spots, WagerSpots)
    wagers = listed([words.short(name) for name in spots.names])
    buttons = [Button("No more bets", "close", primary=not waiting)]
    return Instruction(
        "Place the wagers as announced",
        "wagers",
        clause=hand.legal(DEALER).choices[0].clause,
        hint=f"Not placed yet: {listed(waiting)}." if waiting else "",
        typing=f"For example: {example}. To sit a seat out, type its number and out. For no more bets, type close.",
        buttons=tuple(buttons),
        examples=(
            (example, f"the wagers of {names(first)}; the names of the wagers are {wagers}"),
            (f"{first} out", f"{names(first)} sits out"),
        ),
    )


def _dealing(hand: Round, choice: Choice, names: Names) -> Instruction:
    if isinstance(choice, CardsFromDeck):
        return _from_deck(hand, choice, names)
    if isinstance(choice, CardRun):
        return _next_card(hand, choice, names)
    if isinstance(choice, BurnTop) or choice.action is Burn:
        return _confirm("Burn the top card, face down", "Burned")
    if isinstance(choice, BurnsToShuffle):
        return _short_stub(hand, choice)
    if choice.action is CollectAntes:
        ante = hand.house.money(hand.house.stakes.ante)
        return _confirm(
            f"Collect the ante of {ante} from {listed([names(seat) for seat in hand.seats])}", "Antes are in"
        )
    if choice.action is RackStub:
        if not getattr(hand, "dealer", ()):
            return _confirm("Place the stub in the discard rack", "Racked")
        number = counted(len(hand.dealer))  # type: ignore[attr-defined]
        return _confirm(f"Count the dealer's {number}, and place the stub in the discard rack", "Counted and racked")
    if choice.action is Reveal:
        return _turn("the dealer's cards", hand.dealer, DEALER)  # type: ignore[attr-defined]
    if choice.action is TurnUp:
        turned: Any = hand
        seat = turned.to_turn[0].seat
        return _turn(f"the hand of {names(seat)}", turned.hands[seat].cards, seat)
    return _confirm(capital(str(choice.action.__struct_config__.tag).replace("_", " ")), "Done")


def _confirm(text: str, label: str) -> Instruction:
    return Instruction(text, "nothing", buttons=(Button(label, "", primary=True),))


def _turn(whose: str, held: tuple[Any, ...], place: Any) -> Instruction:
    unknown = held.count(UNKNOWN)
    if not unknown:
        return Instruction(f"Turn up {whose}", "nothing", place=place, buttons=(Button("Turned up", "", primary=True),))
    known = [card.text for card in held if card is not UNKNOWN]
    seen = f"Seen already: {' '.join(known)}." if known else ""
    return Instruction(f"Turn up {whose}: name {counted(unknown)}", "cards", unknown, place, hint=seen)


def _from_deck(hand: Round, choice: CardsFromDeck, names: Names) -> Instruction:
    """Cards in a stack or one at a time, at games against the dealer."""
    place, number = choice.place, choice.number
    whose = "The dealer" if place == DEALER else names(place)  # type: ignore[arg-type]
    held = hand.dealer if place == DEALER else hand.hands[place].cards  # type: ignore[attr-defined]
    drawn = f"The first is {choice.first}, which was drawn in error. " if choice.first else ""
    if number == 1:
        which = f"{whose}, card {len(held) + 1}"
        if choice.up is not None:
            return Instruction(f"{which}, face up", "cards", 1, place, hint=drawn)
        if not choice.unknown:
            return Instruction(f"{which}, face down; look at it", "cards", 1, place, hint=drawn)
        return _down(f"{which}, face down", place, drawn)
    some = f"{whose}: {counted(number)}"
    if choice.up is not None:
        which = "the last" if choice.up == number - 1 else "the first"
        return Instruction(f"{some}, {which} face up", "cards", 1, place, hint=f"{drawn}Name the card that is face up.")
    if not choice.unknown:
        return Instruction(f"{some}, face down; look at them", "cards", number, place, hint=drawn)
    return _down(f"{some}, face down", place, drawn)


def _down(text: str, place: Any, hint: str = "", more: int = 0) -> Instruction:
    buttons = [Button("Dealt", "", primary=True)]
    if more:
        buttons.append(Button(f"All {more + 1} face-down cards dealt", "all"))
    return Instruction(text, "nothing", place=place, hint=hint, buttons=tuple(buttons))


def _next_card(hand: Any, choice: CardRun, names: Names) -> Instruction:
    """One card at a time, at stud."""
    places = ups(hand)
    place, up = places[0]
    if place == "common":
        return Instruction("The common card, face up in the centre", "cards", 1, place)
    known = next(iter(choice.fixed))
    text = f"{names(place)}, card {len(hand.hands[place].cards) + 1}"
    if up:
        hint = f"By the order of the shuffle it is {known}." if known else ""
        return Instruction(f"{text}, face up", "cards", 1, place, hint=hint)
    more = next((number for number, (_, turned) in enumerate(places) if turned), len(places)) - 1
    return _down(f"{text}, face down", place, f"{_STREETS[hand.street]} street.", more)


def ups(hand: Any) -> list[tuple[Any, bool]]:
    """At stud, the places of the next cards, and whether each is dealt face up; a hand shown already stays face up."""
    return [
        (place, up or (hand.street == 7 and place != "common" and hand.hands[place].shown))
        for place, up in hand.dealing.places
    ]


def _short_stub(hand: Any, choice: BurnsToShuffle) -> Instruction:
    if hand.legal(DEALER).of(LeaveBurns) is None:
        return _confirm(f"The stub is short: shuffle {counted(choice.number)}, the burns among them", "Shuffled")
    return Instruction(
        "The stub is short: shuffle the burns and deal one card each, or leave them out and deal one common card?",
        "decision",
        hint="The rules leave this to the dealer.",
        buttons=(Button("Shuffle the burns", "shuffle", primary=True), Button("Leave the burns out", "leave")),
    )
