"""Razz as a plug-in: its ranking against a naive one, its rules, hands of PHH, records, bots and the command line."""

import json
import os
import random
import subprocess
import sys
from io import StringIO
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from seventh.house.rules.document import Clause

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

from razz import GAME, low  # noqa: E402

from seventh.bots.simple import STAYS  # noqa: E402
from seventh.cards import DECK_52, card_set, parse_cards  # noqa: E402
from seventh.games import registry  # noqa: E402
from seventh.games.scripted import Table  # noqa: E402
from seventh.house import HouseError  # noqa: E402
from seventh.records import Recorder, phh, read_record, verify_record, write_record  # noqa: E402
from seventh.rounds.driver import from_deck  # noqa: E402
from seventh.rounds.events import PotWon  # noqa: E402
from seventh.rounds.legal import Refused  # noqa: E402
from seventh.rounds.notation import parse_action  # noqa: E402
from seventh.rounds.stud import StudRound  # noqa: E402
from seventh.terminal.play import play  # noqa: E402
from tests.naive.low import low_key  # noqa: E402


@pytest.fixture(autouse=True)
def razz(monkeypatch):
    """Razz among the games, as SEVENTH_GAMES puts it there for a command."""
    games = {**registry._all(), GAME.name: GAME}
    monkeypatch.setattr(registry, "_all", lambda: games)


# The ranking.


def assert_same_order(pairs):
    """The lower the naive key, the higher the strength; equal keys have equal strengths."""
    for (key, strength), (next_key, next_strength) in pairwise(sorted(pairs)):
        assert strength == next_strength if key == next_key else strength > next_strength


def test_the_ranking_is_that_of_the_naive_one():
    rng = random.Random(1)
    hands = [rng.sample(DECK_52, rng.choice((5, 6, 7))) for _ in range(20_000)]
    few = [card for card in DECK_52 if card.rank in (14, 2, 9)]  # pairs, threes and fours of a kind are common there
    hands += [rng.sample(few, rng.choice((5, 6, 7))) for _ in range(10_000)]
    assert_same_order((low_key(hand), low.strength_of(hand)) for hand in hands)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_boards_are_ranked_as_by_the_naive_one(number):
    boards = list(combinations(DECK_52[::-1], number))
    boards = random.Random(2).sample(boards, min(len(boards), 20_000))
    assert_same_order((low_key(board), low.board_strength(card_set(board, 1, 4))) for board in boards)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("5s4s3s2sAs", "five low: 5-4-3-2-A"),
        ("KsKd7h6c4c3d2s", "seven low: 7-6-4-3-2"),
        ("AsAdAhKcKd", "full house, A with K"),
        ("2s2d2h2c9d", "four of a kind, 2 with 9"),
        ("8d2s8s", "pair, 8 with 2"),
        ("Ah", "ace low: A"),
    ],
)
def test_hands_are_named(cards, name):
    assert low.name(parse_cards(cards)) == name


# A hand.


HANDS = """
seat 1 with 4000: Kc2d 9s 8h 7c 3d 4h
seat 2 with 4000: As2s 9d 3h 5c Kd 6h
seat 3 with 4000: QcQd 4c 4s 5h Jd Js
"""


def table(text=HANDS, deals=None):
    return Table(f"razz\n{text}", deals)


def act(hand, *lines):
    for line in lines:
        seat, _, action = line.partition(" ")
        hand.act(int(seat), parse_action(action))
    return hand


def test_Z4_the_highest_up_card_brings_in_and_spades_break_ties():
    assert table().round.to_act == {1}
    aces = table("seat 1: KcKd As\nseat 2: 2c3c 3s\nseat 3: 9d9s 2h")
    assert aces.round.to_act == {2}, "an ace is low"


def test_Z5_the_high_card_may_not_check():
    with pytest.raises(Refused, match=r"^Z5: the high card must bet"):
        table().act(1, parse_action("check"))


def test_Z8_the_lowest_board_opens_and_pairs_are_high():
    hand = act(table(), "1 bring_in", "2 call amount=100", "3 call amount=100")
    assert [seat.up for seat in hand.round.view(None).seats] == ["9s8h", "9d3h", "4c4s"]
    assert hand.round.to_act == {2}


def test_Z20_an_open_pair_does_not_double_the_bet():
    hand = act(table(), "1 bring_in", "2 call amount=100", "3 call amount=100")
    with pytest.raises(Refused):
        hand.act(2, parse_action("bet_to amount=800"))
    with pytest.raises(HouseError, match="fourth_street_pair_doubles is true, but Razz has no such rule"):
        GAME.house_from({"fourth_street_pair_doubles": True}, "house")


def test_Z15_the_lowest_hand_wins():
    hand = act(table(), "1 bring_in", "2 call amount=100", "3 call amount=100").finish()
    assert {seat: hand.net(seat) for seat in (1, 2, 3)} == {1: -150, 2: 300, 3: -150}


def test_the_rules_name_every_clause_once():
    from seventh.games import rules_of

    rules = rules_of(GAME.book)
    assert {part.id for part in rules if part.id} == set(GAME.clauses)
    clause = rules.of("Z15")[0]
    assert isinstance(clause, Clause)
    assert "lowest hand of five cards" in clause.text


