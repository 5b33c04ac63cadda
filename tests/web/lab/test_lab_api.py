"""The lab's figures of changed rules: those of the command line, for valid houses only, and shared by link and file."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from seventh.games import book_house, load_house, parse_house
from seventh.games.edges import edge
from seventh.games.pay_rows import edges_by_pay
from seventh.house.settings import settings_of, texts_of
from seventh.web.settings import Rate
from tests.waiting import LIMIT
from tests.web.lab.asking import asked
from tests.web.serving import OPEN, Server, serving

HOUSES: dict[str, list[dict[str, str]]] = {
    "high-card-flush": [
        {},
        {"pays.flush.five_cards": "15", "pays.flush.six_cards": "40"},
        {"dealer_qualifies.high_card": "10", "most_raise.five": "3"},
        {"pays.straight_flush.three_cards": "21:2", "limits.ante.maximum": "20000"},
    ],
    "boston-7-stud": [
        {},
        {"pays.ante_bonus.straight": "5:2", "pays.three_card_bonus.pair": "0"},
        {"ante_only": "bonus_table"},
        {"wager.main": "1000", "wager.three_card_bonus": "1000", "caps[1].pays_at_most": "150000"},
    ],
    "seven-card-thrill": [
        {},
        {"half_pay_kings": "holds_kings", "joker_in_flush": "ace"},
        {"pays.poker.low_dealer_hand": "1", "pays.special.five_aces": "5000"},
        {"ace_to_five": "lowest", "rounding": "down", "wager.poker": "500"},
    ],
}


def exactly(data: dict) -> dict:
    """Figures without how long they took."""
    return {key: value for key, value in data.items() if key != "seconds"}


@pytest.mark.parametrize(("game", "values"), [(game, values) for game in HOUSES for values in HOUSES[game]])
def test_figures_are_those_of_the_command_line(lab: Server, tmp_path, game, values):
    found = asked(lab, f"/api/lab/{game}", {"values": values})
    assert found["problems"] == []
    file = tmp_path / "house.toml"
    file.write_text(found["toml"], encoding="utf-8")
    house = load_house(file, game)
    assert house.hash == found["hash"]
    amounts = {name.removeprefix("wager."): int(text) for name, text in values.items() if name.startswith("wager.")}
    assert exactly(found["figures"]) == exactly(edge(game, house, amounts).as_data())
    assert exactly(found["book"]) == exactly(edge(game, None, amounts).as_data())
    assert bool(found["changes"]) == (house != book_house(game))
    assert {change["path"].partition("[")[0] for change in found["changes"]} == {
        path.partition("[")[0] for path in values if not path.startswith("wager.")
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", HOUSES)
def test_the_command_line_reads_the_saved_file_and_prints_these_figures(lab: Server, tmp_path, game):
    values = HOUSES[game][1]
    file = tmp_path / "house.toml"
    file.write_bytes(lab.browser().get(f"/lab/{game}/house.toml", params=values).content)
    words = [sys.executable, "-m", "seventh", "edge", game, "--house", str(file), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    assert exactly(json.loads(done.stdout)) == exactly(asked(lab, f"/api/lab/{game}", {"values": values})["figures"])


def test_a_file_is_opened_and_becomes_a_link(lab: Server):
    text = 'game = "high-card-flush"\npays.flush.five_cards = "21:2"\naggregate_cap = 0\n'
    found = asked(lab, "/api/lab/high-card-flush", {"file": text})
    assert parse_house(found["toml"]).hash == parse_house(text).hash == found["hash"]
    link = urlsplit(found["link"])
    assert link.path == "/lab/high-card-flush"
    shown = lab.browser().get(found["link"]).text
    assert found["hash"] in shown
    assert 'value="21:2" data-book="12"' in shown
    saved = lab.browser().get(f"/lab/high-card-flush/house.toml?{link.query}")
    assert saved.headers["content-disposition"] == 'attachment; filename="high-card-flush.toml"'
    assert saved.text == found["toml"]


@pytest.mark.parametrize(
    ("game", "values", "where", "why"),
    [
        ("high-card-flush", {"pays.flush.five_cards": "x"}, "pays.flush.five_cards", "allowed: a whole number"),
        ("high-card-flush", {"pays.flush.five_cards": "-1"}, "pays.flush.five_cards", "must be 0 or more"),
        ("high-card-flush", {"limits.ante.minimum": "550"}, "limits.ante.minimum", "table units of 100"),
        ("high-card-flush", {"dealer_qualifies.length": "8"}, "dealer_qualifies.length", "from 2 to 7"),
        ("high-card-flush", {"deal": "thrown"}, "deal", "allowed: 'stack', 'one_at_a_time'"),
        ("high-card-flush", {"void_refunds_folded": "maybe"}, "void_refunds_folded", "true or false"),
        ("high-card-flush", {"wager.main": "0"}, "wager.main", "1 or more"),
        ("high-card-flush", {"wager.tip": "5"}, "wager.tip", "not a wager"),
        ("high-card-flush", {"pays.flush.nine_cards": "5"}, "pays.flush.nine_cards", "not a setting"),
        ("boston-7-stud", {"caps[1].ante_up_to": "900"}, "caps[1].ante_up_to", "below the largest ante"),
        ("boston-7-stud", {"wager.main": "500", "wager.ante_only": "500"}, "wager.main", "cannot be combined"),
        ("seven-card-stud", {"stakes.bring_in": "500"}, "stakes.bring_in", "above the small bet"),
    ],
)
def test_an_invalid_value_is_refused_at_its_field(lab: Server, game, values, where, why):
    found = asked(lab, f"/api/lab/{game}", {"values": values})
    assert [problem["where"] for problem in found["problems"]] == [where]
    assert why in found["problems"][0]["why"]
    assert "\n" not in found["problems"][0]["why"]
    assert (found["figures"], found["hash"], found["toml"]) == (None, "", "")
    page = lab.browser().get(f"/lab/{game}", params=values)
    assert page.status_code == 200
    assert "The settings are not valid; these are the book" in page.text
    refused = lab.browser().get(f"/lab/{game}/house.toml", params=values)
    assert (refused.status_code, "Traceback" in refused.text) == (422, False)


@pytest.mark.parametrize(
    "file",
    [
        "x",
        "game = 'razz'",
        "game = 5",
        "[" * 900,
        f"cap = {'9' * 40}",
        f"cap = {'9' * 5000}",
        'game = "seven-card-thrill"',
        "pays = 3",
    ],
)
def test_a_file_that_is_no_house_file_is_refused_in_one_line(lab: Server, file):
    found = asked(lab, "/api/lab/high-card-flush", {"file": file})
    assert found["problems"]
    assert all("\n" not in problem["why"] for problem in found["problems"])
    assert found["figures"] is None


def test_text_that_no_page_can_contain_is_refused(lab: Server):
    body = b'{"values": {"title": "\\ud800 club"}}'
    answer = lab.browser().post("/api/lab/seven-card-stud", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422


def test_a_game_between_players_has_no_edge_but_rules_and_a_file(lab: Server):
    found = asked(lab, "/api/lab/seven-card-stud", {"values": {"rake.per_thousand": "50", "rake.cap": "500"}})
    assert (found["figures"], found["book"], found["worst_case"], found["play"]) == (None, None, None, [])
    assert [(change["path"], change["clause"]) for change in found["changes"]] == [
        ("rake.per_thousand", "S25"),
        ("rake.cap", "S25"),
    ]
    assert [change["clause"] for change in found["rules"]] == ["S25"]
    house = parse_house(found["toml"])
    assert (house.rake.per_thousand, house.rake.cap) == (50, 500)
    page = lab.browser().get(found["link"]).text
    assert "no house edge" in page
    assert 'href="/lab/equity"' in page


def test_edges_by_one_pay(lab: Server):
    found = asked(lab, "/api/lab/high-card-flush/row", {"row": "pays.flush.five_cards"})
    told = [(point["pays"], point["house_edge"]) for point in found["edges"]]
    edges = edges_by_pay(book_house("high-card-flush"), "flush", "five_cards")
    assert told == [(str(pay), {name: str(value) for name, value in each.items()}) for pay, each in edges]
    for row in ("pays.flush.nine_cards", "pays", "limits.ante.minimum", "pays.flush"):
        refused = lab.browser().post("/api/lab/high-card-flush/row", json={"row": row})
        assert (refused.status_code, refused.json()["where"]) == (422, "row")


def test_warnings_are_told(lab: Server):
    found = asked(lab, "/api/lab/high-card-flush", {"values": {"pays.flush.six_cards": "5"}})
    assert found["warnings"] == ["Flush six cards pays 5 to 1, less than five cards at 12 to 1"]


def test_the_page_works_without_a_script(lab: Server):
    """A form with every field, as a browser submits it; the link that it shows has only the changes."""
    book = book_house("boston-7-stud")
    texts = {setting.path: texts_of(book).get(setting.path, "") for setting in settings_of(book)}
    page = lab.browser().get("/lab/boston-7-stud", params={**texts, "pays.three_card_bonus.pair": "2", "row": "x"})
    assert page.status_code == 200
    assert 'href="/lab/boston-7-stud/house.toml?pays.three_card_bonus.pair=2"' in page.text
    for needed in ("<title>Lab: Boston 7 Stud Poker</title>", 'name="caps[2].ante_up_to"'):
        assert needed in page.text


def test_unknown_games_and_pages(lab: Server):
    browser = lab.browser()
    assert browser.post("/api/lab/bingo", json={}).status_code == 404
    assert browser.get("/lab/bingo").status_code == 404
    assert browser.get("/lab").headers["location"].startswith("/lab/")
    assert browser.post("/api/lab/high-card-flush", json={"values": {"title": "x" * 3000}}).status_code == 422
    many = {f"x{number}": "1" for number in range(500)}
    assert browser.post("/api/lab/high-card-flush", json={"values": many}).status_code == 422


def test_R39_an_address_is_limited_and_told_to_wait():
    limits = replace(OPEN, lab=replace(OPEN.lab, questions=Rate(3, 0.001)))
    with serving(limits=limits) as server:
        statuses = []
        for pays in range(3, 8):
            question = {"values": {"pays.flush.five_cards": str(pays)}}
            answer = server.browser().post("/api/lab/high-card-flush", json=question)
            statuses.append(answer.status_code)
            if answer.status_code == 429:
                assert answer.json()["code"] == "too_fast"
                assert int(answer.headers["retry-after"]) > 1
        assert statuses[-1] == 429
        # What is known already costs nothing, and a house without figures none at all.
        assert server.browser().post("/api/lab/seven-card-stud", json={}).status_code == 200


def test_a_wager_that_the_house_loses_money_on_is_warned_of(lab: Server):
    told = "has the edge on"
    assert told not in asked(lab, "/lab/high-card-flush/results", {"values": {}})["html"]
    found = asked(lab, "/lab/high-card-flush/results", {"values": {"pays.flush.four_cards": "20"}})["html"]
    assert "The player has the edge on Flush" in found
    assert found.count(told) == 1
