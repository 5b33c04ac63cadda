"""7 Card Thrill: wagers, deal, discards, pays, caps and irregularities (T2 to T10, T12, T13)."""

import pytest

from seventh.games import wording_of
from seventh.games.scripted import Table
from seventh.rounds.actions import PlaceWagers, SetHand
from seventh.rounds.events import Dealt, Settled
from tests.games.at_the_table import cards_seen, do, opened, order, refused, result

GAME = "seven-card-thrill"
HIDDEN = "??"
ALL = "poker 500, pair_of_kings 500, three_of_a_kind 500, full_house 500, special 100"
WAGERS = ("poker", "pair_of_kings", "three_of_a_kind", "full_house", "special")
QUEENS = "QcQd9c 7d5h3c2d"


def hand(cards, dealer=QUEENS, wagers=ALL, house=""):
    return Table(f"""
        seven-card-thrill
        house: {house}
        seat 1: {wagers} | {cards}
        dealer: {dealer}
    """)


def played(cards, dealer=QUEENS, wagers=ALL, house=""):
    return hand(cards, dealer, wagers, house).finish()


@pytest.mark.parametrize("wagers", [WAGERS[:1], WAGERS[1:2], WAGERS[2:3], WAGERS[3:4], WAGERS[:4], WAGERS[1:3]])
def test_T2_at_least_one_of_four_primary_wagers(wagers):
    assert PlaceWagers(dict.fromkeys(wagers, 500)) in opened(GAME).legal(1)


def test_T2_the_amounts_need_not_be_equal():
    assert PlaceWagers({"poker": 500, "pair_of_kings": 10_000, "full_house": 700}) in opened(GAME).legal(1)


def test_T2_there_is_no_other_wager():
    message = refused(opened(GAME), 1, "place_wagers amounts=ante:500", "T2")
    assert message.endswith("allowed: poker, pair_of_kings, three_of_a_kind, full_house, special")


def test_T2_a_house_may_allow_exactly_one():
    house = 'primary_wagers = "exactly_one"'
    round_ = opened(GAME, house=house)
    assert "one primary bet" in refused(round_, 1, "place_wagers amounts=poker:500,full_house:500", "T2")
    do(round_, 1, "place_wagers amounts=full_house:500,special:100")


def test_T2_wagers_close_with_no_more_bets():
    round_ = opened(GAME)
    do(round_, 1, "place_wagers amounts=poker:500")
    assert round_.legal("dealer").choices[0].clause == "T2"
    do(round_, "dealer", "no_more_bets")
    refused(round_, 1, "place_wagers amounts=poker:600", "T2")


def test_T3_special_is_optional_and_requires_a_primary_wager():
    assert PlaceWagers({"poker": 500, "special": 100}) in opened(GAME).legal(1)
    assert PlaceWagers({"poker": 500}) in opened(GAME).legal(1)
    assert "requires a primary bet" in refused(opened(GAME), 1, "place_wagers amounts=special:100", "T3")


