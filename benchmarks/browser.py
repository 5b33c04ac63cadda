"""How fast the browser side is: a table's first second, its weight, and its frames while it deals and pays.

    python -m benchmarks.browser [--rounds 3]

A room runs in this process on a database of its own; the browser is the system's chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Response, sync_playwright

from seventh.web.autoplay import play
from seventh.web.client import connect
from tests.web.serving import FAST, Server, serving

GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")
BETS = {
    "boston-7-stud": ("ante 5 first 5 bonus 5", ("bet-second", "best")),
    "seven-card-thrill": ("poker 5 kings 5 three of a kind 5 full house 5 special 1", ("best",)),
    "high-card-flush": ("ante 5 flush 5 straight_flush 5", ("bet-raise",)),
}
SETTINGS = FAST.but(betting_window=60_000, decision_clock=60_000, showing_time=20_000, bot_thinks=50)
INTERACTIVE = (
    "() => !document.querySelector('#bets')?.hidden || document.querySelector('#dock.turn, .seat.mine .plate')"
)

COUNT_FRAMES = """() => {
  window.frames_seen = [];
  let last = 0;
  const tick = (now) => {
    if (last) window.frames_seen.push(now - last);
    last = now;
    window.counting = requestAnimationFrame(tick);
  };
  window.counting = requestAnimationFrame(tick);
}"""
FRAMES = "() => { cancelAnimationFrame(window.counting); return window.frames_seen; }"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser, with full motion."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise SystemExit("no chromium on this machine")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
        browser = playwright.chromium.launch(executable_path=path, args=[*flags, "--disable-sync", "--disable-quic"])
        yield browser
        browser.close()


def visit(browser: Browser, server: Server) -> Page:
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(60_000)
    return context.new_page()


def first_table(browser: Browser, server: Server, game: str, rounds: int) -> list[float]:
    """Milliseconds from the click in the lobby, as a newcomer with an empty cache, to a table that takes a bet."""
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


def weight(browser: Browser, server: Server, game: str) -> int:
    """Uncompressed bytes of all that a table's page loads."""
    page = visit(browser, server)
    loaded: list[Response] = []
    page.on("response", lambda answer: loaded.append(answer))
    page.goto(f"/table/{game}-1")
    page.wait_for_load_state("networkidle")
    size = sum(len(answer.body()) for answer in loaded if answer.status == 200)
    page.context.close()
    return size


async def company(server: Server, table: str, number: int) -> None:
    """Players that are programs, at every seat but one, for one round."""

    async def one() -> None:
        token = await guest_token(server)
        async with connect(server.url, token) as client:
            await client.watch(table)
            await client.sit(table, 20_000)
            await play(client, table, 1, lambda choices: choices - 1)

    await asyncio.gather(*(one() for _ in range(number)))


async def guest_token(server: Server) -> str:
    person = await server.room.people.guest()
    return await server.room.sessions.new_token(person.id, "benchmark")


def full_table(browser: Browser, server: Server, game: str) -> dict[str, Any]:
    """Frames of one player's page while a full table is dealt and paid."""
    table, (words, acts) = f"{game}-2", BETS[game]
    others = asyncio.run_coroutine_threadsafe(company(server, table, 5), server.loop)
    page = visit(browser, server)
    page.goto("/")
    page.locator(f"[data-table='{table}'] form button").click()
    page.wait_for_selector("[data-seat-act=leave]")
    page.wait_for_selector("#bets:not([hidden])")
    page.wait_for_function("() => document.querySelectorAll('.seat:not(.empty)').length >= 5")
    page.evaluate(COUNT_FRAMES)
    for line in (words, "deal"):
        page.locator("#typed-text").fill(line)
        page.locator("#typed-text").press("Enter")
    for act in acts:
        page.wait_for_selector(f"[data-act={act}]:not(:disabled)")
        page.locator(f"[data-act={act}]").first.click()
    page.wait_for_selector("#settlement .sum")
    deltas = page.evaluate(FRAMES)
    page.context.close()
    others.cancel()
    return figures(deltas)


def figures(deltas: list[float]) -> dict[str, Any]:
    """Frames a second: over all, in the worst half second, and how many came late."""
    worst, window, start, total = 1e9, 500.0, 0, 0.0
    for end, delta in enumerate(deltas):
        total += delta
        while total - deltas[start] >= window:
            total -= deltas[start]
            start += 1
        if total >= window:
            worst = min(worst, (end - start + 1) * 1000 / total)
    late = sum(delta > 20 for delta in deltas)
    mean = 1000 * len(deltas) / sum(deltas)
    return {"frames": len(deltas), "mean": mean, "worst": worst, "late": late, "longest": max(deltas)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each first visit is measured")
    rounds = parser.parse_args().rounds
    with serving(room_settings=SETTINGS) as server, chromium() as browser:
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        for game in GAMES:
            times = first_table(browser, server, game, rounds)
            middle, longest = statistics.median(times), max(times)
            kilobytes = weight(browser, server, game) / 1000
            print(f"{game}: first table {middle:.0f} ms (longest {longest:.0f}), {kilobytes:.0f} kB")
        for game in BETS:
            told = full_table(browser, server, game)
            print(
                f"{game}, six players: {told['mean']:.0f} frames a second, worst half second {told['worst']:.0f}, "
                f"{told['late']} of {told['frames']} frames later than 20 ms, longest {told['longest']:.0f} ms"
            )


if __name__ == "__main__":
    main()
