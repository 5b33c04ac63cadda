"""Decides whether somebody's own limits allow a wager; the room's gate asks here before every new one.

What is at stake counts as wagered and as lost until the round is over: against the dealer the wagers with every raise
that may follow, between players the whole stack, since all of it can be wagered and lost in one hand. A wager that has
been accepted can therefore always be played to its end, and no hand is folded because of a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from seventh.games import book_house
from seventh.games import game as game_named
from seventh.room.clock import Clock
from seventh.room.limits import periods
from seventh.room.limits.book import LimitBook
from seventh.room.limits.totals import Totals
from seventh.room.limits.values import LOSS, TIME, TIME_OUT, Exclusion, Limit
from seventh.room.refusals import RoomRefused

EXCLUDED, LIMIT, REALITY_CHECK = "excluded", "limit", "reality_check"
"""Codes of refusals."""
_MINUTE = 60_000


class Exposure(Struct, frozen=True):
    """What a seat has at stake."""

    table: str
    since: int
    """When the person sat down."""
    at_stake: int
    """The most that can be wagered and lost in one round, without putting more on the table."""


class Table(Protocol):
    """A table, as far as it matters here."""

    @property
    def id(self) -> str: ...

    def exposure(self, person: str) -> Exposure | None: ...


class Figures(Struct, frozen=True):
    """How much a person has used of a limit."""

    limit: Limit
    used: int
    """In smallest chips or minutes; negative for a person who has won."""
    open: int
    """What is at stake now."""
    resets: int

    def left(self, at: int) -> int:
        limit = self.limit.now(at)
        assert limit is not None
        return max(0, limit - self.used - self.open)


class Guard:
    """Checks wagers against the limits of the person who makes them."""

    def __init__(
        self,
        book: LimitBook,
        totals: Totals,
        clock: Clock,
        interval: int,
        exempt: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.book, self.totals = book, totals
        self._clock = clock
        self._interval = interval
        """The house's interval of reality checks, in minutes; 0 for none."""
        self._exempt = exempt
        """Whether an id is that of a bot of the room, which has nothing to limit."""
        self._claims: dict[str, dict[str, int]] = {}
        """By person and table, what has been checked but is not yet committed."""
        self._not_before: dict[str, int] = {}
        """A time before which no reality check can be due."""
        self.tables: Callable[[], Iterable[Table]] = lambda: ()

    # The gate.

    def check(self, person: str, table: str, game: str, at_stake: int | None = None) -> None:
        """Raise `RoomRefused` if the person may not make a new wager.

        `at_stake` is what the seat would have at stake; without it the limits must allow what it has now.
        """
        if self._exempt(person):
            return
        self.check_excluded(person)
        if self.reality_check_due(person):
            why = "you have been playing for a while; look at the reality check first"
            raise RoomRefused(REALITY_CHECK, why, "go on, or leave the table")
        limits = self.book.limits(person)
        if not limits:
            return
        seats = self._seats(person)
        here = next((seat for seat in seats if seat.table == table), None)
        has = here.at_stake if here is not None else 0
        claimed, elsewhere = has if at_stake is None else at_stake, self._elsewhere(person, table, seats)
        at, refusals = self._clock.now(), []
        for limit in limits.values():
            wanted, open_ = (0, 0) if limit.kind == TIME else (claimed, elsewhere)
            most = limit.now(at)
            assert most is not None
            left = most - self._used(person, limit, at, seats) - open_
            if left <= 0 or wanted > left:
                refusals.append((max(left, 0), periods.resets(limit.period, at), limit, wanted))
        if refusals:  # the tightest limit, and of several that are used up the one that lasts longest
            left, _, limit, wanted = min(refusals, key=lambda refusal: (refusal[0], -refusal[1]))
            raise _refusal(limit, left, wanted, at, game, has)
        if at_stake is not None:
            self._claims.setdefault(person, {})[table] = claimed

    def stops(self, person: str) -> bool:
        """Whether the person has set something that can stop them."""
        return bool(self.book.limits(person)) or self.book.exclusion(person) is not None

    def release(self, table: str) -> None:
        """The table has committed or given up what was checked."""
        for person in [person for person, claims in self._claims.items() if claims.pop(table, None) is not None]:
            if not self._claims[person]:
                del self._claims[person]

    def check_excluded(self, person: str) -> None:
        exclusion = self.book.exclusion(person)
        if exclusion is not None:
            raise RoomRefused(EXCLUDED, excluded_in_words(exclusion))

    def _elsewhere(self, person: str, table: str, seats: list[Exposure]) -> int:
        """What is at stake at other tables, with wagers that are being committed."""
        open_ = {seat.table: seat.at_stake for seat in seats}
        for where, claimed in self._claims.get(person, {}).items():
            open_[where] = max(open_.get(where, 0), claimed)
        open_.pop(table, None)
        return sum(open_.values())

    def _seats(self, person: str) -> list[Exposure]:
        return [seat for table in self.tables() if (seat := table.exposure(person)) is not None]

    def _used(self, person: str, limit: Limit, at: int, seats: list[Exposure]) -> int:
        since = periods.began(limit.period, at)
        if limit.kind == TIME:
            return self.totals.time(person, since, at, [seat.since for seat in seats]) // _MINUTE
        wagered, net = self.totals.money(person, since, at)
        return -net if limit.kind == LOSS else wagered

    # What a person can look up.

    def figures(self, person: str) -> list[Figures]:
        """How much of each limit is used."""
        at, seats = self._clock.now(), self._seats(person)
        open_ = sum(seat.at_stake for seat in seats)
        return [
            Figures(
                limit,
                self._used(person, limit, at, seats),
                0 if limit.kind == TIME else open_,
                periods.resets(limit.period, at),
            )
            for limit in self.book.limits(person).values()
        ]

    def today(self, person: str) -> tuple[int, int]:
        """The milliseconds with a seat and the net result of finished rounds since midnight UTC."""
        at = self._clock.now()
        since = periods.began(periods.DAY, at)
        time = self.totals.time(person, since, at, [seat.since for seat in self._seats(person)])
        return time, self.totals.money(person, since, at)[1]

    # Reality checks.

    def interval(self, person: str) -> int:
        """The minutes between reality checks; 0 for none."""
        own = self.book.reality_check(person).minutes
        return self._interval if own is None else own

    def reality_check_due(self, person: str) -> bool:
        """Whether the person has played for the interval since they last chose to go on."""
        return self.next_reality_check(person) <= self._clock.now()

    def next_reality_check(self, person: str) -> int:
        """The earliest time at which a reality check can be due; a very late one if there are none."""
        minutes = self.interval(person)
        if not minutes:
            return _NEVER
        now = self._clock.now()
        known = self._not_before.get(person, 0)
        if known > now:
            return known
        since = max(self.book.reality_check(person).answered, now - periods.HOURS_24)
        played = self.totals.time(person, since, now, [seat.since for seat in self._seats(person)])
        self._not_before[person] = found = now + minutes * _MINUTE - played
        return found

    async def go_on(self, person: str, ask: str = "", table: str | None = None) -> None:
        """The person has seen the reality check and plays on."""
        await self.book.go_on(person, ask, table)
        self._not_before.pop(person, None)

    async def set_interval(self, person: str, minutes: int | None) -> None:
        """Set the minutes between reality checks; None for the house's interval."""
        await self.book.set_interval(person, minutes)
        self._not_before.pop(person, None)


