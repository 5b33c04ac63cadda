"""Collusion at High Card Flush: gains counted exactly deal by deal, against plain Python."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from seventh.cards import DECK_52, card_set
from seventh.cli import main
from seventh.games import parse_house
from seventh.games.high_card_flush.collusion import collusion
from seventh.games.high_card_flush.dealer_hands import hands_below
from seventh.hands import flush
from seventh.lab.simulation.deals import round_cards
from seventh.lab.simulation.report import SimulationError
from seventh.lab.text.collusion import render

LEAST = 3 << 13 | 1 << 7 | 3
"""The lowest three suited cards, nine high, with which the dealer qualifies."""


def worths(own: tuple, left: list) -> dict[int, Fraction]:
    """What folding (0) and each raise is worth against the dealer's hands from the cards that are left."""
    hand = flush.strength(card_set(own))
    length = hand >> 13
    most = 1 if length <= 4 else 2 if length == 5 else 3
    if len(left) <= 17:
        dealers = [flush.strength(card_set(cards)) for cards in combinations(left, 7)]
        unqualified = sum(d < LEAST for d in dealers)
        wins, losses = sum(LEAST <= d < hand for d in dealers), sum(d >= LEAST and d > hand for d in dealers)
    else:
        masks = [sum(1 << card.rank - 2 for card in left if card.suit == suit) for suit in range(4)]
        unqualified, total = hands_below(masks, LEAST), comb(len(left), 7)
        wins = max(hands_below(masks, hand) - unqualified, 0)
        losses = total - hands_below(masks, max(hand + 1, LEAST))
    total = comb(len(left), 7)
    return {0: Fraction(-1)} | {r: Fraction(unqualified + (1 + r) * (wins - losses), total) for r in (1, most)}


def gains_of(number: int, seed: int) -> dict[int, Fraction]:
    deck = np.empty(52, np.uint8)
    round_cards(deck, np.uint64(seed), np.uint64(number), 42)
    cards = [DECK_52[place] for place in deck]
    own = tuple(cards[:7])
    alone = worths(own, cards[7:])
    base = max(alone, key=lambda raised: (alone[raised], raised > 0))
    found = {}
    for seen in (4, 5):
        knowing = worths(own, cards[7 * (seen + 1) :])
        found[seen] = max(knowing.values()) - knowing[base]
    return found


@pytest.mark.slow
def test_gains_agree_with_dealing_every_dealer_hand():
    deals, seed = 25, 8
    expected = [gains_of(number, seed) for number in range(deals)]
    report = collusion(deals=deals, seed=seed)
    for seen in (4, 5):
        mean = float(sum(gains[seen] for gains in expected) / deals)
        assert report.gains[seen - 1].gain == pytest.approx(mean, abs=1e-12)
        assert report.gains[seen - 1].changed == sum(gains[seen] > 0 for gains in expected) / deals


def test_more_hands_are_worth_more_and_six_turn_the_edge():
    report = collusion(deals=60_000, seed=2, workers=2)
    gains = [gain.gain for gain in report.gains]
    assert gains == sorted(gains)
    assert [gain.seen for gain in report.gains] == [1, 2, 3, 4, 5]
    assert all(gain.std_error < 0.1 * gain.gain for gain in report.gains)
    assert -0.09 < report.gains[-1].edge < -0.06
    assert report.gains[-1].interval[0] < gains[-1] < report.gains[-1].interval[1]


def test_a_seed_gives_the_same_with_any_number_of_workers():
    assert collusion(deals=70_000, seed=3).gains == collusion(deals=70_000, seed=3, workers=3).gains


def test_another_house_has_other_gains():
    house = parse_house("most_raise = { four_or_fewer = 3, five = 3, six_or_seven = 3 }", "high-card-flush")
    assert collusion(house, 20_000).gains[4].gain > collusion(deals=20_000).gains[4].gain


@pytest.mark.parametrize("options", [{"deals": 1}, {"seed": -1}, {"workers": 0}])
def test_invalid_requests_are_refused(options):
    with pytest.raises(SimulationError):
        collusion(**({"deals": 10} | options))


def test_it_is_shown(capsys):
    report = collusion(deals=1000)
    assert len(render(report).splitlines()) == 8
    main(["collusion", "--deals", "1000", "--json"])
    shown = json.loads(capsys.readouterr().out)
    assert [row["hands_seen"] for row in shown["seen"]] == [1, 2, 3, 4, 5]
    main(["collusion", "--deals", "1000"])
    assert "house edge" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["collusion", "--deals", "0"])
