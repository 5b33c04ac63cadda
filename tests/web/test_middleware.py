"""The middleware: headers, CSRF, origin, sizes, rates, uniform errors, logs without secrets."""

from __future__ import annotations

import io
import json
import logging
import re

import httpx
import pytest

from seventh.fair.secret import Secret
from seventh.web import logs
from seventh.web.pages import here_after
from seventh.web.settings import BadSetting, Limits, Rate, WebSettings
from tests.web.serving import OPEN, serving

PAGES = (
    "/",
    "/rules/high-card-flush",
    "/about",
    "/login",
    "/register",
    "/table/seven-card-stud-1",
    "/nowhere",
    "/api/me",
)


@pytest.mark.parametrize("path", PAGES)
def test_R31_every_answer_forbids_inline_script_framing_and_sniffing(server, path):
    answer = server.browser().get(path)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", PAGES[:6])
def test_R31_pages_keep_to_their_own_policy(server, path):
    text = server.browser().get(path).text
    assert not re.search(r"\son\w+=", text), "an inline handler"
    assert not re.search(r"<[^>]*\sstyle=", text), "a style attribute"
    assert "<style" not in text
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL):
        assert "src=" in attributes or 'type="application/json"' in attributes
        assert "src=" not in attributes or not body.strip()
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//[^\"]*", text), "something from elsewhere"


@pytest.mark.parametrize("path", PAGES[:6])
def test_R46_every_page_says_play_chips(server, path):
    assert "play chips" in server.browser().get(path).text.lower()


def test_R31_a_form_without_its_token_changes_nothing(server):
    browser = server.browser()
    browser.get("/")
    assert browser.post("/enter").status_code == 403
    assert browser.post("/enter", data={"csrf": "0" * 64}).status_code == 403
    assert browser.get("/api/me").status_code == 401


