"""A real browser on a real server, for tests of what people see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from seventh.games import GAMES
from tests.waiting import LIMIT
from tests.web.chromium import FLAGS, installed
from tests.web.serving import FAST

CALM = FAST.but(betting_window=120_000, decision_clock=120_000, showing_time=60_000, seed_window=1_000, bot_thinks=30)
"""A room with long clocks, which continues as soon as everybody is ready."""

expect.set_options(timeout=1000 * LIMIT)

STILL = "localStorage.setItem('seventh', JSON.stringify({motion: 'none'}))"
TOURED = (
    "if (location.protocol !== 'about:') {"
    + "".join(f"localStorage.setItem('toured {game}', 'yes');" for game in GAMES)
    + "}"
)
"""Marks all games as played before, so that no tour starts."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium without a window."""
    path = installed()
    if path is None:
        raise SystemExit("Chromium not found: apt-get install chromium-headless-shell")
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """A person with a page, and the errors on it."""

    def __init__(self, browser: Browser, url: str, still: bool = True, **options: Any) -> None:
        self.url = url
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        self.context.set_default_timeout(1000 * LIMIT)
        self.context.add_init_script(TOURED)
        if still:
            self.context.add_init_script(STILL)
        self.troubles: list[str] = []
        self.addresses: list[str] = []
        self.page = self.context.new_page()
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        page.on("console", lambda said: self.troubles.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self.addresses.append(request.url))

    def go(self, path: str) -> None:
        self.page.goto(f"{self.url}{path}")

    def sit(self, game: str, together: bool = False) -> None:
        """From the lobby to a seat in one click: at a table of one's own, or `together` with other people."""
        self.go("/")
        self.page.click(f"[data-game={game}] {'.game-together' if together else '.game-go'} button")
        self.page.wait_for_selector("[data-seat-act=leave]")

    def types(self, text: str) -> None:
        """Type an action; the key `/` opens the field."""
        if not self.page.is_visible("#typed-text"):
            self.page.wait_for_selector("#keys tr", state="attached")
            self.page.evaluate("document.activeElement.blur()")
            self.page.keyboard.press("/")
        self.page.fill("#typed-text", text)
        self.page.press("#typed-text", "Enter")

    def offered(self, act: str) -> None:
        """Wait until a button is there to be pressed."""
        self.page.wait_for_selector(f"[data-act={act}]:not([disabled])")

    def settled(self) -> dict[str, int]:
        """The settlement on the screen once the round is over: the net of each wager, and `sum`."""
        self.page.wait_for_selector("body[data-over]")
        lines: list[list[Any]] = self.page.eval_on_selector_all(
            "#last-round li, #last-round .sum",
            "items => items.map(i => [i.dataset.wager ?? 'sum', Number(i.dataset.net)])",
        )
        return {str(wager): int(net) for wager, net in lines}

    def leave(self) -> None:
        self.context.close()
