"""S22 and S25: pots, odd chips and rake of random hands against a settlement that counts chip by chip."""

from random import Random

import pytest
from at_stud import cheapest, check_down, events_of, stud, won
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import ranking
from naive.side_pots import settle

from seventh.cards import DECK_52, format_cards
from seventh.games import parse_house
from seventh.rounds.actions import BetTo, Fold, Muck, Show
from seventh.rounds.driver import deal_on
from seventh.rounds.events import (
    AntePosted,
    BetMade,
    BetsCollected,
    BroughtIn,
    Called,
    Folded,
    Mucked,
    PotWon,
    RakeTaken,
)
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.pots import Pot, pots_of, rake_of, shares

HOUSES = (
    'structure = "{}"\nodd_chip = "{}"\nall_in_shown = {}\ntable_unit = 1\n'
    + """
[stakes]
ante = 5
bring_in = 7
small_bet = 20
big_bet = 40
[spread]
third = {{ minimum = 7, maximum = 40 }}
fourth = {{ minimum = 7, maximum = 40 }}
fifth = {{ minimum = 7, maximum = 40 }}
sixth = {{ minimum = 7, maximum = 40 }}
seventh = {{ minimum = 7, maximum = 40 }}
[rake]
per_thousand = {}
cap = {}
no_fourth_street_no_drop = {}
"""
)
STRUCTURES = ("fixed_limit", "fixed_limit", "spread_limit", "pot_limit", "no_limit", "no_limit")


def random_house(rng):
    return parse_house(
        HOUSES.format(
            rng.choice(STRUCTURES),
            rng.choice(("high_card_by_suit", "left_of_dealer")),
            rng.choice(("true", "false")),
            rng.choice((0, 0, 25, 50, 333)),
            rng.choice((0, 3, 10)),
            rng.choice(("true", "false")),
        ),
        "seven-card-stud",
    )


def alike(deck, likeness, rng):
    """Deal from a deck, now and then a card of the rank that another seat got in its place: that makes ties."""
    left, held = list(deck), {}

    def draw(place, number):
        cards = []
        for _ in range(number):
            mine = held.setdefault(place, [])
            ranks = {theirs[len(mine)].rank for seat, theirs in held.items() if len(theirs) > len(mine)}
            alike = [card for card in left if card.rank in ranks] if rng.random() < likeness else []
            card = (alike or left)[0]
            left.remove(card)
            mine.append(card)
            cards.append(card)
        return format_cards(cards)

    return draw


def random_hand(rng):
    """Two to eight players, many of them short, most of them willing to put everything in."""
    players, position = rng.randrange(2, 9), rng.randrange(9)
    chips = [rng.choice((rng.randrange(1, 60), rng.randrange(1, 300), 400)) for _ in range(players)]
    hand = StudRound(
        random_house(rng), dict(zip(sorted(rng.sample(range(1, 9), players)), chips, strict=True)), position
    )
    draw = alike(rng.sample(DECK_52, 52), rng.choice((0, 1)), rng)
    folding, raising = rng.choice((0.0, 0.05, 0.2)), rng.choice((0.2, 0.5, 0.9))
    while hand.outcome is None:
        deal_on(hand, draw, lambda cards: rng.sample(list(cards), len(cards)))
        for seat in hand.to_act:
            hand.act(seat, random_action(hand, seat, rng, folding, raising))
    return hand


def random_action(hand, seat, rng, folding, raising):
    legal = hand.legal(seat)
    if hand.phase == "showdown":
        return Muck() if Muck() in legal and rng.random() < 0.5 else Show()
    if Fold() in legal and rng.random() < folding:
        return Fold()
    bets = legal.of(BetTo)
    if bets and rng.random() < raising:
        amounts = list(bets)
        return rng.choice((amounts[0], amounts[-1], rng.choice(amounts)))
    return cheapest(hand, seat)


def put_in(hand):
    """What each seat put in, from the events alone; returned bets are not looked at."""
    total, street = dict.fromkeys(hand.seats, 0), dict.fromkeys(hand.seats, 0)
    for event in hand.events:
        if isinstance(event, BetsCollected):
            street = dict.fromkeys(hand.seats, 0)
        elif isinstance(event, AntePosted | BroughtIn | Called):
            total[event.seat] += event.amount
            street[event.seat] += event.amount if not isinstance(event, AntePosted) else 0
        elif isinstance(event, BetMade):
            total[event.seat] += event.to - street[event.seat]
            street[event.seat] = event.to
    return total


def odd_chip_order(hand):
    """By the highest own card, aces and spades first; or from the dealer's left."""
    if hand.house.odd_chip == "left_of_dealer":
        clockwise = [*range(hand.dealer_position + 1, 9), *range(1, hand.dealer_position + 1)]
        return [seat for seat in clockwise if seat in hand.seats]
    highest = {seat: max((card.rank, card.suit) for card in hand.hands[seat].cards) for seat in hand.seats}
    return sorted(hand.seats, key=highest.__getitem__, reverse=True)


def naive_settlement(hand):
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    still_in = [seat for seat in hand.seats if seat not in folded]
    if len(still_in) == 1:
        strengths = {still_in[0]: 0}
    else:
        strengths = {seat: ranking.best(hand.hands[seat].cards + hand.common) for seat in still_in}
    rake = hand.house.rake
    free = rake.no_fourth_street_no_drop and hand.street == 3
    return settle(put_in(hand), strengths, odd_chip_order(hand), 0 if free else rake.per_thousand, rake.cap)


def check(hand):
    expected, paid_in = naive_settlement(hand), put_in(hand)
    stacks = {seat: chips - paid_in[seat] + expected.paid[seat] for seat, chips in hand.seats.items()}
    assert {seat: hand.hands[seat].stack for seat in hand.seats} == stacks
    assert sum(event.amount for event in hand.events if isinstance(event, RakeTaken)) == expected.rake
    assert hand.house_result == expected.rake
    assert sum(expected.paid.values()) + expected.rake == sum(paid_in.values())
    return expected


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
