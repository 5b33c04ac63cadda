"""What a table weighs: every byte that a browser with an empty cache receives until the first cards are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, Request, WebSocket

from tests.web.front import STILL, TOURED

CARDS = ".own-hand .card, .seat.mine .card"


@dataclass(frozen=True)
class Weight:
    """In bytes."""

    sent: int
    """As received: compressed where the server compresses, with the headers and the WebSocket's messages."""
    decoded: int
    """After decompression, without the headers: what the browser has to parse."""
    files: dict[str, int]
    """The decoded size of each file."""


def first_cards(browser: Browser, url: str, game: str, cards: bool = True) -> Weight:
    """Sit down at a table, then open its page in a browser that has nothing of it, and play until there are cards.

    Without `cards`, until the player is seated: a hand between players may wait for another player.
    """
    context = browser.new_context(base_url=url)
    context.add_init_script(TOURED)
    page = context.new_page()
    page.goto("/")
    page.click(f"[data-game={game}] .game-go button")
    page.wait_for_selector("[data-seat-act=leave]")
    table, known = page.url, context.storage_state()
    context.close()
    fresh = browser.new_context(storage_state=known, viewport={"width": 1280, "height": 800})
    fresh.add_init_script(STILL)
    page = fresh.new_page()
    scale = _Scale(page)
    page.goto(table)
    page.wait_for_selector("#bets:not([hidden]), .seat.mine")
    if page.is_visible("#bets"):
        page.keyboard.press("v")
        page.keyboard.press("Enter")
    page.wait_for_selector(CARDS if cards else ".seat.mine")
    page.wait_for_load_state("networkidle")
    found = scale.read()
    fresh.close()
    return found


class _Scale:
    def __init__(self, page: Page) -> None:
        self._finished: list[Request] = []
        self._messages: list[int] = []
        page.on("requestfinished", lambda request: self._finished.append(request))
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._messages.append(len(text)))

    def read(self) -> Weight:
        files: dict[str, int] = {}
        sent = 0
        for request in self._finished:
            answer, sizes = request.response(), request.sizes()
            if answer is None or sizes["responseBodySize"] < 0:  # from the cache
                continue
            sent += sizes["responseBodySize"] + sizes["responseHeadersSize"]
            if answer.status == 200:
                files[request.url] = len(answer.body())
        messages = sum(self._messages)
        return Weight(sent + messages, sum(files.values()) + messages, files | {"messages": messages})


def heaviest(weight: Weight, number: int = 12) -> dict[str, Any]:
    return dict(sorted(weight.files.items(), key=lambda each: -each[1])[:number])
