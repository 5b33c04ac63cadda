"""Decisions of the players, as the dealer types them."""

from __future__ import annotations

from typing import Any

from seventh.cards import UNKNOWN, format_cards
from seventh.house.amounts import NotAnAmount, looks_like_amount, parse_amount
from seventh.rounds.actions import (
    DEALER,
    Action,
    Bet,
    BetTo,
    BringIn,
    Call,
    Check,
    Claim,
    DeclareAllIn,
    Fold,
    Muck,
    SetHand,
    Show,
)
from seventh.rounds.dealer.state import TURNING
from seventh.rounds.hand_dealing.decisions import BEST, SET, buttons_of, claims, in_order, names_cards
from seventh.rounds.hand_dealing.typed_cards import check_unseen, looks_like_cards, named_hand, parse_typed
from seventh.rounds.hand_dealing.values import Entered, Names, NotUnderstood, capital, counted, listed
from seventh.rounds.hand_dealing.what_to_type import claiming, typed_words
from seventh.rounds.legal import BetAmounts
from seventh.rounds.stud.choices import BetRange

_BETS = ("bet", "raise", "complete", "play", "open")
_PLAIN: dict[str, tuple[type[Action], ...]] = {
    "fold": (Fold,),
    "check": (Check,),
    "call": (Call,),
    "bring in": (BringIn,),
    "muck": (Muck,),
    "stay in": (DeclareAllIn,),
}


def read_decision(hand: Any, words: Any, names: Names, text: str) -> list[Entered]:
    """A decision as announced, with the seat before it if it is not the next one's."""
    first, _, rest = text.partition(" ")
    waiting = in_order(hand) if DEALER not in hand.to_act else []
    if first == "all":
        return [one for seat in waiting for one in _read(hand, words, names, seat, rest.strip())]
    if first.isascii() and first.isdecimal() and not _is_amount_only(text):
        seat = int(first)
        if seat not in hand.seats:
            raise NotUnderstood(f"There is no seat {seat} in this round; seats: {', '.join(map(str, hand.seats))}")
        return _read(hand, words, names, seat, rest.strip())
    if not waiting:
        raise NotUnderstood(f"{text!r} is not possible now; to claim a bonus, type the seat number first")
    return _read(hand, words, names, waiting[0], text)


def _is_amount_only(text: str) -> bool:
    return " " not in text.strip()


def _read(hand: Any, words: Any, names: Names, seat: int, text: str) -> list[Entered]:
    legal, cards_held = hand.legal(seat), hand.hands[seat].cards
    if seat in hand.to_act:
        text = _as_asked(hand, words, seat, text)
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if hand.phase == TURNING and seat in hand.to_act:
        return [(seat, _discards(hand, names, seat, text))]
    if not legal.choices:
        raise NotUnderstood(f"{names(seat)} has no decision to make now. {_whose_turn(hand, names)}")
    if verb == "claim" and legal.of(Claim) is not None:
        if not names_cards(hand, seat):
            return [(seat, Claim())]
        return [(seat, Claim(named_hand(hand, cards_held, rest, names(seat), names)))]
    if verb == "show" and legal.of(Show) is not None:
        known = UNKNOWN not in cards_held
        return [(seat, Show() if known else Show(named_hand(hand, cards_held, rest, names(seat), names)))]
    if verb in (SET, BEST) and legal.of(SetHand) is not None:
        return [(seat, _set(hand, names, seat, verb, rest))]
    if verb == "fold" and rest.removeprefix("and ").startswith("claim"):
        return [(seat, Fold(claim=True))]
    for typed, kinds in _PLAIN.items():
        if text == typed:
            for kind in kinds:
                for action in legal.of(kind) or ():
                    return [(seat, action)]
    allowed = typed_words(tuple(buttons_of(hand, words, seat)), seat)
    if text and looks_like_cards(text) and allowed:
        raise NotUnderstood(f"No cards are due: {names(seat)} has a decision to make. Type {allowed}")
    bets = legal.of(Bet) or legal.of(BetTo)
    if bets is not None and (verb in _bet_words(words, bets) or looks_like_amount(verb, words.house)):
        amount = rest.removeprefix("to ") if verb in _bet_words(words, bets) else text
        return [(seat, _bet(words, bets, amount))]
    if not allowed:
        own = [claim for claim in claims(hand, words, names) if claim.seat == seat]
        raise NotUnderstood(f"{names(seat)} has no decision to make now. {claiming(own)}".rstrip(". "))
    if not text:
        raise NotUnderstood(f"What does {names(seat)} decide? Type {allowed}")
    raise NotUnderstood(f"{names(seat)} cannot {text} now; type {allowed}")


def _as_asked(hand: Any, words: Any, seat: int, text: str) -> str:
    """What is typed for a decision that is announced as in the question: `bet 5` for `second bet $5`."""
    for button in buttons_of(hand, words, seat):
        if text == button.label.lower() and not button.amount:
            return button.entry.removeprefix(f"{seat} ")
    return text


def _whose_turn(hand: Any, names: Names) -> str:
    if DEALER in hand.to_act:
        return "It is the dealer's turn"
    waiting = in_order(hand)
    if hand.AGAINST_HOUSE and len(waiting) > 1:
        return f"Still to decide: {listed([names(seat) for seat in waiting])}"
    return f"It is {names(waiting[0])}'s turn"


def _bet_words(words: Any, bets: Any) -> tuple[str, ...]:
    return (*_BETS, *words.aliases[bets.wager]) if isinstance(bets, BetAmounts) else _BETS


def _bet(words: Any, bets: BetAmounts | BetRange, text: str) -> Action:
    money = words.house.money
    most = isinstance(bets, BetRange) and text in ("all in", "all", "max")
    least = bets.minimum if bets.minimum <= bets.maximum else 0
    amounts = bets.amounts if isinstance(bets, BetRange) else ()
    try:
        if most:
            amount = max((*amounts, bets.maximum if least else 0))
        else:
            amount = parse_amount(text, words.house) if text else min(amount for amount in (least, *amounts) if amount)
    except NotAnAmount as problem:
        raise NotUnderstood(str(problem)) from None
    action: Action = Bet(bets.wager, amount) if isinstance(bets, BetAmounts) else BetTo(amount)
    refusal = bets.refusal(action)  # type: ignore[arg-type]
    if refusal is not None:
        allowed = [money(one) for one in amounts]
        if least and least < bets.maximum:
            allowed.insert(0, f"{money(least)} to {money(bets.maximum)} in steps of {money(bets.step)}")
        elif least:
            allowed.insert(0, money(least))
        raise NotUnderstood(f"{money(amount)} is not allowed ({bets.clause}); allowed: {' or '.join(allowed)}")
    return action


def _set(hand: Any, names: Names, seat: int, verb: str, rest: str) -> Action:
    if verb == BEST:
        return SetHand()
    if UNKNOWN in hand.hands[seat].cards:
        return SetHand(UNKNOWN.text * 2)
    return _discards(hand, names, seat, rest)


def _discards(hand: Any, names: Names, seat: int, text: str) -> Action:
    held = hand.hands[seat].cards
    cards = parse_typed(text)
    check_unseen(hand, cards, names, held)
    strangers = [card for card in cards if card not in held]
    if strangers:
        raise NotUnderstood(f"{names(seat)} does not have {' '.join(map(str, strangers))}")
    if len(cards) != 2:
        raise NotUnderstood(f"{capital(counted(len(cards)))} named; a player sets two cards aside")
    return SetHand(format_cards(cards))
