"""The page on which people set their own limits on play (R44); its forms work without JavaScript."""

from __future__ import annotations

from itertools import product
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from seventh.games import GAMES, book_house
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.room.limits.desk import LimitDesk
from seventh.room.limits.guard import excluded_in_words, minutes
from seventh.room.limits.periods import PERIODS, in_words
from seventh.room.limits.values import KINDS, TIME
from seventh.room.people.accounts import Person
from seventh.room.refusals import MALFORMED, RoomRefused
from seventh.web.api_limits import limits_of
from seventh.web.auth import Anyone, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.pages import Text, go, page, problem_line

router = APIRouter(include_in_schema=False)

TIME_OUTS = ((1, "1 hour"), (24, "1 day"), (72, "3 days"), (168, "1 week"), (336, "2 weeks"), (1008, "6 weeks"))
EXCLUSIONS = ((6, "6 months"), (12, "1 year"), (24, "2 years"), (60, "5 years"), (0, "Permanently"))
INTERVALS = (10, 20, 30, 45, 60, 90, 120)
ABOUT = {
    "loss": ("Loss", "The most you may be down: losses minus winnings. What you have at stake counts as lost."),
    "wager": ("Wagers", "The total of your bets and raises, won or lost. What you have at stake counts as wagered."),
    "time": ("Time", "Minutes with a seat at a table."),
}


@router.get("/me/limits")
async def limits(request: Request, visit: Anyone) -> Response:
    return go("/login?next=/me/limits") if visit.person is None else await _page(request, visit)


