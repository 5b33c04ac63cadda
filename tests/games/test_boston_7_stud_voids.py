"""Boston 7 Stud: wrong numbers of cards, a shuffler that fails, and who gets what back (B14, B18 to B20)."""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.events import Dealt, Miscounted, Reshuffled
from tests.games.at_the_table import cards_seen, do, opened, order, refused, result, view_of
from tests.games.boston_table import HIDDEN, SECOND, four, nets, six_with_a_fat_hand


@pytest.mark.parametrize("cards", ["7s7d", "7s7d7hAh"])
def test_B18_a_player_with_a_wrong_number_of_cards_is_void_and_the_others_play_on(cards):
    table = four()
    table.act("floor", f"wrong_number place=1 cards={cards}")
    assert [result(table, 1, wager) for wager in ("ante", "first", "three_card_bonus")] == [
        ("void", 500),
        ("void", 500),
        ("void", 100),
    ]
    assert table.settled(1, "ante").clause == "B18"
    assert table.round.view(1).seats[0].status == "void"
    assert table.round.to_act == {2, 3}
    table.finish()
    assert table.net(1) == 0
    assert not table.round.outcome.void


def test_B18_a_void_hand_gets_no_more_cards_and_every_card_stays_accounted_for():
    table = four(deals=2)
    table.act("floor", "wrong_number place=1 cards=7s7d", deals=0)
    assert "7h" in table.round.places()["stub"]
    table.finish()
    dealt_to = [event.place for event in table.round.events if isinstance(event, Dealt)]
    assert dealt_to.count(1) == 1
    assert sum(len(cards) for cards in table.round.places().values()) == 52


def test_B18_a_void_hand_is_skipped_when_cards_are_dealt_one_at_a_time():
    table = four('deal = "one_at_a_time"', deals=7)
    table.act("floor", "wrong_number place=1 cards=7s", deals=0)
    table.deal_on()
    assert table.round.to_act == {2, 3}
    assert table.round.view(1).seats[0].cards == "7s"


def test_B18_a_void_hand_keeps_what_it_was_paid_before():
    table = four()
    table.act(1, "claim", deals=0)
    table.act("floor", "wrong_number place=1 cards=7s7d")
    assert table.finish().net(1) == 2500


def test_B18_when_the_last_hand_is_void_the_round_is_over():
    table = Table("boston-7-stud\nseat 1: ante 500, first 500 | 7s7d7h")
    table.act("floor", "wrong_number place=1 cards=7s7d")
    assert table.round.outcome is not None
    assert table.net(1) == 0


def test_B18_folded_wagers_still_lose_when_the_last_hand_in_play_is_void():
    table = Table("""
        boston-7-stud
        seat 1: ante 500, first 500 | 7s7d7h
        seat 2: ante 500, first 500
    """)
    table.act(2, "fold")
    table.act("floor", "wrong_number place=1 cards=7s7d")
    assert (table.net(1), table.net(2)) == (0, -1000)


