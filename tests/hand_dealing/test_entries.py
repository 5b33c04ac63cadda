"""What a dealer enters, game by game: instructions in order, irregularities, and every wrong entry refused in words."""

from __future__ import annotations

import pytest

from seventh.cards import UNKNOWN, parse_cards
from seventh.games import book_house, new_round, wording_of
from seventh.records.hand_dealt import HandDealtRound
from seventh.rounds.hand_dealing import NotUnderstood, Unconfirmed, confirm_irregularity, what_to_type
from tests.hand_dealing import scripts
from tests.hand_dealing.scripts import boston, dealt_on, entered, flush, stud, thrill


def told(dealt, *entries):
    """The instruction after each entry."""
    found = []
    for entry in entries:
        dealt.enter(entry)
        found.append(dealt.instruction.text)
    return found


def nets(dealt):
    assert dealt.round.outcome is not None
    return dealt.round.outcome.nets


def lines(dealt):
    return [(line.seat, line.wager, line.do) for line in dealt.sheet]


# Instructions.


def test_H12_a_round_is_dealt_in_stacks_and_settled_from_the_dealers_right():
    dealt = flush()
    assert dealt.instruction.text == "Place the wagers as announced"
    assert told(dealt, *scripts.FLUSH) == [
        "Place the wagers as announced",
        "Place the wagers as announced",
        "Seat 1: seven cards, face down",
        "Seat 3: seven cards, face down",
        "The dealer: seven cards, face down",
        "Count the dealer's seven cards, and place the stub in the discard rack",
        "Seat 1: fold, fold and claim the bonus, raise $5, raise $10, raise $15 or raise another amount?",
        "Seat 3: fold, fold and claim the bonus, raise $10, raise $20, raise $30 or raise another amount?",
        "Turn up the dealer's cards: name seven cards",
        "Turn up the hand of Seat 3: name seven cards",
        "Turn up the hand of Seat 1: name seven cards",
        "The round is over",
    ]
    assert lines(dealt) == [
        (1, "Raise", "Return $10 of $15"),
        (3, "Ante", "Take $10"),
        (3, "Straight Flush", "Pay $100; the $2 bet goes back to the player"),
        (1, "Ante", "Take $5"),
        (1, "Raise", "Take $5"),
        (1, "Flush", "Take $1"),
    ]
    assert "four-card" in dealt.sheet[2].why or "four suited cards in a row" in dealt.sheet[2].why
    assert nets(dealt) == {1: -11_00, 3: 90_00}


def test_B5_B9_a_claim_names_its_three_cards_and_a_set_hand_its_two_discards():
    dealt = boston()
    found = told(dealt, *scripts.BOSTON)
    assert found[5] == "Seat 2: fold or second bet $5?"
    assert found[-4:] == [
        "Turn up the hand of Seat 5: name seven cards",
        "Seat 5 set the hand: which two cards were set aside?",
        "Turn up the hand of Seat 2: name four cards",
        "The round is over",
    ]
    assert lines(dealt)[0] == (2, "Three-card bonus", "Pay $2; the $2 bet goes back to the player")
    assert dealt.round.hands[5].discards == tuple(dealt.round.hands[5].cards[5:])


def test_B10_the_sheet_shows_the_cap_that_cut_a_payoff():
    dealt = boston("[[caps]]\nante_up_to = 1000\npays_at_most = 500")
    entered(dealt, ("2 ante 5 first 5", "5 out", "close", "", "", "2 bet 5", "", "", "", "2 best"))
    entered(dealt, ("AhKd9c5d4s3h2h", "QcQdQhJsJd3c4c"))
    cut = [line for line in dealt.sheet if line.cut]
    assert cut
    assert "capped" in cut[0].why or "cap" in cut[0].why


def test_T4_the_dealers_top_card_is_named_when_it_is_dealt():
    dealt = thrill()
    entered(dealt, scripts.THRILL[:5])
    assert dealt.instruction.text == "The dealer: seven cards, the last face up"
    assert dealt.instruction.number == 1
    entered(dealt, scripts.THRILL[5:])
    assert nets(dealt) == {1: 4_00, 2: 5_00}


