"""Table chat: short plain lines, rate-limited, and in the event log like everything else people do."""

from __future__ import annotations

import unicodedata
from collections import deque
from typing import TYPE_CHECKING

from seventh.room.changes import Change
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, MALFORMED, TOO_FAST, RoomRefused
from seventh.room.tables.snapshot import Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

LONGEST = 200
_AT_ONCE, _WITHIN = 5, 10_000
"""The number of lines a person may send within a time, in milliseconds."""
PRIVATE, EVERYWHERE = 1, 2
"""Values of the room's setting `chat`; 0 is nowhere."""


class Chat:
    """The chat of one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._said: dict[str, deque[int]] = {}

    @property
    def open(self) -> bool:
        """Whether chat is available."""
        least = EVERYWHERE if self._table.row.word is None else PRIVATE
        return self._table.services.settings.chat >= least

    async def say(self, person: Person, ask: str, text: str) -> None:
        """Send a message to everybody watching the table."""

        def make(at: int) -> Step:
            line = self._checked(person, text)
            self._slow_enough(person.id, at)
            return Step(self._table.snapshot, Change(log=(self._table.entry("said", at, person.id, ask, text=line),)))

        await self._table.loop.carry_out(make)

    def _checked(self, person: Person, text: str) -> str:
        table = self._table
        if not self.open:
            raise RoomRefused(FORBIDDEN, "there is no chat at this table")
        seated = table.snapshot.session.seat_of(person.id)
        kicked = table.hosting.was_kicked(person.id)
        if person.bot or kicked or not (seated or (table.row.word is not None and table.presence.may_enter(person.id))):
            raise RoomRefused(FORBIDDEN, "only seated players can chat here; take a seat")
        kept = line_of(text)
        if not 1 <= len(kept) <= LONGEST:
            raise RoomRefused(MALFORMED, f"the message has {len(kept)} characters", f"1 to {LONGEST} characters")
        return kept

    def _slow_enough(self, person: str, at: int) -> None:
        said = self._said.setdefault(person, deque(maxlen=_AT_ONCE))
        if len(said) == _AT_ONCE and said[0] > at - _WITHIN:
            raise RoomRefused(TOO_FAST, "too many messages at once; wait a few seconds")
        said.append(at)


def line_of(text: str) -> str:
    """A message as it is shown: one line without unseen characters."""
    return " ".join("".join(" " if _unseen(letter) else letter for letter in text).split())


def _unseen(letter: str) -> bool:
    """Whether a character is a control character or changes the text direction."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
