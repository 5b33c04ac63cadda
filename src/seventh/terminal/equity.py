"""What `seventh equity` shows."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.lab.equity.shares import EquityReport
from seventh.terminal.partial import partial


def render(report: EquityReport) -> str:
    """The shares of the pot as text."""
    return "\n".join(_lines(report))


def _lines(report: EquityReport) -> Iterator[str]:
    width = max(8, *(len(hand.text) for hand in report.hands)) + 2
    sampled = report.seed is not None
    error = f"{'std error':>12}" if sampled else ""
    yield f"{'hand':<{width}}{'equity':>11}{'wins':>11}{'ties':>11}{error}"
    for hand in report.hands:
        error = "" if not sampled or hand.std_error is None else f"{100 * hand.std_error:>11.4f}%"
        yield f"{hand.text:<{width}}{_percent(hand.equity)}{_percent(hand.win)}{_percent(hand.tie)}{error}"
    if report.exact:
        yield f"exact: every one of {report.runouts:,} run-outs, {report.seconds:.2f} s"
    elif sampled:
        yield (
            f"sampled: {report.samples:,} of {report.runouts:,} run-outs, seed {report.seed}, {report.seconds:.2f} s"
        )
    if report.stopped:
        order = "" if sampled else ", which were taken in order: no random sample, and the shares may be far off"
        yield partial(report.samples, report.asked, "samples" if sampled else "run-outs") + order
    if report.common_to_come:
        yield "the deck runs short: the last card is one common card for all (S13)"


def _percent(value: object) -> str:
    return f"{100 * float(value):>10.4f}%"  # type: ignore[arg-type]
