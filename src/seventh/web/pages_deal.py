"""Pages for dealing real cards by hand. Their template context:

deal.html (/deal)
    tables    list of {id, name, title, url, opened, closed, owner}: the hand-dealt tables this person may use
    games     list of {game, title}: the room's houses, by name
    stakes    list of {name, words}: those of the chosen game
    chosen    {game, stakes, name, players: [{seat, name, chips}], rules}: the form values, with the game's seats

deal_table.html (/deal/ID)
    table     {id, name, game, title, number, over, closed, moment, fewest}
    told      the next instruction: {text, needs, number, clause, hint, buttons, place, also}; None between rounds
    ask       a question before an entry is carried out: {text, entry, yes, no, clause, rule, follows}; None for none
              for an irregularity, its clause with the text, and what happens if it is reported
    entered   what was filled in, if it was refused or is not answered yet
    pad       list of suits, each a list of {card, name, free}: the cards of the deck, and which can still be named
    seats     list of {seat, who, name, stack, cards, up, wagers, status, hand, spots, turn, playing, sits_out}
              spots: list of {wager, label, limits, value, placed}: the fields for wagers, while they are placed
    dealer, dealer_name, common, pot   the cards in the middle
    sheet     list of {number, who, wager, amount, do, why, cut}; totals: list of {who, net, stack}
    irregularities  list of {label, entry, clause, places: [{place, who}], cards, count, reason}
    reported        what an irregularity led to, right after it was reported
    corrections     the number of steps taken back; `free` the free seats
    rounds    list of {number, url, record_url, over, net}

deal_round.html (/deal/ID/rounds/N)
    table, round {number, over, void, reason, corrections, steps}, sheet, totals, record_url, currency

Forms (POST, with `csrf` and the page's `moment`; all answer with a 303 redirect, or the page with `error`):

    /deal                {game, stakes, name, rules, name1.., chips1..}   opens a table and goes to it
    /deal/ID/enter       {entry} or {typed}, with {place, cards, count, amount, reason} after it; {for}, the seat whose
                         decision is typed; {changed}, the seats whose boxes were changed after their wagers were
                         placed; {confirmed}, that a question was answered
    /deal/ID/wagers      {seat, wager.NAME..} or {seat, out}
    /deal/ID/next        {}               begins the next round
    /deal/ID/players     {do: seat | chips | leave | out | in, seat, name, chips}
    /deal/ID/close       {}
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.house import HouseError
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.records.hand_dealt_lines import WagerLine
from seventh.records.record import write_record
from seventh.room.hand_dealt import STAFF, Kept
from seventh.room.people.people import Person
from seventh.room.people.sessions import PLAY
from seventh.room.people.sessions import STAFF as STAFF_SCOPE
from seventh.room.refusals import RoomRefused
from seventh.rounds.hand_dealing import (
    MARK,
    YES,
    NotUnderstood,
    Unconfirmed,
    UnconfirmedIrregularity,
    confirm_irregularity,
)
from seventh.rounds.legal import Refused
from seventh.web.api_rounds import download
from seventh.web.auth import Anyone, Visit, check_csrf
from seventh.web.csv_text import csv_text
from seventh.web.deal_forms import chosen_house, entry_of, new_players, new_table, wagers_of
from seventh.web.deal_view import round_view, table_view
from seventh.web.errors import Failure
from seventh.web.floor_info import clause_text
from seventh.web.pages import go, page, problem_line
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)

RoundNumber = Annotated[int, Path(ge=1, le=1_000_000)]


def _dealer(request: Request, visit: Visit) -> Person:
    """Staff, or a registered player; staff with a second factor where the room requires one."""
    facade: RoomFacade = request.app.state.facade
    person = visit.here
    visit.must_have(STAFF_SCOPE if person.role in STAFF else PLAY)
    needed = person.role in STAFF and facade.room.settings.staff_second_factor
    if needed and not facade.access.second_factors.active(person.id):
        raise Failure("forbidden", "staff accounts need a second factor here", allowed="set one up on the account page")
    return person


async def _form(request: Request, visit: Visit) -> dict[str, str]:
    """The form's fields, once its token is checked."""
    form = await request.form()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    check_csrf(visit, fields.get("csrf", ""))
    return fields


# All tables.


@router.get("/deal")
async def deal(request: Request, visit: Anyone) -> Response:
    """The person's hand-dealt tables, and the form for a new one."""
    if visit.person is None:
        return go("/login?next=/deal")
    return await _tables(request, visit, {"game": request.query_params.get("game", "")})


