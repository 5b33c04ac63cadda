"""The host of a private table: starting, pausing, renaming, removing people, handing over, closing.

The host's decisions are part of the table's snapshot, so that they are committed, logged and sent to viewers like any
other change. A public table has no host.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from seventh.room.changes import Change, Write
from seventh.room.frames import HostInfo, Out
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.snapshot import Hosted, Snapshot, Step
from seventh.rounds.actions import Fold

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

LONGEST_NAME = 40
_MOST_INVITED = 200


class Hosting:
    """The host's actions at one table, and their consequences."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._services = table.services
        self.when_closed: Callable[[LiveTable], None] = lambda _: None

    @property
    def _hosted(self) -> Hosted | None:
        return self._table.snapshot.hosted

    @property
    def host(self) -> str:
        """The host; empty if there is none."""
        return self._hosted.host if self._hosted else ""

    @property
    def waits(self) -> bool:
        """Whether the host is keeping rounds from starting."""
        return self._hosted is not None and self._hosted.waits

    @property
    def host_name(self) -> str:
        return self._services.people.person(self.host).name if self.host else ""

    @property
    def most_bots(self) -> int:
        """The maximum number of bots."""
        return self._table.policy.most_bots

    def was_kicked(self, person: str) -> bool:
        return self._hosted is not None and person in self._hosted.kicked

    def info(self) -> HostInfo | None:
        """The host information for frames."""
        hosted = self._hosted
        if hosted is None:
            return None
        usual = max(self._services.settings.company - max(self._table.people, 1), 0)
        bots = usual if hosted.bots is None else hosted.bots
        return HostInfo(
            hosted.host,
            self.host_name,
            hosted.started,
            hosted.paused,
            hosted.closing,
            min(bots, self.most_bots),
            self.most_bots,
            hosted.kicked,
            self.words,
            (hosted.paused_by or hosted.host) if hosted.paused else "",
        )

    @property
    def words(self) -> str:
        """Why no round starts, in a sentence; empty if the host is not the reason."""
        hosted = self._hosted
        if hosted is None:
            return ""
        later = "after this round" if self._table.snapshot.live is not None else ""
        if hosted.closing:
            return f"This table closes {later}." if later else f"{self.host_name} is closing the table."
        if not hosted.started:
            return f"{self.host_name} will start the game when everybody is here."
        if hosted.paused:
            by = self._services.people.person(hosted.paused_by or hosted.host).name
            return f"{by} will pause the table {later}." if later else f"Paused by {by}."
        return ""

    # Requests of the host.

    async def start(self, person: Person, ask: str) -> None:
        """Start the game, resume it after a pause, or cancel a pause that has not begun."""

        def change(hosted: Hosted) -> tuple[Hosted, str]:
            if not hosted.waits:
                raise RoomRefused(NOT_NOW, "the game has already started")
            return replace(hosted, started=True, paused=False, paused_by=""), "resumed" if hosted.started else "started"

        await self._decide(person, ask, change, later=self._table.snapshot.live is not None)

    async def pause(self, person: Person, ask: str) -> None:
        """Start no further rounds."""

        def change(hosted: Hosted) -> tuple[Hosted, str]:
            if hosted.waits:
                raise RoomRefused(
                    NOT_NOW, "the table is already paused" if hosted.started else "the game has not started yet"
                )
            return replace(hosted, paused=True, paused_by=person.id), "paused"

        await self._decide(person, ask, change, stops=True)

    async def rename(self, person: Person, ask: str, name: str) -> None:
        """Rename the table."""
        kept = table_name(name)
        if not kept:
            raise RoomRefused(MALFORMED, "a table needs a name", f"1 to {LONGEST_NAME} characters")
        writes = (Write("set", "tables", {"id": self._table.id, "name": kept}),)
        await self._decide(person, ask, lambda hosted: (hosted, "renamed"), Change(writes=writes), name=kept)

    async def set_bots(self, person: Person, ask: str, bots: int) -> None:
        """Set the number of bots, from the next round on."""
        check_bots(bots, self.most_bots)
        await self._decide(person, ask, lambda hosted: (replace(hosted, bots=bots), "bots"), bots=bots)

    async def kick(self, person: Person, ask: str, whom: str) -> None:
        """Remove a person, at once or when the round is over."""

        def make(at: int) -> Step:
            hosted = self._by_host(person)
            name = self._another(person, whom).name
            if whom in hosted.kicked:
                raise RoomRefused(NOT_NOW, f"{name} has already been removed")
            after = replace(hosted, kicked={**hosted.kicked, whom: name})
            step = Step(replace(self._table.snapshot, hosted=after).without_waiting(whom))
            if step.snapshot.session.seat_of(whom):
                step = self._table.seats.left(step, whom, at)
            seat = step.snapshot.session.seat_of(whom)
            in_play = self._in_play(step.snapshot.live, seat) if seat else ""
            body = {"whom": whom, "name": name, "later": bool(seat), "in_play": in_play}
            entry = self._table.entry("kicked", at, person.id, ask, **body)
            return replace(step, change=Change(log=(entry,)) + step.change)

        await self._table.loop.carry_out(make)

    def _in_play(self, live: LiveRound | None, seat: int) -> str:
        """What becomes of the chips that a person who is removed has in the round, in a sentence; empty if none."""
        staked = -live.nets[seat] if live is not None and seat in live.seats else 0
        if live is None or staked <= 0:
            return ""
        amount = live.house.money(staked)
        if live.decision(seat) and self._table.policy.begun(live) and isinstance(live.hand.default(seat), Fold):
            return f"Your hand is folded: the {amount} in play is lost."
        return f"Your {amount} in play stays in this round."

    async def let_in(self, person: Person, ask: str, whom: str) -> None:
        """Let a removed person return."""

        def change(hosted: Hosted) -> tuple[Hosted, str]:
            if whom not in hosted.kicked:
                raise RoomRefused(NOT_NOW, "this person has not been removed")
            return replace(hosted, kicked={key: n for key, n in hosted.kicked.items() if key != whom}), "let_in"

        name = self._hosted.kicked.get(whom, "") if self._hosted else ""
        await self._decide(person, ask, change, whom=whom, name=name)

    async def hand_over(self, person: Person, ask: str, whom: str) -> None:
        """Make another seated person the host."""

        def make(at: int) -> Step:
            self._by_host(person)
            heir = self._another(person, whom)
            if heir.bot or not self._table.snapshot.session.seat_of(whom):
                raise RoomRefused(NOT_NOW, "only a player seated here can be the host")
            return self._passed_to(Step(self._table.snapshot), whom, at, person.id, ask)

        await self._table.loop.carry_out(make)

    async def close(self, person: Person, ask: str) -> None:
        """Close the table permanently, after the round."""

        def change(hosted: Hosted) -> tuple[Hosted, str]:
            if hosted.closing:
                raise RoomRefused(NOT_NOW, "the table is already being closed")
            return replace(hosted, closing=True), "closing"

        await self._decide(person, ask, change, stops=True)

    async def _decide(
        self,
        person: Person,
        ask: str,
        change: Callable[[Hosted], tuple[Hosted, str]],
        also: Change | None = None,
        stops: bool = False,
        **body: Any,
    ) -> None:
        """Carry out the host's decision; if it stops the game, a round without wagers is voided."""

        def make(at: int) -> Step:
            hosted, kind = change(self._by_host(person))
            step, said = Step(self._table.snapshot), body
            if stops:
                step = self._table.policy.before_seats_change(step, at, "the host stopped the game")
                later = step.snapshot.live is not None
                kind, said = ("pausing" if later and kind == "paused" else kind), {**body, "later": later}
            entry = self._table.entry(kind, at, person.id, ask, **said)
            return step.then(replace(step.snapshot, hosted=hosted), Change(log=(entry,)) + (also or Change()))

        await self._table.loop.carry_out(make)

    def _by_host(self, person: Person) -> Hosted:
        hosted = self._hosted
        if hosted is None:
            raise RoomRefused(FORBIDDEN, "this table has no host")
        if person.id != hosted.host:
            raise RoomRefused(FORBIDDEN, f"only the host can do that; the host is {self.host_name}")
        return hosted

    def now_paused(self, step: Step, at: int) -> Step:
        """A round is over: the pause that was announced during it begins."""
        hosted = step.snapshot.hosted
        if hosted is None or not hosted.paused or hosted.closing:
            return step
        entry = self._table.entry("paused", at, hosted.paused_by or hosted.host)
        return step.then(step.snapshot, Change(log=(entry,)))

    def _another(self, person: Person, whom: str) -> Person:
        """Another person at the table."""
        table = self._table
        if whom == person.id:
            raise RoomRefused(NOT_NOW, "you cannot do that to yourself")
        if not (table.snapshot.session.seat_of(whom) or table.viewers.of(whom)):
            raise RoomRefused(UNKNOWN, "that person is not at this table")
        found = self._services.people.person(whom)
        if found.bot:
            raise RoomRefused(NOT_NOW, "that player is a bot; change the number of bots")
        return found

    # Consequences.

    def settled(self, step: Step, at: int) -> Step:
        """Count everybody seated here as invited; if the host leaves, the connected person who has been seated longest
        becomes the host."""
        hosted, before = step.snapshot.hosted, self._table.snapshot
        if hosted is None or (step.snapshot.chairs is before.chairs and hosted is before.hosted):
            return step
        seats = {seat: chair for seat, chair in step.snapshot.chairs.items() if not chair.bot}
        people = list(seats.values())
        new = [chair.person for chair in people if chair.person not in hosted.invited]
        if new:
            hosted = replace(hosted, invited=(*hosted.invited, *new)[-_MOST_INVITED:])
            step = replace(step, snapshot=replace(step.snapshot, hosted=hosted))
        if _sits(before, hosted.host) and people and not _sits(step.snapshot, hosted.host) and not hosted.closing:
            heirs = {seat: chair for seat, chair in seats.items() if chair.person not in hosted.kicked} or seats
            heir = min(heirs, key=lambda seat: (seat in self._table.away, heirs[seat].since))
            step = self._passed_to(step, heirs[heir].person, at)
        return step

    def _passed_to(self, step: Step, heir: str, at: int, by: str | None = None, ask: str | None = None) -> Step:
        assert step.snapshot.hosted is not None
        hosted = replace(step.snapshot.hosted, host=heir)
        entries = (self._table.entry("handed_over", at, by, ask, whom=heir),) if by else ()
        entry = self._table.entry("host", at, heir)
        return step.then(replace(step.snapshot, hosted=hosted), Change(log=(*entries, entry)))

    def closes(self, snapshot: Snapshot) -> bool:
        """Whether the table will close as soon as no round is in progress."""
        return snapshot.hosted is not None and snapshot.hosted.closing and not snapshot.hosted.closed

    def closed(self, step: Step, at: int) -> Step:
        """Return everybody's chips to their wallets and close the table."""
        for chair in list(step.snapshot.chairs.values()):
            step = self._table.seats.left(step, chair.person, at)
        assert step.snapshot.hosted is not None
        snapshot = replace(step.snapshot, hosted=replace(step.snapshot.hosted, closed=True), queue=())
        entry = self._table.entry("table_closed", at, step.snapshot.hosted.host)
        write = Write("set", "tables", {"id": self._table.id, "closed": at})
        return step.then(snapshot, Change(log=(entry,), writes=(write,)))

    def adopted(self, step: Step) -> None:
        """Apply a committed change: the table's name, and notices to people who were removed."""
        for entry in step.change.log:
            if entry.kind == "renamed":
                self._table.rename(str(msgspec.json.decode(entry.body)["name"]))

    def dismiss_removed(self, before: Snapshot) -> None:
        """Tell people who were removed why, and stop sending them frames."""
        hosted, table = self._hosted, self._table
        if hosted is None or (hosted is before.hosted and table.snapshot.chairs is before.chairs):
            return
        if hosted.closed:
            own, why = "You closed the table.", f"{self.host_name} closed the table."
            seated = {chair.person for chair in before.chairs.values() if not chair.bot}
            # A table that closes between rounds has shown their results before.
            over = table.snapshot.over if before.hosted is not None and before.hosted.closing else None
            for person in seated | {hosted.host}:
                said = own if person == hosted.host else why
                table.viewers.dismiss(
                    person, self._out("closed", said, person in seated, over.net_of(person) if over else 0)
                )
            table.viewers.dismiss(None, self._out("closed", why, False))
            self.when_closed(table)
            return
        for whom in hosted.kicked:
            if not table.snapshot.session.seat_of(whom):
                why = f"{self.host_name} removed you from the table."
                over = table.snapshot.over if table.snapshot.over is not before.over else None
                table.viewers.dismiss(
                    whom, self._out("kicked", why, _sits(before, whom), over.net_of(whom) if over else 0)
                )

    def _out(self, code: str, why: str, had_chips: bool, net: int = 0) -> bytes:
        """The notice to somebody who is out, with the result of the round after which they are."""
        if net:
            why = f"{why} You {'won' if net > 0 else 'lost'} {self._table.house.money(abs(net))} in the last round."
        rest = "The rest of your chips are" if net < 0 else "Your chips are"
        whole = f"{why} {rest} back in your wallet." if had_chips else why
        return msgspec.json.encode(Out(self._table.id, code, whole))


def table_name(text: str) -> str:
    """The normalised name of a table; may be empty."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:LONGEST_NAME]


def check_bots(bots: int, most: int) -> None:
    """Refuse an invalid number of bots."""
    if type(bots) is not int or not 0 <= bots <= most:
        allowed = f"0 to {most}" if most else "0 in this game"
        raise RoomRefused(MALFORMED, f"the number of bots cannot be {bots}", allowed)


def _sits(snapshot: Snapshot, person: str) -> bool:
    return any(chair.person == person for chair in snapshot.chairs.values())
