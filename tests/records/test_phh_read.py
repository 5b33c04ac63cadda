"""PHH written by others: what is taken as it comes, and what is refused in one line."""

import json
import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from seventh.records import phh, verify_record
from tests.records.phh_texts import CHECKED_DOWN, THIRD, hand, street

GOLDEN = Path(__file__).parent / "golden"
SHOWN = ["p2 sm QhQd9s8h7h6c2d", "p1 sm AsKs2c3d4d5hAc"]


def replayed(text):
    (read,) = phh.read(text)
    return phh.replay(read)


def stacks(actions, **fields):
    return list(replayed(hand(actions, **fields)).finishing_stacks)


def refused(text):
    with pytest.raises((phh.PhhError, phh.DoesNotReplay)) as caught:
        list(map(phh.replay, phh.read(text)))
    assert "\n" not in str(caught.value)
    return str(caught.value)


# What is accepted.


@pytest.mark.parametrize("fields", [{}, {"finishing_stacks": "[515, 585]"}, {"winnings": "[30, 0]"}])
def test_a_hand_reaches_its_finishing_stacks(fields):
    played = replayed(hand([*CHECKED_DOWN, *SHOWN], **fields))
    assert played.finishing_stacks == (515, 585)
    assert played.finished
    assert played.notes == ()
    verify_record(played.record)


@pytest.mark.parametrize(
    "actions",
    [
        pytest.param([*CHECKED_DOWN, "p2 sm -", "p1 sm -"], id="a dash shows what was dealt"),
        pytest.param([*CHECKED_DOWN, *reversed(SHOWN)], id="hands shown out of turn"),
        pytest.param(CHECKED_DOWN, id="the showdown left out"),
        pytest.param([*CHECKED_DOWN, "p1 sm AsKs2c3d4d5hAc", "p2 sm"], id="a beaten hand mucked"),
        pytest.param([*CHECKED_DOWN, "p2 sm", "p1 sm"], id="the last one need not show"),
        pytest.param([*CHECKED_DOWN, "p2 sm", "p1 sm -"], id="mucked before anybody has shown"),
        pytest.param(
            ["  d  dh p1\tAsKs2c # hello", "# a remark", "", *CHECKED_DOWN[1:]], id="white space and commentary"
        ),
        pytest.param([f"{action} # {n}" for n, action in enumerate(CHECKED_DOWN)], id="commentary everywhere"),
        pytest.param(["# dealer: burn card=As", *CHECKED_DOWN], id="commentary that looks like ours is commentary"),
        pytest.param(
            ["d dh p1 As", "d dh p1 Ks", "d dh p1 2c", "d dh p2 QhQd", "d dh p2 9s", *CHECKED_DOWN[2:]],
            id="cards one by one",
        ),
        pytest.param(
            ["d dh p2 QhQd9s", "d dh p1 AsKs2c", *CHECKED_DOWN[2:]],
            id="cards in another order of players",
        ),
    ],
)
def test_ways_to_write_the_same_hand(actions):
    assert stacks(actions) == [515, 585]


def test_unknown_cards():
    actions = ["d dh p1 ????2c", "d dh p2 ????9s", *CHECKED_DOWN[2:-4], "d dh p1 ??", "d dh p2 ??", "p2 cc", "p1 cc"]
    assert stacks([*actions, *SHOWN]) == [515, 585]
    assert stacks([*actions, "p2 sm", "p1 sm AsKs2c3d4d5hAc"]) == [515, 585]
    assert stacks([*actions, "p2 sm QhQd9s8h7h6c2d", "p1 sm"]) == [485, 615]
    # p1 is said to show, p2 is silent and unknown: it was mucked
    assert stacks([*actions, "p1 sm AsKs2c3d4d5hAc"]) == [515, 585]
    played = replayed(hand(actions))
    assert not played.finished
    assert played.notes == ("the file does not say who won",)
    assert played.finishing_stacks == (485, 585)


def test_with_unknown_up_cards_the_file_decides_the_order():
    actions = ["d dh p1 ??????", "d dh p2 ??????"]
    assert stacks([*actions, "p1 pb", "p2 cbr 40", "p1 f"]) == [485, 615]
    assert stacks([*actions, "p2 pb", "p1 f"]) == [495, 605]


def test_a_mucked_hand_may_have_been_the_better_one():
    assert stacks([*CHECKED_DOWN, "p2 sm QhQd9s8h7h6c2d", "p1 sm"]) == [485, 615]


