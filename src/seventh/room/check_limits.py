"""Audits limits, exclusions, reality checks and sittings: each is what the log says, and none is missing (R44, R45)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from seventh.room.limits.book import EXCLUDED, INTERVAL, LIMIT, WENT_ON
from seventh.room.store.schema import exclusions, log, people, play_limits, reality_checks, sittings

_AMOUNTS = ("amount", "later", "later_at")


def wrong_limits(connection: Connection) -> Iterator[str]:
    """What people have set themselves, against the last entry of each in the log."""
    deleted = set(connection.execute(select(people.c.id).where(people.c.deleted.is_not(None))).scalars())
    limits: dict[tuple[str, str, str], Any] = {}
    excluded: dict[str, Any] = {}
    checks: dict[str, tuple[int | None, int]] = {}
    query = select(log.c.kind, log.c.person, log.c.at, log.c.body).where(
        log.c.kind.in_((LIMIT, EXCLUDED, INTERVAL, WENT_ON))
    )
    for kind, person, at, body in connection.execute(query.order_by(log.c.seq)):
        said = _decoded(body)
        if kind == LIMIT:
            limits[person, said.get("kind", ""), said.get("period", "")] = said
        elif kind == EXCLUDED:
            excluded[person] = (said.get("kind"), at, said.get("until"))
        else:
            minutes, answered = checks.get(person, (None, 0))
            checks[person] = (said.get("minutes"), answered) if kind == INTERVAL else (minutes, at)
    yield from _wrong_limits(connection, {key: said for key, said in limits.items() if key[0] not in deleted})
    yield from _wrong_exclusions(connection, excluded)
    stored = {row.person: (row.minutes, row.answered) for row in connection.execute(select(reality_checks))}
    for person in sorted(set(stored) | (set(checks) - deleted)):
        if stored.get(person) != checks.get(person):
            yield f"the reality checks of {person} are not as in the log"
    yield from _wrong_sittings(connection)


def _wrong_limits(connection: Connection, logged: dict[tuple[str, str, str], Any]) -> Iterator[str]:
    stored = {
        (row.person, row.kind, row.period): {name: getattr(row, name) for name in _AMOUNTS}
        for row in connection.execute(select(play_limits))
    }
    for key in sorted({*stored, *logged}):
        said = logged.get(key)
        expected = {name: said.get(name) for name in _AMOUNTS} if said and said.get("amount") is not None else None
        if stored.get(key) != expected:
            person, kind, period = key
            yield f"the {kind} limit of {person} for a {period} is not as in the log"


def _wrong_exclusions(connection: Connection, logged: dict[str, Any]) -> Iterator[str]:
    stored = {row.person: (row.kind, row.since, row.until) for row in connection.execute(select(exclusions))}
    for person in sorted({*stored, *logged}):
        if stored.get(person) != logged.get(person):
            yield f"the exclusion of {person} is not as in the log"


def _wrong_sittings(connection: Connection) -> Iterator[str]:
    query = select(sittings).where(sittings.c.until < sittings.c.since)
    for row in connection.execute(query.order_by(sittings.c.person, sittings.c.since)):
        yield f"a sitting of {row.person} ends before it begins"


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(bytes(body))
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}
