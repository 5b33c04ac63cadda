"""Seven-Card Stud: irregularities and the floor (S26)."""

import pytest

from seventh.cards import cards_in, format_cards
from seventh.rounds.actions import FaceUpCard
from seventh.rounds.events import ChipsReturned, Dealt, HandVoided, PotWon, RoundVoided
from seventh.rounds.notation import parse_action as parse
from tests.games.stud.at_stud import (
    DEEP,
    act,
    cheapest,
    check_down,
    events_of,
    nets,
    now,
    refused,
    show_all,
    sit,
    stacks,
    stud,
    won,
)


def dealing(*runs, players=3, house=""):
    """The antes are in and these cards dealt, the rest of third street is to come."""
    table = sit(*[DEEP] * players, house=house, deals=1)
    for run in runs:
        deal(table, run)
    return table


def deal(table, cards):
    table.round.act("dealer", parse(f"deal_cards cards={cards}"))


def floor(table, action, deals=0):
    return table.act("floor", action, deals)


def on_seventh(players=3, deals=0, house=""):
    """Sixth street is over; the dealer has taken this many steps of seventh street."""
    table = sit(*[DEEP] * players, house=house)
    hand = table.round
    while hand.street < 7:
        (seat,) = hand.to_act
        last = hand.street == 6 and len(hand.queue) == 1
        table.act(seat, cheapest(hand, seat), 0 if last else None)
    table.deal_on(deals)
    return table


# A down card exposed in the first three.


def test_S26_an_exposed_down_card_is_the_up_card_and_the_next_comes_down():
    table = dealing("8s9s2h")
    floor(table, "expose_down_card seat=3 card=2h")
    deal(table, "TsJsQs")
    deal(table, "KsAcKd")
    hand = table.round
    assert [card.text for card in hand.hands[3].up] == ["2h"]
    assert [event.up for event in events_of(table, Dealt)[-3:]] == ["Ks", "Ac", ""]
    assert now(table) == "3: bring_in, to 400"
    assert hand.view(1).seats[2].cards == "2h????"


def test_S26_an_exposed_second_card_too():
    table = dealing("8s9s2h", "TsJsQs")
    floor(table, "expose_down_card seat=1 card=Ts")
    deal(table, "KsAcKd")
    assert [[card.text for card in one.up] for one in table.round.hands.values()] == [["Ts"], ["Ac"], ["Kd"]]


def test_S26_only_a_card_that_is_there_and_down():
    table = dealing("8s9s")
    assert "not a down card" in refused(table, "floor", "expose_down_card seat=1 card=9s", "S26")
    assert "allowed: seat 1, seat 2" in refused(table, "floor", "expose_down_card seat=3 card=8s", "S26")
    refused(table, "dealer", "expose_down_card seat=1 card=8s", "")
    refused(table, 1, "expose_down_card seat=1 card=8s", "")


def test_S26_not_once_the_betting_has_begun():
    table = sit(DEEP, DEEP)
    refused(table, "floor", "expose_down_card seat=1 card=3d", "S26")


def test_S26_both_down_cards_exposed_the_hand_is_dead_and_the_ante_returned():
    table = dealing("8s9s2h", "TsJsQs")
    floor(table, "expose_down_card seat=2 card=9s")
    floor(table, "expose_down_card seat=2 card=Js")
    assert [(event.seat, event.amount) for event in events_of(table, ChipsReturned)] == [(2, 50)]
    assert stacks(table)[1] == DEEP
    deal(table, "3d4d")
    assert now(table) == "1: bring_in, to 400"
    assert now(act(table, "1 bring_in")) == "3: fold, call 100, to 400"
    assert table.round.view(None).seats[1].status == "dead"


def test_S26_with_two_players_the_other_has_won_nothing():
    table = dealing("8s9s", "TsJs", players=2)
    floor(table, "expose_down_card seat=2 card=9s")
    floor(table, "expose_down_card seat=2 card=Js")
    assert nets(table) == [0, 0]


def third_is_down(*last, players=3):
    """Seat 3's first card was exposed; the third cards are dealt, as far as these go."""
    table = dealing("8s9s2h"[: 2 * players], "TsJsQs"[: 2 * players], players=players)
    floor(table, f"expose_down_card seat={players} card={'2h' if players == 3 else '9s'}")
    for card in last:
        deal(table, card)
    return table


