"""The accounts API: guests, accounts, sessions, tokens, roles, locks (R31, R37)."""

from __future__ import annotations

import httpx
import pytest

from tests.web.serving import FAST, Server, serving

GOOD = "correct horse battery"


def entered(server: Server) -> httpx.Client:
    """A browser of a new guest, which sends its CSRF token."""
    browser = server.browser()
    me = browser.post("/api/guest", json={}).json()["me"]
    browser.headers["X-CSRF-Token"] = me["csrf"]
    return browser


def test_a_guest_has_play_chips_at_once(server):
    browser = entered(server)
    me = browser.get("/api/me").json()
    assert (me["role"], me["guest"], me["wallet"]) == ("guest", True, FAST.starting_chips)


def test_R31_cookies_are_http_only_and_same_site(server):
    answer = server.browser().post("/api/guest", json={})
    [cookie] = [c for c in answer.headers.get_list("set-cookie") if c.startswith("seventh=")]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert "Path=/" in cookie


def test_R31_cookies_are_secure_behind_https():
    from seventh.web.settings import WebSettings
    from tests.web.serving import OPEN

    with serving(WebSettings(public_url="https://cards.example.org", limits=OPEN)) as server:
        answer = server.browser().post("/api/guest", json={})
        [cookie] = [c for c in answer.headers.get_list("set-cookie") if "seventh=" in c]
        assert cookie.startswith("__Host-seventh=")
        assert "Secure" in cookie
        assert answer.headers["strict-transport-security"]


def test_a_guest_becomes_a_player_and_keeps_everything(server):
    browser = entered(server)
    before = browser.get("/api/me").json()
    after = browser.post("/api/me/upgrade", json={"name": "Ada Upgraded", "password": GOOD}).json()
    assert after["id"] == before["id"]
    assert after["wallet"] == before["wallet"]
    assert (after["name"], after["role"], after["guest"]) == ("Ada Upgraded", "player", False)
    again = server.browser().post("/api/login", json={"name": "ada upgraded", "password": GOOD})
    assert again.json()["me"]["id"] == before["id"]


def test_register_login_logout(server):
    browser = server.browser()
    made = browser.post("/api/register", json={"name": "Grace", "password": GOOD})
    assert made.status_code == 200
    browser.headers["X-CSRF-Token"] = made.json()["me"]["csrf"]
    assert browser.post("/api/logout").status_code == 200
    assert browser.get("/api/me").status_code == 401
    assert browser.post("/api/login", json={"name": "Grace", "password": GOOD}).status_code == 200
    assert browser.get("/api/me").json()["name"] == "Grace"


def test_R31_wrong_names_and_wrong_passwords_get_the_same_answer(server):
    server.account("Known Name")
    unknown = server.browser().post("/api/login", json={"name": "Nobody Here", "password": GOOD})
    wrong = server.browser().post("/api/login", json={"name": "Known Name", "password": GOOD})
    assert unknown.status_code == wrong.status_code == 401
    assert unknown.json() == wrong.json()


def test_R31_an_account_is_locked_after_repeated_failures(server):
    server.account("Locked One", password=GOOD)
    for _ in range(FAST.login_failures):
        assert (
            server.browser().post("/api/login", json={"name": "Locked One", "password": "wrong!!!"}).status_code == 401
        )
    assert server.browser().post("/api/login", json={"name": "Locked One", "password": GOOD}).status_code == 401


def test_a_new_password_ends_other_sessions(server):
    server.account("Two Browsers", password=GOOD)
    browsers = [server.browser(), server.browser()]
    for browser in browsers:
        me = browser.post("/api/login", json={"name": "Two Browsers", "password": GOOD}).json()["me"]
        browser.headers["X-CSRF-Token"] = me["csrf"]
    change = {"old": GOOD, "new": "another good one"}
    assert browsers[0].post("/api/me/password", json=change).status_code == 200
    assert browsers[0].get("/api/me").status_code == 200
    assert browsers[1].get("/api/me").status_code == 401
    browsers[0].headers["X-CSRF-Token"] = browsers[0].get("/api/me").json()["csrf"]
    wrong = browsers[0].post("/api/me/password", json=change)
    assert (wrong.status_code, wrong.json()["code"]) == (403, "forbidden")


def test_tokens_are_shown_once_and_can_be_revoked(server):
    browser = entered(server)
    made = browser.post("/api/me/tokens", json={"name": "my bot"})
    assert made.status_code == 201
    token = made.json()["token"]
    by_token = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/me", headers=by_token).status_code == 200
    listed = browser.get("/api/me/tokens").json()["tokens"]
    assert [one["name"] for one in listed] == ["my bot"]
    assert token not in browser.get("/api/me/tokens").text
    assert browser.delete(f"/api/me/tokens/{listed[0]['id']}").status_code == 200
    assert httpx.get(f"{server.url}/api/me", headers=by_token).status_code == 401


