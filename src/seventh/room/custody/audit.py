"""Compares a room's data with its anchor, line by line, for `seventh check`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, select

from seventh.room.custody.anchor import Anchor, missing_from
from seventh.room.custody.guard import KEY
from seventh.room.store.schema import log


def anchor_problems(connection: Connection, anchor: Anchor, compared: int = 0) -> Iterator[str]:
    """What is wrong with the anchor, or missing from the data; nothing if all is well. Lines up to this row of the log
    were compared before: the last line vouches for them, since it has the hash of the chain that they are in."""
    lines, keys = anchor.lines(), public_keys(connection)
    if not any(line.genuine for line in lines):
        if keys:
            yield f"{anchor.file} is missing, but the room has kept an anchor"
        return
    start = max((number for number, line in enumerate(lines) if line.behind and line.genuine), default=0)
    for number, line in enumerate(lines):
        if not line.genuine:
            yield f"{anchor.file}: the signature of the line for row {line.log} of the log is wrong"
        elif number >= start and line.log > compared and (missing := missing_from(connection, line)):
            yield missing
        elif number >= start and line.log and line.key not in keys and line is not lines[0]:
            yield f"{anchor.file}: the line for row {line.log} of the log is signed with an unknown key"


def anchor_in_words(anchor: Anchor) -> str:
    """What to say if all is well."""
    last = anchor.last()
    if last is None:
        return "none yet"
    return f"row {last.log} of the log and transfer {last.transfers} as anchored"


def public_keys(connection: Connection) -> set[str]:
    """All public keys that the room has had, by its log."""
    of_room = log.c.table.is_(None), log.c.round.is_(None), log.c.person.is_(None)
    bodies = connection.execute(select(log.c.body).where(*of_room, log.c.kind == KEY)).scalars()
    return {str(msgspec.json.decode(bytes(body))["public"]) for body in bodies}
