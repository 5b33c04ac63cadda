"""Refused amounts in words for players: what they can do instead, in money."""

import pytest

from seventh.games import wording_of
from seventh.games.scripted import Table
from seventh.rounds.actions import Bet, BetTo, Call, Fold, PlaceWagers
from seventh.rounds.legal import Refused
from seventh.rounds.refusal_words import refused_in_words
from tests.games.stud.at_stud import act, sit


def told(hand, seat, action):
    with pytest.raises(Refused) as caught:
        hand.act(seat, action)
    return refused_in_words(wording_of(hand.house), hand, seat, action, caught.value)


def test_S9_S19_bets_and_calls_at_stud():
    hand = act(sit(4000, 4000), "1 bring_in", "2 to 400").round
    assert told(hand, 1, BetTo(9_999_900)) == "You can raise to $8 only"
    assert told(hand, 1, Call(200)) == "You can call $3 only"


def test_S19_a_range_of_amounts():
    hand = act(sit(40_000, 40_000, house='structure = "spread_limit"'), "1 bring_in").round
    assert told(hand, 2, BetTo(9_999_900)) == "You can raise to between $2 and $6, in steps of $1"


def test_H4_raises_and_folds():
    table = Table("""
        high-card-flush
        seat 1: ante 1000 | QsTs9s8s2s Kh3d
        dealer: JhTh8h Ac7c4d2d
    """)
    assert told(table.round, 1, Bet("raise", 99_900)) == "You can raise $10 to $20, in steps of $1"
    assert told(table.round, 1, Fold(claim=True)) == "You can fold"


@pytest.mark.parametrize(
    ("chips", "wagers", "said"),
    [
        (50_000, {"ante": 9_999_900}, "You can bet $5 to $100 on the ante, in steps of $1"),
        (50_000, {"ante": 500, "flush": 99_900}, "You can bet $1 to $25 on the Flush bonus, in steps of $1"),
        (300, {"ante": 500}, "You have only $3 left, but the ante must be at least $5"),
        (50_000, {"flush": 500}, "The flush bonus requires an ante"),
    ],
)
def test_H2_H3_wagers_before_the_deal(chips, wagers, said):
    from seventh.games import GAMES, book_house

    hand = GAMES["high-card-flush"].round(book_house("high-card-flush"), {1: chips})
    assert told(hand, 1, PlaceWagers(wagers)) == said