def test_S26_the_card_dealt_down_instead_may_be_exposed_too_and_the_hand_is_dead():
    """Seat 3's deuce would have brought in; of the hands left seat 1 has the low card."""
    table = third_is_down("4sAcKd")
    assert now(table) == "3: bring_in, to 400"
    assert "not a down card" in refused(table, "floor", "expose_down_card seat=3 card=Qs", "S26")
    floor(table, "expose_down_card seat=3 card=Kd")
    assert [(event.seat, event.amount) for event in events_of(table, ChipsReturned)] == [(3, 50)]
    assert stacks(table)[2] == DEEP
    assert table.round.view(None).seats[2].status == "dead"
    assert now(table) == "1: bring_in, to 400"
    assert now(act(table, "1 bring_in")) == "2: fold, call 100, to 400"


def test_S26_even_while_others_are_still_being_dealt():
    table = dealing("8s9s2h", "TsJsQs")
    floor(table, "expose_down_card seat=1 card=8s")
    deal(table, "4s")
    floor(table, "expose_down_card seat=1 card=4s")
    deal(table, "AcKd")
    assert now(table) == "3: bring_in, to 400"
    assert stacks(table) == [DEEP, DEEP - 50, DEEP - 50]


def test_S26_even_a_third_card_that_is_still_unknown():
    table = dealing("??????", "??????")
    floor(table, "expose_down_card seat=3 card=2h")
    deal(table, "4sAc??")
    floor(table, "expose_down_card seat=3 card=Kd")
    assert format_cards(table.round.hands[3].cards) == "2h??Kd"


def test_S26_with_two_players_the_other_gets_the_ante_back_too():
    table = third_is_down("4sAc", players=2)
    floor(table, "expose_down_card seat=2 card=Ac")
    assert nets(table) == [0, 0]


def test_S26_not_once_a_player_has_acted():
    table = act(third_is_down("4sAcKd"), "3 bring_in")
    refused(table, "floor", "expose_down_card seat=3 card=Kd", "S26")


# A boxed card.


def test_S26_a_boxed_card_is_set_aside_and_replaced():
    table = dealing("8s9s")
    floor(table, "face_up_card card=2h")
    assert table.round.places()["set aside"] == ("2h",)
    assert table.round.view(None).set_aside == "2h"
    assert "not in the deck" in refused(table, "dealer", "deal_cards cards=2h", "S3")
    deal(table, "3s")
    assert table.round.hands[3].cards[0].text == "3s"
    assert table.round.stock.stub == 52 - 4


def test_S26_two_in_the_first_three_rounds_of_dealing_are_a_misdeal():
    table = dealing("8s9s")
    floor(table, "face_up_card card=2h")
    floor(table, "face_up_card card=3h")
    assert (table.round.outcome.void, table.round.outcome.clause) == (True, "S26")
    assert nets(table) == [0, 0, 0]


def test_S26_a_second_one_later_is_replaced_too():
    table = dealing("8s9s")
    floor(table, "face_up_card card=2h")
    table.deal_on()
    act(table, "1 bring_in", "2 call")
    table.act(3, "call amount=100", deals=0)
    floor(table, "face_up_card card=Ac")
    assert table.round.outcome is None
    assert table.round.places()["set aside"] == ("2h", "Ac")
    table.deal_on()
    assert table.round.street == 4


def test_S26_no_boxed_card_without_dealing_and_none_that_is_elsewhere():
    table = sit(DEEP, DEEP)
    refused(table, "floor", "face_up_card card=2h", "S26")
    table = dealing("8s9s")
    assert "not in the stub" in refused(table, "floor", "face_up_card card=8s", "S26")
    assert "not in the stub" in refused(table, "floor", "face_up_card card=??", "S26")


def test_S26_boxed_cards_can_make_the_stub_short():
    """Seven players need eight cards on sixth street; with this many set aside there is only a common card."""
    table = stud("\n".join(f"seat {n}:" for n in range(1, 8)))
    hand = table.round
    while hand.street < 6:
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat), 0 if hand.street == 5 and len(hand.queue) == 1 else None)
    while hand.stock.stub > 4:
        floor(table, next(iter(hand.legal("floor").of(FaceUpCard))))
    table.deal_on()
    assert (len(hand.common), hand.street, hand.phase) == (1, 6, "betting")
    check_down(table)
    assert len(hand.common) == 2
    assert show_all(table).round.outcome.void is False


def mid_street(house=""):
    """Two of six have their seventh card, and the four cards left are for the other four."""
    table = on_seventh(6, house=house)
    hand = table.round
    while hand.stock.stub > 7:
        floor(table, next(iter(hand.legal("floor").of(FaceUpCard))))
    table.deal_on(1)
    deal(table, "".join(hand.places()["stub"][:2]))
    assert hand.stock.stub == 4
    return table


