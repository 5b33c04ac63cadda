"""Checks the tables at many window sizes: `python -m tools.windows [FOLDER]`.

It starts a temporary room and plays each game with one, three and the maximum number of players; in each phase of a
round the window is resized to fourteen sizes. At each size everything needed for a decision must be inside the window,
not covered, and large enough. Each problem is printed on one line, and the exit code is then 1. Screenshots are saved
to FOLDER, with a contact sheet for each game.
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

import httpx
import numpy as np
from playwright.sync_api import Browser, Page

from seventh.games import GAMES
from seventh.web.autoplay import play
from seventh.web.client import Refusal, connect
from tests.web.front import chromium
from tools.screenshots import PATIENT, TOURED, room

SIZES = (
    (320, 568), (360, 640), (390, 844), (844, 390), (640, 360), (768, 1024),
    (1024, 768), (1280, 720), (1366, 625), (1440, 900), (1920, 1080), (2560, 1440),
    (720, 450), (640, 512),
)  # fmt: skip
"""The last two correspond to 1440x900 and 1280x1024 at 200% zoom."""

DECISION = "#actions .act:enabled:not([data-act=again], [data-act=other-bets])"
OVER = "body[data-over]"

LINGERING = PATIENT.but(betting_window=600_000, decision_clock=600_000, showing_time=120_000)
"""Every phase stays until it was checked at every size, also on a busy machine."""

PATIENCE = 300_000
"""Milliseconds; somebody who sits down during a round first waits for its end, and for the result to be shown."""

SEATED = "others => document.querySelectorAll('.others .seat:not(.empty)').length === others"
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"
COACHED = """if (location.protocol !== "about:") localStorage.setItem("seventh", '{"coach":true}')"""
LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

LENGTHEN = """name => {
  const kept = [];
  for (const words of document.querySelectorAll(".dealer-words:not(:empty), .own-words:not(:empty)")) {
    kept.push([words, [...words.childNodes]]);
    const text = words.matches(".dealer-words") ? `Dealer: ${name}` : name[0].toUpperCase() + name.slice(1);
    const span = (textContent) => Object.assign(document.createElement("span"), { textContent });
    words.replaceChildren(...text.split(/(?=[,;] )/).map(span));
  }
  window.shorten = () => kept.forEach(([words, nodes]) => words.replaceChildren(...nodes));
}"""

LAST_ROUND = "document.querySelector('#last-round-open').hidden = innerWidth > 900 && innerHeight > 560"

SHEET = "body{display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif}img{height:200px}figure{margin:0}"


@contextmanager
def company(url: str, table: str, number: int, call: int = 10) -> Iterator[Callable[[], None]]:
    """Other people at a table, who are programs: they sit down, play once the yielded function is called, and play on
    until the block ends. `call` is the choice they take."""
    tokens = [httpx.post(f"{url}/api/guest", json={"token": True}, timeout=30).json()["token"] for _ in range(number)]
    over, begun = threading.Event(), threading.Event()

    async def one(token: str) -> None:
        async with connect(url, token) as client:
            await client.watch(table)
            row = next(row for row in (await client.watch_lobby()).tables if row.table == table)
            while True:
                try:
                    await client.sit(table, max(row.minimum, min(row.maximum, 20_000)))
                    break
                except Refusal:  # no seat is free until a bot gives up its own
                    await asyncio.sleep(0.5)
            await asyncio.to_thread(begun.wait)
            await play(client, table, 10**6, lambda choices: min(call, choices - 1))

    async def all_of_them() -> None:
        playing = [asyncio.create_task(one(token)) for token in tokens]
        await asyncio.to_thread(over.wait)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()), daemon=True)
    thread.start()
    try:
        yield begun.set
    finally:
        begun.set()
        over.set()
        thread.join(20)


def longest_name(game: str) -> str:
    """One of the longest names of a hand, whatever cards the round will bring."""
    deck, chance = GAMES[game].deck, np.random.default_rng(1)
    words = GAMES[game].words(GAMES[game].book, GAMES[game].rules(GAMES[game].book))
    hands = (chance.choice(len(deck), 7, replace=False) for _ in range(5_000))
    names: Iterator[str] = (words.hand(tuple(deck[place] for place in hand)) for hand in hands)
    return max(names, key=len)


class Windows:
    """Checks one table at every size."""

    def __init__(self, page: Page, folder: Path, game: str, players: int, sizes: tuple[tuple[int, int], ...]) -> None:
        self.page, self.folder, self.name, self.sizes = page, folder, f"{game}-{players}", sizes
        self.longest = longest_name(game)
        self.wrong: list[str] = []
        self.pictures: list[Path] = []
        self.boxes: dict[str, dict[str, list[int]]] = {}
        """The positions of spots and plates, by window size."""

    def at_every_size(self, phase: str) -> None:
        # First at the size left by the previous phase: new cards and text must not push anything out.
        self.page.evaluate(DRAWN)
        self.look(f"{phase}, as it came")
        for width, height in self.sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(DRAWN)
            self.stays(f"{width}x{height}", phase, self.look(f"{phase}, {width}x{height}"))
            picture = self.folder / f"{self.name}-{phase}-{width}x{height}.png"
            self.page.screenshot(path=picture)
            self.page.evaluate(LENGTHEN, self.longest)
            self.look(f"{phase}, {width}x{height}, with the name {self.longest!r}")
            self.page.evaluate("shorten()")
            self.pictures.append(picture)

    def look(self, where: str) -> dict[str, list[int]]:
        seen = self.page.evaluate(LOOK)
        self.wrong += [f"{self.name}, {where}: {what}" for what in seen["wrong"]]
        boxes: dict[str, list[int]] = seen["boxes"]
        return boxes

    def stays(self, size: str, phase: str, boxes: dict[str, list[int]]) -> None:
        """Check that nothing has moved since an earlier phase, except for rounding."""
        before = self.boxes.setdefault(size, {})
        for what, box in boxes.items():
            was = before.setdefault(what, box)
            if max(abs(now - then) for now, then in zip(box, was, strict=True)) > 3:
                self.wrong.append(f"{self.name}, {phase}, {size}: {what} moved from {was} to {box}")

    def round(self) -> None:
        """From the bets, if any, to the end of a round."""
        page = self.page
        page.set_viewport_size({"width": 1440, "height": 900})
        # Someone who joins during a round sees its end first.
        felt = page.locator("body.scene-felt").count() > 0
        page.wait_for_selector("#bets:not([hidden]) .tray" if felt else DECISION, timeout=PATIENCE)
        if felt:
            self.at_every_size("betting")
            page.keyboard.press("v")
            self.at_every_size("bets")
            self.too_much()
            page.keyboard.press("Enter")
        page.wait_for_selector(f"{DECISION}, {OVER}" if felt else DECISION, timeout=PATIENCE)
        if page.locator(DECISION).count():
            self.at_every_size("decision")
        street = page.locator(".middle .street")
        heading = "" if felt else street.text_content()
        for _ in range(30):
            # Around an oval every street brings cards and bets.
            if not felt and page.locator(DECISION).count() and street.text_content() != heading:
                heading = street.text_content()
                self.at_every_size(f"{heading}".lower().replace(" ", "-"))
            if page.locator(DECISION).count():
                stays = page.locator("[data-act^=bet-], [data-act=best], [data-act=show]").count()
                page.keyboard.press("b" if stays else "c")
            page.wait_for_selector(f"{DECISION}, {OVER}", timeout=PATIENCE)
            if page.locator(OVER).count() and not page.locator(DECISION).count():
                break
        self.at_every_size("settled")

    def too_much(self) -> None:
        """Bet more than is allowed, with the button of a round before there too; then bet as before."""
        page = self.page
        double = page.locator("#bets").get_by_role("button", name="Double")
        refusal = page.locator(".slip-flags.cut")
        for _ in range(20):
            double.click()
            if refusal.is_visible():
                break
        page.evaluate(LAST_ROUND)
        self.at_every_size("refused")
        page.keyboard.press("x")
        page.keyboard.press("v")


def look_at(
    browser: Browser,
    url: str,
    game: str,
    players: int,
    folder: Path,
    sizes: tuple[tuple[int, int], ...],
    coach: bool = False,
) -> list[str]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.add_init_script(TOURED)
    if coach:
        context.add_init_script(COACHED)
    page = context.new_page()
    table = f"{game}-1"
    windows = Windows(page, folder, game, players, sizes)
    against_house = GAMES[game].round.AGAINST_HOUSE
    # Against each other they call, so that everybody is in to the end.
    with company(url, table, players - 1, 10 if against_house else 1) as begin:
        if not against_house:  # bots give up their seats only after a hand
            begin()
        page.goto(f"{url}/")
        page.click(f"[data-table={table}] button")
        page.wait_for_selector("[data-seat-act=leave]", timeout=PATIENCE)
        if against_house:  # everybody's plate is there from the beginning
            page.wait_for_function(SEATED, arg=players - 1, timeout=PATIENCE)
            begin()
        windows.round()
    page.set_viewport_size({"width": 1600, "height": 1000})
    cells = "".join(
        f'<figure><img src="{picture.name}"><figcaption>{picture.stem}</figcaption></figure>'
        for picture in windows.pictures
    )
    sheet = folder / f"{windows.name}.html"
    sheet.write_text(f"<style>{SHEET}</style>{cells}")
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
    parser.add_argument("--coach", action="store_true", help="with the coach on")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    sizes = tuple((int(size.split("x")[0]), int(size.split("x")[1])) for size in asked.size or ()) or SIZES
    wrong: list[str] = []
    with chromium() as browser:
        for game in asked.game or list(GAMES):
            for players in asked.players or (1, 3, GAMES[game].book.seats):
                if players < GAMES[game].round.FEWEST_PLAYERS and not GAMES[game].bots:
                    continue
                with tempfile.TemporaryDirectory() as data, room(Path(data), LINGERING) as url:
                    found = look_at(browser, url, game, players, asked.folder, sizes, asked.coach)
                print(f"{game}, {players} players: {len(found)} problems", flush=True)
                for line in found:
                    print(f"  {line}", flush=True)
                wrong += found
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
