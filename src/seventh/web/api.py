"""The HTTP interface: JSON under /api, described by /api/openapi.json, for scripts and for the pages' own code."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from seventh.web.errors import Problem

_TOLD = {
    401: "Nobody has entered: no cookie, no token, or one that is not known.",
    403: "Not for this person: the role, the CSRF token or the origin is wrong.",
    404: "There is no such thing, or it is not this person's to see.",
    409: "Not now: something stands in the way, and the answer says what.",
    413: "The request is too long.",
    422: "The request is not understood; the answer names the field.",
    429: "Too often, or locked for a while; Retry-After says how long.",
    503: "The room cannot write just now.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How an operation says no."""
    return {status: {"model": Problem, "description": _TOLD[status]} for status in (*statuses, 413, 422, 429)}


def new_router(tag: str) -> APIRouter:
    """A part of the interface."""
    return APIRouter(prefix="/api", tags=[tag], responses=problems())


def routers() -> list[APIRouter]:
    """All parts of the interface."""
    from seventh.web import api_accounts, api_admin, api_lobby, api_rounds, api_rules

    return [module.router for module in (api_accounts, api_lobby, api_rounds, api_rules, api_admin)]
