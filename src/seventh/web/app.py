"""Assembles the ASGI application that serves a room."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from seventh import __version__
from seventh.room.refusals import RoomRefused
from seventh.room.room import Room
from seventh.web import (
    api,
    health,
    pages,
    pages_check,
    pages_closures,
    pages_deal,
    pages_drill,
    pages_floor,
    pages_houses,
    pages_limits,
    pages_me,
    pages_oversight,
    pages_replay,
    pages_results,
    pages_tables,
)
from seventh.web.assets import STATIC
from seventh.web.auth import Authenticator
from seventh.web.errors import Failure, answer, problem_of, wants_page
from seventh.web.lab import pages as lab_pages
from seventh.web.lab.workers import Laboratory
from seventh.web.metrics import Metrics
from seventh.web.middleware import SecurityMiddleware
from seventh.web.pages import error_page
from seventh.web.rate_limits import Buckets
from seventh.web.room_facade import RoomFacade
from seventh.web.settings import WebSettings
from seventh.web.socket import Sockets, at
from seventh.web.static_files import CachedFiles
from seventh.web.templating import Pages

ABOUT = """Accounts, tables, histories, records with proofs, rules and exact figures of a Seventh Street room. Playing
itself is on the WebSocket at `/ws`. Chips are play chips: they cannot be bought or redeemed.

A browser is identified by its cookie and must send `X-CSRF-Token` with every request that changes something; a program
sends `Authorization: Bearer TOKEN`. Errors are returned as a `Problem`."""


class Application:
    """The ASGI application: pages and API behind the middleware, and the WebSocket."""

    def __init__(self, http: FastAPI, handle: ASGIApp) -> None:
        self.http = http
        self.sockets: Sockets = http.state.sockets
        self.facade: RoomFacade = http.state.facade
        self._handle = handle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._handle(scope, receive, send)


PAGES = (
    pages,
    pages_check,
    pages_drill,
    pages_replay,
    pages_results,
    pages_me,
    pages_limits,
    pages_tables,
    pages_closures,
    pages_floor,
    pages_houses,
    pages_oversight,
    pages_deal,
    lab_pages,
)


def create_app(
    room: Room, settings: WebSettings | None = None, *, running: bool = False, strict_pages: bool = False
) -> Application:
    """Create the application for a room. The room starts and stops with it, unless it is already `running`."""
    settings = settings or WebSettings()
    metrics = Metrics()
    facade = RoomFacade(room, settings)
    facade.measured_by(metrics)
    sockets = Sockets(facade, settings, metrics)
    laboratory = Laboratory(settings.limits.lab)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if not running:
            await room.start()
        sockets.start()
        try:
            yield
        finally:
            laboratory.close()
            await sockets.stop()
            await room.stop()

    app = FastAPI(
        title="Seventh Street",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would load scripts from other sites
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.facade, app.state.sockets, app.state.metrics, app.state.settings = facade, sockets, metrics, settings
    app.state.laboratory = laboratory
    app.state.authenticator, app.state.pages = Authenticator(facade, settings), Pages(strict_pages)
    app.state.replays = Buckets(settings.limits.replays)
    for router in (health.router, *api.routers(), *(module.router for module in PAGES)):
        # Their paths are complete. `include_router` would make every route again, before the first request is answered.
        app.router.routes.extend(router.routes)
    # Only files that are the same for everybody are compressed: the length of a compressed page can leak its secrets.
    app.mount("/static", CachedFiles(STATIC), name="static")
    for kind in (Failure, RoomRefused, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _refused)
    handle: ASGIApp = at("/ws", sockets, SecurityMiddleware(app, settings, metrics))
    if settings.trusted_proxies:
        handle = ProxyHeadersMiddleware(handle, list(settings.trusted_proxies))  # type: ignore[arg-type,assignment]
    return Application(app, handle)


async def _refused(request: Request, error: Exception) -> Response:
    status, problem = problem_of(error)
    if wants_page(request):
        return await error_page(request, status, problem)
    response = answer(status, problem, getattr(error, "wait", 0))
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response


def schema_of(app: Application) -> dict[str, Any]:
    """The OpenAPI schema of the HTTP API."""
    return app.http.openapi()
