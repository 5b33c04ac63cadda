"""Browser performance: time to a playable table, page weight, and frame rate while dealing and paying.

    python -m benchmarks.browser [--rounds 3]

The weight is what a browser with an empty cache receives until the first cards are dealt: files as compressed by the
server, headers, and messages; and the same unpacked, without the headers.

A room runs in this process on a temporary database; the browser is the system's Chromium. On a virtual machine the host
may steal the processors for a tenth of a second: the stolen time is reported, and frame rates are given with and
without it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from seventh.web.autoplay import chosen
from seventh.web.client import Client, Refusal, connect
from tests.web.front import TOURED, chromium
from tests.web.serving import FAST, Server, serving
from tests.web.weight import first_cards

BETS = {
    "boston-7-stud": ("ante 5 first 5 bonus 5", ("bet-second", "best")),
    "seven-card-thrill": ("poker 5 kings 5 three of a kind 5 full house 5 special 1", ("best",)),
    "high-card-flush": ("ante 5 flush 5 straight_flush 5", ("bet-raise",)),
}
STUD, STUD_SEATS, DEALER_SEATS = "seven-card-stud", 8, 6
THINKS = 0.5
"""Seconds a program takes for a decision at stud: as long as the previous player's chips move."""

SETTINGS = FAST.but(betting_window=60_000, decision_clock=60_000, showing_time=20_000, company=0)
GAMES = (*BETS, STUD)
LATE = 20
"""Milliseconds after which a frame is late."""
INTERACTIVE = (
    "() => !document.querySelector('#bets')?.hidden || document.querySelector('#dock.turn, .seat.mine .plate')"
)

COUNT_FRAMES = """() => {
  cancelAnimationFrame(window.counting);
  window.frames_seen = [];
  let last = 0;
  const tick = (now) => {
    if (last) window.frames_seen.push([performance.timeOrigin + now, now - last]);
    last = now;
    window.counting = requestAnimationFrame(tick);
  };
  window.counting = requestAnimationFrame(tick);
}"""
PRESS = """(buttons) => {
  clearInterval(window.pressing);
  window.pressing = setInterval(() => document.querySelector(buttons)?.click(), 150);
}"""
FRAMES = "() => { cancelAnimationFrame(window.counting); return window.frames_seen; }"


def visit(browser: Browser, server: Server) -> Page:
    context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    context.add_init_script(TOURED)
    return context.new_page()


def first_table(browser: Browser, server: Server, game: str, rounds: int) -> list[float]:
    """Milliseconds from the click in the lobby, with an empty cache, to a table ready for a bet."""
    times = []
    for _ in range(rounds):
        page = visit(browser, server)
        page.goto("/")
        button = page.locator(f"[data-game={game}] .game-go button")
        button.wait_for()
        started = time.perf_counter()
        button.click(no_wait_after=True)
        page.wait_for_url("**/table/**", wait_until="commit")
        page.wait_for_function(INTERACTIVE, polling="raf")
        times.append((time.perf_counter() - started) * 1000)
        page.context.close()
    return times


async def company(server: Server, table: str, number: int) -> None:
    """Programs at all seats but one."""

    async def one() -> None:
        token = await guest_token(server)
        async with connect(server.url, token) as client:
            await client.watch(table)
            await client.sit(table, 20_000)
            await play_full_table(client, table, number + 1)

    await asyncio.gather(*(one() for _ in range(number)))


async def play_full_table(client: Client, table: str, players: int) -> None:
    """Bets, calls and stays in once everybody is playing; before that it waits or folds at once."""
    async for frame in client.frames(table):
        if frame.round is None or not frame.round.decision or frame.you is None:
            continue
        view = frame.round.view
        full, stud = len(view["seats"]) == players, view["game"] == STUD
        if not full and not stud:
            continue
        if full and stud:
            await asyncio.sleep(THINKS)
        action = chosen(view, frame.you.seat, staying(view) if full else lambda _: 0)
        with suppress(Refusal):
            if action is not None:
                await client.act(frame, action)
            else:
                await client.ready(frame)


def staying(view: dict[str, Any]) -> Callable[[int], int]:
    """The choice that stays in: the call rather than the fold, otherwise the last one, which bets."""
    names = [choice["action"] for choice in view["choices"]]
    calls = view["game"] == STUD and "check" not in names
    return lambda count: int(names[0] == "fold") if calls else count - 1


async def guest_token(server: Server) -> str:
    person = await server.room.people.guest()
    return await server.room.sessions.new_token(person.id, "benchmark")


@contextmanager
def seated(browser: Browser, server: Server, table: str, others: int) -> Iterator[Page]:
    """A person's page at a table with programs at the other seats."""
    page = visit(browser, server)
    page.goto("/")
    page.locator(f"[data-table='{table}'] form button").click()
    page.wait_for_selector("[data-seat-act=leave]")
    programs = asyncio.run_coroutine_threadsafe(company(server, table, others), server.loop)
    page.wait_for_function(f"() => document.querySelectorAll('.seat:not(.empty, .mine)').length >= {others}")
    try:
        yield page
    finally:
        page.context.close()
        programs.cancel()


class Frame(NamedTuple):
    """When a frame was drawn, and how long after the previous one, in milliseconds."""

    at: float
    took: float


def counted(page: Page) -> list[Frame]:
    return [Frame(*found) for found in page.evaluate(FRAMES)]


