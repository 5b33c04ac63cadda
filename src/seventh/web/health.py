"""Health checks and metrics, for monitoring."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from seventh.web.errors import Failure
from seventh.web.origins import is_local

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """200 while the room is running; 503 with the reason while it cannot write or is shutting down."""
    state: dict[str, Any] = request.app.state.facade.health()
    return JSONResponse(state, 200 if state["ok"] else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus; for local requests only, unless the settings allow others. Never through a proxy."""
    if not request.app.state.settings.metrics_open and not is_local(request):
        raise Failure("forbidden", "metrics are available to local requests only")
    known = request.app.state.metrics
    return Response(known.text(), media_type=known.content_type)
