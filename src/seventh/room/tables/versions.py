"""The house that a table follows: the table switches to a new version of its rules between rounds.

A round keeps the rules that it was opened under. One that nobody has wagered in is called off, so that the first wager
after a change is made under the new rules. A table whose house is retired closes instead.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from seventh.house.changes import changes_in_words
from seventh.room.changes import Change, Write
from seventh.room.frames import Out
from seventh.room.tables.snapshot import Snapshot, Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class TableVersions:
    """The versions of the rules at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._closed = False

    @property
    def closes(self) -> bool:
        """Whether the table closes as soon as no round is in progress, because its house is retired."""
        return not self._closed and self._table.row.follows in self._table.services.houses.retired

    @property
    def notice(self) -> str:
        """Why the table closes, in words; empty if it does not."""
        return f"{self._title} is no longer offered; the table closes after this round" if self.closes else ""

    @property
    def _title(self) -> str:
        return self._table.services.houses.latest(self._table.row.follows).title

    def _due(self, step: Step) -> Any | None:
        """The version to switch to, if any."""
        row = self._table.row
        if row.follows not in self._table.services.houses:
            return None
        version, session = self._table.services.houses[row.follows], step.snapshot.session
        if version.rules is session.house or version.rules.hash == session.house.hash:
            return None
        # A player whose seat no longer exists keeps it, and the table its rules, until that seat is free.
        taken = [seat for seat, chair in step.snapshot.chairs.items() if not chair.bot]
        return version if max(taken, default=0) <= version.rules.seats else None

    def before_wagers(self, step: Step, at: int) -> Step:
        """Call off a round without wagers if there are new rules, or if the table closes."""
        if step.snapshot.live is None:
            return step
        if self.closes:
            return self._table.policy.before_seats_change(step, at, "the house was retired before the first wager")
        if self._due(step) is None:
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

    # Closing.

    def closed(self, step: Step, at: int) -> Step:
        """Return everybody's chips to their wallets and close the table, because its house is retired."""
        table = self._table
        for chair in list(step.snapshot.chairs.values()):
            step = table.seats.left(step, chair.person, at)
        entry = table.entry("table_closed", at, retired=table.row.follows)
        write = Write("set", "tables", {"id": table.id, "closed": at})
        return step.then(replace(step.snapshot, queue=()), Change(log=(entry,), writes=(write,)))

    def adopted(self, step: Step, before: Snapshot) -> None:
        """A step was committed: if it closed the table, tell everybody, and stop sending them frames."""
        if not self.closes or not any(entry.kind == "table_closed" for entry in step.change.log):
            return
        table, why = self._table, f"{self._title} is no longer offered; this table is closed."
        self._closed = True
        for person in {chair.person for chair in before.chairs.values() if not chair.bot}:
            told = Out(table.id, "closed", f"{why} Your chips are back in your wallet.")
            table.viewers.dismiss(person, msgspec.json.encode(told))
        table.viewers.dismiss(None, msgspec.json.encode(Out(table.id, "closed", why)))
        table.hosting.when_closed(table)