def dealer_frames(browser: Browser, server: Server, game: str) -> list[Frame]:
    """The frames while dealing to and paying a table of six."""
    words, acts = BETS[game]
    with seated(browser, server, f"{game}-2", DEALER_SEATS - 1) as page:
        page.wait_for_selector("#bets:not([hidden])")
        for line in (words, "deal"):
            page.keyboard.press("/")
            page.locator("#typed-text").fill(line)
            if line == "deal":
                page.evaluate(PRESS, ", ".join(f"[data-act={act}]:enabled" for act in acts))
                page.evaluate(COUNT_FRAMES)
            page.locator("#typed-text").press("Enter")
        wait_until(page, "body[data-over]")
        return counted(page)


def stud_frames(browser: Browser, server: Server) -> list[Frame]:
    """The same for a hand of eight from the antes to the pot, in which nobody folds."""
    with seated(browser, server, f"{STUD}-2", STUD_SEATS - 1) as page:
        # The first hand started with two players: it ends at once, and the next one is full.
        page.evaluate(PRESS, "[data-act=fold]:enabled, [data-act=bring-in]:enabled, [data-act=check]:enabled")
        wait_until(page, ".seat.winner")
        page.evaluate(PRESS, "#actions .act.primary:enabled")
        page.evaluate(COUNT_FRAMES)
        wait_until(page, "#stage:not(:has(.seat.winner)) .seat.mine .card:nth-child(3)")
        wait_until(page, ".seat.winner")
        stayed = page.evaluate("() => document.querySelectorAll('.seat .card:nth-child(6)').length")
        assert stayed == STUD_SEATS, f"{stayed} of {STUD_SEATS} played to the end"
        page.wait_for_timeout(1_000)
        return counted(page)


def wait_until(page: Page, selector: str) -> None:
    """Poll at intervals. Playwright's own waiting polls on every frame, which would affect the measurement."""
    for _ in range(600):
        if page.evaluate("(selector) => Boolean(document.querySelector(selector))", selector):
            return
        page.wait_for_timeout(200)
    raise SystemExit(f"{selector} did not appear")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--rounds", type=int, default=3, help="how many times to measure each first visit; 0 to skip it"
    )
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="the games to measure")
    wanted = parser.parse_args()
    host = Host()
    with serving(room_settings=SETTINGS) as server, chromium() as browser:
        print(f"machine load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        for game in wanted.games if wanted.rounds else ():
            times = first_table(browser, server, game, wanted.rounds)
            middle, longest = statistics.median(times), max(times)
            weight = first_cards(browser, server.url, game, cards=game != STUD)
            sizes = f"{weight.sent / 1000:.0f} kB received, {weight.decoded / 1000:.0f} kB unpacked"
            print(f"{game}: first table {middle:.0f} ms (best {min(times):.0f}, longest {longest:.0f}), {sizes}")
        for game in wanted.games:
            if game != STUD:
                tell_frames(game, DEALER_SEATS, dealer_frames(browser, server, game), host)
    if STUD in wanted.games:
        # Here a hand is played before the one that counts, and its result need not be shown for long.
        with serving(room_settings=SETTINGS.but(showing_time=2_500)) as server, chromium() as browser:
            tell_frames(STUD, STUD_SEATS, stud_frames(browser, server), host)


class Host:
    """Samples the processor time stolen by the host."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, float]] = []
        Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        stat = Path("/proc/stat")
        while stat.exists():
            ticks = int(stat.read_text().split(maxsplit=9)[8])
            self.seen.append((time.time() * 1000, ticks * 1000 / os.sysconf("SC_CLK_TCK")))
            time.sleep(0.02)

    def took(self, start: float, end: float) -> float:
        """Stolen milliseconds of one processor between two times; the system clock has a resolution of 10 ms."""
        taken = [stolen for at, stolen in self.seen if start - 30 <= at <= end + 30]
        return taken[-1] - taken[0] if taken else 0.0


def tell_frames(game: str, players: int, frames: list[Frame], host: Host) -> None:
    """Frames per second: median and worst half second, and the number of late frames."""
    deltas = [frame.took for frame in frames]
    lost = [host.took(frame.at - frame.took, frame.at) if frame.took > LATE else 0.0 for frame in frames]
    own = [max(delta - stolen, min(delta, 1000 / 60)) for delta, stolen in zip(deltas, lost, strict=True)]
    rates, late = half_seconds(deltas), sum(delta > LATE for delta in deltas)
    print(
        f"{game}, {players} players, {sum(deltas) / 1000:.0f} s: median {statistics.median(rates):.0f} frames/s, "
        f"worst half second {min(rates):.0f}, {late} of {len(deltas)} frames over {LATE} ms, longest "
        f"{max(deltas):.0f} ms; the host stole {sum(lost):.0f} ms from late frames; without that, worst half second "
        f"{min(half_seconds(own)):.0f}"
    )


def half_seconds(deltas: list[float]) -> list[float]:
    """Frames per second in each half second that ends with a frame."""
    rates, start, total = [], 0, 0.0
    for end, delta in enumerate(deltas):
        total += delta
        while total - deltas[start] >= 500:
            total -= deltas[start]
            start += 1
        if total >= 500:
            rates.append((end - start + 1) * 1000 / total)
    return rates


if __name__ == "__main__":
    main()
