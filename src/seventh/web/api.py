"""The HTTP API: JSON under /api, described by /api/openapi.json, for programs and the pages' own scripts."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from seventh.web.errors import Problem

_TOLD = {
    401: "Not logged in: missing or unknown cookie or token.",
    403: "Forbidden: wrong role, CSRF token or origin.",
    404: "Not found, or not visible to this person.",
    409: "Not possible in the current state; the response says why.",
    413: "Request too large.",
    422: "Invalid request; the response names the field.",
    429: "Too many requests, or temporarily locked; see Retry-After.",
    503: "The room cannot write to its storage at the moment, or the lab is busy.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of an operation."""
    return {status: {"model": Problem, "description": _TOLD[status]} for status in (*statuses, 413, 422, 429)}


def new_router(tag: str) -> APIRouter:
    """A router for one part of the API."""
    return APIRouter(prefix="/api", tags=[tag], responses=problems())


def routers() -> list[APIRouter]:
    """All routers of the API."""
    from seventh.web import (
        api_accounts,
        api_admin,
        api_floor,
        api_limits,
        api_lobby,
        api_results,
        api_rounds,
        api_rules,
    )
    from seventh.web.lab import api as api_lab

    modules = (api_accounts, api_limits, api_lobby, api_rounds, api_results, api_rules, api_lab, api_admin, api_floor)
    return [module.router for module in modules]
