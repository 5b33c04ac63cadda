"""Pages and the forms on them, without a script."""

from __future__ import annotations

import asyncio
import html
import json
import re

import httpx
import pytest

from seventh.games import book_house, wording_of
from seventh.records.record import read_record
from seventh.web.autoplay import play
from seventh.web.client import connect
from tests.known import known
from tests.waiting import LIMIT
from tests.web.serving import Server

TABLES = ("high-card-flush-1", "boston-7-stud-1", "seven-card-thrill-1", "seven-card-stud-1")


def shown(page: str) -> str:
    """A page's text with ranks as they are seen, without what a screen reader reads instead."""
    text = html.unescape(page)
    return re.sub(r'<span class="ranks"><span aria-hidden="true">(.*?)</span>.*?</span></span>', r"\1", text)


def csrf(browser: httpx.Client, path: str = "/") -> str:
    return known(re.search(r'name="csrf" value="(\w+)"', browser.get(path).text))[1]


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
    again = browser.post("/play/high-card-flush", data={"csrf": csrf(browser)})
    assert again.headers["location"] == answer.headers["location"], "one's own table is found again"
    together = browser.post("/play/high-card-flush", data={"csrf": csrf(browser), "together": "1"})
    assert together.headers["location"].startswith("/table/high-card-flush-")
    stud = browser.post("/play/seven-card-stud", data={"csrf": csrf(browser)})
    assert not stud.headers["location"].startswith("/table/seven-card-stud-"), "a table of one's own, with bots"
    together = browser.post("/play/seven-card-stud", data={"csrf": csrf(browser), "together": "1"})
    assert together.headers["location"].startswith("/table/seven-card-stud-")
    assert browser.post("/play/whist", data={"csrf": csrf(browser)}).status_code == 404
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    boot = json.loads(
        known(re.search(r'<script type="application/json" id="bootstrap">(.*?)</script>', page.text, re.S))[1]
    )
    assert boot["person"]["guest"] is True
    assert boot["game"] == "high-card-flush"
    assert "house" not in boot, "what is drawn comes with the frames"


@pytest.mark.parametrize("game", [table.removesuffix("-1") for table in TABLES])
def test_R40_the_rules_mark_what_is_a_reading_and_say_what_that_means(server, game):
    browser = server.browser()
    told = browser.get(f"/api/games/{game}/rules").json()
    pages = [browser.get(path).text for path in (f"/rules/{game}", f"/table/{game}-1/rules")]
    clauses = [part for section in told["sections"] for part in section["parts"] if part["kind"] == "clause"]
    passages = [passage for part in clauses for passage in part["passages"] if passage["source"] == "reading"]
    assert passages
    for page in pages:
        text = shown(page)
        assert told["sources"]["book"] in text
        assert told["sources"]["reading"] in text
        for passage in passages:
            assert f'<span class="reading">[<span class="source">reading</span> {passage["text"]}]</span>' in text
        assert text.count('<span class="reading">') == len(passages)


@pytest.mark.parametrize(
    ("game", "clause", "says"),
    [
        ("boston-7-stud", "B5", "At the tables of this room it is claimed for you."),
        ("boston-7-stud", "B9", "At the tables of this room your best five are kept for you."),
        ("seven-card-thrill", "T5", "At the tables of this room your best five are kept for you."),
        ("high-card-flush", "H10", "At the tables of this room the Fold button claims them for you."),
    ],
)
def test_B5_B9_T5_H10_the_rules_say_what_the_room_does_for_its_players(server, game, clause, says):
    browser = server.browser()
    for path in (f"/rules/{game}", f"/table/{game}-1/rules"):
        (told,) = re.findall(rf'<p class="clause" data-clause="{clause}".*?</p>', browser.get(path).text)
        assert told.endswith(f'<em class="in-room">{says}</em></p>')
    asked = wording_of(book_house(game)).in_the_room(spares_decisions=False)
    assert asked == ({clause: says} if clause == "H10" else {}), "the Fold button claims in any case"


