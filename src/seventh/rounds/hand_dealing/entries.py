"""What the dealer enters, one line at a time, as actions of the round."""

from __future__ import annotations

from typing import Any

from seventh.cards import UNKNOWN, format_cards
from seventh.house.amounts import NotAnAmount
from seventh.rounds.actions import (
    DEALER,
    Burn,
    Deal,
    DealCards,
    LeaveBurns,
    NoMoreBets,
    PlaceWagers,
    Reveal,
    ShuffleBurns,
    TurnUp,
)
from seventh.rounds.dealer.typed_wagers import NotWagers, parse_wagers, why_not
from seventh.rounds.hand_dealing.announced import read_decision
from seventh.rounds.hand_dealing.instructions import instruction_of, ups
from seventh.rounds.hand_dealing.irregularities import MARK, read_irregularity
from seventh.rounds.hand_dealing.typed_cards import check_unseen, looks_like_cards, named_hand, parse_typed
from seventh.rounds.hand_dealing.values import (
    YES,
    Entered,
    Names,
    NotUnderstood,
    Unconfirmed,
    capital,
    counted,
    listed,
    lowered,
)
from seventh.rounds.hand_dealing.what_to_type import what_to_type
from seventh.rounds.legal import CardsFromDeck
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.rounds.stud.choices import BurnsToShuffle, BurnTop, CardRun

_OUT = ("out", "none", "0")
_HELP = ("?", "help")
_CLOSE = ("close", "no more bets", "deal")


def read_entry(hand: Round, words: Any, names: Names, text: str) -> list[Entered]:
    """The actions that an entry stands for; `NotUnderstood` says in one line why there are none."""
    entry = " ".join(text.split())
    if hand.outcome is not None:
        raise NotUnderstood("The round is over")
    if entry.startswith(MARK):
        return read_irregularity(hand, names, entry)
    typed = entry.lower()
    if typed in _HELP:
        raise NotUnderstood(_help(hand, words, names))
    if hand.legal(DEALER).of(NoMoreBets) is not None:
        return _wagers(hand, words, names, typed)
    if DEALER not in hand.to_act:
        return _decided(hand, words, names, typed)
    if typed and not looks_like_cards(typed) and typed not in ("all", "shuffle", "leave", "dealt"):
        if " " in typed and typed.split()[0].isdecimal():
            return read_decision(hand, words, names, typed)
        _refuse(hand, words, names, entry)
    return [(DEALER, _dealt(hand, words, names, "" if typed == "dealt" else typed))]


def _decided(hand: Round, words: Any, names: Names, typed: str) -> list[Entered]:
    asked = instruction_of(hand, words, names)
    if asked.needs == "cards" and typed and looks_like_cards(typed):
        return read_decision(hand, words, names, f"show {typed}" if not asked.choose_from else typed)
    if not typed:
        raise NotUnderstood(f"Enter the decision: {asked.text}")
    return read_decision(hand, words, names, typed)


def _refuse(hand: Round, words: Any, names: Names, entry: str) -> None:
    asked = instruction_of(hand, words, names)
    if asked.needs == "cards" or (asked.needs == "nothing" and (len(entry) == 2 or entry.startswith("1"))):
        parse_typed(entry)  # says what is wrong with the first pair that is not a card
    raise NotUnderstood(f"{entry!r} is not possible now; next: {asked.text}")


def _help(hand: Round, words: Any, names: Names) -> str:
    """What can be entered now."""
    asked = instruction_of(hand, words, names)
    match asked.needs:
        case "cards":
            return f"Name {counted(asked.number)}: rank and suit, such as As or 10h"
        case "nothing":
            return f"Confirm it, by the button or with Enter: {asked.text}"
        case "wagers":
            return asked.typing
    return f"{asked.text} Type {listed([typed for typed, _ in what_to_type(asked)], 'or')}"


# Wagers.


def _wagers(hand: Round, words: Any, names: Names, entry: str) -> list[Entered]:
    text = entry.removesuffix(f" {YES}")
    confirmed = text != entry
    if not text or text in _CLOSE:
        placed = [seat for seat in hand.seats if hand.hands[seat].wagers]
        if not placed:
            raise NotUnderstood(f"No wagers have been placed; for example: {next(iter(hand.seats))} {words.example}")
        waiting = [names(seat) for seat in hand.seats if seat in hand.to_act]
        if waiting and not confirmed:
            them = "them" if len(waiting) > 1 else "the player"
            question = f"Not placed yet: {', '.join(map(lowered, waiting))}. Sit {them} out?"
            raise Unconfirmed(question, _CLOSE[0], f"Sit {them} out")
        return [(DEALER, NoMoreBets())]
    first, _, rest = text.partition(" ")
    if not (first.isascii() and first.isdecimal() and int(first) in hand.seats):
        seats = ", ".join(map(str, hand.seats))
        raise NotUnderstood(f"Begin with the seat ({seats}); for example: {next(iter(hand.seats))} {words.example}")
    seat = int(first)
    choice = hand.legal(seat).of(PlaceWagers)
    assert isinstance(choice, WagerSpots)
    if rest.strip() in _OUT:
        return [(seat, PlaceWagers({}))]
    try:
        amounts = parse_wagers(rest, choice.names, words)
    except (NotWagers, NotAnAmount) as problem:
        raise NotUnderstood(str(problem)) from None
    if not amounts:
        raise NotUnderstood(f"How much? For example: {seat} {words.example}; or {seat} out")
    refused = why_not(choice, amounts, words, f"{names(seat)} has")
    if refused:
        raise NotUnderstood(refused)
    if not confirmed:
        _check_next_bet(hand, words, names, choice.budget, seat, amounts, text)
    return [(seat, PlaceWagers({name: amount for name, amount in amounts.items() if amount}))]


