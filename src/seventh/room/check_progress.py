"""Remembers between two checks which archives were replayed."""

from __future__ import annotations

from hashlib import sha256
from time import time

from sqlalchemy import Connection

from seventh.room.check_archives import archives_in_log
from seventh.room.custody.anchor import heads_of
from seventh.room.custody.audit import public_keys
from seventh.room.custody.checked import mark_beside, read_mark, write_mark
from seventh.room.custody.keys import RoomKey
from seventh.room.custody.location import Custody
from seventh.room.rounds.archived import archives_of


class Progress:
    """How far an earlier check has replayed the archives."""

    def __init__(self, custody: Custody | None, key: RoomKey | None, afresh: bool = False) -> None:
        """Without custody nothing is remembered; `afresh` forgets what earlier checks did."""
        self._afresh = afresh
        self._file = mark_beside(custody.anchor) if custody is not None else None
        self._key = key
        self.archives = 0
        """The last archive that need not be replayed."""
        self.log = 0
        """The last row of the log that was compared with the anchor."""

    def read(self, connection: Connection) -> None:
        """Continue from the mark of an earlier check, if the archives are still those that it checked."""
        if self._file is None or self._afresh:
            return
        mark = read_mark(self._file, public_keys(connection))
        if mark is not None and self._digest(connection, mark.archives) == mark.digest:
            self.archives, self.log = mark.archives, mark.log

    def save(self, connection: Connection) -> None:
        """Leave a mark, since all is well."""
        known = archives_of(connection)
        if self._file is None or self._key is None or self._key.public not in public_keys(connection) or not known:
            return
        last = known[-1].number
        digest, end = self._digest(connection, last), heads_of(connection).log
        write_mark(self._file, int(time() * 1000), last, digest, end, self._key)

    def _digest(self, connection: Connection, last: int) -> str:
        said = archives_in_log(connection)
        named = [f"{number} {said[number].hash} {said[number].index}" for number in sorted(said) if number <= last]
        return sha256("\n".join(named).encode()).hexdigest()
