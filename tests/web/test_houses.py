"""Houses over HTTP: house files at the command line, the API of versions, private tables with own limits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from seventh.cli.common import UsageError
from seventh.cli.room import houses_of
from seventh.games import GAMES, book_house, parse_house
from seventh.games.high_card_flush.house import HighCardFlushHouse
from tests.terminal.at_the_prompt import seventh
from tests.web.serving import Server, serving
from tests.web.test_floor import fields, logged_in

BOOK = book_house("high-card-flush")
GENEROUS = 'game = "high-card-flush"\npays.flush.five_cards = 15\n'


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("a.toml", 'game = "high-card-flush"\nseats = 9\n', "seats is 9; allowed: a whole number from 1 to 6"),
        ("a.toml", "game = [", "not valid TOML"),
        ("a.toml", None, "cannot be read: No such file"),
        ("a.toml", "seats = 3", "game is missing; allowed: high-card-flush"),
        ("a.toml", 'game = "high-card-flush"\nchips_per_unit = 1', "chips_per_unit is 1; allowed in a room: 100"),
        ("Our House!.toml", 'game = "high-card-flush"', "cannot be the name of a house; allowed: 1 to 40"),
        ("seven-card-stud.toml", 'game = "high-card-flush"', "a file named after a game replaces its rules"),
    ],
)
def test_a_bad_house_file_is_refused_in_one_line(tmp_path: Path, file, text, says):
    path = tmp_path / file
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError) as refused:
        houses_of((path,))
    told = str(refused.value)
    assert told.startswith(f"{path}: ")
    assert says in told
    assert "\n" not in told


@pytest.mark.slow
def test_nothing_is_started_with_a_bad_house_file(tmp_path: Path):
    good, bad, data = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "room"
    good.write_text(GENEROUS)
    bad.write_text('game = "high-card-flush"\nseats = 9\n')
    done = seventh("serve", "--port", "0", "--data", str(data), "--house", str(good), "--house", str(bad))
    assert done.returncode == 2
    assert done.stderr == f"seventh: {bad}: seats is 9; allowed: a whole number from 1 to 6\n"
    assert not done.stdout
    assert not data.exists()


def test_R16_versions_over_the_api(server: Server):
    admin = server.browser(headers={"Authorization": f"Bearer {server.account('Ida', 'admin')}"})
    player = server.browser(headers={"Authorization": f"Bearer {server.account('Pia')}"})
    at = "/api/admin/houses/night-shift"
    assert admin.get(at).status_code == 404
    assert player.post(at, json={"toml": GENEROUS}).status_code == 403
    made = admin.post(at, json={"toml": GENEROUS})
    assert made.status_code == 201, made.text
    assert made.json() | {"at": 0} == {
        "house": "night-shift",
        "game": "high-card-flush",
        "version": 1,
        "at": 0,
        "by": "Ida",
        "source": "editor",
        "hash": parse_house(GENEROUS).hash,
        "toml": 'game = "high-card-flush"\n\n[pays.flush]\nfive_cards = 15\n',
    }
    stale = admin.post(at, json={"toml": 'game = "high-card-flush"', "version": 0})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    wrong = admin.post(at, json={"toml": "seats = 9", "version": 1})
    assert (wrong.status_code, wrong.json()["where"]) == (422, "seats")
    assert admin.post(at, json={"toml": "", "version": 1}).json()["hash"] == BOOK.hash
    assert [each["version"] for each in admin.get(at).json()["versions"]] == [2, 1]
    assert admin.get(f"{at}/1").json()["hash"] == parse_house(GENEROUS).hash
    assert admin.get(f"{at}/7").status_code == 404
    # Everybody sees the rules in force, with the exact edges (R40).
    (listed,) = [each for each in player.get("/api/houses").json()["houses"] if each["house"] == "night-shift"]
    assert (listed["version"], listed["rules"]) == (2, BOOK.hash)
    assert all(wager["edge_exact"] for wager in listed["wagers"] if wager["edge"])
    table = admin.post(f"{at}/tables").json()
    assert (table["table"], table["house"]) == ("night-shift-1", "night-shift")
    assert server.browser().get("/rules/night-shift").status_code == 200


def test_a_private_table_has_a_house_of_the_room_and_the_host_s_limits(server: Server):
    host = server.browser(headers={"Authorization": f"Bearer {server.account('Hal')}"})
    wanted = {"game": "high-card-flush", "own": {"limits.ante.minimum": "$20", "limits.ante.maximum": "50"}}
    opened = host.post("/api/tables", json=wanted).json()
    table = server.room.tables[opened["table"]]
    ante = cast(HighCardFlushHouse, table.house).limits.ante
    assert (ante.minimum, ante.maximum) == (2000, 5000)
    assert table.buy_in.minimum == 4 * server.room.settings.dealer_buy_in_least, "as the least bet of $5 became $20"
    assert table.row.follows == ""
    follows = host.post("/api/tables", json={"game": "high-card-flush"}).json()
    assert server.room.tables[follows["table"]].row.follows == "high-card-flush"
    for own, where, says in [
        ({"limits.ante.maximum": "1"}, "limits.ante.maximum", "is $1, below the minimum of $5"),
        ({"limits.ante.maximum": "many"}, "limits.ante.maximum", "'many' is not an amount"),
        ({"pays.flush.five_cards": "99"}, "pays.flush.five_cards", "is not a setting that a host can choose"),
        ({"folded_bonus": "maybe"}, "folded_bonus", "is 'maybe'; allowed: 'on_claim', 'automatic'"),
    ]:
        answer = host.post("/api/tables", json={"game": "high-card-flush", "own": own})
        assert (answer.status_code, answer.json()["where"]) == (422, where)
        assert says in answer.json()["why"]


def test_a_house_is_retired_and_brought_back_over_the_api(server: Server):
    admin = server.browser(headers={"Authorization": f"Bearer {server.account('Ria', 'admin')}"})
    player = server.browser(headers={"Authorization": f"Bearer {server.account('Pepe')}"})
    at = "/api/admin/houses/late-show"
    assert admin.post(at, json={"toml": GENEROUS}).status_code == 201
    assert admin.post(f"{at}/tables").status_code == 201
    assert player.post(f"{at}/retire", json={"version": 1}).status_code == 403
    assert admin.post(f"{at}/retire", json={"version": 0}).json()["code"] == "stale"
    last = admin.post("/api/admin/houses/seven-card-thrill/retire", json={"version": 0})
    assert (last.status_code, "is the only house of 7 Card Thrill" in last.json()["why"]) == (409, True)
    gone = admin.post(f"{at}/retire", json={"version": 1})
    assert gone.status_code == 200, gone.text
    assert gone.json()["retired"]
    assert [each["version"] for each in admin.get(at).json()["versions"]] == [1]
    # Offered nowhere, on no path; its rules can still be read.
    assert "late-show" not in {each["house"] for each in player.get("/api/houses").json()["houses"]}
    assert "late-show" not in player.get("/").text
    assert "late-show" not in player.get("/tables/new").text
    assert player.get("/tables/new?game=late-show").status_code == 404
    assert player.get("/table/late-show-1").status_code == 404
    assert player.post("/api/seat", json={"game": "late-show"}).status_code == 422
    assert player.post("/api/tables", json={"game": "late-show"}).status_code == 422
    assert admin.post(f"{at}/tables").status_code == 409
    assert "This house was retired" in player.get("/rules/late-show").text
    assert admin.post(f"{at}/retire", json={"version": 1}).status_code == 409
    assert player.post(f"{at}/back").status_code == 403
    back = admin.post(f"{at}/back")
    assert (back.status_code, back.json()["retired"]) == (200, False)
    assert "late-show" in player.get("/").text
    assert player.post("/api/seat", json={"game": "late-show"}).status_code == 200
    assert "This house was retired" not in player.get("/rules/late-show").text
    log = [line["kind"] for line in admin.get("/api/floor/log").json()["entries"] if line["name"] == "Ria"]
    assert log[:2] == ["house_back", "house_retired"]


def test_a_house_is_retired_and_brought_back_with_the_pages_alone(server: Server):
    admin = logged_in(server, "admin", "Rita")
    rita = server.room.people.named("Rita")
    assert rita is not None
    server.run(server.room.save_house(rita, "tuesday", parse_house(GENEROUS), 0))
    form = fields(admin.get("/houses/tuesday").text, "/houses/tuesday/retire")
    assert admin.post("/houses/tuesday/retire", data={**form, "csrf": ""}).status_code == 403
    done = admin.post("/houses/tuesday/retire", data=form)
    assert (done.status_code, done.headers["location"]) == (303, "/houses?saved=tuesday")
    page = admin.get("/houses?saved=tuesday").text
    assert "High Card Flush (tuesday) is retired." in page
    assert "Rita" in page.split("<h2>Retired</h2>")[1]
    editor = admin.get("/houses/tuesday").text
    assert "This house is retired since" in editor
    assert "data-saves" not in editor
    assert "retired the house tuesday" in admin.get("/floor/log").text
    again = admin.post("/houses/tuesday/retire", data=form)
    assert (again.status_code, "is retired" in again.text) == (409, True)
    assert admin.post("/houses/tuesday/back", data=fields(page, "/houses/tuesday/back")).status_code == 303
    assert "Version 1 of High Card Flush (tuesday) is in force." in admin.get("/houses?saved=tuesday").text
    floor = logged_in(server, "floor", "Flint")
    assert "/houses/tuesday/retire" not in floor.get("/houses/tuesday").text
    assert floor.post("/houses/tuesday/retire", data={**form, "csrf": csrf_of(floor)}).status_code == 403


def test_with_the_book_s_house_retired_every_page_has_the_others():
    with serving() as own:
        admin = logged_in(own, "admin", "Rosa")
        rosa = own.room.people.named("Rosa")
        assert rosa is not None
        own.run(own.room.save_house(rosa, "tuesday", parse_house(GENEROUS), 0))
        first = next(iter(GAMES))
        assert first == BOOK.game
        own.run(own.room.retire_house(rosa, first, 0))
        for path in ("/", "/rules", "/tables/new", "/houses", f"/houses/{first}", f"/rules/{first}", "/lab", "/drill"):
            answer = admin.get(path, follow_redirects=True)
            assert answer.status_code == 200, path
        assert admin.get("/rules").headers["location"] != f"/rules/{first}"
        assert f'action="/play/{first}"' not in admin.get("/").text
        assert first not in {each["game"] for each in admin.get("/api/games").json()["games"]}
        answer = admin.post(f"/houses/{first}/back", data=fields(admin.get("/houses").text, f"/houses/{first}/back"))
        assert answer.status_code == 303
        assert f'action="/play/{first}"' in admin.get("/").text


def csrf_of(browser) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', browser.get("/floor/chips").text)
    assert found is not None
    return found[1]


def test_the_editor_refuses_absurd_pays_and_writes_amounts_as_money(server: Server):
    admin = server.browser(headers={"Authorization": f"Bearer {server.account('Edith', 'admin')}"})
    at = "/houses/high-card-flush/results?version=0&game=high-card-flush"

    def told(**values: str) -> Any:
        return admin.post(at, json={"values": {key.replace("__", "."): text for key, text in values.items()}}).json()

    (huge,) = told(pays__flush__five_cards="99999999999999999999")["problems"]
    assert huge["where"] == "pays.flush.five_cards"
    assert huge["why"].endswith("allowed in a room: 0 to 100000 to 1")
    assert admin.post("/api/admin/houses/absurd", json={"toml": HUGE}).status_code == 422
    (low,) = told(limits__ante__maximum="100")["problems"]
    assert low["why"] == "is $1, below the minimum of $5"


def test_a_house_without_tables_has_a_button_that_opens_one(server: Server):
    admin = logged_in(server, "admin", "Tabitha")
    token = server.browser(headers={"Authorization": f"Bearer {server.account('Tabor', 'admin')}"})
    assert token.post("/api/admin/houses/empty-night", json={"toml": GENEROUS}).status_code == 201
    assert 'action="/houses/empty-night/tables"' in admin.get("/houses").text
    assert "Open a table</button>" in admin.get("/houses/empty-night").text


HUGE = """
game = "high-card-flush"
[pays.flush]
five_cards = 99999999999999999999
"""
