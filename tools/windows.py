"""Tables in windows of every size: `python -m tools.windows [FOLDER]` opens a room of its own and looks at each game.

Each game is played with one, three and the most players, and in each phase of a round the window takes twelve sizes.
In each of them the page is asked whether everything that a decision needs is inside the window, lies under nothing
else, and is as large as it must be. What is not is printed, one line each, and the command ends with 1. The pictures go
to FOLDER, with a contact sheet of each game.
"""

# ruff: noqa: E501 - the script that looks at a page does not wrap
from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from seventh.games import GAMES
from seventh.web.autoplay import play
from seventh.web.client import connect
from tools.screenshots import CHROMIUM, room

SIZES = (
    (320, 568), (360, 640), (390, 844), (844, 390), (640, 360), (768, 1024),
    (1024, 768), (1280, 720), (1366, 625), (1440, 900), (1920, 1080), (2560, 1440),
)  # fmt: skip

DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"
LOOK = """() => {
  const wrong = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const say = (what, element, why) => wrong.push(`${what} ${element.dataset.card ?? element.dataset.wager ?? element.dataset.act ?? ""}: ${why}`);
  const least = (what, element, width, height) => {
    const box = element.getBoundingClientRect();
    if (box.width < width - 0.5 || box.height < height - 0.5) say(what, element, `${Math.round(box.width)} by ${Math.round(box.height)}, at least ${width} by ${height}`);
  };
  const look = (what, selector) => [...document.querySelectorAll(selector)].filter(shown).map((element) => {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) return element;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) say(what, element, "outside the window");
    else {
      const [x, y] = [box.left + box.width * (element.matches(".card") ? 0.3 : 0.5), box.top + box.height * (element.matches(".card") ? 0.3 : 0.5)];
      const there = document.elementFromPoint(x, y);
      if (there && !element.contains(there) && !there.contains(element)) say(what, element, `covered by ${there.className.baseVal ?? there.className}`);
    }
    return element;
  });
  for (const card of look("own card", ".own-cards .card, .seat.mine .card")) least("own card", card, 36, 50);
  look("dealer's card", ".dealer-cards .card");
  for (const card of look("up-card", ".seat:not(.mine) .card:not(.back):not(.hole)")) least("up-card", card, 24, 34);
  for (const spot of look("spot", ".spot-body")) least("spot", spot, 40, 40);
  for (const button of look("button", "#actions .act, .go, .tool, .chip")) least("button", button, 40, innerWidth < 700 || innerHeight < 480 ? 44 : 36);
  look("pot", ".pot:not([hidden]) .pile-amount");
  for (const words of look("hand name", ".own-words:not(:empty)")) if (parseFloat(getComputedStyle(words).fontSize) < 15) say("hand name", words, "smaller than 15 px");
  look("prompt", "#prompt");
  for (const scene of document.querySelectorAll(".dealer-table")) if (scene.scrollHeight > scene.clientHeight + 1) wrong.push(`scene: ${scene.scrollHeight - scene.clientHeight} px higher than the stage`);
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("page: wider than the window");
  return wrong;
}"""


@contextmanager
def company(url: str, table: str, number: int) -> Iterator[None]:
    """Other people at a table, who are programs and play on until the block ends."""
    tokens = [httpx.post(f"{url}/api/guest", json={"token": True}, timeout=30).json()["token"] for _ in range(number)]
    over = threading.Event()

    async def one(token: str) -> None:
        async with connect(url, token) as client:
            await client.watch(table)
            row = next(row for row in (await client.watch_lobby()).tables if row.table == table)
            await client.sit(table, max(row.minimum, min(row.maximum, 20_000)))
            await play(client, table, 10**6, lambda _: 0)

    async def all_of_them() -> None:
        playing = [asyncio.create_task(one(token)) for token in tokens]
        await asyncio.to_thread(over.wait)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(20)


class Windows:
    """Looks at one table at every size."""

    def __init__(self, page: Page, folder: Path, name: str, sizes: tuple[tuple[int, int], ...]) -> None:
        self.page, self.folder, self.name, self.sizes = page, folder, name, sizes
        self.wrong: list[str] = []
        self.pictures: list[Path] = []

    def at_every_size(self, phase: str) -> None:
        # First as the phase before has left it: cards and words that come must not push anything out.
        self.wrong += [f"{self.name}, {phase}, as it came: {what}" for what in self.page.evaluate(LOOK)]
        for width, height in self.sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(DRAWN)
            self.wrong += [f"{self.name}, {phase}, {width}x{height}: {what}" for what in self.page.evaluate(LOOK)]
            picture = self.folder / f"{self.name}-{phase}-{width}x{height}.png"
            self.page.screenshot(path=picture)
            self.pictures.append(picture)

    def round(self) -> None:
        """From the bets, if there are any, to the end of a round."""
        page = self.page
        page.set_viewport_size({"width": 1440, "height": 900})
        page.wait_for_selector("#bets:not([hidden]) .tray, #actions .act", timeout=60_000)
        if page.locator("#bets:not([hidden])").count():
            self.at_every_size("betting")
            page.keyboard.press("v")
            self.at_every_size("bets")
            page.keyboard.press("Enter")
            page.wait_for_selector("#actions .act:not([disabled])", timeout=60_000)
        self.at_every_size("decision")
        for _ in range(12):
            page.keyboard.press(
                "b" if page.locator("[data-act^=bet-], [data-act=best], [data-act=show]").count() else "c"
            )
            page.wait_for_selector("#actions .act:not([disabled]), #settlement .sum, .seat.winner", timeout=60_000)
            if page.locator("#settlement .sum, .seat.winner").count():
                break
        self.at_every_size("settled")


def look_at(
    browser: Browser, url: str, game: str, players: int, folder: Path, sizes: tuple[tuple[int, int], ...]
) -> list[str]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    table = f"{game}-1"
    windows = Windows(page, folder, f"{game}-{players}", sizes)
    with company(url, table, players - 1):
        page.goto(f"{url}/")
        page.click(f"[data-table={table}] button")
        page.wait_for_selector("[data-seat-act=leave]", timeout=60_000)
        windows.round()
    page.set_viewport_size({"width": 1600, "height": 1000})
    cells = "".join(
        f'<figure><img src="{picture.name}"><figcaption>{picture.stem}</figcaption></figure>'
        for picture in windows.pictures
    )
    sheet = folder / f"{windows.name}.html"
    sheet.write_text(
        f"<style>body{{display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif}}img{{height:200px}}figure{{margin:0}}</style>{cells}"
    )
    page.goto(sheet.resolve().as_uri())
    page.screenshot(path=folder / f"{windows.name}-sheet.png", full_page=True)
    context.close()
    return windows.wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("windows"))
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this game")
    parser.add_argument("--players", type=int, action="append", help="only with this many players")
    parser.add_argument("--size", action="append", help="only in a window of this size, such as 390x844")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    sizes = tuple((int(size.split("x")[0]), int(size.split("x")[1])) for size in asked.size or ()) or SIZES
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in asked.game or list(GAMES):
            for players in asked.players or (1, 3, GAMES[game].book.seats):
                if players < GAMES[game].round.FEWEST_PLAYERS and not GAMES[game].bots:
                    continue
                with tempfile.TemporaryDirectory() as data, room(Path(data)) as url:
                    found = look_at(browser, url, game, players, asked.folder, sizes)
                print(f"{game}, {players} players: {len(found)} wrong", flush=True)
                for line in found:
                    print(f"  {line}", flush=True)
                wrong += found
        browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
