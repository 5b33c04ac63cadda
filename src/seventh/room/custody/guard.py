"""Opens a room's database and compares it with the anchor, before anything is dealt from it."""

from __future__ import annotations

import logging
from pathlib import Path
from time import time

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.room.changes import Change, LogEntry
from seventh.room.custody.anchor import Anchor, Anchored, heads_of, missing_from
from seventh.room.custody.keeper import Keeper
from seventh.room.custody.keys import RoomKey, load_key
from seventh.room.custody.location import Custody
from seventh.room.store import Reader, Store, StoreError, open_store, schema
from seventh.room.store.store import has_room
from seventh.room.tables.recovery import void_open_rounds

log = logging.getLogger("seventh.room")

FLAG = "--behind-anchor"
KEY = "room_key"
"""The log entry that names the room's public key."""
MISSING = "anchor_missing"
BEHIND = "behind_anchor"


class Guarded(Struct, frozen=True):
    """A store that has everything its anchor names, or whose operator accepted that it does not."""

    store: Store
    key: RoomKey
    anchor: Anchor
    custody: Custody
    behind: str = ""
    """What is missing, if the operator accepted that. Rounds that are open in such data must be voided."""

    def accept_loss(self, at: int) -> None:
        """If the operator accepted lost data, say so in public, and void the open rounds: their seeds may be known."""
        if not self.behind:
            return
        why = "the room continued from data that was behind its anchor"
        void_open_rounds(self.store, why, BEHIND, at, self.key, missing=self.behind)
        with self.store.reading() as connection:
            self.anchor.append(heads_of(connection), self.key, behind=True)

    def keeper(self) -> Keeper:
        """Keep the anchor up to date from now on."""
        return Keeper(self.anchor, self.key, self.store, self.custody.anchor_url)


def open_guarded(
    data: Path | None,
    url: str | None,
    custody: Custody,
    *,
    separate_process: bool = False,
    behind_anchor: bool = False,
) -> Guarded:
    """Open a room's database; `StoreError` if it is behind its anchor, or has lost it, unless `behind_anchor` accepts
    that."""
    anchor = Anchor(custody.anchor)
    last = anchor.last()
    if last is not None and last.log and not behind_anchor and not has_room(data, url):
        missing = f"row {last.log} of the log is anchored, but there is no room"
        raise StoreError(refusal(str(data or "the database"), anchor, missing))
    key = load_key(custody.key)
    store = open_store(data, url, separate_process)
    try:
        behind = compare(store, anchor, last, behind_anchor) or _without_anchor(store, anchor, last, behind_anchor)
        _announce(store, anchor, key, last)
    except BaseException:
        store.close()
        raise
    return Guarded(store, key, anchor, custody, behind)


def compare(reader: Reader, anchor: Anchor, last: Anchored | None, behind_anchor: bool) -> str:
    """What is missing from the database, if that is accepted; `StoreError` if it is not."""
    if last is None:
        return ""
    with reader.reading() as connection:
        missing = missing_from(connection, last)
    if missing and not behind_anchor:
        raise StoreError(refusal(reader.name, anchor, missing))
    return missing


def _without_anchor(reader: Reader, anchor: Anchor, last: Anchored | None, behind_anchor: bool) -> str:
    """What to say if the room has kept an anchor and it is gone: then nobody knows what else is. `StoreError` if that
    is not accepted."""
    if last is not None or public_key(reader) is None:
        return ""
    if not behind_anchor:
        raise StoreError(
            f"{reader.name} may have lost data: the room has kept an anchor, but {anchor.file} is missing;"
            f" put it back, or accept the possible loss with {FLAG}, which is recorded in the public log"
        )
    return f"the anchor {anchor.file.name} is missing"


def refusal(name: str, anchor: Anchor, missing: str) -> str:
    return (
        f"{name} has lost data: {missing} (see {anchor.file});"
        f" restore a newer backup, or accept the loss with {FLAG}, which everybody will see"
    )


def _announce(store: Store, anchor: Anchor, key: RoomKey, last: Anchored | None) -> None:
    """Log the room's public key if it is new, and that the anchor is gone if it is."""
    before = public_key(store)
    if last is None:
        # The anchor exists before the log says that there is one.
        with store.reading() as connection:
            anchor.append(heads_of(connection), key)
        if before is not None:
            log.error("the anchor is missing; a new one was started", extra={"file": str(anchor.file)})
            _log(store, MISSING, {})
    if before != key.public:
        if before is not None:
            log.error("the room's key was replaced; rounds sealed with the old one are void")
        _log(store, KEY, {"public": key.public, **({"replaces": before} if before else {})})


def _log(store: Store, kind: str, body: dict[str, object]) -> None:
    entry = LogEntry(kind, msgspec.json.encode(body), int(time() * 1000))
    store.commit(Change(log=(entry,))).result()


def public_key(reader: Reader) -> str | None:
    """The public key that the log names last; None if it names none."""
    rows = schema.log.c
    of_room = rows.table.is_(None), rows.round.is_(None), rows.person.is_(None)
    with reader.reading() as connection:
        query = select(rows.body).where(*of_room, rows.kind == KEY).order_by(rows.seq.desc()).limit(1)
        body = connection.execute(query).scalar()
    return None if body is None else str(msgspec.json.decode(bytes(body))["public"])
