"""Hand-dealt rounds of every game reach the settlement of the engine's own, with down cards unknown until turned up."""

from __future__ import annotations

from collections import Counter

import pytest

from seventh.fair.verify import verify
from seventh.games import GAMES
from seventh.records import read_record, verify_record, write_record
from seventh.rounds import events as ev
from seventh.rounds.actions import FLOOR
from tests.hand_dealing.by_hand import Dealer, nets, random_round, settled

ROUNDS = 60


@pytest.mark.parametrize("name", GAMES)
def test_R1_rounds_entered_by_hand_settle_as_the_engine_does(name):
    seen = Counter()
    for seed in range(ROUNDS):
        played = random_round(name, seed)
        dealt = Dealer(played).run()
        assert settled(dealt.round) == settled(played.round), f"seed {seed}"
        assert nets(dealt.round) == nets(played.round), f"seed {seed}"
        assert dealt.round.void == played.round.void
        record = read_record(write_record(dealt.record()))
        assert record == dealt.record()
        assert verify_record(record) == dealt.round
        seen["unknown"] += any("??" in event.cards for event in dealt.round.events if isinstance(event, ev.Dealt))
        seen["irregular"] += any(step.who == FLOOR for step in dealt.steps)
        seen["void"] += dealt.round.void is not None
        seen["turned"] += any(isinstance(event, ev.TurnedUp | ev.Shown) for event in dealt.round.events)
    assert seen["unknown"] > ROUNDS // 2
    assert seen["turned"] > ROUNDS // 4
    if GAMES[name].round.AGAINST_HOUSE:
        assert seen["irregular"] > 5
        assert 0 < seen["void"] < ROUNDS


@pytest.mark.parametrize("name", GAMES)
def test_R1_a_hand_dealt_record_is_marked_and_has_no_proof(name):
    record = Dealer(random_round(name, "mark")).run().record()
    text = write_record(record)
    assert '"hand_dealt": true' in text
    assert record.proof is None
    found = verify(read_record(text))
    assert "hand-dealt: no shuffle to check" in found.unchecked
    assert any(line.startswith("settlement: ") for line in found.checked)


@pytest.mark.parametrize("name", GAMES)
def test_R1_undo_at_every_step_and_entering_it_again_gives_the_same_settlement(name):
    """Before every entry a wrong one is made where possible, and after every entry it is taken back and made again."""
    for seed in range(2):
        played = random_round(name, f"undo {seed}")
        once = Dealer(played).run()
        dealer = Dealer(played)
        undone = 0
        while (entry := dealer.next_entry()) is not None:
            before = dealer.dealt.round.copy()
            steps = dealer.dealt.enter(entry)
            after = dealer.dealt.round
            for _ in steps:
                dealer.dealt.enter("undo")
                undone += 1
            assert dealer.dealt.round == before
            dealer.dealt.enter(entry)
            assert dealer.dealt.round == after
        dealt = dealer.dealt
        assert settled(dealt.round) == settled(once.round)
        assert dealt.round == once.round
        record = read_record(write_record(dealt.record()))
        assert len(record.corrections) == undone == len(record.steps)
        assert verify_record(record) == once.round
        assert f"corrections: {undone} steps undone, each legal when it was entered" in verify(record).checked


@pytest.mark.parametrize("name", GAMES)
def test_R1_taking_back_the_whole_round_keeps_every_step_in_the_record(name):
    played = random_round(name, "back")
    dealt = Dealer(played).run()
    steps = list(dealt.steps)
    for _ in steps:
        dealt.enter("undo")
    assert not dealt.round.events
    again = Dealer(played, dealt).run()
    record = read_record(write_record(again.record()))
    assert [taken.step for taken in record.corrections] == steps[::-1]
    assert [record.steps_before(number) for number in range(len(steps))] == [
        tuple(steps[:place]) for place in reversed(range(len(steps)))
    ]
    assert nets(verify_record(record)) == nets(played.round)
