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


_PROBLEM = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}
"""A reference to the schema that the model of status 422 defines. FastAPI takes a millisecond or two for every model of
every operation, before it answers the first request; there would be hundreds."""


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of an operation."""
    told: dict[int | str, dict[str, Any]] = {422: {"model": Problem, "description": _TOLD[422]}}
    for status in (*statuses, 413, 429):
        told[status] = {"content": _PROBLEM, "description": _TOLD[status]}
    return told


def new_router(tag: str) -> APIRouter:
    """A router for one part of the API."""
    return APIRouter(prefix="/api", tags=[tag], responses=problems())


def routers() -> list[APIRouter]:
    """All routers of the API."""
    from seventh.web import (
        api_accounts,
        api_admin,
        api_floor,
        api_houses,
        api_limits,
        api_lobby,
        api_oversight,
        api_results,
        api_rounds,
        api_rules,
    )
    from seventh.web.lab import api as api_lab

    modules = (
        api_accounts,
        api_limits,
        api_lobby,
        api_rounds,
        api_results,
        api_rules,
        api_lab,
        api_admin,
        api_floor,
        api_houses,
        api_oversight,
    )
    return [module.router for module in modules]
