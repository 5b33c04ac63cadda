"""Hosts, proxies, the last admin, purging, storage failures, deleting while seated."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.datastructures import Headers

from seventh.room import frames
from seventh.room.people import purge
from seventh.room.queries import rows
from seventh.room.refusals import RoomRefused
from seventh.room.store import StoreFailed, schema
from seventh.web.origins import is_for_us
from seventh.web.settings import WebSettings
from tests.room.live.live_room import SETTINGS, Harness, told_at_once
from tests.web.serving import OPEN, serving
from tests.web.test_accounts import GOOD, entered

PUBLIC = WebSettings(public_url="https://cards.example.org", limits=OPEN)


@pytest.mark.parametrize(
    ("host", "open_room", "public_room"),
    [
        ("localhost:8777", True, True), ("127.0.0.1:8777", True, True), ("[::1]:8777", True, True),
        ("192.0.2.7:8777", True, False), ("cards.example.org", False, True), ("CARDS.example.org:443", False, True),
        ("cards.example.org:8080", False, False), ("evil.example", False, False),
        ("localhost.evil.example", False, False),
        ("127.0.0.1.evil.example", False, False), ("[", False, False), ("", False, False),
    ],
)  # fmt: skip
def test_R31_the_host_is_checked(host, open_room, public_room):
    headers = Headers({"host": host})
    assert is_for_us(headers, WebSettings()) is open_room
    assert is_for_us(headers, PUBLIC) is public_room


def test_R31_a_request_for_another_host_is_refused(server):
    answer = server.browser().get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    api = server.browser().get("/api/tables", headers={"Host": "evil.example"})
    assert (api.status_code, api.json()["code"]) == (421, "wrong_host")
    assert server.browser().get("/healthz", headers={"Host": "evil.example"}).status_code == 200
    socket = {"Host": "evil.example", "Upgrade": "websocket", "Connection": "Upgrade"}
    socket |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}
    assert server.browser().get("/ws", headers=socket).status_code == 421


def test_invitations_are_links_to_the_public_url():
    with serving(PUBLIC) as server:
        headers = {"Authorization": f"Bearer {server.guest()}"}
        made = httpx.post(f"{server.url}/api/tables", json={"game": "seven-card-stud"}, headers=headers).json()
        assert made["link"].startswith("https://cards.example.org/table/")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"])
def test_metrics_are_not_for_proxies(header):
    settings = WebSettings(trusted_proxies=("127.0.0.1",), limits=OPEN)
    with serving(settings) as server:
        assert server.browser().get("/metrics").status_code == 200
        assert server.browser().get("/metrics", headers={header: "127.0.0.1"}).status_code == 403


def test_R37_the_last_admin_stays(server):
    admin = server.account("Only boss", "admin")
    headers = {"Authorization": f"Bearer {admin}"}
    me = httpx.get(f"{server.url}/api/me", headers=headers).json()["id"]
    url = f"{server.url}/api/admin/people/{me}/role"
    refused = httpx.post(url, json={"role": "player"}, headers=headers)
    assert (refused.status_code, refused.json()["why"]) == (409, "this is the last admin")
    gone = {"confirm": "delete", "password": "correct horse"}
    assert httpx.post(f"{server.url}/api/me/delete", json=gone, headers=headers).status_code == 409
    assert httpx.get(f"{server.url}/api/me", headers=headers).status_code == 200
    server.account("Second boss", "admin")
    assert httpx.post(url, json={"role": "player"}, headers=headers).status_code == 200


@told_at_once
async def test_R37_two_admins_cannot_remove_each_other_at_once(tmp_path):
    async with Harness(tmp_path) as harness:
        people = harness.room.people
        one, two = await people.register("One boss", GOOD, "admin"), await people.register("Two boss", GOOD, "admin")
        done = await asyncio.gather(
            people.set_role(one.id, two.id, "player"), people.set_role(two.id, one.id, "player"), return_exceptions=True
        )
        assert [isinstance(answer, RoomRefused) for answer in done].count(True) == 1


@told_at_once
async def test_R31_names_like_existing_ones_are_taken(tmp_path):
    async with Harness(tmp_path) as harness:
        people = harness.room.people
        paul = await people.register("Paul", GOOD)
        with pytest.raises(RoomRefused, match="looks like 'Paul', which is taken"):
            await people.register("PauI", GOOD)
        assert (await people.rename(paul.id, "PauI")).name == "PauI", "one's own name may change its looks"
        await people.rename(paul.id, "Peter")
        await people.register("Paul", GOOD)


@told_at_once
async def test_expired_sessions_and_lost_guests_are_purged_a_few_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(purge, "MOST", 5)
    async with Harness(tmp_path) as harness:
        room = harness.room
        guests = [await room.people.guest() for _ in range(4)]
        anna = await room.people.register("Anna", GOOD)
        kept = await room.people.guest()
        for person in (*guests, anna):
            await room.sessions.begin(person.id)
        await room.sessions.new_token(anna.id, "short", days=1)
        await room.sessions.new_token(kept.id, "for good")
        assert await room.purge.once() == 0
        room.purge.stop()
        await harness.clock.run(room.settings.session_life + room.settings.guest_life)
        counts = []
        while done := await room.purge.once(lambda person: person == guests[0].id):
            counts.append(done)
        assert counts == [5, 4]
        assert [room.people.person(guest.id).deleted for guest in guests] == [False, True, True, True]
        assert not room.people.person(anna.id).deleted
        assert not room.people.person(kept.id).deleted
        assert rows(room.store, schema.web_sessions.select()) == []
        await harness.close_and_check()


@told_at_once
async def test_purging_happens_by_itself(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(guest_life=3_600_000)) as harness:
        room = harness.room
        guest = await room.people.guest()
        await harness.clock.run(room.settings.guest_life + 2 * purge.INTERVAL)
        assert room.people.person(guest.id).deleted


def test_R21_a_storage_failure_is_503(monkeypatch):
    with serving() as server:
        browser = entered(server)

        async def broken(*_: object, **__: object) -> None:
            raise StoreFailed("disk full")

        monkeypatch.setattr(server.room.cashier, "commit", broken)
        for answer in (
            server.browser().post("/api/guest", json={}),
            browser.post("/api/me/tokens", json={"name": "x"}),
            browser.post("/api/logout"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "failed")
            assert "disk full" not in answer.text


@told_at_once
async def test_R10_deleting_an_account_while_it_sits_down_loses_no_chips(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        person = harness.room.people.person(client.person)
        await asyncio.gather(
            client.ask(frames.Sit("sit", "high-card-flush-1", 20_000)), harness.room.delete_person(person)
        )
        await harness.run(60)
        assert all(c.person != person.id for c in harness.table("high-card-flush-1").snapshot.chairs.values())
        assert harness.room.cashier.wallet(person.id) == harness.room.settings.starting_chips
        await harness.close_and_check()
