"""Boston 7 Stud: cards exposed or drawn in error (B15 to B17)."""

from seventh.games.scripted import Table
from seventh.rounds.actions import Deal
from seventh.rounds.events import CardDrawn, CardExposed, CardSetAside, RoundVoided
from tests.games.at_the_table import cards_seen, do, refused, result
from tests.games.boston_table import HIDDEN, SECOND, four, nets, six_with_a_fat_hand
from tests.known import known


def test_B15_exposed_dealer_card_voids_all_but_three_card_bonuses():
    table = four()
    table.act("floor", "expose_dealer_card card=Tc")
    assert table.round.outcome.void
    assert table.round.outcome.clause == "B15"
    assert result(table, 1, "three_card_bonus") == ("win", 100 + 2500)
    assert result(table, 2, "three_card_bonus") == ("win", 200 + 200)
    assert result(table, 3, "three_card_bonus") == ("void", 300)
    assert [result(table, seat, "ante") for seat in (1, 4)] == [("win", 1000)] * 2
    assert [result(table, seat, "ante") for seat in (2, 3)] == [("void", 500)] * 2
    assert [result(table, seat, "first") for seat in (1, 2, 3)] == [("void", 500)] * 3


def test_B15_only_until_every_player_has_acted():
    table = four()
    table.act(1, SECOND)
    table.act(2, "fold")
    table.act("floor", "expose_dealer_card card=Tc")
    assert table.round.outcome.clause == "B15"
    table = four()
    table.act(1, SECOND)
    table.act(2, "fold")
    table.act(3, "fold", deals=0)
    table.act("floor", "expose_dealer_card card=Tc")
    assert not table.finish().round.outcome.void


def test_B15_a_2nd_wager_already_made_is_returned():
    table = four()
    table.act(3, SECOND)
    table.act("floor", "expose_dealer_card card=Jc")
    assert result(table, 3, "second") == ("void", 500)
    assert table.net(3) == 0


def test_B15_everyone_sees_the_exposed_card():
    table = four()
    assert CardExposed("Tc") in table.act("floor", "expose_dealer_card card=Tc")
    assert cards_seen(table, "dealer", viewer=None) == f"{HIDDEN}Tc{HIDDEN}"


def test_B15_only_a_face_down_card_of_the_dealer_can_be_exposed():
    table = four()
    refused(table, "floor", "expose_dealer_card card=Ac", "B15")
    refused(table, "floor", "expose_dealer_card card=7s", "B15")
    refused(table, "floor", "expose_dealer_card card=zz", "B15")
    assert "only the floor" in refused(table, 1, "expose_dealer_card card=Tc", "")
    refused(four(deals=2), "floor", "expose_dealer_card card=Tc", "B15")


def test_B15_a_dealer_card_that_was_dealt_unknown_may_turn_out_to_be_any_in_the_deck():
    table = Table("boston-7-stud\nseat 1: ante 500, first 500 | 7s7d7h", deals=1)
    table.act("dealer", "deal place=dealer cards=??????")
    refused(table, "floor", "expose_dealer_card card=7s", "B15")
    table.act("floor", "expose_dealer_card card=Tc")
    assert known(table.round.outcome).clause == "B15"
    assert cards_seen(table, "dealer", viewer=1) == f"Tc{HIDDEN}{HIDDEN}"


def test_B15_hands_that_do_not_have_three_cards_yet_are_only_returned():
    table = Table(
        """
        boston-7-stud
        house: deal = "one_at_a_time"
        seat 1: ante 500, first 500, three_card_bonus 100 | 7s7d7h
        dealer: JcTc5c
    """,
        deals=5,
    )
    table.act("floor", "expose_dealer_card card=Jc")
    assert table.net(1) == 500 + 2500
    early = Table(
        """
        boston-7-stud
        house: deal = "one_at_a_time"
        seat 1: ante 500, first 500, three_card_bonus 100 | 7s7d7h
        dealer: JcTc5c
    """,
        deals=4,
    )
    early.act("floor", "expose_dealer_card card=Jc")
    assert early.net(1) == 0


def test_B16_a_face_up_card_is_set_aside_and_the_round_goes_on():
    table = four(deals=2)
    assert table.act("floor", "face_up_card card=Qs", deals=0) == (CardSetAside("Qs"),)
    assert table.round.places()["set aside"] == ("Qs",)
    assert table.round.view(None).set_aside == "Qs"
    assert "Qs is not in the deck" in refused(table, "dealer", "deal place=3 cards=QsQd9h", "B4")
    table.deal_on()
    assert not table.finish().round.outcome.void