def test_a_winner_may_show_after_everybody_folded():
    assert stacks([*THIRD, "p1 pb", "p2 cbr 40", "p1 f", "p2 sm Qh????"]) == [485, 615]
    assert "does not hold Kd" in refused(hand([*THIRD, "p1 pb", "p2 cbr 40", "p1 f", "p2 sm KdQhQd"]))


ALL_IN = [
    *THIRD,
    *("p1 cbr 40", "p2 cbr 45", "p1 cc"),
    *("p1 sm AsKs2c", "p2 sm QhQd9s"),
    *("d dh p1 3d", "d dh p2 8h", "d dh p1 4d", "d dh p2 7h", "d dh p1 5h", "d dh p2 6c", "d dh p1 Ac", "d dh p2 2d"),
]


@pytest.mark.parametrize("last", [[], ["p1 sm AsKs2c3d4d5hAc", "p2 sm QhQd9s8h7h6c2d"], ["p2 sm -", "p1 sm -"]])
def test_S24_hands_turned_over_before_the_last_cards(last):
    assert stacks([*ALL_IN, *last], starting_stacks="[500, 50]") == [550, 0]


def test_hands_turned_over_early_may_name_cards_that_were_unknown():
    actions = ["d dh p1 ????2c", "d dh p2 ????9s", *ALL_IN[2:]]
    assert stacks(actions, starting_stacks="[500, 50]") == [550, 0]


def test_S20_either_bet_on_fourth_street_with_an_open_pair():
    fourth = street("2d", "8h")
    start = [*THIRD, "p1 pb", "p2 cc", *fourth]
    assert stacks([*start, "p1 cbr 40", "p2 f"]) == [515, 585]
    assert stacks([*start, "p1 cbr 80", "p2 cbr 160", "p1 f"]) == [405, 695]


def test_S9_a_fold_without_a_bet():
    """Both the first to act and later players who could check."""
    start = [*THIRD, "p1 pb", "p2 cc", *street("3d", "8h")]
    assert stacks([*start, "p2 f"]) == [515, 585]
    assert stacks([*start, "p2 cc", "p1 f"]) == [485, 615]


OF_THREE = ["d dh p1 AsKs2c", "d dh p2 QhQd9s", "d dh p3 TcTd8s", "p1 pb"]
MORE = ["d dh p1 3d", "d dh p2 8h", "d dh p3 4c"]


def of_three(actions, stacks="[500, 600, 600]"):
    return replayed(hand([*OF_THREE, *actions], antes="5", starting_stacks=stacks))


@pytest.mark.parametrize(
    ("actions", "note"),
    [
        (["p2 cbr 25", "p3 cbr 65", "p1 f"], ""),
        (["p2 cbr 25", "p3 cbr 40", "p1 f"], "an all-in of half a bet or raise did not count as a full one (S21)"),
        (["p2 cbr 24", "p3 cbr 40", "p1 f"], ""),
    ],
)
def test_S21_raises_over_an_all_in_on_third_street(actions, note):
    """p2 is all-in; with the bring-in of 10 half of the completion to 40 is 25."""
    all_in = int(actions[0].split()[-1]) + 5
    played = of_three([*actions], f"[500, {all_in}, 600]")
    assert played.notes == ((note,) if note else ())


def test_S21_a_raise_on_top_of_a_short_all_in():
    actions = ["p2 cc", "p3 cc", *MORE, "p2 cbr 40", "p3 cbr 50", "p1 cbr 90", "p2 f"]
    played = of_three(actions, "[500, 600, 65]")
    assert played.notes == ("a raise over a short all-in was a full raise on top of it (S21)",)


def test_S8_between_equal_boards_the_file_says_who_opens():
    """PHH lists the players in order, but not where the dealer sits."""
    start = ["d dh p1 AsKs2c", "d dh p2 QhQd9s", "d dh p3 TcTd9h", "p1 pb", "p2 cc", "p3 cc"]
    fourth = ["d dh p1 3d", "d dh p2 8h", "d dh p3 8d"]
    for first, last in (("p2", "p3"), ("p3", "p1")):
        played = replayed(
            hand([*start, *fourth, f"{first} cbr 40", f"{last} f"], antes="5", starting_stacks="[500, 500, 500]")
        )
        assert played.round.betting.opener == int(first[1])
        assert played.notes == (() if first == "p2" else ("the dealer sits after p2 (S8, S22)",))
        verify_record(played.record)
    assert "not seat 1's turn" in refused(
        hand([*start, *fourth, "p1 cbr 40"], antes="5", starting_stacks="[500, 500, 500]")
    )


