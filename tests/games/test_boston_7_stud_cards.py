"""Boston 7 Stud: the deal, the claim, setting the hand, settling, and who sees what (B4, B5, B8 to B10)."""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import Claim, Fold, SetHand
from seventh.rounds.events import Claimed, Dealt, HandSet, Settled, Shown, StubRacked
from tests.games.at_the_table import cards_seen, order, refused, result

SECOND = "bet wager=second amount=500"
HIDDEN = "??"


def deals(table):
    return [(event.place, event.cards) for event in table.round.events if isinstance(event, Dealt)]


def claimant(three="AsAd2h", others=""):
    return Table(f"""
        boston-7-stud
        seat 1: ante 500, first 500, three_card_bonus 100 | {three} 3c5c7d9d
        {others}
        dealer: QsQd4h 6c8dTdJc
    """)


def test_B4_three_cards_each_from_the_dealers_left_clockwise_the_dealer_last():
    table = Table("""
        boston-7-stud
        seat 5: ante 500, first 500 | 5s5d5h
        seat 1: ante 500, first 500 | 2s2d2h
        seat 3: ante 500, first 500 | 3s3d3h
        dealer: KsKdKh
    """)
    assert deals(table) == [(1, "2s2d2h"), (3, "3s3d3h"), (5, "5s5d5h"), ("dealer", "KsKdKh")]


def test_B4_one_at_a_time_goes_round_three_times():
    table = Table("""
        boston-7-stud
        house: deal = "one_at_a_time"
        seat 1: ante 500, first 500 | 2s2d2h
        seat 3: ante 500, first 500 | 3s3d3h
        dealer: KsKdKh
    """)
    assert [place for place, _ in deals(table)] == [1, 3, "dealer"] * 3
    assert "".join(cards for _, cards in deals(table)) == "2s3sKs2d3dKd2h3hKh"


