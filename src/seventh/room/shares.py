"""Links by which a player shows a round to others, as the player saw it. Made on purpose, and deleted at will."""

from __future__ import annotations

from secrets import token_urlsafe

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.history import History, PlayedRound
from seventh.room.people.people import People
from seventh.room.queries import rows
from seventh.room.refusals import NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.store import Broken, Store, schema

_TOKEN_BYTES = 16
"""128 bits: nobody finds a link by trying."""
MOST = 500
"""Maximum number of links of one person."""
_GONE = "this link does not exist, or its owner has deleted it"


class Share(Struct, frozen=True):
    """A link to a round."""

    token: str
    person: str
    round: str
    made: int


class Shares:
    """Makes, finds and deletes links."""

    def __init__(self, store: Store, cashier: Cashier, people: People, history: History, clock: Clock) -> None:
        self._store = store
        self._cashier = cashier
        self._people = people
        self._history = history
        self._clock = clock

    async def make(self, person: str, round_id: str) -> Share:
        """The link to one of a person's finished rounds; a round that is already shared keeps its link."""
        self._history.round(person, round_id)  # refuses what is not theirs, or not over
        known = self.of(person)
        if round_id in known:
            return known[round_id]
        if len(known) >= MOST:
            raise RoomRefused(NOT_NOW, f"you already share {MOST} rounds; delete a link first")
        share = Share(token_urlsafe(_TOKEN_BYTES), person, round_id, self._clock.now())
        write = Write("put", "shares", msgspec.structs.asdict(share))
        try:
            await self._cashier.commit(Change(log=(self._entry("shared", share),), writes=(write,)))
        except Broken:  # a second request for the same round was faster
            return self.of(person)[round_id]
        return share

    async def delete(self, person: str, round_id: str) -> None:
        """Delete the link to a round, if there is one; it then shows nothing."""
        share = self.of(person).get(round_id)
        if share is not None:
            write = Write("drop", "shares", {"token": share.token})
            await self._cashier.commit(Change(log=(self._entry("unshared", share),), writes=(write,)))

    def of(self, person: str) -> dict[str, Share]:
        """A person's links, by round."""
        query = select(schema.shares).where(schema.shares.c.person == person)
        return {row.round: Share(row.token, row.person, row.round, row.made) for row in rows(self._store, query)}

    def played(self, token: str) -> PlayedRound:
        """The round behind a link, as its owner may see it."""
        query = select(schema.shares).where(schema.shares.c.token == token)
        row = next(iter(rows(self._store, query)), None)
        if row is None or self._people.person(row.person).deleted:
            raise RoomRefused(UNKNOWN, _GONE)
        return self._history.round(row.person, row.round)

    def dropping(self, person: str) -> tuple[Write, ...]:
        """The writes that delete all links of a person."""
        return tuple(Write("drop", "shares", {"token": share.token}) for share in self.of(person).values())

    def _entry(self, kind: str, share: Share) -> LogEntry:
        # Not logged with the round itself, whose entries end when it is over; nor with the token, which opens it.
        return LogEntry(kind, msgspec.json.encode({"round": share.round}), self._clock.now(), person=share.person)
