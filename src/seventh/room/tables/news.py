"""Events outside the game: arrivals and departures, the host's actions, chat.

Each line is derived from the event log, and sent with the frame of the same commit. The latest lines are kept for new
viewers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from seventh.room.changes import LogEntry
from seventh.room.frames import News
from seventh.room.tables.snapshot import Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

RULES = "table_rules_updated"
_CHANGES = 4
"""The number of changed rules that a line names."""
KEPT = 60
"""The number of lines kept for new viewers."""
_LOST_FOR = 5_000
"""A connection lost for a shorter time, such as for a reload, is not reported, in milliseconds."""

Body = dict[str, Any]


class TableNews:
    """The lines of one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._services = table.services
        self.recent: tuple[News, ...] = ()
        self._number = 0
        self._lost: set[str] = set()
        """The seats whose lost connection was reported."""
        self._words: dict[str, Callable[[str, Body], str]] = {
            "left": lambda who, body: f"{who} left with {self._money(body['chips'])}.",
            "rebuys": lambda who, body: f"{who} added {self._money(body['amount'])}." if body.get("chips") else "",
            "rebought": lambda who, body: f"{who} added {self._money(body['amount'])}.",
            "missed": _missed,
            "sits_out": lambda who, _: f"{who} is sitting out.",
            "sits_in": lambda who, _: f"{who} is back.",
            "host": lambda who, _: f"{who} is now the host.",
            "started": lambda who, _: f"{who} started the game.",
            "pausing": lambda who, _: f"{who} will pause the table after this round.",
            "paused": lambda who, _: f"{who} paused the table.",
            "resumed": lambda who, body: f"{who} {_resumed(body)}.",
            "renamed": lambda who, body: f"{who} named the table “{body['name']}”.",
            "bots": lambda who, body: f"{who} set the number of bots to {body['bots']}.",
            "kicked": lambda who, body: f"{who} removed {body['name']} from the table.",
            "let_in": lambda who, body: f"{who} let {body['name']} back in.",
            "closing": lambda who, body: (
                "This table closes after this round." if body.get("later") else f"{who} is closing the table."
            ),
            "said": lambda _, body: str(body["text"]),
            **FLOOR_WORDS,
        }
        """The sentence for an entry of the log, by its kind."""
        self._yours: dict[str, Callable[[Body], str]] = {
            "rebuys": self._added,
            "rebought": self._added,
            "missed": lambda body: str(body["told"]),
            "sits_out": lambda _: "You are sitting out.",
            "sits_in": lambda _: "You are back in.",
            "host": lambda _: "You are now the host.",
            "started": lambda _: "You started the game.",
            "pausing": lambda _: "You will pause the table after this round.",
            "paused": lambda _: "You paused the table.",
            "resumed": lambda body: f"You {_resumed(body)}.",
            "renamed": lambda body: f"You named the table “{body['name']}”.",
            "bots": lambda body: f"You set the number of bots to {body['bots']}.",
            "kicked": lambda body: f"You removed {body['name']} from the table.",
            "let_in": lambda body: f"You let {body['name']} back in.",
            "closing": lambda body: "" if body.get("later") else "You are closing the table.",
        }
        """The same for the person it is about, where it differs."""
        self._theirs: dict[str, Callable[[str, Body], str]] = {
            "kicked": lambda who, body: (
                f"{who} removed you from the table{'; you leave after this round' if body.get('later') else ''}."
                f" {body.get('in_play', '')}".rstrip()
            ),
            "let_in": lambda who, _: f"{who} let you back in.",
        }
        """The same for the person it was done to."""

    def of(self, log: Iterable[LogEntry]) -> tuple[News, ...]:
        """The lines for these entries, which are added to the latest lines."""
        lines = []
        bots: list[str] = []
        for entry in log:
            if entry.kind == RULES:
                lines.append(self._line("rules", _new_rules(msgspec.json.decode(entry.body).get("changes", []))))
                continue
            if entry.person is None or (entry.kind != "sat" and entry.kind not in self._words):
                continue
            person = self._services.people.person(entry.person)
            if person.bot:
                bots += [person.name] if entry.kind == "sat" else []
                continue
            body = msgspec.json.decode(entry.body)
            if entry.kind == "sat":
                rest = f"sat down with {self._money(body['buy_in'])}."
                lines.append(self._line("sat", f"{person.name} {rest}", entry, person.name, f"You {rest}"))
                continue
            self._lost.discard(entry.person) if entry.kind == "left" else None
            if entry.kind in FLOOR_WORDS:
                lines.append(self._by_the_floor(entry, body))
                continue
            yours = self._yours[entry.kind](body) if entry.kind in self._yours else ""
            line = self._line(entry.kind, self._words[entry.kind](person.name, body), entry, person.name, yours)
            if entry.kind in self._theirs:
                line = replace(line, whom=body["whom"], theirs=self._theirs[entry.kind](person.name, body))
            lines.append(line)
        if bots:
            names = " and ".join(filter(None, (", ".join(bots[:-1]), bots[-1])))
            lines.append(self._line("sat", f"{names} ({'bots' if len(bots) > 1 else 'bot'}) joined the table."))
        return self._told(lines)

    def _added(self, body: Body) -> str:
        added, chips = self._money(body["amount"]), body.get("chips")
        if not chips:
            return f"You added {added}, which arrives when this round is over."
        return f"You added {added}: {self._money(chips)} at this table."

    def _by_the_floor(self, entry: LogEntry, body: Body) -> News:
        """Players learn that the floor did it; the name of the staff member is in the log."""
        line = self._line(entry.kind, FLOOR_WORDS[entry.kind]("", body), replace(entry, person=None))
        if entry.kind == "floor_let_in":
            return replace(line, whom=body["whom"], theirs="The floor let you back in.")
        if entry.kind != "floor_removed":
            return line
        later = "; you leave after this round" if body["later"] else ""
        return replace(line, whom=body["whom"], theirs=f"The floor removed you from the table{later}: {body['why']}.")

    def _line(self, kind: str, text: str, entry: LogEntry | None = None, name: str = "", yours: str = "") -> News:
        self._number += 1
        at = entry.at if entry else self._services.clock.now()
        person = (entry.person or "") if entry else ""
        return News(self._number, at, kind, text, person, name, yours, round=(entry.round or "") if entry else "")

    def _told(self, lines: list[News]) -> tuple[News, ...]:
        self.recent = (*self.recent, *lines)[-KEPT:]
        return tuple(lines)

    def _money(self, amount: int) -> str:
        return str(self._table.house.money(amount))

    # Connections.

    def lost(self, seat: int) -> None:
        """A seated player lost connection: report it unless they return soon."""
        clock, since = self._services.clock, self._table.away[seat]
        clock.call_at(since + _LOST_FOR, lambda: self._still_away(seat, since))

    def _still_away(self, seat: int, since: int) -> None:
        chair = self._table.snapshot.chairs.get(seat)
        if self._table.loop.stopped or chair is None or self._table.away.get(seat) != since:
            return
        if self._table.snapshot.session.seats[seat].leaves:
            return
        self._lost.add(chair.person)
        line = self._line("lost", f"{chair.name} lost connection.")
        self._table.tell(Step(self._table.snapshot), self._told([line]))

    def back(self, seat: int) -> tuple[News, ...]:
        """A seated player is connected again."""
        chair = self._table.snapshot.chairs.get(seat)
        if chair is None or chair.person not in self._lost:
            return ()
        self._lost.discard(chair.person)
        line = self._line("back", f"{chair.name} is connected again.")
        return self._told([replace(line, person=chair.person, yours="You are connected again.")])


