"""Equities street by street, as a table and a chart."""

from __future__ import annotations

from typing import Any

from seventh.web.game_info import percent
from seventh.web.lab.equities import STREETS, Spots
from seventh.web.lab.questions import Answer
from seventh.web.lab.workers import Pending

WIDTH, HEIGHT = 560, 220
LEFT, TOP, BOTTOM = 44, 10, 30
MARKS = ("circle", "square", "diamond", "triangle", "circle", "square", "diamond", "triangle")


def equity_results(spots: Spots, told: dict[int, Answer | Pending]) -> dict[str, Any]:
    """What the page shows of the streets whose equities are there."""
    streets = [_street(street, told[street]) for street in spots.streets]
    hands = [
        {
            "number": place + 1,
            "text": spots.given[place],
            "streets": [street["hands"][place] if street["hands"] else None for street in streets],
        }
        for place in range(len(spots.given))
    ]
    return {"streets": streets, "hands": hands, "chart": _chart(spots, streets), "said": _said(streets[-1])}


def _street(street: int, found: Answer | Pending) -> dict[str, Any]:
    titled: dict[str, Any] = {"title": STREETS[street], "hands": [], "how": "", "common": 0}
    if isinstance(found, Pending):
        return {**titled, "how": "not computed yet"}
    if "problem" in found:
        return {**titled, "how": found["problem"]}
    if found["exact"]:
        how = f"exact: all {found['runouts']:,} run-outs"
    else:
        most = max(hand["std_error"] for hand in found["hands"])
        how = (
            f"sampled: {found['samples']:,} of {found['runouts']:,} run-outs; "
            f"standard error up to {100 * most:.4f} points"
        )
    hands = [
        {
            "equity": f"{100 * hand['equity']:.4f}%",
            "share": hand["equity"],
            "exact": hand.get("equity_exact", ""),
            "error": "" if found["exact"] else f"±{100 * hand['std_error']:.4f}",
            "win": f"{100 * hand['win']:.4f}%",
            "tie": f"{100 * hand['tie']:.4f}%",
        }
        for hand in found["hands"]
    ]
    return {**titled, "hands": hands, "how": how, "common": found["common_cards_to_come"]}


def _said(last: dict[str, Any]) -> str:
    """The latest street in a sentence, for screen readers."""
    if not last["hands"]:
        return ""
    shares = ", ".join(f"player {place} {percent(hand['share'])}" for place, hand in enumerate(last["hands"], 1))
    return f"{last['title']}: {shares}."


def _chart(spots: Spots, streets: list[dict[str, Any]]) -> dict[str, Any] | None:
    """A line for each player; None before there are two streets to connect."""
    known = [(place, street) for place, street in enumerate(streets) if street["hands"]]
    if len(known) < 2:
        return None
    step = (WIDTH - LEFT - 110) / (len(streets) - 1)

    def at(place: int, share: float) -> tuple[float, float]:
        return round(LEFT + place * step, 1), round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)

    lines: list[dict[str, Any]] = []
    for number in range(len(spots.given)):
        points = [at(place, street["hands"][number]["share"]) for place, street in known]
        lines.append(
            {
                "number": number + 1,
                "kind": number % 4,
                "mark": MARKS[number],
                "points": " ".join(f"{x},{y}" for x, y in points),
                "marks": points,
                "end": points[-1],
            }
        )
    _spread([line["end"] for line in lines], lines)
    ticks = [{"y": at(0, share)[1], "text": f"{share:.0%}"} for share in (1, 0.75, 0.5, 0.25, 0)]
    names = [{"x": at(place, 0)[0], "text": street["title"].split()[0]} for place, street in enumerate(streets)]
    first, last = known[0][1], known[-1][1]
    words = " ".join(
        f"Player {number}: {percent(first['hands'][number - 1]['share'])} on {first['title'].lower()}, "
        f"{percent(last['hands'][number - 1]['share'])} on {last['title'].lower()}."
        for number in range(1, len(spots.given) + 1)
    )
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "lines": lines,
        "ticks": ticks,
        "names": names,
        "words": words,
    }


def _spread(ends: list[tuple[float, float]], lines: list[dict[str, Any]]) -> None:
    """Move the labels at the ends of the lines apart, so that none covers another."""
    order = sorted(range(len(ends)), key=lambda place: ends[place][1])
    lowest = 0.0
    for place in order:
        lowest = max(lowest + 15, ends[place][1] + 4)
        lines[place]["label"] = lowest
    over = lowest - (HEIGHT - 8)
    if over > 0:
        for place in order:
            lines[place]["label"] -= over
