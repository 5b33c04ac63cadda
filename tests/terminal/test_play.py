"""`seventh play GAME`: what a person at the prompt, or a pipe, gets to read."""

import itertools
import re
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import DECK_53, parse_cards
from seventh.fair import deck
from seventh.games import book_house, parse_house
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.rounds.actions import Bet, PlaceWagers
from seventh.terminal import shuffle
from seventh.terminal.play import play, smallest_wager
from tests.known import known
from tests.terminal.at_the_prompt import (
    BOSTON,
    FLUSH,
    KINGS_UP,
    NOTHING,
    THRILL,
    Layout,
    after,
    placed,
    session,
    seventh,
)


def test_a_whole_session_of_boston_7_stud():
    lines = ["ante 5 first 5 bonus 1", "", "2nd", "", "", "", "fold"]
    assert (
        session(BOSTON, *lines, deals=[KINGS_UP, NOTHING])
        == """\
Boston 7 Stud Poker. Three cards, then fold or a second bet, then four more:
your best five against the dealer's.
Play chips only: they cannot be bought or redeemed.
At any prompt, type ? for help, rules for the rules, or quit to leave.

Round 1. Your stack: $200.
  wager             type   amount
  ante              ante   $2 to $10     before the deal
  first bet         first  same as ante  optional, before the deal
  three-card bonus  bonus  $1 to $10     requires a first bet; up to the ante
For example: ante 2 first 2 bonus 1
Your wagers> ante 5 first 5 bonus 1
  ante $5 + first $5 + bonus $1 = $11; $189 left
Enter to deal, or undo> \n\
Your cards    Ks Kd 4h                 pair of kings, four kicker
Your bonus is claimed for you.
You show K♠ K♦ 4♥ for the bonus.
Pair pays 1 to 1: three-card bonus wins $1 (B6).
Fold or second $5> 2nd
You make the second bet, $5.
Your cards    Ks Kd 4h 4c As 3c 2d     two pair, kings and fours, ace kicker
Two discards, or Enter for the best five> \n\
Your best five cards are chosen for you.
Dealer        Qs Qd Jc 9d 7s 5c 2h     pair of queens, jack kicker

  three-card bonus   $1   +$1  pair pays 1 to 1 (B6)
  first bet          $5   +$5  your two pair beats the dealer's pair (B11)
  second bet         $5   +$5  your two pair beats the dealer's pair (B11)
  ante               $5  push  your two pair beats the dealer's pair (B11)
  net               $16  +$11  stack $211

Round 2. Your stack: $211.
Enter repeats ante $5, first $5, bonus $1.
Your wagers> \n\
  ante $5 + first $5 + bonus $1 = $11; $200 left
Enter to deal, or undo> \n\
Your cards    9s 7d 2h                 nine high
Fold or second $5> fold
You fold.

  three-card bonus   $1   -$1  your first three cards, nine high, don't pay (B5)
  ante               $5   -$5  you folded (B7)
  first bet          $5   -$5  you folded (B7)
  net               $11  -$11  stack $200

Round 3. Your stack: $200.
Enter repeats ante $5, first $5, bonus $1.
Your wagers> \n\

You leave after 2 rounds with $200: even on $200 in chips.
"""
    )


def test_a_whole_round_of_seven_card_thrill():
    deal: Layout = {1: "JkKsQs9s4s3d2d", "dealer": "KcKdJh7s5c3h8d"}
    told = session(THRILL, "poker 5 kings 5 trips 5 full 5 special 1", "", "", deals=[deal])
    assert after(told, "Enter to deal")[:11] == [
        "Your cards    Jk Ks Qs 9s 4s 3d 2d     flush, ace high",
        "                                       the joker counts as the ace of spades",
        "Dealer shows  8d",
        "Two discards, or Enter for the best five> ",
        "Your best five cards are chosen for you.",
        "Dealer        Kd Kc Jh 8d 7s 5c 3h     pair of kings, jack kicker",
        "",
        "  Poker                     $5   +$5  your flush beats the dealer's pair and",
        "                                      pays 1 to 1 (T7)",
        "  Pair of Kings or Better   $5   +$5  flush (ace high) pays 1 to 1 (T8)",
        "  3 of a Kind or Better     $5  +$20  flush (ace high) pays 4 to 1 (T9)",
    ]
    assert after(told, "Enter to deal")[11:16] == [
        "  Full House or Better      $5   -$5  flush (ace high) is not enough (needs a",
        "                                      full house or better) (T9)",
        "  Special                   $1   -$1  flush (ace high) is not enough (needs a",
        "                                      straight flush or better) (T9)",
        "  net                      $21  +$24  stack $524",
    ]


