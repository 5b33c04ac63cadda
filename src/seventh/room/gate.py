"""The one gate before every wager, on every path: what takes no new wagers, and why.

Closing lets the round that is being played come to its end (R24): whoever has a wager in it may go on deciding.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from seventh.games import GAMES
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.refusals import CLOSED, MALFORMED, RoomRefused

ALL, GAME, TABLE, PLAYER = SCOPES = ("all", "game", "table", "player")


class Closure(Struct, frozen=True):
    """Something that takes no new wagers."""

    scope: str
    who: str
    """The game, the table or the person; empty for all."""
    why: str
    by: str = ""
    """The person who closed it."""
    at: int = 0


class Gate:
    """Who may wager where."""

    def __init__(self, closures: tuple[Closure, ...] = ()) -> None:
        self._closures = {(closure.scope, closure.who): closure for closure in closures}

    def may_wager(self, person: str, table: str, game: str, in_round: bool = False) -> None:
        """Whether this person may wager there; raises why not. `in_round` is a wager of a round that has begun."""
        if in_round or not self._closures:
            return
        closure = self.closure_of(table, game) or self._closures.get((PLAYER, person))
        if closure is not None:
            raise RoomRefused(CLOSED, in_words(closure))

    def closure_of(self, table: str, game: str) -> Closure | None:
        """What closes a table to everybody, if anything does."""
        if not self._closures:
            return None
        for key in ((ALL, ""), (GAME, game), (TABLE, table)):
            if key in self._closures:
                return self._closures[key]
        return None

    @property
    def closures(self) -> tuple[Closure, ...]:
        return tuple(self._closures.values())

    # Closing and opening: the change, and what to do once it is committed.

    def closing(self, closure: Closure) -> Change:
        """What closing writes down."""
        check_scope(closure.scope, closure.who)
        if not closure.why.strip() or len(closure.why) > 200:
            raise RoomRefused(MALFORMED, "a closure says why", "1 to 200 characters")
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
        """What opening again writes down."""
        check_scope(scope, who)
        return Change(
            log=(_entry("opened", scope, who, "", by, at),),
            writes=(Write("drop", "closures", {"scope": scope, "who": who}),),
        )

    def opened(self, scope: str, who: str) -> None:
        self._closures.pop((scope, who), None)


def in_words(closure: Closure) -> str:
    """What a closure says to people."""
    what = {
        ALL: "the room takes no wagers",
        GAME: "this game takes no wagers",
        TABLE: "this table takes no wagers",
        PLAYER: "your account takes no part in wagers",
    }[closure.scope]
    return f"{what}: {closure.why}"


def check_scope(scope: str, who: str) -> None:
    if scope not in SCOPES:
        raise RoomRefused(MALFORMED, f"{scope!r} is nothing that can be closed", ", ".join(SCOPES))
    if bool(who) == (scope == ALL):
        raise RoomRefused(MALFORMED, f"to close {scope} takes {'no name' if scope == ALL else 'a name'}")
    if scope == GAME and who not in GAMES:
        raise RoomRefused(MALFORMED, f"{who!r} is not a game", ", ".join(GAMES))


def _entry(kind: str, scope: str, who: str, why: str, by: str, at: int) -> LogEntry:
    body = msgspec.json.encode({"scope": scope, "who": who, "why": why})
    return LogEntry(kind, body, at, table=who if scope == TABLE else None, person=by or None)
