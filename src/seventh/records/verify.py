"""Replaying a record, and reporting the first difference."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from seventh.house import hash_of
from seventh.records.record import Record, Result, Step, result_of
from seventh.rounds.events import Event, RoundVoided
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value
from seventh.rounds.round import Round


class Mismatch(Exception):
    """A record that its own actions contradict; the message names the first difference."""

    def __init__(self, step: int | None, message: str) -> None:
        self.step = step
        """The number of the step, counted from 1; None if the difference is not in a step."""
        self.message = message
        super().__init__(f"step {step}: {message}" if step else message)


SAME_WORDING = 3
"""The first version whose events are compared in full, wording included."""

Watch = Callable[[int, Step, Round], None]
"""Called with the number of a step, the step, and the round before it."""


def verify_record(record: Record, watch: Watch | None = None) -> Round:
    """Replay the record's actions; returns the round if it matches the record."""
    if hash_of(record.house) != record.house_hash:
        raise Mismatch(None, "the house's values do not match its hash")
    hand = record.new_round()
    for number, step in enumerate(record.steps, 1):
        if watch is not None:
            watch(number, step, hand)
        _verify_step(hand, number, step, record.form)
    _verify_result(result_of(hand), record.result)
    for number in range(len(record.corrections)):
        _verify_correction(record, number)
    return hand


def _verify_correction(record: Record, number: int) -> None:
    """Replay the steps up to one that was taken back: it was legal, and had the recorded consequences."""
    before, taken = record.steps_before(number), record.corrections[number]
    hand = record.new_round()
    try:
        for place, step in enumerate((*before, taken.step), 1):
            _verify_step(hand, place, step, record.form)
    except Mismatch as mismatch:
        raise Mismatch(None, f"correction {number + 1}, {mismatch}") from None


def _verify_step(hand: Round, number: int, step: Step, form: int) -> None:
    try:
        events = hand.act(step.who, step.action)
    except Refused as refused:
        message = f"{by(step)} cannot {format_value(step.action)}: {refused}"
        raise Mismatch(number, message) from None
    for found, recorded in zip_longest(events, step.events):
        if not same_event(found, recorded, form):
            done = f"{by(step)}, {format_value(step.action)}"
            raise Mismatch(number, f"{done}: gives {_words(found)}, but the record has {_words(recorded)}")


def same_event(found: Event | None, recorded: Event | None, form: int) -> bool:
    """Whether a step gave the recorded event; wording has changed since the earlier versions."""
    if found == recorded:
        return True
    if form >= SAME_WORDING or not isinstance(found, RoundVoided) or not isinstance(recorded, RoundVoided):
        return False
    return found.clause == recorded.clause


def _verify_result(found: Result | None, recorded: Result | None) -> None:
    if found == recorded:
        return
    if found is None or recorded is None:
        ends = "is over, but the record has no result" if found else "is not over, but the record has a result"
        raise Mismatch(None, f"after the last step the round {ends}")
    if found.void != recorded.void:
        raise Mismatch(None, f"the round was {'void' if found.void else 'played'}, but the record says otherwise")
    for seat in sorted({*found.stacks, *recorded.stacks}):
        have, said = found.stacks.get(seat), recorded.stacks.get(seat)
        if have != said:
            raise Mismatch(None, f"seat {seat} ends with {have}, but the record says {said}")


def by(step: Step) -> str:
    """Who took a step, as text."""
    return f"seat {step.who}" if isinstance(step.who, int) else f"the {step.who}"


def _words(event: Event | None) -> str:
    return f"'{format_value(event)}'" if event else "nothing"