def test_a_whole_round_of_high_card_flush():
    deal: Layout = {1: "QsTs9s8s2s Kh3d", "dealer": "JhTh8h Ac7c4d2d"}
    told = session(FLUSH, "10 2 1", "", "raise", "raise 20", deals=[deal])
    assert after(told, "Enter to deal")[:16] == [
        "Your cards    Qs Ts 9s 8s 2s  Kh  3d   five-card flush, queen high",
        "                                       three-card straight flush, ten high",
        "Fold or raise $10 to $20> raise",
        "How much is the raise? $10 to $20 (H4).",
        "Fold or raise $10 to $20> raise 20",
        "You raise $20.",
        "Dealer        Jh Th 8h  Ac 7c  4d 2d   three-card flush, jack high",
        "The dealer qualifies (H5).",
        "",
        "  ante            $10  +$10  your five-card flush beats the dealer's three-card",
        "                             flush (H7)",
        "  raise           $20  +$20  your five-card flush beats the dealer's three-card",
        "                             flush (H7)",
        "  Flush            $2  +$24  five suited cards pay 12 to 1 (H8)",
        "  Straight Flush   $1   +$9  three suited cards in a row pay 9 to 1 (H9)",
        "  net             $33  +$63  stack $563",
    ]


# Help, rules, leaving.


def test_help_before_the_deal_has_limits_and_clauses():
    assert placed(BOSTON, "?") == [
        "  ante N   ante: $2 to $10; before the deal (B14)",
        "  first N  first bet: same as ante; optional, before the deal (B2)",
        "  bonus N  three-card bonus: $1 to $10; requires a first bet; up to the ante",
        "           (B3)",
        "           several at once, in steps of $1: ante 2 first 2 bonus 1; 0 removes a",
        "           wager",
        "  layout   show the spots and their limits",
        "  rules    show the rules; add a clause id to see only that clause",
        "  quit     leave the table; so does Ctrl-D",
    ]
    assert "  undo     undo the last change; clear removes all wagers" in placed(BOSTON, "5 5", "?")
    assert "  Enter    deal; wagers are then final" in placed(BOSTON, "5 5", "help")


def test_help_at_each_decision_names_what_is_possible():
    told = session(BOSTON, "5 5 1", "", "?", "play", "h", "", deals=[KINGS_UP])
    assert "  fold          give up the hand (B7)" in told
    assert "  second, play  make the second bet of $5 (B7)" in told
    assert "  Enter       let the house set your best five (B9)" in told
    assert "  two cards   discard these, for example 2d 3c (B9)" in told
    told = session(FLUSH, "5 1", "", "?", "fold", deals=[{1: "QsJs9s7s2s Kh3d"}])
    assert "  raise N             make the raise: $5 to $10 in steps of $1 (H4)" in told
    assert "  fold                give up the hand; your bonus wagers are still settled" in told
    assert "  fold without claim  give up the bonus wagers too (H10)" in told


def test_the_rules_can_be_read_at_every_prompt():
    told = session(FLUSH, "rules H1", "5", "rules h4", "", "rules", "rules X9", "fold")
    assert "H1    The game uses one deck of 52 cards." in told
    assert "H4    After looking at your cards, fold" in told
    assert "The rules in force for high-card-flush" in told
    assert "There is no clause X9 in these rules." in told
    assert "  net" in told


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_quit_before_the_cards_leaves_at_once(word):
    assert session(FLUSH, word).endswith("\n\nYou leave with $500; no round was played.\n")
    assert session(FLUSH, "5", word).endswith("\n\nYou leave with $500; no round was played.\n")


def test_quit_with_chips_on_the_layout_asks_once_more():
    told = session(FLUSH, "5 1", "", "quit", "fold", "quit", deals=[{1: "QsJs9s7s2s Kh3d"}])
    assert "You have $6 on the layout. If you leave, the house finishes the hand without" in told
    assert told.endswith("You leave after 1 round with $507: $7 up on $500 in chips.\n")
    told = session(FLUSH, "5 1", "", "quit", "quit", "never read", deals=[{1: "QsJs9s7s2s Kh3d"}])
    assert "You left during the hand; it is finished without adding chips." in told
    assert told.endswith("You leave after 1 round with $507: $7 up on $500 in chips.\n")  # the claim was made