_NEVER = 1 << 62


def _refusal(limit: Limit, left: int, wanted: int, at: int, game: str, has: int) -> RoomRefused:
    """Which limit refuses it, how much is left, and when it resets; `has` is what the seat has at stake already."""
    most, again = limit.now(at), periods.in_words(periods.resets(limit.period, at))
    assert most is not None
    money = minutes if limit.kind == TIME else book_house(game).money
    name = f"your {limit.kind} limit of {money(most)} a {limit.period}"
    if not left:
        return RoomRefused(LIMIT, f"{name} is used up; it resets on {again}")
    leaves = f"{name} leaves {money(left)} {periods.THIS[limit.period]}; it resets on {again}"
    loss = limit.kind == LOSS
    if game_named(game).round.AGAINST_HOUSE:
        this = f"{'this can cost you' if loss else 'your bets and raises can add'} up to {money(wanted)}"
        allowed = f"up to {money(left)}, raises included"
    else:
        this = f"a stack of {money(wanted)} can be {'lost' if loss else 'wagered'} in one hand"
        too_much = f"leave, and come back with up to {money(left)}"
        allowed = too_much if has > left else f"up to {money(left)} at this table"
    return RoomRefused(LIMIT, f"{this}, and {leaves}", allowed)


def minutes(number: int) -> str:
    """Minutes for people."""
    hours, rest = divmod(number, 60)
    parts = [f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest or not hours)
    return " ".join(parts)


def excluded_in_words(exclusion: Exclusion) -> str:
    """The message of an exclusion."""
    if exclusion.until is None:
        return "you have excluded yourself from play permanently"
    what = "you are taking a time-out" if exclusion.kind == TIME_OUT else "you have excluded yourself from play"
    return f"{what} until {periods.in_words(exclusion.until)}"