def test_S19_any_number_of_raises():
    raises = [f"p{1 + number % 2} cbr {40 * number}" for number in range(1, 9)]
    assert stacks([*THIRD, "p1 pb", *raises, "p2 f"], starting_stacks="[900, 900]") == [1185, 615]


def test_S21_a_low_card_with_less_than_the_bring_in():
    """Some files call it a bet, others the bring-in."""
    for bets in ("p1 cbr 4", "p1 pb"):
        assert stacks([*THIRD, bets, "p2 cc", *ALL_IN[7:]], starting_stacks="[9, 600]") == [18, 591]


def test_amounts_with_decimals_are_exact():
    text = hand(
        [*[action.replace("p1 pb", "p1 cbr 0.4") for action in CHECKED_DOWN], *SHOWN],
        antes="[0.05, 0.05]",
        bring_in="0.1",
        small_bet="0.40",
        big_bet="0.8",
        starting_stacks="[5, 6.00]",
        finishing_stacks="[5.45, 5.55]",
    )
    (read,) = phh.read(text)
    played = phh.replay(read)
    assert read.scale == 100
    assert played.finishing_stacks == (545, 555)
    assert [read.amount(chips) for chips in played.finishing_stacks] == [5.45, 5.55]
    assert read.money(545) == "5.45"
    assert read.money(123400) == "1,234"


@pytest.mark.parametrize("antes", ["5", "[5]", "[5.0, 5]"])
def test_antes_may_be_written_shorter(antes):
    assert stacks([*CHECKED_DOWN, *SHOWN], antes=antes) == [515, 585]


def test_stacks_may_be_unknown():
    played = replayed(hand([*CHECKED_DOWN, *SHOWN], starting_stacks="[inf, 600]", finishing_stacks="[inf, 585]"))
    assert played.finishing_stacks == (None, 585)


def test_an_unfinished_hand_has_the_stacks_so_far():
    played = replayed(hand([*THIRD, "p1 pb"], finishing_stacks="[485, 595]"))
    assert not played.finished
    assert played.finishing_stacks == (485, 595)
    assert replayed(hand(THIRD[:1])).finishing_stacks == (495, 595)
    assert replayed(hand([])).finishing_stacks == (500, 600)


def test_several_hands_in_a_file():
    text = "\n".join(f"[{number}]\n{hand([*CHECKED_DOWN, *SHOWN])}" for number in (1, 2, 7))
    hands = phh.read(text)
    assert [read.name for read in hands] == ["1", "2", "7"]
    assert all(phh.replay(read).finishing_stacks == (515, 585) for read in hands)
    broken = text.replace("[2]", "[2]\nfinishing_stacks = [1, 1]")
    assert refused(broken).startswith("hand 2: finishing_stacks: p1 ends with 515, the file says 1")


def test_S22_odd_chips_go_where_the_file_says():
    """A pot of 35 is split: by the book the holder of the highest card gets the odd chip."""
    actions = [
        *("d dh p1 9s9h2c", "d dh p2 9d2h2d", "d dh p3 Kc4c3c", "p1 pb", "p2 cc", "p3 f"),
        *("d dh p1 Tc", "d dh p2 Th", "p1 cc", "p2 cc", "d dh p1 Jh", "d dh p2 Jc", "p1 cc", "p2 cc"),
        *("d dh p1 Qc", "d dh p2 Qh", "p1 cc", "p2 cc", "d dh p1 Kd", "d dh p2 Ks", "p1 cc", "p2 cc"),
    ]
    fields = {"antes": "[5, 5, 5]", "starting_stacks": "[500, 500, 500]"}
    by_the_book = stacks(actions, **fields)
    assert by_the_book == [502, 503, 495]
    other = [by_the_book[1], by_the_book[0], by_the_book[2]]
    played = replayed(hand(actions, **fields, finishing_stacks=str(other)))
    assert list(played.finishing_stacks) == other
    assert played.notes == ("odd chips went to the player nearest the dealer's left (S22)",)
    assert "the file says 504" in refused(hand(actions, **fields, finishing_stacks="[504, 501, 495]"))
    # In a tournament whose smallest chip is 5, the odd chip is 5.
    fields["finishing_stacks"] = "[505, 500, 495]"
    played = replayed(hand(actions, **fields))
    assert played.finishing_stacks == (505, 500, 495)
    assert any("the smallest chip is 5" in note for note in played.notes)


