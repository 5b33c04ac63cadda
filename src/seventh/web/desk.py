"""Between the web and the room: every question that pages, the HTTP interface and the socket have for the room."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from secrets import token_hex
from typing import Any

from msgspec.structs import replace
from sqlalchemy import or_, select
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers

from seventh.room import frames as fr
from seventh.room.gate import Closure
from seventh.room.history import PlayedRound, RoundLine
from seventh.room.ledger import trial_balance, wallet
from seventh.room.people.people import Person, key_of
from seventh.room.people.sessions import WebSession
from seventh.room.reading import rows
from seventh.room.refusals import FORBIDDEN, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.room import Room
from seventh.room.store import Store, schema
from seventh.room.tables.table import LiveTable
from seventh.web import bodies as b
from seventh.web.errors import Failure
from seventh.web.metrics import Metrics
from seventh.web.settings import WebSettings


class Desk:
    """The room as the web knows it."""

    def __init__(self, room: Room, settings: WebSettings) -> None:
        self.room = room
        prefix = "__Host-" if settings.secure else ""
        self.session_cookie = f"{prefix}seventh"
        self.visitor_cookie = f"{prefix}seventh-visitor"

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

    def purse(self, person: str) -> dict[str, int]:
        """What is in the wallet, what a refill brings it up to, and when one is possible again: 0 if now."""
        found = self.room.people.wallet(person)
        return {"wallet": found.wallet, "refill_to": found.refill_to, "next_refill": found.next_refill}

    async def refill(self, person: Person, ask: str) -> None:
        """Fill a person's wallet up, once for each id."""
        answer = await self.room.answer(_Passer(person.id, ""), fr.Refill(ask or token_hex(8)))
        if isinstance(answer, fr.RefusedFrame):
            raise Failure(answer.code, answer.why, allowed=answer.allowed)

    async def login(self, name: str, password: str) -> Person:
        """Who has this name and password; the one answer to everything that is wrong with them."""
        try:
            return await self.room.people.login(name, password)
        except RoomRefused as refused:
            if refused.code == FORBIDDEN:
                raise Failure("wrong_password", refused.why) from None
            raise

    async def of_session(self, cookie: str) -> tuple[Person, WebSession] | None:
        session = await self.room.sessions.of(cookie)
        return (self.person(session.person), session) if session else None

    def of_token(self, token: str) -> Person | None:
        return self.room.sessions.person_of(token) if token else None

    async def delete(self, person: Person, password: str) -> None:
        """Delete an account, for who knows its password; a guest has none."""
        seats = [table.row.name for table in self.room.tables.values() if _sits(table, person.id)]
        if seats:
            raise RoomRefused(NOT_NOW, f"you have a seat at {', '.join(seats)}", "leave it first")
        if not person.guest:
            known = await self.login(person.name, password)
            assert known.id == person.id
        await self.room.delete_person(person)

    async def tokens(self, person: str) -> list[b.Token]:
        return [b.Token(token.id, token.name, token.created) for token in self.room.sessions.tokens(person)]

    async def new_token(self, person: str, name: str) -> tuple[str, b.Token]:
        token = await self.room.sessions.new_token(person, name)
        return token, b.Token(sha256(token.encode()).hexdigest()[:16], " ".join(name.split()), self.now())

    def seats_of(self, person: str) -> list[dict[str, Any]]:
        """Where a person sits."""
        return [
            {
                "table": table.id,
                "name": table.row.name,
                "game": table.game,
                "url": f"/table/{table.id}",
                "chips": table.chips_of(seat),
            }
            for table in self.room.tables.values()
            for seat, chair in table.standing.chairs.items()
            if chair.person == person
        ]

    async def statement(self, person: str, before: int, limit: int) -> b.Statement:
        return await run_in_threadpool(self._statement, person, before, limit)

    def _statement(self, person: str, before: int, limit: int) -> b.Statement:
        account, transfers = wallet(person), schema.transfers
        mine = or_(transfers.c.giver == account, transfers.c.taker == account)
        query = select(transfers).where(mine).order_by(transfers.c.seq.desc()).limit(limit + 1)
        if before:
            query = query.where(transfers.c.seq < before)
        found = rows(self.store, query)
        lines = [
            b.Posting(
                seq=row.seq,
                at=row.at,
                kind=row.kind,
                amount=row.amount if row.taker == account else -row.amount,
                other=row.giver if row.taker == account else row.taker,
                round=row.round or "",
            )
            for row in found[:limit]
        ]
        return b.Statement(account, self.wallet(person), lines, found[limit - 1].seq if len(found) > limit else 0)

    # Tables.

    def tables(self) -> list[b.TableInfo]:
        """The open tables that are not private."""
        return [_info(row) for row in self.room.lobby.frame().tables]

    def table_info(self, table: str) -> b.TableInfo:
        return _info(self.table(table, None, "").lobby_row())

    def table(self, table: str, person: Person | None, word: str) -> LiveTable:
        """A table that this person may see."""
        found = self.room.tables.get(table)
        if found is None:
            raise RoomRefused(UNKNOWN, f"there is no table {table!r}")
        try:
            found.presence.admit(person.id if person else "", word)
        except RoomRefused:
            raise RoomRefused(UNKNOWN, f"there is no table {table!r}") from None  # nor is a private one's name told
        return found

    def table_name(self, table: str) -> str:
        found = self.room.tables.get(table)
        return found.row.name if found else table

    async def quick_seat(self, person: Person, game: str, buy_in: int, address: str) -> b.Seat:
        """Sit down where there is company."""
        visitor = _Passer(person.id, address)
        name, answer = await self.room.quick_seat(visitor, game, token_hex(8), buy_in)
        if isinstance(answer, fr.RefusedFrame):
            raise Failure(answer.code, answer.why, allowed=answer.allowed)
        chairs = self.room.table(name).standing.chairs
        seat = next((place for place, chair in chairs.items() if chair.person == person.id), 0)
        return b.Seat(name, seat, chairs[seat].brought if seat else 0)

    async def open_table(self, person: Person, game: str, name: str, base: str) -> b.OpenedTable:
        table = await self.room.tables.create(person, game, name, bots=True)
        word = table.row.word or ""
        return b.OpenedTable(table.id, word, f"{base.rstrip('/')}/table/{table.id}?word={word}")

    # Rounds.

    def rounds(self, person: str, before: str, limit: int) -> tuple[list[b.RoundLine], str]:
        """A person's rounds, the latest first, and where the next page begins."""
        try:
            found = self.room.history.rounds(person, before, limit + 1, with_open=True)
        except RoomRefused as refused:
            raise Failure(refused.code, refused.why, where="before") from None
        lines = [round_line(line) for line in found[:limit]]
        return lines, lines[-1].id if len(found) > limit else ""

    def played(self, person: str, round_id: str) -> PlayedRound:
        return self.room.history.round(person, round_id)

    # The staff.

    async def list_people(self, name: str, limit: int) -> list[b.PersonInfo]:
        people = schema.people
        query = select(people).order_by(people.c.created.desc(), people.c.id).limit(limit)
        if name:
            query = query.where(people.c.name_key.contains(key_of(name), autoescape=True))
        found = await run_in_threadpool(rows, self.store, query)
        return [_person_info(self.person(row.id)) for row in found]

    async def add_person(self, admin: Person, wanted: b.NewPerson) -> b.PersonInfo:
        assert admin.role == "admin"
        return _person_info(await self.room.people.register(wanted.name, wanted.password, wanted.role))

    async def give_role(self, admin: Person, person: str, role: str) -> b.PersonInfo:
        return _person_info(await self.room.people.set_role(admin.id, person, role))

    async def reset_password(self, admin: Person, person: str, new: str) -> None:
        await self.room.people.reset_password(admin.id, self.person(person).name, new)
        await self.room.sessions.end_all(person)

    async def balance(self) -> b.Balance:
        return await run_in_threadpool(self._balance)

    def _balance(self) -> b.Balance:
        with self.store.reading() as connection:
            found = trial_balance(connection)
            accounts = len(connection.execute(select(schema.accounts.c.id)).all())
        return b.Balance(found.total, accounts, [str(drift) for drift in found.drifting])

    def closures(self) -> list[b.ClosureInfo]:
        return [_closure_info(closure) for closure in self.room.gate.closures]

    async def close(self, person: Person, wanted: b.NewClosure) -> b.ClosureInfo:
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

    async def known_by(self, token: str, headers: Headers) -> str | None:
        """Whom a connection speaks for, empty for a visitor; None if its token is not known.

        A cookie counts only for a browser, which says where its page is from.
        """
        person: Person | None = None
        if token:
            person = self.of_token(token)
            if person is None:
                return None
        elif headers.get("origin"):
            found = await self.of_session(_cookie(headers, self.session_cookie))
            person = found[0] if found else None
        return person.id if person else ""

    def device_of(self, headers: Headers) -> str:
        """A name for the browser that a connection comes from, the same for everybody who uses it."""
        cookie = _cookie(headers, self.visitor_cookie)
        return sha256(cookie.encode()).hexdigest()[:16] if cookie else ""

    async def ask(self, viewer: Any, ask: Any) -> fr.Tell | None:
        """Do what a connection asks for; the answer is for it alone."""
        answer = await self.room.answer(viewer, ask)
        if isinstance(answer, fr.RefusedFrame) and not answer.id:
            return replace(answer, id=about(ask))
        return answer

    async def gone(self, viewer: Any) -> None:
        await self.room.gone(viewer)

    # Health.

    def health(self) -> dict[str, Any]:
        """Whether the room deals, and how much."""
        figures = self.room.figures()
        why = "storage does not write" if figures["paused"] else "a table is out of order" if figures["halted"] else ""
        return {"ok": not figures["paused"], "why": why, **figures}

    def measured_by(self, metrics: Metrics) -> None:
        """Figures of the room for whoever looks after it."""
        tables, cashier = self.room.tables, self.room.cashier
        cashier.timed = metrics.commit_seconds.observe
        metrics.gauge("seventh_commits_waiting", "Changes that storage has not written yet", lambda: cashier.waiting)
        metrics.gauge("seventh_tables", "Open tables", lambda: len(tables))
        metrics.gauge(
            "seventh_rounds",
            "Rounds of the open tables so far",
            lambda: sum(t.standing.number for t in tables.values()),
        )
        metrics.gauge(
            "seventh_tables_paused",
            "Tables that wait for storage",
            lambda: sum(bool(t.loop.paused) for t in tables.values()),
        )
        metrics.gauge(
            "seventh_seated", "Seats that are taken", lambda: sum(len(t.standing.chairs) for t in tables.values())
        )


