"""Decisions of the players, as they announce them: what the dealer asks, and the buttons for the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seventh.cards import UNKNOWN, format_cards
from seventh.rounds.actions import Bet, Claim, Fold, Muck, SetHand, Show
from seventh.rounds.dealer.state import DECIDING, TURNING
from seventh.rounds.hand_dealing.values import Button, Instruction, Names, capital, counted, listed, lowered
from seventh.rounds.hand_dealing.what_to_type import claiming, typed_words
from seventh.rounds.legal import BetAmounts
from seventh.rounds.round import Round

SET = "set"
BEST = "best"


def decisions(hand: Any, words: Any, names: Names, seat: int | None = None) -> Instruction:
    """Whose decision is next, and what can be announced; where any order will do, for the seat that is asked for."""
    waiting = in_order(hand)
    if seat is None or not hand.AGAINST_HOUSE or seat not in waiting:
        seat = waiting[0]
    legal = hand.legal(seat)
    if hand.phase == TURNING:
        held = hand.hands[seat].cards
        text = f"{names(seat)} set the hand: which two cards were set aside?"
        return Instruction(text, "cards", 2, seat, legal.of(SetHand).clause, choose_from=format_cards(held))
    buttons = tuple(buttons_of(hand, words, seat))
    if legal.of(SetHand) is not None:
        buttons += tuple(_for_all(hand, waiting))
    number = list(hand.hands[seat].cards).count(UNKNOWN) if legal.of(Show) is not None else 0
    others = [other for other in waiting if other != seat and legal.of(Show) is None]
    also = tuple(others) if hand.AGAINST_HOUSE else ()
    claimed = tuple(claims(hand, words, names))
    typing = [
        f"Type {typed_words(buttons, seat)}." if legal.of(SetHand) is not None else "",
        claiming(claimed),
        f"To decide for another seat first, type its number before the decision: {also[0]} ..." if also else "",
    ]
    ahead = "Also to decide, in any order:" if also else "Then"
    return Instruction(
        _question(hand, words, names, seat, number),
        "cards" if number else "decision",
        number,
        seat,
        legal.choices[0].clause,
        f"{ahead} {listed([names(other) for other in others])}." if others else "",
        (*buttons, *claimed),
        typing=" ".join(filter(None, typing)),
        also=also,
    )


def _question(hand: Any, words: Any, names: Names, seat: int, to_show: int) -> str:
    """What the dealer asks the player."""
    legal = hand.legal(seat)
    setting = legal.of(SetHand)
    if setting is not None:
        house_sets = ", or does the house set it" if setting.refusal(SetHand()) is None else ""
        return f"{names(seat)}: has the player set the hand{house_sets}?"
    if to_show:
        muck = ", or muck?" if legal.of(Muck) is not None else ""
        return f"{names(seat)}: to show, name the {counted(to_show)} not seen yet{muck}"
    short = _too_short(hand, words, seat)
    if short:
        return f"{names(seat)} can only fold: {short}"
    return f"{names(seat)}: {_possible(hand, words, seat)}?"


def _too_short(hand: Any, words: Any, seat: int) -> str:
    """Why a player cannot make the bet that would keep the hand in play; empty if the bet can be made."""
    held = hand.hands[seat]
    due = hand.next_bet(hand.house, held.wagers) if hand.AGAINST_HOUSE and hand.phase == DECIDING else None
    if due is None or hand.legal(seat).of(Bet) is not None:
        return ""
    money = words.house.money
    return f"{words.the(due[0])} takes at least {money(due[1])}, and {money(held.stack)} is left"


def claims(hand: Any, words: Any, names: Names) -> Iterator[Button]:  # noqa: ARG001
    """The bonuses that can be claimed now, by anybody."""
    for seat in hand.seats:
        if hand.legal(seat).of(Claim) is not None:
            number = hand.hands[seat].cards.count(UNKNOWN) if names_cards(hand, seat) else 0
            yield Button(f"{names(seat)} claims the bonus", f"{seat} claim", cards=number, seat=seat)


def names_cards(hand: Any, seat: int) -> bool:
    """Whether a claim shows cards that are not known yet."""
    return Claim() not in hand.legal(seat)


def in_order(hand: Round) -> list[int]:
    """The seats that have a decision to make: at stud the next one first, against the dealer in any order."""
    order = getattr(hand, "queue", ()) if not hand.AGAINST_HOUSE else ()
    waiting = [seat for seat in hand.seats if seat in hand.to_act]
    return waiting if hand.AGAINST_HOUSE else [*order]


def buttons_of(hand: Any, words: Any, seat: int) -> Iterator[Button]:
    """The decisions that a seat can announce now."""
    if not hand.AGAINST_HOUSE:
        yield from _stud_buttons(hand, words, seat)
        return
    legal = hand.legal(seat)
    for fold in legal.of(Fold) or ():
        label = "Fold and claim the bonus" if fold.claim else "Fold"
        yield Button(label, f"{seat} fold claim" if fold.claim else f"{seat} fold", seat=seat)
    bet = legal.of(Bet)
    if isinstance(bet, BetAmounts):
        yield from _bet_buttons(words, seat, bet)
    setting = legal.of(SetHand)
    if setting is not None:
        yield Button("The player has set the hand", f"{seat} {SET}", seat=seat)
        if setting.refusal(SetHand()) is None:
            yield Button("The house sets the best five", f"{seat} {BEST}", seat=seat)


def _bet_buttons(words: Any, seat: int, bet: BetAmounts) -> Iterator[Button]:
    title, money = capital(words.title(bet.wager)), words.house.money
    amounts = range(bet.minimum, bet.maximum + 1, bet.minimum)
    for amount in amounts:
        if bet.refusal(Bet(bet.wager, amount)) is None:
            yield Button(f"{title} {money(amount)}", f"{seat} bet {_typed(amount, words)}", seat=seat)
    if bet.count > len(amounts):
        yield Button(f"{title} another amount", f"{seat} bet", amount=bet.minimum, seat=seat)


def _typed(amount: int, words: Any) -> str:
    """An amount as it can be typed."""
    return str(words.house.money(amount)).removeprefix(words.house.currency).replace(",", "")


def _for_all(hand: Any, waiting: list[int]) -> Iterator[Button]:
    may_leave = all(hand.legal(seat).of(SetHand).refusal(SetHand()) is None for seat in waiting)
    counts = hand.set_hand_counts
    if may_leave and not counts:
        yield Button("All players have set two cards aside", f"all {BEST}", primary=True)
        return
    if len(waiting) > 1:
        yield Button("All players have set their hands", f"all {SET}", primary=True)
        if may_leave:
            yield Button("The house sets the best five of all", f"all {BEST}")


def _stud_buttons(hand: Any, words: Any, seat: int) -> Iterator[Button]:
    for offer in words.offers(hand, seat):
        typed = offer.typed[0] if offer.typed else "bet"
        if offer.name == "show":
            if UNKNOWN not in hand.hands[seat].cards:  # else the cards are named, and no button can do that
                yield Button("Show", "show", seat=seat, primary=True)
        elif offer.name == "amount":
            yield Button(f"{offer.label} another amount", "bet", amount=offer.amounts[0], seat=seat)
        elif offer.name == "bet":
            yield Button(offer.label, f"bet {_typed(offer.action['amount'], words)}", seat=seat)
        else:
            yield Button(offer.label, typed, seat=seat)


def _possible(hand: Any, words: Any, seat: int) -> str:
    """What a seat can decide now, in words."""
    return listed([lowered(button.label) for button in buttons_of(hand, words, seat)], "or")
