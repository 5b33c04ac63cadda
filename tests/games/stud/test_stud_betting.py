"""Seven-Card Stud: who acts, in which order (S5, S8, S9, S16)."""

import pytest

from seventh.rounds.actions import Check, Fold
from seventh.rounds.events import BroughtIn, Folded
from seventh.rounds.legal import NotNow
from seventh.rounds.notation import parse_action as parse
from tests.games.stud.at_stud import (
    DEEP,
    FOURTH,
    act,
    cheapest,
    common_hand,
    events_of,
    now,
    on_street,
    refused,
    sit,
    stacks,
    stud,
    won,
)

# S5: the bring-in, and how a round of betting goes.


def test_S5_the_low_card_must_bet():
    table = sit(DEEP, DEEP, DEEP)
    assert now(table) == "1: bring_in, to 400"
    assert "bring_in or bet_to" in refused(table, 1, "check", "S5")
    assert "must bet" in refused(table, 1, "fold", "S5")
    assert "seat 1" in refused(table, 2, "call amount=100", "S9")
    act(table, "1 bring_in")
    assert [(event.seat, event.amount) for event in events_of(table, BroughtIn)] == [(1, 100)]
    assert stacks(table) == [DEEP - 150, DEEP - 50, DEEP - 50]


def test_S5_then_clockwise_each_folds_calls_or_raises():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in")
    assert now(table) == "2: fold, call 100, to 400"
    assert now(act(table, "2 fold")) == "3: fold, call 100, to 400"
    refused(table, 3, "check", "S9")
    refused(table, 3, "bring_in", "S5")


def test_S5_the_round_ends_when_the_last_has_answered_the_last_bet():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 call", "3 to 400", "1 call")
    assert now(table) == "2: fold, call 300, to 800"
    act(table, "2 call")
    assert table.round.street == 4


def test_S5_there_is_a_bring_in_on_third_street_only():
    table = act(sit(DEEP, DEEP, DEEP), *FOURTH)
    assert "no bring-in" in refused(table, 2, "bring_in", "S5")


# S8: the highest hand showing.


@pytest.mark.parametrize(
    ("boards", "opener"),
    [
        (("3c9d", "4dKs", "5hQd"), 2),  # the highest card
        (("2cKs", "KdTc", "KhTd"), 2),  # equal hands: closest to the dealer's left
        (("2c2d", "AsKd", "3h3c"), 3),  # a pair beats an ace, and the higher pair wins
        (("2cAd", "AcKd", "AsQd"), 2),  # kickers
        (("2c9s", "Ah5s", "Ad5h"), 2),  # never by suits
    ],
)
def test_S8_on_fourth_street(boards, opener):
    table = stud("\n".join(f"seat {n}: ???? {board}" for n, board in enumerate(boards, 1)))
    while table.round.street < 4:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    assert table.round.to_act == {opener}


@pytest.mark.parametrize(
    ("boards", "opener"),
    [
        (("2c4c6c8c", "KsTd3h5d"), 2),  # no flush of four cards
        (("2c3d4h5s", "9cKd7h8d"), 2),  # no straight either
        (("2c2d2h5s", "AcAdKhKs"), 1),  # trips beat two pair
        (("3c3dAhAs", "KcKdQhQs"), 1),
        (("2c2d2h2s", "AcAdAhKs"), 1),
        (("2c2dAh5s", "3h3cKs4s"), 2),  # pairs before kickers
    ],
)
def test_S8_on_sixth_street(boards, opener):
    table = stud("\n".join(f"seat {n}: ???? {board}" for n, board in enumerate(boards, 1)))
    while table.round.street < 6:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    assert table.round.to_act == {opener}


def test_S8_equal_boards_from_the_dealers_left_wherever_the_dealer_is():
    seats = "seat 1: ???? KsTd\nseat 2: ???? 2c4c\nseat 3: ???? KdTh"
    for position, opener in ((0, 1), (1, 3), (2, 3), (3, 1)):
        table = stud(f"dealer position: {position}\n{seats}")
        act(table, "2 bring_in", "3 call", "1 call")
        assert table.round.to_act == {opener}


def test_S8_folded_boards_do_not_count():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 fold", "3 call")
    assert now(table) == "3: fold, check, to 400"


# S9: check, bet, fold, call, raise.