def all_dealt(house=""):
    """The dealer's seven cards are dealt but not yet counted."""
    table = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: ante 500, first 500, three_card_bonus 100 | 7s7d7h 2c3c4c6c
        seat 2: ante 500, first 500 | AsQd9h 2s3s4s6s
        dealer: JcTc5c Jd5d9c9d
    """)
    table.act(1, SECOND)
    table.act(2, "fold", deals=2)
    return table


def test_B18_the_dealer_with_six_of_seven_gets_one_more():
    table = all_dealt()
    assert table.round.phase == "counting"
    table.act("floor", "wrong_number place=dealer cards=JcTc5cJd5d9c", deals=0)
    assert refused(table, "dealer", "rack_stub", "B8")
    table.act("dealer", "deal place=dealer cards=Js", deals=0)
    table.finish()
    assert not table.round.outcome.void
    assert cards_seen(table, "dealer", viewer=None) == "JcTc5cJd5d9cJs"
    assert result(table, 1, "first") == ("lose", 0)  # the jack that came makes three of them, and fives full


@pytest.mark.parametrize("cards", ["JcTc5cJd5d", "JcTc5cJd5d9c9dAs", "Jc"])
def test_B18_any_other_wrong_number_of_the_dealer_voids_all_hands(cards):
    table = all_dealt()
    cards = cards.replace("As", "Ah")
    table.act("floor", f"wrong_number place=dealer cards={cards}")
    assert table.round.outcome.clause == "B18"
    assert [result(table, 1, wager) for wager in ("ante", "first", "second")] == [("void", 500)] * 3
    assert [result(table, 2, wager) for wager in ("ante", "first")] == [("void", 500)] * 2


@pytest.mark.parametrize("cards", ["JcTc", "JcTc5cAh"])
def test_B18_also_applies_to_the_first_three_without_the_three_card_exception(cards):
    table = four()
    table.act("floor", f"wrong_number place=dealer cards={cards}")
    assert table.round.outcome.clause == "B18"
    assert nets(table) == [0, 0, 0, 0]


SIX = "wrong_number place=dealer cards=JcTc5cJd5d9c"


def test_B18_six_found_after_the_stub_was_racked_are_made_seven_from_the_rack():
    table = all_dealt()
    table.deal_on()
    assert table.round.phase == "setting"
    table.act("floor", SIX, deals=0)
    assert table.round.to_act == {"dealer"}
    assert "Js" in table.round.places()["discards"]
    refused(table, 1, "set_hand", "B9")
    table.act("dealer", "deal place=dealer cards=Js", deals=0)
    assert table.round.phase == "setting"
    assert table.round.to_act == {1}
    assert not table.finish().round.outcome.void
    assert cards_seen(table, "dealer", viewer=None) == "JcTc5cJd5d9cJs"
    assert result(table, 1, "first") == ("lose", 0)


def two_to_set(house=""):
    """Seats 1 and 2 have their seven cards to set; the stub is in the rack."""
    table = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: ante 500 | 7s7d7h 2c3c4c6c
        seat 2: ante 500 | AsQd9h 2s3s4s6s
        dealer: JcTc5c Jd5d9c9d
    """)
    assert table.round.phase == "setting"
    return table


def test_B18_hands_that_are_set_stay_set_while_the_dealer_gets_the_seventh_card():
    table = two_to_set()
    table.act(1, "set_hand discards=2c3c", deals=0)
    table.act("floor", SIX)
    assert table.round.to_act == {2}
    assert table.round.view(1).seats[0].discards == "2c3c"


def test_B18_six_cards_are_completed_even_if_found_at_the_reveal():
    table = two_to_set('early_exposure = "void"')
    table.act(1, "set_hand", deals=0)
    table.act(2, "set_hand", deals=0)
    assert table.round.phase == "revealing"
    table.act("floor", SIX, deals=0)
    refused(table, "dealer", "reveal", "B9")
    refused(table, "floor", "shuffler_fails", "B19")
    table.act("floor", "expose_dealer_card card=Jd", deals=0)  # all have acted: play goes on
    table.act("dealer", "deal place=dealer cards=Js", deals=0)
    assert table.round.phase == "revealing"
    table.deal_on()
    assert not table.round.outcome.void
    assert cards_seen(table, "dealer", viewer=1) == "JcTc5cJd5d9cJs"


def test_B18_with_no_hand_left_to_compare_the_dealer_gets_no_further_card():
    table = all_dealt()
    table.deal_on()
    table.act("floor", SIX, deals=0)
    table.act("floor", "wrong_number place=1 cards=7s7d7h2c3c4c", deals=0)
    assert table.round.phase == "revealing"
    table.deal_on()
    assert (table.net(1), table.net(2)) == (-100, -1000)


@pytest.mark.parametrize("found", ["JcTc5cJd5d", "JcTc5cJd5d9c9dAh"])
def test_B18_any_other_number_voids_all_hands_even_after_racking(found):
    table = two_to_set()
    table.act("floor", f"wrong_number place=dealer cards={found}")
    assert table.round.outcome.clause == "B18"


def test_B18_or_only_until_the_stub_is_racked_by_house_rule():
    table = all_dealt('six_card_dealer = "until_racked"')
    table.act("floor", SIX)
    assert not table.finish().round.outcome.void
    table = all_dealt('six_card_dealer = "until_racked"')
    table.deal_on()
    table.act("floor", SIX)
    assert table.round.outcome.clause == "B18"
    assert (table.net(1), table.net(2)) == (-100, 0)


