"""Our own record of a round of any game: one JSON text with everything needed to replay the round.

    {"record": 3, "game": "...", "house": {...}, "house_hash": "...", "seats": {"1": 100000},
     "steps": [{"who": 1, "action": {...}, "events": [{...}]}], "result": {...}, "about": {...}, "proof": {...}}

The house is included in full, so a record does not depend on any file. Each step is an action, who took it, and the
events it caused. `about` holds what the rules ignore, such as names and dates. `proof` proves that the cards came from
a deck fixed before the round. `hand_dealt` marks a round in which a person dealt real cards: it has no proof, and
`corrections` keeps every step that was taken back because it had been entered wrongly.

Version 1 had no proof. Versions 1 and 2 were written before some of today's settings existed: their houses are read
with the values that applied then, and the wording inside their events is not compared. Version 4 added hand-dealt
rounds; all others are still written as version 3, which earlier releases can read.
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
"""The version of records written today; every earlier version can be read."""
HAND_DEALT = 4
"""The version of records of hand-dealt rounds; no later one can be read."""
WITHOUT_PROOF = 1
_NAMES_LATER_SETTINGS = 3
"""The first version whose house can name the settings that have a value from before them."""


class NotARecord(ValueError):
    """Text that is not a record, or one that this release cannot read; the message is one line."""


if TYPE_CHECKING:
    AnyAction = Action
    AnyEvent = Event
else:
    with suppress(GameError):  # a plug-in that cannot be loaded is reported when a game is used
        list(GAMES)
    # All actions, and all events, as one tagged union, including those of plug-ins.
    AnyAction = reduce(or_, kinds_of(Action).values())
    AnyEvent = reduce(or_, kinds_of(Event).values())


class Step(msgspec.Struct, frozen=True):
    """An action, who took it, and the events it caused."""

    who: Who
    action: Action
    events: tuple[Event, ...]


class Correction(msgspec.Struct, frozen=True):
    """A step of a hand-dealt round that was taken back because it had been entered wrongly."""

    after: int
    """The number of steps before it."""
    step: Step


class Result(msgspec.Struct, frozen=True):
    """How the round ended."""

    void: bool
    stacks: dict[int, int]
    """The chips of each seat after the round."""


class Record(msgspec.Struct, frozen=True):
    """A round, finished or not, and everything needed to replay it."""

    game: str
    """The name of the game."""
    house: dict[str, Any]
    """Every value of the rules in force, as in a house's TOML file."""
    house_hash: str
    """The hash that identifies the rules."""
    seats: dict[int, int]
    """The chips of each seat at the start of the round."""
    dealer_position: int | None
    """The seat that has the deal; None in games where no seat has it."""
    steps: tuple[Step, ...]
    """Every action, with who acted and the events that followed."""
    result: Result | None
    """None while the round is not over."""
    about: dict[str, Any] = {}
    """What the rules ignore: names, table, number, date."""
    proof: Proof | None = None
    """Where the cards came from; None for cards that a person shuffled."""
    form: int = FORM
    """The version in which the round was recorded."""
    hand_dealt: bool = False
    """Whether a person dealt real cards."""
    corrections: tuple[Correction, ...] = ()
    """Hand-dealt rounds: the steps taken back, in the order in which they were taken back."""

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(event for step in self.steps for event in step.events)

    def new_house(self) -> House:
        """The house of the record."""
        house: House = recorded_house(self.house, self.game, "the record's house")
        return house

    def new_round(self) -> Round:
        """The round before its first action."""
        start = {} if self.dealer_position is None else {"dealer_position": self.dealer_position}
        return new_round(self.new_house(), self.seats, self.hand_dealt, **start)

    def steps_before(self, number: int) -> tuple[Step, ...]:
        """The steps in force when the correction of this index was made, without the step taken back.

        Steps are taken back from the end, so the step then at a position is the next one taken back there, or else the
        one that is still there.
        """
        later = self.corrections[number + 1 :]
        return tuple(
            next((taken.step for taken in later if taken.after == place), None) or self.steps[place]
            for place in range(self.corrections[number].after)
        )


