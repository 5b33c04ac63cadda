"""Hands of ours in PHH: written, read back to the same events, and masked for one player."""

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import parse_cards
from seventh.records import Recorder, phh
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    BringIn,
    Burn,
    Call,
    Check,
    CollectAntes,
    DealCards,
    ExposeDownCard,
    Fold,
)
from seventh.rounds.stud import StudRound
from tests.records.playing_any import random_round
from tests.records.playing_stud import random_record, stud_house

TROUBLE = st.sampled_from((0.0, 0.0, 0.05, 0.3))
UNKNOWN = st.sampled_from((0.0, 0.0, 0.3))
FOLDS = st.sampled_from((0.02, 0.1, 0.3))


def replayed(text):
    (hand,) = phh.read(text)
    return phh.replay(hand)


@settings(max_examples=80)
@given(st.integers(0, 10**9), TROUBLE, UNKNOWN, FOLDS, st.sampled_from((1.0, 1.0, 0.95)))
def test_any_hand_at_fixed_limit_reads_back_to_the_same_events(seed, trouble, unknown, folds, stop):
    record = random_record(seed, trouble=trouble, unknown=unknown, folds=folds, stop=stop)
    again = replayed(phh.write(record)).record
    assert again.events == record.events
    assert again.result == record.result
    assert (again.house_hash, again.seats, again.dealer_position) == (
        record.house_hash,
        record.seats,
        record.dealer_position,
    )


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 10**9), TROUBLE, FOLDS, st.data())
def test_a_masked_hand_hides_what_its_viewer_never_saw_and_has_the_same_result(seed, trouble, folds, data):
    record = random_record(seed, trouble=trouble, folds=folds)
    viewer = data.draw(st.sampled_from([None, *record.seats]))
    text = phh.export(record, viewer)
    assert replayed(text).record.result == record.result
    hand = record.new_round()
    for step in record.steps:
        hand.act(step.who, step.action)
    hidden = set()
    for seat, whose in hand.hands.items():
        if seat != viewer and not whose.shown:
            hidden |= {card.text for card in whose.cards if card not in whose.up}
    burned = {event.card for event in hand.events if isinstance(event, ev.Burned)}
    shuffled = any(isinstance(event, ev.BurnsShuffled | ev.Miscounted) for event in hand.events)
    fields = tomllib.loads(text)
    named = {card.text for action in fields["actions"] for card in _cards(action)}
    if not shuffled:  # a card that was put back may have reached a player who saw it
        assert not named & hidden
        assert not named & burned


def _cards(action):
    for word in re.findall(r"(?:[2-9TJQKA?][cdhs?])+(?![a-z_])", action.partition("#")[0] or action):
        yield from parse_cards(word)


def test_S23_a_mucked_hand_stays_hidden_in_views_events_and_exports():
    record = _with_a_muck()
    (mucked,) = {event.seat for event in record.events if isinstance(event, ev.Mucked)}
    hand = record.new_round()
    for step in record.steps:
        hand.act(step.who, step.action)
    down = {card.text for card in hand.hands[mucked].cards if card not in hand.hands[mucked].up}
    assert len(down) == 3
    for viewer in (None, *record.seats):
        seen = viewer == mucked
        view = next(seat for seat in hand.view(viewer).seats if seat.seat == mucked)
        events = "".join(str(event.seen_by(viewer)) for event in hand.events)
        actions = str(tomllib.loads(phh.export(record, viewer))["actions"])
        for card in down:
            assert (card in parse_texts(view.cards)) == seen
            assert (f"'{card}'" in events) == seen
            assert (card in actions) == seen


def parse_texts(cards):
    return {card.text for card in parse_cards(cards)}


def _with_a_muck():
    for seed in range(200):
        record = random_record(seed, house=stud_house(), seats={1: 5000, 2: 5000, 3: 5000}, folds=0)
        if sum(isinstance(event, ev.Mucked) for event in record.events) == 1:
            return record
    raise AssertionError


def test_shown_hands_are_visible_to_everybody():
    record = _with_a_muck()
    for event in record.events:
        if isinstance(event, ev.Shown):
            for viewer in (None, *record.seats):
                assert f" sm {event.cards}" in phh.export(record, viewer)