def test_S3_cards_go_round_one_at_a_time_and_up_cards_are_named():
    dealt = stud(2)
    assert told(dealt, "", "", "all", "2s", "Kd") == [
        "Seat 1, card 1, face down",
        "Seat 2, card 1, face down",
        "Seat 1, card 3, face up",
        "Seat 2, card 3, face up",
        "Seat 1: bring in $1 or complete to $4?",
    ]
    dealt_on(dealt, "AsAhAdAc" + "QsQhQdQc" + "3s4h5d" + "9c8c7c")
    assert sum(nets(dealt).values()) == 0


# Irregularities.


def test_H12_a_dealer_card_exposed_early_settles_bonuses_once_the_hands_are_turned_up():
    dealt = entered(flush(), scripts.FLUSH[:7])
    assert "! exposed" in [one.entry for one in dealt.irregularities]
    dealt.enter("! exposed Ks")
    assert dealt.instruction.text == "Turn up the hand of Seat 3: name seven cards"
    entered(dealt, ("8s7s6s5s KdQd2d", "2s3s4s9s 5c6c Ac"))
    assert dealt.round.void is not None
    assert nets(dealt) == {1: 1_00, 3: 100_00}


def test_B18_a_hand_with_the_wrong_number_of_unknown_cards_is_void():
    dealt = entered(boston(), scripts.BOSTON[:6])
    dealt.enter("! count 2 4")
    assert dealt.round.hands[2].status == "void"
    assert lines(dealt)[0] == (2, "Ante", "Return $5")


def test_B15_three_of_a_kind_is_paid_when_the_round_is_void():
    dealt = entered(boston(), scripts.BOSTON[:6])
    dealt.enter("! exposed Ah")
    entered(dealt, ("KsKdKc", "9c8c2d"))
    assert nets(dealt) == {2: 0, 5: 2_00}


def test_T13_a_second_card_face_up_in_the_deck_voids_the_round():
    dealt = entered(thrill(), scripts.THRILL[:4])
    entered(dealt, ("! boxed 2c", "! boxed 3c"))
    assert dealt.round.void is not None
    assert nets(dealt) == {1: 0, 2: 0}


def test_S26_an_exposed_down_card_becomes_the_up_card():
    dealt = entered(stud(3), ("", "", ""))
    dealt.enter("! exposed 2 Ks")
    assert "! exposed" in [one.entry for one in dealt.irregularities]
    entered(dealt, ("", "all"))
    assert dealt.instruction.text == "Seat 1, card 3, face up"
    dealt.enter("2c")
    assert dealt.instruction.text == "Seat 2, card 3, face down"


def test_S26_a_missing_seventh_card_is_dealt_to_a_hand_of_unknown_cards():
    dealt = dealt_on(stud(2), scripts.DECK, until="Seat 2, card 7")
    dealt.enter("")
    held = len(dealt.round.hands[2].cards)
    dealt.enter("! count 2 6")
    assert held == 7
    assert dealt.instruction.text == "Seat 2, card 7, face down"


def test_the_floor_can_call_any_round_off():
    for dealt in (flush(), boston(), thrill(), stud()):
        dealt.enter("! void the lights went out")
        assert dealt.round.void == ("", "the lights went out")
        assert dealt.instruction.needs == "over"
        assert not any(nets(dealt).values())


def reported(dealt, entry):
    with pytest.raises(Unconfirmed) as found:
        confirm_irregularity(dealt.round, dealt.names, entry)
    return found.value


def test_an_irregularity_is_asked_about_with_its_consequences_before_it_is_reported():
    dealt = entered(boston(), scripts.BOSTON[:6])
    before = dealt.round.copy()
    found = reported(dealt, "! count 2 4")
    assert str(found) == "A hand has the wrong number of cards: Seat 2, four cards. Report it?"
    assert (found.clause, found.follows) == ("B18", ("The hand of seat 2 is void.", "Play continues."))
    assert str(reported(dealt, "! exposed Ah")) == "A face-down card of the dealer was exposed: A♥. Report it?"
    found = reported(dealt, "! void the lights went out")
    assert str(found) == "Call the round off: the lights went out. Report it?"
    assert found.clause == ""
    assert str(reported(dealt, "! void")) == "Call the round off. Report it?"
    assert dealt.round == before