@dataclass(frozen=True)
class _Passer:
    """Somebody who asks over HTTP and watches nothing."""

    person: str
    address: str
    device: str = ""

    def tell(self, frame: bytes) -> None:
        """There is no connection to tell it on."""


def about(ask: fr.Ask) -> str:
    """What a refusal of an ask without an id is about: `watch:TABLE`."""
    table = getattr(ask, "table", "")
    return f"{ask.__struct_config__.tag}:{table}" if table else str(ask.__struct_config__.tag)


def _sits(table: LiveTable, person: str) -> bool:
    return any(chair.person == person for chair in table.standing.chairs.values())


def _info(row: fr.LobbyTable) -> b.TableInfo:
    return b.TableInfo(**{name: getattr(row, name) for name in row.__struct_fields__})


def round_line(line: RoundLine) -> b.RoundLine:
    """A line of a person's history, as the interface tells it."""
    return b.RoundLine(**{name: getattr(line, name) for name in line.__struct_fields__})


def _person_info(person: Person) -> b.PersonInfo:
    return b.PersonInfo(person.id, person.name, person.role, person.bot, person.guest, person.created, person.deleted)


def _closure_info(closure: Closure) -> b.ClosureInfo:
    return b.ClosureInfo(closure.scope, closure.who, closure.why, closure.by, closure.at)


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
