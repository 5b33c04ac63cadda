"""The coach at a table: what a player's choices are worth, and what the choices made have cost.

Everything comes from `round.view(seat)`, so a coach sees no more than the player.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from seventh.games import wording_of
from seventh.games.coaching import Coaching, coached
from seventh.house import House
from seventh.lab.text import coaching as text
from seventh.records.remarks import Remark, remark_on
from seventh.room.frames import Coach, CoachChoice, Coached, CoachRemark, CoachTally
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, NOT_NOW, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables import coach_desk
from seventh.room.tables.action_text import action_of
from seventh.rounds.actions import Action, Fold

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

log = logging.getLogger("seventh.room")

WARNS_OVER = Fraction(1, 100)
"""In antes: a cost above this is worth a warning."""


class Tally:
    """One person's decisions with the coach, since they sat down."""

    def __init__(self, since: int) -> None:
        self.since = since
        self.decisions = self.mistakes = 0
        self.best = self.made = Fraction(0)
        """Expected net results in chips."""
        self.latest: CoachRemark | None = None
        self.coming: set[asyncio.Task[None]] = set()
        """Decisions whose value is still being worked out."""

    def add(self, remark: Remark, latest: CoachRemark) -> None:
        self.decisions += 1
        self.mistakes += remark.cost > 0
        self.best += (remark.ev + remark.cost) * remark.unit
        self.made += remark.ev * remark.unit
        self.latest = latest

    def frame(self, house: House) -> CoachTally:
        cost = self.best - self.made
        return CoachTally(
            self.decisions, self.mistakes, str(self.best), str(self.made), str(cost), self._says(house, cost)
        )

    def _says(self, house: House, cost: Fraction) -> str:
        if not self.decisions:
            return "No decisions yet."
        many = "1 decision" if self.decisions == 1 else f"{self.decisions} decisions"
        if not self.mistakes:
            return f"{many}, no mistakes."
        wrong = "1 mistake" if self.mistakes == 1 else f"{self.mistakes} mistakes"
        return f"{many}, {wrong}, cost {text.chips(house, cost, signed=False)}."