def test_S26_an_exposed_down_card_is_asked_about_by_seat_and_card():
    dealt = entered(stud(3), ("", "", ""))
    found = reported(dealt, "! exposed 2 Ks")
    assert str(found) == "The dealer exposed a player's down card: Seat 2, K♠. Report it?"
    with pytest.raises(NotUnderstood, match="Name the place first"):
        confirm_irregularity(dealt.round, dealt.names, "! exposed Ks")


# Questions.


def asked(dealt, entry):
    """The question that an entry leads to; it has changed nothing."""
    before = dealt.round.copy()
    with pytest.raises(Unconfirmed) as found:
        dealt.enter(entry)
    assert dealt.round == before
    return found.value


@pytest.mark.parametrize("entry", ["close", ""])
def test_no_more_bets_asks_about_seats_that_have_not_placed(entry):
    dealt = entered(flush(), ("1 ante 5",))
    found = asked(dealt, entry)
    assert str(found) == "Not placed yet: seat 3. Sit the player out?"
    assert (found.entry, found.yes, found.no) == ("close yes", "Sit the player out", "Go back")
    dealt.enter(found.entry)
    assert dealt.instruction.text == "Seat 1: seven cards, face down"


def test_no_more_bets_asks_about_several_seats_at_once_and_not_if_all_have_placed_or_sit_out():
    hand = new_round(book_house("high-card-flush"), dict.fromkeys((1, 2, 3), 200_00), hand_dealt=True)
    players = {1: "Ann", 2: "Bob", 3: "Cy"}
    dealt = HandDealtRound(hand, names=lambda seat: f"Seat {seat} ({players[seat]})")
    dealt.enter("1 ante 5")
    assert str(asked(dealt, "close")) == "Not placed yet: seat 2 (Bob), seat 3 (Cy). Sit them out?"
    entered(dealt, ("2 ante 5", "3 out", "close"))
    assert dealt.instruction.text == "Seat 1 (Ann): seven cards, face down"


def test_H4_wagers_that_leave_too_little_to_raise_are_asked_about_and_the_fold_says_why():
    dealt = HandDealtRound(new_round(book_house("high-card-flush"), {1: 20_00, 2: 30_00}, hand_dealt=True))
    found = asked(dealt, "1 ante 15")
    assert str(found) == (
        "Seat 1 has $5 left and needs $15 for the raise: after the cards, the player could only fold. "
        "Place these wagers?"
    )
    assert found.yes == "Place them"
    entered(dealt, (found.entry, "2 ante 15", "close", "", "", "", ""))
    assert dealt.instruction.text == "Seat 1 can only fold: the raise takes at least $15, and $5 is left"
    assert [button.label for button in dealt.instruction.buttons] == ["Fold"]


def test_B7_a_first_bet_that_leaves_too_little_for_the_second_is_asked_about_but_not_an_ante_alone():
    dealt = HandDealtRound(new_round(book_house("boston-7-stud"), {1: 10_00}, hand_dealt=True))
    assert "needs $5 for the second bet" in str(asked(dealt, "1 ante 5 first 5"))
    dealt.enter("1 ante 10")


def test_a_decision_can_be_asked_of_any_seat_that_is_waiting():
    dealt = entered(flush(), scripts.FLUSH[:7])
    assert dealt.instruction.place == 1
    assert dealt.instruction.also == (3,)
    other = dealt.instruction_for(3)
    assert other.text.startswith("Seat 3: fold")
    assert other.also == (1,)
    assert dealt.instruction_for(2) == dealt.instruction


def test_S23_at_the_showdown_the_cards_are_named_and_no_button_offers_to_show_them():
    dealt = dealt_on(stud(2), scripts.DECK, until="Seat 2: to show")
    assert dealt.instruction.text == "Seat 2: to show, name the three cards not seen yet, or muck?"
    assert [button.label for button in dealt.instruction.buttons] == ["Muck"]
    assert dealt.instruction.number == 3


# What it says.


def test_B9_the_question_about_setting_the_hand_is_a_question_about_the_player():
    dealt = entered(boston(), scripts.BOSTON[:12])
    assert dealt.instruction.text == "Seat 2: has the player set the hand, or does the house set it?"


