"""Tests of a plug-in as its author would write them, next to its folder:

SEVENTH_GAMES=examples/three_card_poker ./seventh test examples/test_three_card_poker.py
"""

from random import Random

import pytest

from seventh.cards import DECK_52
from seventh.games import GAMES, book_house, new_round
from seventh.games.checking import check_parts
from seventh.games.scripted import Table
from seventh.records import Recorder, read_record, verify_record, write_record
from seventh.records.checking import check_rounds
from seventh.rounds.actions import DEALER, Bet, Fold, NoMoreBets, PlaceWagers
from seventh.rounds.driver import from_deck
from seventh.rounds.legal import Refused

GAME = "three-card-poker"


def dealt(house=""):
    """One seat with both wagers, all cards dealt: a pair of kings against a dealer with jack high."""
    return Table(f"""
        {GAME}
        house: {house}
        seat 1: ante 500, pair_plus 100 | KsKd4h
        dealer: Jh9d8c
    """)


def test_P6_a_dealer_who_does_not_qualify_pays_the_ante_and_returns_play():
    table = dealt()
    table.act(1, Bet("play", 500))  # the dealer continues automatically: reveals, and the round is settled
    line = table.settled(1, "ante")
    assert (line.result, line.payoff, line.clause) == ("win", 500, "P6")
    assert table.settled(1, "play").result == "push"
    assert table.net(1) == 500 + 100


def test_P9_pair_plus_pays_what_the_house_says():
    table = dealt("pays.pair_plus.pair = 2")
    table.act(1, Bet("play", 500))
    assert table.settled(1, "pair_plus").payoff == 200


def test_P4_a_player_whose_time_runs_out_folds():
    table = dealt().finish()  # takes the default action for every seat that has not decided: here, fold
    assert table.settled(1, "ante").clause == "P4"
    assert table.net(1) == -600


def test_P4_the_play_wager_is_the_ante():
    table = dealt()
    assert Bet("play", 500) in table.round.legal(1)
    assert table.round.legal(1).of(Fold).count == 1
    before = table.round.copy()
    with pytest.raises(Refused, match="P4: 400 is not allowed for the play wager; allowed: 500"):
        table.round.act(1, Bet("play", 400))
    assert table.round == before


def test_a_round_is_recorded_and_verifies(tmp_path):
    deck = list(DECK_52)
    Random(1).shuffle(deck)
    draw = from_deck(deck)
    recorder = Recorder(new_round(book_house(GAME), {1: 10_000, 4: 10_000}))
    recorder.act(1, PlaceWagers({"ante": 500}))
    recorder.act(4, PlaceWagers({"pair_plus": 100}))
    recorder.act(DEALER, NoMoreBets())
    recorder.deal_on(draw)
    recorder.act(1, Fold())
    recorder.deal_on(draw)
    file = tmp_path / "round.json"  # ./seventh verify can check it too
    file.write_text(write_record(recorder.record()), encoding="utf-8")
    assert verify_record(read_record(file.read_text(encoding="utf-8"))).outcome.net(1) == -500


def test_the_game_is_complete():
    """The same checks as `./seventh check-game`, with other random rounds."""
    assert check_parts(GAMES[GAME]) == []
    assert check_rounds(GAMES[GAME], rounds=100, seed=7) == []
