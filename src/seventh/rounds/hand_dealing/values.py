"""What a dealer is told and may enter, as data for any user interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from seventh.rounds.actions import Action, Place, Who

Names = Callable[[int], str]
"""The name of a seat at the start of a sentence: "Seat 3"."""

Entered = tuple[Who, Action]
"""An action, and who takes it."""


YES = "yes"
"""The last word of an entry whose question has been answered."""


class NotUnderstood(ValueError):
    """An entry that cannot be accepted; the message is one line that says why, and what is allowed."""


class Unconfirmed(NotUnderstood):
    """An entry that is possible, but perhaps not meant: it is carried out once the dealer answers the question."""

    def __init__(self, question: str, entry: str, yes: str, no: str = "Go back") -> None:
        super().__init__(question)
        self.entry = f"{entry} {YES}"
        """The entry that needs no further answer."""
        self.yes, self.no = yes, no
        """The two answers, as labels of buttons."""


class UnconfirmedIrregularity(Unconfirmed):
    """An irregularity about to be reported, with its clause and what follows from it."""

    def __init__(self, question: str, entry: str, clause: str, follows: tuple[str, ...]) -> None:
        super().__init__(question, entry, "Report it")
        self.clause, self.follows = clause, follows


class Button(Struct, frozen=True, omit_defaults=True):
    """An entry that can be made by one tap."""

    label: str
    entry: str
    """What is entered; the cards and the amount, if needed, follow it."""
    cards: int = 0
    """The number of cards to name after it."""
    amount: int = 0
    """The smallest amount to name after it, if one is needed."""
    seat: int = 0
    """The seat it is about; 0 for none."""
    primary: bool = False


class Instruction(Struct, frozen=True, omit_defaults=True):
    """What to do next."""

    text: str
    """In words: "Seat 3, card 2, face down"."""
    needs: Literal["cards", "nothing", "wagers", "decision", "over"]
    """What is entered next: cards, nothing (the dealer confirms), wagers, a decision; or the round is over."""
    number: int = 0
    """The number of cards to name."""
    place: Place | None = None
    """Where the next card goes, or whose turn it is."""
    clause: str = ""
    hint: str = ""
    """A further sentence."""
    buttons: tuple[Button, ...] = ()
    choose_from: str = ""
    """The only cards that can be named; empty for all that have not been seen."""
    typing: str = ""
    """A further sentence for somebody who types rather than taps."""
    examples: tuple[tuple[str, str], ...] = ()
    """What can be typed besides the entries of the buttons, and what it means."""
    also: tuple[int, ...] = ()
    """Other seats that can decide now, in any order."""


class Irregularity(Struct, frozen=True, omit_defaults=True):
    """An irregularity that can be reported now."""

    label: str
    entry: str
    clause: str = ""
    places: tuple[Place, ...] = ()
    """The places to choose from, if the entry must name one."""
    cards: int = 0
    """The number of cards to name."""
    count: bool = False
    """Whether the entry names the number of cards found."""
    reason: bool = False
    """Whether the entry gives a reason."""


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def counted(number: int, thing: str = "card") -> str:
    """`one card`, `seven cards`."""
    names = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{names[number] if number < len(names) else number} {thing}{'s' * (number != 1)}"


def listed(parts: list[str], last: str = "and") -> str:
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)