def _missed(who: str, body: Body) -> str:
    """Why the clock acted for somebody, and what follows; whoever only did not bet holds nobody up."""
    late = "ran out of time" if body.get("timed_out") else ""
    said = " and ".join(filter(None, (late, "is sitting out" if body["sits_out"] else "")))
    return f"{who} {said}." if said else ""


def _called(body: Body) -> str:
    clause = f" ({body['clause']})" if body["clause"] else ""
    note = f" Note: {body['why']}." if body["why"] and body["clause"] else ""
    why = f": {body['why']}" if body["why"] and not body["clause"] else ""
    about = f", {body['label']}" if body["place"] else ""
    return f"The floor called: {_lower(body['title'])}{about}{why}{clause}.{note}"


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


FLOOR_WORDS: dict[str, Callable[[str, Body], str]] = {
    "floor_held": lambda _, body: (
        f"The floor {'stopped the game' if body['what'] == 'all' else 'is checking the deal'}: {body['why']}."
    ),
    "floor_released": lambda _, __: "The floor resumed the game.",
    "floor_called": lambda _, body: _called(body),
    "floor_removed": lambda _, body: f"The floor removed {body['name']} from the table: {body['why']}.",
    "floor_let_in": lambda _, body: f"The floor let {body['name']} back in.",
}
"""The sentences for what the floor did."""


def _new_rules(changes: list[str]) -> str:
    """What a seated player has to know before the next bet."""
    more = f" and {len(changes) - _CHANGES} more" if len(changes) > _CHANGES else ""
    what = f": {', '.join(changes[:_CHANGES])}{more}" if changes else ""
    return f"New rules are in force from this round{what}. See the rules of this table."


def _resumed(body: Body) -> str:
    """What a host who resumes does: a pause that has not begun is cancelled."""
    return "cancelled the pause" if body.get("later") else "resumed the game"
