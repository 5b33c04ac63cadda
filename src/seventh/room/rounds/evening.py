"""An evening without a network: tables at which scripted players play round after round, from storage to settlement.

One thread runs all tables; while the changes of some are being committed together, it works out those of the others.
A table goes on only when its change is committed. An evening that was killed is taken up by starting another with the
same tables: rounds that were open go on with the same cards.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from queue import SimpleQueue
from time import time_ns
from typing import Any

from msgspec import Struct
from sqlalchemy import func, select

from seventh.games.actions import DEALER, Action
from seventh.house import House
from seventh.room.changes import Change, Transfer
from seventh.room.ledger import stack, wallet
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import NotTheRound, Seated, abandon, open_round, open_rounds, resume, rules_in_force
from seventh.room.rounds.scripted import Player, Whim, own_seed
from seventh.room.store import AlreadyPosted, NotCommitted, NotEnough, Store, StoreFailed, schema

Acknowledged = Callable[[str, str], None]
"""Told a person and the id of an action that is committed."""


class Setting(Struct, frozen=True):
    """A table, and who sits there."""

    table: str
    house: House
    people: dict[int, str]
    buy_in: int
    """What everybody brings, and brings again when it is gone."""


class Tally(Struct):
    """What an evening has come to so far."""

    played: int = 0
    void: int = 0
    resumed: int = 0
    called_off: int = 0
    """Rounds that could not be resumed: every chip went back."""
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


class _Table:
    def __init__(self, setting: Setting, stacks: dict[int, int], number: int, live: LiveRound | None) -> None:
        self.setting = setting
        self.stacks = stacks
        self.number = number
        self.live = live
        self.step: _Step | None = None


class Evening:
    """Tables, their players, and the store in which everything is kept."""

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
    ) -> None:
        self._store = store
        self._player = player
        self._word = word
        self._acknowledged = acknowledged
        self._void_one_in = void_one_in
        self._patience = patience
        """For how many seconds a store that fails is tried again."""
        self._done: SimpleQueue[tuple[_Table, Future[Any]]] = SimpleQueue()
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
                live = resume(self._store, round_id)
                lives[live.table] = live
                self.tally.resumed += 1
            except NotTheRound as error:
                self._store.commit(abandon(self._store, round_id, str(error), now())).result()
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
        """Play until this many rounds more are over, and no round is open."""
        wanted = self.tally.rounds + rounds
        waiting = 0
        for table in self._tables:
            self._go_on(table)
            waiting += 1
        while waiting:
            table, future = self._done.get()
            self._settle(table, future)
            live = table.live
            if live is not None and live.over:
                table.stacks = live.stacks
                self.tally.void += live.is_void
                self.tally.played += not live.is_void
                table.live = live = None
            if live is None and self.tally.rounds >= wanted:
                waiting -= 1
            else:
                self._go_on(table)
        return self.tally

    def _settle(self, table: _Table, future: Future[Any]) -> None:
        """Take over what was committed."""
        step = table.step
        assert step is not None
        try:
            future.result()
        except NotEnough:
            if table.live is None or step.action is None:
                raise
            self._sits_out(table, table.live, step.action[0])
            return
        except StoreFailed:
            self._try_again(step)
        table.live = step.live
        table.number = step.live.number
        if step.action is not None:
            self.tally.actions += 1
            if self._acknowledged is not None:
                self._acknowledged(*step.action)

    def _sits_out(self, table: _Table, live: LiveRound, person: str) -> None:
        """The house cannot cover a wager (R15): the seat does what it would do if it had no time left."""
        seat = next(seat for seat, seated in live.seats.items() if seated.person == person)
        step = self._decided(live, seat, live.hand.default(seat))
        self._store.commit(step.change).result()
        table.live = step.live

    def _try_again(self, step: _Step) -> None:
        """A change that failed for want of a disk or a server is made again, whole: its ids post once."""
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
                # Perhaps it had been written, and only the answer was lost.
                if resume(self._store, step.live.id).steps != step.live.steps:
                    raise
            return

    def _go_on(self, table: _Table) -> None:
        table.step = step = self._next(table)
        future = self._store.commit(step.change)
        future.add_done_callback(lambda done: self._done.put((table, done)))

    # What happens next at a table.

    def _next(self, table: _Table) -> _Step:
        live = table.live
        if live is None:
            return self._open(table)
        if self._void_one_in and Whim(self._word, live.id, len(live.steps), "void").one_in(self._void_one_in):
            moved = live.void("called off by the floor", now())
            return _Step(moved.after, moved.change)
        seats = [seat for seat in live.hand.to_act if seat != DEALER]
        if not seats:
            after, change = self._with_seeds(live, live.seats)
            dealt = after.deal_on(now())
            return _Step(dealt.after, change + dealt.change if change else dealt.change)
        seat = min(seats)
        assert isinstance(seat, int)
        return self._decided(live, seat, self._player(live, seat))

    def _open(self, table: _Table) -> _Step:
        setting, number = table.setting, table.number + 1
        transfers: list[Transfer] = []
        for seat, person in setting.people.items():
            missing = setting.buy_in - table.stacks[seat]
            if 2 * missing > setting.buy_in:
                name, account = f"{setting.table}/{number}:{seat}", stack(setting.table, person)
                transfers.append(Transfer(f"{name}:grant", "mint", wallet(person), missing, "grant"))
                transfers.append(Transfer(f"{name}:buy_in", wallet(person), account, missing, "buy_in"))
                table.stacks[seat] = setting.buy_in
        seats = {seat: Seated(person, table.stacks[seat]) for seat, person in setting.people.items()}
        places = sorted(seats)
        live, change = open_round(
            table=setting.table,
            number=number,
            house=setting.house,
            seats=seats,
            dealer_position=places[number % len(places)],
            at=now(),
        )
        return _Step(live, Change(transfers=tuple(transfers)) + change if transfers else change)

    def _decided(self, live: LiveRound, seat: int, action: Action) -> _Step:
        """A seat's decision, with its seed before the first one, and with the cards after the last."""
        person, action_id = live.seats[seat].person, f"{live.id}:{seat}:{live.answered.get(seat, 0)}"
        after, change = self._with_seeds(live, (seat,))
        moved = after.act(seat, action, now(), person, action_id, deals_on=True)
        return _Step(moved.after, change + moved.change if change else moved.change, (person, action_id))

    def _with_seeds(self, live: LiveRound, seats: Iterable[int]) -> tuple[LiveRound, Change | None]:
        """Every seat's own part of the shuffle, while it can be given."""
        change: Change | None = None
        if not live.seeds_closed:
            for seat in seats:
                if seat not in live.client_seeds:
                    live, given, _ = live.contribute(seat, own_seed(self._word, live, seat), now())
                    change = change + given if change else given
        return live, change


def fund_the_house(store: Store, amount: int, name: str = "house:funding") -> None:
    """Give the house the chips with which it covers wagers; the same name does it once."""
    try:
        store.commit(Change(transfers=(Transfer(name, "mint", "house", amount, "grant"),))).result()
    except AlreadyPosted:
        return


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000


_NUMBERS = select(schema.rounds.c.table, func.max(schema.rounds.c.number)).group_by(schema.rounds.c.table)
_BALANCES = select(schema.accounts.c.id, schema.accounts.c.balance).where(schema.accounts.c.kind == "stack")
