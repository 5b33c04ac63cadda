"""R8: a copy of the database or a backup shows no live hand; with the key everything goes on as before."""

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh.fair import Secret, verify
from seventh.records import read_record
from seventh.room import frames
from seventh.room.backup import backup, restore
from seventh.room.changes import Change, Write
from seventh.room.check import check
from seventh.room.custody.keys import NotOurKey, RoomKey, load_key
from seventh.room.custody.location import custody_of
from seventh.room.queries import rows
from seventh.room.rounds.rounds import SealedRound, open_rounds, resume
from seventh.room.rounds.sealing import sealed_body, unsealed_body
from seventh.room.store import Broken, StoreError, open_reader, schema
from tests.known import known
from tests.room.books import balances
from tests.room.conftest import Place
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Client, Harness, bet_and_close, play_hand

CHIPS = 20_000


async def deal(harness, game):
    """Two people at a table, in the middle of a round; returns the clients."""
    table, clients = f"{game}-1", [await harness.guest() for _ in range(2)]
    for client in clients:
        await client.sit(table, CHIPS)
    if game == STUD:
        await harness.run(3)
    else:
        for client in clients:
            await client.done(frames.Seed(table, client.last["round"]["id"], "ab"))
        await bet_and_close(harness, table, *clients)
    assert harness.live_at(table).seeds_closed
    return clients


def troubles(place):
    return [str(finding) for finding in check(*place) if not finding.ok]


def everything(place, tmp_path):
    """All bytes of the data, as one who has stolen it sees them: the files, or a dump of the database."""
    if place.url is None:
        return b"".join(path.read_bytes() for path in sorted(place.data.iterdir()))
    with open_reader(*place) as reader, reader.reading() as connection:
        tables = [connection.execute(table.select()).all() for table in schema.metadata.tables.values()]
    cells = [cell for table in tables for row in table for cell in row]
    return b"\n".join(bytes(c) if isinstance(c, bytes | memoryview) else str(c).encode() for c in cells)


def hidden_cards(live):
    """Cards that are dealt and that a bystander may not see, as the events name them."""
    hidden = set()
    for event in live.hand.events:
        whole, shown = (msgspec.json.encode(one) for one in (event, event.seen_by(None)))
        if whole != shown:
            hidden.add(str(msgspec.json.decode(whole)["cards"]))
    return hidden


def test_R8_the_data_of_a_running_room_shows_no_seed_and_no_hidden_card(place, tmp_path):
    async def play():
        async with Harness(place.data, url=place.url) as harness:
            for game in GAMES:
                await deal(harness, game)
            lives = [harness.live_at(f"{game}-1") for game in GAMES]
            stolen = everything(place, tmp_path)
            backup(tmp_path / "copy", *place)
            if place.url is None:
                stolen += (tmp_path / "copy").read_bytes()
            for live in lives:
                assert live.id.encode() in stolen
                assert live.seed_hash.encode() in stolen
                seed = live.secret.reveal()
                assert seed not in stolen
                assert seed.hex().encode() not in stolen
                assert hidden_cards(live) or live.hand.game == "seven-card-thrill"
                for cards in hidden_cards(live):
                    assert f'"cards":"{cards}"'.encode() not in stolen

    asyncio.run(play())


def test_R8_when_a_round_is_over_its_seed_is_stored_and_its_record_verifies(place):
    async def play():
        async with Harness(place.data, SETTINGS.but(seed_reveal_delay=0), url=place.url) as harness:
            for game in GAMES:
                table = f"{game}-1"
                clients = await deal(harness, game)
                live = harness.live_at(table)
                assert not rows(harness.room.store, schema.seeds.select().where(schema.seeds.c.round == live.id))
                await play_hand(harness, table, *clients)
                (row,) = rows(harness.room.store, schema.seeds.select().where(schema.seeds.c.round == live.id))
                assert bytes(row.seed) == live.secret.reveal()
                own = rows(harness.room.store, schema.live_seeds.select().where(schema.live_seeds.c.round == live.id))
                assert own == []
                record = read_record(harness.room.history.json(clients[0].person, live.id))
                assert known(record.proof).server_seed == live.secret.reveal().hex()
                assert verify(record).unchecked == ()
                assert harness.room.history.public(live.id).seed == live.secret.reveal().hex()
                played = harness.room.history.round(clients[0].person, live.id)
                assert len(played.times) == len(played.record.steps)

    asyncio.run(play())
    assert troubles(place) == []


