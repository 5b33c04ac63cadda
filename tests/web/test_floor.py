"""The floor console over HTTP: who may reach it, what it shows, and how it answers a dispute."""

from __future__ import annotations

import io
import json
import re
import tomllib
import zipfile

import httpx
import msgspec
import pytest
from fastapi.routing import APIRoute

from seventh.fair import verify
from seventh.games import GAMES, book_house, house_from_data
from seventh.records.record import read_record
from seventh.room.floor_asks import FloorDeal, FloorHold, FloorRelease
from seventh.rounds.actions import PlaceWagers
from seventh.web import api_floor, pages_closures, pages_floor
from seventh.web.floor_info import table_panel
from tests.room.live.live_room import SETTINGS, STUD, Client, Harness, calm, name, play_hand, told_at_once
from tests.room.live.test_live_secrecy import WAGERS
from tests.waiting import LIMIT
from tests.web.serving import serving

SAME = SETTINGS.but(showing_time=600_000, seed_reveal_delay=10**9, bot_thinks=1)


def floor_routes() -> list[tuple[str, str]]:
    """Every path of the console and its API, with values for the parameters."""
    found = []
    for route in (*pages_floor.router.routes, *pages_closures.router.routes, *api_floor.router.routes):
        assert isinstance(route, APIRoute)
        assert route.path.startswith(("/floor", "/api/floor"))
        found += [(method, re.sub(r"\{[^}]+\}", f"{STUD}-1", route.path)) for method in route.methods or ()]
    assert len(found) > 25
    return found


@pytest.mark.parametrize("role", ["nobody", "guest", "player", "auditor"])
def test_R37_nobody_else_reaches_any_part_of_the_console(server, role):
    headers = {}
    if role != "nobody":
        token = server.guest() if role == "guest" else server.account(f"Not floor {role}", role)
        headers = {"Authorization": f"Bearer {token}"}
    for method, path in floor_routes():
        answer = httpx.request(method, server.url + path, headers=headers, timeout=LIMIT)
        assert answer.status_code == (401 if role == "nobody" else 403), (method, path, answer.text[:200])
    page = httpx.get(server.url + "/", headers=headers, timeout=LIMIT)
    assert 'href="/floor"' not in page.text


def logged_in(server, role: str, nickname: str):
    """A browser of somebody with this role."""
    server.account(nickname, role)
    browser = server.browser()
    form = browser.get("/login").text
    csrf = re.search(r'name="csrf" value="([^"]+)"', form)
    assert csrf is not None
    sent = {"name": nickname, "password": "correct horse", "csrf": csrf[1]}
    assert browser.post("/login", data=sent).status_code == 303
    return browser


def fields(page: str, action: str) -> dict[str, str]:
    """The hidden fields of a form."""
    form = re.search(rf'<form method="post" action="{re.escape(action)}".*?</form>', page, re.DOTALL)
    assert form is not None, action
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))


def test_the_pages_work_without_javascript_and_need_the_csrf_token(server):
    floor = logged_in(server, "floor", "Flo")
    table = "/floor/tables/boston-7-stud-1"
    assert 'href="/floor"' in floor.get("/").text
    assert "Boston 7 Stud" in floor.get("/floor?show=all").text
    page = floor.get(table).text
    hold = fields(page, f"{table}/hold")
    assert floor.post(f"{table}/hold", data={"what": "all", "why": "a drill"}).status_code == 403
    refused = floor.post(f"{table}/hold", data={**hold, "what": "all", "why": ""})
    assert refused.status_code == 422
    hold = fields(refused.text, f"{table}/hold")
    assert floor.post(f"{table}/hold", data={**hold, "what": "all", "why": "a drill"}).status_code == 303
    page = floor.get(table).text
    assert "The floor stopped the game: a drill" in page
    assert floor.post(f"{table}/release", data=fields(page, f"{table}/release")).status_code == 303
    assert "stopped the game" not in floor.get(table).text.split("Messages")[0]
    log = floor.get("/floor/log").text
    assert re.search(r"<time datetime=\"[^\"]+\" data-seconds>[0-9-]+ \d\d:\d\d:\d\d UTC</time>", log)
    assert "stopped the game: a drill" in log
    assert "Flo" in log
    assert floor.get("/floor/tables/nowhere").status_code == 404