def test_B18_only_a_wrong_number_and_only_of_a_hand_in_play():
    table = four()
    assert "right number" in refused(table, "floor", "wrong_number place=1 cards=7s7dAh", "B18")
    refused(table, "floor", "wrong_number place=1 cards=7s7d7hKs", "B18")  # seat 2 has the king
    refused(table, "floor", "wrong_number place=1 cards=7s??", "B18")
    refused(table, "floor", "wrong_number place=6 cards=7s", "B18")
    refused(four(deals=2), "floor", "wrong_number place=3 cards=As", "B18")
    refused(four(deals=2), "floor", "wrong_number place=dealer cards=As", "B18")
    table.act(3, "fold")
    refused(table, "floor", "wrong_number place=3 cards=As", "B18")


def test_B18_a_dealer_card_that_was_seen_cannot_be_the_missing_one():
    table = all_dealt()
    table.act("floor", "expose_dealer_card card=9d", deals=0)
    refused(table, "floor", "wrong_number place=dealer cards=JcTc5cJd5d9c", "B18")
    assert all(action in table.round.legal("floor") for action in table.round.legal("floor"))
    table.act("floor", "wrong_number place=dealer cards=JcTc5cJd5d9d", deals=0)
    table.deal_on(1)
    assert cards_seen(table, "dealer", viewer=1) == f"{HIDDEN * 5}9d{HIDDEN}"


def test_B18_what_was_found_is_hidden_from_the_others():
    assert Miscounted(1, "7s7d").seen_by(2) == Miscounted(1, HIDDEN * 2)
    assert Miscounted(1, "7s7d").seen_by(1) == Miscounted(1, "7s7d")


def test_B19_while_shuffling_the_cards_are_reshuffled_and_wagers_stand():
    round_ = opened("boston-7-stud")
    do(round_, 1, "place_wagers amounts=ante:500")
    assert do(round_, "floor", "shuffler_fails") == (Reshuffled("B19"),)
    assert round_.view(1).seats[0].wagers == {"ante": 500}


def test_B19_before_any_player_has_three_cards_the_deal_begins_again():
    table = Table(
        """
        boston-7-stud
        house: deal = "one_at_a_time"
        seat 1: ante 500, first 500
        seat 2: ante 500, first 500
    """,
        deals=6,
    )
    assert table.act("floor", "shuffler_fails", deals=0) == (Reshuffled("B19"),)
    assert len(table.round.places()["stub"]) == 52
    assert view_of(table, None).seats[0].wagers == {"ante": 500, "first": 500}
    table.act("dealer", "deal place=1 cards=As", deals=0)
    assert table.round.view(1).seats[0].cards == "As"


def test_B19_once_any_player_has_three_cards_the_round_is_void_with_the_exception_of_B15():
    table = four(deals=1)
    table.act("floor", "shuffler_fails")
    assert table.round.outcome.clause == "B19"
    assert nets(table) == [500 + 2500, 0, 0, 0]


def test_B19_even_while_players_decide_and_while_the_final_four_are_dealt():
    table = four()
    table.act("floor", "shuffler_fails")
    assert nets(table) == [500 + 2500, 200, 0, 500]
    table = four()
    for seat in (1, 2, 3):
        table.act(seat, SECOND, deals=0)
    table.deal_on(2)
    table.act("floor", "shuffler_fails")
    # The three-card bonuses were settled, unclaimed, before the final four: what is settled stays settled.
    assert nets(table) == [500 - 100, -200, -300, 500]


def test_B19_not_when_all_cards_are_dealt_or_nobody_is_left():
    refused(all_dealt(), "floor", "shuffler_fails", "B19")
    table = Table("boston-7-stud\nseat 1: ante 500, first 500")
    table.act(1, "fold", deals=0)
    refused(table, "floor", "shuffler_fails", "B19")