SCRIPTS = {
    BOSTON: [
        "?",
        "ante 5 first 5 bonus 1",
        "undo",
        "5 5 1",
        "",
        "fold",
        "no",
        "",
        "",
        "play",
        "",
        "",
        "5",
        "",
        "2c 3d",
        "no",
        "",
    ],
    THRILL: ["poker 5", "kings 5", "", "bad", "as ad", "rebet", "", "", "special 0", ""],
    FLUSH: ["5 1 1", "", "raise 99", "fold", "what", "yes", "rebet deal", "raise", "q"],
}


@pytest.mark.parametrize(
    ("game", "length"), [(game, n) for game, script in SCRIPTS.items() for n in range(len(script) + 1)]
)
def test_the_input_may_end_at_every_prompt(game, length):
    deal: Layout = {1: "KsKd4h7c5s3d2c", "dealer": "QhQs9c7d5d3h2s"}
    told = session(game, *SCRIPTS[game][:length], deals=[deal, deal, deal])
    *_, last = told.splitlines()
    assert re.match(r"You leave (with|after \d rounds? with) \$", last)
    nets = [
        line.split()[2].replace("$", "").replace(",", "") for line in told.splitlines() if line.startswith("  net ")
    ]
    start = 200 if game == BOSTON else 500
    stack = known(re.search(r"with \$([\d.,]+\d)", last))[1]
    assert float(stack) == start + sum(map(float, nets))


# Chips.


def test_a_person_without_chips_is_offered_more():
    deal: Layout = {1: "9s7d2hKcJd5c4s", "dealer": "AhTh3h8c6sTdQc"}
    told = session(FLUSH, "5", "", "raise", "perhaps", "yes", "quit", deals=[deal], chips=1000)
    assert after(told, "  net")[:6] == [
        "",
        "You have no chips left for the smallest wager, $5.",
        "Take $10 more in play chips? (yes or no) perhaps",
        "Please answer yes or no.",
        "Take $10 more in play chips? (yes or no) yes",
        "",
    ]
    assert told.endswith("You leave after 1 round with $10: $10 down on $20 in chips.\n")
    told = session(FLUSH, "5", "", "raise", "no", deals=[deal], chips=1100)
    assert "Your $1 does not cover the smallest wager, $5." in told
    assert told.endswith("You leave after 1 round with $1: $10 down on $11 in chips.\n")
    assert session(FLUSH, "5", "", "raise", deals=[deal], chips=1000).endswith("with $0: $10 down on $10 in chips.\n")


@pytest.mark.parametrize("game", [BOSTON, THRILL, FLUSH])
def test_the_example_that_is_shown_is_accepted(game):
    for house in ("", "table_unit = 50\nchips_per_unit = 50", 'currency = ""', 'currency = "Fr. "'):
        example = known(re.search(r"For example: (.*)", session(game, house=house)))[1]
        assert " left" in placed(game, example, house=house)[0]


def test_amounts_are_in_the_units_of_the_house():
    house = parse_house('currency = "Fr. "', FLUSH)
    for text, chips in {
        "5": 500,
        "5.5": 550,
        "5.50": 550,
        ".5": 50,
        "1,000": 100_000,
        "Fr.5": 500,
        "fr.5.500": 550,
        "0": 0,
    }.items():
        assert parse_amount(text, house) == chips
    by_threes = parse_house("chips_per_unit = 3", FLUSH)
    for chips in (0, 1, 2, 3, 4, 301, 30_002):
        assert parse_amount(by_threes.money(chips), by_threes) == chips
    with pytest.raises(NotAnAmount, match="whole number of chips"):
        parse_amount("1.3", by_threes)
    assert parse_amount("7", parse_house("chips_per_unit = 1", FLUSH)) == 7
    for text in ["", ".", "-5", "5-", "5.", "1,00", "$5", "٣x", "1e3", "5.5.5", "0x5"]:
        with pytest.raises(NotAnAmount):
            parse_amount(text, house)


@pytest.mark.parametrize(("game", "least"), [(BOSTON, 200), (THRILL, 500), (FLUSH, 500)])
def test_the_smallest_wager(game, least):
    assert smallest_wager(book_house(game)) == least


