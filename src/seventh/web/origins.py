"""Whether a request comes from the room's own pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from seventh.web.settings import WebSettings


def is_own(origin: str, headers: Headers, settings: WebSettings) -> bool:
    """Whether an Origin is this room's: the public URL if there is one, else the host that was asked for."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if settings.public_url:
        return origin.rstrip("/").lower() == settings.public_url.rstrip("/").lower()
    return parts.netloc.lower() == headers.get("host", "").lower()


def crosses(headers: Headers, settings: WebSettings) -> bool:
    """Whether a request that changes something was sent by a page of another site."""
    origin = headers.get("origin")
    if origin is not None:
        return not is_own(origin, headers, settings)
    return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
