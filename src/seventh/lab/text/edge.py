"""Text output of `seventh edge`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from seventh.lab.figures import EdgeReport, WagerFigures, percent


def render(report: EdgeReport) -> str:
    """The figures of every wager as text."""
    return "\n".join(_lines(report))


def _lines(report: EdgeReport) -> Iterator[str]:
    yield f"{report.house}: {report.method}, {report.seconds:.2f} s"
    for note in report.notes:
        yield f"note: {note}"
    for name, figures in report.wagers.items():
        yield ""
        yield from _wager(name, figures)
    if report.covariances:
        yield ""
        yield "covariances, per unit of each wager"
        for (first, second), value in report.covariances.items():
            yield f"  {f'{first} and {second}':<42} {float(value):>14.8f}"


def _wager(name: str, figures: WagerFigures) -> Iterator[str]:
    yield name if figures.amount is None else f"{name}, {figures.amount} chips"
    yield f"  expectation       {float(figures.ev):>14.8f}   {figures.ev}"
    yield f"  house edge        {percent(figures.house_edge):>14}"
    if figures.average_wagered != 1:
        yield f"  average wagered   {float(figures.average_wagered):>14.8f}"
        yield f"  element of risk   {percent(figures.element_of_risk):>14}"
    yield f"  standard deviation{figures.std_dev:>14.8f}   variance {float(figures.variance):.8f}"
    yield f"  hit frequency     {percent(figures.hit_frequency):>14}"
    for strategy in figures.strategies:
        yield f"  played {strategy.name:<15}{percent(-strategy.ev):>10} house edge, costs {percent(strategy.cost)}"
        yield f"    {strategy.rule}"
    total = figures.combinations
    yield f"  {'outcome':<42} {'combinations':>22} {'probability':>12} {'pays':>9} {'contribution':>13}"
    for outcome in figures.outcomes:
        chance = Fraction(outcome.combinations, total)
        yield (
            f"  {outcome.name:<42} {outcome.combinations:>22,} {float(chance):>12.8f} {_pays(outcome.pays):>9}"
            f" {float(chance * outcome.pays):>13.8f}"
        )
    yield f"  {'all':<42} {total:>22,} {1:>12.8f} {'':>9} {float(figures.ev):>13.8f}"


def _pays(value: Fraction) -> str:
    return f"{value}" if value.denominator < 100 else f"{float(value):.5f}"
