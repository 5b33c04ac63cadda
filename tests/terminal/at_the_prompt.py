"""A session at the prompt with cards laid out in advance."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from typing import Any

from seventh.cards import Card, cards_in, format_cards, parse_cards
from seventh.games import parse_house
from seventh.rounds.actions import Place
from seventh.rounds.round import Round
from seventh.terminal.play import play
from tests.waiting import LIMIT

BOSTON, THRILL, FLUSH = "boston-7-stud", "seven-card-thrill", "high-card-flush"

Layout = dict[Place, str]
"""The cards of each place in the order they are dealt; what is not named comes from the rest of the deck."""


KINGS_UP: Layout = {1: "KsKd4h 4cAs2d3c", "dealer": "QsQd2h 5c7s9dJc"}
NOTHING: Layout = {1: "9s7d2h KcJd5c4s", "dealer": "AsAd3h 8c6sTdQc"}
LOW_DEALER = "8h7h2h Ac7c4d2d"


def session(game: str, *lines: str, deals: Sequence[Layout] = (), house: str = "", chips: int | None = None) -> str:
    """Everything that a session prints when these lines are typed into a pipe."""
    rounds = iter(deals)

    def dealer(hand: Round):
        layout = {place: list(parse_cards(cards)) for place, cards in next(rounds, {}).items()}
        named = sum(card.bit for cards in layout.values() for card in cards)
        deck = sum(Card(text).bit for cards in hand.places().values() for text in cards)
        spare = list(cards_in(deck & ~named))

        def draw(place: Place, number: int) -> str:
            laid_out = layout.get(place, [])
            return format_cards([laid_out.pop(0) if laid_out else spare.pop() for _ in range(number)])

        return draw

    output = StringIO()
    source = StringIO("".join(f"{line}\n" for line in lines))
    play(parse_house(house, game), source, output, dealer, chips)
    return output.getvalue()


def after(transcript: str, beginning: str) -> list[str]:
    """The lines after the last one that begins so."""
    lines = transcript.splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith(beginning))
    return lines[last + 1 :]


def settlement(told: str) -> list[str]:
    """The lines from the first wager to the net of the last round, with their white space made even; a reason
    that goes over several lines is one."""
    lines = told.splitlines()
    (*_, last) = [number for number, line in enumerate(lines) if line.startswith("  net ")]
    first = max(number for number, line in enumerate(lines[:last]) if not line)
    found: list[str] = []
    for line in lines[first + 1 : last + 1]:
        said = " ".join(line.split())
        if line.startswith("   "):
            found[-1] += f" {said}"
        else:
            found.append(said)
    return found


def placed(game: str, *lines: str, **more) -> list[str]:
    """What the last of these lines, typed before the cards, is answered with."""
    told = session(game, *lines, **more).splitlines()
    prompts = [number for number, line in enumerate(told) if re.match(r"(Your wagers|Enter to deal.*)> ", line)]
    return told[prompts[-2] + 1 : prompts[-1]]


def seventh(*words: str, **more) -> subprocess.CompletedProcess[Any]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    more = {"capture_output": True, "text": True, "env": environment, "timeout": LIMIT, **more}
    return subprocess.run([sys.executable, "-m", "seventh", *words], **more)
