"""Everything that the pages, the HTTP API and the WebSocket need from the room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from secrets import token_hex
from typing import Any

from msgspec.structs import replace
from sqlalchemy import or_, select
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers

from seventh.games import new_session
from seventh.house import Limits
from seventh.room import frames as fr
from seventh.room.gate import Closure
from seventh.room.history import PlayedRound, RoundLine
from seventh.room.houses import Version
from seventh.room.ledger import trial_balance, wallet
from seventh.room.limits.guard import excluded_in_words
from seventh.room.people.people import Person, key_of
from seventh.room.people.sessions import WebSession
from seventh.room.queries import rows
from seventh.room.refusals import MALFORMED, NOT_NOW, UNKNOWN, RoomRefused, no_table
from seventh.room.room import Room
from seventh.room.store import Store, schema
from seventh.room.tables.hosting import check_bots
from seventh.room.tables.table import LiveTable
from seventh.web import schemas
from seventh.web.access import Access
from seventh.web.errors import Failure
from seventh.web.metrics import Metrics
from seventh.web.own_rules import OwnRules, own_rules
from seventh.web.settings import WebSettings


class RoomFacade:
    """The web server's interface to the room."""

    def __init__(self, room: Room, settings: WebSettings) -> None:
        self.room = room
        self.access = Access(room)
        prefix = "__Host-" if settings.secure else ""
        self.session_cookie = f"{prefix}seventh"
        self.visitor_cookie = f"{prefix}seventh-visitor"
        self.account_cookie = f"{prefix}seventh-account"
        """Says which account was last used in a browser, also after it was logged out."""

    @property
    def store(self) -> Store:
        return self.room.store

    @property
    def session_seconds(self) -> int:
        return self.room.settings.session_life // 1000

    def now(self) -> int:
        return self.room.clock.now()

    # People.

    def person(self, person: str) -> Person:
        return self.room.people.person(person)

    def name_of(self, person: str) -> str:
        return self.person(person).name

    def wallet(self, person: str) -> int:
        return self.room.cashier.wallet(person)

    def balances(self, person: str) -> dict[str, Any]:
        """The wallet, the balance after a refill, when one is possible (0 if now), and the chips at tables."""
        found = self.room.people.wallet(person)
        told = {"wallet": found.wallet, "refill_to": found.refill_to, "next_refill": found.next_refill}
        return {**told, "seats": self.seats_of(person)}

    async def refill(self, person: Person, ask: str) -> None:
        """Refill a person's wallet, once per request id."""
        answer = await self.room.answer(_HttpViewer(person.id, ""), fr.Refill(ask or token_hex(8)))
        if isinstance(answer, fr.RefusedFrame):
            raise Failure(answer.code, answer.why, allowed=answer.allowed)

    async def of_session(self, cookie: str) -> tuple[Person, WebSession] | None:
        session = await self.room.sessions.of(cookie)
        return (self.person(session.person), session) if session else None

    async def delete(self, person: Person, password: str, client: str) -> None:
        """Delete an account, given its password; a guest has none."""
        seats = [table.row.name for table in self.room.tables.values() if _sits(table, person.id)]
        if seats:
            raise RoomRefused(NOT_NOW, f"you have a seat at {', '.join(seats)}; leave it first")
        if not person.guest:
            await self.access.confirm_password(person, password, client)
        await self.room.delete_person(person)

    def seats_of(self, person: str) -> list[dict[str, Any]]:
        """A person's seats, with the stack and the chips in bets or the pot."""
        return [
            {
                "table": table.id,
                "name": table.row.name,
                "game": table.game,
                "url": f"/table/{table.id}",
                "chips": table.chips_of(seat),
                "in_play": _in_play(table, seat),
                "leaving": table.snapshot.session.seats[seat].leaves,
            }
            for table in self.room.tables.values()
            for seat, chair in table.snapshot.chairs.items()
            if chair.person == person
        ]

    async def statement(self, person: str, before: int, limit: int) -> schemas.Statement:
        return await run_in_threadpool(self._statement, person, before, limit)

    def _statement(self, person: str, before: int, limit: int) -> schemas.Statement:
        account, transfers = wallet(person), schema.transfers
        mine = or_(transfers.c.giver == account, transfers.c.taker == account)
        # A wallet has no part in a round, and the index leaves rounds out.
        query = (
            select(transfers).where(mine, transfers.c.round.is_(None)).order_by(transfers.c.seq.desc()).limit(limit + 1)
        )
        if before:
            query = query.where(transfers.c.seq < before)
        found = rows(self.store, query)
        lines = [
            schemas.Posting(
                seq=row.seq,
                at=row.at,
                kind=row.kind,
                amount=row.amount if row.taker == account else -row.amount,
                other=row.giver if row.taker == account else row.taker,
                round=row.round or "",
            )
            for row in found[:limit]
        ]
        return schemas.Statement(account, self.wallet(person), lines, found[limit - 1].seq if len(found) > limit else 0)

    # Tables.

    def tables(self) -> list[schemas.TableInfo]:
        """The open public tables."""
        return [_info(row) for row in self.room.lobby.frame().tables]

    def table_info(self, table: str) -> schemas.TableInfo:
        return _info(self.table(table, None, "").lobby_row())

    def table(self, table: str, person: Person | None, word: str) -> LiveTable:
        """A table that this person may see."""
        found = self.room.tables.get(table)
        if found is None:
            raise no_table(table)
        try:
            found.presence.admit(person.id if person else "", word)
        except RoomRefused:
            if person is not None and found.hosting.was_kicked(person.id):
                raise
            raise no_table(table) from None  # do not reveal that a private table exists
        return found

    def table_name(self, table: str) -> str:
        """The name of a table, open or closed."""
        found = self.room.tables.get(table)
        if found:
            return found.row.name
        query = select(schema.tables.c.name).where(schema.tables.c.id == table)
        return next((row.name for row in rows(self.store, query)), table)

    def titles(self, *rounds: str) -> dict[str, str]:
        """The titles of the houses under which rounds were played."""
        return self.room.results.titles(rounds)

    async def quick_seat(self, person: Person, game: str, buy_in: int, address: str) -> schemas.Seat:
        """Take a seat at a table with other players."""
        visitor = _HttpViewer(person.id, address)
        name, answer = await self.room.quick_seat(visitor, game, token_hex(8), buy_in)
        if isinstance(answer, fr.RefusedFrame):
            raise Failure(answer.code, answer.why, allowed=answer.allowed)
        chairs = self.room.table(name).snapshot.chairs
        seat = next((place for place, chair in chairs.items() if chair.person == person.id), 0)
        return schemas.Seat(name, seat, chairs[seat].brought if seat else 0)

    def version(self, name: str, retired: bool = False) -> Version:
        """The version in force of a house; with `retired`, also of a house that is no longer offered."""
        houses = self.room.houses
        if name in houses or (retired and name in houses.retired):
            return houses.latest(name)
        why = f"the house {name} is retired" if name in houses.retired else f"there is no game {name!r}"
        raise Failure("unknown", why, allowed=", ".join(houses))

    def may_open(self, name: str, stakes: str, bots: int | None, own: Mapping[str, str]) -> OwnRules:
        """The rules of a private table: a house of the room at these stakes, with the host's own settings."""
        if name not in self.room.houses:
            raise RoomRefused(MALFORMED, f"{name!r} is not a game", ", ".join(self.room.houses))
        found = own_rules(self.room.houses[name].rules, stakes, own)
        if bots is not None:
            check_bots(bots, self.room.tables.most_bots(found.house))
        return found

    def buy_in_limits(self, rules: OwnRules) -> Limits:
        """The buy-in limits at a private table with these rules."""
        return new_session(rules.house, self.room.settings.dealer_buy_in(rules.times)).buy_in

    async def open_table(
        self,
        person: Person,
        game: str,
        name: str,
        base: str,
        stakes: str = "book",
        bots: int | None = None,
        watched: bool = False,
        waits: bool = False,
        own: Mapping[str, str] | None = None,
    ) -> schemas.OpenedTable:
        """Open a private table of a house; `bots` None means the default number, `own` are the host's settings.

        With settings of its own the table keeps its rules; otherwise it follows its house.
        """
        rules = self.may_open(game, stakes, bots, own or {})
        followed = game if rules.house == self.room.houses[game].rules else ""
        table = await self.room.tables.create(
            person,
            rules.house.game,
            name,
            rules.house,
            True if bots is None else bots,
            rules.times,
            waits,
            watched,
            followed,
        )
        word = table.row.word or ""
        return schemas.OpenedTable(table.id, word, f"{base.rstrip('/')}/table/{table.id}?word={word}")

    def my_tables(self, person: str) -> list[dict[str, Any]]:
        """The private tables that a person hosts, is seated at or was invited to."""
        return [
            {
                "table": table.id,
                "name": table.row.name,
                "game": table.game,
                "title": table.house.title,
                "url": f"/table/{table.id}?word={table.row.word}",
                "host": table.hosting.host_name,
                "hosts": table.hosting.host == person,
                "seated": _sits(table, person),
                "seats": table.house.seats,
                "taken": len(table.snapshot.chairs),
                "words": table.hosting.words or _activity(table),
            }
            for table in self.room.tables.values()
            if table.presence.knows(person)
        ]

    # Rounds.

    def rounds(self, person: str, before: str, limit: int) -> tuple[list[schemas.RoundLine], str]:
        """A person's rounds, latest first, and the cursor of the next page."""
        try:
            found = self.room.history.rounds(person, before, limit + 1, with_open=True)
        except RoomRefused as refused:
            raise Failure(refused.code, refused.why, where="before") from None
        lines = [round_line(line) for line in found[:limit]]
        return lines, lines[-1].id if len(found) > limit else ""

    def played(self, person: str, round_id: str) -> PlayedRound:
        return self.room.history.round(person, round_id)

    # The staff.

    async def list_people(self, name: str, limit: int) -> list[schemas.PersonInfo]:
        people = schema.people
        query = select(people).order_by(people.c.created.desc(), people.c.id).limit(limit)
        if name:
            query = query.where(people.c.name_key.contains(key_of(name), autoescape=True))
        found = await run_in_threadpool(rows, self.store, query)
        return [self._person_info(self.person(row.id)) for row in found]

    def _person_info(self, person: Person) -> schemas.PersonInfo:
        known = (person.id, person.name, person.role, person.bot, person.guest, person.created, person.deleted)
        return schemas.PersonInfo(*known, self.room.gate.excluded(person.id))

    async def add_person(self, admin: Person, wanted: schemas.NewPerson) -> schemas.PersonInfo:
        assert admin.role == "admin"
        return self._person_info(await self.room.people.register(wanted.name, wanted.password, wanted.role))

    async def give_role(self, admin: Person, person: str, role: str) -> schemas.PersonInfo:
        return self._person_info(await self.room.people.set_role(admin.id, person, role))

    async def balance(self) -> schemas.Balance:
        return await run_in_threadpool(self._balance)

    def _balance(self) -> schemas.Balance:
        with self.store.reading() as connection:
            found = trial_balance(connection)
            accounts = len(connection.execute(select(schema.accounts.c.id)).all())
        return schemas.Balance(found.total, accounts, [str(drift) for drift in found.drifting])

    def closures(self) -> list[schemas.ClosureInfo]:
        return [_closure_info(closure) for closure in self.room.gate.closures]

    async def close(self, person: Person, wanted: schemas.NewClosure) -> schemas.ClosureInfo:
        await self.room.close(wanted.scope, wanted.who, wanted.why, person)
        return next(
            _closure_info(closure)
            for closure in self.room.gate.closures
            if (closure.scope, closure.who) == (wanted.scope, wanted.who)
        )

    async def reopen(self, person: Person, scope: str, who: str) -> None:
        if (scope, who) not in {(closure.scope, closure.who) for closure in self.room.gate.closures}:
            raise RoomRefused(UNKNOWN, "that is not closed")
        await self.room.open_again(scope, who, person)

    # The socket.

    async def identify(self, token: str, headers: Headers) -> tuple[str, str, tuple[str, ...]] | None:
        """The person, the key and the scopes of a connection; None if its token is unknown."""
        return await self.access.identify(token, _cookie(headers, self.session_cookie), headers)

    def resting(self, person: str) -> str:
        """The time-out or self-exclusion of this account in words; empty if there is none."""
        exclusion = self.room.limits.book.exclusion(person) if person else None
        return excluded_in_words(exclusion) if exclusion is not None else ""

    def device_of(self, headers: Headers) -> str:
        """An id of the browser that a connection comes from, the same for everybody who uses it."""
        cookie = _cookie(headers, self.visitor_cookie)
        return sha256(cookie.encode()).hexdigest()[:16] if cookie else ""

    async def ask(self, viewer: Any, ask: Any) -> fr.Tell | None:
        """Carry out a connection's request; returns the answer."""
        answer = await self.room.answer(viewer, ask)
        if isinstance(answer, fr.RefusedFrame) and not answer.id:
            return replace(answer, id=about(ask))
        return answer

    async def gone(self, viewer: Any) -> None:
        await self.room.gone(viewer)

    # Health.

    def health(self) -> dict[str, Any]:
        """The state of the room for health checks."""
        figures, cashier = self.room.figures(), self.room.cashier
        why = ""
        if cashier.hangs:
            why = f"storage has not answered for {cashier.oldest:.0f} s"
        elif figures["paused"]:
            why = "storage cannot be written"
        elif figures["halted"]:
            why = "a table is out of order"
        ok = not figures["paused"] and not cashier.hangs
        return {"ok": ok, "why": why, "oldest_commit_seconds": round(cashier.oldest, 3), **figures}

    def measured_by(self, metrics: Metrics) -> None:
        """Register the room's metrics."""
        tables, cashier = self.room.tables, self.room.cashier
        cashier.timed = metrics.commit_seconds.observe
        metrics.gauge("seventh_commits_waiting", "Changes not yet written to storage", lambda: cashier.waiting)
        metrics.gauge(
            "seventh_oldest_commit_seconds", "How long the oldest of them has been waiting", lambda: cashier.oldest
        )
        metrics.gauge("seventh_tables", "Open tables", lambda: len(tables))
        metrics.gauge(
            "seventh_rounds",
            "Rounds played at the open tables",
            lambda: sum(t.snapshot.number for t in tables.values()),
        )
        metrics.gauge(
            "seventh_tables_paused",
            "Tables waiting for storage",
            lambda: sum(bool(t.loop.paused) for t in tables.values()),
        )
        metrics.gauge("seventh_seated", "Occupied seats", lambda: sum(len(t.snapshot.chairs) for t in tables.values()))


