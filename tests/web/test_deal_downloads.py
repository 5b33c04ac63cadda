"""The wagers of a hand-dealt table as CSV and JSON: for those who may use the table, and safe for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest

from seventh.games import book_house
from seventh.records.hand_dealt_table import Player
from seventh.web.csv_text import csv_text, safe
from tests.hand_dealing import scripts
from tests.web.serving import Server

NAME = '=HYPERLINK("x")'


def dealt_table(server: Server, owner: str, rounds: int) -> str:
    """A table with some rounds that are over, and one that is not."""
    person = server.room.people.named(owner)
    assert person is not None
    tables = server.room.hand_dealt

    async def play() -> str:
        players = {1: Player(NAME, 200_00), 3: Player("", 200_00)}
        kept = await tables.open(person, book_house("high-card-flush"), "Night", players)
        for _ in range(rounds):
            await tables.begin(kept, person, kept.moment)
            for entry in scripts.FLUSH:
                await tables.enter(kept, person, kept.moment, entry)
        await tables.begin(kept, person, kept.moment)
        await tables.enter(kept, person, kept.moment, scripts.FLUSH[0])
        return kept.id

    return server.run(play())


def browser(server: Server, name: str, role: str = "player"):
    return server.browser(headers={"Authorization": f"Bearer {server.account(name, role)}"})


def test_the_files_of_a_hand_dealt_table_have_every_wager_of_its_finished_rounds(server: Server):
    owner = browser(server, "Dora Deals")
    table = dealt_table(server, "Dora Deals", 2)
    answer = owner.get(f"/deal/{table}/rounds.csv")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == f'attachment; filename="hand-dealt-{table}.csv"'
    header, *lines = list(csv.reader(io.StringIO(answer.text)))
    assert header == ["round", "seat", "name", "wager", "staked", "result", "paid", "clause", "cap", "net"]
    rows = [dict(zip(header, line, strict=True)) for line in lines]
    assert {row["round"] for row in rows} == {"1", "2"}, "the third round is not over"
    assert {row["name"] for row in rows} == {f"'{NAME}", ""}
    for number in ("1", "2"):
        for seat, net in (("1", -11_00), ("3", 90_00)):
            own = [row for row in rows if (row["round"], row["seat"]) == (number, seat)]
            assert sum(int(row["net"]) for row in own) == net
            assert all(int(row["paid"]) - int(row["staked"]) == int(row["net"]) for row in own)
    told = owner.get(f"/deal/{table}/rounds.json").json()
    assert (told["table"], told["name"], told["game"]) == (table, "Night", "high-card-flush")
    assert told["rules"] == book_house("high-card-flush").hash
    assert [[f"'{v}" if v == NAME else str(v) for v in line.values()] for line in told["lines"]] == lines
    page = owner.get(f"/deal/{table}").text
    assert f'href="/deal/{table}/rounds.csv" download' in page
    assert f'href="/deal/{table}/rounds.json" download' in page


def test_R37_only_the_owner_and_the_floor_can_download_a_table(server: Server):
    browser(server, "Doug Deals")
    table = dealt_table(server, "Doug Deals", 1)
    other, floor = browser(server, "Nosy"), browser(server, "Florence", "floor")
    for file in ("rounds.csv", "rounds.json"):
        assert other.get(f"/deal/{table}/{file}").status_code == 404
        assert server.browser().get(f"/deal/{table}/{file}").status_code == 401
        assert floor.get(f"/deal/{table}/{file}").status_code == 200


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_a_name_is_not_a_formula_for_a_spreadsheet(start):
    assert safe(f"{start}1+1") == f"'{start}1+1"
    assert safe(f"Ada{start}1") == f"Ada{start}1"
    text = csv_text([{"name": f"{start}1", "net": -5}], ("name", "net"), ("name",))
    assert list(csv.reader(io.StringIO(text, newline="")))[1] == [f"'{start}1", "-5"], "amounts stay numbers"
