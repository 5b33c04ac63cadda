"""Text output of `seventh design`."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.games.design import DesignReport
from seventh.lab.design.search import plain
from seventh.lab.text.partial import partial


def render(report: DesignReport) -> str:
    """The matching tables as text, best first; if there are none, the nearest."""
    return "\n".join(_lines(report))


def none_fits(report: DesignReport) -> str:
    """Why no table fits, in one line."""
    if report.reachable is None:
        return "no table fits: none within these bounds meets the other conditions, at any house edge"
    low, high = (f"{float(100 * edge):.6f}%" for edge in (report.reachable.low, report.reachable.high))
    edges = f"a house edge of {low}" if low == high else f"house edges from {low} to {high}"
    return f"no table fits: those within these bounds have {edges}"


def _lines(report: DesignReport) -> Iterator[str]:
    low, high = float(100 * report.target.low), float(100 * report.target.high)
    rate = report.searched / report.seconds if report.seconds else 0
    yield (
        f"{report.house}: {report.table} with a house edge of {low:.10g}% to {high:.10g}%: {report.matched:,} of "
        f"{report.searched:,} tables fit, {report.seconds:.2f} s, {rate:,.0f} a second"
    )
    if report.stopped:
        yield partial(report.searched, report.candidates, "pay tables")
    shown = report.tables or report.nearest
    if not shown:
        return
    if not report.tables:
        yield f"the nearest {'is' if len(shown) == 1 else 'are'}"
    rows = list(shown[0].pays)
    widths = [max(len(row), *(len(str(plain(table.pays[row]))) for table in shown)) + 2 for row in rows]
    titles = "".join(f"{row.replace('_', ' '):>{width}}" for row, width in zip(rows, widths, strict=True))
    yield f"{'house edge':>12}{'hits':>10}{'std dev':>10}  {titles}"
    for table in shown:
        pays = "".join(f"{plain(table.pays[row]):>{width}}" for row, width in zip(rows, widths, strict=True))
        figures = table.figures
        edge, hits = float(-100 * figures.ev), float(100 * figures.hit_frequency)
        yield f"{edge:>11.6f}%{hits:>9.4f}%{figures.std_dev:>10.5f}  {pays}"
