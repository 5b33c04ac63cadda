"""Our own records: written, read back, and verified, whatever the game; and what is wrong with a false one."""

import json
from contextlib import contextmanager
from dataclasses import fields
from types import MappingProxyType

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import DECK_52, format_cards
from seventh.games import book_house, house_from_data, new_round, recorded_house
from seventh.house import hash_of
from seventh.records import Mismatch, NotARecord, Proof, Recorder, read_record, verify_record, write_record
from seventh.rounds.actions import (
    DEALER,
    CollectAntes,
    FaceUpCard,
    Fold,
    NoMoreBets,
    PlaceWagers,
    VoidRound,
    WrongNumber,
)
from seventh.rounds.driver import dealer_action, from_deck
from seventh.rounds.events import AntePosted, Dealt, RoundVoided
from seventh.rounds.legal import Refused
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.house import StudHouse
from tests.known import known
from tests.records.playing_any import random_round
from tests.records.playing_stud import random_record, stud_house

PROOF = {"scheme": 1, "table": "t", "round": "r", "seed_hash": "0" * 64}
DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")


@pytest.fixture(scope="module")
def stud():
    return random_record(3, house=stud_house(), seats={2: 500, 5: 700, 7: 900})


@settings(max_examples=40)
@given(st.sampled_from(DEALER_GAMES), st.integers(0, 10**6), st.sampled_from((0.0, 0.1)), st.booleans())
def test_a_round_of_any_game_reads_back_and_verifies(game, seed, trouble, unknown):
    record = random_round(game, seed, trouble, unknown)
    again = read_record(write_record(record))
    assert again == record
    assert verify_record(again).events == list(record.events)


@settings(max_examples=40)
@given(
    st.integers(0, 10**6),
    st.sampled_from(("fixed_limit", "no_limit", "pot_limit", "spread_limit")),
    st.sampled_from((0.0, 0.1)),
    st.sampled_from((0.0, 0.3)),
    st.sampled_from((1.0, 0.9)),
)
def test_a_hand_of_stud_reads_back_and_verifies(seed, structure, trouble, unknown, stop):
    house = stud_house(structure=structure)
    record = random_record(seed, house=house, trouble=trouble, unknown=unknown, stop=stop)
    again = read_record(write_record(record))
    assert again == record
    assert verify_record(again).events == list(record.events)


def test_a_record_is_self_contained(stud):
    """Everything that the round depends on is in the text: the house in full, and where the deal was."""
    data = json.loads(write_record(stud))
    assert data["record"] == 3
    assert data["house"] == stud_house().recorded()
    assert data["house_hash"] == stud_house().hash
    assert data["seats"] == {"2": 500, "5": 700, "7": 900}
    assert data["dealer_position"] == stud.dealer_position
    assert sum(data["result"]["stacks"].values()) == 2100
    assert {"who", "action", "events"} == set(data["steps"][0])


def test_a_refused_action_leaves_no_trace():
    recorder = Recorder(StudRound(stud_house(), {1: 500, 2: 500}, 1), {"players": {"1": "Ann"}})
    with pytest.raises(Refused):
        recorder.act(1, Fold())
    assert recorder.record().steps == ()
    recorder.act(DEALER, CollectAntes())
    record = recorder.record()
    assert [step.who for step in record.steps] == [DEALER]
    assert record.result is None
    assert record.about == {"players": {"1": "Ann"}}
    with pytest.raises(ValueError, match="a recording must start with the round"):
        Recorder(recorder.round)


def test_an_action_that_the_rules_refuse_is_named(stud):
    false = msgspec.structs.replace(stud, steps=stud.steps[1:])
    with pytest.raises(Mismatch, match=r"step 1: the dealer cannot deal_cards cards=\w+: S3: no cards are due now"):
        verify_record(false)


def test_an_event_that_differs_is_named(stud):
    first = stud.steps[0]
    event = first.events[0]
    assert event == AntePosted(event.seat, 5)
    events = (AntePosted(event.seat, 4), *first.events[1:])
    false = msgspec.structs.replace(stud, steps=(msgspec.structs.replace(first, events=events), *stud.steps[1:]))
    with pytest.raises(Mismatch) as caught:
        verify_record(false)
    assert caught.value.step == 1
    seat = event.seat
    assert caught.value.message == (
        f"the dealer, collect_antes: gives 'ante_posted seat={seat} amount=5', "
        f"but the record has 'ante_posted seat={seat} amount=4'"
    )


def test_an_event_too_few_or_too_many_is_named(stud):
    first = stud.steps[0]
    for events, words in (
        (first.events[:-1], "but the record has nothing"),
        ((*first.events, first.events[0]), "gives nothing"),
    ):
        false = msgspec.structs.replace(stud, steps=(msgspec.structs.replace(first, events=events), *stud.steps[1:]))
        with pytest.raises(Mismatch, match=words):
            verify_record(false)


