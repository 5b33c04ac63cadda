"""Middleware for every request: id, size, origin and rate checks, security headers, the log."""

from __future__ import annotations

import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from seventh.web.addresses import network_of
from seventh.web.errors import Failure, answer, problem_of
from seventh.web.logs import log, person_id, request_id
from seventh.web.metrics import Metrics
from seventh.web.origins import crosses, is_for_us
from seventh.web.rate_limits import Buckets
from seventh.web.settings import WebSettings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from other sites, nothing inline, no framing."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

FILE_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""Of a script, a style sheet or a font, which never is a document: a table has sixty of them. A picture may be one."""

PARTS = ("text/javascript", "text/css", "font/")

SAFE = ("GET", "HEAD", "OPTIONS")
UPLOADS = ("/replay", "/api/replay")
"""Where files are sent."""


class SecurityMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: WebSettings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._addresses = Buckets(settings.limits.address_requests)
        self._files = Buckets(settings.limits.static_requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id.set(secrets.token_hex(6))
        person_id.set("")
        started, status = time.perf_counter(), 0
        body = _Body(receive, self._most(scope))

        async def guarded(message: Message) -> None:
            nonlocal status
            if body.too_long and status == 0:
                return  # the application reports a different error; the answer is sent below
            if message["type"] == "http.response.start":
                status = message["status"]
                self._protect(scope, MutableHeaders(scope=message))
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, body.receive, guarded)
            if body.too_long and status == 0:
                raise body.refusal
        except Exception as error:
            code, problem = problem_of(error)
            if code >= 500:
                log.exception("request failed", extra={"path": scope["path"], "method": scope["method"]})
            if status == 0:
                body.too_long = False
                refusal = answer(code, problem, getattr(error, "wait", 0))
                if code == 429:  # refused here, the request was cheap; without a connection the next one is not
                    refusal.headers["Connection"] = "close"
                await refusal(scope, receive, guarded)
        finally:
            seconds = time.perf_counter() - started
            self._metrics.requests.labels(scope["method"] if scope["method"] in METHODS else "other", status).inc()
            self._metrics.request_seconds.observe(seconds)
            if not scope["path"].startswith("/static/"):
                extra = {"method": scope["method"], "path": scope["path"], "status": status, "ms": round(seconds * 1e3)}
                log.info("request", extra=extra)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        address = scope["client"][0] if scope.get("client") else ""
        buckets = self._files if scope["path"].startswith("/static/") else self._addresses
        bucket = buckets.of(network_of(address))
        if not bucket.take():
            raise Failure("too_fast", "too many requests from this address; wait a moment", wait=bucket.wait)
        if scope["path"] != "/healthz" and not is_for_us(headers, self._settings):
            raise Failure("wrong_host", "this room is not at this address", allowed=self._settings.public_url)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most(scope):
            raise Failure("too_large", f"a request may have at most {self._most(scope)} bytes")
        if scope["method"] not in SAFE and crosses(headers, self._settings):
            raise Failure("cross_origin", "cross-origin requests are refused")

    def _most(self, scope: Scope) -> int:
        """The maximum size of the request's body."""
        limits = self._settings.limits
        return limits.upload_bytes if scope["path"] in UPLOADS else limits.body_bytes

    def _protect(self, scope: Scope, headers: MutableHeaders) -> None:
        if scope["path"].startswith("/static/") and headers.get("content-type", "").startswith(PARTS):
            headers.update(FILE_HEADERS)
            return
        headers.update(HEADERS)
        if self._settings.secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        headers["X-Request-Id"] = request_id.get()
        if not scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", "no-store")


class _Body:
    """The request body, up to the maximum size."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most
        self.too_long = False
        self.refusal = Failure("too_large", f"a request may have at most {most} bytes")

    async def receive(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.too_long = True
            raise self.refusal
        return message


METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