@dataclass(frozen=True)
class _HttpViewer:
    """A viewer for HTTP requests, which watches nothing."""

    person: str
    address: str
    device: str = ""

    def tell(self, frame: bytes) -> None:
        """Ignored: there is no connection."""


def about(ask: fr.Ask) -> str:
    """The id of a refusal for a request without one: `watch:TABLE`."""
    table = getattr(ask, "table", "")
    return f"{ask.__struct_config__.tag}:{table}" if table else str(ask.__struct_config__.tag)


def _in_play(table: LiveTable, seat: int) -> int:
    """A seat's chips in the bets or the pot of the current round, unless its player has given them up."""
    live = table.snapshot.live
    if live is None or live.over or seat not in live.seats:
        return 0
    if not table.rules.AGAINST_HOUSE:
        line: Any = live.hand.own_line(seat)
        # A player who leaves the hand folds when it is their turn; all in, they are in to the end.
        if line.status == "folded" or (table.snapshot.session.seats[seat].leaves and not line.all_in):
            return 0
    return max(0, -live.nets[seat])


def _activity(table: LiveTable) -> str:
    """What is happening at a table, in a sentence."""
    if table.snapshot.live is not None or table.showing:
        return "The game is on."
    if table.people:
        return "1 player is seated." if table.people == 1 else f"{table.people} players are seated."
    return "Nobody is seated now." if table.snapshot.number else "Nobody is playing yet."


def _sits(table: LiveTable, person: str) -> bool:
    return any(chair.person == person for chair in table.snapshot.chairs.values())


def _info(row: fr.LobbyTable) -> schemas.TableInfo:
    return schemas.TableInfo(**{name: getattr(row, name) for name in row.__struct_fields__})


def round_line(line: RoundLine) -> schemas.RoundLine:
    """A line of a person's history as an API response."""
    return schemas.RoundLine(**{name: getattr(line, name) for name in line.__struct_fields__})


def _closure_info(closure: Closure) -> schemas.ClosureInfo:
    return schemas.ClosureInfo(closure.scope, closure.who, closure.why, closure.by, closure.at)


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
