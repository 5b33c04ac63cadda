"""High Card Flush: every setting of a house changes a result. A test is named after its setting."""

import pytest

from seventh.games import book_house, new_round, parse_house
from seventh.games.scripted import Table
from seventh.records.hand_dealt import HandDealtRound
from seventh.rounds.actions import Bet, PlaceWagers
from seventh.rounds.events import Dealt, HandVoided, WagerReduced
from tests.games.at_the_table import opened, result

GAME = "high-card-flush"
ROWS = ("seven_cards", "six_cards", "five_cards", "four_cards", "three_cards")
RUNS = dict(
    zip(
        ROWS,
        ("9s8s7s6s5s4s3s", "9s8s7s6s5s4s Kd", "9s8s7s6s5s KdQd", "9s8s7s6s KdQdJc", "9s8s7s KdQdJcAc"),
        strict=True,
    )
)

pytestmark = pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")


def allows(house, **amounts):
    return PlaceWagers(amounts) in opened(GAME, house=house).legal(1)


def table(house="", cards="9s8s7s6s5s Kd2c", dealer="8h3h2h 9d7dKcTc", deals=None):
    return Table(
        f"""
        high-card-flush
        house: {house}
        seat 1: ante 500, flush 100, straight_flush 100 | {cards}
        dealer: {dealer}
        """,
        deals,
    )


def raised(house="", **options):
    played = table(house, **options)
    played.act(1, "bet wager=raise amount=500")
    return played


def least_and_most(wager, least, most):
    others = {} if wager == "ante" else {"ante": 500}
    assert allows("", **others, **{wager: least})
    assert not allows(f"limits.{wager}.minimum = {least + 100}", **others, **{wager: least})
    assert allows("", **others, **{wager: most})
    assert not allows(f"limits.{wager}.maximum = {most - 100}", **others, **{wager: most})


def test_setting_limits_ante__moves_the_least_and_the_most():
    least_and_most("ante", 500, 10_000)


def test_setting_limits_flush__moves_the_least_and_the_most():
    least_and_most("flush", 100, 2500)


def test_setting_limits_straight_flush__moves_the_least_and_the_most():
    least_and_most("straight_flush", 100, 2500)


@pytest.mark.parametrize("row", ROWS[:4])
def test_setting_pays_flush__changes_each_row(row):
    for other in ROWS[:4]:
        line = raised(f"pays.flush.{row} = 77", cards=RUNS[other]).settled(1, "flush")
        assert (line.payoff == 7700) == (other == row)


@pytest.mark.parametrize("row", ROWS)
def test_setting_pays_straight_flush__changes_each_row(row):
    for other in ROWS:
        line = raised(f"pays.straight_flush.{row} = 77", cards=RUNS[other]).settled(1, "straight_flush")
        assert (line.payoff == 7700) == (other == row)


def most_raise(house, cards):
    return max(action.amount for action in table(house, cards).round.legal(1) if isinstance(action, Bet)) // 500


def test_setting_most_raise_four_or_fewer__changes_the_largest_raise():
    assert most_raise("", RUNS["four_cards"]) == 1
    assert most_raise("most_raise.four_or_fewer = 2", RUNS["four_cards"]) == 2
    assert most_raise("most_raise.four_or_fewer = 4", RUNS["five_cards"]) == 2


def test_setting_most_raise_five__changes_the_largest_raise():
    assert most_raise("", RUNS["five_cards"]) == 2
    assert most_raise("most_raise.five = 4", RUNS["five_cards"]) == 4
    assert most_raise("most_raise.five = 4", RUNS["six_cards"]) == 3


def test_setting_most_raise_six_or_seven__changes_the_largest_raise():
    assert most_raise("", RUNS["six_cards"]) == 3
    assert most_raise("most_raise.six_or_seven = 5", RUNS["six_cards"]) == 5
    assert most_raise("most_raise.six_or_seven = 5", RUNS["seven_cards"]) == 5


def test_setting_dealer_qualifies_length__changes_who_qualifies():
    four_high = "KhQhJh 9d7dTc3c"
    assert raised(dealer=four_high).settled(1, "ante").clause == "H7"
    assert raised("dealer_qualifies.length = 4", dealer=four_high).settled(1, "ante").clause == "H6"


def test_setting_dealer_qualifies_high_card__changes_who_qualifies():
    assert raised().settled(1, "ante").clause == "H6"
    assert raised("dealer_qualifies.high_card = 8").settled(1, "ante").clause == "H7"


def test_setting_deal__one_at_a_time():
    dealt = [event for event in table('deal = "one_at_a_time"').round.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == [1, "dealer"] * 7
    assert len([event for event in table().round.events if isinstance(event, Dealt)]) == 2


def test_setting_six_card_dealer__until_racked():
    for house, void in (("", False), ('six_card_dealer = "until_racked"', True)):
        found = table(house)
        found.act("floor", "wrong_number place=dealer cards=8h3h2h9d7dKc")
        assert found.finish().round.outcome.void == void


def test_setting_excess_raise__void():
    """Three antes were raised on cards that were not known, and that allow only one."""
    for house, events in (
        ("", [WagerReduced(1, "raise", 500, 1000, "H4")]),
        ('excess_raise = "void"', [HandVoided(1, "H4")]),
    ):
        rules = parse_house(house, GAME) if house else book_house(GAME)
        dealt = HandDealtRound(new_round(rules, {1: 100_00}, hand_dealt=True))
        entries = ("1 ante 5", "close", "", "", "", "1 raise 15", "AhKhQh2c3c4d5d", "2s3s4s5h6h7cKd")
        for entry in entries:
            dealt.enter(entry)
        found = [event for event in dealt.round.events if isinstance(event, WagerReduced | HandVoided)]
        assert found == events
        assert dealt.round.outcome is not None
        assert dealt.round.outcome.net(1) == (-1000 if not house else 0)


def test_setting_early_exposure__play_on():
    for house, void in (("", True), ('early_exposure = "play_on"', False)):
        exposed = table(house)
        exposed.act("floor", "expose_dealer_card card=9d")
        assert exposed.finish().round.outcome.void == void


def test_setting_void_refunds_folded__false():
    def folded(house):
        void = Table(f"high-card-flush\nhouse: {house}\nseat 1: ante 500\nseat 2: ante 500\ndealer: 8h3h2h9d7dKcTc")
        void.act(1, "fold")
        void.act("floor", "expose_dealer_card card=9d")
        return void.net(1)

    assert folded("") == 0
    assert folded("void_refunds_folded = false") == -500


def test_setting_folded_bonus__automatic():
    for house, outcome in (("", ("lose", 0)), ('folded_bonus = "automatic"', ("win", 1300))):
        folded = table(house)
        folded.act(1, "fold")
        assert result(folded, 1, "flush") == outcome


def test_setting_aggregate_cap__cuts_or_does_not():
    assert sum(line.payoff for line in raised().round.outcome.settled) == 11_700
    assert sum(line.payoff for line in raised("aggregate_cap = 900").round.outcome.settled) == 900
    assert sum(line.payoff for line in raised("aggregate_cap = 0").round.outcome.settled) == 11_700


def test_setting_aggregate_cap_scope__player():
    def paid(scope):
        played = Table(f"""
            high-card-flush
            house: aggregate_cap = 700
            house: aggregate_cap_scope = "{scope}"
            seat 1: ante 500
            seat 2: ante 500
            dealer: 8h3h2h 9d7dKcTc
        """)
        for seat in (1, 2):
            played.act(seat, "bet wager=raise amount=500")
        return played.net(1), played.net(2)

    assert paid("round") == (200, 500)
    assert paid("player") == (500, 500)
