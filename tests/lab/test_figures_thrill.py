"""7 Card Thrill's figures, and dealer hands counted by ranks."""

import random
from fractions import Fraction

import pytest

from seventh.cards import DECK_53, JOKER
from seventh.games import parse_house
from seventh.games.advice import advise
from seventh.games.edges import edge
from seventh.games.seven_card_thrill import exact as thrill
from seventh.games.seven_card_thrill import rank_counting
from seventh.games.seven_card_thrill.classes import CLASSES, LOW_BELOW, class_of
from seventh.hands import joker
from seventh.hands.poker import Wheel
from seventh.hands.tables import STRENGTHS
from tests.lab.engine_deals import net, played, random_deals
from tools.kernel_counts import count_ranks

GAME = thrill.GAME


def house(text):
    return parse_house(text, GAME)


def test_T9_wagers_on_the_hand_alone():
    wagers = edge(GAME).wagers
    counts = {o.name: o.combinations for o in wagers["special"].outcomes}
    assert (counts["five aces"], counts["royal flush"], counts["straight flush"]) == (1128, 26132, 184832)
    assert sum(counts.values()) == 154143080
    hits = 1128 + 26132 + 184832
    won = 1128 * 20000 + 26132 * 2000 + 184832 * 300
    assert wagers["special"].ev == Fraction(won - (154143080 - hits), 154143080)


def test_T7_the_house_edge_of_the_poker_wager_is_the_half_pay():
    poker = edge(GAME).wagers["poker"]
    low = next(o for o in poker.outcomes if o.name == "low dealer hand")
    assert poker.ev == -Fraction(low.combinations, 2 * poker.combinations)


@pytest.mark.parametrize("reading", ['ace_to_five = "lowest"', 'joker_in_flush = "ace"'])
def test_T6_and_T11_readings_of_the_ranking_move_ties_and_no_expectation(reading):
    book, other = edge(GAME).wagers, edge(GAME, house(reading)).wagers
    assert [f.ev for f in book.values()] == [f.ev for f in other.values()]
    ties = [next(o.combinations for o in found["poker"].outcomes if o.name == "tie") for found in (book, other)]
    assert ties[0] > ties[1]


def test_T8_half_pay_for_every_hand_that_holds_kings_costs_the_player():
    book, other = edge(GAME).wagers, edge(GAME, house('half_pay_kings = "holds_kings"')).wagers
    counts = {o.name: o.combinations for o in book["pair_of_kings"].outcomes}
    moved = counts["two pair with kings"] + counts["full house over kings"]
    assert book["pair_of_kings"].ev - other["pair_of_kings"].ev == Fraction(moved, 2 * 154143080)


@pytest.mark.parametrize(
    "rules",
    [
        "",
        'half_pay_kings = "holds_kings"\nace_to_five = "lowest"',
        'cap = 12000\njoker_in_flush = "ace"\ntable_unit = 1',
    ],
)
def test_T7_to_T12_the_table_pays_what_the_lab_prices(rules):
    own_house = house(rules)
    amounts = {
        "poker": 500,
        "pair_of_kings": 501 if "unit" in rules else 500,
        "three_of_a_kind": 500,
        "full_house": 500,
    }
    amounts["special"] = 100
    wheel, second_ace = Wheel(own_house.ace_to_five), own_house.joker_in_flush == "ace"
    deals = [
        *random_deals(80, 7, 7, joker=True),
        ("JkAsKsQsJs2d3d", "Kd9c8h6s4d3h2c"),
        ("KsKd2c2h7s9dJh", "Kh9c8h6s4d3h2d"),
        ("KsKd2c2h2s9dJh", "Qh9c8h6s4d3h2d"),
    ]
    for own, dealer in deals:
        table = played(GAME, amounts, own, dealer, rules)
        mine = joker.rank(own, wheel, second_ace)
        others = joker.rank(dealer, wheel, second_ace)
        if mine > others:
            result = "low_dealer_hand" if others.strength < LOW_BELOW else "higher"
        else:
            result = "tie" if mine == others else "lower"
        expected = thrill.results(own_house, CLASSES[class_of(mine.strength)], result, amounts)
        for wager, amount in amounts.items():
            assert net(table, wager) == expected[wager] * amount


@pytest.mark.parametrize("wheel", list(Wheel))
@pytest.mark.parametrize("with_joker", [False, True])
def test_dealer_hands_counted_by_ranks_are_those_dealt_one_by_one(wheel, with_joker):
    source = random.Random(11)
    own = source.sample(DECK_53[:52], 7)
    if with_joker:
        own[0] = JOKER
    left = [card for card in DECK_53 if card not in own]
    dealt = count_ranks(left, 7, wheel=wheel)
    bounds = [*source.sample(STRENGTHS.tolist(), 6), LOW_BELOW, joker.FIVE_ACES]
    counted = rank_counting.hands_below(sum(card.bit for card in left), bounds, wheel)
    assert counted == [int(dealt[bound > STRENGTHS].sum()) for bound in bounds]


def test_the_up_card_is_one_of_the_dealer_s_cards():
    source = random.Random(4)
    cards = source.sample(DECK_53, 8)
    own, up_card = cards[:7], cards[7]
    left = [card for card in DECK_53 if card not in cards]
    dealt = count_ranks(left, 7, held=[up_card], wheel=Wheel.SECOND)
    advice = advise(GAME, own, up_card=up_card)
    assert advice == advise(GAME, cards)
    mine = joker.rank(own).strength
    low = int(dealt[(mine > STRENGTHS) & (STRENGTHS < LOW_BELOW)].sum())
    below = int(dealt[mine > STRENGTHS].sum())
    total = int(dealt.sum())
    assert advice.chances["low_dealer_hand"] == Fraction(low, total)
    assert advice.chances["higher"] == Fraction(below - low, total)
    assert advice.chances["lower"] == Fraction(int(dealt[mine < STRENGTHS].sum()), total)
    assert sum(advice.chances.values()) == 1


def test_up_cards_average_to_the_value_without_one():
    own = random.Random(8).sample(DECK_53, 7)
    left = [card for card in DECK_53 if card not in own]
    values = [advise(GAME, own, up_card=card).wagers["poker"].ev for card in left]
    assert sum(values) / len(left) == advise(GAME, own).wagers["poker"].ev