def test_T1_T6_the_hand_chart_gives_percentages_whole_numbers_and_notes(server):
    heard = html.unescape(server.browser().get("/table/seven-card-thrill-1/chart").text)
    page = shown(heard)
    found = re.findall(r'data-hand="([^"]+)".*?</td><td>([^<]+)<', page)
    assert dict(found) == {
        "five aces": "1 in 136,652",
        "royal flush": "1 in 5,899",
        "straight flush": "1 in 834",
        "four of a kind": "1 in 501",
        "full house": "1 in 37",
        "flush": "1 in 25",
        "straight": "1 in 14",
        "three of a kind": "1 in 21",
        "two pair": "23%",
        "pair": "42%",
        "high card": "16%",
    }
    assert "5-4-3-2-A is the second-highest straight, above K-Q-J-10-9 (T6)." in page
    assert '<span class="visually-hidden">king, queen, jack, ten, nine</span>' in heard
    assert "The joker is an ace, or completes a straight or a flush (T1)." in page


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


def test_user_input_is_shown_as_text(server):
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
        assert known(read_record(record.text).proof).seed_hash == commitment["seed_hash"]
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


def test_a_host_chooses_the_buy_in_when_opening_a_table(server):
    browser = guest(server)
    wanted = {"csrf": csrf(browser), "game": "seven-card-stud", "name": "Small"}
    answer = browser.post("/tables", data={**wanted, "buy_in": "$100"})
    assert answer.headers["location"].endswith("&sit=1&buy_in=10000")
    usual = browser.post("/tables", data=wanted)
    assert usual.headers["location"].endswith("&sit=1")
    tables = len(server.room.tables)
    for text, why in (("9", "You can buy in for $40 to $400."), ("lots", "is not an amount")):
        refused = browser.post("/tables", data={**wanted, "buy_in": text})
        assert refused.status_code == 422
        assert why in html.unescape(refused.text)
        assert re.search(f'name="buy_in"[^>]*value="{text}"[^>]*aria-invalid="true"', refused.text)
    assert len(server.room.tables) == tables
    # Twice the stakes, twice the limits.
    doubled = browser.post("/tables", data={**wanted, "game": "high-card-flush", "stakes": "x2", "buy_in": "9"})
    assert "You can buy in for $80 to $4,000." in html.unescape(doubled.text)


def guest(server: Server) -> httpx.Client:
    browser = server.browser()
    browser.post("/enter", data={"csrf": csrf(browser)})
    return browser


def test_a_guest_is_asked_before_logging_out_throws_the_account_away(server):
    browser = guest(server)
    seat = browser.post(
        "/api/seat",
        json={"game": "high-card-flush", "buy_in": 50_000},
        headers={"X-CSRF-Token": browser.get("/api/me").json()["csrf"]},
    ).json()
    asked = browser.post("/logout", data={"csrf": csrf(browser, "/me")})
    assert asked.status_code == 200
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", asked.text)).split())
    name = server.room.tables[seat["table"]].row.name
    for words in ("lose this account", "in your wallet", f"your seat at {name} with $500", "Keep this account"):
        assert words in text
    assert browser.get("/me").status_code == 200, "nothing has happened yet"
    gone = browser.post("/logout", data={"csrf": csrf(browser, "/logout"), "sure": "yes"})
    assert (gone.status_code, gone.headers["location"]) == (303, "/")
    assert browser.get("/me").status_code == 303


def test_logging_out_with_a_seat_explains_what_happens_to_it(server):
    browser = server.browser()
    fields = {"name": "Seated One", "password": "quite long enough", "csrf": csrf(browser, "/register")}
    browser.post("/register", data=fields)
    token = browser.get("/api/me").json()["csrf"]
    wanted = {"game": "high-card-flush", "buy_in": 50_000}
    assert browser.post("/api/seat", json=wanted, headers={"X-CSRF-Token": token}).status_code == 200
    asked = browser.post("/logout", data={"csrf": csrf(browser, "/me")})
    assert "your decisions in a round in progress time out" in asked.text
    assert "returned to your wallet" in asked.text
    assert "lose it" not in asked.text
    assert browser.post("/logout", data={"csrf": csrf(browser, "/logout"), "sure": "yes"}).status_code == 303


