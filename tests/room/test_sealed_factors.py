"""A copy of the database gives nobody a second factor: its secrets are sealed with the room's key (R8, R37)."""

import asyncio
import base64
import sqlite3
from contextlib import closing
from secrets import token_bytes

from seventh.cli import main
from seventh.room.changes import Change, Write
from seventh.room.check import check
from seventh.room.custody.location import custody_of
from seventh.room.people.second_factor import STEP, totp
from seventh.room.queries import rows
from seventh.room.store import schema
from tests.known import known
from tests.room.conftest import Place
from tests.room.live.live_room import Harness

NAME, PASSWORD = "Anna", "four words by chance"


def in_room(place, work):
    """Run something in the room, which is started and stopped."""

    async def go():
        async with Harness(place.data, url=place.url) as harness:
            return await work(harness)

    return asyncio.run(go())


async def enrolled(harness):
    """Set up a second factor; returns its secret and the recovery codes."""
    anna = await harness.room.people.register(NAME, PASSWORD)
    factors = harness.room.people.second_factors
    secret = base64.b32decode((await factors.enrol(anna)).secret)
    return secret, await factors.confirm(anna.id, code(harness, secret))


def code(harness, secret, later=0):
    return totp(secret, harness.clock.now() // 1000 // STEP + later)


async def opens(harness, given):
    """Whether a code is right."""
    anna = harness.room.people.named(NAME)
    return await harness.room.people.second_factors.check(anna.id, given)


def stored(place):
    with place.open() as store:
        (row,) = rows(store, schema.second_factors.select())
    return bytes(row.secret), row.person


def command(*words):
    """The exit code of a command."""
    try:
        main(list(words))
    except SystemExit as stopped:
        return stopped.code
    return 0


def files(place):
    return b"".join(file.read_bytes() for file in place.data.iterdir() if file.is_file())


def troubles(place):
    return [str(finding) for finding in check(*place) if not finding.ok]


def test_R8_a_copy_of_the_database_has_no_secret_of_a_second_factor(place):
    secret, codes = in_room(place, enrolled)
    assert secret not in stored(place)[0]
    if place.data:
        for plain in (secret, base64.b32encode(secret), *(code.replace("-", "").encode() for code in codes)):
            assert plain not in files(place)
    assert troubles(place) == []
    assert in_room(place, lambda harness: opens(harness, code(harness, secret, 1)))


def test_R8_a_secret_of_an_earlier_release_is_sealed_when_the_room_starts(place):
    secret, _ = in_room(place, enrolled)
    _, person = stored(place)
    with place.open() as store:  # as it was stored before
        store.commit(Change(writes=(Write("set", "second_factors", {"person": person, "secret": secret}),))).result()
    assert troubles(place) == [f"rows: the second factor of {person} is not sealed; start the room once"]
    assert in_room(place, lambda harness: opens(harness, code(harness, secret, 1)))
    assert secret not in stored(place)[0]
    assert troubles(place) == []


def test_R8_nothing_is_left_of_a_plain_secret_in_the_file(tmp_path):
    place = Place(tmp_path / "room", None)

    async def several(harness):
        for name in ("Anna", "Boris", "Clara", "Dora"):
            await harness.room.people.second_factors.enrol(await harness.room.people.register(name, PASSWORD))

    in_room(place, several)
    with place.open() as store:
        people = [row.person for row in rows(store, schema.second_factors.select())]
        plain = {person: token_bytes(20) for person in people}
        for person, secret in plain.items():
            write = Write("set", "second_factors", {"person": person, "secret": secret})
            store.commit(Change(writes=(write,))).result()
    moved_to_the_file(place)
    assert all(secret in files(place) for secret in plain.values())

    async def nothing(_):
        pass

    in_room(place, nothing)
    moved_to_the_file(place)
    assert not any(secret in files(place) for secret in plain.values())


def moved_to_the_file(place):
    """Empty the write-ahead log, which SQLite does by itself from time to time."""
    with closing(sqlite3.connect(known(place.data) / "room.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_R8_the_sealed_secret_of_one_person_is_of_no_use_to_another(place):
    async def two(harness):
        secret, _ = await enrolled(harness)
        boris = await harness.room.people.register("Boris", PASSWORD)
        factors = harness.room.people.second_factors
        await factors.confirm(boris.id, code(harness, base64.b32decode((await factors.enrol(boris)).secret)))
        return secret, boris.id

    secret, boris = in_room(place, two)
    with place.open() as store:
        found = {row.person: bytes(row.secret) for row in rows(store, schema.second_factors.select())}
        (mine,) = (sealed for person, sealed in found.items() if person != boris)
        store.commit(Change(writes=(Write("set", "second_factors", {"person": boris, "secret": mine}),))).result()

    async def swapped(harness):
        return await harness.room.people.second_factors.check(boris, code(harness, secret, 1))

    assert not in_room(place, swapped)


def test_R37_without_the_key_recovery_codes_still_work(place, caplog):
    secret, codes = in_room(place, enrolled)
    _, person = stored(place)
    custody_of(*place).key.unlink()

    async def log_in(harness):
        return await opens(harness, code(harness, secret, 1)), await opens(harness, codes[0])

    assert in_room(place, log_in) == (False, True)
    assert "second factors are sealed with another key" in caplog.text
    assert any(f"the second factor of {person} is sealed with another key" in line for line in troubles(place))


def test_R37_the_command_line_removes_a_second_factor(place, capsys):
    in_room(place, enrolled)
    where = ["--data", str(place.data)] if place.data else ["--database-url", place.url]
    assert command("user", "remove-second-factor", "Nobody", *where) == 2
    assert "there is no account named 'Nobody'" in capsys.readouterr().err
    assert command("user", "remove-second-factor", NAME, *where) == 0
    assert "Anna can log in without a second factor." in capsys.readouterr().out
    assert command("user", "remove-second-factor", NAME, *where) == 2
    assert "Anna has no second factor" in capsys.readouterr().err

    async def log_in(harness):
        return (await harness.room.people.login(NAME, PASSWORD)).name

    assert in_room(place, log_in) == NAME