async def _tables(
    request: Request, visit: Visit, fields: Mapping[str, str], code: int = 200, error: str = ""
) -> Response:
    facade: RoomFacade = request.app.state.facade
    person = _dealer(request, visit)
    found = await run_in_threadpool(facade.room.hand_dealt.open_tables, person)
    tables = [
        {
            "id": row.id,
            "name": row.name,
            "url": f"/deal/{row.id}",
            "opened": row.opened,
            "closed": row.closed is not None,
            "owner": "" if row.owner == person.id else facade.name_of(row.owner),
        }
        for row in found
    ]
    form = new_table(facade.room.houses, fields)
    return await page(request, "deal.html", visit, code, tables=tables, **form, error=error)


@router.post("/deal")
async def open_table(request: Request, visit: Anyone) -> Response:
    """Open a hand-dealt table."""
    facade: RoomFacade = request.app.state.facade
    person = _dealer(request, visit)
    fields = await _form(request, visit)
    try:
        house = chosen_house(facade.room.houses, fields)
        kept = await facade.room.hand_dealt.open(person, house, fields.get("name", ""), new_players(fields, house))
    except (NotUnderstood, NotAnAmount, HouseError, RoomRefused, Failure) as error:
        return await _tables(request, visit, fields, *_line(error))
    return go(f"/deal/{kept.id}")


def _line(error: Exception) -> tuple[int, str]:
    """The status and the line to show for a refused entry."""
    if isinstance(error, NotUnderstood | NotAnAmount | HouseError):
        line = str(error)
        return 422, line if line.endswith("?") else f"{line.rstrip('.')}."
    return problem_line(error)


# One table.


@router.get("/deal/{table}")
async def deal_table(request: Request, visit: Anyone, table: str) -> Response:
    """A hand-dealt table: what to do next."""
    if visit.person is None:
        return go(f"/login?next=/deal/{table}")
    seat = request.query_params.get("seat", "")
    return await _table(request, visit, await _kept(request, visit, table), fields={"for": seat})


async def _kept(request: Request, visit: Visit, table: str) -> Kept:
    facade: RoomFacade = request.app.state.facade
    return await run_in_threadpool(facade.room.hand_dealt.get, table, _dealer(request, visit))


