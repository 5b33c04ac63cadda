"""Oversight over HTTP: who may reach it, that pages and files say the same, and that nothing secret is in them."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from fractions import Fraction

import httpx
import pytest

from seventh.games import GAMES, book_house
from seventh.room.changes import Change, LogEntry
from seventh.room.store import schema
from seventh.web import api_oversight, pages_oversight
from seventh.web.oversight_info import hold_csv, rules_title
from tests.waiting import LIMIT
from tests.web.serving import Server
from tools.scripted_players import scripted
from tools.scripted_tables import ScriptedTables, Setting

PAGES = ("/oversight/hold", "/oversight/flow", "/oversight/shuffles")
FILES = tuple(f"/api/oversight/{name}.{kind}" for name in ("hold", "chip-flow", "shuffles") for kind in ("json", "csv"))


def fill(server: Server, rounds: int = 64) -> dict[str, str]:
    """Rounds of every game by three people, two of whom shared a device; returns their ids by name."""

    async def register() -> dict[str, str]:
        people = server.room.people
        return {name: (await people.register(name, "a long password")).id for name in ("Alba", "Beatrix", "Cleo")}

    people = server.run(register())
    ids = list(people.values())
    settings = [Setting(f"scripted-{game}", book_house(game), dict(enumerate(ids, 1)), 500_000) for game in GAMES]
    ScriptedTables(server.room.store, settings, scripted("web oversight")).run(rounds)
    body = b'{"people": ["%s", "%s"], "shares": ["device"]}' % tuple(name.encode() for name in sorted(ids[:2]))
    flagged = LogEntry("flagged", body, 1_700_000_000_000, table="scripted-seven-card-stud")
    server.room.store.commit(Change(log=(flagged,))).result()
    return people


@pytest.mark.parametrize("role", ["nobody", "guest", "player"])
def test_R37_nobody_else_reaches_oversight(server: Server, role: str) -> None:
    headers = {}
    if role != "nobody":
        token = server.guest() if role == "guest" else server.account(f"Not staff {role}", role)
        headers = {"Authorization": f"Bearer {token}"}
    paths = {route.path for route in (*pages_oversight.router.routes, *api_oversight.router.routes)}  # type: ignore[attr-defined]
    assert paths == {"/oversight", *PAGES, *FILES}
    for path in (*PAGES, *FILES):
        answer = httpx.get(server.url + path, headers=headers, timeout=LIMIT)
        assert answer.status_code == (401 if role == "nobody" else 403), (path, answer.text[:200])
    assert "/oversight" not in httpx.get(server.url + "/", headers=headers, timeout=LIMIT).text


def test_pages_and_files_say_the_same_and_show_no_card_and_no_seed(server: Server) -> None:
    people = fill(server)
    browser = server.browser(headers={"Authorization": f"Bearer {server.account('Audrey', 'auditor')}"})
    assert browser.get("/oversight").headers["location"] == "/oversight/hold"
    told = {path: browser.get(path) for path in (*PAGES, *FILES)}
    assert {path: answer.status_code for path, answer in told.items()} == dict.fromkeys(told, 200)
    hold = told["/api/oversight/hold.json"].json()
    rows = list(csv.DictReader(io.StringIO(told["/api/oversight/hold.csv"].text)))
    assert [(row["by"], row["id"], row["won"], row["expected"]) for row in rows] == [
        (line["by"], line["id"], str(line["won"]), line["expected"]) for line in hold["lines"]
    ]
    total = next(line for line in hold["lines"] if line["by"] == "total")
    assert Fraction(total["expected"]).denominator > 1
    assert total["won"] - Fraction(total["expected"]) == Fraction(total["difference"])
    page = told["/oversight/hold"].text
    assert re.findall(r'data-by="(wager|table|game|house|total)" data-game="([^"]*)" data-id="([^"]*)"', page)
    assert len(re.findall("data-by=", page)) == len(hold["lines"])
    assert hold["rake"]
    book = book_house("high-card-flush")
    (own,) = [line for line in hold["lines"] if line["by"] == "house" and line["game"] == book.game]
    assert (own["title"], own["id"]) == (f"{book.title}, the book", book.hash)
    assert f"{book.title}, rules {book.hash[:12]}" in page
    assert not re.search(r"-[\d.]+%", page), "a minus sign, not a hyphen"
    assert 'aria-label="Floor"' not in page, "auditors have no floor console"

    pairs = told["/api/oversight/chip-flow.json"].json()["pairs"]
    assert len(pairs) == 3
    flagged = [pair for pair in pairs if pair["flags"]]
    assert [{pair["winner_name"], pair["loser_name"]} for pair in flagged] == [{"Alba", "Beatrix"}]
    assert flagged[0]["flags"][0]["shares"] == ["device"]
    lines = list(csv.DictReader(io.StringIO(told["/api/oversight/chip-flow.csv"].text)))
    assert [line["net"] for line in lines] == [pair["net"] for pair in pairs]
    assert "shared device at" in told["/oversight/flow"].text
    assert set(people.values()) == {pair[side] for pair in pairs for side in ("winner", "loser")}

    shuffles = told["/api/oversight/shuffles.json"].json()
    assert shuffles["unrevealed"] > 0
    assert "too few to test" in told["/oversight/shuffles"].text
    with server.room.store.reading() as connection:
        kept = [row.seed.hex() for row in connection.execute(schema.seeds.select())]
    assert kept
    everything = " ".join(answer.text for answer in told.values())
    assert not any(seed in everything for seed in kept)
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", re.sub(r"<svg.*?</svg>|<head>.*?</head>", "", everything, flags=re.S))


def test_the_tabs_of_the_floor_stay_on_every_page(server: Server) -> None:
    floor = server.browser(headers={"Authorization": f"Bearer {server.account('Fabia', 'floor')}"})
    for path in PAGES:
        page = floor.get(path).text
        assert '<nav class="tabs floor-tabs" aria-label="Floor">' in page
        assert '<a href="/oversight/hold" aria-current="page">Oversight</a>' in page


def test_a_house_that_the_room_knows_is_named_with_its_version(server: Server) -> None:
    admin = server.run(server.room.people.register("Adela", "a long password", "admin"))
    rules = book_house("high-card-flush").replace(seats=2)
    server.run(server.room.save_house(admin, "duel", rules, 0))
    named = rules_title(server.call(lambda: server.room.houses), rules.hash)
    assert named == "High Card Flush (duel), version 1"
    assert rules_title(server.room.houses, "f" * 64) == "Rules ffffffffffff"


def test_bad_periods_and_games_are_refused_in_one_line(server: Server) -> None:
    browser = server.browser(headers={"Authorization": f"Bearer {server.account('Anton', 'auditor')}"})
    for query, said in (
        ("since=yesterday", "is not a day"),
        ("since=2026-02-02&until=2026-02-01", "is after"),
        ("game=whist", "is not a game"),
    ):
        for path in PAGES:
            answer = browser.get(f"{path}?{query}")
            assert 400 <= answer.status_code < 500
            assert said in answer.text
        for path in FILES:
            answer = browser.get(f"{path}?{query}")
            assert 400 <= answer.status_code < 500
            assert said in answer.json()["why"]
    chosen = browser.get("/oversight/hold?since=2026-01-01&game=high-card-flush").text
    assert "/api/oversight/hold.csv?game=high-card-flush&amp;since=2026-01-01" in chosen


def test_a_name_is_not_a_formula_for_a_spreadsheet() -> None:
    line = defaultdict(str, title="=1+1", difference="-5/3")
    (row,) = csv.DictReader(io.StringIO(hold_csv([line])))
    assert row["title"] == "'=1+1"
    assert row["difference"] == "-5/3"
