"""A high-low split stud game with eight or better: who wins what, and how it is narrated."""

import random
import warnings
from dataclasses import replace
from io import StringIO
from random import Random

import msgspec
import pytest
from pokerkit import Automation, FixedLimitSevenCardStudHighLowSplitEightOrBetter, HandHistory

from seventh.cards import DECK_52, parse_cards
from seventh.games import registry, rules_of, wording_of
from seventh.games.scripted import Table
from seventh.house.rules.document import Clause
from seventh.records import Recorder, phh, read_record, verify_record, write_record
from seventh.rounds.actions import Muck, Show
from seventh.rounds.driver import from_deck
from seventh.rounds.events import Mucked, PotWon
from seventh.rounds.narration import Narrator
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.family import Share
from seventh.rounds.words import HandWords
from seventh.terminal.play import play as play_in_the_terminal
from tests.games.stud.at_stud import act, cheapest, check_down, events_of
from tests.games.stud.chip_by_chip import check, random_hand
from tests.games.stud.hi_lo import GAME, NAME, HiLoHouse

HIGH = "AsAh Ad Kc 7h 2s 9c"
LOW = "8s7d 6d 4c 2d Qd Jh"
NEITHER = "KsKh Qc Jc Td 4h 5h"
ACES = "AcAh 7c Kc 7h Ts 9c"
"""Aces up, and no low."""
BOTH = "As2s 3s 4s 5s Qs Qh"
NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Dot", 5: "Eve", 6: "Flo", 7: "Gil", 8: "Hal"}


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    games = {**registry._all(), NAME: GAME}
    monkeypatch.setattr(registry, "_all", lambda: games)


def sit(*hands, chips=(), house=""):
    stacks = chips or (4000,) * len(hands)
    seats = [f"seat {n} with {stack}: {cards}" for n, (cards, stack) in enumerate(zip(hands, stacks, strict=True), 1)]
    return Table("\n".join([NAME, *(f"house: {line}" for line in house.splitlines()), *seats]))


def showdown(table):
    """Everybody checks and calls to the end, and mucks what is beaten."""
    hand = check_down(table).round
    while hand.outcome is None:
        (seat,) = hand.to_act
        table.act(seat, Muck() if Muck() in hand.legal(seat) else Show())
    return table


def play(*hands, **more):
    return showdown(sit(*hands, **more))


def won(table):
    return [(event.seat, event.amount, *event.parts) for event in events_of(table, PotWon)]


def told(table, viewer=None):
    return narrated(table.round, viewer)


def narrated(hand, viewer):
    n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__, viewer)
    return [n.tell(event.seen_by(viewer)) for event in hand.events]


def said(table, viewer=None):
    return [one.say for one in told(table, viewer) if one.kind == "money"]


# Who wins what.


def test_the_best_high_and_the_best_low_have_half_each_and_the_odd_chip_is_for_high():
    table = play(HIGH, LOW, NEITHER, house="stakes.ante = 51")
    assert won(table) == [(1, 227, "high"), (2, 226, "low")]
    assert said(table) == [
        "Ann wins $2.27 for high with three of a kind, aces, king kicker (E15).",
        "Bo wins $2.26 for low with eight low: 8-7-6-4-2 (E15).",
    ]


def test_without_a_low_the_pot_is_not_divided():
    table = play(HIGH, NEITHER)
    assert won(table) == [(1, 300)]
    (ann,) = [one for one in told(table, 1) if one.kind == "money"]
    assert ann.say == "You win $3 with three of a kind, aces, king kicker; no hand qualifies for low (E15)."
    assert ann.call == "You win $3 with three of a kind, aces, king kicker"
    all_in = play(HIGH, NEITHER, chips=(150, 150))
    assert not events_of(all_in, Mucked)
    assert won(all_in) == [(1, 300)]
    assert said(all_in, 1) == [ann.say]


def test_one_hand_can_win_both():
    table = play(BOTH, NEITHER, ACES)
    assert won(table) == [(1, 450, "high", "low")]
    assert said(table) == [
        "Ann wins both halves, $4.50, with a straight flush, five high; five low: 5-4-3-2-A (E15).",
    ]


def test_a_player_wins_the_whole_pot_if_all_others_muck():
    table = play(NEITHER, "AhAc Ad As 8h 2c 3c", "QsQh 7c 6c 6h 9h 9d")
    assert table.round.hands[1].status == table.round.hands[3].status == "mucked"
    assert won(table) == [(2, 450)]


