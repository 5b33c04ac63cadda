"""Invariants of any round of any game; `SEVENTH_EFFORT` looks further, and `python -m tools.fuzz` runs a million."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.effort import EFFORT
from tests.games.machine import MACHINES
from tests.playing.rounds import play_block

# The same rounds in every run: a suite that fails only now and then helps nobody, and the longer run looks further.
REGULAR = settings(
    max_examples=40 * EFFORT,
    stateful_step_count=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


BLOCKS = 30 * EFFORT


@pytest.mark.parametrize(
    "game", [game if game == "high-card-flush" else pytest.param(game, marks=pytest.mark.slow) for game in MACHINES]
)
def test_any_round_keeps_every_promise(game):
    run_state_machine_as_test(MACHINES[game], settings=REGULAR)


@pytest.mark.slow
@pytest.mark.parametrize("game", MACHINES)
def test_random_rounds_are_settled_as_the_rulebook_alone_settles_them(game):
    for number in range(BLOCKS):
        play_block(game, f"suite.{number}")