def test_a_result_that_differs_is_named(stud):
    stacks = {**stud.result.stacks, 5: stud.result.stacks[5] + 1}
    false = msgspec.structs.replace(stud, result=msgspec.structs.replace(stud.result, stacks=stacks))
    with pytest.raises(Mismatch, match=f"seat 5 ends with {stacks[5] - 1}, but the record says {stacks[5]}"):
        verify_record(false)
    with pytest.raises(Mismatch, match="the round is over, but the record has no result"):
        verify_record(msgspec.structs.replace(stud, result=None))
    cut = msgspec.structs.replace(stud, steps=stud.steps[:-1])
    with pytest.raises(Mismatch, match="the round is not over, but the record has a result"):
        verify_record(cut)
    void = msgspec.structs.replace(stud, result=msgspec.structs.replace(stud.result, void=True))
    with pytest.raises(Mismatch, match="the round was played, but the record says otherwise"):
        verify_record(void)


def test_a_house_that_was_changed_is_found(stud):
    house = {**stud.house, "raise_cap": 7}
    with pytest.raises(Mismatch, match="do not match its hash"):
        verify_record(msgspec.structs.replace(stud, house=house))


def test_a_house_recorded_before_a_setting_existed_has_the_value_of_its_time():
    """An old record does not name the setting, and its hash was made without it: that stays so when it is read."""
    with later_setting("all_in_shown", before=False):
        book = book_house("seven-card-stud")
        assert book.all_in_shown
        old = {key: value for key, value in book.recorded().items() if key != "all_in_shown"}
        house = recorded_house(old, "seven-card-stud", "an old record")
        assert not house.all_in_shown
        assert house.recorded() == old
        assert house.hash == hash_of(old)
        assert book.recorded()["all_in_shown"] is True
        assert book.hash == hash_of(book.recorded())


@contextmanager
def later_setting(name, before):
    """As if a release had added this setting of stud after records were written."""
    (field,) = (field for field in fields(StudHouse) if field.name == name)
    known = field.metadata
    field.metadata = MappingProxyType({**known, "before": before})
    try:
        yield
    finally:
        field.metadata = known


@pytest.mark.parametrize("form", [1, 2, 3])
def test_only_the_wording_of_earlier_versions_may_differ(form):
    """The wording of a void has changed since; its clause is still compared."""
    recorder = Recorder(StudRound(book_house("seven-card-stud"), {1: 5000, 2: 5000}, 0))
    recorder.act(DEALER, CollectAntes())
    for card in ("2c", "3c"):
        recorder.act("floor", FaceUpCard(card))
    record = msgspec.structs.replace(recorder.record(), form=form)
    verify_record(record)
    void = next(event for event in record.events if isinstance(event, RoundVoided))
    assert void.clause == "S26"
    if form < 3:
        verify_record(with_void(record, RoundVoided(void.clause, "said in other words")))
    else:
        with pytest.raises(Mismatch, match="said in other words"):
            verify_record(with_void(record, RoundVoided(void.clause, "said in other words")))
    with pytest.raises(Mismatch, match="round_voided"):
        verify_record(with_void(record, RoundVoided("S1", void.reason)))


