"""The lab page: from a change in a field to its figures, at the server and in a browser.

    python -m benchmarks.lab_page [--changes 60]

A room runs in this process on a temporary database, with its lab processes beside it. Every change is one that nobody
has asked for before, so that nothing comes from memory. In the browser, a change is timed from the input event until
its figures are in the page.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import httpx
from playwright.sync_api import Page, sync_playwright

from seventh.games import book_house
from seventh.web.lab.changes import changed_by_texts
from seventh.web.lab.questions import answer
from seventh.web.lab.results import results_of
from seventh.web.templating import Pages
from tests.web.serving import serving

ROWS = {
    "boston-7-stud": ("pays.ante_bonus.straight", "main"),
    "seven-card-thrill": ("pays.poker.higher", "poker"),
    "high-card-flush": ("pays.flush.five_cards", "flush"),
}
TYPE = """([path, text, wager]) => new Promise((done) => {
  const input = document.querySelector(`[name="${path}"]`);
  const results = document.getElementById("lab-results");
  const start = performance.now();
  const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now() - start); });
  watch.observe(results, { childList: true });
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--changes", type=int, default=60)
    changes = parser.parse_args().changes
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, {changes} changes each")
    for game, (path, _) in ROWS.items():
        show_parts(game, path, changes)
    with serving() as server:
        for game, (path, wager) in ROWS.items():
            used = busy()
            show(f"{game}, request", [1000 * seconds for seconds in requests(server.url, game, path, changes)])
            print(f"{'':<36} CPU time {1000 * (busy() - used) / changes:6.1f} ms a change, client included")
            with page_of(server.url, game) as page:
                texts = [f"{number}:17" for number in range(1, changes + 2)]
                show(f"{game}, in the browser", [page.evaluate(TYPE, [path, text, wager]) for text in texts][1:])


def show_parts(game: str, path: str, changes: int) -> None:
    """The CPU time of each part of a change, here in one process."""
    pages, book = Pages(strict=True), book_house(game)
    by_book = answer({"ask": "figures", "house": book.as_data(), "amounts": {}}, lambda _: None)
    marks: list[list[float]] = []
    for number in range(1, changes + 1):
        at = [time.process_time()]
        found = changed_by_texts(game, {path: f"{number}:13"})
        at.append(time.process_time())
        own = answer({"ask": "figures", "house": found.house.as_data(), "amounts": {}}, lambda _: None)
        at.append(time.process_time())
        results = results_of(found, own, by_book)
        at.append(time.process_time())
        pages.text("_lab_results.html", {"results": results, "stale": False, "game": {"game": game}})
        at.append(time.process_time())
        marks.append([1000 * (after - before) for before, after in pairwise(at)])
    parts = [statistics.mean(part) for part in zip(*marks, strict=True)]
    names = ("read", "compute", "compare", "render")
    told = ", ".join(f"{name} {value:.1f}" for name, value in zip(names, parts, strict=True))
    print(f"{game:<36} CPU time {sum(parts):6.1f} ms: {told}", flush=True)


def busy() -> float:
    """CPU seconds of this process and of the lab's, which are its children."""
    found = time.process_time()
    for child in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text(encoding="ascii").split():
        fields = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def requests(url: str, game: str, path: str, changes: int) -> Iterator[float]:
    with httpx.Client(base_url=url, timeout=60) as client:
        for number in range(changes + 1):
            question = {"values": {path: f"{number + 1}:13"}, "page": "benchmark"}
            started = time.perf_counter()
            while client.post(f"/lab/{game}/results", json=question).status_code == 202:
                pass
            if number:  # the first starts the lab's processes
                yield time.perf_counter() - started


@contextmanager
def page_of(url: str, game: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{url}/lab/{game}")
        page.wait_for_selector("#row-chart svg")
        yield page
        browser.close()


def show(name: str, milliseconds: list[float]) -> None:
    slowest = sorted(milliseconds)[int(0.99 * (len(milliseconds) - 1))]
    print(f"{name:<36} median {statistics.median(milliseconds):6.1f} ms   p99 {slowest:6.1f} ms", flush=True)


if __name__ == "__main__":
    main()
