"""What may be typed: wagers, decisions and discards as people write them, and an answer to everything else."""

import pytest
from at_the_prompt import BOSTON, FLUSH, LOW_DEALER, NOTHING, THRILL, after, placed, session, settlement

# Wagers before the cards.


@pytest.mark.parametrize(
    ("game", "said", "layout"),
    [
        (BOSTON, "ante 5 first 5 bonus 1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "Ante $5, 1st $5, three-card bonus $1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "ante 5 and 1st wager 5 and the three card bonus 1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "5 5 3-card bonus 1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "a 5 f 5 b 1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "5 5 1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "5 5", "ante $5 + first $5 = $10"),
        (BOSTON, "bonus 1 first 5 ante 5", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "ante=5,first=5", "ante $5 + first $5 = $10"),
        (BOSTON, "ante:5.00 first 5.0", "ante $5 + first $5 = $10"),
        (THRILL, "5", "poker $5"),
        (THRILL, "3 of a kind 5", "trips $5"),
        (THRILL, "3 of a Kind or Better 5 Pair of Kings or Better 10", "kings $10 + trips $5 = $15"),
        (THRILL, "full house 5 special 2", "full $5 + special $2 = $7"),
        (THRILL, "boat 5 s 2", "full $5 + special $2 = $7"),
        (FLUSH, "5", "ante $5"),
        (FLUSH, "ante 5 straight flush 1", "ante $5 + straight flush $1 = $6"),
        (FLUSH, "ante 5 sf 1 flush 2", "ante $5 + flush $2 + straight flush $1 = $8"),
        (FLUSH, "put 5 on the ante", None),
    ],
)
def test_wagers_as_people_type_them(game, said, layout):
    (line, *_) = placed(game, said)
    assert line.split(";")[0].strip() == layout if layout else "'put' is no wager here" in line


@pytest.mark.parametrize(
    ("game", "said", "line"),
    [
        (BOSTON, "ante 1", "$1 cannot go on the ante; $2 to $10 in steps of $1 can (B14)."),
        (BOSTON, "11", "$11 cannot go on the ante; $2 to $10 in steps of $1 can (B14)."),
        (BOSTON, "ante 2.50", "$2.50 cannot go on the ante; $2 to $10 in steps of $1 can (B14)."),
        (BOSTON, "first 5", "The 1st wager stands beside an ante of the same amount (B2)."),
        (BOSTON, "ante 5 first 4", "$4 cannot go on the 1st wager; $5 can (B2)."),
        (BOSTON, "ante 5 bonus 1", "The three-card bonus needs the ante and the 1st wager (B3)."),
        (BOSTON, "5 5 6", "$6 cannot go on the three-card bonus; $1 to $5 in steps of $1 can (B3)."),
        (BOSTON, "5 5 1 1", "1 is one amount too many; there are 3 spots: ante, first, bonus"),
        (BOSTON, "ante 5 ante 6", "Twice the ante: name each wager once."),
        (BOSTON, "ante", "How much on the ante? Write, for example: ante 2 first 2 bonus 1"),
        (BOSTON, "ante first 5", "How much on the ante? Write, for example: ante 2 first 2 bonus 1"),
        (BOSTON, "ante five", "'five' is no wager here; there are ante, first, bonus. Type ? for help."),
        (BOSTON, "ante -5", "'-5' is not an amount; write it like $5 or 5"),
        (BOSTON, "ante 5x", "'5x' is not an amount; write it like $5 or 5"),
        (BOSTON, "ante 2.005", "2.005 does not come out in whole chips; the smallest is $0.01"),
        (BOSTON, "ante 99999999999999999", "'99999999999999999' is not an amount; write it like $5 or 5"),
        (BOSTON, "", "No wagers, no cards. Write, for example: ante 2 first 2 bonus 1"),
        (BOSTON, "deal", "No wagers, no cards. Write, for example: ante 2 first 2 bonus 1"),
        (BOSTON, "rebet", "There are no earlier wagers to repeat. Write, for example: ante 2 first 2 bonus"),
        (BOSTON, "undo", "There is nothing to take back."),
        (BOSTON, "fold", "'fold' is no wager here; there are ante, first, bonus. Type ? for help."),
        (THRILL, "special 1", "The Special wager stands beside a primary one (T3)."),
        (THRILL, "full 51", "$51 cannot go on the Full House or Better wager; $5 to $50 in steps of $1 can"),
        (FLUSH, "flush 1", "The flush wager stands beside an ante (H3)."),
    ],
)
def test_wrong_wagers_say_what_is_allowed_and_ask_again(game, said, line):
    answer = placed(game, said)
    assert answer[0] == line
    assert len(answer) <= 2
    assert session(game, said).count("Your wagers> ") == 2


