"""A replay as its page needs it: the frames of `room.replay`, and what their table looks like."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from seventh.games import rules_of
from seventh.games.layout import table_layout
from seventh.house import House
from seventh.records.remarks import Remark, remarks
from seventh.room.history import PlayedRound
from seventh.room.people.accounts import Person
from seventh.room.replay import Looker, Replay, replay, seats_only

Remarks = Mapping[int, dict[str, str]]
"""The coach's remarks on decisions, {text, kind}, by the number of the decision's step in the record."""


def replay_context(
    found: Replay, house: House, said: Remarks, worth: int = 1, **head: Any
) -> dict[str, dict[str, Any] | list[dict[str, Any]]]:
    """The context of replay.html; `head` adds to what is said about the replay. `worth` is what a chip counts for."""
    layout = table_layout(house)
    on = _at_steps(found, said)
    steps = [{**msgspec.to_builtins(step, str_keys=True), "remark": on.get(step.action)} for step in found.steps]
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
            "remark": on.get(step.action),
        }
        for step in found.steps
    ]
    return {"replay": {**shown, **head}, "steps": lines, "bootstrap": bootstrap}


def _at_steps(found: Replay, said: Remarks) -> Remarks:
    """The remarks, by the step of the replay that contains the decision."""
    starts = [step.action for step in found.steps]
    return {max(start for start in starts if start <= number): remark for number, remark in said.items()}


def own_remarks(found: PlayedRound) -> Remarks:
    """What the coach says about the decisions of the round's player, in a game that has a coach."""
    house = found.live.house
    return {
        remark.step: {"text": _said(remark, house), "kind": "mistake" if remark.cost else "best"}
        for remark in remarks(house, found.record, found.line.seat)
    }


def _said(remark: Remark, house: House) -> str:
    """`Best play: on average the hand is worth -$1.20.`"""
    if not remark.cost:
        return f"Best play: on average worth {_chips(remark.ev * remark.unit, house)}."
    best = max(choice.ev for choice in remark.choices) * remark.unit
    better, chosen = (name.replace("_", " ") for name in (remark.best, remark.chosen or "this amount"))
    return (
        f"Cost {_chips(remark.chips, house)}: {better} was worth {_chips(best, house)}, "
        f"{chosen} {_chips(remark.ev * remark.unit, house)}."
    )


def _chips(amount: Fraction, house: House) -> str:
    """An average, which need not be in whole chips."""
    units = amount / house.chips_per_unit
    sign = "\N{MINUS SIGN}" if units < 0 else ""
    return f"{sign}{house.currency}{abs(float(units)):,.2f}"


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
