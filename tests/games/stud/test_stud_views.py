"""Seven-Card Stud: views, unknown cards, refusals, and copies."""

import msgspec
import pytest

from seventh.rounds.events import Burned, BurnsShuffled, Dealt, Miscounted, Shown
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value, parse_action, parse_event
from seventh.rounds.stud import StudRound
from tests.games.stud.at_stud import (
    DEEP,
    act,
    cheapest,
    check_down,
    events_of,
    now,
    refused,
    show_all,
    sit,
    stud,
    to_seventh,
    won,
)

HIDDEN = "??"


def cards_of(table, seat, viewer):
    return next(one.cards for one in table.round.view(viewer).seats if one.seat == seat)


# S3, S15, S23: down cards belong to their owner until shown.


def test_S3_down_cards_are_seen_by_their_owner_only():
    table = sit(DEEP, DEEP, DEEP)
    assert cards_of(table, 2, viewer=2) == "AsAh9d"
    assert cards_of(table, 2, viewer=1) == cards_of(table, 2, viewer=None) == "????9d"


def test_S11_the_seventh_card_too():
    table = check_down(sit(DEEP, DEEP, DEEP))
    assert cards_of(table, 2, viewer=2) == "AsAh9dKc6h2s7c"
    assert cards_of(table, 2, viewer=3) == "????9dKc6h2s??"


def test_S3_events_hide_what_views_hide():
    table = check_down(sit(DEEP, DEEP))
    for viewer in (None, 1, 2):
        for event in events_of(table, Dealt):
            hidden = not event.up and event.place != viewer
            assert event.seen_by(viewer).cards == (HIDDEN if hidden else event.cards)


def test_S6_a_burn_is_hidden_from_everyone():
    table = check_down(sit(DEEP, DEEP))
    for viewer in (None, 1, 2):
        assert {event.seen_by(viewer) for event in events_of(table, Burned)} == {Burned(HIDDEN)}
        view = table.round.view(viewer)
        text = repr(msgspec.structs.replace(view, rules=""))  # letters of a hash can look like a card
        assert not any(event.card in text for event in events_of(table, Burned))
        assert view.burns == 4


def test_S12_the_order_of_a_shuffle_is_hidden_from_everyone():
    table = to_seventh(7)
    table.deal_on(1)
    (event,) = events_of(table, BurnsShuffled)
    assert event.seen_by(1) == event.seen_by(None) == BurnsShuffled("??????")


def test_S23_a_mucked_hand_stays_hidden():
    table = act(check_down(sit(DEEP, DEEP, DEEP)), "2 show", "3 muck", "1 muck")
    assert cards_of(table, 2, viewer=None) == "AsAh9dKc6h2s7c"
    assert cards_of(table, 3, viewer=None) == cards_of(table, 3, viewer=1) == "????Th8cQd6s??"
    assert cards_of(table, 3, viewer=3) == "5s5dTh8cQd6s2h"


def test_S15_folded_down_cards_and_those_of_a_winner_without_a_showdown_stay_hidden():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 to 400", "3 fold", "1 fold")
    assert [seat.cards for seat in table.round.view(None).seats] == ["????2c", "????9d", "????Th"]


def test_S26_a_miscounted_hand_is_seen_by_its_owner():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in")
    table.act("floor", "wrong_number place=2 cards=AsAh")
    (event,) = events_of(table, Miscounted)
    assert (event.seen_by(2), event.seen_by(3)) == (event, Miscounted(2, "????"))


def test_extra_cards_of_a_shown_hand_are_seen_by_its_owner_only():
    table = sit(450, 450)
    act(table, "1 to 400")
    table.act(2, "call amount=400", deals=0)
    table.act("floor", "wrong_number place=2 cards=AsAh9dQs")
    assert cards_of(table, 2, viewer=2) == "AsAh9dQs"
    assert cards_of(table, 2, viewer=1) == cards_of(table, 2, viewer=None) == "AsAh9d??"


