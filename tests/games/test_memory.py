"""A round without references is freed at once: there is no reference cycle."""

import gc
from random import Random

import pytest

from seventh.games import book_house
from tests.playing.adapters import ADAPTERS
from tests.playing.moves import random_action


def play(game: str, seed: int) -> None:
    """A random round in which every view and every choice is computed."""
    rng, adapter = Random(seed), ADAPTERS[game]
    hand = adapter.new_round(book_house(game), {1: 100_000, 2: 100_000}, adapter.start(rng))
    order = adapter.order(adapter.deck, rng, 2)
    while hand.outcome is None:
        for viewer in (None, 1, 2):
            hand.view(viewer)
        who = min(hand.to_act, key=str)
        action = random_action(hand, who, rng, order=order)
        if action is not None:
            hand = hand.copy()
            hand.act(who, action)


@pytest.mark.parametrize("game", ADAPTERS)
def test_a_round_leaves_no_reference_cycles_behind(game):
    play(game, 0)  # whatever is made once and kept
    gc.collect()
    gc.disable()
    try:
        play(game, 1)
        assert gc.collect() == 0
    finally:
        gc.enable()
