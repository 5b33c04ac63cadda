"""Tables without a network at which scripted players play round after round, from storage to settlement.

One thread runs all tables and submits the changes of many at once. A table continues only when its change is committed;
meanwhile the others do. That needs a store with a separate writer process: a writer in the same process waits for
Python's lock while tables compute, and then it is faster to submit all changes together. After a kill, starting again
with the same tables resumes: rounds that were open continue with the same cards.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from time import time_ns

from msgspec import Struct
from sqlalchemy import func, select

from seventh.games import game_of
from seventh.house import House
from seventh.room.changes import Change, Transfer
from seventh.room.custody.keys import RoomKey
from seventh.room.ledger import stack, wallet
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import (
    InconsistentRound,
    Seated,
    abandon,
    open_round,
    open_rounds,
    resume,
    rules_in_force,
)
from seventh.room.store import AlreadyPosted, Answer, NotCommitted, NotEnough, Store, StoreFailed, schema
from seventh.rounds.actions import DEALER, Action
from tools.scripted_players import Player, RandomChoices, own_seed

Acknowledged = Callable[[str, str], None]
"""Called with the person and the id of each committed action."""


class Setting(Struct, frozen=True):
    """A table and its players."""

    table: str
    house: House
    people: dict[int, str]
    buy_in: int
    """The buy-in of every player, at first and whenever they run out."""


class Tally(Struct):
    """The results so far."""

    played: int = 0
    void: int = 0
    resumed: int = 0
    called_off: int = 0
    """Rounds that could not be resumed: every chip was returned."""
    actions: int = 0
    """Decisions of players that were committed."""

    @property
    def rounds(self) -> int:
        return self.played + self.void


class _Step(Struct, frozen=True):
    """What a table is waiting for."""

    live: LiveRound
    change: Change
    action: tuple[str, str] | None = None
    """Person and id, if it is a player's."""
    ended: LiveRound | None = None
    """The round before `live`, if it ends with the same change."""


class _Table:
    def __init__(self, setting: Setting, stacks: dict[int, int], number: int, live: LiveRound | None) -> None:
        self.setting = setting
        self.stacks = stacks
        self.number = number
        self.live = live
        self.step: _Step | None = None


