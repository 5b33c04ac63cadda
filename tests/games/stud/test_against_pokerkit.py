"""A few thousand hands against PokerKit; `python -m tools.compare_pokerkit` plays tens of thousands."""

import pytest

from tests.games.stud.against_pokerkit import DEPARTURES, MENDED, folding_without_a_bet, odd_chips, play_block

pytestmark = pytest.mark.slow

BLOCKS, HANDS = 10, 300


@pytest.mark.parametrize("block", range(BLOCKS))
def test_same_choices_and_same_stacks_as_pokerkit(block):
    counts = play_block(f"suite.{block}", HANDS)
    # That one may fold for free comes up in every hand; all else is rare.
    rare = {*DEPARTURES, *MENDED, odd_chips} - {folding_without_a_bet}
    departures = sum(counts[departure.__name__] for departure in rare)
    assert counts["hands"] == HANDS
    assert counts["decisions"] > 10 * HANDS
    assert counts["same stacks"] > 0.85 * HANDS
    assert departures < 0.4 * HANDS
    assert counts["side pots"] > 0.1 * HANDS
