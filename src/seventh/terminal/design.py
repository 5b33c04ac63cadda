"""What `seventh design` shows."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.lab.design.search import DesignReport, plain
from seventh.terminal.partial import partial


def render(report: DesignReport) -> str:
    """The tables that fit as text, best first."""
    return "\n".join(_lines(report))


def _lines(report: DesignReport) -> Iterator[str]:
    low, high = float(100 * report.target.low), float(100 * report.target.high)
    rate = report.searched / report.seconds if report.seconds else 0
    yield (
        f"{report.house}: {report.table} with a house edge of {low:g}% to {high:g}%: {report.matched:,} of "
        f"{report.searched:,} tables fit, {report.seconds:.2f} s, {rate:,.0f} a second"
    )
    if report.stopped:
        yield partial(report.searched, report.candidates, "pay tables")
    if not report.tables:
        return
    rows = list(report.tables[0].pays)
    widths = [max(len(row), *(len(str(plain(table.pays[row]))) for table in report.tables)) + 2 for row in rows]
    titles = "".join(f"{row.replace('_', ' '):>{width}}" for row, width in zip(rows, widths, strict=True))
    yield f"{'house edge':>12}{'hits':>10}{'std dev':>10}  {titles}"
    for table in report.tables:
        pays = "".join(f"{plain(table.pays[row]):>{width}}" for row, width in zip(rows, widths, strict=True))
        figures = table.figures
        edge, hits = float(-100 * figures.ev), float(100 * figures.hit_frequency)
        yield f"{edge:>11.6f}%{hits:>9.4f}%{figures.std_dev:>10.5f}  {pays}"
