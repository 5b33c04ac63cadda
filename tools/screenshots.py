"""Pictures of every page: `python -m tools.screenshots [FOLDER]` opens a room of its own and goes through it.

Each page is taken at the size of a desk and of a phone, in the dark and in the light. With `--gallery` the five
pictures of the README are taken instead: it plays until the cards are worth a picture.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from seventh.room.room import Room
from seventh.room.settings import RoomSettings
from seventh.web.app import create_app
from seventh.web.serve import listen, new_server
from seventh.web.settings import WebSettings

CHROMIUM = "/usr/bin/chromium"
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
THEMES = ("dark", "light")
PATIENT = RoomSettings().but(betting_window=120_000, decision_clock=120_000, showing_time=3_000, bot_thinks=200)


@contextmanager
def room(folder: Path) -> Iterator[str]:
    """A room that runs while its pictures are taken; answers with its address."""
    listening = listen("127.0.0.1", 0)
    started, stop = threading.Event(), threading.Event()
    troubles: list[BaseException] = []

    async def run() -> None:
        settings = WebSettings()
        app = create_app(await Room.open(folder, None, PATIENT), settings, running=True)
        server = new_server(app, settings.limits)
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
        except BaseException as error:  # told by whoever waits for the room
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


class Photographer:
    """Goes through the room with one browser window."""

    def __init__(self, browser: Browser, url: str, folder: Path, size: str, theme: str) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            device_scale_factor=2 if size == "phone" else 1,
        )
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
            self.page.wait_for_selector(".act:not([disabled]), #settlement .sum", timeout=30_000)
            if self.page.query_selector("#settlement .sum"):
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
            # A room for each, so that nobody waits for a guest of the pictures before.
            with tempfile.TemporaryDirectory() as data, room(Path(data)) as url:
                photographer = Photographer(browser, url, folder, size, theme)
                photographer.everything()
                photographer.context.close()


NAMES = ("Adele", "Bastian", "Corinne", "Dimitri", "Emilio")
QUIET = "localStorage.setItem('seventh', JSON.stringify({motion: 'none', bestFive: true}))"
OVER = "#settlement:not([hidden]) .sum"
GOOD = ("two pair", "three", "straight", "flush", "full", "four")


Moment = Callable[[Page], bool]
"""Looks at the page; takes the picture and says so when the moment has come."""


class Gallery:
    """The README's pictures: one person at a table with company, photographed at a good moment."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder

    def somebody(self, name: str, phone: bool = False, quiet: bool = False) -> Page:
        """A registered player with a window of their own."""
        width, height = SIZES["phone" if phone else "desk"]
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": width, "height": height},
            color_scheme="dark",
            device_scale_factor=2 if phone else 1,
        )
        if quiet:
            context.add_init_script(QUIET)
        page = context.new_page()
        page.goto("/register")
        page.fill("#name", name)
        page.fill("#password", "a few words in a row")
        page.click("main form button")
        page.wait_for_selector(".purse")
        return page

    def take(self, page: Page, name: str) -> None:
        page.screenshot(path=self.folder / f"{name}.jpg", type="jpeg", quality=86)

    def everything(self) -> None:
        me = self.somebody("Mona")
        me.goto("/")
        me.wait_for_load_state("networkidle")
        self.take(me, "lobby")
        company = [self.somebody(name, quiet=True) for name in NAMES]
        self.dealer_game(me, company[:4], "seven-card-thrill", "qqwety", self.at_settlement)
        self.dealer_game(me, company[:3], "high-card-flush", "qqwe", self.at_decision)
        self.stud(me, company[:3])
        phone = self.somebody("Nora", phone=True)
        self.dealer_game(phone, company[:2], "boston-7-stud", "qwe", self.at_result)

    def dealer_game(self, me: Page, company: list[Page], game: str, keys: str, moment: Moment) -> None:
        """Rounds, until there was a moment for the picture."""
        pages = [me, *company]
        for page in pages:
            page.goto(f"/table/{game}-1?sit=1")
            page.wait_for_selector("[data-seat-act=leave]")
        for _ in range(40):
            me.wait_for_selector("#bets:not([hidden]) .chip:enabled", timeout=60_000)
            me.wait_for_timeout(400)
            for page in (*company, me):
                # Whoever came while a round was open plays from the next one.
                for key in (*keys, "Enter") if page.query_selector("#bets:not([hidden])") else ():
                    page.keyboard.press(key)
            if self.played(me, company, moment):
                break
        for page in pages:
            page.click("[data-seat-act=leave]")

    def played(self, me: Page, company: list[Page], moment: Moment) -> bool:
        """One round to its end; whether the picture was taken."""
        while not me.query_selector(OVER):
            if moment(me):
                return True
            for page in (me, *company):
                if page.query_selector("#actions .act.primary:enabled"):
                    page.keyboard.press("Enter")
            me.wait_for_timeout(40)
        return moment(me)

    def hand(self, me: Page) -> str:
        return (me.text_content(".own-words") or "").lower()

    def at_settlement(self, me: Page) -> bool:
        """While the own wagers are paid, one of them a good one."""
        good = self.hand(me).startswith(GOOD) and len(me.query_selector_all(".spot-result:not([hidden])")) >= 2
        if not good or not me.query_selector(".callout.win:not([hidden])"):
            return False
        me.wait_for_timeout(120)
        self.take(me, "thrill")
        return True

    def at_decision(self, me: Page) -> bool:
        """Before a raise on a long flush."""
        if not self.hand(me).startswith(("four", "five")) or not me.query_selector("[data-act=bet-raise]:enabled"):
            return False
        me.wait_for_timeout(500)
        self.take(me, "flush")
        return True

    def at_result(self, me: Page) -> bool:
        """After a round that was won."""
        if not me.query_selector(OVER) or not me.query_selector(".own-result.up:not([hidden])"):
            return False
        me.wait_for_selector("#callout", state="hidden")
        self.take(me, "boston-phone")
        return True

    def stud(self, me: Page, company: list[Page]) -> None:
        """The own turn to call with five or six cards, and at least three others in the hand."""
        pages = [*company, me]
        for page in pages:
            page.goto("/table/seven-card-stud-1?sit=1")
            page.wait_for_selector("[data-seat-act=leave]")
        while not self.at_a_bet(me):
            for page in pages:
                if page.query_selector("#actions .act:enabled"):
                    bold = "[data-act=show], [data-act=bet]" if page is company[0] else "[data-act=show]"
                    page.keyboard.press("b" if page.query_selector(bold) else "c")
            me.wait_for_timeout(60)
        for page in pages:
            page.click("[data-seat-act=leave]")

    def at_a_bet(self, me: Page) -> bool:
        others = me.query_selector_all(".seat:not(.mine):not(.out):not(.empty) .card:nth-child(5)")
        if len(others) < 3 or not me.query_selector("[data-act=call]:enabled"):
            return False
        me.wait_for_timeout(400)
        self.take(me, "stud")
        return True


def gallery(browser: Browser, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, room(Path(data)) as url:
        Gallery(browser, url, folder).everything()


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of the room in a browser.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"), help="where they go")
    parser.add_argument("--gallery", action="store_true", help="the README's five pictures instead of every page")
    chosen = parser.parse_args()
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        (gallery if chosen.gallery else every_page)(browser, folder)
        browser.close()
    print(f"{len([*folder.glob('*.png'), *folder.glob('*.jpg')])} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