def final_four(house):
    table = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: ante 500, first 500 | 2s2d2h 4s4d4h4c
        seat 2: ante 500, first 500
        seat 3: ante 500, first 500 | 3s3d3h 5s5d5h5c
        dealer: KsKdKh QsQdQhQc
    """)
    table.act(2, "fold")
    table.act(1, SECOND)
    table.act(3, SECOND)
    return deals(table)[12 if "one_at_a_time" in house else 4 :]


@pytest.mark.parametrize("deal", ["stack", "one_at_a_time"])
def test_B4_the_final_four_are_consecutive_even_if_the_first_three_are_dealt_one_at_a_time(deal):
    assert final_four(f'deal = "{deal}"') == [(1, "4s4d4h4c"), (3, "5s5d5h5c"), ("dealer", "QsQdQhQc")]


def test_B4_a_house_may_deal_the_final_four_like_the_first_three():
    dealt = final_four('deal = "one_at_a_time"\n        house: final_four = "as_first_three"')
    assert [place for place, _ in dealt] == [1, 3, "dealer"] * 4
    assert final_four('final_four = "as_first_three"') == final_four("")


def test_B4_cards_are_not_dealt_out_of_turn():
    table = Table("boston-7-stud\nseat 1: ante 500\nseat 2: ante 500", deals=1)
    assert refused(table, "dealer", "deal place=dealer cards=AsKsQs", "B4").endswith("allowed: seat 2")
    assert refused(table, "dealer", "deal place=2 cards=AsKs", "B4").endswith("allowed: 3")
    assert "only the dealer" in refused(table, 1, "deal place=2 cards=AsKsQs", "")


def test_B4_a_card_is_in_one_place_only():
    table = Table("boston-7-stud\nseat 1: ante 500 | AsKsQs\nseat 2: ante 500", deals=1)
    assert "As is not in the deck" in refused(table, "dealer", "deal place=2 cards=As2s3s", "B4")
    assert "must be known" in refused(table, "dealer", "deal place=2 cards=??2s3s", "B4")


def test_B4_the_cards_are_dealt_face_down():
    table = claimant(others="seat 2: ante 500 | KsKd3h")
    assert cards_seen(table, 1, viewer=1) == "AsAd2h"
    assert cards_seen(table, 2, viewer=1) == HIDDEN * 3
    assert cards_seen(table, 1, viewer=None) == HIDDEN * 3
    assert cards_seen(table, "dealer", viewer=1) == HIDDEN * 3
    dealt = next(event for event in table.round.events if isinstance(event, Dealt))
    assert dealt.seen_by(1) == dealt
    assert dealt.seen_by(2) == Dealt(1, HIDDEN * 3) == dealt.seen_by(None)


def test_B5_the_three_cards_are_exposed_to_claim_and_paid_at_once():
    table = claimant()
    events = table.act(1, "claim", deals=0)
    assert events == (Claimed(1, "AsAd2h"), Settled(1, "three_card_bonus", 100, "win", 100, 100, "B6", "pair"))
    assert events[0].seen_by(None) == events[0]


def test_B5_exposed_cards_are_turned_down_again():
    table = claimant(others="seat 2: ante 500")
    table.act(1, "claim", deals=0)
    assert cards_seen(table, 1, viewer=2) == HIDDEN * 3
    assert cards_seen(table, 1, viewer=None) == HIDDEN * 3
    assert cards_seen(table, 1, viewer=1) == "AsAd2h"


def test_B5_a_wager_that_is_not_exposed_is_collected_before_the_final_four():
    table = claimant(three="AhKhQh")
    table.act(1, SECOND, deals=0)
    assert Claim() in table.round.legal(1)
    table.deal_on(1)
    assert result(table, 1, "three_card_bonus") == ("lose", 0)
    assert table.settled(1, "three_card_bonus").clause == "B5"
    assert isinstance(table.round.events[-1], Dealt)


def test_B5_an_exposed_hand_that_does_not_qualify_is_collected():
    table = claimant(three="AsKd2h")
    table.act(1, "claim", deals=0)
    assert result(table, 1, "three_card_bonus") == ("lose", 0)


def test_B5_a_claim_is_made_once():
    table = claimant()
    table.act(1, "claim", deals=0)
    assert "no three-card bonus" in refused(table, 1, "claim", "B5")


def test_B5_no_claim_without_the_wager_before_the_third_card_or_after_the_fourth():
    table = Table(
        """
        boston-7-stud
        house: deal = "one_at_a_time"
        seat 1: ante 500, first 500, three_card_bonus 100 | AsAd2h
        seat 2: ante 500, first 500
    """,
        deals=7,
    )
    refused(table, 1, "claim", "B5")
    table.deal_on()
    refused(table, 2, "claim", "B5")
    table.act(1, SECOND, deals=0)
    table.act(2, "fold", deals=1)
    assert "first of the final four" in refused(table, 1, "claim", "B5")


@pytest.mark.parametrize("steps", [["claim", "fold"], ["fold", "claim"]])
def test_B5_a_claim_remains_valid_after_a_fold(steps):
    table = claimant(others="seat 2: ante 500, first 500")
    for step in steps:
        table.act(1, step, deals=0)
    table.finish()
    assert result(table, 1, "three_card_bonus") == ("win", 200)
    assert result(table, 1, "first") == ("lose", 0)


def test_B5_claims_are_open_until_the_first_of_the_final_four_even_after_everyone_has_acted():
    table = claimant(others="seat 2: ante 500")
    table.act(1, SECOND, deals=0)
    assert table.round.to_act == {"dealer"}
    table.act(1, "claim")
    assert result(table, 1, "three_card_bonus") == ("win", 200)


def test_B5_claims_are_open_until_the_stub_is_racked_when_everyone_has_folded():
    table = claimant()
    table.act(1, "fold", deals=0)
    assert table.round.to_act == {"dealer"}
    table.act(1, "claim")
    assert result(table, 1, "three_card_bonus") == ("win", 200)
    unclaimed = claimant()
    unclaimed.act(1, "fold")
    assert result(unclaimed, 1, "three_card_bonus") == ("lose", 0)


def test_B5_a_void_hand_of_four_cards_does_not_end_the_others_claims():
    table = claimant(others="seat 2: ante 500, first 500 | KsKdKh")
    table.act("floor", "wrong_number place=2 cards=KsKdKhKc", deals=0)
    table.act(1, SECOND, deals=0)
    table.act(1, "claim")
    assert result(table, 1, "three_card_bonus") == ("win", 200)


def test_B5_a_house_may_settle_without_a_claim():
    table = Table("""
        boston-7-stud
        house: three_card_claim = "automatic"
        seat 1: ante 500, first 500, three_card_bonus 100 | AsAd2h
        seat 2: ante 500, first 500, three_card_bonus 200 | KsQd2s
    """)
    assert order(table) == [(2, "three_card_bonus"), (1, "three_card_bonus")]
    assert result(table, 1, "three_card_bonus") == ("win", 200)
    assert result(table, 2, "three_card_bonus") == ("lose", 0)
    assert "without a claim" in refused(table, 1, "claim", "B5")


def test_B5_the_default_action_claims_what_qualifies_and_then_folds():
    table = claimant()
    assert table.round.default(1) == Claim()
    table.act(1, table.round.default(1), deals=0)
    assert table.round.default(1) == Fold()
    assert claimant(three="AsKd2h").round.default(1) == Fold()


def test_B5_the_default_action_claims_for_a_folded_player_too():
    table = claimant(others="seat 2: ante 500, first 500")
    table.act(1, "fold")
    assert table.round.default(1) == Claim()


def test_B8_four_more_to_each_2nd_wager_and_each_ante_alone_then_to_the_dealer():
    table = Table("""
        boston-7-stud
        seat 1: ante 500, first 500
        seat 2: ante 500
        seat 3: ante 500, first 500
    """)
    table.act(1, SECOND)
    table.act(3, "fold")
    assert [(place, len(cards) // 2) for place, cards in deals(table)][4:] == [(1, 4), (2, 4), ("dealer", 4)]


def test_B8_the_stub_is_racked_unseen_after_the_dealers_seven_are_counted():
    table = claimant(others="seat 2: ante 500")
    table.act(1, SECOND, deals=3)
    assert table.round.phase == "counting"
    assert len(table.round.places()["stub"]) == 52 - 21
    events = table.round.act("dealer", next(iter(table.round.legal("dealer"))))
    assert events == (StubRacked(),)
    assert len(table.round.places()["discards"]) == 52 - 21
    assert "stub" not in table.round.places()


def test_B8_the_stub_is_not_racked_before_that():
    table = claimant()
    assert "once all cards are dealt" in refused(table, "dealer", "rack_stub", "B8")
    table.act(1, SECOND, deals=1)
    refused(table, "dealer", "rack_stub", "B8")


def test_B8_if_everyone_has_folded_no_more_cards_are_dealt():
    table = claimant()
    table.act(1, "fold")
    assert [place for place, _ in deals(table)] == [1, "dealer"]
    assert table.round.outcome is not None
    assert cards_seen(table, "dealer", viewer=1) == HIDDEN * 3


def setting_hand(house="", cards="AsAdAh KcKd2h3c"):
    table = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: ante 500, first 500 | {cards}
        dealer: QsQdQh 4c6d8cTc
    """)
    table.act(1, SECOND)
    return table


