"""Text output of `seventh simulate`."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.lab.simulation.report import Estimate, SimulationReport
from seventh.lab.text.partial import partial


def render(report: SimulationReport) -> str:
    """The estimates as text."""
    return "\n".join(_lines(report))


def _lines(report: SimulationReport) -> Iterator[str]:
    rate = report.rounds / report.seconds if report.seconds else 0
    yield (
        f"{report.house}: {report.rounds:,} rounds, {report.strategy} play, seed {report.seed}, "
        f"{report.seconds:.2f} s, {rate:,.0f} rounds a second"
    )
    if report.stopped:
        yield partial(report.rounds, report.asked, "rounds")
    yield ""
    yield (
        f"{'wager':<24}{'mean':>13}{'std error':>12}{'95% confidence':>28}{'std dev':>12}{'hits':>11}{'wagered':>10}"
    )
    for estimate in report.wagers.values():
        yield _row(estimate.wager if estimate.amount is None else f"{estimate.wager} {estimate.amount}", estimate)
    if report.together:
        chips = any(estimate.amount is not None for estimate in report.wagers.values())
        yield _row("together, in chips" if chips else "together", report.together)
    if report.covariances:
        yield ""
        yield "covariances, per unit of each wager"
        for (first, second), value in report.covariances.items():
            yield f"  {f'{first} and {second}':<42} {value:>14.6f}"


def _row(name: str, estimate: Estimate) -> str:
    low, high = estimate.interval
    interval = f"{low:+.6f} .. {high:+.6f}"
    return (
        f"{name:<24}{estimate.mean:>+13.6f}{estimate.std_error:>12.6f}{interval:>28}{estimate.std_dev:>12.5f}"
        f"{100 * estimate.hit_frequency:>10.4f}%{estimate.average_wagered:>10.5g}"
    )