def test_the_fields_of_a_file():
    record = random_record(5, house=stud_house(), seats={3: 900, 6: 800, 8: 700})
    about: dict[str, Any] = {
        "players": {"3": "Ann", "8": "O'Hara"},
        "event": 'The "big" game',
        "hand": 12,
        "year": 2025,
        "time": "20:15:00",
    }
    recorder = Recorder(record.new_round(), about)
    for step in record.steps:
        recorder.act(step.who, step.action)
    text = phh.write(recorder.record())
    fields = tomllib.loads(text)
    assert isinstance(recorder.round, StudRound)
    order = recorder.round.order
    assert fields["variant"] == "F7S"
    assert fields["ante_trimming_status"] is True
    assert fields["antes"] == [5, 5, 5]
    assert (fields["bring_in"], fields["small_bet"], fields["big_bet"]) == (10, 40, 80)
    assert fields["seats"] == list(order)
    assert fields["seat_count"] == 8
    assert fields["starting_stacks"] == [recorder.round.seats[seat] for seat in order]
    assert fields["finishing_stacks"] == [recorder.round.hands[seat].stack for seat in order]
    assert fields["players"] == [about["players"].get(str(seat), "") for seat in order]
    assert (fields["event"], fields["hand"], fields["year"]) == ('The "big" game', 12, 2025)
    assert fields["time"].isoformat() == "20:15:00"
    own = {key for key in fields if key.startswith("_")}
    assert own == {"_seventh", "_dealer_position", "_house"}
    assert replayed(text).record.about == about


def test_what_PHH_cannot_express_is_written_as_comments():
    recorder = Recorder(StudRound(stud_house(), {1: 500, 2: 500}, 2))
    recorder.act(DEALER, CollectAntes())
    recorder.act(DEALER, DealCards("2c3d"))
    recorder.act(FLOOR, ExposeDownCard(2, "3d"))
    recorder.act(DEALER, DealCards("4h5sAcKd"))
    recorder.act(2, BringIn())
    recorder.act(1, Call(10))
    recorder.act(DEALER, Burn("9h"))
    recorder.act(DEALER, DealCards("6c7d"))
    recorder.act(1, Check())
    record = recorder.record()
    assert tomllib.loads(phh.write(record))["actions"] == [
        *("d dh p1 2c", "d dh p2 3d", "# floor: expose_down_card seat=2 card=3d"),
        *("d dh p1 4h", "d dh p2 5s", "d dh p1 Ac", "d dh p2 Kd"),
        *("p2 pb", "p1 cc", "# dealer: burn card=9h", "d dh p1 6c", "d dh p2 7d", "p1 cc"),
    ]
    assert replayed(phh.write(record)).record.events == record.events


def test_three_cards_go_to_a_player_at_once_when_nothing_came_between():
    recorder = Recorder(StudRound(stud_house(), {1: 500, 2: 500}, 2))
    recorder.act(DEALER, CollectAntes())
    recorder.act(DEALER, DealCards("2c3d4h5sAcKd"))
    recorder.act(2, BringIn())
    recorder.act(1, Fold())
    actions = tomllib.loads(phh.write(recorder.record()))["actions"]
    assert actions == ["d dh p1 2c4hAc", "d dh p2 3d5sKd", "p2 pb", "p1 f"]


@pytest.mark.parametrize("structure", ["spread_limit", "pot_limit", "no_limit"])
def test_other_structures_go_into_our_own_record(structure):
    record = random_record(1, house=stud_house(structure=structure))
    with pytest.raises(
        phh.NotInPhh, match=f"^PHH supports fixed-limit stud only: export a {structure} hand as our own"
    ):
        phh.write(record)


def test_other_games_go_into_our_own_record():
    with pytest.raises(
        phh.NotInPhh, match=r"^PHH is for poker hands: high-card-flush can be exported only as our own record$"
    ):
        phh.write(random_round("high-card-flush", 1))


def test_a_viewer_must_have_been_there():
    record = random_record(1, seats={2: 500, 4: 500})
    with pytest.raises(phh.NotInPhh, match="seat 3 was not in the hand; its seats are 2, 4"):
        phh.export(record, 3)