def test_two_deals_that_differ_in_hidden_cards_look_the_same():
    one, other = sit(DEEP, DEEP, DEEP), sit(DEEP, DEEP, DEEP, deals=1)
    other.cards[2][:2], other.cards[3][:2] = other.cards[3][:2], other.cards[2][:2]
    other.deal_on()
    for table in (one, other):
        act(table, "1 bring_in", "2 call", "3 call")
    assert one.round.view(1) == other.round.view(1)
    assert one.round.view(None) == other.round.view(None)
    assert one.round.view(2) != other.round.view(2)
    masked = [
        [event.seen_by(1) for event in table.round.events if not isinstance(event, Burned)] for table in (one, other)
    ]
    assert masked[0] == masked[1]


def test_a_view_shows_the_bets_the_pots_and_the_choices():
    table = act(sit(DEEP, DEEP, 150), "1 bring_in", "2 to 400", "3 call")
    view = table.round.view(1)
    assert (view.street, view.to_act, view.bet_to, view.dealer_position) == (3, (1,), 400, 0)
    assert [(seat.bet, seat.all_in, seat.status) for seat in view.seats] == [
        (100, False, "in"),
        (400, False, "in"),
        (100, True, "in"),
    ]
    assert [choice["action"] for choice in view.choices] == ["fold", "call", "bet_to"]
    assert table.round.view(2).choices == ()
    assert view.pots == ((450, (1, 2, 3)), (300, (2,)))


def test_seats_are_seen_clockwise_from_the_dealers_left():
    table = stud("dealer position: 2\nseat 1:\nseat 2:\nseat 3:")
    assert [seat.seat for seat in table.round.view(None).seats] == [3, 1, 2]


# Cards that nobody can name.


def unknown():
    return stud("seat 1: ???? 2c7s9hJc ??\nseat 2: ???? 9dKc6h2s ??\nseat 3: 5s5d Th8cQd6s 2h\nburns: ????????")


def test_unknown_down_cards_and_burns_can_be_dealt():
    table = unknown()
    while table.round.phase == "betting":
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    assert {event.card for event in events_of(table, Burned)} == {HIDDEN}
    assert cards_of(table, 1, viewer=1) == "????2c7s9hJc??"
    assert table.round.stock.stub == 52 - 21 - 4
    lying = [card for cards in table.round.places().values() for card in cards if card != HIDDEN]
    assert len(lying) == len(set(lying)) == 52  # what nobody can name is counted with the stub


def test_S23_unknown_cards_are_named_when_shown():
    table = check_down(unknown())
    assert "9dKc6h2s among them" in refused(table, 2, "show", "S23")
    assert "not that hand" in refused(table, 2, "show cards=AsAd9dKc6h2s", "S23")
    assert "not that hand" in refused(table, 2, "show cards=5sAd9dKc6h2s3h", "S23")
    table.act(2, "show cards=AsAd9dKc6h2s3h")
    assert events_of(table, Shown)[-1].cards == "AsAd9dKc6h2s3h"
    assert now(table) == "3: show, muck"
    act(table, "3 muck", "1 muck")
    assert won(table) == [(2, 0, 450)]


def test_S23_an_unknown_hand_may_be_mucked():
    table = check_down(unknown())
    assert table.round.default(2) == parse_action("muck")
    act(table, "2 muck")
    assert now(table) == "3: show"


def test_S4_an_unknown_up_card_is_never_the_lowest():
    table = stud("seat 1: ??????\nseat 2: ???? 9c\nseat 3: ???? Tc")
    assert table.round.to_act == {2}


def test_S12_unknown_burns_can_be_shuffled():
    table = stud("\n".join(f"seat {n}:" for n in range(1, 8)) + "\nburns: ????????")
    hand = table.round
    while hand.street < 7:
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat), 0 if hand.street == 6 and len(hand.queue) == 1 else None)
    refused(table, "dealer", "shuffle_burns order=????", "S12")
    assert list(map(format_value, hand.legal("dealer"))) == ["shuffle_burns order=??????"]
    table.act("dealer", "shuffle_burns order=??????", 0)
    assert (hand.stock.stub, len(hand.stock.burns)) == (10, 0)
    table.act("dealer", "burn", 0)
    table.act("dealer", "deal_cards cards=??????????????", 0)
    assert hand.phase == "betting"


