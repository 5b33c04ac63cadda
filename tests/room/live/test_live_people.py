"""Accounts (R31): guests, passwords, sessions, tokens, deletion."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher

from seventh.room import frames
from seventh.room.ledger import trial_balance, wallet
from seventh.room.people.passwords import Passwords
from seventh.room.people.people import add_person
from seventh.room.queries import balance, rows
from seventh.room.refusals import RoomRefused
from seventh.room.store import open_store, schema
from tests.known import known
from tests.room.live.live_room import SETTINGS, Harness, bet_and_close, name, play_hand, told_at_once
from tests.waiting import LIMIT, soon

PASSWORD = "correct horse battery"


async def refusal(work) -> RoomRefused:
    with pytest.raises(RoomRefused) as caught:
        await work
    return caught.value


@told_at_once
async def test_a_guest_has_play_chips_at_once(tmp_path):
    async with Harness(tmp_path) as harness:
        person = await harness.room.people.guest()
        assert person.guest
        assert person.role == "guest"
        assert person.name.startswith("Guest ")
        assert balance(harness.room.store, wallet(person.id)) == SETTINGS.starting_chips
        with harness.room.store.reading() as connection:
            assert trial_balance(connection).ok


@told_at_once
async def test_an_upgrade_keeps_the_id_the_chips_and_the_history(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        await client.sit("high-card-flush-1")
        await bet_and_close(harness, "high-card-flush-1", client)
        await play_hand(harness, "high-card-flush-1", client)
        await harness.run(1)
        people = harness.room.people
        upgraded = await people.upgrade(client.person, "Anna Maria", PASSWORD)
        assert (upgraded.id, upgraded.guest, upgraded.role) == (client.person, False, "player")
        assert await people.login("anna maria", PASSWORD) == upgraded
        assert len(harness.room.history.rounds(upgraded.id)) == 1
        assert (await refusal(people.upgrade(client.person, "Other", PASSWORD))).code == "not_now"


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "x",
        "a" * 25,
        "  ",
        "<script>",
        "Guest 123456",
        "\uff27\uff35\uff25\uff33\uff34 12",
        "_x",
        "naïve\u202e",
        7,
        None,
    ],
)
@told_at_once
async def test_names_that_nobody_can_have(tmp_path, bad):
    async with Harness(tmp_path) as harness:
        refused = await refusal(harness.room.people.register(bad, PASSWORD))
        assert refused.code == "malformed"
        assert refused.allowed


@told_at_once
async def test_a_name_is_unique_in_every_spelling(tmp_path):
    async with Harness(tmp_path) as harness:
        people = harness.room.people
        await people.register("Zoë", PASSWORD)
        for same in ("zoë", "ZOË", "Zoe\u0308", " Zoë "):
            assert (await refusal(people.register(same, PASSWORD))).code == "taken"
        assert (await refusal(people.register("ada", PASSWORD))).code == "taken", "no person looks like a bot"
        both = await asyncio.gather(
            people.register("Twin", PASSWORD), people.register("twin", PASSWORD), return_exceptions=True
        )
        assert sum(isinstance(one, RoomRefused) for one in both) == 1


@told_at_once
async def test_R31_passwords_are_hashed_by_argon2_and_have_a_length(tmp_path):
    async with Harness(tmp_path) as harness:
        people = harness.room.people
        for bad in ("short", "x" * 257, ""):
            assert (await refusal(people.register("Anna", bad))).code == "malformed"
        await people.register("Anna", PASSWORD)
        stored = rows(harness.room.store, schema.people.select().where(schema.people.c.name == "Anna"))[0]
        assert stored.password.startswith("$argon2id$")
        assert PASSWORD not in stored.password


@told_at_once
async def test_R31_whatever_is_wrong_with_a_login_the_answer_is_the_same(tmp_path):
    async with Harness(tmp_path) as harness:
        people = harness.room.people
        await people.register("Anna", PASSWORD)
        gone = await people.register("Gone", PASSWORD)
        await people.delete(gone.id)
        guest = await people.guest()
        answers = {
            str(await refusal(people.login(who, password)))
            for who, password in (
                ("Anna", "wrong password"),
                ("Nobody", PASSWORD),
                ("Gone", PASSWORD),
                ("Deleted account", PASSWORD),
                (guest.name, ""),
                ("Ada", PASSWORD),
                ("", ""),
            )
        }
        for _ in range(SETTINGS.login_failures):
            answers.add(str(await refusal(people.login("Anna", "wrong password"))))
        answers.add(str(await refusal(people.login("Anna", PASSWORD))))
        assert len(answers) == 1


@told_at_once
async def test_R31_who_guesses_repeatedly_waits_for_a_time_that_grows(tmp_path):
    async with Harness(tmp_path) as harness:
        people = harness.room.people
        anna = await people.register("Anna", PASSWORD)

        def lock() -> int:
            return people.throttle.wait("anna", "", harness.clock.now())

        spans = []
        for _ in range(SETTINGS.login_failures + 9):
            await refusal(people.login("Anna", "wrong password"))
            spans.append(lock())
            await harness.clock.run(lock())
        assert spans[: SETTINGS.login_failures - 1] == [0] * (SETTINGS.login_failures - 1)
        growing = spans[SETTINGS.login_failures - 1 :]
        assert growing[:3] == [30_000, 60_000, 120_000]
        assert growing[-1] == SETTINGS.login_delay_most
        await refusal(people.login("Anna", "wrong password"))
        await refusal(people.login("Anna", PASSWORD))
        await harness.clock.run(lock())
        assert await people.login("Anna", PASSWORD) == anna
        await refusal(people.login("Anna", "wrong password"))
        assert lock() == 0, "a login begins the count anew"


@told_at_once
async def test_changing_and_resetting_a_password(tmp_path):
    async with Harness(tmp_path) as harness:
        people, boss = harness.room.people, await harness.admin()
        anna = await people.register("Anna", PASSWORD)
        assert (await refusal(people.change_password(anna.id, "wrong password", "another one"))).code == "forbidden"
        await people.change_password(anna.id, PASSWORD, "another one")
        await refusal(people.login("Anna", PASSWORD))
        assert await people.login("Anna", "another one") == anna
        for _ in range(SETTINGS.login_failures):
            await refusal(people.login("Anna", "wrong password"))
        assert (await refusal(people.reset_password(anna.id, "Anna", "a third one"))).code == "forbidden"
        await people.reset_password(boss.id, "Anna", "a third one")
        assert await people.login("Anna", "a third one") == anna, "a reset opens a locked account"
        assert (await refusal(people.reset_password(boss.id, "Nobody", "a third one"))).code == "unknown"


@told_at_once
async def test_deleting_leaves_the_ledger_whole_and_the_person_unnamed(tmp_path):
    async with Harness(tmp_path) as harness:
        client, other = await harness.guest(), await harness.guest()
        people = harness.room.people
        anna = await people.upgrade(client.person, "Anna", PASSWORD)
        token, _ = await harness.room.sessions.begin(anna.id, "10.0.0.1", "a browser")
        secret = await harness.room.sessions.new_token(anna.id, "my bot")
        await client.sit("high-card-flush-1")
        await other.sit("high-card-flush-1")
        await bet_and_close(harness, "high-card-flush-1", client, other)
        await harness.room.delete_person(anna)
        assert await harness.room.sessions.of(token) is None
        assert harness.room.sessions.person_of(secret) is None
        assert people.person(anna.id).name == "Deleted account"
        assert people.person(anna.id).deleted
        await refusal(people.login("Anna", PASSWORD))
        answer = await client.ask(frames.Rebuy(name(), "high-card-flush-1", 1_000))
        assert answer.code == "forbidden"
        await harness.run(120)
        assert all(c.person != anna.id for c in harness.table("high-card-flush-1").snapshot.chairs.values())
        await people.register("Anna", PASSWORD)  # the name is free again
        assert rows(harness.room.store, schema.players.select().where(schema.players.c.person == anna.id))
        dump = str(rows(harness.room.store, schema.people.select().where(schema.people.c.id == anna.id)))
        assert "Anna" not in dump
        assert "argon2" not in dump
        await harness.close_and_check()


@told_at_once
async def test_R31_sessions_are_stored_hashed_and_end(tmp_path):
    life = 86_400_000
    async with Harness(tmp_path, SETTINGS.but(session_life=life)) as harness:
        sessions, guest = harness.room.sessions, await harness.guest()
        token, session = await sessions.begin(guest.person, "10.0.0.1", "a browser")
        other, _ = await sessions.begin(guest.person)
        stored = rows(harness.room.store, schema.web_sessions.select())
        assert token not in str(stored)
        assert session.csrf in str(stored)
        assert known(await sessions.of(token)).person == guest.person
        assert session.made(session.csrf)
        assert not session.made("")
        assert not session.made("x")
        assert await sessions.of("") is None
        assert await sessions.of(token + "x") is None
        await harness.restart()
        sessions = harness.room.sessions
        assert known(await sessions.of(token)).csrf == session.csrf
        await harness.clock.run(life - 1_000)
        assert await sessions.of(token) is not None
        await harness.clock.run(life - 1_000)
        assert await sessions.of(token) is not None, "a session that is used lasts"
        assert await sessions.of(other) is None
        await sessions.end(token)
        assert await sessions.of(token) is None
        tokens = [(await sessions.begin(guest.person))[0] for _ in range(3)]
        await sessions.end_all(guest.person, but=tokens[1])
        assert [await sessions.of(one) is not None for one in tokens] == [False, True, False]


@told_at_once
async def test_R31_tokens_for_programs(tmp_path):
    async with Harness(tmp_path) as harness:
        sessions, guest = harness.room.sessions, await harness.guest()
        token = await sessions.new_token(guest.person, "my bot")
        assert known(sessions.person_of(token)).id == guest.person
        assert sessions.person_of("seventh_x") is None
        assert token not in str(rows(harness.room.store, schema.tokens.select()))
        (shown,) = sessions.tokens(guest.person)
        assert shown.name == "my bot"
        assert shown.id not in token
        await sessions.revoke(guest.person, shown.id)
        assert sessions.person_of(token) is None
        assert (await refusal(sessions.revoke(guest.person, shown.id))).code == "unknown"
        assert (await refusal(sessions.new_token(guest.person, " "))).code == "malformed"


@told_at_once
async def test_R37_roles_are_given_by_the_admin(tmp_path):
    async with Harness(tmp_path) as harness:
        people, boss = harness.room.people, await harness.admin()
        anna = await people.register("Anna", PASSWORD)
        assert (await refusal(people.set_role(anna.id, anna.id, "admin"))).code == "forbidden"
        assert (await people.set_role(boss.id, anna.id, "floor")).role == "floor"
        assert (await refusal(people.set_role(boss.id, anna.id, "king"))).code == "malformed"
        guest = await people.guest()
        assert (await refusal(people.set_role(boss.id, guest.id, "admin"))).code == "not_now"


def test_a_person_is_added_from_the_command_line(tmp_path):
    with open_store(tmp_path) as store:
        boss = add_person(store, "Boss", "admin", PASSWORD, 1)
        assert boss.role == "admin"
        assert not boss.guest
        for wrong in (("boss", "admin", PASSWORD), ("Other", "guest", PASSWORD), ("Other", "king", PASSWORD)):
            with pytest.raises(RoomRefused):
                add_person(store, *wrong, 1)
        with pytest.raises(RoomRefused):
            add_person(store, "Other", "admin", "nine char", 1)


@told_at_once
async def test_a_login_does_not_stop_the_tables():
    """A hash that is being checked is done only when the loop has gone on meanwhile."""
    begun, went_on = threading.Event(), threading.Event()

    class Slow(PasswordHasher):
        def verify(self, known, password):
            begun.set()
            assert went_on.wait(LIMIT)
            return super().verify(known, password)

    passwords = Passwords(Slow())
    checking = asyncio.create_task(passwords.fits(PASSWORD, passwords.hash(PASSWORD)))
    await soon(begun.is_set)
    went_on.set()
    assert await checking
    passwords.close()