def test_S22_the_file_shows_where_the_dealer_sits():
    """p2 opens between equal boards, so that the dealer is at p2's right; with the deal at p1, odd chips go to p2."""
    first = ["d dh p1 Ks9h2c", "d dh p2 9d2h2d", "d dh p3 Kc4c3c", "p1 pb", "p2 cc", "p3 f"]
    cards = [("Tc", "Th"), ("Jh", "Jc"), ("Qc", "Qh"), ("9c", "Kd")]
    actions = [*first, *(word for mine, his in cards for word in (*street(mine, his), "p2 cc", "p1 cc"))]
    fields = {"antes": "5", "starting_stacks": "[500, 500, 500]"}
    book, left = "the dealer sits after p1 (S8, S22)", "odd chips went to the player nearest the dealer's left (S22)"
    for finishing, notes in (("[503, 502, 495]", (book,)), ("[502, 503, 495]", (left, book))):
        played = replayed(hand(actions, **fields, finishing_stacks=finishing))
        assert played.notes == notes
        verify_record(played.record)


def test_S2_short_antes_without_trimming_are_noted():
    actions = [*THIRD, "p2 sm -", "p1 sm -", *ALL_IN[7:]]
    played = replayed(hand(actions, starting_stacks="[3, 600]"))
    assert played.finishing_stacks == (6, 597)
    assert played.notes == ("a player short of the ante can win only that much from each other player (S22)",)
    assert replayed(hand(actions, starting_stacks="[3, 600]", ante_trimming_status="true")).notes == ()


def test_names_are_kept_on_one_line():
    played = replayed(
        hand([*CHECKED_DOWN, *SHOWN], players='["\\u001b[31mAnn\\n", ""]', event="'Club'", time="20:15:00")
    )
    assert played.hand.label(1) == "\x1b[31mAnn"
    assert played.hand.label(2) == "p2"
    assert played.record.about == {"event": "Club", "time": "20:15:00", "players": {"1": "\x1b[31mAnn"}}


def test_unknown_fields_are_ignored():
    assert stacks([*CHECKED_DOWN, *SHOWN], _mine="{a = 1}", rating="5", time_banks="[inf, 3.5]") == [515, 585]


def test_S13_a_common_card():
    """Eight players stay to the end: there is one card left, so that the burns come back, and one card is common."""
    cards = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
    order = iter(cards)
    players = range(1, 9)
    first = {player: [] for player in players}
    for _ in range(3):
        for player in players:
            first[player].append(next(order))
    actions = [f"d dh p{player} {''.join(first[player])}" for player in players]
    fields = {
        "antes": str([5] * 8),
        "starting_stacks": str([5] * 8),
    }
    for _ in range(3):
        actions += [f"d dh p{player} {next(order)}" for player in players]
    played = replayed(hand([*actions, f"d db {next(order)}"], **fields))
    assert played.finished
    assert sum(played.finishing_stacks) == 40
    message = refused(hand([*actions, f"d dh p1 {cards[-2]}"], **fields))
    assert message.startswith("action 33 ('d dh p1 Ks'): ")


