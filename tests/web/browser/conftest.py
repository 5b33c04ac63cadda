"""A browser and a room for the tests of one worker; a fresh person for each test.

They live as long as tests of this directory run: while a browser is driven, its event loop occupies the thread, and
tests elsewhere that run one of their own would fail.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

pytest.register_assert_rewrite(*(f"tests.web.browser.{name}" for name in ("people", "seats", "settlement", "stud")))

from tests.web.browser.decks import StackedDecks  # noqa: E402
from tests.web.browser.people import Person  # noqa: E402
from tests.web.browser.tables import OwnTables  # noqa: E402
from tests.web.chromium import FLAGS, installed  # noqa: E402
from tests.web.serving import FAST, Server, serving  # noqa: E402

PATIENT = FAST.but(
    betting_window=60_000,
    decision_clock=90_000,
    showdown_clock=90_000,
    time_bank=30_000,
    showing_time=30_000,
    seed_window=5_000,
    bot_thinks=20,
    private_tables=1000,
)
"""A room without waiting times, whose clocks do not run out on a busy machine."""

_FLAGS = (*FLAGS, "--host-resolver-rules=MAP 192.0.2.7 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
"""192.0.2.7, an address from the documentation of the internet, leads to this machine: for browsers it is far away."""


def chromium() -> str:
    """The path of the system's browser; without one the tests are skipped, or under CI fail."""
    found = installed()
    if found:
        return found
    missing = "Chromium not found: apt-get install chromium-headless-shell"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this worker."""
    path = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield running
        running.close()


@pytest.fixture(scope="package")
def decks() -> Iterator[StackedDecks]:
    """Cards that a test chooses, for the tables that ask for them."""
    with StackedDecks.in_force() as stacked:
        yield stacked


@pytest.fixture(scope="package")
def server(decks: StackedDecks) -> Iterator[Server]:
    """One room for all tests of this worker."""
    with serving(room_settings=PATIENT) as running:
        decks.room = running.room
        yield running


@pytest.fixture
def own_tables(server: Server, decks: StackedDecks) -> OwnTables:
    """Private tables, with the rules and the cards that a test wants."""
    return OwnTables(server, decks)


@pytest.fixture
def arrive(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Open a browser; afterwards, check that there were no external requests and no errors."""
    people: list[Person] = []

    def come(**options: Any) -> Person:
        people.append(Person(browser, server.url, **options))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    for person in people:
        assert person.strangers == [], "requests to another machine"
        assert person.troubles == [], "errors in the console"
