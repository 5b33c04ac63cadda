"""The page that checks the record or proof of a round in the browser; the file never leaves it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from seventh.web.auth import Anyone
from seventh.web.pages import page

router = APIRouter(include_in_schema=False)


@router.get("/check")
async def check(request: Request, visit: Anyone) -> Response:
    return await page(request, "check.html", visit)