def _check_next_bet(
    hand: Any, words: Any, names: Names, budget: int, seat: int, amounts: dict[str, int], text: str
) -> None:
    """Ask about wagers after which the player has too few chips to do anything but fold."""
    due = hand.next_bet(hand.house, {name: amount for name, amount in amounts.items() if amount})
    left, money = budget - sum(amounts.values()), words.house.money
    if due is not None and left < due[1]:
        raise Unconfirmed(
            f"{names(seat)} has {money(left)} left and needs {money(due[1])} for {words.the(due[0])}: after the cards, "
            "the player could only fold. Place these wagers?",
            text,
            "Place them",
        )


# Cards.


def _dealt(hand: Any, words: Any, names: Names, text: str) -> Any:
    choice = hand.legal(DEALER).choices[0]
    if isinstance(choice, BurnsToShuffle):
        if text == "leave" and hand.legal(DEALER).of(LeaveBurns) is not None:
            return LeaveBurns()
        if text == "shuffle" or (not text and hand.legal(DEALER).of(LeaveBurns) is None):
            return ShuffleBurns(UNKNOWN.text * choice.number)
        raise NotUnderstood("Shuffle the burns, or leave them out? Enter shuffle or leave")
    if text in ("shuffle", "leave") or (text == "all" and not isinstance(choice, CardRun)):
        _refuse(hand, words, names, text)
    if isinstance(choice, CardsFromDeck):
        return _stack(hand, choice, names, text)
    if isinstance(choice, CardRun):
        return _next_cards(hand, choice, names, text)
    if isinstance(choice, BurnTop):
        return Burn(_only_card(hand, names, text)) if text else Burn()
    if choice.action is Reveal:
        return Reveal(_named(hand, hand.dealer, text, "the dealer", names))
    if choice.action is TurnUp:
        turned = hand.to_turn[0]
        return TurnUp(turned.seat, named_hand(hand, turned.cards, text, names(turned.seat), names))
    if text:
        _refuse(hand, words, names, text)
    return next(iter(choice))


def _named(hand: Any, held: Any, text: str, whose: str, names: Names) -> str:
    if UNKNOWN not in held:
        if text:
            raise NotUnderstood("Those cards are already known; just confirm")
        return ""
    return named_hand(hand, held, text, whose, names)


def _only_card(hand: Any, names: Names, text: str) -> str:
    cards = parse_typed(text)
    if len(cards) != 1:
        raise NotUnderstood(f"{capital(counted(len(cards)))} entered; one is needed")
    check_unseen(hand, cards, names)
    return cards[0].text


def _stack(hand: Any, choice: CardsFromDeck, names: Names, text: str) -> Deal:
    """The next cards of one place: nothing if they stay unknown, only the one face up, or all of them."""
    cards = list(parse_typed(text))
    check_unseen(hand, cards, names)
    first = [choice.first] if choice.first is not None else []
    unknown = [UNKNOWN] * choice.number
    unknown[: len(first)] = first
    if not cards and choice.unknown and choice.up is None:
        return Deal(choice.place, format_cards(unknown))
    if len(cards) == 1 and choice.up is not None:
        unknown[choice.up] = cards[0]
        return Deal(choice.place, format_cards(unknown))
    if len(cards) == choice.number:
        return Deal(choice.place, format_cards(cards))
    allowed = [] if choice.up is not None or not choice.unknown else ["none"]
    allowed += ["the one face up"] if choice.up is not None and choice.number > 1 else []
    allowed.append(f"all {choice.number}" if choice.number > 1 else "one")
    raise NotUnderstood(f"{capital(counted(len(cards)))} entered; name {' or '.join(allowed)}")


def _next_cards(hand: Any, choice: CardRun, names: Names, text: str) -> DealCards:
    places = ups(hand)
    if text == "all":
        number = next((number for number, (_, up) in enumerate(places) if up), len(places))
        if not number:
            raise NotUnderstood("The next card is dealt face up: name it")
        return DealCards("".join(_fixed(choice, place) for place in range(number)))
    if not text:
        if places[0][1]:
            raise NotUnderstood("The next card is dealt face up: name it")
        return DealCards(_fixed(choice, 0))
    cards = parse_typed(text)
    if len(cards) != 1:
        raise NotUnderstood(f"{capital(counted(len(cards)))} entered; cards are dealt one at a time")
    check_unseen(hand, cards, names)
    return DealCards(cards[0].text)


def _fixed(choice: CardRun, place: int) -> str:
    """The card at a place if a shuffle has fixed it; an unknown card otherwise."""
    fixed = choice.fixed[place]
    return UNKNOWN.text if fixed is None else fixed.text