def test_S26_burns_are_used_if_cards_run_short_during_a_street():
    table = mid_street()
    hand = table.round
    for _ in range(2):
        floor(table, next(iter(hand.legal("floor").of(FaceUpCard))))
    table.deal_on(1)
    assert (hand.stock.on_top, len(hand.stock.known_below), len(hand.stock.burns)) == (2, 4, 0)
    deal(table, format_cards([*cards_in(hand.stock.unordered), *hand.stock.known_below[:2]]))
    assert {len(one.cards) for one in hand.hands.values()} == {7}


def test_S26_without_them_too_few_cards_are_a_misdeal():
    table = mid_street("use_burns = false")
    floor(table, next(iter(table.round.legal("floor").of(FaceUpCard))))
    assert table.round.outcome.clause == "S26"
    assert nets(table) == [0] * 6


def two_too_many(table):
    """Seat 4, which waits for its seventh card, is found with two of the cards that the others were to get."""
    hand = table.round
    held = format_cards(hand.hands[4].cards) + "".join(hand.places()["stub"][:2])
    floor(table, f"wrong_number place=4 cards={held}")
    return hand


def test_cards_too_many_in_a_dead_hand_are_replaced_by_the_burns():
    table = mid_street()
    hand = two_too_many(table)
    table.deal_on(1)
    deal(table, format_cards([*cards_in(hand.stock.unordered), *hand.stock.known_below[:1]]))
    assert {len(one.cards) for one in hand.remaining} == {7}
    assert hand.phase == "betting"


def test_cards_too_many_in_a_dead_hand_can_make_a_misdeal():
    hand = two_too_many(mid_street("use_burns = false"))
    assert (hand.outcome.clause, set(hand.outcome.nets.values())) == ("S26", {0})


def test_cards_too_many_in_a_dead_hand_can_leave_a_common_card():
    table = on_seventh(6, house="use_burns = false")
    while table.round.stock.stub > 7:
        floor(table, next(iter(table.round.legal("floor").of(FaceUpCard))))
    table.deal_on(1)
    hand = two_too_many(table)
    table.deal_on(1)
    assert (len(hand.common), hand.phase) == (1, "betting")


# The seventh card dealt face up by error.


def test_S26_the_player_may_declare_to_be_all_in_before_the_betting():
    table = on_seventh()
    table.deal_on(2)
    floor(table, "expose_down_card seat=1 card=6d")
    assert now(table) == "2: fold, check, to 800"
    refused(table, 3, "declare_all_in", "S26")
    table.act(1, "declare_all_in")
    act(table, "2 to 800", "3 call")
    assert [(pot.amount, pot.seats) for pot in table.round.pots] == [(450, (1, 2, 3)), (1600, (2, 3))]
    assert now(act(table, "2 show", "3 muck")) == "1: show"


def test_S26_or_play_continues():
    table = on_seventh()
    table.deal_on(2)
    floor(table, "expose_down_card seat=1 card=6d")
    act(table, "2 check", "3 check")
    refused(table, 1, "declare_all_in", "S26")
    assert now(table) == "1: fold, check, to 800"


def test_S26_only_a_player_whose_card_was_exposed_may_declare():
    table = on_seventh(deals=2)
    refused(table, 1, "declare_all_in", "S26")


def test_S26_only_the_seventh_card_and_only_before_the_betting():
    table = on_seventh()
    table.deal_on(2)
    refused(table, "floor", "expose_down_card seat=1 card=3d", "S26")
    act(table, "2 check")
    refused(table, "floor", "expose_down_card seat=1 card=6d", "S26")


def test_S26_an_exposed_seventh_card_does_not_decide_who_opens():
    """With its queen of clubs seat 1 would have the highest board."""
    table = stud("seat 1: ???? 2c7s9hQd Qc\nseat 2: ???? 9dKc6h2s 7c\nseat 3: ???? Th8cJd6s 2h")
    hand = table.round
    while hand.street < 7:
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat), 0 if hand.street == 6 and len(hand.queue) == 1 else None)
    table.deal_on(1)
    deal(table, "Qc")
    floor(table, "expose_down_card seat=1 card=Qc")
    table.deal_on()
    assert table.round.to_act == {2}


def test_S26_with_two_players_left_the_second_card_is_dealt_up_too():
    table = on_seventh(2)
    table.deal_on(1)
    deal(table, "6d")
    floor(table, "expose_down_card seat=1 card=6d")
    table.deal_on()
    assert [len(one.up) for one in table.round.hands.values()] == [5, 5]


