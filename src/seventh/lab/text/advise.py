"""Text output of `seventh advise`."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.cards import format_cards
from seventh.lab.advice import Advice


def render(advice: Advice) -> str:
    """The expected value of every choice as text."""
    return "\n".join(_lines(advice))


def _lines(advice: Advice) -> Iterator[str]:
    yield f"{format_cards(advice.cards)}: {advice.hand} ({format_cards(advice.plays)})"
    for name, ev in sorted(advice.actions.items(), key=lambda item: -item[1]):
        mark = "best" if name == advice.best and len(advice.actions) > 1 else ""
        yield f"  {name.replace('_', ' '):<18} {float(ev):>+13.8f}  {mark:<4}  {ev}"
    if advice.wagers:
        yield "wagers unaffected by the decision" if advice.best != "set" else "wagers"
    for name, value in advice.wagers.items():
        how = (value.row.replace("_", " ") or "loses") if value.settled else "before the dealer's hand is shown"
        yield f"  {name.replace('_', ' '):<18} {float(value.ev):>+13.8f}  {how}"
    if advice.chances:
        yield "showdown probabilities"
    for name, chance in advice.chances.items():
        yield f"  {name.replace('_', ' '):<24} {float(chance):>11.8f}"