class Recorder:
    """Acts on a round and keeps the actions: a round itself keeps only its events."""

    def __init__(self, hand: Round, about: dict[str, Any] | None = None) -> None:
        if hand.events:
            raise ValueError("a recording must start with the round, but this one already has events")
        self.round = hand
        self.steps: list[Step] = []
        self.about = dict(about or {})
        self.proof: Proof | None = None

    def act(self, who: Who, action: Action) -> tuple[Event, ...]:
        """Like `round.act`; refused actions leave no trace."""
        events = self.round.act(who, action)
        self.steps.append(Step(who, action, events))
        return events

    def deal_on(self, draw: Draw, shuffle: Shuffle | None = None) -> None:
        """Let the dealer act until a seat must act or the round is over."""
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
            form=HAND_DEALT if hand.hand_dealt else FORM,
            hand_dealt=hand.hand_dealt,
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


class _CorrectionForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: int
    step: _StepForm


class _RecordForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON format of a record."""

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
    hand_dealt: bool = False
    corrections: tuple[_CorrectionForm, ...] = ()


def write_record(record: Record) -> str:
    """The record as JSON, one step per line."""
    data = msgspec.to_builtins(record, str_keys=True)
    steps, corrections = data.pop("steps"), data.pop("corrections")
    hand_dealt = {"hand_dealt": True} if data.pop("hand_dealt") else {}
    kept = {key: value for key, value in data.items() if value is not None and key != "form"}
    head = {"record": data["form"], **hand_dealt, **kept}
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    lines.append(f'  "steps": {_listed(steps)}')
    if corrections:
        lines.append(f'  "corrections": {_listed(corrections)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _listed(items: list[Any]) -> str:
    lines = ",".join(f"\n    {_json(item)}" for item in items)
    return f"[{lines}\n  ]" if items else "[]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_record(text: str | bytes) -> Record:
    """Parse a record."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotARecord(f"not JSON: {error}") from None
    version = data.get("record") if isinstance(data, dict) else None
    if type(version) is not int or version < 1:
        raise NotARecord('not a record of a round: it has no "record" with its version')
    if version > HAND_DEALT:
        raise NotARecord(f"a record of version {version}; this release supports up to version {HAND_DEALT}")
    named = data.get("game")
    if isinstance(named, str) and named not in GAMES:  # first, because a plug-in may have its own actions and events
        raise NotARecord(missing(named))
    try:
        form = msgspec.convert(data, _RecordForm, str_keys=True)
    except msgspec.ValidationError as error:
        raise NotARecord(f"not a record of a round: {error}") from None
    if form.proof is not None and version == WITHOUT_PROOF:
        raise NotARecord(f"a record of version {WITHOUT_PROOF} has no proof")
    _check_hand_dealt(form)
    later = [name for name in GAMES[form.game].house.before() if name in form.house]
    if version < _NAMES_LATER_SETTINGS and later:
        raise NotARecord(f"a record of version {version}, but its house has newer settings: {', '.join(later)}")
    record = Record(
        form.game,
        form.house,
        form.house_hash,
        form.seats,
        form.dealer_position,
        tuple(map(_step, form.steps)),
        form.result,
        form.about,
        form.proof,
        form.record,
        form.hand_dealt,
        tuple(Correction(taken.after, _step(taken.step)) for taken in form.corrections),
    )
    try:
        record.new_round()
    except HouseError as error:
        raise NotARecord(str(error)) from None
    except ValueError as error:
        raise NotARecord(f"the round cannot be started: {error}") from None
    return record


def _step(form: _StepForm) -> Step:
    return Step(form.who, form.action, form.events)


def _check_hand_dealt(form: _RecordForm) -> None:
    if form.hand_dealt != (form.record >= HAND_DEALT):
        mark = "is marked as" if form.hand_dealt else "is not marked as"
        raise NotARecord(f"a record of version {form.record} that {mark} hand-dealt")
    if form.hand_dealt and form.proof is not None:
        raise NotARecord("a hand-dealt round has no proof, but the record has one")
    if form.corrections and not form.hand_dealt:
        raise NotARecord("only a hand-dealt round has corrections")
    most = len(form.steps)
    for taken in reversed(form.corrections):
        if not 0 <= taken.after <= most:
            raise NotARecord(f"a correction after step {taken.after}, but there were only {most} steps")
        most = taken.after + 1
