"""Whether the room is well, for whoever looks after it."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from seventh.web.errors import Failure

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """200 while the room deals; 503 with the reason while it cannot write, or is being stopped."""
    state: dict[str, Any] = request.app.state.desk.health()
    return JSONResponse(state, 200 if state["ok"] else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus; from this machine only, unless the settings open them."""
    if not request.app.state.settings.metrics_open and not _is_local(request):
        raise Failure("forbidden", "metrics are shown to this machine only")
    known = request.app.state.metrics
    return Response(known.text(), media_type=known.content_type)


def _is_local(request: Request) -> bool:
    try:
        return request.client is None or ip_address(request.client.host).is_loopback
    except ValueError:
        return True  # a socket of this machine has no address
