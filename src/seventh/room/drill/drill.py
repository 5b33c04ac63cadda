"""The drill: asks, remembers the open question of each person, and judges the answer.

A question's answer stays here until it is given; a page gets only what `Question` shows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_bytes, token_hex

from sqlalchemy import select

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, Write
from seventh.room.drill import decisions, payouts, reading
from seventh.room.drill.chance import Chance
from seventh.room.drill.progress import Progress, Score, read, written
from seventh.room.drill.question import Kind, NotAnAnswer, Question
from seventh.room.people.accounts import Person
from seventh.room.queries import rows
from seventh.room.refusals import MALFORMED, STALE, UNKNOWN, RoomRefused
from seventh.room.store import Store, schema
from seventh.room.tables.coach_desk import CoachDesk

KINDS: dict[str, Kind] = {kind.name: kind for kind in (decisions.KIND, reading.KIND, payouts.KIND)}
REMEMBERED = 5_000
PATIENCE = 60.0
"""Seconds for a question: no table waits for it, and the first one loads the mathematics."""


@dataclass(frozen=True)
class Open:
    """A question that waits for an answer."""

    id: str
    question: Question


@dataclass(frozen=True)
class Judged:
    """An answer, and what it was worth."""

    question: Question
    answer: str
    """As given: the label of the choice, or what was typed."""
    right: bool
    score: Score


class Drill:
    """The drill of a room."""

    def __init__(
        self, store: Store, cashier: Cashier, desk: CoachDesk, seed: Callable[[], bytes] = lambda: token_bytes(32)
    ) -> None:
        self._store = store
        self._cashier = cashier
        self._desk = desk
        self._seed = seed
        self._open: OrderedDict[tuple[str, str], Open] = OrderedDict()

    def progress(self, person: Person) -> Progress:
        return read(self._settings(person.id))

    async def ask(self, person: Person, kind: str, game: str = "", fresh: bool = False) -> Open:
        """The person's open question, or a new one. `game` is one of the kind's games, or empty for any."""
        known = kind_of(kind)
        games = known.games()
        if game and game not in games:
            raise RoomRefused(UNKNOWN, f"{game[:40]!r} has no such drill", ", ".join(games))
        key = (person.id, kind)
        found = self._open.get(key)
        if found is not None and not fresh and game in ("", found.question.game):
            return found
        chance, score = Chance(self._seed()), self.progress(person).of(kind)
        question = await self._desk.work(known.ask, [game] if game else games, chance, score.weight, seconds=PATIENCE)
        found = self._open[key] = Open(token_hex(8), question)
        self._open.move_to_end(key)
        while len(self._open) > REMEMBERED:
            self._open.popitem(last=False)
        return found

    async def answer(self, person: Person, kind: str, question: str, answer: str) -> Judged:
        """Judge an answer and keep the progress; a question is answered once."""
        kind_of(kind)
        key = (person.id, kind)
        found = self._open.get(key)
        if found is None or found.id != question:
            raise RoomRefused(STALE, "that question is no longer open", "the one below")
        asked = found.question
        given, shown = _read(asked, answer)
        del self._open[key]
        right = given in asked.solution.right
        progress = self.progress(person).answered(kind, asked.topic, right)
        text = written(self._settings(person.id), progress)
        await self._cashier.commit(Change(writes=(Write("set", "people", {"id": person.id, "settings": text}),)))
        return Judged(asked, shown, right, progress.of(kind))

    def _settings(self, person: str) -> str:
        table = schema.people
        found = rows(self._store, select(table.c.settings).where(table.c.id == person))
        return str(found[0].settings or "") if found else ""


def kind_of(name: str) -> Kind:
    if name not in KINDS:
        raise RoomRefused(UNKNOWN, f"there is no drill {name[:40]!r}", ", ".join(KINDS))
    return KINDS[name]


def _read(question: Question, answer: str) -> tuple[str, str]:
    """The answer in its plain form, and as the person gave it."""
    if question.choices:
        labels = dict(question.choices)
        if answer not in labels:
            raise RoomRefused(MALFORMED, f"{answer[:40]!r} is not one of the answers", ", ".join(labels.values()))
        return answer, labels[answer]
    assert question.read is not None
    try:
        return question.read(answer), answer.strip()
    except NotAnAnswer as error:
        why, _, allowed = str(error).partition("; allowed: ")
        raise RoomRefused(MALFORMED, why, allowed) from None
