"""Errors in a uniform format: a code for programs, a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from seventh.room.refusals import RoomRefused
from seventh.room.store import NotCommitted, StoreFailed

STATUS = {
    "not_now": 409,
    "wrong_amount": 422,
    "wrong_cards": 422,
    "stale": 409,
    "repriced": 409,
    "closed": 409,
    "excluded": 409,
    "limit": 409,
    "reality_check": 409,
    "no_chips": 409,
    "not_seated": 409,
    "malformed": 422,
    "too_fast": 429,
    "unknown": 404,
    "failed": 503,
    "busy": 503,
    "forbidden": 403,
    "taken": 409,
    "cross_origin": 403,
    "csrf": 403,
    "not_entered": 401,
    "wrong_password": 401,
    "code_needed": 401,
    "locked": 429,
    "too_large": 413,
    "wrong_host": 421,
}
"""The HTTP status of each code; 400 for all others."""

_CODES = {400: "malformed", 401: "not_entered", 403: "forbidden", 404: "unknown", 405: "not_allowed", 413: "too_large",
          415: "malformed", 429: "too_fast"}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """An error."""

    code: str
    """The error code, for programs."""
    why: str
    """The error message, for people."""
    allowed: str = ""
    """What is allowed instead."""
    where: str = ""
    """The invalid field, if any."""


class Failure(Exception):
    """A request was refused."""

    def __init__(self, code: str, why: str, *, allowed: str = "", where: str = "", wait: float = 0) -> None:
        self.problem = Problem(code, why, allowed, where)
        self.status = STATUS.get(code, 400)
        self.wait = wait
        super().__init__(why)


def problem_of(error: Exception) -> tuple[int, Problem]:
    """The status and problem for an exception; unexpected ones reveal no details."""
    match error:
        case Failure():
            return error.status, error.problem
        case RoomRefused():
            return STATUS.get(error.code, 400), Problem(error.code, error.why, error.allowed)
        case StoreFailed() | NotCommitted():
            return 503, Problem("failed", "the room cannot write to its storage; try again")
        case RequestValidationError():
            return 422, _invalid(error)
        case HTTPException():
            said = str(error.detail or HTTPStatus(error.status_code).phrase)
            status = (
                422 if error.status_code in (400, 415) else error.status_code
            )  # the same answer to every invalid request
            return status, Problem(_CODES.get(status, "malformed"), said)
    return 500, Problem("failed", "internal error (logged); try again")


def _invalid(error: RequestValidationError) -> Problem:
    """The first error in a request; the input itself is not repeated."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    return Problem("malformed", f"{where or 'the body'}: {first.get('msg', 'invalid')}", where=where)


def answer(status: int, problem: Problem, wait: float = 0) -> JSONResponse:
    """The problem as JSON."""
    content: dict[str, Any] = {
        "code": problem.code, "why": problem.why, "allowed": problem.allowed, "where": problem.where
    }  # fmt: skip
    headers = {"Retry-After": str(max(1, round(wait)))} if status == 429 or wait else None
    return JSONResponse(content, status, headers)


def wants_page(request: Request) -> bool:
    """Whether to answer with a page, not JSON."""
    return not request.url.path.startswith(("/api", "/healthz", "/metrics"))
