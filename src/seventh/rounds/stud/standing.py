"""Where a hand stands in the showdown, in a sentence: only from its own cards and those already shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.cards import UNKNOWN
from seventh.rounds.stud.showdown import is_beaten


def standing(hand: Any, seat: int, name: Callable[[int], str]) -> str:
    """`Ada's pair of kings beats your pair of tens.`; empty before anybody has shown."""
    mine, shares = hand.hands[seat], hand.house.family.shares
    shown = [
        one for one in hand.hands.remaining if one.shown and one.seat != seat and UNKNOWN not in one.cards
    ]  # fmt: skip
    if not shown or UNKNOWN in mine.cards:
        return ""
    beaten = is_beaten(mine, hand.hands, hand.common, shares)
    if len(shares) > 1:
        return "Hands already shown beat yours." if beaten else "Your hand can still win a part of the pot."
    share = shares[0]
    strengths = {one.seat: share.strength(sum(card.bit for card in one.cards + hand.common)) for one in (mine, *shown)}
    best = max(shown, key=lambda one: strengths[one.seat])
    theirs, own = (share.hand_name(one.cards + hand.common) for one in (best, mine))
    if strengths[best.seat] < strengths[seat]:
        return f"Your {_kind(own)} is the best hand so far."
    if strengths[best.seat] == strengths[seat]:
        return f"Your {_kind(own)} ties {name(best.seat)}'s."
    if _kind(theirs) == _kind(own):  # then the ranks decide
        theirs, own = _in_full(theirs), _in_full(own)
    else:
        theirs, own = _kind(theirs), _kind(own)
    where = "." if beaten else " in the main pot, but not in every pot."
    return f"{name(best.seat)}'s {theirs} beats your {own}{where}"


def _kind(hand: str) -> str:
    return hand.partition(", ")[0]


def _in_full(hand: str) -> str:
    kind, _, ranks = hand.partition(", ")
    return f"{kind} ({ranks})" if ranks else kind