def test_T4_seven_cards_face_down_and_the_dealers_last_one_up():
    table = Table("""
        seven-card-thrill
        seat 2: poker 500
        seat 1: poker 500
        dealer: QcQd9c7d5h3c2d
    """)
    dealt = [event for event in table.round.events if isinstance(event, Dealt)]
    assert [(event.place, len(event.cards) // 2, event.up) for event in dealt] == [
        (1, 7, ""),
        (2, 7, ""),
        ("dealer", 7, "2d"),
    ]
    assert dealt[2].seen_by(1) == Dealt("dealer", HIDDEN * 6 + "2d", "2d")
    assert cards_seen(table, "dealer", viewer=None) == HIDDEN * 6 + "2d"
    assert cards_seen(table, 1, viewer=2) == HIDDEN * 7


def test_T4_one_at_a_time_the_dealers_seventh_card_is_dealt_up():
    table = Table('seven-card-thrill\nhouse: deal = "one_at_a_time"\nseat 1: poker 500\ndealer: QcQd9c7d5h3c2d')
    dealt = [event for event in table.round.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == [1, "dealer"] * 7
    assert [event.up for event in dealt] == [""] * 13 + ["2d"]


def test_T4_a_house_may_turn_up_the_first():
    table = hand("2s3s4d5s7c8d9d", QUEENS, "poker 500", 'dealer_up_card = "first"')
    assert cards_seen(table, "dealer", viewer=1) == "Qc" + HIDDEN * 6


def test_T4_the_up_card_is_known():
    table = Table("seven-card-thrill\nseat 1: poker 500 | AsKsQs9s7c5c3h", deals=1)
    assert "face-up" in refused(table, "dealer", f"deal place=dealer cards={HIDDEN * 7}", "T4")
    table.act("dealer", f"deal place=dealer cards={HIDDEN * 6}2d")
    assert cards_seen(table, "dealer", viewer=1) == HIDDEN * 6 + "2d"


def test_T4_only_one_card_is_up_even_if_the_dealer_was_one_short():
    table = Table("seven-card-thrill\nseat 1: poker 500\ndealer: QcQd9c7d5h3c2d", deals=2)
    refused(table, "floor", "wrong_number place=dealer cards=QcQd9c7d5h3c", "T13")
    table.act("floor", "wrong_number place=dealer cards=QcQd9c7d5h2d", deals=0)
    table.act("dealer", "deal place=dealer cards=As")
    assert cards_seen(table, "dealer", viewer=1) == f"{HIDDEN * 5}2d{HIDDEN}"


def test_T5_each_player_discards_two_and_may_leave_it_to_the_house():
    table = hand("AsAd2h 3h5c7h9h")
    assert table.round.legal(1).count == 22
    assert SetHand() in table.round.legal(1)
    assert table.round.default(1) == SetHand()
    refused(table, 1, "set_hand discards=As", "T5")
    refused(table, 1, "set_hand discards=AsQc", "T5")
    table.act(1, "set_hand discards=3h5c")
    assert table.round.outcome is not None


def test_T5_the_dealer_reveals_after_the_last_discard():
    table = Table(f"seven-card-thrill\nseat 1: poker 500\nseat 2: poker 500\ndealer: {QUEENS}")
    table.act(2, "set_hand")
    assert table.round.to_act == {1}
    assert cards_seen(table, "dealer", viewer=2).count(HIDDEN) == 6
    refused(table, "dealer", "reveal", "T5")
    table.act(1, "set_hand")
    assert cards_seen(table, "dealer", viewer=2) == QUEENS.replace(" ", "")


def test_T5_the_best_five_plays_and_a_poor_choice_costs_nothing():
    table = hand("AsAdAh KsKd7h8h")
    table.act(1, "set_hand discards=AsAd")
    assert [result(table, 1, wager)[0] for wager in WAGERS[:4]] == ["win"] * 4


def test_T5_or_the_five_kept_cards_play_by_house_rule():
    table = hand("AsAdAh KsKd7h8h", house="best_five_plays = false")
    table.act(1, "set_hand discards=AsAd")
    assert [result(table, 1, wager)[0] for wager in WAGERS[:4]] == ["win", "win", "lose", "lose"]
    assert table.settled(1, "pair_of_kings").row == "kings"
    left_to_the_house = played("AsAdAh KsKd7h8h", house="best_five_plays = false")
    assert result(left_to_the_house, 1, "full_house")[0] == "win"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AsAhAd AcJk2d3d", "KhQhJh Th9h4d5d"),  # five aces, a straight flush
        ("AsKsQs JsTs2d3d", "Ah2h3h 4h5h9dJd"),  # a royal flush, a straight flush to the ace
        ("Ah2h3h 4h5h9dJd", "KsQsJs Ts9s2d3d"),  # A-2-3-4-5 is the second-highest, also among straight flushes
        ("6s5s4s 3s2s9dJd", "7s7d7h 7cAdKdTd"),  # the lowest straight flush, four of a kind
        ("2s2d2h 2c3d4dTd", "AsAdAh KcKd9sTs"),  # four of a kind, a full house
        ("2s2d2h 3c3d4hTd", "AsQs9s 7s4s8dJd"),  # a full house, a flush
        ("7s6s4s 3s2s8dJd", "AhKdQh JhTc2d3d"),  # a flush, the highest straight
        ("AsKdQs JsTc2d3d", "Ah2h3c 4c5d9dJh"),  # the highest straight, the second-highest
        ("As2d3s 4d5c9dJd", "KhQhJc Tc9s2h3h"),
        ("6s5d4s 3d2c9dJd", "AsAdAh KcQd9sTs"),  # the lowest straight, three of a kind
        ("2s2d2h 4c6d8cTd", "AsAdKs KdQc3d5s"),  # three of a kind, two pair
        ("3s3d2s 2d7c9dJs", "AsAhKs QdTc8c6h"),  # two pair, a pair
        ("2s2d4h 5c7c9dJs", "AsKhQs Td8c6h3h"),  # a pair, ace high
    ],
)
def test_T6_the_order_of_hands(better, worse):
    assert result(played(better, worse, "poker 500"), 1, "poker")[0] == "win"
    assert result(played(worse, better, "poker 500"), 1, "poker")[0] == "lose"


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [("KsKd9h 7s5d3d2h", ("win", 1000)), ("JsJd9h 7s5d3d2h", ("lose", 0)), ("QsQh9d 7s5d3d2h", ("push", 500))],
)
def test_T7_poker_higher_pays_lower_loses_equal_pushes(cards, outcome):
    assert result(played(cards, wagers="poker 500"), 1, "poker") == outcome


