"""Commands for running a room: serve, check, backup, restore, archive, user."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from seventh.cli.common import Json, RequestFailed, UsageError, Whole, any_house, app, check_readable, print_json
from seventh.terminal.long_work import run_long
from seventh.terminal.screen import show

Data = Annotated[
    Path | None, Parameter(help="The room's data directory. Default: $SEVENTH_DATA, or a directory under your home.")
]
DatabaseUrl = Annotated[
    str | None, Parameter(help="Use a PostgreSQL database instead: postgresql://USER@HOST/DATABASE.")
]
KeyFile = Annotated[
    Path | None, Parameter(name="--key", help="The room's key. Default: $SEVENTH_KEY_FILE, or DATA.key next to DATA.")
]
AnchorFile = Annotated[
    Path | None, Parameter(name="--anchor", help="The anchor. Default: $SEVENTH_ANCHOR, or DATA.anchor next to DATA.")
]
BehindAnchor = Annotated[
    bool,
    Parameter(negative="", help="Accept data that is behind the anchor; open rounds are voided, and the log says so."),
]

user = App(name="user", help="Manage the room's users.")
app.command(user)


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="Address to listen on; 0.0.0.0 for all interfaces.")] = "127.0.0.1",
    port: Annotated[Whole, Parameter(help="Port to listen on; 0 for any free port.")] = 8777,
    data: Data = None,
    database_url: DatabaseUrl = None,
    settings: Annotated[
        Path | None, Parameter(help="A TOML file with the room's settings: timing, chips, tables.")
    ] = None,
    house: Annotated[
        tuple[Path, ...],
        Parameter(
            help="A TOML file of house rules that the room offers, named after the file; repeatable.",
            negative_iterable="",
        ),
    ] = (),
    public_url: Annotated[str, Parameter(help="The public URL, if the room is behind a proxy.")] = "",
    trusted_proxy: Annotated[
        tuple[str, ...],
        Parameter(help="Address of a proxy whose forwarding headers to trust; repeatable.", negative_iterable=""),
    ] = (),
    key: KeyFile = None,
    anchor: AnchorFile = None,
    anchor_url: Annotated[
        str | None, Parameter(help="Post the anchor to this URL as well. Default: $SEVENTH_ANCHOR_URL.")
    ] = None,
    behind_anchor: BehindAnchor = False,
    browser: Annotated[
        bool | None, Parameter(help="Whether to open the room in a browser; by default, if there is one.")
    ] = None,
) -> None:
    """Run the room with all games, played in the browser: `seventh serve`. Ctrl-C stops it; open rounds are kept."""
    if not 0 <= port <= 65535:
        raise UsageError(f"--port: {port} is not a port; allowed: 0 to 65535, where 0 picks a free port")
    from seventh.room.process import load_quickly
    from seventh.room.writer_start import started_early

    load_quickly()
    with started_early(), room_errors():  # the writer process loads while this one does
        from seventh.room.custody.location import custody_of
        from seventh.room.settings import load_settings
        from seventh.web.serve import CannotServe, serve

        houses = houses_of(house)
        place = data_of(data, database_url)
        custody = custody_of(place, database_url, key=key, anchor=anchor, anchor_url=anchor_url)
        try:
            serve(
                host,
                port,
                place,
                database_url,
                public_url=public_url,
                trusted_proxies=trusted_proxy,
                open_browser=sys.stdout.isatty() and has_screen() if browser is None else browser,
                room_settings=load_settings(settings) if settings else None,
                custody=custody,
                behind_anchor=behind_anchor,
                houses=houses,
            )
        except CannotServe as error:
            raise RequestFailed(error) from None


def houses_of(files: tuple[Path, ...]) -> dict[str, Any]:
    """The rules in house files, by the name of the house. Warnings about the files go to stderr."""
    from seventh.games import GAMES
    from seventh.room.houses import check_name, name_of_file, problems_in_room
    from seventh.room.refusals import RoomRefused

    found: dict[str, Any] = {}
    for file in files:
        name, rules = name_of_file(file), any_house(file)
        try:
            check_name(name)
        except RoomRefused as error:
            raise UsageError(f"{file}: {error}") from None
        if name in found:
            raise UsageError(f"{file}: there is another house file of the name {name}; rename one of them")
        if name in GAMES and rules.game != name:
            raise UsageError(f"{file}: a file named after a game replaces its rules, but this one is for {rules.game}")
        for path, why in problems_in_room(rules):
            raise UsageError(f"{file}: {path} {why}")
        found[name] = rules
    return found


@app.command
def check(
    *,
    data: Data = None,
    database_url: DatabaseUrl = None,
    key: KeyFile = None,
    anchor: AnchorFile = None,
    every: Annotated[
        bool,
        Parameter(
            name="--all", negative="", help="Replay all rounds, including archived ones that an earlier check replayed."
        ),
    ] = False,
    archive: Annotated[
        tuple[Path, ...], Parameter(help="An archive file of the room, to be checked as well; repeatable.")
    ] = (),
    json: Json = False,
) -> None:
    """Audit a room's data (trial balance, hash chains, anchor) and replay every round: `seventh check`.

    Read-only; the room may be running. If all is well, a file beside the anchor records which archives were replayed.
    Exit code 1 if there are problems.
    """
    from seventh.room.check import check
    from seventh.room.custody.location import custody_of

    with room_errors():
        place = data_of(data, database_url)
        custody = custody_of(place, database_url, key=key, anchor=anchor)
        work = partial(check, place, database_url, custody=custody, since_last=True, every=every, files=archive)
        found = run_long("checking", lambda _: work(), partial=False)
    if json:
        print_json({"ok": all(line.ok for line in found), "findings": [line_data(line) for line in found]})
    else:
        for line in found:
            show(f"{'ok   ' if line.ok else 'WRONG'}  {line}")
    wrong = [line for line in found if not line.ok]
    if wrong:
        raise RequestFailed(f"{len(wrong)} check{'s' * (len(wrong) > 1)} failed, the first: {wrong[0]}")


@app.command
def backup(file: Path, *, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Back up a room's data to a new file; the room may be running: `seventh backup FILE`."""
    from seventh.room.backup import backup

    with room_errors():
        backup(file, data_of(data, database_url), database_url)
    show(f"Backed up the room to {file}.")


