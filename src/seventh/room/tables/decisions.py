"""The decisions of a round at a live table: by people, and by the clock in their place."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from seventh.room import frames
from seventh.room.people.accounts import Person
from seventh.room.refusals import MALFORMED, NOT_NOW, REPRICED, STALE, RoomRefused
from seventh.room.tables.standing import Step
from seventh.rounds.actions import Action, kinds_of

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

CLOCK = "clock"
"""Who decided, when a person did not."""


@cache
def _seat_actions() -> Any:
    """What a seat can do in some game, as one type; all games are known by the time that somebody plays."""
    return reduce(or_, [kind for kind in kinds_of(Action).values() if kind.role == "seat"])


def action_of(data: Any) -> Action:
    """The action that a client's plain data stand for."""
    try:
        action: Action = msgspec.convert(data, _seat_actions())
    except msgspec.ValidationError as error:
        raise RoomRefused(MALFORMED, f"that is not an action: {error}") from None
    return action


class Decisions:
    """What the seats of one table decide."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    async def act(self, person: Person, ask: frames.Act) -> None:
        """A person's answer to a decision."""
        table = self._table

        def make(at: int) -> Step:
            live, seat = table.round_of(person, ask.round)
            if ask.decision != live.decision(seat) or not ask.decision:
                raise RoomRefused(STALE, "that decision is not open any more", f"{live.decision(seat)}")
            action = action_of(ask.action)
            price = live.price(seat, action)
            if price > 0:
                table.services.gate.may_wager(person.id, table.id, table.game, in_round=table.policy.begun(live))
            moved = live.act(seat, action, at, person.id, ask.id)
            if price != ask.price:
                raise RoomRefused(REPRICED, f"that costs {price} and not {ask.price}", f"{price}")
            return Step(table.standing).moved(moved)

        await table.loop.carry_out(make)
        table.timing.missed.pop(table.standing.session.seat_of(person.id), None)

    async def say_ready(self, person: Person, round_id: str) -> None:
        """No more time is needed before the cards, or before the next round."""
        table = self._table
        seat = table.seats.of(person.id)
        live, last = table.standing.live, table.standing.last
        if round_id != (live.id if live else last.id if last else ""):
            raise RoomRefused(STALE, "that round is not the one at the table", live.id if live else "")
        if live is not None and table.policy.begun(live):
            raise RoomRefused(NOT_NOW, "the cards are being played")
        if seat not in table.ready:
            table.ready.add(seat)
            table.tell(Step(table.standing))
            await table.tick()

    # In a person's place.

    def of_the_clock(self, at: int) -> Step | None:
        """The published default for the first seat whose time is up; a bot's own choice when it has thought."""
        table = self._table
        live = table.standing.live
        for seat in table.timing.due(at):
            if live is None or not live.decision(seat):
                continue
            chair = table.standing.chairs.get(seat)
            if chair is not None and chair.bot:
                action = table.policy.bot_action(live, seat)
                return Step(table.standing).moved(live.act(seat, action, at, chair.person))
            person = live.seats[seat].person
            step = Step(table.standing).moved(live.act(seat, live.hand.default(seat), at, person, by=CLOCK))
            return self.missed(step, seat)
        return None

    def missed(self, step: Step, seat: int) -> Step:
        """The clock decided for a seat; if that happens again and again the person sits out."""
        missed = self._table.timing.missed
        missed[seat] = missed.get(seat, 0) + 1
        seated = step.standing.session.seats.get(seat)
        if seated is None or seated.wants_out or missed[seat] < self._table.services.settings.missed_decisions:
            return step
        return replace(step, standing=replace(step.standing, session=step.standing.session.sit_out(seat)))
