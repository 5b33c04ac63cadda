"""What may be typed: wagers, decisions and discards as people write them, and an answer to everything else."""

import pytest

from tests.terminal.at_the_prompt import (
    BOSTON,
    FLUSH,
    LOW_DEALER,
    NOTHING,
    THRILL,
    Layout,
    after,
    placed,
    session,
    settlement,
)

# Wagers before the deal.


@pytest.mark.parametrize(
    ("game", "said", "layout"),
    [
        (BOSTON, "ante 5 first 5 bonus 1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "Ante $5, 1st $5, three-card bonus $1", "ante $5 + first $5 + bonus $1 = $11"),
        (BOSTON, "ante 5 and first bet 5 and the three card bonus 1", "ante $5 + first $5 + bonus $1 = $11"),
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
    assert line.split(";")[0].strip() == layout if layout else "Unknown wager 'put'" in line


@pytest.mark.parametrize(
    ("game", "said", "line"),
    [
        (BOSTON, "ante 1", "$1 is not allowed on the ante; allowed: $2 to $10 in steps of $1 (B14)."),
        (BOSTON, "11", "$11 is not allowed on the ante; allowed: $2 to $10 in steps of $1 (B14)."),
        (BOSTON, "ante 2.50", "$2.50 is not allowed on the ante; allowed: $2 to $10 in steps of $1 (B14)."),
        (BOSTON, "first 5", "The first bet requires an ante of the same amount (B2)."),
        (BOSTON, "ante 5 first 4", "$4 is not allowed on the first bet; allowed: $5 (B2)."),
        (BOSTON, "ante 5 bonus 1", "The three-card bonus requires an ante and a first bet (B3)."),
        (BOSTON, "5 5 6", "$6 is not allowed on the three-card bonus; allowed: $1 to $5 in steps of $1"),
        (BOSTON, "5 5 1 1", "Too many amounts, from 1 on; there are 3 spots: ante, first, bonus"),
        (BOSTON, "ante 5 ante 6", "You named the ante twice."),
        (BOSTON, "ante", "How much on the ante? For example: ante 2 first 2 bonus 1"),
        (BOSTON, "ante first 5", "How much on the ante? For example: ante 2 first 2 bonus 1"),
        (BOSTON, "ante five", "'five' is not an amount; how much on the ante?"),
        (BOSTON, "ante -5", "'-5' is not an amount; write it like $5 or 5"),
        (BOSTON, "ante 5x", "'5x' is not an amount; write it like $5 or 5"),
        (BOSTON, "ante 2.005", "2.005 is not a whole number of chips; the smallest is $0.01"),
        (BOSTON, "ante 99999999999999999", "'99999999999999999' is not an amount; write it like $5 or 5"),
        (BOSTON, "", "Place a wager first. For example: ante 2 first 2 bonus 1"),
        (BOSTON, "deal", "Place a wager first. For example: ante 2 first 2 bonus 1"),
        (BOSTON, "rebet", "No previous wagers to repeat. For example: ante 2 first 2 bonus 1"),
        (BOSTON, "undo", "Nothing to undo."),
        (BOSTON, "fold", "Unknown wager 'fold'; choose from ante, first, bonus. Type ? for help."),
        (THRILL, "special 1", "The Special bet requires a primary bet (T3)."),
        (THRILL, "full 51", "$51 is not allowed on the Full House or Better bet; allowed: $5 to $50 in steps"),
        (FLUSH, "flush 1", "The flush bonus requires an ante (H3)."),
    ],
)
def test_wrong_wagers_say_what_is_allowed_and_ask_again(game, said, line):
    answer = placed(game, said)
    assert answer[0] == line
    assert len(answer) <= 2
    assert session(game, said).count("Your wagers> ") == 2


def test_wagers_are_kept_to_what_is_in_front_of_the_person():
    assert placed(BOSTON, "5 5", chips=800) == ["You have only $3 left; the first bet is at least $5 (B2)."]
    assert placed(FLUSH, "9", chips=800) == ["$9 is not allowed on the ante; allowed: $5 to $8 in steps of $1 (H3)."]
    assert placed(THRILL, "5 5", house='primary_wagers = "exactly_one"') == [
        "This house allows only one primary bet per player (T2)."
    ]


def test_undo_takes_back_step_by_step():
    empty = "  The layout is empty; you have $200."
    alone = "  An ante alone wins only its bonus (B13); add the first bet of $5 to play on."
    assert placed(BOSTON, "5", "first 5") == ["  ante $5 + first $5 = $10; $190 left"]
    assert placed(BOSTON, "5", "first 5", "undo") == ["  ante $5; $195 left", alone]
    assert placed(BOSTON, "5", "first 5", "undo", "u") == [empty]
    assert placed(BOSTON, "5", "first 5", "undo", "u", "undo") == ["Nothing to undo."]
    assert placed(BOSTON, "5", "first 5", "clear") == [empty]
    assert placed(BOSTON, "5", "first 5", "clear", "undo") == ["  ante $5 + first $5 = $10; $190 left"]
    assert placed(BOSTON, "5", "first 5", "first 0") == ["  ante $5; $195 left", alone]
    assert placed(BOSTON, "5", "first 5", "ante 0") == ["The first bet requires an ante of the same amount (B2)."]
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
        "$10 is not allowed on the ante; allowed: $2 to $5 in steps of $1 (B14).",
        "Your wagers> undo",
    ]


def test_the_layout_is_shown_again_when_asked_for():
    assert placed(FLUSH, "layout") == [
        "  wager           type            amount",
        "  ante            ante            $5 to $100  before the deal",
        "  Flush           flush           $1 to $25   optional, requires an ante",
        "  Straight Flush  straight flush  $1 to $25   optional, requires an ante",
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
        ("raise 11", "$11 is not allowed for the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("raise 4", "$4 is not allowed for the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("3x", "$15 is not allowed for the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("raise 5.50", "$5.50 is not allowed for the raise (H4); allowed: $5 to $10 in steps of $1."),
        ("raise ten", "'ten' is not an amount; write it like $5 or 5"),
        ("raise -5", "'-5' is not an amount; write it like $5 or 5"),
        ("raise 5.555", "5.555 is not a whole number of chips; the smallest is $0.01"),
        ("raise", "How much is the raise? $5 to $10 (H4)."),
        ("", "Choose fold or raise $5 to $10. Type ? for help."),
        ("dance", "'dance' is not a choice here; choose fold or raise $5 to $10. Type ? for help."),
        ("undo", "Wagers are final once the cards are dealt; choose fold or raise $5 to $10."),
        ("fold fast", "'fold fast' is not a choice here; choose fold or raise $5 to $10. Type ? for"),
    ],
)
def test_flush_a_wrong_decision_says_what_is_allowed_and_asks_again(said, line):
    deal: Layout = {1: "QsJs9s7s2s Kh3d", "dealer": LOW_DEALER}
    told = session(FLUSH, "5", "", said, "raise 5", deals=[deal])
    assert after(told, "Your cards")[1] == line
    assert told.count("Fold or raise $5 to $10> ") == 2


# Setting the hand.

PAIR: Layout = {1: "AsAd9h7c5s3d2c", "dealer": "KhKs9c7d5d3h2s"}


@pytest.mark.parametrize("said", ["2c 3d", "2c3d", "2C 3D", "3d, 2c", "3d and 2c", "as ad 9h 7c 5s"])
def test_two_discards_or_five_cards_to_keep(said):
    told = session(BOSTON, "5 5", "", "play", said, deals=[PAIR])
    assert "You keep      As Ad 9h 7c 5s           pair of aces, nine kicker" in told.splitlines()


def test_tens_and_the_joker_may_be_written_out():
    deal: Layout = {1: "JkTs9h7c5s3d2c", "dealer": "KhKs9c7d5d3h2s"}
    told = session(THRILL, "5", "", "10s joker", deals=[deal])
    assert "You keep      9h 7c 5s 3d 2c           nine high" in told.splitlines()


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Kc Kd", "You don't have Kc Kd; your cards are As Ad 9h 7c 5s 3d 2c."),
        ("2c", "Name two different cards to discard, or the five to keep."),
        ("2c 2c", "Name two different cards to discard, or the five to keep."),
        ("2c 3d 5s", "Name two different cards to discard, or the five to keep."),
        ("2c x", "'X' is not a card; a card is two characters, a rank of 23456789TJQKA and a suit"),
        ("fold", "'Fo' is not a card; its first character must be a rank, one of 23456789TJQKA"),
    ],
)
def test_invalid_discards_are_reported_and_asked_for_again(said, line):
    told = session(BOSTON, "5 5", "", "play", said, "", deals=[PAIR])
    assert after(told, "Your cards")[1] == line
    assert told.count("Two discards, or Enter for the best five> ") == 2
    assert "net" in told


def test_a_poor_choice_is_asked_about_where_it_costs():
    told = session(BOSTON, "5 5", "", "play", "as ad", "no", "as ad", "yes", deals=[PAIR])
    assert after(told, "Your cards")[:5] == [
        "Two discards, or Enter for the best five> as ad",
        "That keeps nine high; your best five are pair of aces, nine kicker.",
        "Keep them anyway? (yes or no) no",
        "Two discards, or Enter for the best five> as ad",
        "That keeps nine high; your best five are pair of aces, nine kicker.",
    ]
    assert settlement(told)[0] == "first bet $5 -$5 the dealer's pair beats your nine high (B11)"
    free = session(THRILL, "5", "", "as ad", deals=[PAIR])
    assert "Keep them" not in free
    assert settlement(free)[0].startswith("Poker $5 +$5 your pair of aces beats the dealer's pair of kings")
    dear = session(THRILL, "5", "", "as ad", "yes", deals=[PAIR], house="best_five_plays = false")
    assert settlement(dear)[0] == "Poker $5 -$5 the dealer's pair beats your nine high (T7)"


def test_a_house_that_sets_no_hands_asks_for_discards():
    told = session(BOSTON, "5 5", "", "play", "", "?", "2c 3d", deals=[PAIR], house="auto_set = false")
    lines = after(told, "Your cards")
    assert lines[:2] == ["Two discards> ", "At this house you set your own hand: name two cards to discard."]
    assert "  two cards   discard these, for example 3d 2c (B9)" in lines
    assert not any(line.startswith("  Enter ") for line in lines)
