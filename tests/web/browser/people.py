"""A person with a browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.waiting import LIMIT
from tests.web.front import TOURED

PATIENCE = 1000 * LIMIT
"""Timeout in milliseconds, sufficient for a busy machine."""

expect.set_options(timeout=PATIENCE)

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


class Person:
    """A browser context with one page, which records errors."""

    def __init__(
        self, browser: Browser, url: str, motion: str = "reduce", newcomer: bool = False, **options: Any
    ) -> None:
        self.url = url
        options = {"base_url": url, "viewport": {"width": 1280, "height": 800}, **options}
        self.context: BrowserContext = browser.new_context(reduced_motion=motion, **options)  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(_VIOLATIONS)
        if not newcomer:  # else each game begins with its tour
            self.context.add_init_script(TOURED)
        self.strangers: list[str] = []
        """Requests to other hosts."""
        self.troubles: list[str] = []
        """Errors and warnings in the console, and exceptions that nobody caught."""
        self.forgiven: tuple[str, ...] = ()
        self.context.on("request", self._asked)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.troubles.append(f"uncaught: {error.error}"))
        self.page: Page = self.context.new_page()

    def _asked(self, request: Request) -> None:
        own = urlsplit(self.url).netloc
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != own:
            self.strangers.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in self.forgiven):
            self.troubles.append(f"{message.type}: {message.text}")

    def forgive(self, *words: str) -> None:
        """Errors that belong to what a test does on purpose."""
        self.forgiven += words

    @property
    def violations(self) -> list[str]:
        """What the page's own security policy had to stop."""
        return list(self.page.evaluate("window.violations"))

    # Ways through the pages.

    def goes_to(self, path: str) -> Person:
        self.page.goto(path)
        return self

    def enters(self) -> Person:
        """Becomes a guest, as the lobby's own forms do it, but without drawing the lobby, which takes a while."""
        asks = self.context.request
        csrf = re.search(r'name="csrf" value="([^"]+)"', asks.get("/").text())
        assert csrf is not None
        form = {"csrf": csrf[1], "next": "/"}
        answer = asks.post("/enter", form=form, headers={"Origin": self.url}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return self

    def asks(self, path: str) -> Any:
        """The API's answer to this person."""
        answer = self.context.request.get(path)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def rounds(self) -> list[dict[str, Any]]:
        """This person's finished rounds, the latest first, without those in which nothing was wagered."""
        return [line for line in self.asks("/api/me/rounds")["rounds"] if line["state"] != "open" and line["wagered"]]

    # Keys.

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, name: str, most: int = 160) -> None:
        """Press Tab until the focus is on what has this name."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            text = self.page.evaluate(
                "() => { const e = document.activeElement; return e.getAttribute('aria-label') ?? e.textContent ?? '' }"
            )
            if name.lower() in " ".join(text.split()).lower():
                return
        raise AssertionError(f"Tab does not reach {name!r}")

    def sees(self, what: Locator | str) -> Locator:
        found = self.page.locator(what) if isinstance(what, str) else what
        expect(found).to_be_visible(timeout=PATIENCE)
        return found


def money(amount: int) -> str:
    """Smallest chips as a table writes them."""
    whole, rest = divmod(abs(amount), 100)
    minus = "\u2212" if amount < 0 else ""
    return f"{minus}${whole:,}" + (f".{rest:02}" if rest else "")


def signed(amount: int) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)
