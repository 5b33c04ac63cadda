"""What the lab's API and pages have in common: asking for figures and equities, and what becomes of the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from seventh.games import GAMES, book_house
from seventh.games.pay_rows import UnknownRow, pay_row
from seventh.web.addresses import network_of
from seventh.web.errors import Failure
from seventh.web.lab.changes import Changed, changed_by_file, changed_by_texts
from seventh.web.lab.money import in_money, read_form
from seventh.web.lab.questions import Answer, Question
from seventh.web.lab.workers import Laboratory, Pending


@dataclass(frozen=True)
class Asker:
    """Who asks: an address, and one of its pages."""

    laboratory: Laboratory
    address: str
    page: str

    def named(self, part: str) -> str:
        """What wants an answer; parts of a page want theirs at the same time."""
        return f"{self.address}/{self.page}/{part}"


def asker(request: Request, page: str) -> Asker:
    address = network_of(request.client.host if request.client else "")
    return Asker(request.app.state.laboratory, address, page)


@dataclass(frozen=True)
class Figures:
    """The answers about a house and about the book."""

    house: Answer
    book: Answer


async def changed(game: str, values: dict[str, str], file: str | None, base: Any = None) -> Changed:
    """The house that a form or a file describes, compared with the book or another base."""
    if file is not None:
        return await run_in_threadpool(changed_by_file, game, file, base)
    return await run_in_threadpool(changed_by_texts, game, values, base)


async def changed_in_form(game: str, values: dict[str, str], file: str | None, base: Any = None) -> Changed:
    """The same for a page, whose form may write amounts as money; so do the problems."""
    house = base or book_house(game)
    form = read_form(house, values)
    found = await changed(game, form.texts, file, base)
    found.written = form.written
    found.problems[:] = [*form.problems, *in_money(house, found.problems)]
    if form.problems:
        found.house = None
    return found


def has_figures(game: str) -> bool:
    return GAMES[game].mathematics_module is not None


async def figures(who: Asker, found: Changed) -> Figures | Pending:
    """The figures of a valid house and of the book, for the same amounts."""
    questions = [_figures(house, found.amounts) for house in (found.house, found.book)]
    mathematics = GAMES[found.book.game].mathematics
    long = bool(found.amounts) and mathematics is not None and mathematics.slow_with_amounts
    own, by_book = await who.laboratory.ask_all(questions, who.named("figures"), who.address, long=long)
    if isinstance(own, Pending) or isinstance(by_book, Pending):
        waiting = [each for each in (own, by_book) if isinstance(each, Pending)]
        done = (2 - len(waiting) + sum(each.progress for each in waiting)) / 2 if questions[0] != questions[1] else None
        return Pending(waiting[0].progress if done is None else done, all(each.queued for each in waiting))
    for answer in (own, by_book):
        if "problem" in answer:
            raise Failure("malformed", answer["problem"])
    return Figures(own, by_book)


def _figures(house: Any, amounts: dict[str, int]) -> Question:
    return {"ask": "figures", "house": house.as_data(), "amounts": amounts}


async def edges_by_pay(who: Asker, found: Changed, row: str) -> Answer | Pending:
    """The house edge of every wager against one row, named by its path."""
    top, _, rest = row.partition(".")
    table, _, name = rest.partition(".")
    try:
        if top != "pays" or not has_figures(found.book.game):
            raise UnknownRow(f"{row[:100]!r} is not a row of a pay table; write pays.TABLE.ROW")
        pay_row(found.house, table, name)
    except UnknownRow as error:
        raise Failure("malformed", str(error), where="row") from None
    question = {"ask": "row", "house": found.house.as_data(), "table": table, "row": name}
    return await who.laboratory.ask(question, who.named("row"), who.address)