def test_a_round_at_a_single_player_table_waits_for_a_player_who_logs_out(server):
    browser = server.browser()
    fields = {"name": "Seated Alone", "password": "quite long enough", "csrf": csrf(browser, "/register")}
    browser.post("/register", data=fields)
    me = browser.get("/api/me").json()

    async def sits() -> None:
        person = server.room.people.person(me["id"])
        table = await server.room.tables.alone(person, "high-card-flush")
        await table.seats.sit(person, "sits", 50_000)

    server.run(sits())
    asked = browser.post("/logout", data={"csrf": csrf(browser, "/me")})
    assert "the round waits for you. Once you have been away for 5 minutes" in asked.text
    assert "time out" not in asked.text


def test_pages_say_where_the_chips_are_and_name_tables_and_cards_as_people_do(server):
    browser = guest(server)
    token = browser.get("/api/me").json()["csrf"]
    made = browser.post("/api/me/tokens", json={"name": "mine"}, headers={"X-CSRF-Token": token}).json()["token"]
    played(server, made, ("high-card-flush-1",))
    lobby = " ".join(re.sub(r"<[^>]+>", " ", browser.get("/").text).split())
    assert re.search(r"\$[\d,.]+ in your wallet and \$[\d,.]+ at High Card Flush 1", lobby)
    account = browser.get("/me").text
    assert "Bought in at High Card Flush 1" in account
    assert "buy_in" not in account
    assert "stack:" not in account
    line = next(line for line in browser.get("/api/me/rounds").json()["rounds"] if line["state"] == "played")
    round_page = browser.get(f"/me/rounds/{line['id']}").text
    for page in (account, browser.get("/me/rounds").text, round_page):
        seen = html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<(script|dialog).*?</\1>", "", page, flags=re.S)))
        assert "high-card-flush-1" not in seen
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b", seen), "cards are drawn, not written in notation"
        assert re.search(r'<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">', page)


def test_void_rounds_are_folded_away(server):
    browser = guest(server)
    token = browser.get("/api/me").json()["csrf"]
    made = browser.post("/api/me/tokens", json={"name": "mine"}, headers={"X-CSRF-Token": token}).json()["token"]

    async def comes_and_goes() -> None:
        async with connect(server.url, made) as client:
            await client.watch("boston-7-stud-1")
            await client.sit("boston-7-stud-1", 40_000)
            await client.leave("boston-7-stud-1")

    asyncio.run(asyncio.wait_for(comes_and_goes(), LIMIT))
    page = browser.get("/me/rounds").text
    shown, _, folded = page.partition('<details class="void-rounds">')
    assert re.search(r"<summary>\d void rounds?</summary>", folded)
    assert ">void<" in folded
    assert ">void<" not in shown


def test_the_longest_waits_for_others_are_published(server):
    text = " ".join(server.browser().get("/about").text.split())
    times = server.room.settings
    assert re.search(rf"\b{-(-times.betting_window // 1000)} seconds? after the first bet", text)
    assert re.search(rf"\b{-(-times.idle_clock // 1000)} seconds? per decision", text)
    assert f"After {times.missed_decisions} timeouts in a row they are sat out" in text


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        ("high-card-flush", ["3 to 1, 1 to 2", "Push"]),
        ("boston-7-stud", ["3 to 1, 1 to 2", "Push"]),
        ("seven-card-thrill", ["3 to 1, 1 to 2", "Push"]),
        ("seven-card-stud", ["Bring-in", "Complete", "Muck"]),
    ],
)
def test_the_rules_explain_the_terms_that_the_game_uses(server, game, terms):
    browser = server.browser()
    for path in (f"/rules/{game}", f"/table/{game}-1/rules"):
        assert re.findall(r"<dt>(.*?)</dt><dd>[^<]+</dd>", browser.get(path).text) == terms
