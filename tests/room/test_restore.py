"""A restored backup never deals under a seed that players may have seen (R4): its open rounds are void, in public."""

import asyncio

import pytest

from seventh.room.backup import backup, restore
from seventh.room.check import check
from seventh.room.history import History
from seventh.room.ledger import fund_house, stack
from seventh.room.queries import balance, rows
from seventh.room.room import Room
from seventh.room.rounds.rounds import open_rounds
from seventh.room.settings import RoomSettings
from seventh.room.store import StoreError, open_store, schema
from tests.room.books import at_raw, balances
from tests.room.conftest import Place
from tests.room.live.live_room import GAMES, SETTINGS, Client, Harness, bet_and_close, play_hand
from tests.room.playing_live import RICH, open_at, steps

CHIPS = 20_000


def another(place, request, tmp_path):
    """A second empty place of the same engine."""
    if place.engine == "sqlite":
        return Place(tmp_path / "restored", None)
    return Place(None, request.getfixturevalue("postgres").database())


def troubles(place):
    return [str(finding) for finding in check(*place) if not finding.ok]


@pytest.fixture
def backed_up(place, tmp_path):
    """The backup of a room with two people at a table of each game, their rounds in the middle."""
    file = tmp_path / "copy"

    async def play():
        harness = Harness(place.data, SETTINGS, url=place.url)
        async with harness:
            for game in GAMES:
                table, clients = f"{game}-1", [await harness.guest() for _ in range(2)]
                for client in clients:
                    await client.sit(table, CHIPS)
                if harness.table(table).state == "betting":
                    await bet_and_close(harness, table, *clients)
                else:
                    await harness.run(3)
                assert harness.live_at(table).seeds_closed
            backup(file, *place)

    asyncio.run(play())
    return file


def test_R4_a_restored_room_has_no_open_round_and_everybody_has_their_chips(place, backed_up, request, tmp_path):
    before = {}
    with place.open() as store:
        for row in rows(store, schema.rounds.select().where(schema.rounds.c.state == "open")):
            before[row.id] = row.seed_hash
    assert len(before) == len(GAMES)
    restored = another(place, request, tmp_path)
    assert restore(backed_up, *restored) == len(before), "how many rounds it voided"
    with restored.open() as store:
        assert open_rounds(store) == []
        voided = rows(store, schema.rounds.select().where(schema.rounds.c.id.in_(before)))
        assert {(row.state, row.reason) for row in voided} == {("void", "the room was restored from a backup")}
        (said,) = rows(store, schema.log.select().where(schema.log.c.kind == "restored"))
        assert b'"voided":4' in bytes(said.body)
        held = balances(store)
        assert all(held[f"escrow:{name}"] == 0 for name in before)
        assert sum(held.values()) == 0
        stacks = {name: amount for name, amount in held.items() if name.startswith("stack:")}
        assert set(stacks.values()) == {CHIPS}
        assert len(stacks) == 2 * len(GAMES)
        for row in voided:
            seen = History(store, RoomSettings(seed_reveal_delay=0), Harness(restored.data).clock).public(row.id)
            assert seen.state == "void"
            assert seen.seed_hash == before[row.id]
    assert troubles(restored) == []


def test_R4_restored_tables_go_on_with_new_rounds_and_new_seeds(place, backed_up, request, tmp_path):
    restored = another(place, request, tmp_path)
    restore(backed_up, *restored)

    async def go_on():
        async with Harness(restored.data, SETTINGS, url=restored.url) as harness:
            hashes = {row.seed_hash for row in rows(harness.room.store, schema.rounds.select())}
            for game in GAMES:
                table = f"{game}-1"
                chairs = harness.table(table).snapshot.chairs
                clients = [Client(harness, chair.person) for chair in chairs.values()]
                assert len(clients) == 2
                for client in clients:
                    assert balance(harness.room.store, stack(table, client.person)) == CHIPS
                    await client.watch(table)
                await harness.run(2)
                live = harness.live_at(table)
                assert live.seed_hash not in hashes
                if harness.table(table).state == "betting":
                    await bet_and_close(harness, table, *clients)
                await play_hand(harness, table, *clients)

    asyncio.run(go_on())
    assert troubles(restored) == []


def test_R4_rounds_without_a_table_are_voided_too(place, request, tmp_path):
    with place.open() as store:
        store.commit(fund_house(RICH, "funding", 1)).result()
        for number, game in enumerate(GAMES, 1):
            live = open_at(store, game, table=f"t{number}")
            for moved, _ in zip(steps(live), range(6), strict=False):
                store.commit(moved.change).result()
        backup(tmp_path / "copy", *place)
    restored = another(place, request, tmp_path)
    restore(tmp_path / "copy", *restored)
    with restored.open() as store:
        assert open_rounds(store) == []
    assert troubles(restored) == []


def test_R4_a_restore_that_was_interrupted_does_not_start(place, request, tmp_path, monkeypatch):
    """Killed after the data is there and before its rounds are void: such a room would deal under the old seeds."""
    with place.open() as store:
        open_at(store, "high-card-flush")
        backup(tmp_path / "copy", *place)
    restored = another(place, request, tmp_path)

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("seventh.room.backup.void_open_rounds", killed)
        with pytest.raises(KeyboardInterrupt):
            restore(tmp_path / "copy", *restored)
    for opening in (open_store, lambda *where: asyncio.run(Room.open(*where))):
        with pytest.raises(StoreError, match="restor") as refused:
            opening(*restored)
        assert "\n" not in str(refused.value)


def test_a_restored_room_keeps_no_trace_of_the_restoring(place, request, tmp_path):
    with place.open():
        backup(tmp_path / "copy", *place)
    restored = another(place, request, tmp_path)
    restore(tmp_path / "copy", *restored)
    with at_raw(restored) as execute:
        names = "SELECT name FROM sqlite_master" if restored.url is None else "SELECT tablename FROM pg_tables"
        assert not [name for (name,) in execute(names).fetchall() if "restoring" in name]
