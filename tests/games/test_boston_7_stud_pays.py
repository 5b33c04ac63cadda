"""Boston 7 Stud: what each wager pays, row by row, and the caps (B1, B6, B11 to B14)."""

import pytest

from seventh.games.scripted import Table
from tests.games.at_the_table import order, result, view_of
from tests.known import known

SECOND = "bet wager=second amount=500"


def played(cards, dealer, wagers="ante 500, first 500", house=""):
    """A hand that goes all the way."""
    table = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: {wagers} | {cards}
        dealer: {dealer}
    """)
    if "first" in wagers:
        table.act(1, f"bet wager=second amount={view_of(table, 1).seats[0].wagers['first']}")
    return table.finish()


KING_HIGH = "2c4d6h 8sTcQdKh"


@pytest.mark.parametrize(
    ("cards", "dealer", "winner"),
    [
        ("AsAd2s 3d5c7h9c", KING_HIGH, "player"),
        ("AsJd9s 3d5c7h8c", KING_HIGH, "player"),
        ("KsQs9d 8c7h3d3s", KING_HIGH, "player"),
        ("KsQsTd 8c6d3c2h", KING_HIGH, "tie"),
        ("KsQs9d 8c7h3d2h", KING_HIGH, "dealer"),
        ("As2s3d 4h5cKcKd", "9s8d7h 6c5hAdAc", "dealer"),  # A-2-3-4-5 is the lowest straight
        ("6s2s3d 4h5cKcKd", "As2d3h 4c5hAdAc", "player"),
        ("As2s3d 4h5cKcQd", "Ad2d3h 4c5hKhJc", "tie"),
        ("AsKsQs JsTs2d3d", "9h8h7h 6h5hAdAc", "player"),
        ("2s2d2h 2cKsQd9h", "AsAdAh KdKhQs3s", "player"),
        ("2s2d2h 3c3sQd9h", "AsJsTs 7s6s9d8d", "player"),  # a full house beats a flush
        ("AsJsTs 7s6s9d2d", "AdKdQh JhTc3c2c", "player"),  # a flush beats a straight
        ("6s5d4h 3c2s9d9h", "AsAdAh KdQh3s8s", "player"),  # a straight beats three of a kind
    ],
)
def test_B1_the_best_five_of_seven_against_the_dealers(cards, dealer, winner):
    table = played(cards, dealer)
    expected = {"player": ("win", 1000), "tie": ("push", 500), "dealer": ("lose", 0)}[winner]
    assert result(table, 1, "first") == expected


def test_B1_one_deck_of_52_cards():
    table = Table("boston-7-stud\nseat 1: ante 500")
    assert sum(len(cards) for cards in table.round.places().values()) == 52
    assert "Jk" not in {card for cards in table.round.places().values() for card in cards}


@pytest.mark.parametrize(
    ("three", "row", "pays"),
    [
        ("AsKsQs", "royal", 35),
        ("KsQsJs", "straight_flush", 30),
        ("3h2hAh", "straight_flush", 30),
        ("2s2d2h", "three_of_a_kind", 25),
        ("AsKsQd", "straight", 5),
        ("Ad2c3h", "straight", 5),
        ("As9s2s", "flush", 3),
        ("KsAs2s", "flush", 3),
        ("2s2dAh", "pair", 1),
        ("AdAsKs", "pair", 1),
    ],
)
def test_B6_each_row_of_the_three_card_bonus(three, row, pays):
    table = Table(f"""
        boston-7-stud
        seat 1: ante 500, first 500, three_card_bonus 300 | {three}
    """)
    table.act(1, "claim")
    line = table.settled(1, "three_card_bonus")
    assert (line.result, line.returned, line.payoff, line.row, line.clause) == ("win", 300, 300 * pays, row, "B6")


@pytest.mark.parametrize("three", ["AsKsJd", "KdAh2c", "AsKs9d", "5d3s2h"])
def test_B6_a_hand_without_a_row_pays_nothing(three):
    table = Table(f"""
        boston-7-stud
        seat 1: ante 500, first 500, three_card_bonus 300 | {three}
    """)
    table.act(1, "claim")
    assert result(table, 1, "three_card_bonus") == ("lose", 0)


ACES = "AcAdKh 9h7d4c2h"


def test_B11_the_dealer_is_higher_and_all_three_lose():
    table = played("KsKdQh 8h6d4d3h", ACES)
    assert [result(table, 1, wager) for wager in ("first", "second", "ante")] == [("lose", 0)] * 3
    assert table.net(1) == -1500


def test_B11_a_tie_and_all_three_push():
    table = played("AsAhKd 9d7h3c2s", ACES)
    assert [result(table, 1, wager) for wager in ("first", "second", "ante")] == [("push", 500)] * 3
    assert table.net(1) == 0


def test_B11_the_player_is_higher_1st_and_2nd_are_paid_and_the_ante_returned():
    table = played("AsAhKd Ts7h3c2s", ACES)
    assert [result(table, 1, wager) for wager in ("first", "second")] == [("win", 1000)] * 2
    assert result(table, 1, "ante") == ("push", 500)
    assert table.settled(1, "ante").clause == "B11"
    assert table.net(1) == 1000


ROWS = [
    ("AsKsQs JsTs2d3d", "royal_flush", 200),
    ("KsQsJs Ts9s2d3d", "straight_flush", 50),
    ("As2s3s 4s5s8dJd", "straight_flush", 50),
    ("7s7d7h 7c2d3dTd", "four_of_a_kind", 25),
    ("7s7d7h 2c2d3dTd", "full_house", 4),
    ("As9s7s 4s2s8dJd", "flush", 3),
    ("As2s3s 4s5d8dJd", "straight", 2),
    ("7s7d7h 4c2d3dTd", "three_of_a_kind", 1),
]
ACE_HIGH = "AcKc9d 8h6c4h3c"


@pytest.mark.parametrize(("cards", "row", "pays"), ROWS)
def test_B12_each_row_of_the_ante_bonus_on_a_winning_hand(cards, row, pays):
    line = played(cards, ACE_HIGH).settled(1, "ante")
    assert (line.result, line.returned, line.payoff, line.row, line.clause) == ("win", 500, 500 * pays, row, "B12")


@pytest.mark.parametrize(("cards", "pays"), [("AsAh7s 7d4c3d2h", 0), ("KsQdJs 9s4c3d2h", 0)])
def test_B12_two_pair_and_less_earn_no_bonus(cards, pays):
    assert played(cards, ACE_HIGH).settled(1, "ante").payoff == pays


@pytest.mark.parametrize(("cards", "row", "pays"), ROWS[1:])
def test_B12_the_bonus_is_paid_on_a_losing_hand_and_the_ante_still_collected(cards, row, pays):
    line = played(cards, "AhKhQh JhTh6d8c").settled(1, "ante")
    assert (line.result, line.returned, line.payoff, line.row) == ("lose", 0, 500 * pays, row)


def test_B12_the_bonus_is_paid_on_a_tie():
    table = played("AsKdQh JsTh2d3d", "AdKhQs JdTs4c5c")
    line = table.settled(1, "ante")
    assert (line.returned, line.payoff, line.row) == (500, 1000, "straight")
    assert result(table, 1, "first") == ("push", 500)


def test_B12_only_the_highest_row_applies():
    table = played("7s7d7h 2c2d2hTd", ACE_HIGH)
    assert [line.row for line in table.round.outcome.settled if line.wager == "ante"] == ["full_house"]


@pytest.mark.parametrize(
    ("cards", "dealer", "net"),
    [
        ("KsKdQh 8h6d4d3h", ACES, -500),  # lower: the ante is lost
        ("AsAhKd Ts7h3c2s", ACES, 0),  # higher: the ante is kept, and there is nothing else to win
        ("AsKdQh JsTh2d3d", "AdKhQs JdTs4c5c", 1000),  # a tie: kept, and the bonus is paid
        ("7s7d7h 4c2d3dTd", "9s9d9h KcQd3hTc", 0),  # lower: lost, and the bonus is paid
        ("7s7d7h 4c2d3dTd", "5c4s6h 8sTcQdKh", 500),
    ],
)
def test_B13_an_ante_alone_is_kept_unless_the_dealer_is_higher_and_paid_the_bonus(cards, dealer, net):
    table = played(cards, dealer, "ante 500")
    assert table.net(1) == net
    assert order(table) == [(1, "ante")]


def test_B13_an_ante_alone_is_settled_under_its_own_clause():
    assert played("AsAhKd Ts7h3c2s", ACES, "ante 500").settled(1, "ante").clause == "B13"


@pytest.mark.parametrize(
    ("cards", "dealer", "net"),
    [
        ("AsAhKd Ts7h3c2s", ACES, -500),  # higher, but not in the table
        ("7s7d7h 4c2d3dTd", "9s9d9h KcQd3hTc", 500),  # lower, but in the table: the stake is returned too
        ("AsKdQh JsTh2d3d", "AdKhQs JdTs4c5c", 1000),
    ],
)
def test_B13_by_the_bonus_table_alone_the_dealer_does_not_matter(cards, dealer, net):
    table = played(cards, dealer, "ante 500", 'ante_only = "bonus_table"')
    assert table.net(1) == net
    assert table.settled(1, "ante").clause == "B13"


def test_B13_the_other_way_to_settle_an_ante_alone_leaves_full_hands_as_they_are():
    assert played("AsAhKd Ts7h3c2s", ACES, house='ante_only = "bonus_table"').net(1) == 1000


ROYAL = "AsKsQs JsTs2d3d"


def royal(ante, bonus, house=""):
    """A royal in the first three cards and a royal flush in seven, which together are owed far more than any cap."""
    table = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: ante {ante}, first {ante}, three_card_bonus {bonus} | {ROYAL}
        dealer: {KING_HIGH}
    """)
    table.act(1, "claim")
    table.act(1, f"bet wager=second amount={ante}")
    return table.finish()


