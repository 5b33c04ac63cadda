"""What the floor console shows: tables at a glance, and one table as a bystander sees it, with the calls it allows.

Everything here is built from `view(None)`, public events and `calls()`, so it never holds a hidden card or a seed.
"""

from __future__ import annotations

from typing import Any

import msgspec

from seventh.games import rules_of, wording_of
from seventh.house import House
from seventh.house.rules import Clause
from seventh.room.decision_words import labelled
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.floor import expectation
from seventh.room.tables.table import LiveTable
from seventh.rounds.actions import DEALER
from seventh.rounds.calls import Call, CallSpot
from seventh.rounds.narration import Narrator

STORY = 14
"""The number of lines of the story shown."""


def table_line(table: LiveTable) -> dict[str, Any]:
    """A table at a glance."""
    live = table.snapshot.live
    chairs = table.snapshot.chairs
    return {
        "table": table.id,
        "name": table.row.name,
        "game": table.game,
        "title": table.house.title,
        "house": table.house.hash[:12],
        "stakes": wording_of(table.house).stakes,
        "private": not table.row.public,
        "seats": table.house.seats,
        "players": [labelled(chair.name, chair.bot) for chair in chairs.values()],
        "people": table.people,
        "state": table.state,
        "phase": live.hand.phase if live is not None else "",
        "waits_for": waits_for(table),
        "since": table.changed_at,
        "notice": table.floor.notice or table.notice,
        "held": table.floor.held.what if table.floor.held else "",
        "round": live.id if live is not None else "",
        "number": table.snapshot.number,
        "url": f"/floor/tables/{table.id}",
    }


def waits_for(table: LiveTable) -> str:
    """Whom or what a table waits for, in words."""
    live = table.snapshot.live
    if table.floor.stops_all:
        return "the floor"
    if live is None:
        return "the next round" if table.showing else "players"
    if DEALER in live.hand.to_act:
        return "the floor (deal on hold)" if table.floor.held else "the dealer"
    seats = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
    return ", ".join(_name(table, seat) for seat in seats) or "the dealer"


def _name(table: LiveTable, seat: int) -> str:
    chair = table.snapshot.chairs.get(seat)
    return f"{labelled(chair.name, chair.bot)}, seat {seat}" if chair is not None else f"seat {seat}"


def table_panel(table: LiveTable) -> dict[str, Any]:
    """One table in full."""
    live = table.snapshot.live
    shown = live or (table.snapshot.over if table.showing else None)
    closure = table.services.gate.closure_of(table.id, table.game)
    return {
        **table_line(table),
        "closed": closure.why if closure is not None else "",
        "closed_scope": closure.scope if closure is not None else "",
        "held_why": table.floor.held.why if table.floor.held else "",
        "may_deal": table.floor.may_deal(),
        "view": _view(table, shown) if shown is not None else None,
        "story": _story(table, shown)[-STORY:] if shown is not None else [],
        "calls": [call_info(table.house, call) for call in table.floor.calls()],
        "chairs": [
            {"seat": seat, "person": chair.person, "name": chair.name, "bot": chair.bot, "chips": table.chips_of(seat)}
            for seat, chair in table.snapshot.chairs.items()
        ],
        "removed": [
            {"person": person, "name": table.services.people.person(person).name, "why": why}
            for person, why in table.snapshot.removed.items()
        ],
        "last": msgspec.to_builtins(table.snapshot.last) if table.snapshot.last else None,
        "news": [line.text for line in table.news.recent[-STORY:]],
    }


def _view(table: LiveTable, live: LiveRound) -> dict[str, Any]:
    view = msgspec.to_builtins(live.view(None))
    return {
        "phase": view["phase"],
        "street": view.get("street", 0),
        "dealer": view.get("dealer", ""),
        "common": view.get("common", ""),
        "set_aside": view["set_aside"],
        "pot": sum(amount for amount, _ in view.get("pots", ())),
        "void": view["void"],
        "seats": [
            {
                "seat": seat["seat"],
                "name": _name(table, seat["seat"]),
                "cards": seat["cards"],
                "stack": seat["stack"],
                "bets": sum(seat["wagers"].values()) if "wagers" in seat else seat["bet"],
                "status": seat["status"],
                "acts": seat["seat"] in view["to_act"],
            }
            for seat in sorted(view["seats"], key=lambda seat: int(seat["seat"]))
        ],
    }


def _story(table: LiveTable, live: LiveRound) -> list[str]:
    """The round so far, as a bystander was told."""
    people = table.services.people
    players = {seat: people.person(seated.person) for seat, seated in live.seats.items()}
    names = {seat: labelled(player.name, player.bot) for seat, player in players.items()}
    narrator = Narrator(wording_of(live.house), live.hand.seats, lambda seat: names[seat], None, minus="\u2212")
    told = [narrator.tell(event.seen_by(None)) for event in live.hand.events]
    return [line.say for line in told if line.say]


def call_info(house: House, call: Call) -> dict[str, Any]:
    """A call with the text of its clause in the rules in force."""
    return {
        "call": call.call,
        "title": call.title,
        "clause": call.clause,
        "rule": clause_text(house, call.clause),
        "spots": [spot_info(call, spot) for spot in call.spots],
    }


def spot_info(call: Call, spot: CallSpot) -> dict[str, Any]:
    """A place of a call, with what follows and the code that confirms it."""
    return {
        "place": spot.key,
        "label": spot.label,
        "seat": spot.seat,
        "follows": list(spot.follows),
        "expects": expectation(call, spot),
    }


def clause_text(house: House, clause: str) -> str:
    """The text of a clause in the rules of this house; empty for none."""
    parts = rules_of(house).of(clause) if clause else []
    return " ".join(part.text for part in parts if isinstance(part, Clause))
