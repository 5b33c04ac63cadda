"""Whoever recovers an account ends stolen access to it (R38); guessing is slowed down (R31)."""

from __future__ import annotations

import asyncio
import base64

import httpx
import pytest

from seventh.room.people.second_factor import STEP, totp
from seventh.room.refusals import RoomRefused
from seventh.web.settings import WebSettings
from tests.web.raw import raw
from tests.web.serving import FAST, OPEN, Server, serving
from tests.web.test_socket import in_loop

GOOD, BETTER = "correct horse battery", "another good one"


def logged_in(server: Server, name: str, password: str = GOOD) -> httpx.Client:
    browser = server.browser()
    answer = browser.post("/api/login", json={"name": name, "password": password})
    assert answer.status_code == 200, answer.text
    browser.headers["X-CSRF-Token"] = answer.json()["me"]["csrf"]
    return browser


def by_token(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def change(server: Server, browser: httpx.Client) -> None:
    assert browser.post("/api/me/password", json={"old": GOOD, "new": BETTER}).status_code == 200


def reset(server: Server, browser: httpx.Client) -> None:
    admin = by_token(server.account(f"Boss {server.call(lambda: server.room.clock.now())}", "admin"))
    person = browser.get("/api/me").json()["id"]
    url = f"{server.url}/api/admin/people/{person}/password"
    assert httpx.post(url, json={"new": BETTER}, headers=admin).status_code == 200


def everywhere(server: Server, browser: httpx.Client) -> None:
    assert browser.post("/api/me/logout-everywhere").status_code == 200


def delete(server: Server, browser: httpx.Client) -> None:
    assert browser.post("/api/me/delete", json={"confirm": "delete", "password": GOOD}).status_code == 200


def page(server: Server, browser: httpx.Client) -> None:
    form = {"old": GOOD, "new": BETTER, "csrf": browser.headers["X-CSRF-Token"]}
    assert browser.post("/me/password", data=form).status_code == 200


WAYS = {"change": change, "reset": reset, "log out everywhere": everywhere, "delete": delete, "page": page}


@pytest.mark.parametrize("way", WAYS)
@in_loop
async def test_R38_recovery_ends_every_session_token_and_socket(server, way):
    name = f"Ends {way}"
    token = server.account(name, password=GOOD)
    thief, owner = logged_in(server, name), logged_in(server, name)
    stolen = server.browser(cookies=thief.cookies)
    cookie = "; ".join(f"{key}={value}" for key, value in thief.cookies.items())
    origin = {"origin": server.url, "additional_headers": {"Cookie": cookie}}
    async with raw(server, token) as one, raw(server, "", **origin) as two:
        WAYS[way](server, owner)
        for connection in (one, two):
            bye, code = await connection.end()
            assert (bye["code"], code) == ("logged_out", 1008)
    assert stolen.get("/api/me").status_code == 401
    assert httpx.get(f"{server.url}/api/me", headers=by_token(token)).status_code == 401
    async with raw(server) as again:
        await again.say(do="hello", version=1, token=token)
        assert (await again.end())[0]["code"] == "not_entered"
    assert owner.get("/api/me").status_code == (200 if way in ("change", "page") else 401)


@in_loop
async def test_R38_logging_out_and_revoking_end_their_own_sockets_only(server):
    token, other = server.account("Two ways", password=GOOD), ""
    browser = logged_in(server, "Two ways")
    other = browser.post("/api/me/tokens", json={"name": "other"}).json()["token"]
    async with raw(server, token) as one, raw(server, other) as two:
        [mine] = [known for known in browser.get("/api/me/tokens").json()["tokens"] if known["name"] == "other"]
        assert browser.delete(f"/api/me/tokens/{mine['id']}").status_code == 200
        assert (await two.end())[0]["code"] == "logged_out"
        await one.say(do="ping", n=1)
        await one.until("pong")


def test_R38_an_upgraded_guest_gets_a_new_session(server):
    browser = server.browser()
    browser.headers["X-CSRF-Token"] = browser.post("/api/guest", json={}).json()["me"]["csrf"]
    fixated = server.browser(cookies=browser.cookies)
    assert fixated.get("/api/me").status_code == 200
    assert browser.post("/api/me/upgrade", json={"name": "Not fixated", "password": GOOD}).status_code == 200
    assert browser.get("/api/me").json()["name"] == "Not fixated"
    assert fixated.get("/api/me").status_code == 401


@in_loop
async def test_R38_what_is_issued_while_access_ends_is_not_issued(server):
    """A login or a new token that came before the password was changed, and is finished after it."""
    server.account("Racing", password=GOOD)

    async def race() -> list[str]:
        sessions, person = server.room.sessions, server.room.people.named("Racing")
        assert person is not None
        since, codes = sessions.moment, []
        await sessions.end_all(person.id)
        for issuing in (sessions.begin(person.id, since=since), sessions.new_token(person.id, "x", since=since)):
            with pytest.raises(RoomRefused) as refused:
                await issuing
            codes.append(refused.value.code)
        assert sessions.tokens(person.id) == ()
        return codes

    assert server.run(race()) == ["forbidden", "forbidden"]


# Guessing.


@in_loop
async def test_R31_parallel_guesses_count(server):
    server.account("Guessed", password=GOOD)

    async def guess() -> int:
        tries = 0
        fits = server.room.people._passwords.fits

        async def counted(password: str, known: str | None) -> bool:
            nonlocal tries
            tries += known is not None
            return await fits(password, known)

        server.room.people._passwords.fits = counted
        try:
            login = server.room.people.login
            await asyncio.gather(
                *(login("Guessed", f"wrong {n}", "198.51.100.1") for n in range(50)), return_exceptions=True
            )
        finally:
            server.room.people._passwords.fits = fits
        return tries

    assert server.run(guess()) == FAST.login_failures


@in_loop
async def test_R31_passwords_do_not_queue_up_without_end(server):
    async def flood() -> set[str]:
        login = server.room.people.login
        found = await asyncio.gather(
            *(login(f"Nobody {n}", "wrong!!!", f"198.51.100.{n}") for n in range(250)), return_exceptions=True
        )
        return {getattr(refused, "code", repr(refused)) for refused in found}

    assert server.run(flood()) == {"forbidden", "too_fast"}


def test_R31_a_stolen_session_does_not_guess_the_password(server):
    server.account("Stolen session", password=GOOD)
    browser = logged_in(server, "Stolen session")
    for n in range(FAST.login_failures + 2):
        guess = {"old": f"wrong {n}", "new": BETTER}
        assert browser.post("/api/me/password", json=guess).status_code == 403
    assert browser.post("/api/me/password", json={"old": GOOD, "new": BETTER}).status_code == 403


def test_R31_guessing_does_not_lock_out_the_owner():
    with serving(WebSettings(trusted_proxies=("127.0.0.1",), limits=OPEN)) as server:
        server.account("Victim", password=GOOD)

        def login(address: str, password: str) -> int:
            headers = {"X-Forwarded-For": address}
            known = {"name": "Victim", "password": password}
            return server.browser().post("/api/login", json=known, headers=headers).status_code

        for _ in range(2 * FAST.login_failures):
            assert login("198.51.100.1", "wrong!!!") == 401
        assert login("198.51.100.1", GOOD) == 401, "who guesses has to wait"
        assert login("198.51.100.2", GOOD) == 200
        for n in range(30 * FAST.login_failures):
            login(f"203.0.113.{n}", "wrong!!!")
        assert login("203.0.113.250", GOOD) == 401, "too many guess"
        assert login("198.51.100.2", GOOD) == 200, "this address has logged in before"


@pytest.mark.parametrize("password", ["password123", "Refusable 9"])
def test_R31_weak_passwords_are_refused_with_one_line(server, password):
    answer = server.browser().post("/api/register", json={"name": "Refusable", "password": password})
    assert answer.status_code == 422
    assert answer.json()["why"].startswith("the password ")


# Second factor.


def code_for(server: Server, secret: str, later: int = 0) -> str:
    now = server.call(lambda: server.room.clock.now()) // 1000
    return totp(base64.b32decode(secret), now // STEP + later)


def with_factor(server: Server, name: str, role: str = "player") -> tuple[httpx.Client, str, list[str]]:
    server.account(name, role, GOOD)
    browser = logged_in(server, name)
    assert browser.post("/api/me/second-factor", json={"password": "wrong"}).status_code == 401
    made = browser.post("/api/me/second-factor", json={"password": GOOD})
    assert made.status_code == 200, made.text
    secret = made.json()["secret"]
    assert made.json()["uri"].startswith("otpauth://totp/Seventh%20Street")
    assert browser.post("/api/me/second-factor/confirm", json={"code": "000000"}).status_code == 403
    done = browser.post("/api/me/second-factor/confirm", json={"code": code_for(server, secret)})
    assert done.status_code == 200, done.text
    return browser, secret, done.json()["codes"]


def test_R37_a_second_factor_is_needed_and_each_code_works_once(server):
    browser, secret, recovery = with_factor(server, "Careful", "floor")

    def login(code: str) -> httpx.Response:
        return server.browser().post("/api/login", json={"name": "Careful", "password": GOOD, "code": code})

    assert (login("").status_code, login("").json()["code"]) == (401, "code_needed")
    assert login("000000").json()["code"] == "wrong_password"
    code = code_for(server, secret, 1)
    assert login(code).status_code == 200
    assert login(code).status_code == 401, "a code works once"
    assert login(recovery[0]).status_code == 200
    assert login(recovery[0]).status_code == 401
    assert login(recovery[1].upper()).status_code == 200
    page = browser.get("/me").text
    assert "Recovery codes left: 8." in page
    assert browser.post("/api/me/second-factor/remove", json={"password": GOOD}).status_code == 200
    assert login("").status_code == 200


def test_R37_an_admin_removes_a_lost_second_factor(server):
    browser, _, _ = with_factor(server, "Lost phone")
    person = browser.get("/api/me").json()["id"]
    admin = by_token(server.account("Boss of phones", "admin"))
    url = f"{server.url}/api/admin/people/{person}/second-factor"
    assert httpx.delete(url, headers=admin).status_code == 200
    assert httpx.delete(url, headers=admin).status_code == 409
    logged_in(server, "Lost phone")


def test_R37_a_house_can_require_a_second_factor_of_its_staff():
    with serving(room_settings=FAST.but(staff_second_factor=1)) as server:
        browser, _, _ = with_factor(server, "With factor", "floor")
        without = by_token(server.account("Without factor", "floor"))
        url = f"{server.url}/api/admin/closures"
        refused = httpx.get(url, headers=without)
        assert (refused.status_code, refused.json()["why"]) == (403, "staff accounts need a second factor here")
        assert browser.get("/api/admin/closures").status_code == 200


def test_the_account_page_sets_up_a_second_factor(server):
    server.account("By page", password=GOOD)
    browser = logged_in(server, "By page")
    csrf = browser.headers["X-CSRF-Token"]
    shown = browser.post("/me/second-factor", data={"password": GOOD, "csrf": csrf}).text
    secret = shown.partition("authenticator app: <code>")[2].partition("<")[0]
    done = browser.post("/me/second-factor/confirm", data={"code": code_for(server, secret), "csrf": csrf})
    assert "Your recovery codes" in done.text
    visitor = server.browser()
    token = visitor.get("/login").text.partition('name="csrf" value="')[2].partition('"')[0]
    form = {"name": "By page", "password": GOOD, "csrf": token}
    asked = visitor.post("/login", data=form)
    assert asked.status_code == 401
    assert 'name="code"' in asked.text
    assert visitor.post("/login", data={**form, "code": code_for(server, secret, 1)}).status_code == 303
    assert visitor.get("/me").status_code == 200
    assert (
        visitor.post("/me/logout-everywhere", data={"csrf": visitor.get("/api/me").json()["csrf"]}).status_code == 303
    )
    assert browser.get("/api/me").status_code == 401


# Tokens.


def token_for(server: Server, browser: httpx.Client, *scopes: str, **more: int) -> dict[str, str]:
    answer = browser.post("/api/me/tokens", json={"name": "scoped", "scopes": scopes, **more})
    assert answer.status_code == 201, answer.text
    return by_token(answer.json()["token"])


def test_R31_a_token_does_what_its_scopes_allow(server):
    server.account("Scoped", "floor", password=GOOD)
    browser = logged_in(server, "Scoped")
    asked = {
        "read": ("GET", "/api/me", None),
        "play": ("POST", "/api/me/refill", {}),
        "account": ("POST", "/api/me/tokens", {"name": "child", "scopes": ["account"]}),
        "staff": ("GET", "/api/admin/closures", None),
    }
    for scope in asked:
        headers = token_for(server, browser, scope, days=7)
        for wanted, (method, path, body) in asked.items():
            answer = httpx.request(method, server.url + path, json=body, headers=headers)
            lacks = answer.status_code == 403 and "lacks the scope" in answer.text
            assert lacks is (wanted != scope), (scope, wanted, answer.text)
    usual = browser.post("/api/me/tokens", json={"name": "usual"}).json()["about"]
    assert (usual["scopes"], usual["expires"]) == (["read", "play"], 0)
    assert browser.post("/api/me/tokens", json={"name": "x", "scopes": ["all"]}).status_code == 422
    assert browser.post("/api/me/tokens", json={"name": "x", "scopes": []}).status_code == 422
    climbing = httpx.post(
        f"{server.url}/api/me/tokens",
        json={"name": "more", "scopes": ["staff"]},
        headers=token_for(server, browser, "account"),
    )
    assert climbing.status_code == 403


@in_loop
async def test_R31_a_token_for_reading_watches_and_does_not_play(server):
    server.account("Reader", password=GOOD)
    token = token_for(server, logged_in(server, "Reader"), "read")["Authorization"].split()[1]
    async with raw(server, token) as connection:
        await connection.say(do="watch", table="high-card-flush-1")
        await connection.until("table")
        await connection.say(do="sit", id="a", table="high-card-flush-1", buy_in=30_000)
        refused = await connection.until("refused")
        assert (refused["code"], refused["id"]) == ("forbidden", "a")


def test_R37_a_token_of_an_account_with_a_second_factor_needs_a_code(server):
    """Otherwise a stolen session could be turned into access that no second factor guards."""
    browser, secret, codes = with_factor(server, "Tokens and codes")
    wanted = {"name": "x", "scopes": ["read"]}
    refused = browser.post("/api/me/tokens", json=wanted)
    assert (refused.status_code, refused.json()["code"]) == (401, "code_needed")
    assert browser.post("/api/me/tokens", json={**wanted, "code": "000000"}).status_code == 401
    code = code_for(server, secret, 1)
    made = browser.post("/api/me/tokens", json={**wanted, "scopes": ["read", "account"], "code": code})
    assert made.status_code == 201, made.text
    assert browser.post("/api/me/tokens", json={**wanted, "code": code}).status_code == 401, "each code works once"
    by_program = httpx.post(f"{server.url}/api/me/tokens", json=wanted, headers=by_token(made.json()["token"]))
    assert by_program.status_code == 401
    page = browser.get("/me").text
    assert 'id="token-code"' in page
    form = {"name": "by page", "scopes": "read", "csrf": browser.headers["X-CSRF-Token"]}
    assert "his account has a second factor" in browser.post("/me/tokens", data=form).text
    assert "Copy the token now" in browser.post("/me/tokens", data={**form, "code": codes[0]}).text


def test_R37_a_token_for_what_a_role_allows_expires(server):
    server.account("Bounded", "floor", password=GOOD)
    browser = logged_in(server, "Bounded")
    for days in (0, 91):
        refused = browser.post("/api/me/tokens", json={"name": "x", "scopes": ["staff"], "days": days})
        assert (refused.status_code, refused.json()["allowed"]) == (422, "1 to 90 days")
    headers = token_for(server, browser, "staff", days=90)
    assert httpx.get(f"{server.url}/api/admin/closures", headers=headers).status_code == 200


def test_R37_a_token_from_before_that_never_expires_loses_the_staff_scope(server):
    earlier = by_token(server.account("Earlier", "floor"))  # with all scopes, and no end
    url = f"{server.url}/api/admin/closures"
    assert httpx.get(url, headers=earlier).status_code == 200
    clock = server.room.clock
    now = clock.now
    try:
        clock.now = lambda: now() + 90 * 86_400_000 + 1
        refused = httpx.get(url, headers=earlier)
        assert (refused.status_code, "lacks the scope staff" in refused.text) == (403, True)
        assert httpx.get(f"{server.url}/api/me", headers=earlier).status_code == 200
    finally:
        clock.now = now


def test_R31_a_token_expires(server):
    server.account("Fleeting", password=GOOD)
    browser = logged_in(server, "Fleeting")
    headers = token_for(server, browser, "read", days=1)
    assert httpx.get(f"{server.url}/api/me", headers=headers).status_code == 200
    clock, day = server.room.clock, 86_400_000
    now = clock.now
    try:
        clock.now = lambda: now() + day + 1
        assert httpx.get(f"{server.url}/api/me", headers=headers).status_code == 401
    finally:
        clock.now = now
