"""Equity at stud: against every run-out dealt in plain Python, by sampling, and when the deck runs short."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from seventh.cards import (
    DECK_52,
    UNKNOWN,
    CardError,
    DuplicateCard,
    MalformedCard,
    WrongCount,
    format_cards,
    parse_cards,
)
from seventh.cli import main
from seventh.hands import poker
from seventh.lab.equity.hands import parse_hand, spot_of
from seventh.lab.equity.shares import EquityError, equity
from tests.known import known


def by_hand(hands: list[str], dead: str = "", common: str = "") -> list[tuple[Fraction, Fraction, Fraction]]:
    """Win, tie and equity of each hand by dealing every run-out in plain Python."""
    spot = spot_of(hands, dead, common)
    wins, ties, shares = ([Fraction(0)] * len(hands) for _ in range(3))
    total = 0
    known = [[card for card in (*hand, *spot.common) if card is not UNKNOWN] for hand in spot.hands]

    def deal(place: int, left: frozenset, numbers: tuple[int, ...], shared: tuple) -> None:
        nonlocal total
        if place == len(hands):
            best = max(numbers)
            winners = [i for i, number in enumerate(numbers) if number == best]
            total += 1
            for i in winners:
                wins[i] += len(winners) == 1
                ties[i] += len(winners) > 1
                shares[i] += Fraction(1, len(winners))
            return
        for more in combinations(sorted(left), spot.to_come[place]):
            strength = poker.rank([*known[place], *shared, *more]).strength
            deal(place + 1, left - set(more), (*numbers, strength), shared)

    for shared in combinations(spot.unseen, spot.common_to_come):
        deal(0, frozenset(spot.unseen) - set(shared), (), shared)
    assert total == spot.runouts
    return [(w / total, t / total, s / total) for w, t, s in zip(wins, ties, shares, strict=True)]


def found(hands: list[str], dead: str = "", common: str = "") -> list[tuple[Fraction | float, ...]]:
    report = equity(hands, dead, common)
    assert report.exact
    assert sum(hand.equity for hand in report.hands) == 1
    return [(hand.win, hand.tie, hand.equity) for hand in report.hands]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (["(AsKs)QsJs2d3c", "(AhAd)2c3d4h9s"], ""),
        (["(AsKs)QsJs2d3c", "(AhAd)2c3d4h9s"], "TsTdThTc9c9d9h8s8c8d8h7s7c7d7h"),
        (["(AsKs)QsJs2d3c(4c)", "(AhAd)2c3d4h9s(9d)"], ""),
        (["(AsKs)QsJs2d3c(4c)", "(??Ad)2c3d4h9s(9d)"], ""),
        (["(????)QsJs2d3c(??)", "(KhAd)2c3d4h9s(9d)"], format_cards(DECK_52[13:36])[:0]),
        (["(AsKs)2h2d2s3c", "(AhKh)2c3d4h4s", "(9h9d)9c5h5d6c"], ""),
    ],
)
def test_every_runout_is_counted(hands, dead):
    assert found(hands, dead) == by_hand(hands, dead)


@pytest.mark.parametrize("seed", range(8))
def test_hands_of_any_length_with_unknown_and_dead_cards(seed):
    """Most of the deck is dead, so that few run-outs are left."""
    rng = Random(seed)
    deck = rng.sample(DECK_52, 52)
    hands = []
    for _ in range(rng.choice((2, 2, 3))):
        held = [deck.pop().text for _ in range(rng.choice((5, 6, 7)))]
        if rng.randrange(2):
            deck.append(DECK_52[parse_cards(held[0])[0]])
            held[0] = "??"
        hands.append(f"({held[0]}{held[1]}){''.join(held[2:])}")
    dead = format_cards(deck[: max(0, len(deck) - 9)])
    assert found(hands, dead) == by_hand(hands, dead)


def test_sampling_agrees_with_every_runout():
    hands = ["(AsKs)QsJs2d", "(AhAd)2c3d4h", "(7h7d)8c9d2h"]
    exact, sampled = equity(hands), equity(hands, samples=300_000, seed=5)
    assert exact.exact
    assert not sampled.exact
    assert (sampled.samples, sampled.seed) == (300_000, 5)
    for one, other in zip(exact.hands, sampled.hands, strict=True):
        assert 0 < known(other.std_error) < 0.001
        assert abs(float(one.equity) - other.equity) < 4 * known(other.std_error)
        assert abs(float(one.win) - other.win) < 0.005


def test_a_seed_gives_the_same_samples_with_any_number_of_workers():
    hands = ["(AsKs)Qs", "(????)2c"]
    one, two = (equity(hands, samples=600_000, seed=9, workers=workers) for workers in (1, 3))
    assert one.hands == two.hands
    assert one.hands != equity(hands, samples=600_000, seed=10).hands


def test_too_many_runouts_are_sampled():
    report = equity(["(AsKs)Qs", "(AhAd)2c"], samples=None)
    assert not report.exact
    assert report.runouts == 18_265_297_050
    assert known(report.hands[0].std_error) < 0.0003


EIGHT = [
    "(2c3c)4c5c6c7c", "(2d3d)4d5d6d8d", "(2h3h)4h5h6h8h", "(2s3s)4s5s6s8s",
    "(9c9d)9hTcTdTh", "(JcJd)JhQcQdQh", "(KcKd)KhAcAdAh", "(TsJs)QsKs7d7h",
]  # fmt: skip


def test_S13_eight_hands_share_a_common_card():
    """Four cards are left: As, 9s, 8c, 7s. One of them is the seventh card of all eight."""
    report = equity(EIGHT)
    assert (report.common_to_come, report.runouts) == (1, 4)
    assert found(EIGHT) == by_hand(EIGHT)
    # The ace and the nine of spades make the last hand a straight flush; 8c and 7s make one for two others.
    assert [float(hand.win) for hand in report.hands] == [0.25, 0, 0, 0.25, 0, 0, 0, 0.5]


@pytest.mark.parametrize(
    ("hands", "dead", "common"),
    [
        (7, 0, 0),  # S12: ten cards with the burns, eight needed
        (7, 3, 1),  # S13: one folded on third street; seven cards, eight needed
        (8, 0, 1),
        (4, 24, 1),  # four folded on sixth street: four cards, five needed
        (3, 30, 0),  # five folded: four cards, four needed
    ],
)
def test_S12_S13_a_short_deck_deals_one_each_or_a_common_card(hands, dead, common):
    cards = format_cards(DECK_52)
    texts = [cards[12 * place : 12 * place + 12] for place in range(hands)]
    assert spot_of(texts, "??" * dead).common_to_come == common
    assert spot_of(texts, cards[12 * hands : 12 * hands + 2 * dead]).common_to_come == common


def test_S13_a_common_card_is_foreseen_from_third_street():
    spot = spot_of(["(????)" + DECK_52[place].text for place in range(8)])
    assert spot.common_to_come == 1
    assert spot.to_come == (5,) * 8


def test_S13_a_common_card_on_the_table_is_everyones():
    report = equity(EIGHT, common="As")
    assert report.runouts == 1
    assert report.hands[7].win == 1


def test_equity_does_not_depend_on_the_order_or_face_of_cards():
    one = equity(["(AsKs)QsJs2d3c", "(AhAd)2c3d4h9s"])
    two = equity(["(AhAd)9s4h3d2c", "(3c2d)JsQs(KsAs)"])
    assert [hand.equity for hand in one.hands] == [hand.equity for hand in reversed(two.hands)]


@pytest.mark.parametrize(
    ("hands", "options", "error", "message"),
    [
        (["(AsKs)Qs"], {}, WrongCount, "1 hand given"),
        (["(????)2c"] * 9, {}, WrongCount, "9 hands given"),
        (["(AsKs)Qs", "(AsKd)2c"], {}, DuplicateCard, "As appears twice"),
        (["(AsKs)Qs", "(AdKd)2c"], {"dead": "Qs"}, DuplicateCard, "Qs appears twice"),
        (["(AsKs)", "(AdKd)2c"], {}, WrongCount, "has 2 cards"),
        (["AsKsQsJsTs9s8s7s", "(AdKd)2c"], {}, WrongCount, "has 8 cards"),
        (["(AsKsQs", "(AdKd)2c"], {}, MalformedCard, "unmatched parenthesis"),
        (["((AsKs))Qs", "(AdKd)2c"], {}, MalformedCard, "unmatched parenthesis"),
        (["(AsKx)Qs", "(AdKd)2c"], {}, MalformedCard, "'Kx' is not a card"),
        (["(AsJk)Qs", "(AdKd)2c"], {}, CardError, "joker"),
        (["(AsKs)Qs", "(AdKd)2c"], {"dead": "Jk"}, CardError, "Jk is not in the stud deck"),
        (["(AsKs)Qs", "(AdKd)2c"], {"common": "??"}, CardError, "is face up"),
        (["(AsKs)QsJsTs9s8s", "(AdKd)2c"], {"common": "2d"}, WrongCount, "the maximum is 7"),
        (["(AsKs)Qs", "(AdKd)2c"], {"dead": "??" * 50}, WrongCount, "more than a deck"),
        (["(AsKs)Qs", "(AdKd)2c"], {"dead": "??" * 45}, WrongCount, "no common card"),
        (["(AsKs)Qs", "(AdKd)2c"], {"samples": 1}, EquityError, "1 samples"),
        (["(AsKs)Qs", "(AdKd)2c"], {"seed": -1}, EquityError, "not a seed"),
        (["(AsKs)Qs", "(AdKd)2c"], {"workers": 0}, EquityError, "0 workers"),
    ],
)
def test_invalid_requests_are_refused_in_one_line(hands, options, error, message):
    with pytest.raises(error, match=message) as caught:
        equity(hands, **options)
    assert "\n" not in str(caught.value)


def test_white_space_and_several_groups_are_read():
    assert parse_hand("(As Ks) Qs 2d (3c)") == parse_cards("AsKsQs2d3c")


def test_the_command_prints_shares_or_one_line(capsys):
    main(["equity", "(AsKs)QsJs2d3c", "(AhAd)2c3d4h9s", "--dead", "Ts", "--json"])
    shown = json.loads(capsys.readouterr().out)
    report = equity(["(AsKs)QsJs2d3c", "(AhAd)2c3d4h9s"], "Ts")
    assert [Fraction(hand["equity_exact"]) for hand in shown["hands"]] == [hand.equity for hand in report.hands]
    main(["equity", "(AsKs)Qs", "(????)2c", "--samples", "1000"])
    shown = capsys.readouterr()
    assert "std error" in shown.out
    assert shown.err == ""
    main(["equity", *EIGHT])
    assert "common card" in capsys.readouterr().out
    for words in (["(AsKs)Qs"], ["(AsKs)Qs", "(AsKd)2c"], ["(AsKs)Qs", "(AhKd)2c", "--samples", "0"], ["x", "y"]):
        with pytest.raises(SystemExit) as stopped:
            main(["equity", *words])
        assert stopped.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1