@pytest.mark.parametrize(
    ("dealer", "row", "payoff"),
    [
        ("KcJcTd 8d7h3c2d", "low_dealer_hand", 250),  # king-jack high
        ("KcJcTd 9d7h3c2d", "low_dealer_hand", 250),
        ("KcQc4d 5d7h3c2d", "higher", 500),  # king-queen high
        ("KcTc9d 8d6h3c2d", "low_dealer_hand", 250),
        ("QcJcTd 8d7h3c2d", "low_dealer_hand", 250),
        ("9c8c7d 5d4h3c2d", "low_dealer_hand", 250),
        ("AcJcTd 8d7h3c2d", "higher", 500),  # ace high
        ("2c2dTd 8d7h5c4h", "higher", 500),  # a pair
    ],
)
def test_T7_half_is_paid_when_the_dealers_losing_hand_is_king_jack_high_or_lower(dealer, row, payoff):
    line = played("AsAh9s 6c5s3h2s", dealer, "poker 500").settled(1, "poker")
    assert (line.returned, line.payoff, line.row, line.clause) == (500, payoff, row, "T7")


def test_T7_a_low_dealer_hand_that_is_not_beaten_wins_or_ties():
    low = "KcJcTd 8d7h3c2d"
    assert result(played("KsTs9h 8h6c3d2h", low, "poker 500"), 1, "poker") == ("lose", 0)
    assert result(played("KsJsTh 8h7c3d2h", low, "poker 500"), 1, "poker") == ("push", 500)


@pytest.mark.parametrize(
    ("cards", "outcome", "row"),
    [
        ("QsQh9d 7s5d3d2h", ("lose", 0), ""),
        ("AsKh9d 7s5d3d2h", ("lose", 0), ""),
        ("KsKh9d 7s5d3d2h", ("win", 750), "kings"),
        ("KsKhAd 7s5d3d2h", ("win", 750), "kings"),
        ("AsAh9d 7s5d3d2h", ("win", 1000), "better"),
        ("3s3h2s 2h8d7sTd", ("win", 1000), "better"),  # two pair
        ("KsKh2s 2h8d7sTd", ("win", 1000), "better"),
        ("3s3h3d 2h8d7sTd", ("win", 1000), "better"),
        ("3s3h3d KhKd7sTd", ("win", 1000), "better"),
        ("6s5s4d 3d2h9sTd", ("win", 1000), "better"),
    ],
)
def test_T8_a_pair_of_kings_pays_half_and_better_pays_even(cards, outcome, row):
    line = played(cards, wagers="pair_of_kings 500").settled(1, "pair_of_kings")
    assert (line.result, line.returned + line.payoff) == outcome
    assert (line.row, line.clause) == (row, "T8")


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("KsKh9d 7s5d3d2h", "kings"),
        ("KsKh2s 2h8d7sTd", "kings"),  # two pair that hold kings
        ("AsAhKs Kh8d7sTd", "kings"),
        ("AsAh2s 2h8d7sTd", "better"),
        ("3s3h3d KhKd7sTd", "kings"),  # a full house that holds a pair of kings
        ("KsKhKd 3h3d7sTd", "better"),  # three kings are not a pair
        ("KsKhKd 3h4d7sTd", "better"),
    ],
)
def test_T8_a_house_may_pay_half_wherever_a_pair_of_kings_is_held(cards, row):
    table = played(cards, wagers="pair_of_kings 500", house='half_pay_kings = "holds_kings"')
    assert table.settled(1, "pair_of_kings").row == row