def test_R24_the_console_closes_and_reopens(server):
    floor = logged_in(server, "floor", "Flora")
    closing = fields(floor.get("/floor").text, "/floor/close")
    wanted = {**closing, "what": "game:seven-card-thrill", "why": "new decks"}
    assert floor.post("/floor/close", data=wanted).status_code == 303
    page = floor.get("/floor?show=all").text
    assert "this game is closed to new wagers: new decks".capitalize() in page
    lobby = server.browser().get("/").text
    assert lobby.count("This game is closed to new wagers: new decks") > 1, "at the game and at its tables"
    assert 'action="/play/seven-card-thrill"' not in lobby
    guest = {"Authorization": f"Bearer {server.guest()}"}
    refused = httpx.post(f"{server.url}/api/seat", json={"game": "seven-card-thrill"}, headers=guest)
    assert refused.status_code == 409
    assert floor.post("/floor/open", data=fields(page, "/floor/open")).status_code == 303
    assert httpx.post(f"{server.url}/api/seat", json={"game": "seven-card-thrill"}, headers=guest).status_code == 200
    wrong = floor.post("/floor/close", data={**wanted, "what": "game:no-such-game"})
    assert wrong.status_code == 422
    assert "is not a game" in wrong.text


def test_R24_a_closed_player_reads_why_in_the_lobby_and_nobody_else_does(server):
    floor, closed = logged_in(server, "floor", "Florence"), logged_in(server, "player", "Loud Larry")
    form = fields(floor.get("/floor").text, "/floor/close")
    wanted = {**form, "what": "player", "person": "Loud Larry", "why": "too loud"}
    assert floor.post("/floor/close", data=wanted).status_code == 303
    told = "Your account may not place new wagers: too loud"
    lobby = closed.get("/").text
    assert lobby.count(f'<p class="game-closed"><strong>{told}.') == len(GAMES)
    assert 'action="/play/' not in lobby
    assert told not in logged_in(server, "player", "Quiet Quentin").get("/").text
    assert floor.post("/floor/open", data=fields(floor.get("/floor").text, "/floor/open")).status_code == 303
    assert closed.get("/").text.count('action="/play/') == 2 * len(GAMES), "alone and together"


def test_R24_a_game_and_its_houses_have_different_names_in_the_form():
    with serving() as own:
        floor, boss = logged_in(own, "floor", "Fionnuala"), own.room.people
        ada = own.run(boss.register("Adelheid", "a long password", "admin"))
        own.run(own.room.save_house(ada, "friday", book_house("high-card-flush").replace(seats=3), 0))
        own.run(own.room.tables.open_of("friday"))
        page = floor.get("/floor").text
        for value, name in [
            ("game:high-card-flush", "Every High Card Flush table, in all houses"),
            ("house:high-card-flush", "Only the house High Card Flush (standard)"),
            ("house:friday", "Only the house High Card Flush (friday)"),
            ("game:boston-7-stud", "Every Boston 7 Stud Poker table"),
        ]:
            assert f'<option value="{value}">{name}</option>' in page