def test_B11_B12_the_sheet_says_why_an_ante_that_beats_the_dealer_only_pushes():
    dealt = entered(boston(), ("2 ante 5 first 5", "5 out", "close", "", "", "2 bet 5", "", "", "", "2 best"))
    entered(dealt, ("AhKd9c5d4s3h3d", "QcQd8h8s7d5c4c"))
    (line,) = [line for line in dealt.sheet if line.wager == "Ante"]
    assert line.do == "Push: the $5 bet goes back to the player"
    assert line.why.endswith("The ante itself pays only from three of a kind up (B12).")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("JkAhKdTc8s4d2h", "the joker counts as an ace"),  # whoever holds the ace of spades
        ("Jk9h8d7c6sAcAd", "the joker counts as a ten"),
        ("Jk9h8d7c5sQcQd", "the joker counts as a six"),
        ("JkKsQs9s4s3d2d", "the joker counts as the ace of spades"),
    ],
)
def test_T11_the_joker_counts_as_a_rank_and_as_a_card_only_in_a_flush(cards, said):
    assert said in wording_of(book_house("seven-card-thrill")).hand(parse_cards(cards))


# What can be typed.


def test_B5_where_a_bonus_can_be_claimed_the_dealer_is_told_how():
    dealt = entered(boston(), scripts.BOSTON[:5])
    assert dealt.instruction.typing == ""
    dealt.enter("")
    assert dealt.instruction.typing == "A bonus pays only if it is claimed: type 2 claim and the three cards."
    assert list(what_to_type(dealt.instruction)) == [
        ("fold", "fold"),
        ("bet 5", "second bet $5"),
        ("2 claim CARDS", "Seat 2 claims the bonus: name three cards after it"),
    ]
    dealt.enter("2 claim 7s7d2c")
    assert "claim" not in dealt.instruction.typing


def test_B9_the_question_about_setting_the_hand_says_what_to_type():
    dealt = entered(boston(), scripts.BOSTON[:12])
    assert dealt.instruction.typing.startswith(
        "Type set (the player has set the hand), best (the house sets the best five), "
        "all set (all players have set their hands) or all best (the house sets the best five of all)."
    )
    assert [typed for typed, _ in what_to_type(dealt.instruction)] == ["set", "best", "all set", "all best"]


def test_the_wagers_the_cards_and_each_step_of_the_dealer_can_be_typed():
    dealt = boston()
    assert [typed for typed, _ in what_to_type(dealt.instruction)] == [
        f"2 {dealt.words.example}",
        "2 out",
        "close",
    ]
    assert dealt.instruction.typing.endswith("For no more bets, type close.")
    dealt = entered(flush(), scripts.FLUSH[:3])
    assert [typed for typed, _ in what_to_type(dealt.instruction)] == ["Enter"]
    entered(dealt, scripts.FLUSH[3:9])
    assert list(what_to_type(dealt.instruction)) == [("CARDS", "seven cards, rank and suit each, such as As or 10h")]


@pytest.mark.parametrize(
    ("table", "before", "typed"),
    [
        (boston, scripts.BOSTON[:6], "second bet $5"),
        (boston, scripts.BOSTON[:12], "the house sets the best five"),
        (flush, scripts.FLUSH[:7], "fold and claim the bonus"),
        (stud, ("", "", "all", "2s", "Kd"), "bring in $1"),
    ],
)
def test_a_decision_can_be_typed_in_the_words_of_the_question(table, before, typed):
    dealt = entered(table(), before)
    asked = dealt.instruction
    assert typed in [button.label.lower() for button in asked.buttons]
    dealt.enter(typed)
    assert dealt.instruction != asked


# Wrong entries.

