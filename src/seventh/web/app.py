"""The application: everything of `web` put together around a room."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from seventh import __version__
from seventh.room.refusals import RoomRefused
from seventh.room.room import Room
from seventh.web import api, health, pages, pages_me
from seventh.web.desk import Desk
from seventh.web.errors import Failure, answer, problem_of, wants_page
from seventh.web.guard import Guard
from seventh.web.metrics import Metrics
from seventh.web.pages import error_page
from seventh.web.settings import WebSettings
from seventh.web.socket import Sockets, at
from seventh.web.templating import STATIC, Pages
from seventh.web.visits import Doorman

ABOUT = """Accounts, tables, histories, records with proofs, rules and exact figures of a Seventh Street room. Playing
itself is on the WebSocket at `/ws`. Chips are play chips: nobody can buy or redeem them.

A browser is known by its cookie and sends `X-CSRF-Token` with whatever changes something; a program sends
`Authorization: Bearer TOKEN`. Whatever is refused is answered with a `Problem`."""


class Application:
    """What a server runs: the guarded pages and interface, and the socket beside them."""

    def __init__(self, http: FastAPI, handle: ASGIApp) -> None:
        self.http = http
        self.sockets: Sockets = http.state.sockets
        self.desk: Desk = http.state.desk
        self._handle = handle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._handle(scope, receive, send)


def create_app(
    room: Room, settings: WebSettings | None = None, *, running: bool = False, strict_pages: bool = False
) -> Application:
    """The application that serves a room. The room starts and stops with it, unless it is `running` already."""
    settings = settings or WebSettings()
    metrics = Metrics()
    desk = Desk(room, settings)
    desk.measured_by(metrics)
    sockets = Sockets(desk, settings, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if not running:
            await room.start()
        sockets.start()
        try:
            yield
        finally:
            await sockets.stop()
            await room.stop()

    app = FastAPI(
        title="Seventh Street",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would load their scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.desk, app.state.sockets, app.state.metrics, app.state.settings = desk, sockets, metrics, settings
    app.state.doorman, app.state.pages = Doorman(desk, settings), Pages(strict_pages)
    for router in (health.router, *api.routers(), pages.router, pages_me.router):
        app.include_router(router)
    app.mount("/static", _Static(directory=STATIC), name="static")
    for kind in (Failure, RoomRefused, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _refused)
    handle: ASGIApp = at("/ws", sockets, Guard(app, settings, metrics))
    if settings.trusted_proxies:
        handle = ProxyHeadersMiddleware(handle, list(settings.trusted_proxies))  # type: ignore[arg-type,assignment]
    return Application(app, handle)


class _Static(StaticFiles):
    """Files of the pages. A browser keeps those that are asked for with their version, and asks again for others."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        versioned = b"v=" in scope.get("query_string", b"")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if versioned else "no-cache"
        return response


async def _refused(request: Request, error: Exception) -> Response:
    status, problem = problem_of(error)
    if wants_page(request):
        return await error_page(request, status, problem)
    response = answer(status, problem, getattr(error, "wait", 0))
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response


def schema_of(app: Application) -> dict[str, Any]:
    """The description of the HTTP interface."""
    return app.http.openapi()
