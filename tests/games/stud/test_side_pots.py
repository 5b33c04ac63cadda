"""S22 and S25: pots, odd chips and rake of random hands against a settlement that counts chip by chip."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.rounds.events import (
    Mucked,
    PotWon,
)
from seventh.rounds.stud.pots import Pot, pots_of, rake_of, shares
from tests.games.stud.at_stud import check_down, events_of, stud, won
from tests.games.stud.chip_by_chip import check, put_in, random_hand
from tests.naive.side_pots import settle


@pytest.mark.slow
@settings(max_examples=600, derandomize=True)
@given(st.integers(0, 2**32))
def test_S22_random_hands_settle_as_chip_by_chip(seed):
    check(random_hand(Random(seed)))


@pytest.mark.slow
def test_S22_the_random_hands_have_what_they_should():
    """Many pots, eight all-ins, ties, odd chips and rake all occur among a thousand hands."""
    pots, all_ins, shared, odd, raked = set(), set(), 0, 0, 0
    for seed in range(1000):
        hand = random_hand(Random(f"side pots {seed}"))
        expected = check(hand)
        pots.add(len(expected.pots))
        all_ins.add(sum(chips == put_in(hand)[seat] for seat, chips in hand.seats.items()))
        won = [(event.pot, event.amount) for event in hand.events if isinstance(event, PotWon)]
        ties = [pot for pot, _ in won if sum(p == pot for p, _ in won) > 1]
        shared += bool(ties)
        odd += any(len({amount for p, amount in won if p == pot}) > 1 for pot in ties)
        raked += expected.rake > 0
    assert pots >= {1, 2, 3, 4, 5, 6}
    assert all_ins >= set(range(9))
    assert min(shared, odd, raked) > 20


PLAYERS = st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=2, max_size=8)


@settings(max_examples=400, derandomize=True)
@given(PLAYERS, st.randoms(use_true_random=False), st.sampled_from((0, 25, 100, 333, 1000)), st.sampled_from((0, 1, 7)))
def test_S22_S25_pots_of_any_amounts(players, rng, per_thousand, cap):
    """Any chips by anybody, ties among few strengths, whatever a betting round could or could not lead to."""
    chips = {seat: amount for seat, (amount, _) in enumerate(players, 1)}
    two = sorted(chips.values())[-2]
    chips = {seat: min(amount, two) for seat, amount in chips.items()}  # what nobody called has gone back
    strengths = {seat: rng.randrange(3) for seat, (_, still_in) in enumerate(players, 1) if still_in and chips[seat]}
    if not strengths or not two:
        return
    order = rng.sample(sorted(chips), len(chips))
    pots = pots_of([(seat, chips[seat], seat in strengths) for seat in chips])
    paid, rakes = dict.fromkeys(chips, 0), rake_of(pots, per_thousand, cap)
    for pot, rake in zip(pots, rakes, strict=True):
        best = max(strengths[seat] for seat in pot.seats)
        winners = [seat for seat in order if seat in pot.seats and strengths[seat] == best]
        for seat, amount in shares(pot.amount - rake, winners).items():
            paid[seat] += amount
    expected = settle(chips, strengths, order, per_thousand, cap)
    if any(sum(amount >= row for amount in chips.values()) == 1 for row in range(1, two + 1)):
        return
    assert (paid, sum(rakes)) == (expected.paid, expected.rake)


@pytest.mark.parametrize(
    ("contributions", "pots"),
    [
        ([(1, 100, True), (2, 100, True)], [Pot(200, (1, 2))]),
        ([(1, 50, True), (2, 100, True), (3, 100, True)], [Pot(150, (1, 2, 3)), Pot(100, (2, 3))]),
        ([(1, 70, False), (2, 100, True), (3, 100, True)], [Pot(270, (2, 3))]),
        ([(1, 50, True), (2, 100, False), (3, 100, False)], [Pot(250, (1,))]),
        ([(1, 0, True), (2, 100, False), (3, 100, False)], [Pot(200, (1,))]),
        ([], []),
    ],
)
def test_S22_pots_by_hand(contributions, pots):
    assert pots_of(contributions) == pots


def test_S22_mucking_changes_no_odd_chip():
    """Seat 3 is all-in for 51 and mucks; seats 1 and 2 tie, and each of the two pots has its own odd chip."""
    table = stud(
        """
        seat 1: AcKd QhJsTc2d 3d
        seat 2: AdKh QsJcTd2h 3h
        seat 3 with 51: 5d5h 6c8s9c4h 4s
        """,
        "all_in_shown = false\nstakes.ante = 51\nstakes.bring_in = 101\nrake.per_thousand = 5",
    )
    check_down(table).finish()
    # 153 chips, and 202 of which one is rake.
    assert won(table) == [(2, 0, 77), (1, 0, 76), (2, 1, 101), (1, 1, 100)]
    assert len(events_of(table, Mucked)) == 1