@app.command
def restore(
    file: Path,
    *,
    data: Data = None,
    database_url: DatabaseUrl = None,
    key: KeyFile = None,
    anchor: AnchorFile = None,
    behind_anchor: BehindAnchor = False,
) -> None:
    """Restore a room from a backup into an empty data directory or database: `seventh restore FILE --data DIR`."""
    from seventh.room.backup import restore
    from seventh.room.custody.location import custody_of

    place = data_of(data, database_url)
    check_readable(file)
    with room_errors():
        custody = custody_of(place, database_url, key=key, anchor=anchor)
        voided = restore(file, place, database_url, custody, behind_anchor)
    show(f"Restored the room to {place or 'the database'}.")
    if voided:
        show(f"Rounds that were open in the backup are void, and their wagers returned: {voided}.")


@app.command
def archive(
    file: Path,
    *,
    before: Annotated[str, Parameter(help="Rounds that ended before this day, UTC: YYYY-MM-DD.")],
    data: Data = None,
    database_url: DatabaseUrl = None,
    key: KeyFile = None,
    anchor: AnchorFile = None,
) -> None:
    """Move old rounds to an archive file while the room is not running: `seventh archive FILE --before 2026-01-01`.

    `seventh verify FILE` verifies the file, and `seventh verify FILE --round ID` one of its rounds. The room keeps the
    list of these rounds and the hash of each archive.
    """
    from seventh.room.archive_command import archive
    from seventh.room.custody.location import custody_of

    end = day_of(before)
    place = data_of(data, database_url)
    with room_errors():
        custody = custody_of(place, database_url, key=key, anchor=anchor)
        moved = run_long("archiving", lambda _: archive(file, end, place, database_url, custody), partial=False)
    show(f"Moved {moved.rounds} rounds to {file}.")


def day_of(text: str) -> int:
    """The start of a day in milliseconds since 1970."""
    from datetime import UTC, datetime

    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise UsageError(f"--before: {text!r} is not a day; write it like 2026-01-31") from None


@user.command
def add(
    name: str,
    *,
    role: Annotated[str, Parameter(help="player, floor, auditor or admin.")] = "player",
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Add a user while the room is not running: `seventh user add NAME --role admin`.

    Prompts for the password; in a pipe, reads it from the first line of standard input.
    """
    from seventh.room.clock import RealClock
    from seventh.room.custody.guard import open_guarded
    from seventh.room.custody.location import custody_of
    from seventh.room.people.accounts import GUEST, ROLES
    from seventh.room.people.people import add_person

    if role not in ROLES or role == GUEST:
        raise UsageError(
            f"--role: {role!r} is not a role; allowed: {', '.join(other for other in ROLES if other != GUEST)}"
        )
    password = password_of(name)
    place = data_of(data, database_url)
    with room_errors(), open_guarded(place, database_url, custody_of(place, database_url)).store as store:
        person = add_person(store, name, role, password, RealClock().now())
    show(f"Added {person.name} ({person.role}).")


@user.command
def remove_second_factor(name: str, *, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Remove a user's second factor while the room is not running: `seventh user remove-second-factor NAME`.

    For an administrator without a phone or recovery codes, or a room whose key is lost. The password stays as it is.
    """
    from seventh.room.clock import RealClock
    from seventh.room.custody.guard import open_guarded
    from seventh.room.custody.location import custody_of
    from seventh.room.people.second_factor import remove_second_factor

    place = data_of(data, database_url)
    with room_errors(), open_guarded(place, database_url, custody_of(place, database_url)).store as store:
        known = remove_second_factor(store, name, RealClock().now())
    show(f"{known} can log in without a second factor.")


@contextmanager
def room_errors() -> Iterator[None]:
    """Turn the room's exceptions into one-line errors."""
    from seventh.room.refusals import RoomRefused
    from seventh.room.store.errors import NotCommitted, StoreError

    try:
        yield
    except RoomRefused as error:
        raise UsageError(error) from None
    except (StoreError, NotCommitted) as error:
        raise RequestFailed(error) from None


def data_of(data: Path | None, database_url: str | None) -> Path | None:
    """The room's data directory; None if it uses a database server."""
    from seventh.room.store import default_data_dir

    if data is not None and database_url is not None:
        raise UsageError("give either --data or --database-url, not both")
    return None if database_url else data or default_data_dir()


def password_of(name: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        password = (sys.stdin.readline() if sys.stdin else "").rstrip("\r\n")
        if not password:
            raise UsageError("no password; give it as the first line of standard input")
        return password
    password = getpass.getpass(f"Password for {name}: ")
    if getpass.getpass("Repeat password: ") != password:
        raise UsageError("the passwords do not match")
    return password


def line_data(line: object) -> dict[str, object]:
    return {name: getattr(line, name) for name in ("name", "ok", "line")}


def has_screen() -> bool:
    """Whether a graphical browser can run here."""
    import os

    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