def test_a_low_that_two_have_is_quartered_and_odd_chips_go_by_their_cards():
    # 8-7-6-4-2 twice: the king of seat 3 comes before the queen of seat 2.
    table = play(HIGH, LOW, "8c7c 6h 4d 2h Kd Js", house="stakes.ante = 51")
    assert won(table) == [(1, 227, "high"), (3, 113, "low"), (2, 113, "low")]
    assert said(table)[1:] == [
        "Cy wins $1.13 as a share of low with eight low: 8-7-6-4-2 (E22).",
        "Bo wins $1.13 as a share of low with eight low: 8-7-6-4-2 (E22).",
    ]
    table = play(HIGH, LOW, "8c7c 6h 4d 2h Kd Js", house="stakes.bring_in = 102")
    assert won(table) == [(1, 228, "high"), (3, 114, "low"), (2, 114, "low")]
    table = play(HIGH, LOW, "8c7c 6h 4d 2h Kd Js", house="stakes.bring_in = 103")
    assert won(table) == [(1, 230, "high"), (3, 115, "low"), (2, 114, "low")]


def test_winning_high_and_sharing_low_is_three_quarters():
    table = play(BOTH, "Ah2d 3d 4d 5c Kh Kc")
    assert won(table) == [(1, 150, "high"), (1, 75, "low"), (2, 75, "low")]
    assert said(table, 1) == [
        "You win $1.50 for high with a straight flush, five high (E15).",
        "You win $0.75 as a share of low with five low: 5-4-3-2-A (E22).",
        "Bo wins $0.75 as a share of low with five low: 5-4-3-2-A (E22).",
    ]


def test_each_pot_is_divided_among_its_contributors():
    """The short stack has the best of both, and what the others bet on is divided between them."""
    table = sit(BOTH, ACES, LOW, NEITHER, chips=(150, 4000, 4000, 4000))
    while table.round.street < 5:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    (seat,) = table.round.to_act
    act(table, f"{seat} to 800")
    showdown(table)
    assert [(event.pot, event.seat, event.amount, event.parts) for event in events_of(table, PotWon)] == [
        (0, 1, 600, ("high", "low")),
        (1, 2, 1200, ("high",)),
        (1, 3, 1200, ("low",)),
    ]
    assert said(table) == [
        "Ann wins both halves of the main pot, $6, with a straight flush, five high; five low: 5-4-3-2-A (E15).",
        "Bo wins $12 for high in side pot 1 with two pair, aces and sevens, king kicker (E15).",
        "Cy wins $12 for low in side pot 1 with eight low: 8-7-6-4-2 (E15).",
    ]


def test_a_hand_is_beaten_only_if_it_wins_no_part():
    table = play(NEITHER, HIGH, LOW)
    assert [table.round.hands[seat].status for seat in (1, 2, 3)] == ["mucked", "in", "in"]
    assert [event.seat for event in events_of(table, Mucked)] == [1]


@pytest.mark.slow
def test_random_hands_settle_as_chip_by_chip():
    """Random bets with side pots, ties, odd chips and rake: halves, quarters and scoops all occur."""
    kinds = dict.fromkeys(("undivided", "halves", "shared", "both", "side pots"), 0)
    for seed in range(600):
        hand = random_hand(Random(f"split pots {seed}"), NAME)
        check(hand)
        assert sum(line.stack for line in hand.hands.values()) + hand.house_result == sum(hand.seats.values())
        events = [event for event in hand.events if isinstance(event, PotWon)]
        kinds["undivided"] += any(not event.parts for event in events)
        kinds["halves"] += any(len(event.parts) == 1 for event in events)
        kinds["shared"] += any(event.parts and event.clause == "E22" for event in events)
        kinds["both"] += any(len(event.parts) == 2 for event in events)
        kinds["side pots"] += any(event.parts and event.pot for event in events)
    assert min(kinds.values()) > 20, kinds


# What is seen and read.


@pytest.mark.parametrize("seed", range(40))
def test_everyone_gets_the_same_sentence_about_a_pot_except_for_you(seed):
    hand = random_hand(Random(f"told {seed}"), NAME)
    heard = {viewer: narrated(hand, viewer) for viewer in (None, *hand.seats)}
    for place, event in enumerate(hand.events):
        if isinstance(event, PotWon):
            bystander = heard[None][place]
            for viewer in set(hand.seats) - {event.seat}:
                assert heard[viewer][place] == bystander
            if event.parts:
                assert " with " in bystander.say, "a part is won with a hand that was shown"


def test_a_hand_has_a_name_for_each_part_that_it_can_win():
    words = wording_of(GAME.book)
    assert words.seen("As2s3s4s5sQdQh").name == "straight flush, five high; five low: 5-4-3-2-A"
    assert words.seen("As2s3s8d7d").name == "ace high; eight low: 8-7-3-2-A"
    assert words.seen("AsKsKd8d7d6c2h").name == "pair of kings, ace kicker; eight low: 8-7-6-2-A"
    assert words.seen("AsKsKd8d7d9c2h").name == "pair of kings, ace kicker"
    assert words.seen("As2s3s").name == "ace high"
    assert set(parse_cards(words.seen("AsKsKd8d7d6c2h").plays)) == set(parse_cards("AsKsKd8d7d"))