async def _table(
    request: Request,
    visit: Visit,
    kept: Kept,
    error: Exception | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    """The page; after a refused form with what was filled in."""
    facade: RoomFacade = request.app.state.facade
    rounds = await run_in_threadpool(facade.room.hand_dealt.rounds, kept.id)
    code, line = (200, "") if error is None else _line(error)
    ask = _question(kept, line, error) if isinstance(error, Unconfirmed) else None
    view = table_view(kept, rounds, fields or {})
    return await page(request, "deal_table.html", visit, code, **view, ask=ask, error="" if ask else line)


def _question(kept: Kept, line: str, asked: Unconfirmed) -> dict[str, Any]:
    clause, follows = (asked.clause, asked.follows) if isinstance(asked, UnconfirmedIrregularity) else ("", ())
    shown = {"text": line, "entry": asked.entry, "yes": asked.yes, "no": asked.no}
    return {**shown, "clause": clause, "rule": clause_text(kept.table.house, clause), "follows": follows}


async def _do(request: Request, visit: Visit, table: str, what: str) -> Response:
    """Carry out a form of a table's page."""
    kept, fields = await _kept(request, visit, table), await _form(request, visit)
    try:
        await _carry_out(request.app.state.facade, kept, visit.here, what, fields)
    except (NotUnderstood, NotAnAmount, RoomRefused) as error:
        return await _table(request, visit, kept, error, fields)
    return go(f"/deal/{kept.id}")


async def _carry_out(facade: RoomFacade, kept: Kept, person: Person, what: str, fields: dict[str, str]) -> None:
    tables, moment = facade.room.hand_dealt, fields.get("moment", "")
    match what:
        case "enter":
            await tables.enter(kept, person, moment, _confirmed(kept, entry_of(kept, fields), "confirmed" in fields))
        case "wagers":
            await tables.enter(kept, person, moment, wagers_of(kept, fields))
        case "next":
            await tables.begin(kept, person, moment)
        case "players":
            await _players_change(facade, kept, person, fields)


def _confirmed(kept: Kept, entry: str, confirmed: bool) -> str:
    """An entry that can be carried out: an irregularity is asked about first."""
    dealt = kept.table.round
    if not entry.startswith(MARK) or dealt is None or dealt.round.outcome is not None:
        return entry
    if confirmed:
        return entry.removesuffix(f" {YES}")
    with suppress(Refused):  # refused in words when it is entered
        confirm_irregularity(dealt.round, dealt.names, entry)
    return entry


async def _players_change(facade: RoomFacade, kept: Kept, person: Person, fields: dict[str, str]) -> None:
    tables, moment, text = facade.room.hand_dealt, fields.get("moment", ""), fields.get("seat", "")
    if not (text.isascii() and text.isdecimal()):
        raise NotUnderstood("Choose a seat")
    seat = int(text[:3])
    match fields.get("do"):
        case "seat":
            chips = parse_amount(fields.get("chips", ""), kept.table.house)
            await tables.seat(kept, person, moment, seat, fields.get("name", "").strip(), chips)
        case "chips":
            await tables.add_chips(kept, person, moment, seat, parse_amount(fields.get("chips", ""), kept.table.house))
        case "leave":
            await tables.leave(kept, person, moment, seat)
        case "out" | "in" as wanted:
            await tables.sit_out(kept, person, moment, seat, wanted == "out")
        case other:
            raise NotUnderstood(f"{other!r} is not possible")


@router.post("/deal/{table}/enter")
async def enter(request: Request, visit: Anyone, table: str) -> Response:
    """One entry of the dealer."""
    return await _do(request, visit, table, "enter")


@router.post("/deal/{table}/wagers")
async def place_wagers(request: Request, visit: Anyone, table: str) -> Response:
    """The wagers of one seat."""
    return await _do(request, visit, table, "wagers")


@router.post("/deal/{table}/next")
async def next_round(request: Request, visit: Anyone, table: str) -> Response:
    """Begin the next round."""
    return await _do(request, visit, table, "next")


@router.post("/deal/{table}/players")
async def change_players(request: Request, visit: Anyone, table: str) -> Response:
    """Seat a player, count chips, or take a player off the table."""
    return await _do(request, visit, table, "players")


@router.post("/deal/{table}/close")
async def close_table(request: Request, visit: Anyone, table: str) -> Response:
    """Close the table."""
    facade: RoomFacade = request.app.state.facade
    kept = await _kept(request, visit, table)
    await _form(request, visit)
    try:
        await facade.room.hand_dealt.close(kept, visit.here)
    except NotUnderstood as error:
        return await _table(request, visit, kept, error)
    return go("/deal")


@router.get("/deal/{table}/rounds.csv")
async def deal_rounds_csv(request: Request, visit: Anyone, table: str) -> Response:
    """Every wager of the table's finished rounds, for a spreadsheet."""
    facade: RoomFacade = request.app.state.facade
    kept = await _kept(request, visit, table)
    lines = await run_in_threadpool(facade.room.hand_dealt.lines, kept.id)
    text = csv_text(map(msgspec.structs.asdict, lines), WagerLine.__struct_fields__, ("name",))
    return download(text, "text/csv", f"hand-dealt-{kept.id}.csv")


@router.get("/deal/{table}/rounds.json")
async def deal_rounds_json(request: Request, visit: Anyone, table: str) -> Response:
    """The same as JSON, with the table and its rules."""
    facade: RoomFacade = request.app.state.facade
    kept = await _kept(request, visit, table)
    lines = await run_in_threadpool(facade.room.hand_dealt.lines, kept.id)
    house = kept.table.house
    told = {"table": kept.id, "name": kept.name, "game": house.game, "rules": house.hash, "lines": lines}
    return download(msgspec.json.encode(told).decode(), "application/json", f"hand-dealt-{kept.id}.json")


@router.get("/deal/{table}/rounds/{number}")
async def deal_round(request: Request, visit: Anyone, table: str, number: RoundNumber) -> Response:
    """A round that was dealt by hand: its settlement sheet and steps."""
    if visit.person is None:
        return go(f"/login?next=/deal/{table}/rounds/{number}")
    facade: RoomFacade = request.app.state.facade
    kept = await _kept(request, visit, table)
    record = await run_in_threadpool(facade.room.hand_dealt.record, kept.id, number)
    view = round_view(kept, number, record)
    return await page(request, "deal_round.html", visit, **view, currency=kept.table.house.currency)


@router.get("/deal/{table}/rounds/{number}/record")
async def deal_record(request: Request, visit: Anyone, table: str, number: RoundNumber) -> Response:
    """The record of a hand-dealt round, for `seventh verify`."""
    facade: RoomFacade = request.app.state.facade
    kept = await _kept(request, visit, table)
    record = await run_in_threadpool(facade.room.hand_dealt.record, kept.id, number)
    return download(write_record(record), "application/json", f"hand-dealt-{kept.id}-{number}.json")
