"""R9: whoever gives a client seed gets a signed receipt, and what was voided can be seen in the public log."""

import msgspec
import pytest

from seventh.fair import Disproved
from seventh.fair.receipt import FORM, Receipt, read_receipt, receipt_text, verify_receipt
from seventh.records import NotARecord, read_record
from seventh.room import frames
from seventh.room.queries import rows
from seventh.room.store import schema
from tests.known import known
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Harness, bet_and_close, play_hand, told_at_once

SEED = "ab" * 16


def receipt_of(client, seat, seed=SEED):
    """The receipt in a client's latest frame."""
    frame = client.last
    hello = client.harness.room.welcome(client)
    return Receipt(
        FORM, frame["round"]["id"], seat, frame["round"]["seed_hash"], seed, hello.key, frame["you"]["receipt"]
    )


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R9_a_seed_that_is_committed_has_a_receipt_that_verifies_with_the_record(tmp_path, game):
    async with Harness(tmp_path / "room", SETTINGS.but(seed_reveal_delay=0)) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        for client in (one, two):
            await client.sit(table)
        assert one.last["you"]["receipt"] == ""
        await one.done(frames.Seed(table, one.last["round"]["id"], SEED))
        await harness.clock.run(100)
        seat = one.last["you"]["seat"]
        assert one.last["round"]["seeds"] == {str(seat): SEED}
        receipt = receipt_of(one, seat)
        assert len(verify_receipt(receipt)) == 1
        assert two.last["you"]["receipt"] == "", "the other one has sent none"
        assert receipt.signature.encode() not in b"".join(two.raw)
        await harness.restart()
        one, two = harness.again(one), harness.again(two)
        for client in (one, two):
            await client.watch(table)
        assert receipt_of(one, seat) == receipt, "it is the same after a restart"
        if game == STUD:
            await harness.run(3)
        else:
            await bet_and_close(harness, table, one, two)
        live = harness.live_at(table)
        await play_hand(harness, table, one, two)
        record = read_record(harness.room.history.json(one.person, live.id))
        assert len(verify_receipt(receipt, record.proof)) == 2
        dropped = msgspec.structs.replace(known(record.proof), client_seeds={})
        with pytest.raises(Disproved, match="but dealt without a seed from that seat"):
            verify_receipt(receipt, dropped)
        changed = msgspec.structs.replace(known(record.proof), client_seeds={seat: "cd"})
        with pytest.raises(Disproved, match="but dealt with the seed cd from that seat"):
            verify_receipt(receipt, changed)


@told_at_once
async def test_R9_the_room_s_key_is_told_to_everybody_and_stands_in_the_public_log(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        one = await harness.guest()
        key = harness.room.welcome(one).key
        assert len(bytes.fromhex(key)) == 32
        one.person = ""
        assert harness.room.welcome(one).key == key
        (entry,) = [entry for entry in harness.room.history.public_log() if entry.kind == "room_key"]
        assert entry.body == {"public": key}


@told_at_once
async def test_R9_a_round_that_was_voided_before_play_is_in_the_public_log(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        table, one, two = "high-card-flush-1", await harness.guest(), await harness.guest()
        await one.sit(table)
        untouched = harness.live_at(table)
        await two.sit(table)
        await bet_and_close(harness, table, one, two)
        touched = harness.live_at(table)
        assert touched.id != untouched.id
        await harness.table(table).loop.fail(ValueError("a fault"))
        found = {entry.round: entry.body for entry in harness.room.history.public_log() if entry.kind == "round_void"}
        assert found[untouched.id]["seed_hash"] == untouched.seed_hash
        assert (found[untouched.id]["wagers"], found[touched.id]["wagers"]) == (False, True)
        assert found[touched.id]["reason"]
        void = rows(harness.room.store, schema.rounds.select().where(schema.rounds.c.state == "void"))
        assert {row.id for row in void} == set(found), "every one of them"


@told_at_once
async def test_R9_the_public_log_goes_back_page_by_page_and_names_nobody(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        table = "high-card-flush-1"
        clients = [await harness.guest() for _ in range(5)]
        for client in clients:
            await client.sit(table)
            await harness.run(1)
        everything = harness.room.history.public_log()
        assert [entry.at for entry in everything] == sorted((entry.at for entry in everything), reverse=True)
        pages, before = [], 0
        while page := harness.room.history.public_log(before, 1):
            pages += [entry for entry in everything if entry.at == page[0].at]
            before = page[-1].at
        assert pages == list(everything)
        text = msgspec.json.encode(everything)
        assert not any(client.person.encode() in text for client in clients)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("nothing", "not a receipt"),
        ("{}", "not a receipt"),
        ("[1]", "not a receipt"),
    ],
)
def test_what_is_no_receipt_is_told_in_one_line(text, line):
    with pytest.raises(NotARecord, match=line) as told:
        read_receipt(text)
    assert "\n" not in str(told.value)


def test_a_receipt_of_another_version_or_with_another_signature_is_refused():
    receipt = Receipt(2, "r", 1, "0" * 64, "ab", "1" * 64, "2" * 128)
    with pytest.raises(NotARecord, match="version 2"):
        read_receipt(msgspec.json.encode(receipt))
    with pytest.raises(Disproved, match="signature"):
        verify_receipt(msgspec.structs.replace(receipt, receipt=1))
    assert receipt_text("r", 1, "h", "c") == b"seventh/receipt/1 r 1 h c"