def test_the_low_winners_playing_cards_are_raised():
    table = play(HIGH, LOW, NEITHER)
    for viewer in (None, 1, 2):
        high, low = [one for one in told(table, viewer) if one.kind == "money"]
        assert high.hands == {}, "the cards that play for high are lifted when the hand is shown"
        lifted = HandWords("queen high; eight low: 8-7-6-4-2", "8s7d6d4c2d", LOW.replace(" ", ""))
        assert low.hands == {"2": lifted}


def test_the_rules_say_how_a_pot_is_divided():
    rules = rules_of(GAME.book)
    assert {part.id for part in rules if part.id} == set(GAME.clauses)
    clause = rules.of("E22")[0]
    assert isinstance(clause, Clause)
    text = clause.text
    assert (
        "then each pot is divided into equal parts for high and low; an odd chip goes to high. Each part goes to the "
        "best hand for it among the players who have contributed to the pot in full, and one hand may win them all. A "
        "part for which no hand qualifies goes to the other. Equal hands split a part, and odd chips go one each to "
        "the winners in order of their highest card"
    ) in text


def test_the_terminal_names_the_parts():
    output, rng = StringIO(), Random(8)
    lines = StringIO("\n".join(["call", "check", "show", "bring in", "yes"] * 400) + "\nquit\n")
    play_in_the_terminal(GAME.book, lines, output, lambda _: from_deck(rng.sample(DECK_52, 52)), players=6)
    heard = " ".join(output.getvalue().split())
    assert " for high with " in heard
    assert " for low with " in heard
    assert "; no hand qualifies for low (E15)." in heard
    assert "both halves, $" in heard


# Records.


def random_record(seed):
    rng = Random(seed)
    recorder = Recorder(StudRound(GAME.book, {seat: rng.randrange(1, 60) * 100 for seat in range(1, 7)}, 0))
    draw = from_deck(rng.sample(DECK_52, 52))
    shuffle = lambda cards: rng.sample(list(cards), len(cards))  # noqa: E731
    recorder.deal_on(draw, shuffle)
    while recorder.round.outcome is None:
        (seat,) = recorder.round.to_act
        assert isinstance(seat, int)
        recorder.act(seat, GAME.bots[seat % len(GAME.bots)](recorder.round, seat))
        recorder.deal_on(draw, shuffle)
    return recorder.record()


def test_records_and_hand_histories_keep_what_was_won():
    divided = 0
    for seed in range(40):
        record = random_record(seed)
        again = read_record(write_record(record))
        assert again.events == record.events
        assert verify_record(again).outcome is not None
        divided += any(isinstance(event, PotWon) and event.parts for event in record.events)
        (hand,) = phh.read(phh.write(record))
        assert hand.fields["variant"] == "F7S/8"
        assert phh.replay(hand).record.result == record.result
    assert divided > 5


def test_an_undivided_pot_keeps_its_notation():
    plain = PotWon(1, 0, 300, "S15")
    assert msgspec.json.encode(plain) == b'{"event":"pot_won","seat":1,"pot":0,"amount":300,"clause":"S15"}'
    assert msgspec.json.decode(msgspec.json.encode(plain), type=PotWon) == plain
    divided = PotWon(1, 0, 300, "E15", ("high",))
    assert msgspec.json.decode(msgspec.json.encode(divided), type=PotWon) == divided


AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.HOLE_DEALING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
)


def played_by_pokerkit(rng):
    random.seed(rng.randrange(10**9))  # it shuffles with the global generator
    game = FixedLimitSevenCardStudHighLowSplitEightOrBetter(AUTOMATIONS, True, 5, 7, 40, 80)
    players = rng.randrange(2, 7)
    state = game([10_001] * players, players)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_show_or_muck_hole_cards():
            state.show_or_muck_hole_cards()
        elif state.can_complete_bet_or_raise_to() and rng.random() < 0.2:
            state.complete_bet_or_raise_to()
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    return game, state


@pytest.mark.slow
def test_hands_that_pokerkit_plays_end_with_the_same_stacks():
    parts = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(60):
            game, state = played_by_pokerkit(Random(seed))
            text = HandHistory.from_game_state(game, state, finishing_stacks=list(state.stacks)).dumps()
            (hand,) = phh.read(text)
            assert hand.fields["variant"] == "F7S/8"
            played = phh.replay(hand)
            assert played.finishing_stacks == tuple(state.stacks)
            parts |= {event.parts for event in played.round.events if isinstance(event, PotWon)}
    assert parts == {(), ("high",), ("low",), ("high", "low")}


# What a family may say.


def test_the_parts_of_a_family_have_names_that_differ():
    (high, low), family = HiLoHouse.family.shares, HiLoHouse.family
    nameless = Share(high.strength, high.hand_name, high.five)
    assert replace(family, shares=(nameless,)).shares == (nameless,)
    for shares in ((), (nameless, low), (high, high)):
        with pytest.raises(ValueError, match="one share, or several with different names"):
            replace(family, shares=shares)
