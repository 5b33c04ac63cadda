"""S18 to S21 at fixed limit: what may be bet in random hands full of all-ins, against a reading of the clauses."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import DECK_52
from seventh.games import house_from_data
from seventh.rounds.actions import Action, BetTo, Call, Check, Fold
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.stud import StudRound
from tests.games.stud.by_the_clauses import expected, story_of, street_of


def random_house(rng):
    small = rng.choice((4, 10, 40))
    stakes = {
        "ante": rng.choice((0, 5)),
        "bring_in": rng.choice((1, small // 4, small // 2, small - 1, small)),
        "small_bet": small,
        "big_bet": small * rng.choice((1, 2, 2, 3, 5)),
    }
    flags = {name: rng.random() < 0.5 for name in ("completion_counts", "half_bet_rule", "fourth_street_pair_doubles")}
    values = {"table_unit": 1, "raise_cap": rng.choice((0, 1, 2, 3)), "uncapped_heads_up": False}
    return house_from_data({**values, **flags, "stakes": stakes}, "seven-card-stud")


def play(rng):
    """A random hand in which every decision is compared; counts what came up."""
    house, counts = random_house(rng), Counter()
    stakes = house.stakes
    short, some, deep = stakes.ante + 2 * stakes.small_bet, stakes.ante + 4 * stakes.big_bet, 50 * stakes.big_bet
    kinds = (lambda: rng.randint(1, short), lambda: rng.randint(1, some), lambda: deep)
    stacks = {seat: rng.choice(kinds)() for seat in range(1, 9)}
    hand = StudRound(house, stacks)
    draw, street, raising = from_deck(rng.sample(DECK_52, 52)), None, rng.choice((0.3, 0.5, 0.8))
    while hand.outcome is None:
        deal_on(hand, draw, lambda cards: rng.sample(list(cards), len(cards)))
        if hand.phase != "betting":
            for seat in hand.to_act:
                assert isinstance(seat, int)
                hand.act(seat, hand.default(seat))
            continue
        (seat,) = hand.to_act
        assert isinstance(seat, int)
        if not story_of(hand):
            street = street_of(hand)
        assert street is not None
        legal = hand.legal(seat)
        offered = {action.amount for action in legal.of(BetTo) or () if isinstance(action, BetTo)}
        assert offered == expected(hand, street, seat), (house.stakes, street, story_of(hand), seat, offered)
        counts["decisions"] += 1
        counts["two sizes"] += len(street.sizes) == 2
        counts["barred"] += not offered and seat in hand.betting.answered
        all_in = hand.hands[seat].stack + hand.hands[seat].bet
        if offered and rng.random() < (0.9 if all_in in offered else raising):
            amount = max(offered) if rng.random() < 0.6 else min(offered)
            action: Action = BetTo(amount)
            counts["all-in"] += amount == all_in
        elif legal.of(Fold) and rng.random() < 0.1:
            action = Fold()
        else:
            action = next(iter(legal.of(Call) or legal.of(Check) or legal.choices[-2 if offered else -1]))
        hand.act(seat, action)
    return counts


@pytest.mark.slow
@settings(max_examples=400, derandomize=True)
@given(st.integers(0, 2**32))
def test_S18_S19_S20_S21_random_all_ins_as_the_clauses_say(seed):
    play(Random(seed))


def test_S20_S21_the_random_hands_have_what_they_should():
    counts = sum((play(Random(f"fixed limit {seed}")) for seed in range(300)), Counter())
    assert counts["all-in"] > 300
    assert counts["barred"] > 50
    assert counts["two sizes"] > 100