def test_S26_with_three_players_it_is_not():
    table = on_seventh(3)
    table.deal_on(1)
    deal(table, "6d")
    floor(table, "expose_down_card seat=1 card=6d")
    table.deal_on()
    assert [len(one.up) for one in table.round.hands.values()] == [5, 4, 4]


def test_S26_if_only_the_second_of_two_is_exposed_that_player_may_declare():
    table = on_seventh(2)
    table.deal_on(2)
    floor(table, "expose_down_card seat=2 card=7c")
    assert [len(one.up) for one in table.round.hands.values()] == [4, 5]
    table.act(2, "declare_all_in")
    assert table.round.outcome is not None  # nobody is left to bet against
    assert won(table) == [(2, 0, 300)]


# A wrong number of cards.


def test_S26_a_wrong_number_before_the_first_action_is_a_misdeal():
    table = sit(DEEP, DEEP, DEEP)
    floor(table, "wrong_number place=2 cards=AsAh")
    assert events_of(table, RoundVoided)[0].clause == "S26"
    assert nets(table) == [0, 0, 0]
    assert table.round.to_act == frozenset()


def test_S26_after_it_that_hand_is_dead_and_its_chips_stay():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 to 400")
    floor(table, "wrong_number place=2 cards=AsAh9dKh")
    assert events_of(table, HandVoided)[0].seat == 2
    assert now(table) == "3: fold, call 400, to 800"
    act(table, "3 call", "1 fold")
    assert table.round.outcome.net(3) == 50 + 150 + 400
    assert table.round.outcome.net(2) == -450


def test_S26_when_the_others_fold_to_a_dead_hand_the_last_one_wins():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 to 400")
    floor(table, "wrong_number place=2 cards=AsAh")
    act(table, "3 fold")
    assert table.round.outcome is not None
    assert {event.seat for event in events_of(table, PotWon)} == {1}


def test_S26_a_dead_hand_at_the_showdown():
    table = check_down(sit(DEEP, DEEP, DEEP))
    floor(table, "wrong_number place=2 cards=AsAh9dKc6h2s")
    assert now(table) == "3: show"
    assert won(show_all(table)) == [(3, 0, 450)]


def test_S26_one_that_lacks_only_the_seventh_card_gets_it():
    table = on_seventh(deals=2)
    floor(table, "wrong_number place=2 cards=AsAh9dKc6h2s")
    assert now(table) == "dealer"
    deal(table, "8s")
    assert table.round.hands[2].cards[-1].text == "8s"
    assert now(table) == "2: fold, check, to 800"


def test_a_seventh_card_that_replaces_an_exposed_one_is_dealt_down():
    table = on_seventh(deals=2)
    floor(table, "expose_down_card seat=2 card=7c")
    floor(table, "wrong_number place=2 cards=AsAh9dKc6h2s")
    deal(table, "8s")
    assert len(table.round.hands[2].up) == 4
    refused(table, 2, "declare_all_in", "S26")


def test_S26_but_not_if_another_card_is_missing_or_the_betting_has_begun():
    table = on_seventh(deals=2)
    floor(table, "wrong_number place=2 cards=AsAh9dKc6h7c")
    assert table.round.hands[2].status == "dead"
    table = act(on_seventh(deals=2), "2 check")
    floor(table, "wrong_number place=2 cards=AsAh9dKc6h2s")
    assert table.round.hands[2].status == "dead"


def test_S26_a_wrong_number_is_another_number_of_cards_that_can_be_there():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in")
    assert "right number" in refused(table, "floor", "wrong_number place=2 cards=AsAh9d", "S26")
    assert "cannot be" in refused(table, "floor", "wrong_number place=2 cards=AsAh9d3d", "S26")
    refused(table, "floor", "wrong_number place=8 cards=AsAh", "S26")
    refused(table, "floor", "wrong_number place=common cards=As", "S26")


def test_S26_nothing_is_miscounted_before_the_cards():
    refused(sit(DEEP, DEEP, deals=1), "floor", "wrong_number place=2 cards=As", "S26")


@pytest.mark.parametrize("deals", [0, 1, None])
def test_the_floor_may_call_a_hand_off_at_any_time(deals):
    table = sit(DEEP, DEEP, deals=deals)
    table.act("floor", 'void_round reason="fire"')
    assert (nets(table), table.round.outcome.reason) == ([0, 0], "fire")
