"""The house that a table follows: the table switches to a new version of its rules between rounds.

A round keeps the rules that it was opened under. One that nobody has wagered in is called off, so that the first wager
after a change is made under the new rules.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from seventh.house.changes import changes_in_words
from seventh.room.changes import Change, Write
from seventh.room.tables.snapshot import Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class TableVersions:
    """The versions of the rules at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    def _due(self, step: Step) -> Any | None:
        """The version to switch to, if any."""
        row = self._table.row
        if not row.follows:
            return None
        version, session = self._table.services.houses[row.follows], step.snapshot.session
        if version.rules is session.house or version.rules.hash == session.house.hash:
            return None
        # A player whose seat no longer exists keeps it, and the table its rules, until that seat is free.
        taken = [seat for seat, chair in step.snapshot.chairs.items() if not chair.bot]
        return version if max(taken, default=0) <= version.rules.seats else None

    def before_wagers(self, step: Step, at: int) -> Step:
        """Call off a round without wagers if there are new rules."""
        if step.snapshot.live is None or self._due(step) is None:
            return step
        return self._table.policy.before_seats_change(step, at, "the rules changed before the first wager")

    def switched(self, step: Step, at: int) -> Step:
        """Put new rules in force, between rounds."""
        version = self._due(step)
        if version is None:
            return step
        table = self._table
        for seat, chair in list(step.snapshot.chairs.items()):
            if seat > version.rules.seats:  # a bot
                step = table.seats.left(step, chair.person, at)
        session = dataclasses.replace(
            step.snapshot.session, house=version.rules, buy_in=table.empty_session(version.rules).buy_in
        )
        body: dict[str, Any] = {"house_hash": version.rules.hash, "house": version.house, "version": version.number}
        body["changes"] = changes_in_words(version.rules, step.snapshot.session.house)
        entry = table.entry("table_rules_updated", at, **body)
        writes = (Write("set", "tables", {"id": table.id, "house_hash": version.rules.hash}),)
        return step.then(replace(step.snapshot, session=session), Change(log=(entry,), writes=writes))