def test_B16_a_second_one_voids_all_hands_without_the_three_card_exception():
    table = four()
    for seat in (1, 3):
        table.act(seat, SECOND)
    table.act(2, "fold", deals=1)
    table.act("floor", "face_up_card card=Qs", deals=0)
    events = table.act("floor", "face_up_card card=Ah")
    assert events[0] == CardSetAside("Ah")
    assert isinstance(events[1], RoundVoided)
    assert table.round.outcome.clause == "B16"
    assert [result(table, seat, "ante") for seat in (1, 2, 3, 4)] == [("void", 500)] * 4


def test_B16_in_the_first_three_rounds_nothing_at_all_is_paid():
    table = four(deals=4)
    table.act("floor", "face_up_card card=Qs", deals=0)
    table.act("floor", "face_up_card card=Ah")
    assert nets(table) == [0, 0, 0, 0]
    assert all(line.result == "void" for line in table.round.outcome.settled)


def test_B16_only_while_cards_are_dealt_and_only_a_card_of_the_deck():
    assert "no cards are being dealt" in refused(four(), "floor", "face_up_card card=Qs", "B16")
    refused(four(deals=2), "floor", "face_up_card card=7s", "B16")
    refused(four(deals=2), "floor", "face_up_card card=??", "B16")


def test_B16_not_when_there_is_nobody_left_to_deal_to():
    table = Table("boston-7-stud\nseat 1: ante 500, first 500")
    table.act(1, "fold", deals=0)
    refused(table, "floor", "face_up_card card=Qs", "B16")


def test_B16_a_card_drawn_in_error_that_turns_out_face_up_is_set_aside():
    table = four(deals=2)
    table.act("floor", "drawn_in_error card=Qs", deals=0)
    table.act("floor", "face_up_card card=Qs")
    assert table.round.phase == "deciding"


def test_B17_a_card_drawn_in_error_is_the_next_card():
    table = four(deals=2)
    assert table.act("floor", "drawn_in_error card=Qs", deals=0) == (CardDrawn("Qs"),)
    assert refused(table, "dealer", "deal place=3 cards=AsQdQs", "B17").endswith("allowed: Qs first")
    table.act("dealer", "deal place=3 cards=QsQdAs", deals=0)
    table.act("dealer", "deal place=4 cards=8s8d8h", deals=0)
    assert table.round.view(3).seats[2].cards == "QsQdAs"


def test_B17_the_card_is_hidden():
    assert CardDrawn("Qs").seen_by(1) == CardDrawn(HIDDEN) == CardDrawn("Qs").seen_by(None)


def test_B17_it_may_be_unknown_and_then_any_card_comes_next():
    table = four(deals=2)
    table.act("floor", "drawn_in_error")
    assert table.round.phase == "deciding"


def test_B17_one_at_a_time_and_only_while_cards_are_to_come():
    table = four(deals=2)
    table.act("floor", "drawn_in_error card=Qs", deals=0)
    assert "Qs has already been drawn" in refused(table, "floor", "drawn_in_error card=Ah", "B17")
    refused(four(), "floor", "drawn_in_error card=Qs", "B17")
    refused(four(deals=2), "floor", "drawn_in_error card=7s", "B17")


def test_B17_the_listed_deals_begin_with_it():
    table = Table("boston-7-stud\nseat 1: ante 500", deals=0)
    table.act("floor", "drawn_in_error card=Qs", deals=0)
    legal = table.round.legal("dealer")
    first = next(iter(legal))
    assert isinstance(first, Deal)
    assert first.cards.startswith("Qs")
    assert legal.count == 51 * 50


def test_B17_a_card_drawn_in_error_cannot_be_one_that_the_dealer_holds_unseen():
    table = four(deals=3)
    for place, cards in (("4", "8s8d8h"), ("dealer", "????5c")):
        do(table.round, "dealer", f"deal place={place} cards={cards}")
    for seat in (1, 2, 3):
        do(table.round, seat, SECOND)
    do(table.round, "floor", "drawn_in_error card=2c")
    refused(table, "floor", "expose_dealer_card card=2c", "B15")
    do(table.round, "floor", "expose_dealer_card card=3c")
    assert not table.round.outcome


def test_B16_a_card_set_aside_that_leaves_too_few_voids_all_hands():
    table = six_with_a_fat_hand(10)
    table.act("floor", f"face_up_card card={table.round.places()['stub'][0]}", deals=0)
    assert table.round.outcome.clause == "B16"
    assert [table.net(seat) for seat in range(1, 7)] == [0] * 6
