"""Boston 7 Stud's figures."""

from fractions import Fraction

import pytest

from seventh.cards import parse_cards
from seventh.games import book_house, parse_house
from seventh.games.advice import advise
from seventh.games.boston_7_stud import exact as boston
from seventh.games.edges import edge
from seventh.hands import poker, three
from seventh.lab.suits import canonical_sets
from tests.lab.engine_deals import net, played, random_deals

GAME = boston.GAME


@pytest.fixture(scope="module")
def counts():
    return boston.stored_starts()


def house(text):
    return parse_house(text, GAME)


def test_B6_the_three_card_bonus_by_hand():
    figures = edge(GAME).wagers["three_card_bonus"]
    # 4 royals, 44 other straight flushes, 52 threes, 720 straights, 1,096 flushes, 3,744 pairs of 22,100 hands.
    won = 4 * 35 + 44 * 30 + 52 * 25 + 720 * 5 + 1096 * 3 + 3744
    lost = 22100 - 4 - 44 - 52 - 720 - 1096 - 3744
    assert figures.ev == Fraction(won - lost, 22100) == Fraction(-762, 5525)
    assert figures.combinations == 22100


def test_B7_folding_is_never_right_whatever_the_bonus_pays(counts):
    rows = "\n".join(f"{row} = 0" for row in book_house(GAME).pays.ante_bonus)
    terms = boston.terms(house(f"[pays.ante_bonus]\n{rows}"), {})
    sums, unit = boston.play_values(counts, terms)
    assert unit == 1
    assert int(sums.min()) > -2 * boston.DEALS
    assert (
        Fraction(int(sums.min()), boston.DEALS)
        == advise(GAME, "7s3d2c", house(f"[pays.ante_bonus]\n{rows}")).actions["play"]
    )


def test_B7_with_nothing_to_fold_main_hand_and_ante_alone_are_worth_the_same():
    wagers = edge(GAME).wagers
    assert wagers["main"].ev == wagers["ante_only"].ev == Fraction(-6462001966489, 63240546819450)
    assert wagers["main"].average_wagered == 3


def test_the_best_choice_from_every_start_averages_to_the_main_figure():
    total = Fraction(0)
    for masks, orbit in zip(canonical_sets(3).tolist(), boston.starts().orbits.tolist(), strict=True):
        cards = tuple(card for card in parse_deck() if masks[card.suit] >> card.rank - 2 & 1)
        total += orbit * max(advise(GAME, cards).actions.values())
    assert total / 22100 == edge(GAME).wagers["main"].ev


def parse_deck():
    return parse_cards("".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA"))


def test_the_fast_way_to_the_main_figure_is_the_same(counts):
    own = house('[pays.ante_bonus]\nstraight = "3:2"\nflush = 4')
    assert boston.main_ev(counts, own) == boston.price(counts, own, {})["main"].ev


def test_a_pay_table_beyond_64_bits_is_exact(counts):
    own = house("[pays.ante_bonus]\nroyal_flush = 100000000000000000000")
    royal = next(o for o in edge(GAME).wagers["ante_only"].outcomes if o.name == "win, royal flush")
    figures = boston.price(counts, own, {})
    gain = figures["main"].ev - edge(GAME).wagers["main"].ev
    assert gain == (10**20 - 200) * Fraction(4324, 133784560)
    assert royal.pays == 200
    assert boston.main_ev(counts, own) == figures["main"].ev


def test_B13_the_ante_alone_by_the_table_is_the_frequency_of_hands():
    pays = dict(zip(range(3, 10), (1, 2, 3, 4, 25, 50, 200), strict=True))
    hands = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324)
    expected = Fraction(sum(n * pays.get(category, -1) for category, n in enumerate(hands)), 133784560)
    figures = edge(GAME, house('ante_only = "bonus_table"')).wagers["ante_only"]
    assert figures.ev == expected
    assert figures.combinations == 133784560


def test_B14_the_book_s_caps_are_above_everything_that_its_limits_can_owe():
    free = edge(GAME)
    for ante in (200, 500, 600, 1000):
        capped = edge(GAME, wagers={"main": ante, "three_card_bonus": ante})
        assert [f.ev for f in capped.wagers.values()] == [f.ev for f in free.wagers.values()]


CAPPED = """
    caps = [{ ante_up_to = 500, pays_at_most = 12000 }, { ante_up_to = 1000, pays_at_most = 30000 }]
    three_card_claim = "automatic"
"""


@pytest.mark.parametrize("ante", [500, 1000])
def test_B14_the_table_pays_what_the_lab_prices(ante):
    amounts = {"main": ante, "three_card_bonus": ante}
    terms = boston.terms(house(CAPPED), amounts)
    wagers = {"ante": ante, "first": ante, "three_card_bonus": ante}
    deals = [*random_deals(60, 7, 7), ("AsKsQsJsTs2d3d", "2c3c4h7h8d9dJc"), ("9s8s7s6s5s2d3d", "AdKdQdJdTd7h7c")]
    for own, dealer in deals:
        table = played(GAME, wagers, own, dealer, CAPPED.strip(), [f"bet wager=second amount={ante}"])
        start, final = three.rank(own[:6]), poker.rank(own)
        against = poker.rank(dealer)
        result = 0 if final > against else 1 if final == against else 2
        main = boston.play_results(terms)[start.category][final.category][result]
        assert sum(net(table, wager) for wager in ("ante", "first", "second")) == main
        assert net(table, "three_card_bonus") == terms.three[start.category]


def test_strategies_cost_what_they_are_below_the_best():
    main = edge(GAME).wagers["main"]
    assert [strategy.name for strategy in main.strategies] == ["never_fold", "queen_high"]
    for strategy in main.strategies:
        assert strategy.cost == main.ev - strategy.ev >= 0
    assert main.strategies[0].cost == 0


def test_covariance_is_that_of_the_starts(counts):
    report = edge(GAME)
    starts, terms = boston.starts(), boston.terms(book_house(GAME), {})
    sums, _ = boston.play_values(counts, terms)
    product = sum(
        orbit * int(value) * terms.three[category]
        for orbit, value, category in zip(
            starts.orbits.tolist(), sums.tolist(), starts.categories.tolist(), strict=True
        )
    )
    mean = Fraction(product) / (22100 * boston.DEALS)
    main, bonus = report.wagers["main"], report.wagers["three_card_bonus"]
    assert report.covariances["main", "three_card_bonus"] == mean - main.ev * bonus.ev