WAGERS, DEALING, DECIDING, REVEALING, TURNING = 0, 4, 7, 9, 10
WRONG_FLUSH = [
    (0, "undo", "There is nothing to undo: the round has just begun"),
    (WAGERS, "", "No wagers have been placed"),
    (WAGERS, "close", "No wagers have been placed"),
    (WAGERS, "2 ante 5", "Begin with the seat (1, 3)"),
    (WAGERS, "ante 5", "Begin with the seat (1, 3)"),
    (WAGERS, "1 ante 4", "$4 is not allowed on the ante; allowed: $5 to $100 in steps of $1 (H3)"),
    (WAGERS, "1 ante 5000", "$5,000 is not allowed on the ante"),
    (WAGERS, "1 ante 5.50", "$5.50 is not allowed on the ante"),
    (WAGERS, "1 flush 5", "The flush bonus requires an ante"),
    (WAGERS, "1 pair 5", "Unknown wager 'pair'"),
    (WAGERS, "1 ante", "How much on the ante?"),
    (WAGERS, "1 ante abc", "'abc' is not an amount; how much on the ante?"),
    (WAGERS, "?", "For example: 1 ante 5 flush 1 straight 1."),
    (WAGERS, "1", "How much? For example"),
    (WAGERS, "1 fold", "Unknown wager 'fold'"),
    (WAGERS, "! shuffle", "'shuffle' is not an irregularity; possible: void, shuffler"),
    (WAGERS, "! boxed As", "'boxed' cannot be reported now; possible: void, shuffler"),
    (DEALING, "As", "One card entered; name none or all 7"),
    (DEALING, "AsAsKsQsJsTs9s", "Ace of spades (As) is entered twice"),
    (DEALING, "Jk2s3s4s5s6s7s", "Joker (Jk) is not in the deck of this game"),
    (DEALING, "1 fold", "Seat 1 has no decision to make now. It is the dealer's turn"),
    (DEALING, "fold", "'fold' is not possible now; next: Seat 3: seven cards, face down"),
    (DEALING, "all", "'all' is not possible now"),
    (DEALING, "Zz", "'Zz' is not a card; type rank and suit, such as As or 10h"),
    (DEALING, "?", "Confirm it, by the button or with Enter: Seat 3: seven cards, face down"),
    (DECIDING, "", "Enter the decision: Seat 1"),
    (DECIDING, "?", "Seat 1: fold, fold and claim the bonus, raise $5"),
    (DECIDING, "1 raise 4", "$4 is not allowed (H4); allowed: $5 to $15 in steps of $1"),
    (DECIDING, "1 raise 16", "$16 is not allowed (H4)"),
    (DECIDING, "1 raise x", "'x' is not an amount"),
    (
        DECIDING,
        "JdTdKd",
        "No cards are due: Seat 1 has a decision to make. Type fold, fold claim, bet 5, bet 10, bet 15 or bet AMOUNT",
    ),
    (DECIDING, "5d6d7d8d2s3h6c", "No cards are due: Seat 1 has a decision to make. Type fold, "),
    (DECIDING, "1 check", "Seat 1 cannot check now; type fold, fold claim, bet 5"),
    (DECIDING, "2 fold", "There is no seat 2 in this round; seats: 1, 3"),
    (DECIDING, "dance", "Seat 1 cannot dance now"),
    (DECIDING + 1, "1 fold", "Seat 1 has no decision to make now. It is Seat 3's turn"),
    (REVEALING, "", "No cards entered; the dealer needs seven cards"),
    (REVEALING, "AhKhQh2c3c4d", "Six cards entered; the dealer needs seven cards"),
    (REVEALING, "AhKhQh2c3c4dZz", "'Zz' is not a card; type rank and suit, such as As or 10h"),
    (REVEALING, "dance", "'dance' is not a card; type rank and suit, such as As or 10h"),
    (REVEALING, "?", "Name seven cards: rank and suit, such as As or 10h"),
    (REVEALING, "AhKhQh2c3c4dA", "'A' is not a card"),
    (REVEALING, "1 raise 5", "Seat 1 has no decision to make now"),
    (TURNING, "8s7s6s5sKdQdAh", "Ace of hearts (Ah) has been seen already: the dealer has it"),
    (TURNING, "1 fold", "Seat 1 has no decision to make now"),
    (TURNING, "! exposed As", "'exposed' cannot be reported now"),
    (len(scripts.FLUSH), "As", "The round is over"),
    (len(scripts.FLUSH), "! void x", "The round is over"),
]


@pytest.mark.parametrize(("at", "entry", "message"), WRONG_FLUSH)
def test_a_wrong_entry_is_refused_in_words_and_changes_nothing(at, entry, message):
    _refused(entered(flush(), scripts.FLUSH[:at]), entry, message)


