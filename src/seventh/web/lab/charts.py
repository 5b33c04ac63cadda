"""The geometry of the lab's charts, and what they show in words; the templates draw them."""

from __future__ import annotations

from fractions import Fraction
from math import log10
from typing import Any

from seventh.web.game_info import one_in

WIDTH = 300
"""Of the bars of a distribution, in the chart's own units."""
DECADES = 10
"""A bar of no length is a chance of one in ten to this power; the scale is logarithmic."""
ROW = 22
PLOT_WIDTH, PLOT_HEIGHT = 560, 220
LEFT, TOP = 56, 12


def distribution(own: list[dict[str, Any]], by_book: list[dict[str, Any]]) -> dict[str, Any]:
    """A bar for each result of a wager, the best first."""
    chances, before = _by_result(own), _by_result(by_book)
    rows = []
    for place, pays in enumerate(sorted({*chances, *before}, reverse=True)):
        mine, theirs = chances.get(pays, Fraction(0)), before.get(pays, Fraction(0))
        rows.append(
            {
                "result": _signed(pays),
                "house": one_in(mine),
                "book": one_in(theirs),
                "percent": f"{float(100 * mine):.4f}%",
                "y": place * ROW,
                "width": _length(mine),
                "book_width": _length(theirs),
            }
        )
    likely, worst = max(chances, key=lambda pays: chances[pays]), min(chances)
    words = (
        f"Best result: {_signed(max(chances))} ({one_in(chances[max(chances)])}). Most frequent: {_signed(likely)} "
        f"({one_in(chances[likely])}). Worst: {_signed(worst)}."
    )
    return {"rows": rows, "height": len(rows) * ROW, "width": WIDTH, "words": words}


def _by_result(outcomes: list[dict[str, Any]]) -> dict[Fraction, Fraction]:
    total = sum(outcome["combinations"] for outcome in outcomes)
    found: dict[Fraction, Fraction] = {}
    for outcome in outcomes:
        pays = Fraction(outcome["pays"])
        found[pays] = found.get(pays, Fraction(0)) + Fraction(outcome["combinations"], total)
    return found


def _length(chance: Fraction) -> int:
    return round(WIDTH * max(0.02, 1 + log10(chance) / DECADES)) if chance else 0


def _signed(pays: Fraction) -> str:
    text = f"{abs(pays)}" if pays.denominator < 100 else f"{float(abs(pays)):.4f}"
    return f"{'+' if pays > 0 else '−' if pays < 0 else ''}{text}"  # noqa: RUF001


def edge_lines(points: list[tuple[Fraction, dict[str, float]]], now: Fraction, by_book: Fraction) -> dict[str, Any]:
    """A line for each wager whose edge depends on the pay."""
    names = [name for name in points[0][1] if len({edges[name] for _, edges in points}) > 1]
    values = [edges[name] for _, edges in points for name in names] or [0.0]
    low, high = min(*values, 0.0), max(*values, 0.0)
    spread = high - low or 1.0
    most = float(points[-1][0]) or 1.0

    def across(pay: Fraction) -> float:
        return round(LEFT + float(pay) / most * (PLOT_WIDTH - LEFT - 12), 1)

    def down(edge: float) -> float:
        return round(TOP + (high - edge) / spread * (PLOT_HEIGHT - TOP - 34), 1)

    lines: list[dict[str, Any]] = [
        {
            "title": name,
            "points": " ".join(f"{across(pay)},{down(edges[name])}" for pay, edges in points),
            "marks": [
                {"x": across(pay), "y": down(edges[name]), "of": "house" if pay == now else "book"}
                for pay, edges in points
                if pay in (now, by_book)
            ],
            "words": _line_words(name, points, now),
            "kind": place % 4,
        }
        for place, name in enumerate(names)
    ]
    return {
        "width": PLOT_WIDTH,
        "height": PLOT_HEIGHT,
        "left": LEFT,
        "bottom": PLOT_HEIGHT - 34,
        "zero": down(0.0),
        "ticks": [
            {"y": down(edge), "text": f"{100 * edge:.1f}%"} for edge in dict.fromkeys((high, (high + low) / 2, low))
        ],
        "pays": [{"x": across(pay), "text": _pay(pay)} for pay, _ in (points[0], points[len(points) // 2], points[-1])],
        "now": {"x": across(now), "text": _pay(now)},
        "book": {"x": across(by_book), "text": _pay(by_book)},
        "lines": lines,
        "names": names,
        "table": [
            {
                "pay": _pay(pay),
                "mark": "this house" if pay == now else "the book" if pay == by_book else "",
                "edges": [f"{100 * edges[name]:.4f}%".replace("-", "−") for name in names],  # noqa: RUF001
            }
            for pay, edges in points
        ],
        "words": " ".join(line["words"] for line in lines) or "The house edge does not depend on this row.",
    }


def _line_words(name: str, points: list[tuple[Fraction, dict[str, float]]], now: Fraction) -> str:
    first, last = points[0], points[-1]
    here = next(edges[name] for pay, edges in points if pay == now)
    return (
        f"{name}: the house edge goes from {100 * first[1][name]:.2f}% at a payout of {_pay(first[0])} to "
        f"{100 * last[1][name]:.2f}% at {_pay(last[0])}; it is {100 * here:.2f}% at {_pay(now)}."
    ).replace("-", "−")  # noqa: RUF001


def _pay(pay: Fraction) -> str:
    return f"{pay.numerator:,} to {pay.denominator}" if pay.denominator > 1 else f"{pay.numerator:,}"
