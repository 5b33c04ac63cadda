"""R44 through the web: limits and exclusions on pages, in the API, on sockets, with tokens and second sessions."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest

from seventh.room.changes import Change, Write
from seventh.rounds.actions import PlaceWagers
from seventh.web.client import ConnectionGone, Refusal, connect
from tests.waiting import LIMIT
from tests.web.serving import FAST, Server, serving

PASSWORD = "correct horse battery"
GAME = "high-card-flush"


def entered(server: Server, name: str = "") -> httpx.Client:
    """A browser of a new guest or account, which sends its CSRF token."""
    browser = server.browser()
    path, body = ("/api/register", {"name": name, "password": PASSWORD}) if name else ("/api/guest", {})
    browser.headers["X-CSRF-Token"] = browser.post(path, json=body).json()["me"]["csrf"]
    return browser


def posted(browser: httpx.Client, path: str, **fields: str) -> httpx.Response:
    """Send a form as a browser without JavaScript does."""
    csrf = re.search(r'name="csrf" value="([^"]+)"', browser.get("/me/limits").text)
    assert csrf is not None
    return browser.post(path, data={"csrf": csrf[1], **fields})


def field(browser: httpx.Client, name: str) -> str:
    found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', browser.get("/me/limits").text)
    assert found is not None
    return found[1]


def limits(browser: httpx.Client) -> dict[str, dict[str, Any]]:
    shown = browser.get("/api/me/limits").json()["limits"]
    return {f"{limit['kind']}-{limit['period']}": limit for limit in shown}


def test_R44_the_page_sets_limits_without_JavaScript_and_withdraws_a_looser_one(server):
    browser = entered(server)
    assert browser.get("/me").text.count('href="/me/limits"') >= 2
    told = posted(browser, "/me/limits", **{"loss-day": "$500", "time-week": "600"})
    assert "Saved, and in force now." in told.text
    assert {name: limit["amount"] for name, limit in limits(browser).items()} == {"loss-day": 50_000, "time-week": 600}
    told = posted(browser, "/me/limits", **{"loss-day": "800", "time-week": ""})
    assert "takes effect in 24 hours" in told.text
    now = limits(browser)
    assert (now["loss-day"]["amount"], now["loss-day"]["later"], now["time-week"]["later"]) == (50_000, 80_000, None)
    assert now["time-week"]["later_at"] > 0
    assert (field(browser, "loss-day"), field(browser, "time-week")) == ("$800", "")
    told = posted(browser, "/me/limits", withdraw="loss-day")
    assert "withdrawn" in told.text
    now = limits(browser)
    assert (now["loss-day"]["amount"], now["loss-day"]["later_at"]) == (50_000, None)
    assert now["time-week"]["later_at"] > 0, "the other change is still pending"
    assert "no change to withdraw" in posted(browser, "/me/limits", withdraw="wager-day").text
    assert field(browser, "loss-day") == "$500"


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"loss-day": "100", "wager-month": "a lot"}, "agers limit for a month: &#39;a lot&#39; is not an amount"),
        ({"loss-day": "100", "time-day": "1 hour"}, "is not a number of minutes"),
        ({"time-day": "1441"}, "0 to 1440 minutes"),
    ],
)
def test_R44_a_limit_that_makes_no_sense_is_named_in_one_line_and_nothing_is_set(server, fields, line):
    browser = entered(server)
    told = posted(browser, "/me/limits", **fields)
    assert told.status_code == 422
    assert line in told.text
    assert limits(browser) == {}


def test_R44_forms_need_the_CSRF_token_and_a_visitor_logs_in_first(server):
    browser = entered(server)
    assert browser.post("/me/limits/time-out", data={"hours": "24"}).status_code == 403
    assert browser.get("/api/me/limits").json()["exclusion"] is None
    assert server.browser().get("/me/limits").headers["location"] == "/login?next=/me/limits"
    assert server.browser().get("/api/me/limits").status_code == 401


def test_R44_a_token_that_may_only_play_cannot_loosen_a_limit(server):
    browser = entered(server)
    token = browser.post("/api/me/tokens", json={"name": "bot", "scopes": ["read", "play"]}).json()["token"]
    program = server.browser(headers={"Authorization": f"Bearer {token}"})
    assert program.put("/api/me/limits/loss/day", json={"amount": None}).status_code == 403
    assert program.get("/api/me/limits").status_code == 200


@pytest.mark.parametrize("kind", ["loss", "wager"])
def test_R44_a_limit_holds_for_pages_the_API_sockets_tokens_and_a_second_session_alike(server, kind):
    one = entered(server, f"Careful {kind}")
    assert one.put(f"/api/me/limits/{kind}/day", json={"amount": 4_000}).status_code == 200
    two = server.browser()
    known = two.post("/api/login", json={"name": f"Careful {kind}", "password": PASSWORD}).json()
    two.headers["X-CSRF-Token"] = known["me"]["csrf"]
    token = one.post("/api/me/tokens", json={"name": "a program"}).json()["token"]
    program = server.browser(headers={"Authorization": f"Bearer {token}"})
    for client in (one, two, program):
        answer = client.post("/api/seat", json={"game": "seven-card-stud", "buy_in": 30_000})
        assert answer.status_code == 409, answer.text
        assert answer.json()["code"] == "limit"
        assert f"your {kind} limit of $40 a day leaves $40 today; it resets on" in answer.json()["why"]
    assert program.post("/api/me/refill", json={"id": "x"}).status_code in (200, 409)

    async def play() -> None:
        async with connect(server.url, token) as client:
            table = one.post("/api/seat", json={"game": GAME, "buy_in": 30_000}).json()["table"]
            await client.watch(table)
            frame = await client.until(table, lambda frame: frame.round is not None and frame.round.decision)
            with pytest.raises(Refusal, match=f"{kind} limit"):
                await client.act(frame, PlaceWagers({"ante": 2_000}))
            await client.leave(table)

    asyncio.run(asyncio.wait_for(play(), LIMIT))


def test_R44_an_exclusion_ends_other_sessions_tokens_and_sockets_and_no_new_one_can_play(server):
    one = entered(server, "Resolute")
    two = server.browser()
    two.post("/api/login", json={"name": "Resolute", "password": PASSWORD})
    token = one.post("/api/me/tokens", json={"name": "a program"}).json()["token"]

    async def watch() -> None:
        async with connect(server.url, token) as client:
            await client.watch(f"{GAME}-1")
            assert (
                "Your time-out has begun."
                in (await asyncio.to_thread(posted, one, "/me/limits/time-out", hours="24", sure="yes")).text
            )
            with pytest.raises(ConnectionGone):
                async for _ in client.frames(f"{GAME}-1"):
                    pass

    asyncio.run(asyncio.wait_for(watch(), LIMIT))
    assert two.get("/api/me").status_code == 401
    assert httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert "You are taking a time-out until" in one.get("/me/limits").text, "this browser stays logged in"
    fresh = server.browser()
    me = fresh.post("/api/login", json={"name": "Resolute", "password": PASSWORD}).json()["me"]
    fresh.headers["X-CSRF-Token"] = me["csrf"]
    new = fresh.post("/api/me/tokens", json={"name": "another"}).json()["token"]
    program = server.browser(headers={"Authorization": f"Bearer {new}"})
    for client, game in ((one, GAME), (fresh, "seven-card-stud"), (program, "boston-7-stud")):
        answer = client.post("/api/seat", json={"game": game, "buy_in": 30_000})
        assert (answer.status_code, answer.json()["code"]) == (409, "excluded")
    # Not shortened, but prolonged.
    assert one.post("/api/me/time-out", json={"hours": 1}).status_code == 409
    told = posted(one, "/me/limits/self-exclusion", months="0", confirm="yes")
    assert "to exclude yourself; it cannot be undone" in told.text
    told = posted(one, "/me/limits/self-exclusion", months="0", confirm="exclude")
    assert "You have excluded yourself from play permanently" in told.text
    # The staff sees that, but not why or for how long, and can't lift it.
    floor = server.browser(headers={"Authorization": f"Bearer {server.account('Fay', 'admin')}"})
    (seen,) = floor.get("/api/admin/people", params={"name": "Resolute"}).json()["people"]
    assert seen["excluded"] is True
    assert "until" not in seen
    assert floor.delete("/api/admin/closures/player", params={"who": me["id"]}).status_code == 404
    floor.post(f"/api/admin/people/{me['id']}/password", json={"new": "another horse entirely"})
    again = server.browser()
    back = again.post("/api/login", json={"name": "Resolute", "password": "another horse entirely"}).json()["me"]
    again.headers["X-CSRF-Token"] = back["csrf"]
    answer = again.post("/api/seat", json={"game": GAME, "buy_in": 30_000})
    assert answer.json()["code"] == "excluded", "a new password does not get round it"


def test_R44_a_time_out_and_a_limit_of_nothing_are_asked_about_first(server):
    browser = entered(server)
    asked = posted(browser, "/me/limits/time-out", hours="24")
    assert "Take a time-out of 1 day?" in asked.text
    assert "Nobody can end it earlier" in asked.text
    assert browser.get("/api/me/limits").json()["exclusion"] is None
    told = posted(browser, "/me/limits", **{"loss-day": "0", "time-week": "60"})
    assert "$0 means that you cannot make any bet" in told.text
    assert limits(browser) == {}
    assert 'name="time-week" value="60"' in told.text
    posted(browser, "/me/limits", **{"loss-day": "0", "time-week": "60", "sure": "yes"})
    assert limits(browser)["loss-day"]["amount"] == 0
    assert limits(browser)["time-week"]["amount"] == 60


def test_R44_the_lobby_does_not_offer_play_during_a_time_out(server):
    browser = entered(server)
    offers = ("playing as", "starts at once")
    assert all(each in browser.get("/").text for each in offers)
    posted(browser, "/me/limits/time-out", hours="24", sure="yes")
    lobby = browser.get("/").text
    assert "You are taking a time-out until" in lobby
    assert not any(each in lobby for each in offers)


def test_R44_a_break_holds_for_new_accounts_in_the_same_browser_and_says_why(server):
    one = entered(server, "Resting")
    two = server.browser()
    two.post("/api/login", json={"name": "Resting", "password": PASSWORD})
    assert posted(one, "/me/limits/time-out", hours="24", sure="yes").status_code == 200
    one.post("/api/logout")
    for browser in (one, two):
        page = browser.get("/").text
        assert "You are logged out: you are taking a time-out until" in page
        csrf = re.search(r'name="csrf" value="([^"]+)"', page)
        assert csrf is not None
        for path in ("/enter", f"/play/{GAME}"):
            refused = browser.post(path, data={"csrf": csrf[1]})
            assert refused.status_code == 409
            assert "ou are taking a time-out until" in refused.text
        new = browser.post("/register", data={"csrf": csrf[1], "name": "Somebody Else", "password": PASSWORD})
        assert new.status_code == 409
        assert browser.post("/api/guest", json={}).json()["code"] == "excluded"
        wanted = {"name": "Somebody New", "password": PASSWORD}
        assert browser.post("/api/register", json=wanted).json()["code"] == "excluded"
    assert server.browser().post("/api/guest", json={}).status_code == 200


def test_R44_a_guest_who_excludes_themselves_stays_excluded_when_they_register(server):
    browser = entered(server)
    assert browser.post("/api/me/time-out", json={"hours": 5}).status_code == 200
    upgraded = browser.post("/api/me/upgrade", json={"name": "Was a guest", "password": PASSWORD}).json()
    browser.headers["X-CSRF-Token"] = upgraded["csrf"]
    answer = browser.post("/api/seat", json={"game": GAME, "buy_in": 30_000})
    assert answer.json()["code"] == "excluded"


def test_R44_a_reality_check_can_be_answered_on_the_page(server):
    browser = entered(server)
    me = browser.get("/api/me").json()["id"]
    has_played(server, me, 45)
    assert "reality check" not in browser.get("/me/limits").text.split("<h2>")[0]
    posted(browser, "/me/limits/reality-check", minutes="30")
    assert browser.get("/api/me/limits").json()["reality_check_due"] is True
    answer = browser.post("/api/seat", json={"game": GAME, "buy_in": 30_000})
    assert answer.json()["code"] == "reality_check"
    assert "You can go on playing." in posted(browser, "/me/limits/go-on").text
    assert browser.post("/api/seat", json={"game": GAME, "buy_in": 30_000}).status_code == 200


def has_played(server: Server, person: str, minutes: int) -> None:
    """Record a sitting that has just ended."""

    async def write() -> None:
        now = server.room.clock.now()
        sitting = {"person": person, "since": now - minutes * 60_000, "table": "elsewhere", "until": now}
        await server.room.cashier.commit(Change(writes=(Write("put_or_set", "sittings", sitting),)))
        server.room.limits.totals.changed(person)

    server.run(write())


def test_R44_the_age_notice_and_the_help_line_are_on_every_page():
    care = FAST.but(age_notice="18+ only.", help_line="Free help: 0800 123", help_link="https://help.example.org/")
    with serving(room_settings=care) as server:
        browser = entered(server, "Reader")
        paths = (
            "/",
            "/rules",
            f"/rules/{GAME}",
            "/about",
            "/drill",
            "/lab",
            "/check",
            "/me",
            "/me/limits",
            "/me/rounds",
            f"/table/{GAME}-1",
            "/table/seven-card-stud-1",
            "/replay",
            "/deal",
            "/nowhere",
        )
        for path in paths:
            text = browser.get(path, follow_redirects=True).text
            assert "18+ only." in text, path
            assert 'href="https://help.example.org/" rel="noreferrer">Free help: 0800 123</a>' in text, path
