"""Pictures of every page: `python -m tools.screenshots [FOLDER]` opens a room of its own and goes through it.

Each page is taken at the size of a desk and of a phone, in the dark and in the light.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
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
PATIENT = RoomSettings().but(betting_window=120_000, decision_clock=120_000, bot_thinks=200)


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


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size in SIZES:
            for theme in THEMES:
                # A room for each, so that nobody waits for a guest of the pictures before.
                with tempfile.TemporaryDirectory() as data, room(Path(data)) as url:
                    photographer = Photographer(browser, url, folder, size, theme)
                    photographer.everything()
                    photographer.context.close()
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
