"""What goes wrong, said the same way everywhere: a code for programs, a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from seventh.room.refusals import RoomRefused

STATUS = {
    "not_now": 409,
    "wrong_amount": 422,
    "wrong_cards": 422,
    "stale": 409,
    "repriced": 409,
    "closed": 409,
    "no_chips": 409,
    "not_seated": 409,
    "malformed": 422,
    "too_fast": 429,
    "unknown": 404,
    "failed": 503,
    "forbidden": 403,
    "taken": 409,
    "cross_origin": 403,
    "csrf": 403,
    "not_entered": 401,
    "wrong_password": 401,
    "locked": 429,
    "too_large": 413,
}
"""The HTTP status of each code; one that is not here is 400."""

_CODES = {400: "malformed", 401: "not_entered", 403: "forbidden", 404: "unknown", 405: "not_allowed", 413: "too_large",
          415: "malformed", 429: "too_fast"}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """Why something was not done."""

    code: str
    """A word that programs can tell apart."""
    why: str
    """A sentence for people."""
    allowed: str = ""
    """What could be done instead."""
    where: str = ""
    """The field that is wrong, if one is."""


class Failure(Exception):
    """A request that is refused, with what to say."""

    def __init__(self, code: str, why: str, *, allowed: str = "", where: str = "", wait: float = 0) -> None:
        self.problem = Problem(code, why, allowed, where)
        self.status = STATUS.get(code, 400)
        self.wait = wait
        super().__init__(why)


def problem_of(error: Exception) -> tuple[int, Problem]:
    """The status and the problem of an exception; anything unforeseen says nothing of itself."""
    match error:
        case Failure():
            return error.status, error.problem
        case RoomRefused():
            return STATUS.get(error.code, 400), Problem(error.code, error.why, error.allowed)
        case RequestValidationError():
            return 422, _invalid(error)
        case HTTPException():
            said = str(error.detail or HTTPStatus(error.status_code).phrase)
            status = (
                422 if error.status_code in (400, 415) else error.status_code
            )  # one answer to what is not understood
            return status, Problem(_CODES.get(status, "malformed"), said)
    return 500, Problem("failed", "something failed here, and it is written down; try again")


def _invalid(error: RequestValidationError) -> Problem:
    """The first thing that is wrong with a request; what was typed is not repeated."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    return Problem("malformed", f"{where or 'the body'}: {first.get('msg', 'not understood')}", where=where)


def answer(status: int, problem: Problem, wait: float = 0) -> JSONResponse:
    """The problem as JSON."""
    content: dict[str, Any] = {
        "code": problem.code, "why": problem.why, "allowed": problem.allowed, "where": problem.where
    }  # fmt: skip
    headers = {"Retry-After": str(max(1, round(wait)))} if status == 429 else None
    return JSONResponse(content, status, headers)


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer, and not a program."""
    return not request.url.path.startswith(("/api", "/healthz", "/metrics"))
