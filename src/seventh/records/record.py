"""Our own record of a round of any game: one JSON text that says everything needed to play the round once more.

    {"record": 3, "game": "...", "house": {...}, "house_hash": "...", "seats": {"1": 100000},
     "steps": [{"who": 1, "action": {...}, "events": [{...}]}], "result": {...}, "about": {...}, "proof": {...}}

The house is there in full, so that a record does not depend on any file. Each step is an action with who did it and the
events that it brought about. `about` holds what the rules know nothing of, such as names and dates. `proof` is what
shows that the cards came from a deck that was fixed before the round.

Form 1 had no proof. Forms 1 and 2 were written before some of today's settings existed: such a house is read with the
values that applied then, and the wording inside its events is not compared.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from seventh.games import GAMES, GameError, missing, new_round, recorded_house
from seventh.house import House, HouseError
from seventh.records.proof import Proof
from seventh.rounds.actions import DEALER, Action, Who, kinds_of
from seventh.rounds.driver import Draw, Shuffle, dealer_action
from seventh.rounds.events import Event
from seventh.rounds.round import Round

FORM = 3
"""The form of a record that is written today; every earlier form is read as well."""
WITHOUT_PROOF = 1
_NAMES_LATER_SETTINGS = 3
"""The first form whose house can name the settings that have a value from before them."""


class NotARecord(ValueError):
    """Text that is no record, or one that this release cannot read; the message is one line."""


if TYPE_CHECKING:
    AnyAction = Action
    AnyEvent = Event
else:
    with suppress(GameError):  # a plug-in that cannot be loaded is told of when somebody asks for a game
        list(GAMES)
    # All actions, and all events, as one type that tells them apart by their tag: those of plug-ins as well.
    AnyAction = reduce(or_, kinds_of(Action).values())
    AnyEvent = reduce(or_, kinds_of(Event).values())


class Step(msgspec.Struct, frozen=True):
    """An action, who did it, and what it brought about."""

    who: Who
    action: Action
    events: tuple[Event, ...]


class Result(msgspec.Struct, frozen=True):
    """How the round ended."""

    void: bool
    stacks: dict[int, int]
    """The chips of each seat after the round."""


class Record(msgspec.Struct, frozen=True):
    """A round, finished or not, and everything needed to play it once more."""

    game: str
    house: dict[str, Any]
    """Every value of the rules in force, as a house's TOML file would hold them."""
    house_hash: str
    seats: dict[int, int]
    """The chips with which each seat came to the round."""
    dealer_position: int | None
    """The seat that has the deal; None at games that have no such position."""
    steps: tuple[Step, ...]
    result: Result | None
    """None while the round is not over."""
    about: dict[str, Any] = {}
    """What the rules know nothing of: names, table, number, date."""
    proof: Proof | None = None
    """Where the cards came from; None for cards that a person shuffled."""
    form: int = FORM
    """The form in which the round was recorded."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(event for step in self.steps for event in step.events)

    def new_house(self) -> House:
        """The house of the record."""
        house: House = recorded_house(self.house, self.game, "the record's house")
        return house

    def new_round(self) -> Round:
        """The round before its first action."""
        start = {} if self.dealer_position is None else {"dealer_position": self.dealer_position}
        return new_round(self.new_house(), self.seats, **start)


class Recorder:
    """Acts on a round and keeps what was done: a round keeps its events, but not its actions."""

    def __init__(self, hand: Round, about: dict[str, Any] | None = None) -> None:
        if hand.events:
            raise ValueError("a record begins with the round: this one has events already")
        self.round = hand
        self.steps: list[Step] = []
        self.about = dict(about or {})
        self.proof: Proof | None = None

    def act(self, who: Who, action: Action) -> tuple[Event, ...]:
        """As `round.act`; what is refused leaves no trace."""
        events = self.round.act(who, action)
        self.steps.append(Step(who, action, events))
        return events

    def deal_on(self, draw: Draw, shuffle: Shuffle | None = None) -> None:
        """Let the dealer act until somebody else must, or the round is over."""
        while self.round.to_act == {DEALER}:
            self.act(DEALER, dealer_action(self.round, draw, shuffle))

    def record(self) -> Record:
        """The record of what has been done so far."""
        hand = self.round
        return Record(
            game=hand.game,
            house=hand.house.recorded(),
            house_hash=hand.house.hash,
            seats=dict(hand.seats),
            dealer_position=hand.dealer_position,
            steps=tuple(self.steps),
            result=result_of(hand),
            about=dict(self.about),
            proof=self.proof,
        )


def result_of(hand: Round) -> Result | None:
    outcome = hand.outcome
    if outcome is None:
        return None
    return Result(outcome.void, {seat: chips + outcome.net(seat) for seat, chips in hand.seats.items()})


# Text.


class _StepForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: Who
    action: AnyAction
    events: tuple[AnyEvent, ...]


class _RecordForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as it is written."""

    record: int
    game: str
    house: dict[str, Any]
    house_hash: str
    seats: dict[int, int]
    steps: tuple[_StepForm, ...]
    dealer_position: int | None = None
    result: Result | None = None
    about: dict[str, Any] = {}
    proof: Proof | None = None


def write_record(record: Record) -> str:
    """The record as JSON, a step a line."""
    data = msgspec.to_builtins(record, str_keys=True)
    steps = [f"\n    {_json(step)}" for step in data.pop("steps")]
    head = {"record": data.pop("form"), **{key: value for key, value in data.items() if value is not None}}
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    end = "\n  " if steps else ""
    lines.append(f'  "steps": [{",".join(steps)}{end}]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_record(text: str | bytes) -> Record:
    """The record that a text holds."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotARecord(f"not JSON: {error}") from None
    version = data.get("record") if isinstance(data, dict) else None
    if type(version) is not int or version < 1:
        raise NotARecord('not a record of a round: it has no "record" with the number of its form')
    if version > FORM:
        raise NotARecord(f"a record of form {version}, and this release knows up to form {FORM}")
    named = data.get("game")
    if isinstance(named, str) and named not in GAMES:  # first: a plug-in may have actions and events of its own
        raise NotARecord(missing(named))
    try:
        form = msgspec.convert(data, _RecordForm, str_keys=True)
    except msgspec.ValidationError as error:
        raise NotARecord(f"not a record of a round: {error}") from None
    if form.proof is not None and version == WITHOUT_PROOF:
        raise NotARecord(f"a record of form {WITHOUT_PROOF} has no proof")
    later = [name for name in GAMES[form.game].house.before() if name in form.house]
    if version < _NAMES_LATER_SETTINGS and later:
        raise NotARecord(f"a record of form {version}, whose house has settings that came later: {', '.join(later)}")
    record = Record(
        form.game,
        form.house,
        form.house_hash,
        form.seats,
        form.dealer_position,
        tuple(Step(step.who, step.action, step.events) for step in form.steps),
        form.result,
        form.about,
        form.proof,
        form.record,
    )
    try:
        record.new_round()
    except HouseError as error:
        raise NotARecord(str(error)) from None
    except ValueError as error:
        raise NotARecord(f"its round cannot begin: {error}") from None
    return record
