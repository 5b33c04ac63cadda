"""`python -m tools.plot_figures [FOLDER]`: draw the plots of docs/mathematics.md. Needs matplotlib."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np

from seventh.cards import RANKS
from seventh.games import book_house
from seventh.games.boston_7_stud import exact as boston
from seventh.games.edges import edge
from seventh.games.high_card_flush import counts as flush_counts
from seventh.games.high_card_flush.counts import FOLD, STRENGTHS
from seventh.hands.three import Category
from seventh.lab.kernels import Deck
from seventh.lab.suits import MASKS

# Imported by name, so that type checking works without matplotlib.
mpl: Any = importlib.import_module("matplotlib")
mpl.use("svg")
mpl.rcParams.update(
    {
        "svg.hashsalt": "seventh",
        "svg.fonttype": "none",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)
plt: Any = importlib.import_module("matplotlib.pyplot")

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "plots"
PLAIN = {"Date": None, "Creator": None}
"""Metadata that would differ between runs."""


def save(figure: Any, folder: Path, name: str) -> None:
    figure.tight_layout()
    figure.savefig(folder / f"{name}.svg", metadata=PLAIN)
    plt.close(figure)


def payoffs(folder: Path) -> None:
    """The distribution of the net result, for the three wagers that start a game."""
    games = (("boston-7-stud", "main"), ("high-card-flush", "main"), ("seven-card-thrill", "poker"))
    figure, places = plt.subplots(1, 3, figsize=(9, 3))
    for place, (game, wager) in zip(places, games, strict=True):
        report = edge(game)
        found: dict[Any, int] = {}
        for outcome in report.wagers[wager].outcomes:
            found[outcome.pays] = found.get(outcome.pays, 0) + outcome.combinations
        total = report.wagers[wager].combinations
        results = sorted(found)
        place.bar(range(len(results)), [found[result] / total for result in results], color="#2f6f4f")
        place.set_xticks(range(len(results)), [str(result) for result in results], rotation=60)
        place.set_yscale("log")
        place.set_title(f"{game}: {wager}")
        place.set_xlabel("net result, in units")
    places[0].set_ylabel("probability")
    save(figure, folder, "payoffs")


def starts(folder: Path) -> None:
    """The expected value of playing on, for each three-card start of Boston 7 Stud."""
    counts = boston.stored_starts()
    sums, unit = boston.play_values(counts, boston.terms(book_house(boston.GAME), {}))
    worth = sums / (unit * boston.DEALS)
    order = np.argsort(worth)
    position = np.cumsum(boston.starts().orbits[order]) / 22100
    figure, place = plt.subplots(figsize=(7, 4))
    for category in Category:
        of_kind = boston.starts().categories[order] == category
        place.scatter(position[of_kind], worth[order][of_kind], s=4, label=category.title)
    place.axhline(-2, color="black", linewidth=0.8)
    place.text(0.01, -1.9, "fold")
    place.set_xlabel("share of all starts, worst first")
    place.set_ylabel("value of playing on, in antes")
    place.legend(markerscale=3, frameon=False)
    save(figure, folder, "starts")


def boundary(folder: Path) -> None:
    """Where High Card Flush turns from folding to raising: three suited cards, nine high to jack high."""
    [counts] = flush_counts.count([(3, 9)], Deck(), lambda _: None)
    numbers = [n for n in range(STRENGTHS[3], STRENGTHS[4]) if 7 <= int(_mask(n)).bit_length() - 1 <= 9]
    deals = counts.by_rank[numbers]
    worth = (deals @ np.array([1, 2, 0, -2])) / deals.sum(axis=1)
    folds = counts.actions[numbers, FOLD] / counts.actions[numbers].sum(axis=1)
    names = ["".join(RANKS[rank] for rank in range(12, -1, -1) if _mask(n) >> rank & 1) for n in numbers]
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(9, 5), sharex=True)
    upper.bar(range(len(numbers)), 1 - folds, color="#2f6f4f")
    upper.set_ylabel("share that raise")
    lower.plot(range(len(numbers)), worth, color="#2f6f4f", marker=".", markersize=3)
    lower.axhline(-1, color="black", linewidth=0.8)
    lower.text(0, -0.995, "fold")
    lower.set_ylabel("average value of a raise, in antes")
    lower.set_xticks(range(0, len(numbers), 3), names[::3], rotation=90)
    lower.set_xlabel("the three suited cards")
    save(figure, folder, "boundary")


def _mask(number: int) -> int:
    return int(MASKS[3, number - STRENGTHS[3]])


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for draw in (payoffs, starts, boundary):
        draw(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
