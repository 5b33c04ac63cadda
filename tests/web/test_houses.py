"""Houses over HTTP: house files at the command line, the API of versions, private tables with own limits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from seventh.cli.common import UsageError
from seventh.cli.room import houses_of
from seventh.games import GAMES, book_house, parse_house
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.web.lab.money import read_form, sentence
from tests.terminal.at_the_prompt import seventh
from tests.web.lab.asking import asked
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


def test_caps_follow_a_host_s_larger_limits(server: Server):
    host = server.browser(headers={"Authorization": f"Bearer {server.account('Cato')}"})
    own = {"limits.ante.minimum": "5", "limits.ante.maximum": "20"}
    opened = host.post("/api/tables", json={"game": "boston-7-stud", "own": own}).json()
    house = cast(Boston7House, server.room.tables[opened["table"]].house)
    assert (house.limits.ante.minimum, house.limits.ante.maximum) == (500, 2000)
    assert house.limits.three_card_bonus == book_house("boston-7-stud").limits.three_card_bonus
    assert [(tier.ante_up_to, tier.pays_at_most) for tier in house.caps] == [(1000, 250_000), (2000, 500_000)]
    refused = host.post("/api/tables", json={"game": "boston-7-stud", "own": {"limits.ante.maximum": "500"}})
    assert refused.status_code == 422
    assert "below the largest ante of $500" in refused.json()["why"]


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
    form["sure"] = "yes"
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
    assert (low["why"], low["says"]) == ("is $1, below the minimum of $5", "$1 is below the minimum of $5.")


@pytest.mark.parametrize(
    ("text", "chips"), [("$5", 500), ("5", 500), ("25.50", 2550), ("25.5", 2550), ("$1,000", 100_000), (" 7 ", 700)]
)
def test_the_editor_takes_amounts_as_people_write_them(server: Server, text: str, chips: int):
    base = BOOK.replace(limits={"ante": {"maximum": 10_000_000}}, table_unit=50)
    found = read_form(base, {"amounts": "money", "limits.ante.minimum": text, "pays.flush.five_cards": "15"})
    assert found.texts == {"limits.ante.minimum": str(chips), "pays.flush.five_cards": "15"}
    assert found.problems == []


def test_an_amount_that_cannot_be_read_is_quoted_as_it_was_written(server: Server):
    admin = server.browser(headers={"Authorization": f"Bearer {server.account('Quentin', 'admin')}"})
    at = "/houses/high-card-flush/results?version=0&game=high-card-flush"
    for text in ("five", "$$5", "5.50.1", "5.001"):
        values = {"amounts": "money", "limits.ante.minimum": text}
        (wrong,) = admin.post(at, json={"values": values}).json()["problems"]
        assert wrong["where"] == "limits.ante.minimum"
        assert wrong["says"].startswith(
            (f"'{text}' is not an amount; write it like $5 or 5.", f"{text} is not a whole")
        )
        page = admin.get("/houses/high-card-flush", params=values).text
        assert f'value="{text}" data-book="$5"' in page
    # A link counts in smallest chips, as ever, and quotes text that is no number.
    (wrong,) = admin.post(at, json={"values": {"limits.ante.minimum": "$5"}}).json()["problems"]
    assert wrong["says"] == "'$5' is not valid; allowed: a whole number, $0 or more."
    page = admin.get("/houses/high-card-flush?limits.ante.maximum=20000").text
    assert 'value="$200" data-book="$100"' in page
    assert "In force: $100</span>" in page
    assert 'name="amounts" value="money"' in page


def test_the_form_of_the_editor_saves_amounts_as_money(server: Server):
    admin = logged_in(server, "admin", "Moira")
    moira = server.room.people.named("Moira")
    assert moira is not None
    server.run(server.room.save_house(moira, "money-night", parse_house(GENEROUS), 0))
    form = {"limits.ante.minimum": "10", "limits.ante.maximum": "$250", "amounts": "money", "act": "save"}
    form |= {"csrf": csrf_of(admin), "version": "1"}
    assert admin.post("/houses/money-night", data=form).status_code == 303
    ante = cast(HighCardFlushHouse, server.room.houses["money-night"].rules).limits.ante
    assert (ante.minimum, ante.maximum) == (1000, 25_000)


def test_what_a_room_does_not_allow_is_said_at_its_field_together_with_other_problems(server: Server):
    admin = server.browser(headers={"Authorization": f"Bearer {server.account('Currer', 'admin')}"})
    values = {"currency": "\u20ac", "pays.flush.five_cards": "x", "pays.flush.six_cards": "100001:1", "seats": "9"}
    at = "/houses/high-card-flush/results?version=0&game=high-card-flush"
    told = {each["where"]: each["says"] for each in admin.post(at, json={"values": values}).json()["problems"]}
    assert told.keys() == values.keys()
    assert told["currency"] == "'\u20ac' is not valid; allowed in a room: '$', as in its wallets."
    page = admin.get("/houses/high-card-flush", params=values).text
    assert re.search(r'id="problem-currency">[^<]*allowed in a room', page)
    assert not re.search(r'name="currency"[^>]* readonly', page)
    # As long as they are the room's, nobody can change them.
    page = admin.get("/houses/high-card-flush").text
    for name in ("currency", "chips_per_unit"):
        assert re.search(rf'name="{name}"[^>]* readonly', page)
    assert "readonly" not in server.browser().get("/lab/high-card-flush").text


def test_the_player_s_edge_is_said_at_the_button_too(server: Server):
    admin = server.browser(headers={"Authorization": f"Bearer {server.account('Edgar', 'admin')}"})
    asked(server, "/api/lab/high-card-flush", {"values": {"pays.flush.four_cards": "20"}})
    page = admin.get("/houses/high-card-flush?pays.flush.four_cards=20").text
    acts, _, figures = page.partition('id="lab-results"')
    told = "The player has the edge on Flush: the house loses money in the long run."
    assert re.search(f'<p class="error players-edge" id="edge-warning" role="status">{told}', acts)
    assert f'<p class="error players-edge" data-players-edge>{told}' in figures
    assert 'id="edge-warning" role="status" hidden' in admin.get("/houses/high-card-flush").text


def test_a_house_is_retired_only_after_a_second_question(server: Server):
    admin = logged_in(server, "admin", "Ruth")
    ruth = server.room.people.named("Ruth")
    assert ruth is not None
    server.run(server.room.save_house(ruth, "thursday", parse_house(GENEROUS), 0))
    form = fields(admin.get("/houses/thursday").text, "/houses/thursday/retire")
    asks = admin.post("/houses/thursday/retire", data=form)
    assert (asks.status_code, "Retire High Card Flush (thursday)?" in asks.text) == (200, True)
    assert "thursday" not in server.room.houses.retired
    sure = fields(asks.text, "/houses/thursday/retire")
    assert sure["sure"] == "yes"
    assert admin.post("/houses/thursday/retire", data=sure).status_code == 303
    assert "thursday" in server.room.houses.retired


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("is '1x'; allowed: a whole number", "'1x' is not valid; allowed: a whole number."),
        ("is $1,000, above the small bet of $2", "$1,000 is above the small bet of $2."),
        ("is 550, which is not a whole number of units", "550 is not a whole number of units."),
        ("is -1; must be 0 or more", "-1 is not valid: must be 0 or more."),
        ("is not a setting of whist", "This is not a setting of whist."),
        ("", ""),
    ],
)
def test_a_problem_at_its_field_is_a_sentence(why: str, says: str):
    assert sentence(why) == says


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
