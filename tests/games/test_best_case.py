"""The most that wagers can win, and how a cap reduces it: what a table warns of before they are placed."""

from seventh.games import game_of, house_from_data


def cuts(game, wagers, others=(), **settings):
    house = house_from_data({"game": game, **settings}, game)
    lines = game_of(house).round.best_case(house, wagers, others)
    return {line.wager: (line.uncapped, line.payoff) for line in lines if line.uncapped}


TIERS = [{"ante_up_to": 500, "pays_at_most": 50_000}, {"ante_up_to": 100_000, "pays_at_most": 0}]


def test_B14_a_cap_by_the_size_of_the_ante_cuts_the_last_award():
    together = {"ante": 500, "first": 500, "three_card_bonus": 500}
    pays = {"three_card_bonus": {"royal": 35}, "ante_bonus": {"royal_flush": 200}}
    # The bonus 17,500 and the 1st and the 2nd wager 500 each come first.
    assert cuts("boston-7-stud", together, caps=TIERS, pays=pays) == {"ante": (100_000, 50_000 - 17_500 - 1_000)}
    assert cuts("boston-7-stud", {"ante": 200}, caps=TIERS, pays=pays) == {}
    assert cuts("boston-7-stud", {"ante": 1000}, caps=TIERS, pays=pays) == {}


def test_T12_a_cap_pays_one_award_after_the_other():
    found = cuts("seven-card-thrill", {"poker": 1000, "special": 100}, cap=1500)
    assert set(found) == {"special"}
    assert found["special"][1] == 500


def test_H11_even_money_comes_first_and_bonuses_share_the_rest_in_proportion():
    one = {"aggregate_cap": 10_000, "aggregate_cap_scope": "player"}
    found = cuts("high-card-flush", {"ante": 1000, "flush": 20, "straight_flush": 10}, **one)
    assert found == {"flush": (4000, 2667), "straight_flush": (5000, 3333)}
    assert cuts("high-card-flush", {"ante": 2500}, **one) == {}
    assert cuts("high-card-flush", {"ante": 4000}, **one) == {"raise": (12_000, 6_000)}


def test_H11_wagers_of_the_others_count_where_the_cap_is_for_the_round():
    own, other = {"ante": 1000, "flush": 20}, {"ante": 1000, "flush": 20}
    settings = {"aggregate_cap": 12_000, "aggregate_cap_scope": "round"}
    assert cuts("high-card-flush", own, **settings) == {}
    assert cuts("high-card-flush", own, [other], **settings) == {"flush": (4000, 2000)}
    assert cuts("high-card-flush", own, [other], **{**settings, "aggregate_cap_scope": "player"}) == {}
