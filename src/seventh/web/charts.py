"""Charts as SVG elements of a page: made here, styled by the page, and each with its figures in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor, log10

from markupsafe import Markup

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 78, 14, 12, 34
_POINTS = 300
"""More points than can be told apart."""
_TEXT = Markup('<text class="graph-text" x="{}" y="{}" text-anchor="{}">{}</text>')
_GRID = Markup(
    '<line class="graph-grid{zero}" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
    '<text class="graph-text" x="{at}" y="{text}" text-anchor="end">{written}</text>'
)


def band_chart(
    values: Sequence[float],
    middle: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    label: str,
    written: Callable[[float], str],
    unit: str = "round",
) -> Markup:
    """A line of values over a band around its expected course. `label` says the same in a sentence."""
    places = sampled(len(values))
    bottom = min(0.0, *(min(values[at], low[at]) for at in places))
    top = max(0.0, *(max(values[at], high[at]) for at in places))
    ticks = ticks_of(bottom, top)
    bottom, top = min(bottom, ticks[0]), max(top, ticks[-1])
    wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(at: int) -> str:
        return f"{_LEFT + wide * (at + 1) / len(values):.1f}"

    def y(value: float) -> str:
        return f"{_TOP + tall * (top - value) / (top - bottom):.1f}"

    def line(course: Sequence[float]) -> str:
        return f"M{_LEFT},{y(0)} " + " ".join(f"L{x(at)},{y(course[at])}" for at in places)

    back = " ".join(f"L{x(at)},{y(low[at])}" for at in reversed(places))
    parts = [
        Markup(
            '<svg class="graph" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{label}">'
        ).format(w=_WIDTH, h=_HEIGHT, label=label)
    ]
    parts += [
        _GRID.format(
            zero=" zero" if tick == 0 else "",
            left=_LEFT,
            right=_WIDTH - _RIGHT,
            y=y(tick),
            at=_LEFT - 8,
            text=f"{float(y(tick)) + 4:.1f}",
            written=written(tick),
        )
        for tick in ticks
    ]
    parts.append(Markup('<path class="graph-band" d="{} {} Z"/>').format(line(high), back))
    parts.append(Markup('<path class="graph-middle" d="{}"/>').format(line(middle)))
    parts.append(Markup('<path class="graph-line" d="{}"/>').format(line(values)))
    last = f"{len(values):,} {unit}{'' if len(values) == 1 else 's'}"
    parts.append(_TEXT.format(_LEFT, _HEIGHT - 10, "start", "start"))
    parts.append(_TEXT.format(_WIDTH - _RIGHT, _HEIGHT - 10, "end", last))
    return Markup("").join([*parts, Markup("</svg>")])


def sampled(length: int, most: int = _POINTS) -> list[int]:
    """At most this many places, evenly spread, the last one included."""
    if length <= most:
        return list(range(length))
    return [length * (place + 1) // most - 1 for place in range(most)]


def ticks_of(bottom: float, top: float, about: int = 5) -> list[float]:
    """Round numbers from the bottom to the top, 0 among them if it is between."""
    step = _round_step((top - bottom or 1) / about)
    return [number * step for number in range(floor(bottom / step), floor(top / step) + 2)]


def _round_step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= least)