# What is refused.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant = ", "invalid TOML"),
        ("", "missing variant, antes"),
        ("[a]\nb = 1", "missing variant"),
        ("variant = 'NT'", "variant is 'NT'; supported: 'F7S' (seven-card-stud)"),
        (hand(drop=("bring_in", "actions")), "missing bring_in, actions"),
        (hand(starting_stacks="500"), "starting_stacks is not a list"),
        (hand(starting_stacks="[500]"), "has 1 players; stud is played by two to eight (S1)"),
        (hand(starting_stacks=str([500] * 9), antes=str([5] * 9)), "has 9 players"),
        (hand(starting_stacks="[500, 0]"), "p2 has no chips"),
        (hand(starting_stacks="[500, -5]"), "starting_stacks: -5 is not an amount"),
        (hand(starting_stacks="[500, '600']"), "starting_stacks: '600' is not an amount"),
        (hand(starting_stacks="[500, true]"), "starting_stacks: True is not an amount"),
        (hand(starting_stacks="[500, nan]"), "is not an amount"),
        (hand(starting_stacks="[500, 1e300]"), "too large"),
        (hand(starting_stacks="[500, 0.0000001]"), "more than 6 decimals"),
        (hand(antes="[5, 10]"), "antes differ between players"),
        (hand(antes="[5, 5, 5]"), "antes has 3 amounts for 2 players"),
        (hand(bring_in="inf"), "bring_in is not known"),
        (hand(bring_in="0"), "must be above 0"),
        (hand(bring_in="50"), "each at least the one before it"),
        (hand(finishing_stacks="[1]"), "finishing_stacks is not a list of 2 amounts"),
        (hand(players="['a']"), "players is not a list of 2 names"),
        (hand(drop=("actions",)) + "\nactions = [1]", "actions is not a list of strings"),
        (hand(["x"]), "action 1 ('x'): a player's action at stud is"),
        (hand(["p3 f"]), "action 1 ('p3 f'): 'p3' is not one of the players p1 to p2"),
        (hand(["p0 f"]), "'p0' is not one of the players"),
        (hand(["d dh p1"]), "the dealer deals with 'd dh pN CARDS'"),
        (hand(["d dh p1 Asx"]), "action 1 ('d dh p1 Asx'): 'x' is not a card"),
        (hand(["d dh p1 10s"]), "write ten as T"),
        (hand(["d dh p1 JkAs2c"]), "stud has no joker"),
        (hand(["d dh p1 AsAs2c"]), "As appears twice"),
        (hand(["p1 cbr"]), "a player's action at stud is"),
        (hand(["p1 cbr lots"]), "'lots' is not an amount"),
        (hand(["p1 cbr -40"]), "'-40' is not an amount"),
        (hand(["p1 sd"]), "a player's action at stud is"),
    ],
)
def test_a_malformed_file_is_refused_in_one_line(text, message):
    assert message in refused(text)


START = [*THIRD, "p1 pb"]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (["p1 pb"], "action 1 ('p1 pb'): the cards of third street come first"),
        ([THIRD[0], "p1 pb"], "action 2 ('p1 pb'): p2 has not been dealt all cards"),
        ([THIRD[0], "d dh p2 QhAs9s"], "action 2 ('d dh p2 QhAs9s'): As is not in the deck"),
        ([THIRD[0], "d dh p1 4c"], "p1 has 3 cards and is due none now"),
        ([THIRD[0], "d dh p2 QhQd9s8s"], "p2 has 0 cards and is due 3 now"),
        ([*THIRD, "d dh p1 4c"], "action 3 ('d dh p1 4c'): no cards are due now"),
        ([*THIRD, "p2 pb"], "action 3 ('p2 pb'): S5: it is not seat 2's turn; allowed: seat 1"),
        ([*THIRD, "p1 cc"], "action 3 ('p1 cc'): S5: the low card must bet"),
        ([*THIRD, "p1 f"], "action 3 ('p1 f'): S5: the low card must bet"),
        ([*THIRD, "p1 cbr 30"], "action 3 ('p1 cbr 30'): S19: a bet to 30 is not allowed; allowed: 40"),
        ([*START, "p1 cc"], "action 4 ('p1 cc'): S9: it is not seat 1's turn"),
        ([*START, "p2 cbr 80"], "a bet to 80 is not allowed; allowed: 40"),
        ([*START, "p2 cbr 40.5"], "action 4 ('p2 cbr 40.5'): S19"),
        ([*START, "p2 pb"], "the bring-in is already in"),
        ([*START, "p2 sm"], "action 4 ('p2 sm'): there is no showdown yet"),
        ([*START, "p2 cc", "p1 cc"], "the cards of the next street come first"),
        ([*START, "p2 cc", "d db 3d"], "no common card is due"),
        ([*START, "p2 cc", *street("3d", "8h"), "p1 cc"], "it is not seat 1's turn; allowed: seat 2"),
        ([*START, "p2 f", "p1 cc"], "action 5 ('p1 cc'): the round is over"),
        ([*START, "p2 f", "d dh p1 3d"], "no cards are due now"),
        ([*CHECKED_DOWN, "p2 sm QhQd9s8h7h6cAd"], "p2 does not hold Ad: the hand is QhQd9s8h7h6c2d"),
        ([*CHECKED_DOWN, "p2 sm QhQhQd"], "Qh appears twice"),
        ([*START, "p2 cbr 40", "p1 f", "p1 sm AsKs2c"], ""),
    ],
)
def test_an_action_that_the_rules_refuse_is_named_with_its_number(actions, message):
    if message:
        assert message in refused(hand(actions))
    else:
        assert stacks(actions) == [485, 615]  # who has folded may still show


