"""Decides whether new wagers are accepted; every path to a wager goes through here.

Closing does not interrupt a round in progress (R24): players with a wager in it may finish it.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from seventh.games import GAMES
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.limits.guard import Guard, excluded_in_words
from seventh.room.refusals import CLOSED, MALFORMED, RoomRefused

ALL, GAME, TABLE, PLAYER = SCOPES = ("all", "game", "table", "player")


class Closure(Struct, frozen=True):
    """Something that is closed to new wagers."""

    scope: str
    who: str
    """The game, the table or the person; empty for all."""
    why: str
    by: str = ""
    """The person who closed it."""
    at: int = 0


class Gate:
    """The current closures."""

    def __init__(self, closures: tuple[Closure, ...] = (), guard: Guard | None = None) -> None:
        self._closures = {(closure.scope, closure.who): closure for closure in closures}
        self.guard = guard
        """Knows the limits that people have set themselves (R44)."""

    def may_wager(
        self, person: str, table: str, game: str, in_round: bool = False, at_stake: int | None = None
    ) -> None:
        """Raise `RoomRefused` if this person may not wager there. `in_round` is a wager in a round in progress.

        `at_stake` is the most that the seat could wager and lose in one round.
        """
        if in_round:
            return
        if self._closures:
            closure = self.closure_of(table, game) or self._closures.get((PLAYER, person))
            if closure is not None:
                raise RoomRefused(CLOSED, in_words(closure))
        if self.guard is not None:
            self.guard.check(person, table, game, at_stake)

    def why_not(self, person: str, table: str, game: str) -> str:
        """Why this person may not make a new wager there, and what they may do instead; empty if they may."""
        try:
            self.may_wager(person, table, game)
        except RoomRefused as refused:
            instead = refused.allowed and f". {refused.allowed[0].upper()}{refused.allowed[1:]}"
            return refused.why + instead
        return ""

    def closed_to(self, person: str, table: str, game: str) -> str:
        """Why nothing is open to this person there, in words: a closure or an exclusion; limits depend on the wager."""
        closure = self.closure_of(table, game) or self._closures.get((PLAYER, person))
        if closure is not None:
            return in_words(closure)
        exclusion = self.guard.book.exclusion(person) if self.guard is not None else None
        return excluded_in_words(exclusion) if exclusion is not None else ""

    def excluded(self, person: str) -> bool:
        """Whether this person has excluded themselves from play."""
        return self.guard is not None and self.guard.book.exclusion(person) is not None

    def closure_of(self, table: str, game: str) -> Closure | None:
        """The closure that applies to a table for everyone, if any."""
        if not self._closures:
            return None
        for key in ((ALL, ""), (GAME, game), (TABLE, table)):
            if key in self._closures:
                return self._closures[key]
        return None

    @property
    def closures(self) -> tuple[Closure, ...]:
        return tuple(self._closures.values())

    # Closing and opening: the change, and what to do once it has been committed.

    def closing(self, closure: Closure) -> Change:
        """The change that records a closure."""
        check_scope(closure.scope, closure.who)
        if not closure.why.strip() or len(closure.why) > 200:
            raise RoomRefused(MALFORMED, "a closure needs a reason", "1 to 200 characters")
        values = {"scope": closure.scope, "who": closure.who, "why": closure.why, "by": closure.by, "at": closure.at}
        return Change(
            log=(_entry("closed", closure.scope, closure.who, closure.why, closure.by, closure.at),),
            writes=(
                Write("drop", "closures", {"scope": closure.scope, "who": closure.who}),
                Write("put", "closures", values),
            ),
        )

    def closed(self, closure: Closure) -> None:
        self._closures[closure.scope, closure.who] = closure

    def opening(self, scope: str, who: str, by: str, at: int) -> Change:
        """The change that records reopening."""
        check_scope(scope, who)
        return Change(
            log=(_entry("opened", scope, who, "", by, at),),
            writes=(Write("drop", "closures", {"scope": scope, "who": who}),),
        )

    def opened(self, scope: str, who: str) -> None:
        self._closures.pop((scope, who), None)


def in_words(closure: Closure) -> str:
    """The message of a closure."""
    what = {
        ALL: "the room is closed to new wagers",
        GAME: "this game is closed to new wagers",
        TABLE: "this table is closed to new wagers",
        PLAYER: "your account may not place new wagers",
    }[closure.scope]
    return f"{what}: {closure.why}"


def check_scope(scope: str, who: str) -> None:
    if scope not in SCOPES:
        raise RoomRefused(MALFORMED, f"{scope!r} cannot be closed", ", ".join(SCOPES))
    if bool(who) == (scope == ALL):
        raise RoomRefused(MALFORMED, f"closing scope {scope} {'takes no name' if scope == ALL else 'needs a name'}")
    if scope == GAME and who not in GAMES:
        raise RoomRefused(MALFORMED, f"{who!r} is not a game", ", ".join(GAMES))


def _entry(kind: str, scope: str, who: str, why: str, by: str, at: int) -> LogEntry:
    body = msgspec.json.encode({"scope": scope, "who": who, "why": why})
    return LogEntry(kind, body, at, table=who if scope == TABLE else None, person=by or None)