# Hands of others, and our own.


FILE = """
variant = 'FR'
antes = [5, 5, 5]
bring_in = 10
small_bet = 40
big_bet = 80
starting_stacks = [1000, 1000, 300]
actions = ['d dh p1 As2s9d', 'd dh p2 KcQdTs', 'd dh p3 3c4c5h', 'p2 pb', 'p3 cbr 40', 'p1 cc', 'p2 f',
    'd dh p1 Kh', 'd dh p3 5s', 'p1 cbr 40', 'p3 cc', 'd dh p1 3h', 'd dh p3 6s', 'p1 cc', 'p3 cbr 80', 'p1 cc',
    'd dh p1 4d', 'd dh p3 Jd', 'p1 cbr 80', 'p3 cbr 135', 'p1 cc',
    'd dh p1 5d', 'd dh p3 7s', 'p1 sm As2s9dKh3h4d5d', 'p3 sm 3c4c5h5s6sJd7s']
finishing_stacks = [1315, 985, 0]
"""
"""The ten of spades brings in; the pair of fives never opens; five low wins against seven low."""


def test_a_hand_of_phh_replays_to_its_stacks():
    (hand,) = phh.read(FILE)
    assert phh.replay(hand).finishing_stacks == (1315, 985, 0)


def test_a_bet_that_a_file_cuts_to_what_can_be_called_is_a_full_one():
    cut = FILE.replace("'p1 cbr 80', 'p3 cbr 135', 'p1 cc'", "'p1 cbr 80', 'p3 cc'")
    cut = cut.replace("'d dh p3 7s', ", "'d dh p3 7s', 'p1 cbr 55', 'p3 cc', ")
    (hand,) = phh.read(cut)
    assert phh.replay(hand).finishing_stacks == (1315, 985, 0)


def test_a_wrong_result_is_refused():
    (hand,) = phh.read(FILE.replace("[1315, 985, 0]", "[685, 985, 630]"))
    with pytest.raises(phh.DoesNotReplay, match="finishing_stacks"):
        phh.replay(hand)


def random_hand(seed):
    rng = random.Random(seed)
    recorder = Recorder(StudRound(GAME.book, {seat: rng.randrange(1, 60) * 100 for seat in range(1, 9)}, 0))
    draw = from_deck(rng.sample(DECK_52, 52))
    recorder.deal_on(draw, lambda cards: rng.sample(list(cards), len(cards)))
    while recorder.round.outcome is None:
        (seat,) = recorder.round.to_act
        assert isinstance(seat, int)
        bot = GAME.bots[seat % len(GAME.bots)]
        recorder.act(seat, bot(recorder.round, seat))
        recorder.deal_on(draw, lambda cards: rng.sample(list(cards), len(cards)))
    return recorder.record()


def test_what_bots_play_is_recorded_verified_and_written_as_phh():
    shown = 0
    for seed in range(60):
        record = random_hand(seed)
        assert verify_record(read_record(write_record(record))).outcome is not None
        (hand,) = phh.read(phh.write(record))
        assert hand.fields["variant"] == "FR"
        again = phh.replay(hand)
        assert again.record.result == record.result
        live = {h.seat: low_key([*h.cards, *again.round.common]) for h in again.round.remaining}
        if len(live) > 1:
            shown += 1
            winners = {event.seat for event in record.events if isinstance(event, PotWon) and event.pot == 0}
            assert winners == {seat for seat, key in live.items() if key == min(live.values())}
    assert shown


def test_bots_prefer_low_cards():
    points = GAME.book.family.points
    assert points(parse_cards("As2d3c"), [], 3) > 60
    assert points(parse_cards("KsKdQc"), [], 3) < STAYS[3]


def test_it_is_played_in_the_terminal():
    output = StringIO()
    lines = StringIO("\n".join(["fold"] * 40 + ["quit"]) + "\n")
    rng = random.Random(3)
    play(GAME.book, lines, output, lambda _: from_deck(rng.sample(DECK_52, 52)), players=3)
    said = output.getvalue()
    assert "the lowest five-card hand wins the pot" in " ".join(said.split())
    assert "low: " in said


# The command line finds it through the environment variable, without installation.


def seventh(*words, stdin=""):
    environment = {**os.environ, "SEVENTH_GAMES": str(ROOT / "examples" / "razz"), "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, "-m", "seventh", *words], input=stdin, capture_output=True, text=True, env=environment
    )


def test_the_commands_know_the_game(tmp_path):
    (tmp_path / "hand.phh").write_text(FILE)
    done = seventh("replay", str(tmp_path / "hand.phh"), "--json")
    assert json.loads(done.stdout)["finishing_stacks"] == [1315, 985, 0], done.stderr
    (tmp_path / "round.json").write_text(write_record(random_hand(1)))
    done = seventh("verify", str(tmp_path / "round.json"))
    assert done.returncode == 0, done.stderr
    done = seventh("rules", "razz")
    assert "Z26" in done.stdout
    assert done.returncode == 0
