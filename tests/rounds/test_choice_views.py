"""Every choice that a seat is offered has the documented shape, and what its data allow is legal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from seventh.rounds import choice_views
from seventh.rounds.actions import Action, Bet, BetTo, PlaceWagers, kinds_of
from seventh.rounds.choice_views import BetChoice, BetToChoice, ListedChoice, SpotChoice, WagersChoice
from seventh.rounds.dealer import state
from seventh.rounds.round import CLOSED
from seventh.rounds.stud import table
from seventh.rounds.view import RoundView, SeatView, StudSeatView, StudView
from tests.playing.adapters import ADAPTERS
from tests.playing.walks import random_start, walk
from tools.protocol_doc import field_docs

PHASES = {
    RoundView: {
        state.WAGERS,
        state.DEALING,
        state.DECIDING,
        state.COUNTING,
        state.SETTING,
        state.REVEALING,
        CLOSED,
    },
    StudView: {table.ANTES, table.DEALING, table.BETTING, table.SHOWDOWN, CLOSED},
}
STATUSES = {
    SeatView: {state.OPEN, state.OUT, state.IN, state.FOLDED, state.VOID},
    StudSeatView: {table.IN, table.FOLDED, table.DEAD, table.MUCKED},
}


def actions(choice: Any) -> Iterator[Action]:
    """Some actions that the data of a choice allow, as a client understands them."""
    match choice:
        case ListedChoice(any_of=listed):
            for one in listed:
                yield msgspec.convert(one, kinds_of(Action)[one["action"]])
        case BetChoice():
            yield from (Bet(choice.wager, amount) for amount in (choice.least, choice.most))
        case BetToChoice():
            yield from map(BetTo, choice.amounts)
            if choice.step:
                inner = range(choice.least, choice.most + 1, choice.step)
                yield from map(BetTo, (inner[0], inner[len(inner) // 2], inner[-1]))
        case WagersChoice():
            amounts: dict[str, int] = {}
            for spot in choice.spots:
                if _open(spot, amounts):
                    amount = amounts[spot.same_as] if spot.same_as else spot.least
                    most = amounts[spot.at_most] if spot.at_most else amount
                    if amount <= most and sum(amounts.values()) + amount <= choice.budget:
                        amounts[spot.wager] = amount
                        yield PlaceWagers(dict(amounts))


def _open(spot: SpotChoice, amounts: dict[str, int]) -> bool:
    asked = not spot.needs or not amounts.keys().isdisjoint(spot.needs)
    return asked and amounts.keys().isdisjoint(spot.one_of)


@pytest.mark.parametrize("game", sorted(ADAPTERS))
def test_choices_have_the_documented_shape_and_what_they_allow_is_legal(game):
    seen: set[str] = set()
    for seed in range(25):
        rng = Random(f"choices {seed}")
        hand = random_start(game, rng)
        for _ in walk(hand, rng):
            for seat in hand.seats:
                for data in hand.described(seat):
                    choice = msgspec.convert(data, choice_views.kind_of(data))
                    assert json.loads(msgspec.json.encode(choice)) == json.loads(msgspec.json.encode(data))
                    seen.add(data["action"])
                    for action in actions(choice):
                        assert action in hand.legal(seat), (data, action)
    assert len(seen) > 1


@pytest.mark.parametrize("game", sorted(ADAPTERS))
def test_phases_and_statuses_are_the_documented_ones(game):
    for seed in range(25):
        rng = Random(f"phases {seed}")
        hand = random_start(game, rng)
        for _ in walk(hand, rng):
            view = hand.view(None)
            assert view.phase in PHASES[type(view)]
            assert {seat.status for seat in view.seats} <= STATUSES[type(view.seats[0])]
            assert getattr(view, "street", 3) in range(3, 8)


@pytest.mark.parametrize(
    ("kind", "field", "values"),
    [
        *((kind, "phase", values) for kind, values in PHASES.items()),
        *((kind, "status", values) for kind, values in STATUSES.items()),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else None,
)
def test_the_documentation_of_a_view_lists_all_values(kind, field, values):
    assert set(re.findall(r"`(\w+)`", field_docs(kind)[field])) == values