def test_R8_a_restart_with_the_key_goes_on_with_the_same_cards(place):
    async def play():
        harness = Harness(place.data, url=place.url)
        await harness.open()
        for game in GAMES:
            await deal(harness, game)
        before = {game: harness.live_at(f"{game}-1") for game in GAMES}
        await harness.restart()
        for game, live in before.items():
            again = harness.live_at(f"{game}-1")
            assert (again.id, again.seed_hash, again.steps) == (live.id, live.seed_hash, live.steps)
            clients = [Client(harness, seated.person) for seated in again.seats.values()]
            for client in clients:
                await client.watch(f"{game}-1")
            await play_hand(harness, f"{game}-1", *clients)
        await harness.close_and_check()

    asyncio.run(play())


def test_R8_a_start_without_the_key_voids_what_was_open_and_says_so(place, caplog):
    async def play():
        harness = Harness(place.data, url=place.url)
        await harness.open()
        for game in GAMES:
            await deal(harness, game)
        ids = {harness.live_at(f"{game}-1").id for game in GAMES}
        await harness.stop()
        custody_of(*place).key.unlink()
        harness.clock = type(harness.clock)(harness.clock.now())
        await harness.open()
        assert open_rounds(harness.room.store) == []
        found = rows(harness.room.store, schema.rounds.select().where(schema.rounds.c.id.in_(ids)))
        assert {(row.state, row.reason) for row in found} == {("void", "the key to its seed is missing")}
        held = balances(harness.room.store)
        assert {amount for name, amount in held.items() if name.startswith("stack:")} == {CHIPS}
        for round_id in ids:
            public = harness.room.history.public(round_id)
            assert (public.state, public.seed) == ("void", "")
        assert "the room's key was replaced" in caplog.text
        for game in GAMES:
            table = f"{game}-1"
            clients = [Client(harness, chair.person) for chair in harness.table(table).snapshot.chairs.values()]
            for client in clients:
                await client.watch(table)
            await harness.run(2)
            if harness.table(table).state == "betting":
                await bet_and_close(harness, table, *clients)
            await play_hand(harness, table, *clients)
        await harness.stop()

    asyncio.run(play())
    assert troubles(place) == []
    told = {finding.name: finding.line for finding in check(*place)}
    assert "4 void rounds not replayed, because their seeds are sealed with a lost key" in told["rounds"]


def test_R8_a_backup_is_restored_without_the_key_too(place, request, tmp_path):
    async def play():
        async with Harness(place.data, url=place.url) as harness:
            await deal(harness, "high-card-flush")
            backup(tmp_path / "copy", *place)

    asyncio.run(play())
    other = (
        Place(tmp_path / "elsewhere", None)
        if place.url is None
        else Place(None, request.getfixturevalue("postgres").database())
    )
    assert restore(tmp_path / "copy", *other) == 1
    assert troubles(other) == []


def test_R8_with_the_key_a_restored_round_is_void_and_its_seed_is_revealed(place, request, tmp_path):
    async def play():
        async with Harness(place.data, url=place.url) as harness:
            await deal(harness, "high-card-flush")
            backup(tmp_path / "copy", *place)
            return harness.live_at("high-card-flush-1")

    live = asyncio.run(play())
    other = (
        Place(tmp_path / "elsewhere", None)
        if place.url is None
        else Place(None, request.getfixturevalue("postgres").database())
    )
    custody = custody_of(*other, key=custody_of(*place).key)
    restore(tmp_path / "copy", *other, custody)
    with open_reader(*other) as reader:
        again = resume(reader, live.id)
        assert again.revealed == live.secret.reveal().hex()
        assert again.is_void
    assert [str(finding) for finding in check(*other, custody=custody) if not finding.ok] == []