def with_void(record, void):
    steps = [
        msgspec.structs.replace(
            step, events=tuple(void if isinstance(event, RoundVoided) else event for event in step.events)
        )
        for step in record.steps
    ]
    return msgspec.structs.replace(record, steps=tuple(steps))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        ("[]", 'no "record"'),
        ("{}", 'no "record"'),
        ('{"record": "1"}', 'no "record"'),
        ('{"record": true}', 'no "record"'),
        ('{"record": 5}', "version 5; this release supports up to version 4"),
        ('{"record": 1}', "missing required field"),
    ],
)
def test_something_that_is_not_a_record_is_refused_in_one_line(text, message):
    with pytest.raises(NotARecord) as caught:
        read_record(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("game", "whist", "unknown game 'whist'"),
        ("house", {"raise_cap": "many"}, "raise_cap"),
        ("seats", {"1": -5, "2": 5}, "cannot be started"),
        ("seats", {"1": 5}, "cannot be started: S1"),
        ("seats", {"11": 5, "2": 5}, "cannot be started"),
        ("steps", [{"who": "nobody", "action": {}, "events": []}], "who"),
        ("steps", [{"who": 1, "action": {"action": "jump"}, "events": []}], "Invalid value 'jump'"),
        (
            "steps",
            [{"who": 1, "action": {"action": "fold"}, "events": [{"event": "jumped"}]}],
            "Invalid value 'jumped'",
        ),
        ("extra", 1, "unknown field `extra`"),
        ("proof", {"scheme": 1}, "missing required field"),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(stud, key, value, message):
    data = json.loads(write_record(stud))
    data[key] = value
    with pytest.raises(NotARecord) as caught:
        read_record(json.dumps(data))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_void_round_has_its_reason(stud):
    recorder = Recorder(StudRound(book_house("seven-card-stud"), {1: 5000, 2: 5000}, 0))
    recorder.act("floor", VoidRound("the lights went out, “again”"))
    record = recorder.record()
    assert known(record.result).void
    assert read_record(write_record(record)) == record
    verify_record(record)


def test_R16_a_record_keeps_the_form_that_it_was_written_in(stud):
    proof = msgspec.convert(PROOF, Proof)
    proved = msgspec.structs.replace(stud, proof=proof)
    data = json.loads(write_record(proved))
    assert data["record"] == 3
    assert data["proof"] == PROOF
    assert read_record(write_record(proved)) == proved
    del data["proof"]
    assert read_record(json.dumps(data)) == stud
    old = {key: value for key, value in stud.house.items() if key not in StudHouse.before()}
    earlier = msgspec.structs.replace(proved, form=2, house=old, house_hash=hash_of(old))
    assert json.loads(write_record(earlier))["record"] == 2
    assert read_record(write_record(earlier)) == earlier


def test_a_record_cannot_be_passed_off_as_an_earlier_one(stud):
    """Less is compared of earlier forms, and their houses did not have the settings that this one names."""
    data = json.loads(write_record(stud)) | {"record": 2}
    with pytest.raises(NotARecord, match=r"version 2, but its house has newer settings: .*short_all_in"):
        read_record(json.dumps(data))


def test_a_record_of_form_1_has_no_proof(stud):
    data = json.loads(write_record(stud)) | {"record": 1, "proof": PROOF}
    with pytest.raises(NotARecord, match="a record of version 1 has no proof"):
        read_record(json.dumps(data))


def test_a_recorder_keeps_the_proof_it_is_given():
    recorder = Recorder(StudRound(stud_house(), {1: 500, 2: 500}, 1))
    assert recorder.record().proof is None
    recorder.proof = msgspec.convert(PROOF, Proof)
    assert recorder.record().proof == recorder.proof


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed_hash", "0" * 63),
        ("seed_hash", "A" * 64),
        ("server_seed", "0" * 66),
        ("client_seeds", {"1": ""}),
        ("client_seeds", {"1": "0" * 66}),
        ("client_seeds", {"1": "abc"}),
        ("client_seeds", {"one": "00"}),
        ("root", "zz" * 32),
        ("shuffle_roots", [1]),
        ("openings", [{"position": 1}]),
        ("other", 1),
    ],
)
def test_a_malformed_proof_is_refused_in_one_line(stud, key, value):
    data = json.loads(write_record(stud)) | {"record": 2, "proof": {**PROOF, key: value}}
    with pytest.raises(NotARecord, match=r"^not a record of a round: .*proof") as caught:
        read_record(json.dumps(data))
    assert "\n" not in str(caught.value)


EARLIER = {"final_four": "as_first_three", "six_card_dealer": "until_racked"}


def earlier_record(act):
    """A round of Boston 7 as the first release recorded it, whose rules knew neither of these settings."""
    house = house_from_data({**EARLIER, "deal": "one_at_a_time"}, "boston-7-stud")
    recorder = Recorder(new_round(house, {1: 5000, 2: 5000}))
    for seat in (1, 2):
        recorder.act(seat, PlaceWagers({"ante": 500}))
    act(recorder)
    record = msgspec.structs.replace(recorder.record(), form=1)
    assert not EARLIER.keys() & record.house.keys()
    return read_record(write_record(record))


def test_B4_a_record_from_before_the_setting_was_dealt_one_at_a_time_throughout():
    record = earlier_record(lambda recorder: recorder.act(DEALER, NoMoreBets()) and deal_all(recorder))
    assert [event.place for event in record.events if isinstance(event, Dealt)] == [1, 2, "dealer"] * 7
    verify_record(record)
    later = {**record.house, "final_four": "stack"}
    with pytest.raises(Mismatch):
        verify_record(msgspec.structs.replace(record, house=later, house_hash=hash_of(later)))


def test_B18_a_record_from_before_the_setting_is_void_when_six_were_found_after_racking():
    def act(recorder):
        recorder.act(DEALER, NoMoreBets())
        deal_all(recorder)
        assert recorder.round.racked
        held = format_cards(recorder.round.dealer[:6])
        recorder.act("floor", WrongNumber(DEALER, held))

    record = earlier_record(act)
    assert record.result.void
    verify_record(record)
    later = {**record.house, "six_card_dealer": "always_completed"}
    with pytest.raises(Mismatch):
        verify_record(msgspec.structs.replace(record, house=later, house_hash=hash_of(later)))


def deal_all(recorder):
    draw = from_deck(DECK_52)
    while DEALER in recorder.round.to_act:
        recorder.act(DEALER, dealer_action(recorder.round, draw))