@pytest.mark.parametrize(("rounding", "payoff"), [("up", 3), ("down", 2)])
def test_T8_a_half_that_does_not_divide_is_rounded_as_the_house_says(rounding, payoff):
    house = f'rounding = "{rounding}"\nhouse: table_unit = 1\nhouse: limits.pair_of_kings.minimum = 1'
    table = played("KsKh9d 7s5d3d2h", wagers="pair_of_kings 5", house=house)
    assert table.settled(1, "pair_of_kings").payoff == payoff


@pytest.mark.parametrize(("rounding", "payoff"), [("up", 3), ("down", 2)])
def test_T7_a_half_that_does_not_divide_is_rounded_as_the_house_says(rounding, payoff):
    house = f'rounding = "{rounding}"\nhouse: table_unit = 1\nhouse: limits.poker.minimum = 1'
    table = played("AsAh9s 6c5s3h2s", "KcJcTd 8d7h3c2d", "poker 5", house)
    assert table.settled(1, "poker").payoff == payoff


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("AsAh9d 9s5d3d2h", False),  # two pair
        ("2s2h9d 2c5d3d7h", True),
        ("6s5s4d 3d2h9sTd", True),
        ("As9s7s 4s2s8dJd", True),
        ("2s2h9d 2c9h3d7h", True),
    ],
)
def test_T9_three_of_a_kind_or_better_pays_4_to_1(cards, wins):
    table = played(cards, wagers="three_of_a_kind 500", dealer="QcQd9c 7d5h4c8h")
    assert result(table, 1, "three_of_a_kind") == (("win", 2500) if wins else ("lose", 0))


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("As9s7s 4s2s8dJd", False),  # a flush
        ("2s2h9d 2c9h3d7h", True),
        ("2s2h2d 2c9h3d7h", True),
        ("KsQsJs Ts9s2d3d", True),
    ],
)
def test_T9_full_house_or_better_pays_30_to_1(cards, wins):
    table = played(cards, wagers="full_house 500", dealer="QcQd9c 7d5h4c6d")
    assert result(table, 1, "full_house") == (("win", 15_500) if wins else ("lose", 0))


@pytest.mark.parametrize(
    ("cards", "row", "pays"),
    [
        ("AsAhAd AcJk2h3d", "five_aces", 20_000),
        ("AsKsQs JsTs2h3d", "royal_flush", 2000),
        ("KsQsJs Ts9s2h3d", "straight_flush", 300),
        ("As2s3s 4s5s9dJd", "straight_flush", 300),
    ],
)
def test_T9_each_row_of_special(cards, row, pays):
    line = played(cards, wagers="poker 500, special 200").settled(1, "special")
    assert (line.result, line.returned, line.payoff, line.row, line.clause) == ("win", 200, 200 * pays, row, "T9")


def test_T9_four_of_a_kind_loses_special():
    assert result(played("2s2h2d 2c9h3d7h", "QcQd9c 7d5h3c4d", ALL), 1, "special") == ("lose", 0)
    assert result(played("AsAhAd Jk9h3d7h", "QcQd9c 7d5h3c4d", ALL), 1, "special") == ("lose", 0)