def test_wagers_are_kept_to_what_is_in_front_of_the_person():
    assert placed(BOSTON, "5 5", chips=800) == ["Only $3 is left, and the 1st wager is at least $5 (B2)."]
    assert placed(FLUSH, "9", chips=800) == ["$9 cannot go on the ante; $5 to $8 in steps of $1 can (H3)."]
    assert placed(THRILL, "5 5", house='primary_wagers = "exactly_one"') == [
        "This house takes one primary wager from each player (T2)."
    ]


def test_undo_takes_back_step_by_step():
    empty = "  The layout is empty; you have $200."
    alone = "  An ante alone can win its bonus only (B13); first 5 adds the 1st wager."
    assert placed(BOSTON, "5", "first 5") == ["  ante $5 + first $5 = $10; $190 left"]
    assert placed(BOSTON, "5", "first 5", "undo") == ["  ante $5; $195 left", alone]
    assert placed(BOSTON, "5", "first 5", "undo", "u") == [empty]
    assert placed(BOSTON, "5", "first 5", "undo", "u", "undo") == ["There is nothing to take back."]
    assert placed(BOSTON, "5", "first 5", "clear") == [empty]
    assert placed(BOSTON, "5", "first 5", "clear", "undo") == ["  ante $5 + first $5 = $10; $190 left"]
    assert placed(BOSTON, "5", "first 5", "first 0") == ["  ante $5; $195 left", alone]
    assert placed(BOSTON, "5", "first 5", "ante 0") == ["The 1st wager stands beside an ante of the same amount (B2)."]
    assert placed(BOSTON, "5", "first 6", "undo") == [empty]  # what was refused is no step


def test_wagers_and_the_deal_fit_in_one_line():
    assert "Your cards" in session(FLUSH, "5 deal")
    assert "Your cards" in session(FLUSH, "5", "deal")
    assert "Your cards" not in session(FLUSH, "4 deal")
    told = session(FLUSH, "5 deal", "fold", "rebet deal", "fold", deals=[{}, {}])
    assert told.count("Your cards") == 2


def test_the_last_wagers_are_repeated_if_there_are_chips_for_them():
    told = session(BOSTON, "10 10", "", "fold", "rebet", "undo", deals=[NOTHING], chips=2500)
    assert after(told, "Enter repeats")[:3] == [
        "Your wagers> rebet",
        "$10 cannot go on the ante; $2 to $5 in steps of $1 can (B14).",
        "Your wagers> undo",
    ]


def test_the_layout_is_shown_again_when_asked_for():
    assert placed(FLUSH, "layout") == [
        "  wager           type            amount",
        "  ante            ante            $5 to $100  before the cards",
        "  Flush           flush           $1 to $25   optional, beside the ante",
        "  Straight Flush  straight flush  $1 to $25   optional, beside the ante",
    ]


# Decisions.


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("raise 7", 7),
        ("r 7", 7),
        ("7", 7),
        ("$7", 7),
        ("raise $7", 7),
        ("RAISE 7", 7),
        ("2x", 10),
        ("raise 2x", 10),
        ("raise max", 10),
        ("max", 10),
        ("min", 5),
        ("play 5", 5),
        ("bet 10", 10),
    ],
)
def test_flush_raises_as_people_type_them(said, amount):
    (_, line, *_) = settlement(session(FLUSH, "5", "", said, deals=[{1: "QsJs9s7s2s Kh3d", "dealer": LOW_DEALER}]))
    assert line.startswith(f"raise ${amount} ")


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("raise 11", "$11 is not possible as the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("raise 4", "$4 is not possible as the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("3x", "$15 is not possible as the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("raise 5.50", "$5.50 is not possible as the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("raise ten", "'ten' is not an amount; write it like $5 or 5"),
        ("raise -5", "'-5' is not an amount; write it like $5 or 5"),
        ("raise 5.555", "5.555 does not come out in whole chips; the smallest is $0.01"),
        ("raise", "How much is the raise? $5 to $10 (H4)."),
        ("", "Please choose; possible: fold or raise $5 to $10. Type ? for help."),
        ("dance", "'dance' is not possible here; possible: fold or raise $5 to $10. Type ? for"),
        ("undo", "The cards are out and the wagers stand; possible: fold or raise $5 to $10."),
        ("fold fast", "'fold fast' is not possible here; possible: fold or raise $5 to $10. Type ? for"),
    ],
)
def test_flush_a_wrong_decision_says_what_is_allowed_and_asks_again(said, line):
    deal = {1: "QsJs9s7s2s Kh3d", "dealer": LOW_DEALER}
    told = session(FLUSH, "5", "", said, "raise 5", deals=[deal])
    assert after(told, "Your cards")[1] == line
    assert told.count("Fold or raise $5 to $10> ") == 2


