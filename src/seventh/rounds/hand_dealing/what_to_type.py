"""What a dealer can type now, for somebody who has no buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seventh.rounds.hand_dealing.values import Button, Instruction, counted, listed, lowered

SAYS_NOTHING = ("set", "best")
"""Words whose meaning is not plain from the words themselves."""


def what_to_type(told: Instruction) -> Iterator[tuple[str, str]]:
    """Everything that can be typed in answer to an instruction, and what it means."""
    yield from told.examples
    if told.needs == "cards":
        yield "CARDS", f"{counted(told.number)}, rank and suit each, such as As or 10h"
    for button in told.buttons:
        names = f": name {counted(button.cards)} after it" if button.cards else ""
        yield _typed(button, told.place), f"{lowered(button.label) if not names else button.label}{names}"


def typed_words(buttons: Sequence[Button], seat: int) -> str:
    """What can be typed, in one line: `fold or bet 5`."""
    parts = []
    for button in buttons:
        typed = _typed(button, seat)
        plain = typed.split()[-1] not in SAYS_NOTHING
        parts.append(typed if plain else f"{typed} ({lowered(button.label)})")
    return listed(parts, "or")


def claiming(claims: Sequence[Button]) -> str:
    """How a bonus is claimed; empty if none can be."""
    if not claims:
        return ""
    cards = f" and the {counted(claims[0].cards)}" if claims[0].cards else ""
    return f"A bonus pays only if it is claimed: type {listed([claim.entry for claim in claims], 'or')}{cards}."


def _typed(button: Button, place: object) -> str:
    """A button's entry as it is typed; the seat whose turn it is needs no number, except for a claim."""
    entry = button.entry or "Enter"
    if button.seat and button.seat == place and not button.cards:
        entry = entry.removeprefix(f"{button.seat} ")
    return f"{entry} CARDS" if button.cards else f"{entry} AMOUNT" if button.amount else entry
