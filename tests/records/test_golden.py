"""Records that earlier releases wrote: they read, verify, and are written the same way, for ever."""

from pathlib import Path

import pytest

from seventh.games import GAMES
from seventh.records import phh, read_record, verify_record, write_record
from seventh.rounds import actions as actions_module
from seventh.rounds import events as events_module
from seventh.rounds.actions import Action
from seventh.rounds.events import Event

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.json"))
HANDS = sorted(GOLDEN.glob("*.phh"))


def kinds(module, base):
    found = {kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)}
    return found - {base}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_verifies(path):
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    hand = verify_record(record)
    assert write_record(record) == text
    played_here = record.dealer_position is None
    replayed = type(hand).replay(hand.house, hand.seats, (), record.hand_dealt) if played_here else None
    if replayed is not None:
        for event in record.events:
            replayed._emit(event)
        assert replayed == hand


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_golden_hand_in_PHH_replays(path):
    (hand,) = phh.read(path.read_text(encoding="utf-8"))
    played = phh.replay(hand)
    record = read_record((GOLDEN / f"{path.name.partition('.')[0]}.json").read_text(encoding="utf-8"))
    assert played.record.result == record.result
    assert played.finishing_stacks == hand.finishing_stacks
    if "seen-by-one" not in path.name:
        assert played.record.events == record.events


def test_golden_records_hold_every_game_and_every_kind_of_event():
    records = [read_record(path.read_text(encoding="utf-8")) for path in RECORDS]
    assert {record.game for record in records} == set(GAMES)
    events = {type(event) for record in records for event in record.events}
    assert kinds(events_module, Event) <= events
    actions = {type(step.action) for record in records for step in record.steps}
    assert kinds(actions_module, Action) <= actions
