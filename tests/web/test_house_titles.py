"""Titles of houses: rounds are listed under the house at which they were played, and the lab opens with its rules."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from seventh.games import book_house
from seventh.room.houses import EDITOR, Version
from seventh.web.app import create_app
from seventh.web.house_info import lab_link
from seventh.web.lab.changes import changed_by_texts
from seventh.web.settings import WebSettings
from tests.room.live.live_room import Client, Harness, bet_and_close, play_hand, told_at_once
from tests.web.serving import OPEN, Server

GAME = "high-card-flush"
BOOK = book_house(GAME)
GENEROUS = BOOK.replace(pays={"flush": {"five_cards": 15}})
RENAMED = BOOK.replace(title="Flush Night", pays={"flush": {"five_cards": 12}})
TITLES = {"friday": "High Card Flush (friday)", "late": "Flush Night", GAME: "High Card Flush"}


async def offered(harness: Harness) -> None:
    """Two houses besides the book's: one with its title, and one with a title of its own."""
    admin = await harness.admin()
    for name, rules in (("friday", GENEROUS), ("late", RENAMED)):
        await harness.room.save_house(admin, name, rules, 0)
        await harness.room.tables.open_of(name)


async def played_at(harness: Harness, client: Client, table: str) -> str:
    await client.sit(table)
    await bet_and_close(harness, table, client)
    live = harness.live_at(table)
    await play_hand(harness, table, client)
    await client.leave(table)
    return live.id


def reader(harness: Harness, token: str) -> httpx.AsyncClient:
    app = create_app(harness.room, WebSettings(limits=OPEN), running=True, strict_pages=True)
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app.http), base_url="http://127.0.0.1", headers=headers)


@told_at_once
async def test_R42_a_round_has_the_title_of_the_house_at_which_it_was_played(tmp_path):
    async with Harness(tmp_path) as harness:
        await offered(harness)
        one, admin = await harness.guest(), await harness.admin()
        ids = {house: await played_at(harness, one, f"{house}-1") for house in TITLES}
        own = await harness.room.tables.create(harness.room.people.person(one.person), GAME, house=GENEROUS)
        ids["own"] = await played_at(harness, one, own.id)
        # Later changes do not rename the past: the house is retired, and another one gets a new title.
        await harness.room.retire_house(admin, "friday", 1)
        await harness.room.save_house(admin, "late", BOOK.replace(title="Other Night"), 1)
        await harness.restart()
        titles = {**TITLES, "own": "High Card Flush"}
        token = await harness.room.sessions.new_token(one.person, "test")
        async with reader(harness, token) as http:
            listed = (await http.get("/me/rounds")).text
            results = (await http.get("/me/results")).text
            wagers = (await http.get("/api/me/results.json")).json()["wagers"]
            for house, round_id in ids.items():
                title = titles[house]
                row = re.search(rf"<tr(?:(?!</tr>).)*/me/rounds/{re.escape(round_id)}\b.*?</tr>", listed, re.DOTALL)
                assert row is not None
                assert f">{title}<" in row[0] or f">{title} " in row[0], (house, row[0])
                page = (await http.get(f"/me/rounds/{round_id}")).text
                assert re.search(rf"<h1>{re.escape(title)}, round \d+</h1>", page), house
                replay = (await http.get(f"/me/rounds/{round_id}/replay")).text
                assert f"{title}, round" in replay
            assert {row["house"] for row in wagers} == set(titles.values())
            for title in titles.values():
                assert f"<td>{title}</td>" in results
        staff = await harness.room.people.register("Fran", "a long password", "floor")
        token = await harness.room.sessions.new_token(staff.id, "test")
        async with reader(harness, token) as http:
            found = (await http.get("/floor/rounds")).text
            assert all(title in found for title in titles.values())
            assert titles["friday"] in (await http.get(f"/floor/rounds/{ids['friday']}")).text


@pytest.mark.parametrize("name", ["flush-a", "flush-b"])
def test_the_lab_opens_with_the_rules_of_a_house_of_the_room(server: Server, name):
    server.account(f"Lab {name}", "admin")
    admin = server.room.people.named(f"Lab {name}")
    assert admin is not None
    rules = GENEROUS if name == "flush-a" else RENAMED
    title = server.run(server.room.save_house(admin, name, rules, 0)).title
    http = server.browser()
    answer = http.get(f"/lab/{name}")
    assert answer.status_code == 303
    link = answer.headers["location"]
    assert urlsplit(link).path == f"/lab/{GAME}"
    values = dict(parse_qsl(urlsplit(link).query))
    assert changed_by_texts(GAME, values).house == rules
    page = http.get(f"/rules/{name}").text
    assert f'<a href="{link.replace("&", "&amp;")}">Open in the lab</a>' in page
    assert f'aria-current="page">{title}</a>' in http.get(link).text
    book = http.get(f"/lab/{GAME}").text
    assert f">{title}</a>" in book
    assert f'aria-current="page">{title}</a>' not in book
    assert f">{title}</a>" not in http.get("/lab/boston-7-stud").text
    assert http.get("/lab/nowhere").status_code == 404
    server.run(server.room.retire_house(admin, name, 1))
    assert f">{title}</a>" not in http.get(f"/lab/{GAME}").text


def test_a_changed_house_of_the_book_has_its_own_link_to_the_lab():
    version = Version(GAME, 1, GENEROUS, EDITOR)
    assert lab_link(version) == f"/lab/{GAME}?pays.flush.five_cards=15"
    assert lab_link(Version(GAME, 0, BOOK, "book")) == f"/lab/{GAME}"