def _refused(dealt, entry, message):
    before, record, moment = dealt.round.copy(), dealt.record(), dealt.moment
    with pytest.raises(NotUnderstood) as refused:
        dealt.enter(entry)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)
    assert dealt.round == before
    assert dealt.record() == record
    assert dealt.moment == moment


WRONG_OTHERS = [
    (boston, scripts.BOSTON, 6, "2 claim 7s7d", "Two cards entered; Seat 2 needs three cards"),
    (
        boston,
        ("2 ante 5 first 5 bonus 2", "5 ante 5 first 5 bonus 2", "close", "", "", "", "2 bet 5"),
        7,
        "2 fold",
        "Seat 2 has no decision to make now. A bonus pays only if it is claimed: type 2 claim and the three cards",
    ),
    (boston, scripts.BOSTON, 6, "5 claim 7s7d2c", "Seat 5 has no decision to make now"),
    (boston, scripts.BOSTON, 7, "5 bet 2", "Seat 5 has no decision to make now. It is Seat 2's turn"),
    (
        boston,
        scripts.BOSTON,
        12,
        "JdTdKd",
        "No cards are due: Seat 2 has a decision to make. Type set (the player has set the hand) or best (",
    ),
    (boston, scripts.BOSTON, 14, "8s", "One card entered; the dealer needs seven cards"),
    (boston, scripts.BOSTON, 14, "7s2c3c4c5c6c8c", "Seven of spades (7s) has been seen already: Seat 2 has it"),
    (boston, scripts.BOSTON, 16, "3c", "One card named; a player sets two cards aside"),
    (boston, scripts.BOSTON, 16, "3cTs", "Seat 5 does not have Ts"),
    (boston, scripts.BOSTON, 17, "7s9dJsTc", "Seven of spades (7s) has been seen already"),
    (thrill, scripts.THRILL, 5, "", "No cards entered; name the one face up or all 7"),
    (thrill, scripts.THRILL, 8, "As2c3d4h5s7d9c", ""),
    (thrill, scripts.THRILL, 9, "As2d8c9sTd3s4s", "Ace of spades (As) has been seen already: the dealer has it"),
]


@pytest.mark.parametrize(("table", "script", "at", "entry", "message"), WRONG_OTHERS)
def test_a_wrong_entry_at_the_other_games(table, script, at, entry, message):
    dealt = entered(table(), script[:at])
    if not message:  # all seven cards of the dealer, the one seen among them
        dealt.enter(entry)
        return
    _refused(dealt, entry, message)


WRONG_STUD = [
    ((), "As", "'as' is not possible now"),
    (("",), "AsKs", "Two cards entered; cards are dealt one at a time"),
    (("", "", "all"), "", "The next card is dealt face up: name it"),
    (("", "", "all"), "all", "The next card is dealt face up: name it"),
    (("", "", "all", "2s"), "2s", "Two of spades (2s) has been seen already: Seat 1 has it"),
    (("", "", "all", "2s"), "??", "These cards must be named"),
    (("", "", "all", "2s", "Kd"), "check", "Seat 1 cannot check now; type bring in or bet 4"),
    (("", "", "all", "2s", "Kd"), "2 call", "Seat 2 has no decision to make now. It is Seat 1's turn"),
    (("", "", "all", "2s", "Kd"), "bet 3", "$3 is not allowed (S19); allowed: $4"),
    (("", "", "all", "2s", "Kd"), "! boxed 3c", "'boxed' cannot be reported now"),
]


@pytest.mark.parametrize(("before", "entry", "message"), WRONG_STUD)
def test_a_wrong_entry_at_stud(before, entry, message):
    _refused(entered(stud(2), before), entry, message)


def test_cards_that_stay_unknown_are_nowhere_in_the_record():
    dealt = entered(flush(), (*scripts.FLUSH[:7], "1 fold", "3 fold", "AhKhQh2c3c4d5d"))
    assert dealt.instruction.needs == "over"
    assert all(card is UNKNOWN for seat in (1, 3) for card in dealt.round.hands[seat].cards)
    assert nets(dealt) == {1: -6_00, 3: -12_00}
