"""What a lab process computes: plain values in, plain values out."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from seventh.cards import CardError
from seventh.games import game_of, house_from_data
from seventh.games.worst_case import worst_case
from seventh.house import HouseWarning
from seventh.lab.figures import LabError
from seventh.lab.mathematics import Progress

Question = dict[str, Any]
Answer = dict[str, Any]
"""Has a `problem`, one line, if the question cannot be answered."""


def answer(question: Question, progress: Progress) -> Answer:
    """The answer to one question."""
    try:
        return _QUESTIONS[question["ask"]](question, progress)
    except (LabError, CardError) as error:
        return {"problem": str(error)}


def _figures(question: Question, progress: Progress) -> Answer:
    """The figures of a house: what `seventh edge --json` prints, optimal play, and the worst case."""
    from seventh.games.edges import edge
    from seventh.lab import stored

    house = _house(question)
    game = game_of(house)
    report = edge(game, house, question["amounts"], progress=progress)
    mathematics = game.mathematics
    assert mathematics is not None
    counts = stored.load(game.package) if mathematics.recount is not None else {}
    worst = worst_case(house)
    return {
        "report": report.as_data(),
        "play": [
            {
                "wager": play.wager,
                "choices": [[choice.name, str(choice.chance)] for choice in play.choices],
                "rule": play.rule,
            }
            for play in mathematics.play(house, counts)
        ],
        "worst": worst and {"hand": worst.hand, "uncapped": worst.uncapped, "round": worst.round},
    }


def _row(question: Question, progress: Progress) -> Answer:
    """The house edge of every wager against one row of a pay table."""
    from seventh.games.pay_rows import edges_by_pay

    found = edges_by_pay(_house(question), question["table"], question["row"], progress)
    return {"edges": [[str(pay), {name: str(value) for name, value in edges.items()}] for pay, edges in found]}


def _equity(question: Question, progress: Progress) -> Answer:
    from seventh.lab.equity.shares import equity

    found = equity(question["hands"], question["dead"], question["common"], workers=1, progress=progress)
    return found.as_data()


def _house(question: Question) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HouseWarning)  # the page shows them
        return house_from_data(question["house"])


_QUESTIONS: dict[str, Callable[[Question, Progress], Answer]] = {"figures": _figures, "row": _row, "equity": _equity}
