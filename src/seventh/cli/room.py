"""Running a room: serving it, checking and copying its data, its people."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from seventh.cli.common import Json, RequestFailed, Whole, WrongWords, app, check_readable, print_json
from seventh.cli.long_work import run_long
from seventh.terminal.screen import show

Data = Annotated[Path | None, Parameter(help="The room's data directory; SEVENTH_DATA, or a place in your home.")]
DatabaseUrl = Annotated[str | None, Parameter(help="A PostgreSQL database instead: postgresql://USER@HOST/DATABASE.")]

user = App(name="user", help="The room's people.")
app.command(user)


@app.command
def serve(
    *,
    host: Annotated[
        str, Parameter(help="The address to listen on; 0.0.0.0 for everyone who can reach it.")
    ] = "127.0.0.1",
    port: Whole = 8777,
    data: Data = None,
    database_url: DatabaseUrl = None,
    settings: Annotated[Path | None, Parameter(help="The room's own times, chips and tables, in TOML.")] = None,
    public_url: Annotated[str, Parameter(help="The address that people type, if a proxy stands before the room.")] = "",
    trusted_proxy: Annotated[
        tuple[str, ...], Parameter(help="A proxy's address that may say where a request comes from; several times.")
    ] = (),
    browser: Annotated[
        bool | None, Parameter(help="Open the page in a browser; by default where there is one.")
    ] = None,
) -> None:
    """The room in the browser, with all games: `seventh serve`. Ctrl-C stops it; rounds are kept."""
    from seventh.room.settings import load_settings
    from seventh.web.serve import CannotServe, serve

    if not 0 <= port <= 65535:
        raise WrongWords(f"--port: {port} is not a port; allowed: 0 to 65535, 0 for any free one")
    with room_errors():
        try:
            serve(
                host,
                port,
                data,
                database_url,
                public_url=public_url,
                trusted_proxies=trusted_proxy,
                open_browser=sys.stdout.isatty() and has_screen() if browser is None else browser,
                room_settings=load_settings(settings) if settings else None,
            )
        except CannotServe as error:
            raise RequestFailed(error) from None


@app.command
def check(*, data: Data = None, database_url: DatabaseUrl = None, json: Json = False) -> None:
    """Trial balance, hash chain, open rounds and every round once more: `seventh check`.

    Only reads, and may run while the room does. Exit code 1 if anything is out of order.
    """
    from seventh.room.check import check

    with room_errors():
        place = data_of(data, database_url)
        found = run_long("checking", lambda _: check(place, database_url), partial=False)
    if json:
        print_json({"ok": all(line.ok for line in found), "findings": [line_data(line) for line in found]})
    else:
        for line in found:
            show(f"{'ok   ' if line.ok else 'WRONG'}  {line}")
    wrong = [line for line in found if not line.ok]
    if wrong:
        raise RequestFailed(f"{len(wrong)} out of order, the first: {wrong[0]}")


@app.command
def backup(file: Path, *, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Copy a room's data to a new file; the room may run meanwhile: `seventh backup FILE`."""
    from seventh.room.backup import backup

    with room_errors():
        backup(file, data_of(data, database_url), database_url)
    show(f"The room's data is in {file}")


@app.command
def restore(file: Path, *, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Make a room from a backup, where there is none: `seventh restore FILE --data DIR`."""
    from seventh.room.backup import restore

    place = data_of(data, database_url)
    check_readable(file)
    with room_errors():
        restore(file, place, database_url)
    show(f"The room is in {place or 'the database'}")


@user.command
def add(
    name: str,
    *,
    role: Annotated[str, Parameter(help="player, floor, auditor or admin.")] = "player",
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Add a person while the room is closed: `seventh user add NAME --role admin`.

    The password is asked for; in a pipe it is the first line of the input.
    """
    from seventh.room.clock import RealClock
    from seventh.room.people.accounts import GUEST, ROLES
    from seventh.room.people.people import add_person
    from seventh.room.store import open_store

    if role not in ROLES or role == GUEST:
        raise WrongWords(
            f"--role: {role!r} is not a role; allowed: {', '.join(other for other in ROLES if other != GUEST)}"
        )
    password = password_of(name)
    with room_errors(), open_store(data_of(data, database_url), database_url) as store:
        person = add_person(store, name, role, password, RealClock().now())
    show(f"{person.name} may come in now, as {person.role}")


@contextmanager
def room_errors() -> Iterator[None]:
    """What goes wrong with a room's data, or is refused, as one line."""
    from seventh.room.refusals import RoomRefused
    from seventh.room.store.errors import NotCommitted, StoreError

    try:
        yield
    except RoomRefused as error:
        raise WrongWords(error) from None
    except (StoreError, NotCommitted) as error:
        raise RequestFailed(error) from None


def data_of(data: Path | None, database_url: str | None) -> Path | None:
    """Where the room's data is, unless it is in a database server."""
    from seventh.room.store import default_data_dir

    if data is not None and database_url is not None:
        raise WrongWords("--data and --database-url: a room keeps its data in one place, so give one of them")
    return None if database_url else data or default_data_dir()


def password_of(name: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        password = (sys.stdin.readline() if sys.stdin else "").rstrip("\r\n")
        if not password:
            raise WrongWords("there is no password; give it as the first line of the input")
        return password
    password = getpass.getpass(f"Password for {name}: ")
    if getpass.getpass("Once more: ") != password:
        raise WrongWords("the two passwords differ")
    return password


def line_data(line: object) -> dict[str, object]:
    return {name: getattr(line, name) for name in ("name", "ok", "line")}


def has_screen() -> bool:
    """Whether a browser could show itself here."""
    import os

    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