def test_R8_without_the_key_check_says_what_it_could_not_replay(tmp_path):
    place = Place(tmp_path / "room", None)

    async def play():
        async with Harness(place.data) as harness:
            await deal(harness, "high-card-flush")

    asyncio.run(play())
    with open_reader(*place) as reader:
        (round_id,) = open_rounds(reader)
        with pytest.raises(SealedRound):
            resume(reader, round_id)
        assert resume(reader, round_id, load_key(custody_of(*place).key)).id == round_id
    key = custody_of(*place).key
    key.rename(tmp_path / "elsewhere")
    told = {finding.name: finding.line for finding in check(*place) if finding.ok}
    assert "1 open round not replayed, because the room's key is not available" in told["rounds"]
    key.write_text("0" * 64)
    assert troubles(place) == [f"rounds: round {round_id}: its seed is sealed with another key"]


def test_R8_the_database_keeps_a_sealed_seed_until_the_seed_itself_is_there(place):
    async def play():
        async with Harness(place.data, url=place.url) as harness:
            await deal(harness, "high-card-flush")
            live, store = harness.live_at("high-card-flush-1"), harness.room.store
            for write in (
                Write("drop", "live_seeds", {"round": live.id}),
                Write("set", "live_seeds", {"round": live.id, "sealed": bytes(60)}),
                Write("put", "live_seeds", {"round": live.id, "sealed": bytes(60)}),
                Write("put_or_set", "live_seeds", {"round": live.id, "sealed": bytes(60)}),
            ):
                with pytest.raises(Broken):
                    store.commit(Change(writes=(write,))).result()

    asyncio.run(play())
    assert troubles(place) == []


def test_a_seed_is_sealed_for_its_round_and_its_key():
    key, seed = RoomKey(Secret(bytes(32))), Secret.draw()
    sealed = key.seal("a", seed)
    assert (len(sealed), key.unseal("a", sealed)) == (60, seed)
    assert key.seal("a", seed) != sealed
    assert "00" * 8 not in repr(key)
    for other, name, text in (
        (key, "b", sealed),
        (RoomKey(Secret(b"1" * 32)), "a", sealed),
        (key, "a", sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (key, "a", b""),
    ):
        with pytest.raises(NotOurKey):
            other.unseal(name, text)


@given(body=st.binary(max_size=200).map(lambda data: b"{" + data), seed=st.binary(min_size=32, max_size=32))
def test_a_body_of_the_log_is_read_with_the_seed_of_its_round_only(body, seed):
    secret = Secret(seed)
    sealed = sealed_body(secret, "r", body)
    assert sealed == sealed_body(secret, "r", body), "a retried change is the same change"
    assert unsealed_body(secret, "r", sealed) == body
    assert unsealed_body(secret, "r", body) == body, "bodies of earlier releases are as they are"
    other = Secret(bytes(31) + bytes([seed[0] ^ seed[31] ^ 1]))
    if other != secret:
        with pytest.raises(ValueError, match="cannot be decrypted"):
            unsealed_body(other, "r", sealed)
    with pytest.raises(ValueError, match="cannot be decrypted"):
        unsealed_body(secret, "s", sealed)


def test_R8_a_key_that_is_no_key_is_told_in_one_line(tmp_path):
    (tmp_path / "room.key").write_text("not a key")
    with pytest.raises(StoreError, match=r"room\.key is not a room's key; allowed: 64 hexadecimal digits"):
        asyncio.run(Harness(tmp_path / "room").open())
    assert not (tmp_path / "room" / "room.db").exists()
