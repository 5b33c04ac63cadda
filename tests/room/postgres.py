"""A temporary PostgreSQL server for the tests."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

NEEDED = bool(os.environ.get("CI") or os.environ.get("SEVENTH_REQUIRE_POSTGRES") == "1")


class Server:
    """A running server; `database()` makes an empty database and gives its URL."""

    def __init__(self, binaries: Path, home: Path, user: list[str]) -> None:
        self.binaries, self.home, self.user = binaries, home, user
        self.data = home / "data"
        self.port = free_port()
        self.made = 0

    def run(self, program: str, *words: object) -> None:
        command = [*self.user, str(self.binaries / program), *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.home, env=clean_environment())
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self) -> None:
        # Without fsync, because nobody pulls the plug on a test; the log goes to a file, or the pipe would stay open.
        settings = f"-p {self.port} -k {self.home} -h 127.0.0.1 -c fsync=off -c max_connections=200"
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-l", self.home / "log", "-o", settings, "start")

    def stop(self, how: str = "immediate") -> None:
        self.run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def url(self, name: str = "postgres", user: str = "postgres") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        self.made += 1
        name = f"room_{self.made}"
        with psycopg.connect(self.url(), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"LC_ALL": "C.UTF-8"}


def free_port() -> int:
    """A free port, outside the ephemeral range, so that no other program gets it before we use it."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def binaries() -> Path | None:
    """Where `initdb` and `pg_ctl` are; Debian keeps them off the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return places[-1].parent if places else None


def missing(reason: str) -> None:
    if NEEDED:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@contextmanager
def server() -> Iterator[Server]:
    """Start a server, or say why there is none; where it must be there that is a failure."""
    place = binaries()
    if place is None:
        missing("PostgreSQL's server programs (initdb, pg_ctl) are not installed")
        return
    home = Path(tempfile.mkdtemp(prefix="seventh-postgres-", dir="/tmp"))
    user: list[str] = []
    if os.geteuid() == 0:  # which initdb refuses
        if shutil.which("runuser") is None:
            missing("PostgreSQL does not run as root, and there is no runuser to change that")
        user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(home, "postgres", "postgres")
    try:
        running = Server(place, home, user)
        running.run("initdb", "-D", running.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)
