"""A replay as its page needs it: the frames of `room.replay`, and what their table looks like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from seventh.games import rules_of
from seventh.games.layout import table_layout
from seventh.house import House
from seventh.room.history import PlayedRound
from seventh.room.people.accounts import Person
from seventh.room.replay import Looker, Replay, replay, seats_only

Remarks = Mapping[int, dict[str, str]]
"""The coach's remark on a decision, {text, kind}, by the number of its step in the record."""


def replay_context(
    found: Replay, house: House, remarks: Remarks, worth: int = 1, **head: Any
) -> dict[str, dict[str, Any] | list[dict[str, Any]]]:
    """The context of replay.html; `head` adds to what is said about the replay. `worth` is what a chip counts for."""
    layout = table_layout(house)
    steps = [{**msgspec.to_builtins(step, str_keys=True), "remark": remarks.get(step.action)} for step in found.steps]
    own = found.viewer or -1
    bootstrap = {
        "game": found.game,
        "scene": layout["scene"],
        "layout": layout,
        "money": {"currency": house.currency, "chips_per_unit": house.chips_per_unit, "worth": worth},
        # Without the house edges: nothing can be bet any more, and counting those of an unusual house takes long.
        "wagers": [
            {"key": wager.key, "title": wager.title, "limits": wager.limits, "terms": wager.terms, "edge_text": ""}
            for wager in rules_of(house).wagers
        ],
        "clauses": [],
        "seats": max(house.seats, *(seat.seat for seat in found.steps[0].frame.seats)),
        "viewer": found.viewer,
        "person": None,
        "steps": steps,
    }
    shown = {
        "name": found.title,
        "game": found.game,
        "scene": layout["scene"],
        "outcome": found.outcome,
        "seen": "",
        "back": "",
        "back_name": "",
        "picture": "",
        "file": None,
    }
    lines = [
        {
            "words": " ".join(step.says),
            "own": step.who == own,
            "timed_out": step.timed_out,
            "remark": remarks.get(step.action),
        }
        for step in found.steps
    ]
    return {"replay": {**shown, **head}, "steps": lines, "bootstrap": bootstrap}


def own_replay(found: PlayedRound, people: Mapping[int, Person]) -> Replay:
    """A round as its player saw it, with everybody's name."""
    seat = found.line.seat
    bots = frozenset(place for place, person in people.items() if person.bot)
    looker = Looker(seat, names=lambda place: people[place].name, bots=bots)
    return replay(found.record, looker, found.times, found.live.called_off, found.line.number)


def shared_replay(found: PlayedRound) -> Replay:
    """The same for others: without names, times, and what identifies the round."""
    times = [(0, by) for _, by in found.times]
    looker = Looker(found.line.seat, names=seats_only(found.record.seats))
    return replay(found.record, looker, times, found.live.called_off and "a fault in the room")