# Setting the hand.

PAIR = {1: "AsAd9h7c5s3d2c", "dealer": "KhKs9c7d5d3h2s"}


@pytest.mark.parametrize("said", ["2c 3d", "2c3d", "2C 3D", "3d, 2c", "3d and 2c", "as ad 9h 7c 5s"])
def test_two_discards_or_five_cards_to_keep(said):
    told = session(BOSTON, "5 5", "", "play", said, deals=[PAIR])
    assert "You keep      As Ad 9h 7c 5s           pair of aces, nine kicker" in told.splitlines()


def test_tens_and_the_joker_may_be_written_out():
    deal = {1: "JkTs9h7c5s3d2c", "dealer": "KhKs9c7d5d3h2s"}
    told = session(THRILL, "5", "", "10s joker", deals=[deal])
    assert "You keep      9h 7c 5s 3d 2c           nine high" in told.splitlines()


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Kc Kd", "You do not hold Kc Kd; your cards are As Ad 9h 7c 5s 3d 2c."),
        ("2c", "Name two different cards to put aside, or the five to keep."),
        ("2c 2c", "Name two different cards to put aside, or the five to keep."),
        ("2c 3d 5s", "Name two different cards to put aside, or the five to keep."),
        ("2c x", "'X' is not a card; a card is two characters, a rank of 23456789TJQKA and a suit"),
        ("fold", "'Fo' is not a card; its first character must be a rank, one of 23456789TJQKA"),
    ],
)
def test_wrong_discards_say_so_and_ask_again(said, line):
    told = session(BOSTON, "5 5", "", "play", said, "", deals=[PAIR])
    assert after(told, "Your cards")[1] == line
    assert told.count("Two discards, or Enter for the best five> ") == 2
    assert "net" in told


def test_a_poor_choice_is_asked_about_where_it_costs():
    told = session(BOSTON, "5 5", "", "play", "as ad", "no", "as ad", "yes", deals=[PAIR])
    assert after(told, "Your cards")[:5] == [
        "Two discards, or Enter for the best five> as ad",
        "That keeps nine high; your best five are pair of aces, nine kicker.",
        "Keep them all the same? (yes or no) no",
        "Two discards, or Enter for the best five> as ad",
        "That keeps nine high; your best five are pair of aces, nine kicker.",
    ]
    assert settlement(told)[0] == "1st wager $5 -$5 the dealer's pair beats your high card (B11)"
    free = session(THRILL, "5", "", "as ad", deals=[PAIR])
    assert "Keep them" not in free
    assert settlement(free)[0].startswith("Poker $5 +$5 your pair beats")
    dear = session(THRILL, "5", "", "as ad", "yes", deals=[PAIR], house="best_five_plays = false")
    assert settlement(dear)[0] == "Poker $5 -$5 the dealer's pair beats your high card (T7)"


def test_a_house_that_sets_no_hands_asks_for_discards():
    told = session(BOSTON, "5 5", "", "play", "", "?", "2c 3d", deals=[PAIR], house="auto_set = false")
    lines = after(told, "Your cards")
    assert lines[:2] == ["Two discards> ", "This house leaves the choice to you: name two cards to put aside."]
    assert "  two cards   puts these aside, as in 3d 2c (B9)" in lines
    assert not any(line.startswith("  Enter ") for line in lines)