def test_other_seats_may_be_programs():
    def folds(hand, seat):
        return PlaceWagers({"ante": 500}) if hand.phase == "wagers" else hand.default(seat)

    def raises(hand, seat):
        return PlaceWagers({"ante": 500}) if hand.phase == "wagers" else Bet("raise", 500)

    output = StringIO()
    play(book_house(FLUSH), StringIO("5\n\nfold\n"), output, programs={2: folds, 4: raises})
    lines = output.getvalue().splitlines()
    assert "Seat 2 folds." in lines
    assert "Seat 4 raises $5." in lines
    assert sum(line.startswith("  net ") for line in lines) == 1


def test_a_house_that_is_not_dealt_in_stacks_shows_the_cards_once():
    deal: Layout = {1: "QsJs9s7s2sKh3d", "dealer": "8h7h2hAc7c4d2d"}
    told = session(FLUSH, "5", "", "raise 5", deals=[deal], house='deal = "one_at_a_time"')
    assert told.count("Your cards") == 1


def test_no_line_is_longer_than_80_columns():
    for game, script in SCRIPTS.items():
        told = session(game, "rules", *script, "?")
        assert max(len(line) for line in told.splitlines()) <= 80


WORDS = """
    ante first bonus 5 5 1 2nd play fold claim raise poker kings special flush straight undo clear rebet deal layout
    rules quit ? yes no min max 2x $ -1 .5 As 2c 2c3d Jk 10h , x 99999 1,000 the
"""
LINE = st.lists(st.sampled_from(WORDS.split()), max_size=4).map(" ".join)
LINES = st.lists(st.one_of(st.just(""), LINE), max_size=25)


@settings(max_examples=60)
@given(st.sampled_from([BOSTON, THRILL, FLUSH]), LINES)
def test_no_input_breaks_a_session(game, lines):
    told = session(game, *lines)
    assert told.splitlines()[-1].startswith("You leave ")
    assert "Traceback" not in told


# The deck.


def test_a_shuffle_keeps_every_card_once():
    first = shuffle.shuffled(DECK_53)
    assert sorted(first) == sorted(DECK_53)
    assert first != list(DECK_53) or shuffle.shuffled(DECK_53) != list(DECK_53)


def test_every_order_is_equally_likely():
    """Each run of random numbers gives another order: as many runs as orders, all equally likely."""
    cards = parse_cards("AsKsQsJs")
    orders = {tuple(deck.shuffled(cards, iter(numbers))) for numbers in itertools.product(range(4), range(3), range(2))}
    assert len(orders) == 24


# The command, in a pipe.


@pytest.mark.parametrize("game", [BOSTON, THRILL, FLUSH])
def test_a_pipe_plays_to_the_end_of_its_input(game):
    done = seventh("play", game, "--plain", input="5\n\n\n\n\n5\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("You leave ")


def test_bad_bytes_in_a_pipe_are_bad_input_and_no_failure():
    done = seventh("play", FLUSH, input=b"\xff\xfe\x00\n5\n", text=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Unknown wager" in done.stdout


def test_the_command_takes_a_house_and_chips(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\ntitle = "Our Flush"\ncurrency = "€"')
    done = seventh("play", FLUSH, "--house", str(file), "--chips", "25.50", input="")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Our Flush. ")
    assert done.stdout.endswith("You leave with €25.50; no round was played.\n")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["chess"],
            "unknown game 'chess'; choose from high-card-flush, boston-7-stud, seven-card-thrill, seven-card-stud",
        ),
        ([FLUSH, "--chips", "4"], "--chips: $4 does not cover the smallest wager, $5"),
        ([FLUSH, "--chips", "lots"], "--chips: 'lots' is not an amount; write it like $5 or 5"),
    ],
)
def test_usage_errors_are_one_line_and_exit_code_2(words, line):
    done = seventh("play", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"seventh: {line}\n"


def test_a_house_that_cannot_be_read_is_one_line_and_exit_code_2():
    done = seventh("play", FLUSH, "--house", "/no/such/file")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seventh: /no/such/file: cannot be read: No such file or directory\n"


def test_a_reader_that_disconnects_is_not_a_failure():
    import subprocess
    import sys

    command = [sys.executable, "-m", "seventh", "play", FLUSH, "--plain"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        known(playing.stdout).close()
        _, errors = playing.communicate(b"5\n\n" * 100)
    assert (playing.returncode, errors) == (0, b"")