def test_R24_the_form_offers_names_keeps_what_was_entered_and_asks_before_it_closes_the_room(server):
    floor = logged_in(server, "floor", "Florian")
    server.account("Wanda Wagers")
    page = floor.get("/floor").text
    assert re.search(r'<option value="table:boston-7-stud-1">Boston 7 Stud', page)
    assert ">Every High Card Flush table</option>" in page
    assert 'value="house:high-card-flush"' not in page, "its only house is the whole game"
    form = fields(page, "/floor/close")
    refused = floor.post("/floor/close", data={**form, "what": "table:boston-7-stud-1", "why": " "})
    assert refused.status_code == 422
    assert '<option value="table:boston-7-stud-1" selected>' in refused.text
    nobody = floor.post("/floor/close", data={**form, "what": "player", "person": "wanda", "why": "too loud"})
    assert nobody.status_code == 404
    assert "Wanda Wagers" in nobody.text, "names that contain it are suggested"
    assert 'value="wanda"' in nobody.text
    assert 'value="too loud"' in nobody.text
    assert floor.post("/floor/close", data={**form, "what": "", "why": "nothing"}).status_code == 422
    asked = floor.post("/floor/close", data={**form, "what": "all", "why": "fire drill"})
    assert asked.status_code == 200
    assert "Close the whole room?" in asked.text
    assert "Nothing is closed." in floor.get("/floor").text
    sure = fields(asked.text, "/floor/close")
    assert floor.post("/floor/close", data={**sure, "why": "fire drill"}).status_code == 303
    page = floor.get("/floor").text
    assert "the whole room" in page
    assert floor.post("/floor/open", data=fields(page, "/floor/open")).status_code == 303
    house = floor.post("/floor/close", data={**form, "what": "house:high-card-flush", "why": "new decks"})
    assert house.status_code == 303
    page = floor.get("/floor").text
    tables = [t for t in server.room.tables.values() if t.row.follows == "high-card-flush"]
    assert page.count("new decks") >= len(tables) > 0
    for table in tables:
        reopened = {**fields(page, "/floor/open"), "scope": "table", "who": table.id}
        assert floor.post("/floor/open", data=reopened).status_code == 303


def test_R37_chips_are_proposed_by_one_and_approved_by_another(server):
    one, two = logged_in(server, "floor", "Ann Floor"), logged_in(server, "admin", "Ben Admin")
    server.account("Lucky")
    form = fields(one.get("/floor/chips").text, "/floor/chips")
    wrong = one.post("/floor/chips", data={**form, "person": "Lucky", "amount": "ten", "why": "because"})
    assert wrong.status_code == 422
    assert "is not an amount" in wrong.text
    assert one.post("/floor/chips", data={**form, "person": "Nobody X", "amount": "5", "why": "w"}).status_code == 404
    sent = {**form, "person": "Lucky", "amount": "12.50", "why": "misread hand"}
    assert one.post("/floor/chips", data=sent).status_code == 303
    assert one.post("/floor/chips", data=sent).status_code == 303  # the same form again
    page = one.get("/floor/chips").text
    assert page.count("data-adjustment=") == 1
    assert "waiting for a second person" in page
    [name_] = re.findall(r'data-adjustment="([^"]+)"', page)
    own = one.post(f"/floor/chips/{name_}", data={**form, "id": "own", "approve": "yes"})
    assert own.status_code == 403
    other = two.get("/floor/chips").text
    yes = {**fields(other, f"/floor/chips/{name_}"), "approve": "yes"}
    lucky = server.room.people.named("Lucky").id
    before = server.call(lambda: server.room.cashier.wallet(lucky))
    assert two.post(f"/floor/chips/{name_}", data=yes).status_code == 303
    assert two.post(f"/floor/chips/{name_}", data=yes).status_code == 303
    assert server.call(lambda: server.room.cashier.wallet(lucky)) == before + 1250
    assert "approved by Ben Admin" in one.get("/floor/chips").text
    assert "approved +$12.50 for Lucky, proposed by Ann Floor: misread hand" in one.get("/floor/log").text


# Disputes, in a room with a virtual clock.


