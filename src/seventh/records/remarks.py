"""A coach's remarks on a round: what each decision of a seat was worth, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seventh.games.coaching import Choice, Coaching, coaching
from seventh.house import House
from seventh.records.record import Record, Step
from seventh.rounds.actions import Action
from seventh.rounds.round import Round


@dataclass(frozen=True)
class Remark:
    """One decision of a seat, with what the coach knew when it was made."""

    step: int
    """The place of the action among the steps of the record, from 0."""
    seat: int
    unit: int
    """One ante, in chips."""
    choices: tuple[Choice, ...]
    """Every choice, with what it was worth."""
    best: str
    """The name of the choice worth most."""
    action: Action
    """What the seat did."""
    chosen: str
    """The name of that choice; empty for an amount between those listed."""
    ev: Fraction
    """What it was worth, in antes."""
    cost: Fraction
    """How much less than the best choice, in antes; 0 if there was none better."""
    hand: str
    """The name of the hand."""

    @property
    def chips(self) -> Fraction:
        """The cost in chips."""
        return self.cost * self.unit

    def as_data(self) -> dict[str, Any]:
        """For JSON: fractions as text, with their decimals."""
        return {
            "step": self.step,
            "seat": self.seat,
            "unit": self.unit,
            "hand": self.hand,
            "choices": [{"name": one.name, "ev": str(one.ev), "decimal": float(one.ev)} for one in self.choices],
            "best": self.best,
            "chosen": self.chosen,
            "ev": str(self.ev),
            "cost": str(self.cost),
            "chips": str(self.chips),
        }


def remarks(house: House, played: Record | tuple[Round, tuple[Step, ...]], seat: int) -> tuple[Remark, ...]:
    """The coach's remarks on a seat's decisions, in order, computed from what the seat saw when it decided.

    `played` is a record, or a round before its first action with the steps taken in it. Decisions without figures,
    such as the wagers before the cards, get no remark; nor does a game without a coach.
    """
    hand, steps = (played.new_round(), played.steps) if isinstance(played, Record) else (played[0].copy(), played[1])
    if seat not in hand.seats:
        raise ValueError(f"seat {seat} was not in the round; its seats are {', '.join(map(str, hand.seats))}")
    found = []
    for number, step in enumerate(steps):
        if step.who == seat:
            remark = remark_on(coaching(house, hand.view(seat)), step.action, seat, number)
            if remark is not None:
                found.append(remark)
        hand.act(step.who, step.action)
    return tuple(found)


def remark_on(known: Coaching, action: Action, seat: int, step: int = 0) -> Remark | None:
    """The remark on one action; None if it is not a choice with a figure, or there was nothing to choose from."""
    best, ev, cost = known.best, known.worth(action), known.cost(action)
    if best is None or ev is None or cost is None or len(known.choices) < 2:
        return None
    chosen = next((choice.name for choice in known.choices if choice.action == action), "")
    return Remark(step, seat, known.unit, known.choices, best.name, action, chosen, ev, cost, known.hand)
