"""R15: what the house reserves for a wager is never less than what it owes."""

from random import Random

import pytest

from seventh.games import book_house, game_of, parse_house
from seventh.rounds.events import BetPlaced, Settled, WagersPlaced
from tests.playing.walks import random_start, walk

DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")


def worst_case(house, wagers):
    return game_of(house).round.worst_case(house, wagers)


@pytest.mark.slow
@pytest.mark.parametrize("game", DEALER_GAMES)
def test_R15_no_seat_is_ever_paid_more_than_the_worst_case(game):
    paid_something = 0
    for seed in range(600):
        rng = Random(f"worst {game} {seed}")
        hand = random_start(game, rng)
        before, all_wagers, paid = {}, {}, {}
        for events in walk(hand, rng):
            for event in events:
                match event:
                    case WagersPlaced(seat=seat, amounts=amounts):
                        before[seat], all_wagers[seat] = amounts, dict(amounts)
                    case BetPlaced(seat=seat, wager=wager, amount=amount):
                        all_wagers[seat][wager] = amount
                    case Settled(seat=seat, payoff=payoff):
                        paid[seat] = paid.get(seat, 0) + payoff
            for seat, payoffs in paid.items():
                assert payoffs <= worst_case(hand.house, before[seat]), (seed, seat)
                assert payoffs <= worst_case(hand.house, all_wagers[seat]), (seed, seat)
        for seat, wagers in all_wagers.items():
            assert worst_case(hand.house, wagers) <= worst_case(hand.house, before[seat]), "a further wager costs more"
        paid_something += any(paid.values())
    assert paid_something > 100


@pytest.mark.parametrize(
    ("game", "wagers", "most"),
    [
        ("high-card-flush", {}, 0),
        ("high-card-flush", {"ante": 500}, 500 + 3 * 500),
        ("high-card-flush", {"ante": 500, "raise": 500}, 500 + 500),
        ("high-card-flush", {"ante": 500, "flush": 100, "straight_flush": 100}, 2_000 + 200 * 100 + 500 * 100),
        ("high-card-flush", {"ante": 10_000, "flush": 2_500, "straight_flush": 2_500}, 40_000 + 700 * 2_500),
    ],
)
def test_R15_the_worst_case_by_the_book(game, wagers, most):
    house = book_house(game)
    assert worst_case(house, wagers) == min(most, house.aggregate_cap)


def test_R15_caps_cut_the_worst_case():
    house = parse_house("aggregate_cap = 700", "high-card-flush")
    assert worst_case(house, {"ante": 500}) == 700
    thrill = parse_house("cap = 900", "seven-card-thrill")
    assert worst_case(thrill, {"poker": 10_000}) == 900
    boston = parse_house(
        "caps = [{ ante_up_to = 500, pays_at_most = 800 }, { ante_up_to = 1000000, pays_at_most = 0 }]", "boston-7-stud"
    )
    assert worst_case(boston, {"ante": 500, "first": 500}) == 800
    top = max(boston.pays.ante_bonus.payoff(row, 600, boston.rounding) for row in boston.pays.ante_bonus)
    assert worst_case(boston, {"ante": 600, "first": 600}) == 600 + 600 + top
