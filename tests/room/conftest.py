"""Stores of both engines for the tests of the room."""

from pathlib import Path
from typing import NamedTuple

import pytest

from seventh.room.store import Store, open_store
from tests.room.postgres import server

ENGINES = ("sqlite", "postgresql")


def pytest_collection_modifyitems(items):
    """A server has to be started before anything can be asked of it."""
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()) or "postgresql" in item.nodeid:
            item.add_marker(pytest.mark.slow)


class Place(NamedTuple):
    """The location of a room's data."""

    data: Path | None
    url: str | None

    def open(self) -> Store:
        return open_store(self.data, self.url)

    @property
    def engine(self) -> str:
        return "sqlite" if self.url is None else "postgresql"


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server, one for each process of the tests."""
    with server() as running:
        yield running


@pytest.fixture(params=ENGINES)
def place(request, tmp_path, monkeypatch):
    """An empty location for a room, for each engine."""
    if request.param == "sqlite":
        return Place(tmp_path / "room", None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))  # for the key and the anchor
    return Place(None, request.getfixturevalue("postgres").database())


@pytest.fixture
def store(place):
    """An empty room, for each engine."""
    with place.open() as opened:
        yield opened