def test_T10_all_but_poker_do_not_depend_on_the_dealer():
    table = played("KsKhKd 3h3d7sTd", "AsAhAd AcJk2h3s")
    assert result(table, 1, "poker") == ("lose", 0)
    assert [result(table, 1, wager)[0] for wager in WAGERS[1:4]] == ["win"] * 3
    table = played("9s8h6d 4h3d2s7s", "AsAhAd AcJk2h3c")
    assert [result(table, 1, wager)[0] for wager in WAGERS[1:]] == ["lose"] * 4


def test_T12_there_is_no_cap_by_default():
    table = played("AsAhAd AcJk2h3s")
    assert table.settled(1, "special").payoff == 2_000_000


@pytest.mark.parametrize(
    ("cap", "paid"), [(700, [500, 200, 0, 0, 0]), (3500, [500, 500, 2000, 500, 0]), (20_000, None)]
)
def test_T12_a_house_may_cap_what_a_hand_is_paid(cap, paid):
    table = played("AsAhAd AcJk2h3s", house=f"cap = {cap}")
    lines = [table.settled(1, wager) for wager in WAGERS]
    assert sum(line.payoff for line in lines) == cap
    assert [line.payoff for line in lines] == (paid or [500, 500, 2000, 15_000, 2000])
    assert lines[4].uncapped == 2_000_000


def test_T12_each_player_has_a_cap_of_their_own():
    table = Table("""
        seven-card-thrill
        house: cap = 600
        seat 1: poker 500, pair_of_kings 500 | AsAhAd 9s7c5s3h
        seat 2: poker 500, pair_of_kings 500 | KsKhKd 9h7s5c3s
        dealer: QcQd9c 7d5h3c2d
    """).finish()
    assert (table.net(1), table.net(2)) == (600, 600)


@pytest.mark.parametrize(
    ("wager", "allowed"),
    [
        ("poker:400", "500 to 10000 in steps of 100"),
        ("pair_of_kings:10100", "500 to 10000 in steps of 100"),
        ("three_of_a_kind:550", "500 to 10000 in steps of 100"),
        ("full_house:5100", "500 to 5000 in steps of 100"),
        ("poker:500,special:1100", "100 to 1000 in steps of 100"),
    ],
)
def test_T12_each_wager_has_its_limits(wager, allowed):
    assert refused(opened(GAME), 1, f"place_wagers amounts={wager}", "T12").endswith(f"allowed: {allowed}")


def two(deals=None, house=""):
    return Table(
        f"""
        seven-card-thrill
        house: {house}
        seat 1: {ALL} | AsAhAd AcJk2h3s
        seat 2: {ALL} | KsKhKd Kc9h7s5s
        dealer: {QUEENS}
        """,
        deals,
    )


def test_T13_settle_from_the_dealers_right():
    table = two().finish()
    assert order(table) == [(seat, wager) for seat in (2, 1) for wager in WAGERS]


def test_T13_a_second_card_face_up_voids_all_hands_special_included():
    table = two(deals=2)
    table.act("floor", "face_up_card card=8h", deals=0)
    table.act("floor", "face_up_card card=8s")
    assert table.round.outcome.clause == "T13"
    assert (table.net(1), table.net(2)) == (0, 0)
    assert result(table, 1, "special") == ("void", 100)


def test_T13_a_single_one_is_set_aside():
    table = two(deals=2)
    table.act("floor", "face_up_card card=8h")
    assert table.round.view(None).set_aside == "8h"
    assert not table.finish().round.outcome.void


def test_T13_a_card_drawn_in_error_is_the_next():
    table = two(deals=2)
    table.act("floor", "drawn_in_error card=8h", deals=0)
    refused(table, "dealer", "deal place=dealer cards=QcQd9c7d5h3c8h", "T13")
    table.act("dealer", "deal place=dealer cards=8hQd9c7d5h3cQc")
    assert table.round.phase == "setting"


@pytest.mark.parametrize("cards", ["AsAhAdAcJk2h", "AsAhAdAcJk2h3s8h"])
def test_T13_a_player_with_a_wrong_number_gets_every_wager_back(cards):
    table = two()
    table.act("floor", f"wrong_number place=1 cards={cards}")
    assert [result(table, 1, wager)[0] for wager in WAGERS] == ["void"] * 5
    assert table.round.to_act == {2}
    table.finish()
    assert table.net(1) == 0
    assert table.net(2) != 0