async def _page(request: Request, visit: Visit, code: int = 200, **context: Any) -> Response:
    facade, person = request.app.state.facade, visit.here
    desk: LimitDesk = facade.room.limits
    now = facade.room.clock.now()
    shown = limits_of(desk, person, now)
    known = {(one.kind, one.period): one for one in shown.limits}
    exclusion = desk.book.exclusion(person.id)
    rows = []
    for kind in KINDS:
        title, about = ABOUT[kind]
        write = minutes if kind == TIME else _money
        cells = []
        for period in PERIODS:
            one = known.get((kind, period))
            cells.append(
                {
                    "period": period,
                    "name": f"{kind}-{period}",
                    "value": _field(kind, _asked(one)),
                    "limit": one and write(one.amount),
                    "left": one and write(one.left),
                    "resets": one and one.resets,
                    "later_at": one and one.later_at,
                    "later": one and (write(one.later) if one.later is not None else "no limit"),
                }
            )
        rows.append({"kind": kind, "title": title, "about": about, "cells": cells})
    own = desk.book.reality_check(person.id).minutes
    return await page(
        request,
        "limits.html",
        visit,
        code,
        **{
            "rows": rows,
            "today": {"time": minutes(shown.time_today // 60_000), "net": shown.net_today},
            "exclusion": excluded_in_words(exclusion) if exclusion is not None else "",
            "permanent": exclusion is not None and exclusion.until is None,
            "check_due": shown.reality_check_due,
            "interval": own,
            "house_interval": facade.room.settings.reality_check,
            "time_outs": TIME_OUTS,
            "exclusions": EXCLUSIONS,
            "intervals": sorted({*INTERVALS, *([own] if own else [])}),
            **context,
        },
    )


def _asked(one: Any) -> int | None:
    """What the field shows: the change that is pending, or the limit in force."""
    if one is None:
        return None
    value: int | None = one.amount if one.later_at is None else one.later
    return value


def _money(amount: int) -> str:
    return str(book_house(next(iter(GAMES))).money(amount))


def _field(kind: str, amount: int | None) -> str:
    return "" if amount is None else str(amount) if kind == TIME else _money(amount)


def _amount(kind: str, period: str, text: str) -> int | None:
    """The amount in a field; empty for no limit."""
    text, name = text.strip(), f"{ABOUT[kind][0].lower()} limit for a {period}"
    if not text:
        return None
    if kind == TIME:
        if not text.isascii() or not text.isdigit() or len(text) > 6:
            raise RoomRefused(MALFORMED, f"{name}: {text!r} is not a number of minutes", "a whole number, or empty")
        return int(text)
    try:
        return parse_amount(text, book_house(next(iter(GAMES))))
    except NotAnAmount as error:
        raise RoomRefused(MALFORMED, f"{name}: {error}") from None


async def _do(request: Request, visit: Visit, csrf: str, doing: Any, message: str) -> Response:
    try:
        check_csrf(visit, csrf)
        told = await doing(request.app.state.facade.room.limits, visit.here)
    except (Failure, RoomRefused) as error:
        if visit.person is None:
            raise
        status, line = problem_line(error)
        return await _page(request, visit, status, error=line)
    return await _page(request, visit, message=told or message)


@router.post("/me/limits")
async def set_limits(request: Request, visit: Anyone, csrf: Text = "") -> Response:
    """Set all limits that differ from what the page showed; nothing is set if one of them makes no sense."""
    form = await request.form()
    now = request.app.state.facade.room.clock.now()

    async def save(desk: LimitDesk, person: Person) -> str:
        known = {(one.kind, one.period): one for one in limits_of(desk, person, now).limits}
        for (kind, period), one in known.items():
            if form.get("withdraw") == f"{kind}-{period}":
                await desk.set_limit(person, kind, period, one.amount)
                return "The change has been withdrawn."
        if "withdraw" in form:
            return "There is no change to withdraw: it is in force by now."
        fields = {key: str(form["-".join(key)])[:40] for key in product(KINDS, PERIODS) if "-".join(key) in form}
        amounts = {key: _amount(*key, text) for key, text in fields.items()}
        zero = [key for key, amount in amounts.items() if amount == 0 and _asked(known.get(key)) != 0]
        if zero and "sure" not in form:
            raise _Ask({"-".join(key): text for key, text in fields.items()}, [_means_nothing(*key) for key in zero])
        later = False
        for (kind, period), amount in amounts.items():
            if amount != _asked(known.get((kind, period))):
                limit = await desk.set_limit(person, kind, period, amount)
                later = later or (limit is not None and limit.pending(now))
        return "Saved. A looser limit takes effect in 24 hours." if later else "Saved, and in force now."

    try:
        return await _do(request, visit, csrf, save, "")
    except _Ask as ask:
        return await page(
            request,
            "limits_confirm.html",
            visit,
            title="A limit of nothing?",
            lines=[*ask.lines, "A looser limit takes effect only after 24 hours. For no limit, leave the field empty."],
            action="/me/limits",
            fields=ask.fields,
            button="Set it",
        )


class _Ask(Exception):
    """Limits that stop all play, to be confirmed first."""

    def __init__(self, fields: dict[str, str], lines: list[str]) -> None:
        super().__init__()
        self.fields, self.lines = fields, lines


def _means_nothing(kind: str, period: str) -> str:
    value = minutes(0) if kind == TIME else _money(0)
    return f"{ABOUT[kind][0]} limit for a {period}: {value} means that you cannot make any bet, at any table."


@router.post("/me/limits/reality-check")
async def set_interval(request: Request, visit: Anyone, minutes: Text = "", csrf: Text = "") -> Response:
    async def save(desk: LimitDesk, person: Person) -> None:
        if minutes and not (minutes.isascii() and minutes.isdigit()):
            raise RoomRefused(MALFORMED, f"{minutes!r} is not a number of minutes")
        await desk.set_interval(person, int(minutes[:6]) if minutes else None)

    return await _do(request, visit, csrf, save, "Saved.")


@router.post("/me/limits/go-on")
async def go_on(request: Request, visit: Anyone, csrf: Text = "") -> Response:
    return await _do(request, visit, csrf, lambda desk, person: desk.go_on(person), "You can go on playing.")


@router.post("/me/limits/time-out")
async def take_time_out(
    request: Request, visit: Anyone, hours: Text = "", sure: Text = "", csrf: Text = ""
) -> Response:
    """Take a time-out, after a question: it cannot be ended early."""
    name = dict(TIME_OUTS).get(int(hours)) if hours.isascii() and hours.isdigit() and len(hours) < 7 else None
    if name is not None and not sure and visit.person is not None:
        check_csrf(visit, csrf)
        until = in_words(request.app.state.facade.room.clock.now() + int(hours) * 3_600_000)
        return await page(
            request,
            "limits_confirm.html",
            visit,
            title=f"Take a time-out of {name}?",
            lines=[f"You cannot play until {until}. Nobody can end it earlier, neither you nor the house."],
            action="/me/limits/time-out",
            fields={"hours": hours},
            button="Begin the time-out now",
        )

    async def exclude(desk: LimitDesk, person: Person) -> None:
        if not (hours.isascii() and hours.isdigit()):
            raise RoomRefused(MALFORMED, "choose how long the time-out lasts")
        await desk.take_time_out(person, int(hours[:6]), visit.session)

    return await _do(request, visit, csrf, exclude, "Your time-out has begun.")


@router.post("/me/limits/self-exclusion")
async def exclude_myself(
    request: Request, visit: Anyone, months: Text = "", confirm: Text = "", csrf: Text = ""
) -> Response:
    async def exclude(desk: LimitDesk, person: Person) -> None:
        if not (months.isascii() and months.isdigit()):
            raise RoomRefused(MALFORMED, "choose how long the self-exclusion lasts")
        if confirm.strip() != "exclude":
            raise RoomRefused(MALFORMED, "type “exclude” to exclude yourself; it cannot be undone")
        await desk.exclude(person, int(months[:6]) or None, visit.session)

    return await _do(request, visit, csrf, exclude, "You have excluded yourself from play.")
