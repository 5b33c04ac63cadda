"""Checks whether a request is for this room, and comes from its own pages."""

from __future__ import annotations

import socket
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import Headers

from seventh.web.addresses import is_loopback
from seventh.web.settings import WebSettings


def is_own(origin: str, headers: Headers, settings: WebSettings) -> bool:
    """Whether an Origin is this room's: the public URL if set, otherwise the requested host."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if settings.public_url:
        return origin.rstrip("/").lower() == settings.public_url.rstrip("/").lower()
    return parts.netloc.lower() == headers.get("host", "").lower()


def crosses(headers: Headers, settings: WebSettings) -> bool:
    """Whether a request was sent by a page of another site."""
    origin = headers.get("origin")
    if origin is not None:
        return not is_own(origin, headers, settings)
    return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def is_for_us(headers: Headers, settings: WebSettings) -> bool:
    """Whether the Host header names this room: otherwise another site's name leads here, to use our cookies.

    Without a public URL that is any address or this machine's name, since other sites can have neither. A request
    without a Host is not from a browser.
    """
    hosts = headers.getlist("host")
    if not hosts:
        return True
    if len(hosts) > 1:
        return False
    host = _name_of(hosts[0])
    if host == "localhost" or is_loopback(host):
        return True
    if settings.public_url:
        return hosts[0].lower() in _spellings(settings.public_url)
    return _is_address(host) or host in _own_names()


def base_of(request: Request, settings: WebSettings) -> str:
    """The URL that links begin with."""
    return settings.public_url or str(request.base_url)


def is_local(request: Request) -> bool:
    """Whether a request was made on this machine, and not by a proxy for somebody else."""
    headers = request.headers
    if any(name in headers for name in ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")):
        return False
    host = _name_of(headers.get("host", "localhost"))
    here = request.client is None or not _is_address(request.client.host) or is_loopback(request.client.host)
    return here and (host == "localhost" or is_loopback(host))


def _name_of(host: str) -> str:
    """A Host header without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _spellings(url: str) -> set[str]:
    """The Host headers for a URL: the port may be left out if it is the usual one."""
    parts = urlsplit(url.lower())
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return {parts.netloc, parts.netloc.removesuffix(usual), parts.netloc.removesuffix(usual) + usual}


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    """This machine's names on its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset((name, short, f"{short}.local", f"{short}.lan", f"{short}.home"))
