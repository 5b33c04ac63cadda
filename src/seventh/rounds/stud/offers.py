"""A player's choices at stud as buttons: on their turn, and before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seventh.cards import UNKNOWN
from seventh.rounds.actions import BetTo, BringIn, Call, Check, DeclareAllIn, Fold, Muck, Show
from seventh.rounds.offers import PRIMARY, QUIET, Intention, Offer, offer
from seventh.rounds.stud.choices import BetRange

_BET = ("bet", "raise", "complete", "bet to", "raise to", "complete to")
_FREE = "Checking is free. To fold anyway, press Fold again."


def stud_offers(hand: Any, seat: int) -> list[Offer]:
    """The seat's offers, folding first."""
    found: list[Offer] = []
    money = hand.house.money
    legal = hand.legal(seat)

    def add(name: str, label: str, action: Any, **more: Any) -> None:
        found.append(offer(hand, seat, name, label, action, **more))

    if legal.of(Fold):
        free = {"confirm": _FREE, "again": "Fold anyway"} if legal.of(Check) else {}
        add("fold", "Fold", Fold(), key="F", kind=QUIET, typed=("fold",), **free)
    # Only a beaten hand may be mucked; if its cards are unknown here, only its holder knows whether it is.
    beaten = legal.of(Muck) is not None and UNKNOWN not in hand.hands[seat].cards
    if legal.of(Muck):
        add(
            "muck",
            "Muck",
            Muck(),
            key="F",
            kind=PRIMARY if beaten else QUIET,
            typed=("muck",),
            always="Always muck a beaten hand",
        )
    if legal.of(BringIn):
        price = money(hand.price(seat, BringIn()))
        add("bring-in", f"Bring in {price}", BringIn(), key="C", kind=PRIMARY, typed=("bring in",))
    if legal.of(Check):
        add("check", "Check", Check(), key="C", kind=PRIMARY, typed=("check",))
    for call in legal.of(Call) or ():
        assert isinstance(call, Call)
        add("call", f"Call {money(call.amount)}", call, key="C", kind=PRIMARY, typed=("call",))
    if legal.of(Show):
        add("show", "Show", Show(), key="B", kind="" if beaten else PRIMARY, typed=("show",), always="Always show")
    if legal.of(DeclareAllIn):
        add("all-in", "Stay in without betting", DeclareAllIn(), key="A", typed=("stay in",))
    bets = legal.of(BetTo)
    if isinstance(bets, BetRange):
        found += _bets(hand, seat, bets)
    return found


def _bets(hand: Any, seat: int, bets: BetRange) -> Iterator[Offer]:
    money = hand.house.money
    for number, amount in enumerate(bets.amounts):
        label = f"{bet_word(hand.house, hand.street, hand.bet_to, amount)} {money(amount)}"
        everything = ("all in",) if amount == max(bets.amounts) else ()
        typed = (*_BET, *everything) if not number else everything
        yield offer(hand, seat, "bet", label, BetTo(amount), key="" if number else "B", typed=typed)
    if bets.minimum <= bets.maximum:
        label = bet_word(hand.house, hand.street, hand.bet_to, bets.minimum)
        yield offer(
            hand,
            seat,
            "amount",
            label,
            BetTo(bets.minimum),
            typed=_BET,
            amounts=(bets.minimum, bets.maximum, bets.step),
        )


def asked(offers: list[Offer], money: Callable[[int], str]) -> str:
    """The prompt: "Call $4, raise to $8 or fold". Folding is not mentioned when checking is free."""
    fold = [one for one in offers if one.name == "fold" and not one.confirm]
    stay = [one for one in offers if one.kind != QUIET and one.name not in ("bet", "amount")]
    bets = [one for one in offers if one.name in ("bet", "amount")]
    said = [one.label for one in stay]
    if bets:
        least, more = bets[0], any(one.amounts and one.amounts[1] > one.amounts[0] for one in bets) or len(bets) > 2
        amount = f" {money(least.action['amount'])}" if least.amounts else ""
        said.append(f"{least.label}{amount}{' or more' if more else ''}")
        said += [] if more else [one.label for one in bets[1:]]
    first, *others = [*said, *(one.label for one in fold)]
    words = [first, *(f"{other[0].lower()}{other[1:]}" for other in others)]
    return f"{', '.join(words[:-1])} or {words[-1]}." if others else f"{first}."


def bet_word(house: Any, street: int, bet_to: int, to: int) -> str:
    """Bet, complete or raise. A full bet instead of the bring-in completes, as one after it does. At fixed limit a
    completion goes up to the full bet: anything above is a raise over an all-in that counted as a completion."""
    full = house.least_bet(3)
    if not bet_to:
        return "Complete to" if street == 3 and house.stakes.bring_in < full else "Bet"
    completes = street == 3 and bet_to < full and (to <= full or house.structure != "fixed_limit")
    return "Complete to" if completes else "Raise to"


def stud_intentions(hand: Any, seat: int) -> list[Intention]:
    """The choices available while others act."""
    mine = hand.hands.get(seat)
    if hand.phase != "betting" or mine is None or mine.status != "in" or not mine.can_bet or seat in hand.to_act:
        return []
    if hand.betting.bring_in_due:  # nobody can check, and there is no bet to call yet
        return [Intention("check-fold", "Fold", ("check", "fold"))]
    price = min(hand.bet_to - mine.bet, mine.stack)
    stay = (
        Intention("call", f"Call {hand.house.money(price)}", ("call",), price)
        if price > 0
        else Intention("check", "Check", ("check",), 0)
    )
    return [Intention("check-fold", "Check or fold", ("check", "fold")), stay]