def test_deleting_an_account_leaves_the_ledger_whole(server):
    browser = entered(server)
    person = browser.get("/api/me").json()["id"]
    assert browser.post("/api/me/delete", json={"confirm": "yes"}).status_code == 422
    assert browser.post("/api/me/delete", json={"confirm": "delete"}).status_code == 200
    assert browser.get("/api/me").status_code == 401
    gone = server.call(lambda: server.room.people.person(person))
    assert gone.deleted
    assert "Guest" not in gone.name
    auditor = {"Authorization": f"Bearer {server.account('Auditor of ledgers', 'auditor')}"}
    balance = httpx.get(f"{server.url}/api/admin/balance", headers=auditor).json()
    assert (balance["sum"], balance["problems"]) == (0, [])


def test_an_account_with_a_password_needs_it_to_be_deleted(server):
    token = server.account("Keeper", password=GOOD)
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{server.url}/api/me/delete"
    assert httpx.post(url, json={"confirm": "delete", "password": "wrong"}, headers=headers).status_code == 401
    assert httpx.post(url, json={"confirm": "delete", "password": GOOD}, headers=headers).status_code == 200


def test_names_are_refused_with_what_is_allowed(server):
    answer = server.browser().post("/api/register", json={"name": "<b>", "password": GOOD})
    assert answer.status_code == 422
    assert "letters" in answer.json()["allowed"]


ROLES = ("guest", "player", "floor", "auditor", "admin")
STAFF_PATHS = {
    ("GET", "/api/admin/people"): {"floor", "auditor", "admin"},
    ("GET", "/api/admin/closures"): {"floor", "auditor", "admin"},
    ("GET", "/api/admin/balance"): {"auditor", "admin"},
    ("POST", "/api/admin/closures"): {"floor", "admin"},
    ("POST", "/api/admin/people"): {"admin"},
}


@pytest.mark.parametrize("role", ROLES)
def test_R37_roles_give_access_to_their_own_paths_only(server, role):
    token = server.guest() if role == "guest" else server.account(f"Role {role}", role)
    headers = {"Authorization": f"Bearer {token}"}
    bodies = {
        "/api/admin/closures": {"scope": "game", "who": "boston-7-stud", "why": "a test"},
        "/api/admin/people": {"name": f"Made by {role}", "password": GOOD},
    }
    for (method, path), allowed in STAFF_PATHS.items():
        body = bodies[path] if method == "POST" else None
        answer = httpx.request(method, server.url + path, json=body, headers=headers)
        assert (answer.status_code < 300) == (role in allowed), (method, path, answer.text)
        assert answer.status_code in (200, 201, 403)
    for game in ("boston-7-stud",):
        httpx.delete(f"{server.url}/api/admin/closures/game?who={game}", headers=headers)


def test_an_admin_resets_a_password_and_gives_roles(server):
    admin = {"Authorization": f"Bearer {server.account('The Admin', 'admin')}"}
    server.account("Forgetful", password=GOOD)
    [found] = httpx.get(f"{server.url}/api/admin/people?name=forgetful", headers=admin).json()["people"]
    url = f"{server.url}/api/admin/people/{found['id']}"
    assert httpx.post(f"{url}/password", json={"new": "brand new words"}, headers=admin).status_code == 200
    assert server.browser().post("/api/login", json={"name": "Forgetful", "password": GOOD}).status_code == 401
    again = server.browser().post("/api/login", json={"name": "Forgetful", "password": "brand new words"})
    assert again.status_code == 200
    assert httpx.post(f"{url}/role", json={"role": "floor"}, headers=admin).json()["role"] == "floor"
    assert httpx.get(f"{url}/statement", headers=admin).json()["balance"] == FAST.starting_chips


def test_R10_a_wallet_is_refilled_over_http_once_per_id(server):
    browser = entered(server)
    full = browser.post("/api/me/refill", json={})
    assert (full.status_code, full.json()["code"]) == (409, "not_now")
    assert browser.post("/api/seat", json={"game": "high-card-flush", "buy_in": 50_000}).status_code == 200
    assert browser.get("/api/me").json()["wallet"] == FAST.starting_chips - 50_000
    for _ in range(2):
        answer = browser.post("/api/me/refill", json={"id": "the same"})
        assert (answer.status_code, answer.json()["wallet"]) == (200, FAST.starting_chips)
    assert answer.json()["refill_to"] == FAST.starting_chips
    assert answer.json()["next_refill"] == 0
    statement = browser.get("/api/me/statement").json()
    assert [line["kind"] for line in statement["postings"]] == ["refill", "buy_in", "grant"]
    assert statement["balance"] == FAST.starting_chips
    wrong = browser.post("/api/me/refill", json={"id": "x" * 65})
    assert wrong.status_code == 422


def test_R24_closures_over_http_refuse_a_seat(server):
    floor = {"Authorization": f"Bearer {server.account('Floor person', 'floor')}"}
    closing = {"scope": "game", "who": "seven-card-thrill", "why": "cleaning"}
    assert httpx.post(f"{server.url}/api/admin/closures", json=closing, headers=floor).status_code == 201
    browser = entered(server)
    refused = browser.post("/api/seat", json={"game": "seven-card-thrill"})
    assert refused.status_code == 409
    opened = httpx.delete(f"{server.url}/api/admin/closures/game?who=seven-card-thrill", headers=floor)
    assert opened.status_code == 200
    assert browser.post("/api/seat", json={"game": "seven-card-thrill"}).status_code == 200