@pytest.mark.parametrize(("ante", "cap"), [(500, 125_000), (600, 250_000), (1000, 250_000)])
def test_B14_a_hand_is_paid_at_most_1250_up_to_5_dollars_and_2500_above(ante, cap):
    house = "pays.ante_bonus.royal_flush = 1000"
    table = royal(ante, ante, house)
    assert sum(line.payoff for line in table.round.outcome.settled) == min(cap, ante * 1037)
    assert table.settled(1, "ante").uncapped == (1000 * ante if ante * 1037 > cap else 0)


def test_B14_a_hand_below_the_cap_is_paid_in_full():
    table = royal(200, 200)
    assert [line.payoff for line in table.round.outcome.settled] == [7000, 200, 200, 40_000]
    assert all(line.uncapped == 0 for line in table.round.outcome.settled)


@pytest.mark.parametrize(
    ("cap", "paid"),
    [
        (117_500 + 999, [17_500, 500, 500, 99_999]),
        (18_200, [17_500, 500, 200, 0]),
        (17_900, [17_500, 400, 0, 0]),
        (17_500, [17_500, 0, 0, 0]),
        (9_000, [9_000, 0, 0, 0]),
    ],
)
def test_B14_the_cap_applies_in_the_order_of_settlement(cap, paid):
    table = royal(500, 500, f"caps = [{{ante_up_to = 1000, pays_at_most = {cap}}}]")
    assert [wager for _, wager in order(table)] == ["three_card_bonus", "first", "second", "ante"]
    assert [line.payoff for line in table.round.outcome.settled] == paid


def test_B14_returned_stakes_do_not_count_towards_the_cap():
    table = royal(500, 500, "caps = [{ante_up_to = 1000, pays_at_most = 9000}]")
    assert [line.returned for line in table.round.outcome.settled] == [500] * 4


def test_B14_every_player_has_a_cap_of_their_own():
    table = Table("""
        boston-7-stud
        house: caps = [{ante_up_to = 1000, pays_at_most = 600}]
        seat 1: ante 500, first 500 | AsAd2s
        seat 2: ante 500, first 500 | AhAc3s
        dealer: 2c4d6h 8sTcQdKh
    """)
    for seat in (1, 2):
        table.act(seat, SECOND)
    table.finish()
    assert [
        sum(line.payoff for line in known(table.round.outcome).settled if line.seat == seat) for seat in (1, 2)
    ] == [
        600,
        600,
    ]