def test_S9_check_while_there_is_no_bet():
    table = act(sit(DEEP, DEEP, DEEP), *FOURTH)
    assert now(table) == "2: fold, check, to 400"
    refused(table, 2, "call amount=0", "S9")
    assert now(act(table, "2 check")) == "3: fold, check, to 400"


def test_S9_a_player_may_fold_when_there_is_no_bet():
    table = act(sit(DEEP, DEEP, DEEP), *FOURTH, "2 check", "3 fold")
    assert now(table) == "1: fold, check, to 400"
    act(table, "1 fold")
    assert won(table) == [(2, 0, 450)]


def test_S9_so_may_the_first_to_act():
    assert now(act(sit(DEEP, DEEP, DEEP), *FOURTH, "2 fold")) == "3: fold, check, to 400"


def test_S9_unless_the_house_says_no():
    table = act(sit(DEEP, DEEP, DEEP, house="opener_may_fold = false"), *FOURTH)
    assert now(table) == "2: check, to 400"
    assert "allowed: check" in refused(table, 2, "fold", "S9")
    assert now(act(table, "2 check")) == "3: fold, check, to 400"
    act(table, "3 check", "1 check")
    assert now(table) == "2: check, to 800"


def test_S9_never_the_low_card_before_its_bring_in():
    assert now(sit(DEEP, DEEP, DEEP)) == "1: bring_in, to 400"
    assert "the low card must bet" in refused(sit(DEEP, DEEP, DEEP), 1, "fold", "S5")


def test_S9_the_clock_never_folds_for_free():
    table = act(sit(DEEP, DEEP, DEEP), *FOURTH)
    assert table.round.default(2) == Check()
    assert act(table, "2 to 400").round.default(3) == Fold()


def test_S9_after_a_free_fold_the_last_player_with_chips_need_not_act():
    """Seat 1 is all-in; once seat 2 folds, seat 3 has nobody to bet against."""
    table = act(on_street(4, 150, DEEP, DEEP), "2 fold")
    assert table.round.outcome is not None
    assert [event.seat for event in events_of(table, Folded)] == [2]


def test_S9_after_a_bet_fold_call_or_raise():
    table = act(sit(DEEP, DEEP, DEEP), *FOURTH, "2 check", "3 to 400")
    assert now(table) == "1: fold, call 400, to 800"
    assert "fold, call or raise" in refused(table, 1, "check", "S9")
    assert "400" in refused(table, 1, "call amount=300", "S9")
    assert now(act(table, "1 to 800")) == "2: fold, call 800, to 1200"
    assert now(act(table, "2 fold")) == "3: fold, call 400, to 1200"
    act(table, "3 call")
    assert table.round.street == 5


def test_S9_all_check():
    table = act(sit(DEEP, DEEP, DEEP), *FOURTH, "2 check", "3 check", "1 check")
    assert table.round.street == 5


# S16: who opens the last round.


def test_S16_with_the_common_card_five_cards_are_ranked():
    table = common_hand()
    assert table.round.places()["common"] == ("Qh",)
    assert table.round.to_act == {1}  # king-high straight


def test_S16_or_the_four_own_cards():
    table = common_hand('common_card_opens = "own_cards"')
    assert table.round.to_act == {7}  # ace, jack, nine before ace, jack, eight


def test_S16_without_a_common_card_the_board_of_sixth_street_opens_again():
    assert now(on_street(7)) == "2: fold, check, to 800"


def test_S16_if_the_high_hand_is_all_in_the_next_with_chips_opens():
    table = on_street(4, DEEP, 150, DEEP)
    assert stacks(table)[1] == 0
    assert now(table) == "3: fold, check, to 400"
    assert now(act(table, "3 check")) == "1: fold, check, to 400"


def test_S16_five_up_cards_are_ranked_as_five():
    table = stud(
        "seat 1: ???? 2c4c6c8c Tc\nseat 2: ???? AdAhKsQd 9s",
        'seventh_street_face = "up"\nfourth_street_pair_doubles = false',
    )
    while table.round.street < 7:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    assert table.round.to_act == {1}  # a flush


def test_the_clock_checks_folds_or_makes_the_forced_bet():
    table = sit(DEEP, DEEP, DEEP)
    assert table.round.default(1) == parse("bring_in")
    assert act(table, "1 bring_in").round.default(2) == parse("fold")
    assert act(table, "2 call", "3 call").round.default(2) == parse("check")
    with pytest.raises(NotNow):
        table.round.default(1)
    assert sit(50, DEEP, DEEP).round.default(2) == parse("fold")