def test_B9_five_cards_are_set_and_two_discarded():
    table = setting_hand()
    assert table.round.legal(1).count == 22  # 21 pairs of discards, or leaving it to the house
    table.act(1, "set_hand discards=2h3c")
    assert result(table, 1, "first") == ("win", 1000)


@pytest.mark.parametrize("discards", ["As", "AsAdAh", "AsQs", "AsAs", "Xx", "??2h"])
def test_B9_two_cards_of_the_hand_and_no_others(discards):
    refused(setting_hand(), 1, f"set_hand discards={discards}", "B9")


def test_B9_the_five_that_were_set_count_and_are_not_improved():
    table = setting_hand()
    table.act(1, "set_hand discards=AsAd")
    assert result(table, 1, "first") == ("lose", 0)


def test_B9_the_ante_bonus_counts_the_best_five_of_seven():
    table = setting_hand()
    table.act(1, "set_hand discards=AsAd")
    line = table.settled(1, "ante")
    assert (line.result, line.payoff, line.row) == ("lose", 2000, "full_house")


def test_B9_with_bonus_hand_as_set_the_ante_bonus_counts_the_five_that_were_set():
    table = setting_hand('bonus_hand = "as_set"')
    table.act(1, "set_hand discards=AsAd")
    assert table.settled(1, "ante").payoff == 0
    table = setting_hand('bonus_hand = "as_set"')
    table.act(1, "set_hand")
    assert table.settled(1, "ante").row == "full_house"


