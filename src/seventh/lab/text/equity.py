"""Text output of `seventh equity`."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.lab.equity.shares import EquityReport
from seventh.lab.figures import percent
from seventh.lab.text.partial import partial


def render(report: EquityReport) -> str:
    """Equities as text."""
    return "\n".join(_lines(report))


def _lines(report: EquityReport) -> Iterator[str]:
    width = max(8, *(len(hand.text) for hand in report.hands)) + 2
    sampled = report.seed is not None
    error = f"{'std error':>12}" if sampled else ""
    yield f"{'hand':<{width}}{'equity':>11}{'wins':>11}{'ties':>11}{error}"
    for hand in report.hands:
        error = "" if not sampled or hand.std_error is None else f"{100 * hand.std_error:>11.4f}%"
        shares = "".join(f"{percent(share, 4):>11}" for share in (hand.equity, hand.win, hand.tie))
        yield f"{hand.text:<{width}}{shares}{error}"
    if report.exact:
        yield f"exact: all {report.runouts:,} run-outs, {report.seconds:.2f} s"
    elif sampled:
        yield (
            f"sampled: {report.samples:,} of {report.runouts:,} run-outs, seed {report.seed}, {report.seconds:.2f} s"
        )
    if report.stopped:
        order = "" if sampled else ", in order: not a random sample, so equities may be far off"
        yield partial(report.samples, report.asked, "samples" if sampled else "run-outs") + order
    if report.common_to_come:
        yield "not enough cards for everyone: the last card is a common card (S13)"
