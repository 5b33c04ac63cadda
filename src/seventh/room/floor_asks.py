"""The requests of the floor staff. They come by HTTP, each with an id, and are carried out once (R33)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from seventh.room.refusals import MALFORMED, RoomRefused

LONGEST_REASON = 200

ALL, DEAL = "all", "deal"
"""What a hold stops: the whole game with its clocks, or the dealer only."""


class FloorHold(Struct, frozen=True):
    """Stop the game at a table, or only its dealer, until the floor releases it."""

    id: str
    table: str
    what: Literal["all", "deal"]
    why: str


class FloorRelease(Struct, frozen=True):
    """Resume the game."""

    id: str
    table: str


class FloorDeal(Struct, frozen=True):
    """While the dealer is held: let the dealer do the next thing only, such as deal one card."""

    id: str
    table: str
    round: str


class FloorCall(Struct, frozen=True):
    """Call an irregularity, by place."""

    id: str
    table: str
    round: str
    call: str
    """The name of the floor's action, such as `face_up_card`."""
    place: str
    """The key of the place it is about; empty if it has none."""
    expects: str
    """What follows, as it was shown before the call; refused if something else follows by now."""
    why: str = ""
    """The reason, which a void by the floor requires; for other calls a note, or nothing."""


class FloorRemove(Struct, frozen=True):
    """Take a player off the table, after the round if they are in one; the chips go back to the wallet."""

    id: str
    table: str
    person: str
    why: str


class FloorLetIn(Struct, frozen=True):
    """Let a player whom the floor removed sit at the table again."""

    id: str
    table: str
    person: str


class ProposeAdjustment(Struct, frozen=True):
    """Propose a manual change of a person's chips."""

    id: str
    person: str
    amount: int
    """In smallest chips; negative to take chips from the wallet."""
    why: str


class DecideAdjustment(Struct, frozen=True):
    """Approve or decline a change of chips that somebody else proposed."""

    id: str
    adjustment: str
    approve: bool


AnyFloorAsk = (
    FloorHold | FloorRelease | FloorDeal | FloorCall | FloorRemove | FloorLetIn | ProposeAdjustment | DecideAdjustment
)


def reason(text: str) -> str:
    """A reason in one line; refused if it is empty or too long."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not 1 <= len(line) <= LONGEST_REASON:
        raise RoomRefused(MALFORMED, "a reason is needed", f"1 to {LONGEST_REASON} characters")
    return line
