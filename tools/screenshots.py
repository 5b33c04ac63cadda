"""Takes screenshots of every page: `python -m tools.screenshots [FOLDER]` starts a temporary room and visits each page.

Each page is taken at desktop and phone size, in the dark and the light theme. With `--gallery` the ten screenshots of
the README and the docs are taken instead: it plays until the cards are worth a picture, for up to two minutes each.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as Late

from seventh.games import GAMES
from seventh.room.room import Room
from seventh.room.settings import RoomSettings
from seventh.web.app import create_app
from seventh.web.serve import listen, new_server
from seventh.web.settings import WebSettings
from tests.web.front import chromium

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
THEMES = ("dark", "light")
PATIENT = RoomSettings().but(betting_window=120_000, decision_clock=120_000, showing_time=3_000, bot_thinks=200)


@contextmanager
def room(folder: Path, room_settings: RoomSettings = PATIENT) -> Iterator[str]:
    """Run a room while screenshots are taken; yields its URL."""
    listening = listen("127.0.0.1", 0)
    started, stop = threading.Event(), threading.Event()
    troubles: list[BaseException] = []

    async def run() -> None:
        settings = WebSettings()
        app = create_app(await Room.open(folder, None, room_settings), settings, running=True)
        server = new_server(app, settings)
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        started.set()
        await asyncio.to_thread(stop.wait)
        await app.sockets.stop()
        server.should_exit = True
        await serving

    def work() -> None:
        try:
            asyncio.run(run())
        except BaseException as error:  # reported by the thread waiting for the room
            troubles.append(error)
        finally:
            started.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    started.wait()
    if troubles:
        raise troubles[0]
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        stop.set()
        thread.join(20)


TOURED = (
    "if (location.protocol !== 'about:') {"
    + "".join(f"localStorage.setItem('toured {game}', 'yes');" for game in GAMES)
    + "}"
)
"""Marks all games as played before, so that no tour starts."""


class Photographer:
    """Visits the pages of the room with one browser window."""

    def __init__(self, browser: Browser, url: str, folder: Path, size: str, theme: str) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            device_scale_factor=2 if size == "phone" else 1,
        )
        self.context.add_init_script(TOURED)
        self.page: Page = self.context.new_page()
        self.url, self.folder, self.suffix = url, folder, f"{size}-{theme}"

    def take(self, name: str, whole: bool = False) -> None:
        self.page.screenshot(path=self.folder / f"{name}-{self.suffix}.png", full_page=whole)

    def everything(self) -> None:
        self.pages()
        self.dealer_game("boston-7-stud", "qwe")
        self.dealer_game("high-card-flush", "qqwe")
        self.dealer_game("seven-card-thrill", "qwety")
        self.stud()
        self.account()

    def pages(self) -> None:
        names = {
            "lobby": "/",
            "rules": "/rules/boston-7-stud",
            "login": "/login",
            "register": "/register",
            "about": "/about",
        }
        for name, path in names.items():
            self.page.goto(f"{self.url}{path}")
            self.page.wait_for_load_state("networkidle")
            self.take(name, whole=True)

    def sit(self, game: str) -> None:
        self.page.goto(f"{self.url}/")
        self.page.click(f"[data-game={game}] .game-go button")
        self.page.wait_for_selector("[data-seat-act=leave]")

    def dealer_game(self, game: str, keys: str) -> None:
        self.sit(game)
        self.page.wait_for_selector("#bets:not([hidden])")
        for key in keys:
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(300)
        self.take(f"{game}-1-bets")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".act:not([disabled])", timeout=20_000)
        self.page.wait_for_timeout(400)
        self.take(f"{game}-2-decision")
        for _ in range(3):
            self.page.keyboard.press("b")
            self.page.wait_for_selector(".act:not([disabled]), body[data-over]", timeout=30_000)
            if self.page.query_selector("body[data-over]"):
                break
        self.page.wait_for_timeout(200)
        self.take(f"{game}-3-settled")

    def stud(self) -> None:
        self.sit("seven-card-stud")
        for move in range(12):
            self.page.wait_for_selector(".act:not([disabled]), .seat.winner", timeout=60_000)
            self.take(f"seven-card-stud-{min(move, 5) + 1}")
            if self.page.query_selector(".seat.winner"):
                return
            self.page.keyboard.press("b" if self.page.query_selector("[data-act=show]") else "c")
            self.page.wait_for_timeout(300)

    def account(self) -> None:
        for name, path in {"account": "/me", "rounds": "/me/rounds"}.items():
            self.page.goto(f"{self.url}{path}")
            self.take(name, whole=True)
        self.page.click("tr:has(a[download]) th a >> nth=0")
        self.page.wait_for_load_state("networkidle")
        self.take("round", whole=True)


def every_page(browser: Browser, folder: Path) -> None:
    for size in SIZES:
        for theme in THEMES:
            # A new room for each, so that no table waits for an earlier guest.
            with tempfile.TemporaryDirectory() as data, room(Path(data)) as url:
                photographer = Photographer(browser, url, folder, size, theme)
                photographer.everything()
                photographer.context.close()


NAMES = ("Adele", "Bastian", "Corinne", "Dimitri", "Emilio")
QUIET = "localStorage.setItem('seventh', JSON.stringify({motion: 'none', bestFive: true}));"
OVER = "body[data-over]"
GOOD = ("two pair", "three", "straight", "flush", "full", "four")


Moment = Callable[[Page], bool]
"""Whether the cards on the page are worth a picture."""

MOST_SECONDS = 120
"""How long to wait for a good moment; after that, the screenshot is taken anyway."""


class Gallery:
    """The screenshots of the README and the docs: tables with several players, taken at good moments."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder

    def player(self, name: str, phone: bool = False, theme: Literal["dark", "light"] = "dark") -> Page:
        """A registered player with a browser window."""
        width, height = SIZES["phone" if phone else "desktop"]
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            device_scale_factor=2 if phone else 1,
        )
        context.add_init_script(QUIET + TOURED)
        page = context.new_page()
        page.goto("/register")
        page.fill("#name", name)
        page.fill("#password", "a few words in a row")
        page.click("main form button")
        page.wait_for_selector(".wallet-link")
        return page

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        page.evaluate("document.fonts.ready.then(() => true)")
        page.screenshot(path=self.folder / f"{name}.jpg", type="jpeg", quality=80, full_page=whole)
        print(f"{name}.jpg", flush=True)

    def everything(self) -> None:
        me = self.player("Mona")
        me.goto("/")
        me.wait_for_load_state("networkidle")
        self.take(me, "lobby")
        me.goto("/rules/boston-7-stud")
        self.take(me, "rules")
        company = [self.player(name) for name in NAMES]
        self.play(me, company[:4], "seven-card-thrill", "thrill", self.paid)
        self.play(me, company[:3], "high-card-flush", "flush", self.long_flush)
        self.play(me, company[:4], "seven-card-stud", "stud", self.a_bet)
        self.play(me, company[:4], "seven-card-stud", "stud-showdown", self.showdown)
        light = self.player("Lena", theme="light")
        self.play(light, company[:2], "boston-7-stud", "boston-light", self.won)
        phone = self.player("Nora", phone=True)
        self.play(phone, company[:2], "boston-7-stud", "boston-phone", self.won)
        self.play(phone, company[:3], "seven-card-stud", "stud-phone", self.own_turn)
        phone.goto("/me/rounds")
        self.take(phone, "rounds-phone")

    def play(self, me: Page, company: list[Page], game: str, picture: str, moment: Moment) -> None:
        """Play rounds until a good moment for the screenshot, or until time is up."""
        pages = [*company, me]
        for page in pages:
            page.goto(f"/table/{game}-1?sit=1")
            page.wait_for_selector("[data-seat-act=leave]")
        until = time.monotonic() + MOST_SECONDS
        while not moment(me):
            if time.monotonic() > until:
                print(f"{picture}: no good moment in {MOST_SECONDS} seconds, taken anyway", flush=True)
                break
            for page in pages:
                self.move(page, bold=page is company[0])
            me.wait_for_timeout(60)
        with suppress(Late):  # a callout would cover the table
            me.wait_for_selector("#callout", state="hidden", timeout=3_000)
        self.take(me, picture)
        for page in pages:
            page.goto("/")

    def move(self, page: Page, bold: bool) -> None:
        """Make the default bet, stay in, and sometimes bet more."""
        if page.query_selector("#bets:not([hidden]) .chip:enabled"):
            # After the first round the last bet is laid out already; more would cost all chips before a good moment.
            first = page.query_selector("#bets .tool:text-is('Quick bet')") is not None
            for key in ("q", "w", "e", "Enter") if first else ("Enter",):
                page.keyboard.press(key)
        elif page.query_selector("#actions .act:enabled"):
            stays = "[data-act^=bet-], [data-act=best], [data-act=show]"
            page.keyboard.press("b" if page.query_selector(f"{stays}, [data-act=bet]" if bold else stays) else "c")

    def hand(self, me: Page) -> str:
        return (me.text_content(".own-words") or "").lower()

    def paid(self, me: Page) -> bool:
        """After a round in which a good hand was paid."""
        return (
            bool(me.query_selector(OVER))
            and self.hand(me).startswith(GOOD)
            and len(me.query_selector_all(".spot-result.win:not([hidden])")) >= 2
        )

    def long_flush(self, me: Page) -> bool:
        """Before a raise on a long flush."""
        return self.hand(me).startswith(("four", "five")) and bool(me.query_selector("[data-act=bet-raise]:enabled"))

    def won(self, me: Page) -> bool:
        """After winning a round."""
        return bool(me.query_selector(OVER)) and bool(me.query_selector(".own-result.up"))

    def a_bet(self, me: Page) -> bool:
        """The viewer's turn to call with five cards or more, and at least three other players in the hand."""
        others = me.query_selector_all(".seat:not(.mine):not(.out):not(.empty) .card:nth-child(5)")
        return len(others) >= 2 and bool(me.query_selector("[data-act=call]:enabled"))

    def own_turn(self, me: Page) -> bool:
        """The viewer's turn with four cards or more."""
        return bool(me.query_selector(".seat.mine .card:nth-child(4)")) and bool(
            me.query_selector("#actions .act:enabled")
        )

    def showdown(self, me: Page) -> bool:
        """When the hands are shown."""
        return len(me.query_selector_all(".seat.open:not(.mine)")) >= 2 and bool(me.query_selector(".seat.winner"))


GALLERY = PATIENT.but(showing_time=8_000, decision_clock=20_000, time_bank=1_000, away_leaves=3_000)
"""Players who have moved to another table soon lose their seat at the previous one."""


def gallery(browser: Browser, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, room(Path(data), GALLERY) as url:
        Gallery(browser, url, folder).everything()


def main() -> int:
    parser = argparse.ArgumentParser(description="Take screenshots of the room.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"), help="output folder")
    parser.add_argument("--gallery", action="store_true", help="take the screenshots of README and docs instead")
    chosen = parser.parse_args()
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        (gallery if chosen.gallery else every_page)(browser, folder)
    print(f"{len([*folder.glob('*.png'), *folder.glob('*.jpg')])} screenshots in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
