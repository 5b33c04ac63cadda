"""Every page and every table for everyone: no violation that axe-core knows, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.front import CALM, Visitor, chromium
from tests.web.serving import Server, serving

GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.fixture
def calm() -> Iterator[Server]:
    """A room for each test: in a shared one somebody would wait for the guest of the test before."""
    with serving(room_settings=CALM) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def violations(page: Page) -> list[Any]:
    found = Axe().run(page).response["violations"]
    return [(item["id"], item["impact"], [node["html"][:120] for node in item["nodes"][:3]]) for item in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_have_no_violation(browser: Browser, calm: Server, theme: Any, size: str):
    visitor = Visitor(browser, calm.url, color_scheme=theme, viewport=SIZES[size])
    for path in ("/", "/rules/boston-7-stud", "/login", "/register", "/about", "/table/high-card-flush-2"):
        visitor.go(path)
        assert violations(visitor.page) == [], path
    visitor.leave()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_tables_have_no_violation(browser: Browser, calm: Server, theme: Any, game: str):
    visitor = Visitor(browser, calm.url, color_scheme=theme)
    visitor.sit(game)
    page = visitor.page
    if game != "seven-card-stud":
        page.wait_for_selector("#bets:not([hidden])")
        page.keyboard.press("v")
        assert violations(page) == []
        page.keyboard.press("Enter")
    page.wait_for_selector(".act", timeout=30_000)
    assert violations(page) == []
    for key in "?rs":
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert violations(page) == []
        page.keyboard.press("Escape")
    for path in ("/me", "/me/rounds"):
        visitor.go(path)
        assert violations(page) == [], path
    visitor.leave()
