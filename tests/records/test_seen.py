"""R30, R42: a record for one seat holds what that seat saw, and plays to the same end."""

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seventh.cards import parse_cards
from seventh.records import Recorder, phh, read_record, seen_by, verify_record, write_record
from seventh.rounds import events as ev
from seventh.rounds.actions import Burn, ShuffleBurns
from seventh.rounds.legal import Refused
from tests.records.playing_any import random_round
from tests.records.playing_stud import random_record, stud_house

STRUCTURES = ("fixed_limit", "no_limit", "pot_limit", "spread_limit")


@settings(max_examples=60)
@given(
    st.integers(0, 10**9),
    st.sampled_from(STRUCTURES),
    st.sampled_from((0.0, 0.0, 0.05)),
    st.sampled_from((0.0, 0.2)),
    st.sampled_from((1.0, 0.95)),
    st.data(),
)
def test_R42_a_record_for_one_seat_verifies_with_the_same_result(seed, structure, trouble, folds, stop, data):
    record = random_record(seed, house=stud_house(structure=structure), trouble=trouble, folds=folds, stop=stop)
    viewer = data.draw(st.sampled_from([None, *record.seats]))
    seen = read_record(write_record(seen_by(record, viewer)))
    hand = verify_record(seen)
    assert seen.result == record.result
    assert len(seen.events) == len(record.events)
    assert hand.view(viewer).seats == verify_record(record).view(viewer).seats


@settings(max_examples=40)
@given(st.integers(0, 10**9), st.data())
def test_R30_two_hands_that_differ_in_what_a_seat_never_saw_give_it_the_same_bytes(seed, data):
    record = random_record(seed, house=stud_house(), folds=0.15)
    viewer = data.draw(st.sampled_from([None, *record.seats]))
    text = write_record(seen_by(record, viewer))
    shown = {event.cards for event in seen_by(record, viewer).events if isinstance(event, ev.Dealt)}
    hidden = sorted({card.text for step in record.steps for card in _all_cards(step.action)} - shown)
    turned = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    recorder = Recorder(record.new_round())
    for step in record.steps:
        try:
            recorder.act(step.who, _renamed(step.action, turned))
        except Refused:  # a hand that was beaten with the cards it had may win with others
            assume(False)
    assert write_record(seen_by(recorder.record(), viewer)) == text


def _all_cards(action):
    return parse_cards(getattr(action, "cards", "") or getattr(action, "card", "") or getattr(action, "order", ""))


def _renamed(action, names):
    for field in ("cards", "card", "order"):
        text = getattr(action, field, "")
        if text:
            cards = "".join(names.get(card.text, card.text) for card in parse_cards(text))
            return msgspec.structs.replace(action, **{field: cards})
    return action


def test_R30_burns_and_their_order_are_nobodys_to_see():
    record = next(
        record
        for record in (random_record(seed, house=stud_house(), folds=0) for seed in range(500))
        if any(isinstance(step.action, ShuffleBurns) for step in record.steps)
    )
    for viewer in (None, *record.seats):
        for step in seen_by(record, viewer).steps:
            if isinstance(step.action, Burn):
                assert step.action.card == "??"
            if isinstance(step.action, ShuffleBurns):
                assert set(parse_cards(step.action.order)) == {parse_cards("??")[0]}


def test_what_one_seat_has_as_a_record_and_as_PHH_is_the_same():
    record = random_record(8, house=stud_house(), seats={1: 900, 4: 800, 6: 700}, folds=0.1)
    for viewer in (None, 1, 4, 6):
        assert phh.write(seen_by(record, viewer)) == phh.export(record, viewer)


@pytest.mark.parametrize("game", ["boston-7-stud", "seven-card-thrill", "high-card-flush"])
def test_R35_a_round_against_the_dealer_is_available_when_it_is_over(game):
    record = random_round(game, 3, trouble=0)
    assert seen_by(record, min(record.seats)) is record
    with pytest.raises(ValueError, match=f"a round of {game} is not available before it is over"):
        seen_by(msgspec.structs.replace(record, result=None), None)


def test_a_viewer_must_have_been_in_the_round():
    with pytest.raises(ValueError, match="seat 3 was not in the round; its seats are 2, 4"):
        seen_by(random_record(1, seats={2: 500, 4: 500}), 3)