def test_B9_a_player_who_does_not_set_gets_the_best_five():
    table = setting_hand()
    assert table.round.default(1) == SetHand()
    table.act(1, "set_hand")
    assert result(table, 1, "first") == ("win", 1000)


def test_B9_a_house_may_require_setting_the_hand_and_the_default_sets_the_best():
    table = setting_hand("auto_set = false")
    assert refused(table, 1, "set_hand", "B9").endswith("allowed: two discards")
    assert table.round.legal(1).count == 21
    assert table.round.default(1) == SetHand("2h3c")
    table.finish()
    assert result(table, 1, "first") == ("win", 1000)


def test_B9_a_hand_is_set_once_and_after_the_seventh_card():
    table = claimant(others="seat 2: ante 500")
    refused(table, 1, "set_hand", "B9")
    table.act(1, SECOND)
    table.act(1, "set_hand discards=3c5c")
    refused(table, 1, "set_hand", "B9")


def test_B9_the_dealer_shows_seven_and_plays_the_best_five():
    table = setting_hand(cards="JsJdJh 2c2dAh3c")
    assert cards_seen(table, "dealer", viewer=1) == HIDDEN * 7
    refused(table, "dealer", "reveal", "B9")
    table.act(1, "set_hand")
    assert cards_seen(table, "dealer", viewer=None) == "QsQdQh4c6d8cTc"
    assert result(table, 1, "first") == ("win", 1000)  # jacks full against three queens


def test_B9_what_others_discard_is_hidden_until_the_hands_are_turned_over():
    table = claimant(others="seat 2: ante 500")
    table.act(1, SECOND)
    events = table.act(1, "set_hand discards=3c5c")
    assert events[0].seen_by(2) == HandSet(1, HIDDEN * 2)
    assert table.round.view(2).seats[0].discards == ""
    assert table.round.view(1).seats[0].discards == "3c5c"
    table.finish()
    assert table.round.view(2).seats[0].discards == "3c5c"


def test_B9_leaving_the_hand_to_the_house_looks_like_setting_it():
    assert HandSet(1, "").seen_by(2) == HandSet(1, "3c5c").seen_by(2)


def test_B9_the_dealers_cards_may_stay_unknown_until_they_are_revealed():
    table = claimant()
    table.act(1, SECOND, deals=1)
    table.act("dealer", "deal place=dealer cards=????????")
    table.act(1, "set_hand", deals=0)
    assert "not the dealer's hand" in refused(table, "dealer", "reveal", "B9")
    refused(table, "dealer", "reveal cards=QsQd4hAsAhAc8c", "B9")  # the ace of spades is elsewhere
    table.act("dealer", "reveal cards=QsQd4hQcAhAc8c")
    assert cards_seen(table, "dealer", viewer=None) == "QsQd4hQcAhAc8c"
    assert result(table, 1, "first") == ("lose", 0)


def three_players():
    table = Table("""
        boston-7-stud
        seat 1: ante 500, first 500 | AsAd2h
        seat 4: ante 500 | KsKd3h
        seat 6: ante 500, first 500 | JsJd4s
        dealer: QsQd4h
    """)
    table.act(1, SECOND)
    table.act(6, "fold")
    return table.finish()


def test_B10_settle_from_the_dealers_right_counterclockwise():
    assert [seat for seat, _ in order(three_players())] == [6, 6, 4, 1, 1, 1]


def test_B10_each_hand_is_turned_up_when_it_is_settled_and_folded_hands_never():
    table = three_players()
    shown = [event.seat for event in table.round.events if isinstance(event, Shown)]
    assert shown == [4, 1]
    assert cards_seen(table, 6, viewer=1) == HIDDEN * 3
    assert cards_seen(table, 6, viewer=6) == "JsJd4s"
    assert cards_seen(table, 4, viewer=None).startswith("KsKd3h")


def test_B10_other_hands_are_hidden_before_that():
    table = claimant(others="seat 2: ante 500 | KsKd3h 3s5s7h9h")
    table.act(1, SECOND)
    table.act(1, "set_hand")
    assert cards_seen(table, 2, viewer=1) == HIDDEN * 7
    assert cards_seen(table, 1, viewer=2) == HIDDEN * 7