def test_B20_three_of_a_kind_is_paid_one_ante_and_the_ante_returned():
    table = four()
    table.act("floor", "expose_dealer_card card=Tc")
    line = table.settled(4, "ante")
    assert (line.result, line.returned, line.payoff, line.row, line.clause) == (
        "win",
        500,
        500,
        "three_of_a_kind",
        "B20",
    )


def test_B20_a_bonus_that_is_settled_is_not_paid_twice():
    table = four()
    table.act(1, "claim", deals=0)
    table.act(3, "claim", deals=0)
    table.act("floor", "expose_dealer_card card=Tc")
    assert order(table).count((1, "three_card_bonus")) == 1
    assert nets(table) == [500 + 2500, 200, -300, 500]


def test_B20_wagers_are_returned_to_players_who_have_folded_too():
    table = four()
    for seat in (1, 3):
        table.act(seat, "fold")
    table.act("floor", "expose_dealer_card card=Tc")
    assert nets(table) == [500 + 2500, 200, 0, 500]


def test_B20_or_not_by_house_rule():
    table = four("void_refunds_folded = false")
    for seat in (1, 3):
        table.act(seat, "fold")
    table.act("floor", "expose_dealer_card card=Tc")
    assert [result(table, 1, wager) for wager in ("ante", "first")] == [("lose", 0)] * 2
    assert result(table, 1, "three_card_bonus") == ("win", 2600)
    assert nets(table) == [2500 - 1000, 200, -1000, 500]


def test_B20_folding_never_costs_a_three_card_bonus_that_can_still_be_claimed():
    table = four("void_refunds_folded = false")
    for seat in (1, 3):
        table.act(seat, "fold")
    table.act("floor", 'void_round reason="the cards fell"')
    assert [result(table, seat, "three_card_bonus") for seat in (1, 3)] == [("void", 100), ("void", 300)]
    assert nets(table) == [-1000, 0, -1000, 0]


def test_B20_a_void_round_is_settled_in_the_usual_order():
    table = four()
    table.act("floor", "expose_dealer_card card=Tc")
    assert order(table)[0] == (4, "ante")
    assert order(table)[-3:] == [(1, "three_card_bonus"), (1, "first"), (1, "ante")]


def test_B14_a_cap_applies_to_a_void_round_in_the_order_of_settlement():
    table = four("caps = [{ante_up_to = 1000, pays_at_most = 2600}]")
    table.act("floor", "expose_dealer_card card=Tc")
    assert table.settled(1, "three_card_bonus").payoff == 2500
    assert table.settled(1, "ante").payoff == 100


@pytest.mark.parametrize("card", ["Jd", "9d"])
def test_B20_one_of_the_dealers_last_four_exposed_early_and_play_continues(card):
    table = all_dealt()
    table.act("floor", f"expose_dealer_card card={card}")
    assert card in cards_seen(table, "dealer", viewer=None)
    assert cards_seen(table, "dealer", viewer=None).count(HIDDEN) == 6
    assert not table.finish().round.outcome.void


def test_B20_or_the_round_is_void_by_house_rule():
    table = all_dealt('early_exposure = "void"')
    table.act("floor", "expose_dealer_card card=Jd")
    assert table.round.outcome.void
    assert result(table, 1, "ante") == ("void", 500)


def test_B20_the_floor_may_void_a_round_and_everything_is_returned():
    table = four()
    table.act("floor", 'void_round reason="fire alarm"')
    assert table.round.outcome.reason == "fire alarm"
    assert nets(table) == [0, 0, 0, 0]
    assert cards_seen(table, 1, viewer=2) == HIDDEN * 3


def test_B20_nothing_is_done_to_a_round_that_is_over():
    table = four()
    table.act("floor", "expose_dealer_card card=Tc")
    refused(table, "floor", "expose_dealer_card card=Jc", "")
    refused(table, 2, "fold", "")
    refused(table, "floor", "void_round reason=again", "")


def test_B18_when_too_few_cards_are_left_for_everybody_all_hands_are_void():
    table = six_with_a_fat_hand(11)
    assert table.round.outcome.clause == "B18"
    assert [table.net(seat) for seat in range(1, 7)] == [0] * 6
    assert not six_with_a_fat_hand(10).finish().round.outcome.void
