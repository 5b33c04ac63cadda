"""The places of a room's key and anchor: by default next to its data directory, never in it."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from seventh.room.store.errors import StoreError
from seventh.room.store.location import default_data_dir, server_url


class Custody(Struct, frozen=True):
    """Where a room keeps what is not in its database."""

    key: Path
    anchor: Path
    anchor_url: str = ""
    """Where every line of the anchor is posted to as well; empty for nowhere."""


def custody_of(
    data: Path | None,
    url: str | None,
    *,
    key: Path | None = None,
    anchor: Path | None = None,
    anchor_url: str | None = None,
) -> Custody:
    """The places given, or those in the environment, or the default: `DATA.key` and `DATA.anchor` next to `DATA`."""
    beside = _beside(data, url)
    chosen = Custody(
        key or _in_environment("SEVENTH_KEY_FILE") or beside.with_name(f"{beside.name}.key"),
        anchor or _in_environment("SEVENTH_ANCHOR") or beside.with_name(f"{beside.name}.anchor"),
        os.environ.get("SEVENTH_ANCHOR_URL", "") if anchor_url is None else anchor_url,
    )
    for file in (chosen.key, chosen.anchor):
        if data is not None and file.absolute().is_relative_to(data.absolute()):
            raise StoreError(f"{file} is in the data directory; it must be kept somewhere else")
    if chosen.anchor_url and urlsplit(chosen.anchor_url).scheme not in ("http", "https"):
        raise StoreError(f"the anchor's URL is {chosen.anchor_url!r}; allowed: http:// and https://")
    return chosen


def _in_environment(name: str) -> Path | None:
    return Path(os.environ[name]) if os.environ.get(name) else None


def _beside(data: Path | None, url: str | None) -> Path:
    """The data directory; for a database on a server, a name of its own next to the default one."""
    if url is None:
        if data is None:
            raise StoreError("no data directory or database URL given")
        return data.absolute()
    server = server_url(url)
    return default_data_dir().absolute().with_name(f"seventh-{server.host}-{server.port or 5432}-{server.database}")
