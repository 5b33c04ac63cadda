"""The exception for a refused request, from which a frame or a page can be made."""

from __future__ import annotations

from seventh.room.frames import RefusedFrame
from seventh.rounds.legal import NotNow, Refused, WrongAmount, WrongCards

NOT_NOW, WRONG_AMOUNT, WRONG_CARDS = "not_now", "wrong_amount", "wrong_cards"
STALE, REPRICED, CLOSED, NO_CHIPS = "stale", "repriced", "closed", "no_chips"
NOT_SEATED, MALFORMED, TOO_FAST, UNKNOWN, FAILED = "not_seated", "malformed", "too_fast", "unknown", "failed"
FORBIDDEN, TAKEN = "forbidden", "taken"


class RoomRefused(Exception):
    """A request was refused. Nothing has changed."""

    def __init__(self, code: str, why: str, allowed: str = "", clause: str = "") -> None:
        self.code = code
        self.why = why
        self.allowed = allowed
        """What could be done instead."""
        self.clause = clause
        """The clause of the rules that refuses it, if one does."""

    def __str__(self) -> str:
        clause = f"{self.clause}: " if self.clause else ""
        return f"{clause}{self.why}" + (f"; allowed: {self.allowed}" if self.allowed else "")

    def frame(self, ask: str) -> RefusedFrame:
        """The answer to the request with this id."""
        return RefusedFrame(ask, self.code, self.why, self.clause, self.allowed)


_CODES = {NotNow: NOT_NOW, WrongAmount: WRONG_AMOUNT, WrongCards: WRONG_CARDS}


def no_table(table: str) -> RoomRefused:
    """There is no such table, or not any more: people come back to one by its address."""
    gone = "it was closed by its host, or because its players were gone; their chips are back in their wallets"
    return RoomRefused(UNKNOWN, f"there is no table {table!r} now: {gone}")


def by_the_rules(refused: Refused, in_words: str = "") -> RoomRefused:
    """A refusal by the rules of the game, as the room's exception; `in_words` also says what is allowed."""
    why, allowed = (in_words, "") if in_words else (refused.message, refused.allowed)
    return RoomRefused(_CODES.get(type(refused), NOT_NOW), why, allowed, refused.clause)