def test_T13_the_dealer_with_six_gets_one_more_and_otherwise_all_is_void():
    table = two(deals=3)
    table.act("floor", "wrong_number place=dealer cards=QcQd9c7d5h2d")
    assert not table.finish().round.outcome.void
    table = two(deals=3)
    table.act("floor", "wrong_number place=dealer cards=QcQd9c7d2d")
    assert table.round.outcome.clause == "T13"
    assert (table.net(1), table.net(2)) == (0, 0)


def test_T13_a_dealer_with_six_gets_one_more_even_from_the_rack():
    table = two()
    table.act(1, "set_hand", deals=0)
    table.act("floor", "wrong_number place=dealer cards=QcQd9c7d5h2d", deals=0)
    table.act("dealer", "deal place=dealer cards=8h")
    assert table.round.to_act == {2}
    assert cards_seen(table, "dealer", viewer=1) == f"{HIDDEN * 5}2d{HIDDEN}"
    assert not table.finish().round.outcome.void


def test_T13_or_only_until_the_stub_is_racked_by_house_rule():
    table = two(house='six_card_dealer = "until_racked"')
    table.act("floor", "wrong_number place=dealer cards=QcQd9c7d5h2d")
    assert table.round.outcome.clause == "T13"
    assert (table.net(1), table.net(2)) == (0, 0)


def test_T13_play_continues_if_another_dealer_card_is_exposed_early():
    table = two()
    table.act("floor", "expose_dealer_card card=9c")
    assert cards_seen(table, "dealer", viewer=1) == f"{HIDDEN * 2}9c{HIDDEN * 3}2d"
    assert table.round.to_act == {1, 2}


def test_T13_the_up_card_cannot_be_exposed_again():
    refused(two(), "floor", "expose_dealer_card card=2d", "T13")


def test_T13_a_house_may_void_then():
    table = two(house='early_exposure = "void"')
    table.act("floor", "expose_dealer_card card=9c")
    assert table.round.outcome.clause == "T13"
    assert (table.net(1), table.net(2)) == (0, 0)


def test_T13_a_failing_shuffler_has_no_rule_here():
    assert "no action" in refused(two(deals=1), "floor", "shuffler_fails", "")


def reason(cards, dealer, result, row="", house=""):
    words = wording_of(opened(GAME, house=house).house)
    return words.because(Settled(1, "poker", 500, result, 0, 0, "T7", row), cards, "", dealer)


def test_T6_the_reason_says_that_ace_to_five_is_the_second_highest_straight_where_that_decides():
    king, wheel, ace = "KsQhJdTc9s3d2h", "As2h3d4c5s9dJh", "AhKdQcJsTd4h4c"
    why = "as ace to five is the second-highest straight (T6)"
    lost = "the dealer's straight (ace to five) beats your straight (king high)"
    assert reason(king, wheel, "lose") == f"{lost}, {why}"
    won = "your straight (ace to five) beats the dealer's straight (king high)"
    assert reason(wheel, king, "win", "higher") == f"{won}, {why}, and pays 1 to 1"
    suited = reason("Ks3dQs2hJsTs9s", "Ah2h3h4h5h9dJc", "lose")
    assert suited.endswith(f"beats your straight flush (king high), {why}")
    for other in (ace, "7s7h7d7cAs2d3c", "As2h3d4c5s9dJh"):
        assert "second-highest" not in reason(wheel, other, "lose")
    assert "second-highest" not in reason(wheel, king, "lose", house='ace_to_five = "lowest"')


@pytest.mark.parametrize("ranked", ["second", "lowest"])
def test_T1_T6_the_chart_says_how_ace_to_five_ranks_and_what_the_joker_is(ranked):
    (chart,) = wording_of(opened(GAME, house=f'ace_to_five = "{ranked}"').house).charts
    straight = "5-4-3-2-A is the second-highest straight, above K-Q-J-10-9 (T6)."
    joker = "The joker is an ace, or completes a straight or a flush (T1)."
    assert chart.notes == ((straight, joker) if ranked == "second" else (joker,))