def test_S26_an_exposed_card_is_named():
    table = sit(DEEP, DEEP, deals=1)
    table.act("dealer", "deal_cards cards=????", 0)
    assert "must be known" in refused(table, "floor", "expose_down_card seat=1 card=??", "S26")
    table.act("floor", "expose_down_card seat=1 card=Kd", 0)
    assert [card.text for card in table.round.hands[1].up] == ["Kd"]


def test_an_exposed_seventh_card_is_named_and_not_one_of_the_first_two():
    table = unknown()
    hand = table.round
    while hand.street < 7:
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat))
    table.act("floor", "expose_down_card seat=1 card=Kd")
    assert cards_of(table, 1, viewer=None) == "????2c7s9hJcKd"
    refused(table, "floor", "expose_down_card seat=1 card=Ks", "S26")


def test_a_shown_hand_names_the_cards_dealt_unknown():
    table = stud("seat 1 with 450: 3d3h 2c 7s9hJc ??\nseat 2 with 450: AsAh 9d Kc6h2s 7c\nburns: 4c4d4h4s")
    act(table, "1 to 400", "2 call")
    assert now(table) == "1: show, muck"
    table.act(1, "show cards=3d3h2c7s9hJc3c")
    assert won(table) == [(1, 0, 900)]


# Refusals and copies.


@pytest.mark.parametrize(
    ("who", "action", "clause", "allowed"),
    [
        (1, "check", "S5", "bring_in or bet_to"),
        (1, "bet_to amount=399", "S19", "400"),
        (1, "bet_to amount=-400", "S19", "400"),
        (2, "fold", "S9", "seat 1"),
        (2, "bet_to amount=400", "S9", "seat 1"),
        (1, "show", "S23", ""),
        (1, "muck", "S23", ""),
        (9, "fold", "", "1, 2, 3"),
        ("dealer", "fold", "", "1, 2, 3"),
        ("dealer", "burn card=8s", "S6", ""),
        (1, "place_wagers amounts=ante:100", "", ""),
    ],
)
def test_a_refusal_names_the_clause_and_what_is_allowed_and_changes_nothing(who, action, clause, allowed):
    message = refused(sit(DEEP, DEEP, DEEP), who, action, clause)
    assert message.endswith(f"allowed: {allowed}") if allowed else "allowed" not in message


def test_a_closed_hand_allows_nothing():
    table = act(sit(DEEP, DEEP), "1 bring_in", "2 fold")
    assert table.round.outcome is not None
    assert not any(table.round.legal(who) for who in (1, 2, "dealer", "floor"))
    with pytest.raises(Refused, match="over"):
        table.round.act(1, parse_action("check"))


def test_copies_are_independent():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in")
    hand = table.round
    before, copy = hand.copy(), hand.copy()
    assert copy == hand
    copy.legal(2)
    copy.act(2, parse_action("bet_to amount=400"))
    copy.act(3, parse_action("fold"))
    assert hand == before != copy
    assert (hand.hands[2].bet, copy.hands[2].bet) == (0, 400)
    assert (len(hand.events) + 2, hand.to_act, copy.to_act) == (len(copy.events), {2}, {1})
    hand.act(2, parse_action("fold"))
    assert (copy.hands[2].status, hand.hands[2].status) == ("in", "folded")
    assert hand.legal(3) != hand.legal(2)


def test_a_copy_plays_on_to_the_same_end():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 call", "3 call")
    copy = table.round.copy()
    show_all(check_down(table))
    for event in table.round.events[len(copy.events) :]:
        copy._emit(event)
    assert copy == table.round


def test_events_replay_to_the_same_hand_and_read_back_from_text():
    table = stud("dealer position: 2\nseat 1 with 700: 3d3h 2c\nseat 2 with 300: 4d4h 5c\nseat 5 with 5000: QdQh Kc")
    table.finish()
    hand = table.round
    lines = [format_value(event) for event in hand.events]
    again = StudRound.replay(hand.house, hand.seats, map(parse_event, lines), dealer_position=2)
    assert again == hand
    assert again.view(1) == hand.view(1)