class ScriptedTables:
    """Tables, their players, and their store."""

    def __init__(
        self,
        store: Store,
        settings: Iterable[Setting],
        player: Player,
        *,
        word: str = "evening",
        acknowledged: Acknowledged | None = None,
        void_one_in: int = 0,
        patience: float = 0.0,
        together: int = 0,
        key: RoomKey | None = None,
    ) -> None:
        self._store = store
        self._key = key
        """Seals the seeds of open rounds."""
        self._player = player
        self._word = word
        self._acknowledged = acknowledged
        self._void_one_in = void_one_in
        self._patience = patience
        """For how many seconds a failing store is retried."""
        self._together = together
        """How many tables' changes are submitted at once; 0 for all that are ready."""
        self._answers: SimpleQueue[list[tuple[_Table, Answer]]] = SimpleQueue()
        self._left = 0
        """How many more rounds may start."""
        self.tally = Tally()
        self._tables = self._take_up(tuple(settings))

    # Before the first round.

    def _take_up(self, settings: tuple[Setting, ...]) -> list[_Table]:
        accounts = [stack(setting.table, person) for setting in settings for person in setting.people.values()]
        accounts += sorted({wallet(person) for setting in settings for person in setting.people.values()})
        change = Change(opens=tuple(accounts))
        for house in {setting.house.hash: setting.house for setting in settings}.values():
            change = change + rules_in_force(house)
        self._store.commit(change).result()
        lives: dict[str, LiveRound] = {}
        for round_id in open_rounds(self._store):
            try:
                live = resume(self._store, round_id, self._key)
                lives[live.table] = live
                self.tally.resumed += 1
            except InconsistentRound as error:
                self._store.commit(abandon(self._store, round_id, str(error), now(), self._key)).result()
                self.tally.called_off += 1
        with self._store.reading() as connection:
            numbers = dict(connection.execute(_NUMBERS).all())
            balances = dict(connection.execute(_BALANCES).all())
        return [
            _Table(
                setting,
                {seat: balances[stack(setting.table, person)] for seat, person in setting.people.items()},
                numbers.get(setting.table, 0),
                lives.get(setting.table),
            )
            for setting in settings
        ]

    # The loop.

    def run(self, rounds: int) -> Tally:
        """Play this many more rounds, until none is open."""
        self._left = rounds - sum(table.live is not None for table in self._tables)
        waiting = self._go_on(self._tables)
        while waiting:
            answers = self._answers.get()
            for table, answer in answers:
                self._settle(table, answer)
            waiting += self._go_on([table for table, _ in answers]) - len(answers)
        return self.tally

    def _go_on(self, tables: list[_Table]) -> int:
        """Submit the next change of every table that has one; returns how many."""
        asked, size = 0, self._together or len(tables) or 1
        for first in range(0, len(tables), size):
            changes = []
            for table in tables[first : first + size]:
                table.step = self._next(table)
                if table.step is not None:
                    changes.append((table, table.step.change))
            self._store.commit_each(changes, self._answers.put)
            asked += len(changes)
        return asked

    def _settle(self, table: _Table, answer: Answer) -> None:
        """Adopt committed changes."""
        step = table.step
        assert step is not None
        if isinstance(answer, NotEnough) and table.live is not None and step.action is not None:
            self._left += step.ended is not None
            self._sits_out(table, table.live, step.action[0])
            return
        if isinstance(answer, StoreFailed):
            self._try_again(step)
        elif isinstance(answer, NotCommitted):
            raise answer
        if step.ended is not None:
            self._adopt(table, step.ended)
        self._adopt(table, step.live)
        if step.action is not None:
            self.tally.actions += 1
            if self._acknowledged is not None:
                self._acknowledged(*step.action)

    def _adopt(self, table: _Table, live: LiveRound) -> None:
        """The round as it is now."""
        table.number = live.number
        if not live.over:
            table.live = live
            return
        table.live, table.stacks = None, live.stacks
        self.tally.void += live.is_void
        self.tally.played += not live.is_void

    def _sits_out(self, table: _Table, live: LiveRound, person: str) -> None:
        """The house cannot cover a wager (R15): the seat takes its default action."""
        seat = next(seat for seat, seated in live.seats.items() if seated.person == person)
        step = self._decided(live, seat, live.hand.default(seat))
        try:
            self._store.commit(step.change).result()
        except StoreFailed:
            self._try_again(step)
        self._adopt(table, step.live)

    def _try_again(self, step: _Step) -> None:
        """Retry a change that failed for lack of a disk or a server; its ids post only once."""
        pause, waited = threading.Event(), 0.0
        while True:
            if waited >= self._patience:
                raise StoreFailed(f"nothing could be written for {waited:.1f} seconds")
            pause.wait(0.02)
            waited += 0.02
            try:
                self._store.commit(step.change).result()
            except StoreFailed:
                continue
            except NotCommitted:
                # It may have been written, with only the answer lost.
                if resume(self._store, step.live.id, self._key).steps != step.live.steps:
                    raise
            return

    # What happens next at a table.

    def _next(self, table: _Table) -> _Step | None:
        if table.live is None:
            return self._open(table.setting, table.number + 1, table.stacks) if self._left > 0 else None
        step = self._played_on(table.live)
        if not step.live.over or self._left <= 0:
            return step
        # One commit ends the round and opens the next.
        opened = self._open(table.setting, step.live.number + 1, step.live.stacks)
        return _Step(opened.live, step.change + opened.change, step.action, ended=step.live)

    def _played_on(self, live: LiveRound) -> _Step:
        if self._void_one_in and RandomChoices(self._word, live.id, len(live.steps), "void").one_in(self._void_one_in):
            moved = live.void("called off by the floor", now())
            return _Step(moved.after, moved.change)
        seats = [seat for seat in live.hand.to_act if seat != DEALER]
        if not seats:
            dealt = live.deal_on(now(), self._seeds(live, live.seats))
            return _Step(dealt.after, dealt.change)
        seat = min(seats)
        assert isinstance(seat, int)
        return self._decided(live, seat, self._player(live, seat))

    def _open(self, setting: Setting, number: int, stacks: dict[int, int]) -> _Step:
        self._left -= 1
        transfers: list[Transfer] = []
        seats = {}
        for seat, person in setting.people.items():
            chips = stacks[seat]
            if 2 * chips < setting.buy_in:
                name, account = f"{setting.table}/{number}:{seat}", stack(setting.table, person)
                missing = setting.buy_in - chips
                transfers.append(Transfer(f"{name}:grant", "mint", wallet(person), missing, "grant"))
                transfers.append(Transfer(f"{name}:buy_in", wallet(person), account, missing, "buy_in"))
                chips = setting.buy_in
            seats[seat] = Seated(person, chips)
        house, places = setting.house, sorted(seats)
        rules, last = game_of(house).round, places[(number - 1) % len(places)]
        live, change = open_round(
            table=setting.table,
            number=number,
            house=house,
            seats=seats,
            dealer_position=rules.next_deal(house, last, tuple(places)),
            at=now(),
            key=self._key,
        )
        return _Step(live, Change(transfers=tuple(transfers)) + change if transfers else change)

    def _decided(self, live: LiveRound, seat: int, action: Action) -> _Step:
        """A seat's decision, with its seed before the first one, and with the cards after the last."""
        person, action_id = live.seats[seat].person, f"{live.id}:{seat}:{live.answered.get(seat, 0)}"
        seeds = self._seeds(live, (seat,))
        moved = live.act(seat, action, now(), person, action_id, deals_on=True, seeds=seeds)
        return _Step(moved.after, moved.change, (person, action_id))

    def _seeds(self, live: LiveRound, seats: Iterable[int]) -> dict[int, bytes]:
        """The client seed of each seat that can still send one."""
        if live.seeds_closed:
            return {}
        return {seat: own_seed(self._word, live, seat) for seat in seats if seat not in live.client_seeds}


def fund_the_house(store: Store, amount: int, name: str = "house:funding") -> None:
    """Fund the house's bankroll, once per name."""
    try:
        store.commit(Change(transfers=(Transfer(name, "mint", "house", amount, "grant"),))).result()
    except AlreadyPosted:
        return


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000


_NUMBERS = select(schema.rounds.c.table, func.max(schema.rounds.c.number)).group_by(schema.rounds.c.table)
_BALANCES = select(schema.accounts.c.id, schema.accounts.c.balance).where(schema.accounts.c.kind == "stack")