def test_R31_the_api_requires_a_csrf_token_with_a_cookie(server):
    browser = server.browser()
    me = browser.post("/api/guest", json={}).json()["me"]
    refused = browser.post("/api/me/tokens", json={"name": "x"})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    other = server.browser().post("/api/guest", json={}).json()["me"]["csrf"]
    assert browser.post("/api/me/tokens", json={"name": "x"}, headers={"X-CSRF-Token": other}).status_code == 403
    assert browser.post("/api/me/tokens", json={"name": "x"}, headers={"X-CSRF-Token": me["csrf"]}).status_code == 201


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
    ids=["origin", "null", "fetch-site"],
)
def test_R31_another_site_may_not_post(server, headers):
    answer = server.browser().post("/api/guest", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_origin")


def test_R31_only_the_public_url_is_its_own_origin():
    with serving(WebSettings(public_url="https://cards.example.org", limits=OPEN)) as server:
        own = server.browser().post("/api/guest", json={}, headers={"Origin": "https://cards.example.org"})
        assert own.status_code == 200
        by_host = server.browser().post("/api/guest", json={}, headers={"Origin": server.url})
        assert by_host.status_code == 403


def test_R34_a_body_that_is_too_long_is_refused(server):
    answer = server.browser().post("/api/login", content=b"x" * 70_000, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def pieces():
        for _ in range(100):
            yield b"x" * 1000

    answer = server.browser().post("/api/login", content=pieces(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_R34_an_address_that_sends_too_many_requests_waits():
    with serving(limits=Limits(address_requests=Rate(10, 0.01))) as server:
        answers = [server.browser().get("/api/tables") for _ in range(15)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 5
        assert int(answers[-1].headers["retry-after"]) >= 1


def test_R34_an_account_that_sends_too_many_requests_waits_and_others_do_not():
    limits = Limits(requests=Rate(5, 0.01), address_requests=Rate(1000, 1000), entries=Rate(10, 10))
    with serving(limits=limits) as server:
        fast, calm = ({"Authorization": f"Bearer {server.guest()}"} for _ in range(2))
        codes = [httpx.get(f"{server.url}/api/me", headers=fast).status_code for _ in range(8)]
        assert codes == [200] * 5 + [429] * 3
        assert httpx.get(f"{server.url}/api/me", headers=calm).status_code == 200


def test_R34_new_guests_from_one_address_are_limited():
    with serving(limits=Limits(entries=Rate(3, 0.01))) as server:
        codes = [server.browser().post("/api/guest", json={}).status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]


def test_only_trusted_proxies_can_state_a_clients_address():
    limits = Limits(entries=Rate(1, 0.01))
    for trusted, expected in (((), [200, 429]), (("127.0.0.1",), [200, 200])):
        with serving(WebSettings(trusted_proxies=trusted, limits=limits)) as server:
            codes = [
                server.browser().post("/api/guest", json={}, headers={"X-Forwarded-For": address}).status_code
                for address in ("203.0.113.7", "203.0.113.8")
            ]
            assert codes == expected


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "unknown"),
        ("GET", "/api/tables/nowhere", 404, "unknown"),
        ("PUT", "/api/tables", 405, "not_allowed"),
        ("POST", "/api/login", 422, "malformed"),
        ("GET", "/api/me", 401, "not_entered"),
    ],
)
def test_errors_have_one_form(server, method, path, status, code):
    answer = server.browser().request(method, path)
    assert answer.status_code == status
    assert answer.json()["code"] == code
    assert set(answer.json()) == {"code", "why", "allowed", "where"}
    assert answer.headers["x-request-id"]


def test_a_failure_says_nothing_of_itself(server, monkeypatch):
    def broken():
        raise ValueError("the deck is AsKsQs")

    monkeypatch.setattr(server.app.facade, "tables", broken)
    answer = server.browser().get("/api/tables")
    assert answer.status_code == 500
    assert answer.json()["code"] == "failed"
    assert "AsKs" not in answer.text
    page = server.browser().get("/")
    assert page.status_code == 500
    assert "AsKs" not in page.text


def test_R30_logs_contain_code_locations_and_no_values():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter())
    seed = Secret(b"\x07" * 32)

    def deal(cards: str, secret: Secret) -> None:
        raise ValueError(f"cannot deal {cards} from {secret.reveal().hex()}")

    try:
        deal("AsKsQsJsTs9s8s", seed)
    except ValueError:
        record = logging.LogRecord("seventh", logging.ERROR, "", 0, "it failed", (), __import__("sys").exc_info())
        record.table, record.cards = "high-card-flush-1", "AsKs"
        handler.emit(record)
    line = json.loads(stream.getvalue())
    assert line["exception"] == "ValueError"
    assert line["table"] == "high-card-flush-1"
    assert line["trace"][-1].endswith("deal")
    assert "AsKs" not in stream.getvalue()
    assert "0707" not in stream.getvalue()


@pytest.mark.parametrize(
    ("asked", "goes"),
    [
        ("/me", "/me"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/table/x?sit=1", "/table/x?sit=1"),
        ("/a\r\nSet-Cookie: x", "/"),
        ("", "/"),
    ],
)
def test_R31_a_form_leads_nowhere_else(asked, goes):
    assert here_after(asked) == goes


@pytest.mark.parametrize("url", ["cards.example.org", "ftp://x", "https://x/path", "https://"])
def test_a_public_url_is_an_origin(url):
    with pytest.raises(BadSetting, match="public URL"):
        WebSettings(public_url=url)


def test_health_and_metrics(server):
    assert server.browser().get("/healthz").json()["ok"] is True
    text = server.browser().get("/metrics").text
    storage = ("seventh_commit_seconds_bucket", "seventh_commits_waiting")
    for name in ("seventh_tables", "seventh_connections", "seventh_rounds", "seventh_frames_sent_total", *storage):
        assert name in text


def test_a_person_at_a_terminal_sees_warnings_and_errors_as_plain_lines():
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    root, out = logging.getLogger(), Terminal()
    handlers, level = root.handlers[:], root.level
    try:
        logs.set_up(out)
        logs.log.info("request", extra={"path": "/"})
        logs.log.error("table failed", extra={"table": "t", "error": "ValueError", "secret": "AsKs"})
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    assert out.getvalue() == "error: table failed: table t, error ValueError\n"