def test_an_unknown_hand_cannot_win():
    actions = ["d dh p1 ????2c", "d dh p2 ????9s", *CHECKED_DOWN[2:]]
    assert "the winner cannot be determined" in refused(hand([*actions, "p2 sm ??Qd", "p1 sm AsKs2c3d4d5hAc"]))
    assert "the cards are unknown" in refused(hand([*actions, "p2 sm -"]))
    assert "As is elsewhere" in refused(
        hand(["d dh p1 AsKs2c", "d dh p2 ????9s", *CHECKED_DOWN[2:], "p2 sm AsQd9s8h7h6c2d"])
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"finishing_stacks": "[516, 584]"}, "finishing_stacks: p1 ends with 515, the file says 516"),
        ({"finishing_stacks": "[515, 584]"}, "p2 ends with 585, the file says 584; all stacks together are 1 short"),
        ({"finishing_stacks": "[515, 585]", "winnings": "[29, 0]"}, "winnings: p1 collects 30, the file says 29"),
        ({"finishing_stacks": "[516, 584]", "players": "['Ann', 'Bo']"}, "Ann ends with 515"),
    ],
)
def test_a_result_that_does_not_agree_is_named(fields, message):
    assert message in refused(hand([*CHECKED_DOWN, *SHOWN], **fields))


def test_an_unfinished_hand_whose_stacks_do_not_agree():
    assert "p1 has, in an unfinished hand, 485, the file says 500" in refused(
        hand([*THIRD, "p1 pb"], finishing_stacks="[500, 600]")
    )


def test_our_own_fields_must_fit():
    own = {
        "_seventh": "1",
        "seats": "[1, 2]",
        "_dealer_position": "2",
        "_house": "{stakes = {ante = 5, bring_in = 10, small_bet = 40, big_bet = 80}, table_unit = 1}",
    }
    assert stacks([*CHECKED_DOWN, *SHOWN], **own) == [515, 585]
    for change, message in [
        ({"_seventh": "2"}, "_seventh is 2; this release supports version 1"),
        ({"_house": "5"}, "_house is missing"),
        ({"_house": "{raise_cap = -1}"}, "_house: raise_cap is -1"),
        (
            {"_house": "{structure = 'no_limit', stakes = {ante = 5, bring_in = 10, small_bet = 40, big_bet = 80}}"},
            "but F7S is fixed limit",
        ),
        ({"bring_in": "20"}, "bring_in says 20, but _house says 10"),
        ({"seats": "[2, 2]"}, "seats is not a list of 2 different seats"),
        ({"seats": "[2, 1]"}, "not in clockwise order"),
        ({"_dealer_position": "'x'"}, "_dealer_position is not a seat number"),
        ({"starting_stacks": "[500.5, 600]"}, "counts smallest chips"),
    ]:
        assert message in refused(hand([*CHECKED_DOWN, *SHOWN], **(own | change)))
    assert "action 1 ('# dealer: burn card=As'): S6: no card is burned now" in refused(
        hand(["# dealer: burn card=As", *CHECKED_DOWN], **own)
    )
    assert stacks(["# dealer: hello", *CHECKED_DOWN, *SHOWN], **own) == [515, 585]


def test_damaged_files_are_replayed_or_refused_but_never_break_anything():
    rng = Random(1)
    texts = [path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.phh"))]
    refusals = 0
    for _ in range(300):
        text = damaged(rng.choice(texts), rng)
        try:
            for read in phh.read(text):
                phh.replay(read)
        except (phh.PhhError, phh.DoesNotReplay) as problem:
            refusals += 1
            if "\n" in str(problem):
                raise AssertionError(text) from problem
    assert 100 < refusals < 300


def damaged(text, rng):
    match rng.randrange(4):
        case 0:
            for _ in range(rng.randrange(1, 4)):
                at = rng.randrange(len(text))
                text = text[:at] + rng.choice("0159.-'[]{}=,?pdcbrsmAK# \n") + text[at + rng.randrange(2) :]
        case 1:
            actions = tomllib.loads(text)["actions"]
            for _ in range(rng.randrange(1, 4)):
                here, there = rng.randrange(len(actions)), rng.randrange(len(actions))
                actions[here], actions[there] = actions[there], rng.choice((actions[here], "p1 f", "p2 cc"))
            text = re.sub(r"(?m)^actions = .*$", lambda _: f"actions = {json.dumps(actions)}", text)
        case 2:
            text = re.sub(r"(?m)^(_seventh|_house|_dealer_position|finishing_stacks|winnings).*\n", "", text)
        case _:
            text = re.sub(r"[2-9TJQKA][cdhs]", lambda card: "??" if rng.random() < 0.3 else card[0], text)
    return text
