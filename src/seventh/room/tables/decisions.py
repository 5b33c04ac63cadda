"""The decisions of a round at a live table, by players or by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seventh.games import wording_of
from seventh.room import frames
from seventh.room.changes import Change
from seventh.room.people.accounts import Person
from seventh.room.refusals import NOT_NOW, REPRICED, STALE, RoomRefused, by_the_rules
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.action_text import action_of
from seventh.room.tables.snapshot import Step
from seventh.rounds.actions import Action, Check, Fold, Muck, Show
from seventh.rounds.legal import Refused
from seventh.rounds.refusal_words import refused_in_words

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

CLOCK, ROOM, LEFT, REMOVED = "clock", "room", "departure", "removal"
"""Who decided if the player did not: the clock; the room if there was only one sensible choice; or nobody could be
asked, because the player had left or the floor had removed them."""


class Decisions:
    """The decisions at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    async def act(self, person: Person, ask: frames.Act) -> None:
        """Take a player's action."""
        table = self._table
        made: list[tuple[LiveRound, int, Action]] = []

        def make(at: int) -> Step:
            live, seat = table.round_of(person, ask.round)
            table.floor.check()
            table.timing.acted(seat)
            table.presence.acted(seat)
            if ask.decision != live.decision(seat) or not ask.decision:
                raise RoomRefused(STALE, "that decision is no longer open", f"{live.decision(seat)}")
            action = action_of(ask.action)
            price = live.price(seat, action)
            begun, most = table.policy.begun(live), table.policy.most_staked(action)
            # Chips moved from one spot to another cost nothing, but may allow larger raises.
            if price > 0 or most > table.policy.at_stake(seat):
                table.services.gate.may_wager(person.id, table.id, table.game, in_round=begun, at_stake=most)
            try:
                moved = live.act(seat, action, at, person.id, ask.id)
            except Refused as refused:
                told = "" if person.bot else refused_in_words(wording_of(live.house), live.hand, seat, action, refused)
                raise by_the_rules(refused, told) from None
            if price != ask.price:
                now, then = live.house.money(price), live.house.money(ask.price)
                raise RoomRefused(REPRICED, f"that now costs {now}, not {then}", f"{price}" if person.bot else "")
            made[:] = [(live, seat, action)]
            return Step(table.snapshot).moved(moved)

        await table.loop.carry_out(make)
        table.coach.acted(person.id, *made[0])

    async def say_ready(self, person: Person, round_id: str) -> None:
        """Mark a player as ready for the deal, or for the next round."""
        table = self._table
        seat = table.seats.of(person.id)
        live, last = table.snapshot.live, table.snapshot.last
        if round_id != (live.id if live else last.id if last else ""):
            raise RoomRefused(STALE, "that is not the current round", live.id if live else "")
        if live is not None and table.policy.begun(live):
            raise RoomRefused(NOT_NOW, "a hand is in progress")
        table.timing.acted(seat)
        table.presence.acted(seat)
        if seat not in table.ready:
            table.ready.add(seat)
            table.policy.adopted(table.services.clock.now())
            table.tell(Step(table.snapshot))
            await table.tick()

    # Decisions made for a player.

    def by_clock(self, at: int) -> Step | None:
        """The default action for the first seat whose time is up, or a bot's action once its thinking time is over."""
        table = self._table
        live = table.snapshot.live
        for seat in table.timing.due(at):
            if live is None or not live.decision(seat):
                continue
            chair = table.snapshot.chairs.get(seat)
            if chair is not None and chair.bot:
                action = table.policy.bot_action(live, seat)
                return Step(table.snapshot).moved(live.act(seat, action, at, chair.person))
            person, leaves = live.seats[seat].person, self._leaves(seat)
            action = self._leaving(live, seat) if leaves else live.hand.default(seat)
            by = CLOCK if not leaves else REMOVED if person in table.snapshot.removed else LEFT
            step = Step(table.snapshot).moved(live.act(seat, action, at, person, by=by))
            if leaves:
                return step
            table.presence.acted_for(seat, live.id, action)
            if isinstance(action, Show | Muck):
                return step  # a player who lets a beaten hand be mucked is not absent
            return self.missed(step, seat, at, f"Your time ran out, {_IN_WORDS.get(type(action), _DEFAULT)}.", True)
        return None

    def _leaves(self, seat: int) -> bool:
        seated = self._table.snapshot.session.seats.get(seat)
        return seated is not None and seated.leaves

    def _leaving(self, live: LiveRound, seat: int) -> Action:
        """What is done for somebody who has left: among players the hand is folded, even where it could be checked."""
        choice = None if live.hand.AGAINST_HOUSE else live.hand.legal(seat).of(Fold)
        return live.hand.default(seat) if choice is None else next(iter(choice))

    def automatic(self, step: Step, live: LiveRound, at: int) -> Step | None:
        """The first seat's move in which there is nothing to decide; None if there is no such seat."""
        if not self._table.services.settings.spares_decisions:
            return None
        words = wording_of(live.house)
        for seat in sorted(who for who in live.hand.to_act if isinstance(who, int)):
            action = words.automatic(live.hand, seat)
            if action is not None:
                return step.moved(live.act(seat, action, at, live.seats[seat].person, by=ROOM))
        return None

    def missed(self, step: Step, seat: int, at: int, told: str, timed_out: bool = False) -> Step:
        """Count a decision by the clock, and say so; after several in a row the player sits out."""
        table, missed = self._table, self._table.timing.missed
        missed[seat] = missed.get(seat, 0) + 1
        seated = step.snapshot.session.seats.get(seat)
        if seated is None:
            return step
        out = not seated.wants_out and missed[seat] >= table.services.settings.missed_decisions
        told = f"{told} You are sitting out." if out else told
        entry = table.entry("missed", at, seated.player, None, seat=seat, told=told, sits_out=out, timed_out=timed_out)
        session = step.snapshot.session.sit_out(seat) if out else step.snapshot.session
        return step.then(replace(step.snapshot, session=session), Change(log=(entry,)))


_IN_WORDS = {Fold: "so your hand was folded", Check: "so you checked"}
_DEFAULT = "so the dealer acted for you"