@pytest.mark.parametrize("game", ["boston-7-stud", STUD])
@told_at_once
async def test_a_dispute_is_answered_by_one_bundle(tmp_path, game):
    async with Harness(tmp_path, SETTINGS.but(showing_time=600_000, seed_reveal_delay=60_000)) as harness:
        table, room = f"{game}-1", harness.room
        floor = Client(harness, (await room.people.register("Fran", "a long password", "floor")).id)
        players = [await harness.guest() for _ in range(2)]
        await floor.done(FloorHold(name(), table, "deal", "watching"))
        for client in players:
            await client.sit(table)
        if game != STUD:
            for client in players:
                await client.done(client.answer_to(table, PlaceWagers(WAGERS[game])))
        live = harness.live_at(table)
        while harness.table(table).floor.may_deal():
            await floor.done(FloorDeal(name(), table, live.id))
        await floor.done(FloorRelease(name(), table))
        first = min(seat for seat in harness.live_at(table).hand.to_act if isinstance(seat, int))
        owner = next(c for c in players if c.person == live.seats[first].person)
        await owner.act(table, calm(harness.live_at(table), first))
        await harness.run(400)  # the others leave it to the clock
        over = harness.over_at(table)
        files = _unzip(room.casebook.bundle(over.id), over.id)
        assert set(files) == {
            "README.txt", "record.json", "rules.txt", "house.toml", "proof.json", "decisions.json", "chat.json",
            "log.json",
        }  # fmt: skip
        record = read_record(files["record.json"])
        verify(record)
        assert house_from_data(tomllib.loads(files["house.toml"]), game).hash == record.house_hash
        assert f"{harness.table(table).house.title}" in files["rules.txt"]
        by = {step["decided_by"] for step in json.loads(files["decisions.json"])}
        assert {"person", "clock", "dealer"} <= by
        words = [step["words"] for step in json.loads(files["decisions.json"])]
        assert all(line.endswith(".") and "=" not in line for line in words)
        assert any("$" in line for line in words)
        assert any(line.startswith("Dealt: ") for line in words)
        log = json.loads(files["log.json"])
        assert {"floor_held", "floor_dealt", "floor_released"} <= {line["kind"] for line in log}
        assert {line["name"] for line in log if line["kind"].startswith("floor_")} == {"Fran"}
        assert msgspec.json.decode(files["proof.json"])
        found = room.casebook.rounds(person=players[0].person)
        assert found[0].id == over.id
        assert room.casebook.rounds(text=over.id)[0].table == table
        assert room.casebook.rounds(table=table, since=over.opened, until=over.opened + 1)[0].id == over.id
        assert room.casebook.rounds(until=over.opened) == []


@told_at_once
async def test_R36_bots_are_called_bots_in_a_dispute_and_on_the_console(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(company=3, showing_time=10**9)) as harness:
        table = f"{STUD}-1"
        client = await harness.guest()
        await client.sit(table)
        await harness.run(20)
        panel = table_panel(harness.table(table))
        assert sum("(bot)" in seat["name"] for seat in panel["view"]["seats"]) == 2
        await play_hand(harness, table, client)
        over = harness.over_at(table)
        steps = json.loads(_unzip(harness.room.casebook.bundle(over.id), over.id)["decisions.json"])
        bots = {f"seat {seat}" for seat, one in over.seats.items() if one.person != client.person}
        assert bots
        for step in steps:
            if step["who"] in bots:
                assert step["decided_by"] in ("bot", "clock")
                assert "(bot)" in step["name"]
        assert {step["decided_by"] for step in steps if step["who"] in bots} >= {"bot"}
        assert any("(bot)" in step["words"] for step in steps)


@told_at_once
async def test_R37_the_bundle_of_a_hand_of_stud_has_no_folded_card_before_the_seed_is_revealed(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(showing_time=10**9, seed_reveal_delay=10**8)) as harness:
        table = f"{STUD}-1"
        players = [await harness.guest() for _ in range(2)]
        for client in players:
            await client.sit(table)
        await harness.run(2000)  # the clock folds one hand
        over = harness.over_at(table)
        files = _unzip(harness.room.casebook.bundle(over.id), over.id)
        hidden = [card.text for seat in over.seats for card in over.hand.held(seat)[:2]]
        shown = over.hand.view(None)
        public = "".join(seat.cards for seat in shown.seats)
        steps = files["record.json"] + files["decisions.json"]
        for card in hidden:
            if card not in public:
                assert f"={card}" not in steps
                assert not re.search(rf'"(cards|card|order)": "[^"]*{card}', steps)
        assert over.secret.reveal().hex() not in "".join(files.values())
        await harness.clock.run(10**8)
        files = _unzip(harness.room.casebook.bundle(over.id), over.id)
        assert over.secret.reveal().hex() in files["proof.json"]


def _unzip(data: bytes, round_id: str) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return {entry.removeprefix(f"{round_id}/"): bundle.read(entry).decode() for entry in bundle.namelist()}
