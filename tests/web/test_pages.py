"""Pages and the forms on them, without a script."""

from __future__ import annotations

import asyncio
import html
import json
import re

import httpx
import pytest

from seventh.records.record import read_record
from seventh.web.autoplay import play
from seventh.web.client import connect
from tests.waiting import LIMIT
from tests.web.serving import Server

TABLES = ("high-card-flush-1", "boston-7-stud-1", "seven-card-thrill-1", "seven-card-stud-1")


def csrf(browser: httpx.Client, path: str = "/") -> str:
    return re.search(r'name="csrf" value="(\w+)"', browser.get(path).text)[1]


def played(server: Server, token: str, tables: tuple[str, ...] = TABLES) -> None:
    """Play a round at each of these tables."""

    async def go() -> None:
        async with connect(server.url, token) as client:
            for table in tables:
                await client.watch(table)
                await client.sit(table, 40_000)
                await play(client, table, 1, lambda n: 0)

    asyncio.run(asyncio.wait_for(go(), LIMIT))


def test_from_the_lobby_to_a_table_in_one_click(server):
    browser = server.browser()
    answer = browser.post("/play/high-card-flush", data={"csrf": csrf(browser)})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/table/high-card-flush-")
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    boot = json.loads(re.search(r'<script type="application/json" id="bootstrap">(.*?)</script>', page.text, re.S)[1])
    assert boot["person"]["guest"] is True
    assert boot["game"] == "high-card-flush"
    assert "house" not in boot, "what is drawn comes with the frames"


@pytest.mark.parametrize("game", [table.removesuffix("-1") for table in TABLES])
def test_R40_the_rules_mark_what_is_a_reading_and_say_what_that_means(server, game):
    browser = server.browser()
    told = browser.get(f"/api/games/{game}/rules").json()
    pages = [browser.get(path).text for path in (f"/rules/{game}", f"/table/{game}-1")]
    clauses = [part for section in told["sections"] for part in section["parts"] if part["kind"] == "clause"]
    passages = [passage for part in clauses for passage in part["passages"] if passage["source"] == "reading"]
    assert passages
    for page in pages:
        text = html.unescape(page)
        assert told["sources"]["book"] in text
        assert told["sources"]["reading"] in text
        for passage in passages:
            assert f'<span class="reading">[<span class="source">reading</span> {passage["text"]}]</span>' in text
        assert text.count('<span class="reading">') == len(passages)


def test_R40_edges_are_on_the_lobby_and_the_rules_without_login(server):
    browser = server.browser()
    lobby = browser.get("/").text
    for edge in ("2.66%", "10.62%", "6.35%", "10.22%", "13.79%", "2.17%", "15.35%"):
        assert edge in lobby
    rules = browser.get("/rules/high-card-flush").text
    assert "1 in 4,180,768" in rules
    assert "H8" in rules


def test_register_and_login_by_form(server):
    browser = server.browser()
    fields = {"name": "Formal", "password": "quite long enough", "next": "/me"}
    answer = browser.post("/register", data={**fields, "csrf": csrf(browser, "/register")})
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert "Formal" in browser.get("/me").text
    assert browser.post("/logout", data={"csrf": csrf(browser, "/me")}).status_code == 303
    wrong = browser.post("/login", data={"name": "Formal", "password": "nope", "csrf": csrf(browser, "/login")})
    assert wrong.status_code == 401
    assert 'value="Formal"' in wrong.text
    assert "nope" not in wrong.text
    answer = browser.post("/login", data={**fields, "csrf": csrf(browser, "/login")})
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")


def test_a_guest_registers_and_keeps_the_account(server):
    browser = server.browser()
    browser.post("/enter", data={"csrf": csrf(browser)})
    before = browser.get("/api/me").json()["id"]
    fields = {"name": "Kept Guest", "password": "quite long enough", "csrf": csrf(browser, "/register")}
    assert browser.post("/register", data=fields).status_code == 303
    after = browser.get("/api/me").json()
    assert (after["id"], after["name"], after["guest"]) == (before, "Kept Guest", False)


def test_what_somebody_types_is_shown_as_text(server):
    browser = server.browser()
    answer = browser.post(
        "/login", data={"name": "<script>x</script>", "password": "y", "csrf": csrf(browser, "/login")}
    )
    assert "<script>x" not in answer.text
    assert "&lt;script&gt;x" in answer.text


def test_R42_my_rounds_show_every_step_and_the_proof(server):
    token = server.guest()
    played(server, token)
    browser = server.browser(headers={"Authorization": f"Bearer {token}"})
    lines = browser.get("/api/me/rounds").json()["rounds"]
    done = [line for line in lines if line["state"] == "played"]
    assert {line["game"] for line in done} == {table.rpartition("-")[0] for table in TABLES}
    for line in done:
        assert line["after"] - line["before"] == line["net"]
        page = browser.get(f"/me/rounds/{line['id']}")
        assert page.status_code == 200, line
        commitment = browser.get(f"/api/rounds/{line['id']}/commitment").json()
        assert commitment["seed_hash"] in page.text
        assert (commitment["seed"] == "") == (line["game"] == "seven-card-stud")
        record = browser.get(f"/me/rounds/{line['id']}.json")
        assert read_record(record.text).proof.seed_hash == commitment["seed_hash"]
        info = browser.get(f"/api/rounds/{line['id']}").json()
        assert info["line"]["net"] == line["net"]
        assert sum(step["who"] == f"seat {line['seat']}" for step in info["steps"]) >= 1
    csv = browser.get("/api/me/rounds.csv").text.splitlines()
    assert len(csv) == len(lines) + 1
    assert browser.get("/me").status_code == 200
    assert browser.get("/me/rounds").status_code == 200


def test_R42_pages_of_rounds_follow_one_another(server):
    token = server.guest()
    played(server, token, ("high-card-flush-1", "boston-7-stud-1"))
    browser = server.browser(headers={"Authorization": f"Bearer {token}"})
    every = [line["id"] for line in browser.get("/api/me/rounds").json()["rounds"]]
    found, before = [], ""
    while True:
        page = browser.get("/api/me/rounds", params={"limit": 1, "before": before}).json()
        found += [line["id"] for line in page["rounds"]]
        before = page["next"]
        if not before:
            break
    assert found == every
    assert len(found) >= 2


def test_R30_nobody_else_sees_a_round(server):
    mine, other = server.guest(), server.guest()
    played(server, mine, ("boston-7-stud-2",))
    for path in ("", "/record", "/phh", "/proof"):
        url = f"{server.url}/api/rounds/boston-7-stud-2/1{path}"
        answer = httpx.get(url, headers={"Authorization": f"Bearer {other}"})
        assert answer.status_code == 404, path
    page = httpx.get(f"{server.url}/me/rounds/boston-7-stud-2/1", headers={"Authorization": f"Bearer {other}"})
    assert page.status_code == 404


def test_a_private_table_is_found_by_its_link_alone(server):
    browser = server.browser()
    browser.post("/enter", data={"csrf": csrf(browser)})
    answer = browser.post("/tables", data={"csrf": csrf(browser), "game": "seven-card-stud", "name": "Ours"})
    assert answer.status_code == 303
    link = answer.headers["location"]
    assert browser.get(link).status_code == 200
    stranger = server.browser()
    assert stranger.get(link.partition("?")[0]).status_code == 404
    assert stranger.get(link).status_code == 200
    name = link.partition("?")[0].rpartition("/")[2]
    assert name not in stranger.get("/api/tables").text