class TableCoach:
    """The coach at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._tallies: dict[str, Tally] = {}
        """By person, as long as the coach is on."""

    @property
    def allowed(self) -> bool:
        """Whether this table has a coach: the room allows it, and the game has one."""
        return bool(self._table.services.settings.coach) and coached(self._table.house)

    async def answer(self, person: Person, ask: Coach) -> Coached:
        table = self._table
        if not self.allowed:
            raise RoomRefused(FORBIDDEN, "there is no coach at this table")
        seat = table.seats.of(person.id)
        tally = self._tally(person.id, seat)
        if ask.off:
            self._tallies.pop(person.id, None)
        else:
            table.services.coaches.warm_up(table.house)
        if tally.coming:
            await asyncio.wait(tally.coming, timeout=coach_desk.PATIENCE)
        live = table.snapshot.live
        if live is None or seat not in live.seats or live.seats[seat].person != person.id:
            idle = Coaching("The coach speaks up when there is something to decide.")
            return self._frame(ask, "", 0, idle, {}, tally)
        # Before anything else is awaited: all of the answer is about one moment.
        house, view, labels, decision = live.house, live.view(seat), self._labels(live, seat), live.decision(seat)
        known = await table.services.coaches.coaching(house, view)
        picture = None
        if ask.picture and known.picture is not None:
            picture = await table.services.coaches.work(known.picture)
        asked = self._asked(known, ask, house)
        return self._frame(ask, live.id, decision if known.choices else 0, known, labels, tally, picture, asked)

    def acted(self, person: str, before: LiveRound, seat: int, action: Action) -> None:
        """Count a decision that has been committed, if the coach is on; its value is worked out in the background."""
        tally = self._tallies.get(person)
        if tally is None or not self.allowed:
            return
        view, labels = before.view(seat), self._labels(before, seat)

        async def count() -> None:
            try:
                known = await self._table.services.coaches.coaching(before.house, view, waits=True)
            except RoomRefused:
                log.warning("the coach missed a decision", extra={"table": self._table.id})
                return
            remark = remark_on(known, action, seat)
            if remark is not None:
                tally.add(remark, _remark(before, remark, labels))

        task = asyncio.get_running_loop().create_task(count())
        tally.coming.add(task)
        task.add_done_callback(tally.coming.discard)

    def _tally(self, person: str, seat: int) -> Tally:
        """The person's tally, a new one if they have sat down anew; those of people who left are dropped."""
        chairs = self._table.snapshot.chairs
        here = {chair.person for chair in chairs.values()}
        for gone in [other for other in self._tallies if other not in here]:
            del self._tallies[gone]
        since = chairs[seat].since
        tally = self._tallies.get(person)
        if tally is None or tally.since != since:
            tally = self._tallies[person] = Tally(since)
        return tally

    def _labels(self, live: LiveRound, seat: int) -> dict[str, str]:
        """The labels of the seat's buttons, by action."""
        offers = wording_of(live.house).offers(live.hand, seat) if live.decision(seat) else []
        return {_key(one.action): one.label for one in offers if not one.amounts and not one.pick}

    def _asked(self, known: Coaching, ask: Coach, house: House) -> CoachChoice | None:
        if ask.action is None:
            return None
        action = action_of(ask.action)
        ev = known.worth(action)
        if ev is None:
            raise RoomRefused(NOT_NOW, "the coach has no figure for that action")
        return _choice(house, known, "", action, ev, {})

    def _frame(
        self,
        ask: Coach,
        round_id: str,
        decision: int,
        known: Coaching,
        labels: dict[str, str],
        tally: Tally,
        picture: Any = None,
        asked: CoachChoice | None = None,
    ) -> Coached:
        house = self._table.house
        choices = tuple(_choice(house, known, one.name, one.action, one.ev, labels) for one in known.choices)
        return Coached(
            ask.table, round_id, decision, known.hand, choices, known.says, asked, tally.latest, tally.frame(house),
            known.picture is not None, picture,
        )  # fmt: skip


def _choice(
    house: House, known: Coaching, name: str, action: Action, ev: Fraction, labels: dict[str, str]
) -> CoachChoice:
    cost = known.cost(action) or Fraction(0)
    data = to_builtins(action)
    return CoachChoice(
        name=name,
        label=labels.get(_key(data), name.replace("_", " ")),
        action=data,
        exact=str(ev),
        antes=text.antes(ev),
        chips=text.chips(house, ev * known.unit),
        cost=str(cost),
        cost_text=text.chips(house, cost * known.unit, signed=False),
        best=known.best is not None and known.best.action == action and not _only(known.choices),
        warns=cost > WARNS_OVER,
    )


def _only(choices: Sequence[Any]) -> bool:
    """Whether the player can do nothing but fold, for lack of chips: that deserves no praise."""
    return len(choices) == 1 and isinstance(choices[0].action, Fold)


def _remark(live: LiveRound, remark: Remark, labels: dict[str, str]) -> CoachRemark:
    best = next(choice for choice in remark.choices if choice.name == remark.best)
    named = {choice.name: labels.get(_key(to_builtins(choice.action)), choice.name) for choice in remark.choices}
    chosen = named.get(remark.chosen) or labels.get(_key(to_builtins(remark.action)), "Your bet")
    if not remark.cost:
        says = f"{chosen}: the best choice."
    else:
        cost = text.chips(live.house, remark.chips, signed=False)
        says = f"{chosen} cost {cost} ({text.antes(remark.cost).lstrip('+')}): {named[best.name]} was better."
    return CoachRemark(live.id, chosen, named[best.name], str(remark.cost), says)


def _key(action: dict[str, Any]) -> str:
    return repr(sorted(action.items()))
