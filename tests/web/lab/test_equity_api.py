"""The equity page's shares are those of `seventh.equity`, exactly."""

from __future__ import annotations

import re

import pytest

import seventh
from tests.web.lab.asking import asked
from tests.web.serving import Server

EXACT = [
    (["(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d"], ""),
    (["(AsAh)Kd2c3c", "(KsKh)Qd9c8d"], "2d2h"),
    (["(AsAh)Kd2c3c4c(5c)", "(KsKh)Qd9c8d7d(6d)", "(????)2s5s6s7s(??)"], ""),
]


def without_time(data: dict) -> dict:
    return {key: value for key, value in data.items() if key != "seconds"}


@pytest.mark.parametrize(("hands", "dead"), EXACT)
def test_shares_are_exactly_those_of_the_library(lab: Server, hands, dead):
    found = asked(lab, "/api/equity", {"hands": hands, "dead": dead})
    assert found["exact"]
    assert without_time(found) == without_time(seventh.equity(*hands, dead=dead).as_data())


@pytest.mark.slow
def test_sampled_shares_are_those_of_the_library_and_say_their_error(lab: Server):
    hands = ["(AsAh)Kd", "(KsKh)Qd"]
    found = asked(lab, "/api/equity", {"hands": hands})
    assert not found["exact"]
    assert all(hand["std_error"] > 0 for hand in found["hands"])
    assert without_time(found) == without_time(seventh.equity(*hands).as_data())


def test_the_page_shows_every_street(lab: Server):
    hands = ["(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d"]
    browser = lab.browser()
    link = {"hand": hands}
    told = {"waiting": "x"}
    while told["waiting"]:
        told = browser.post("/lab/equity/results", json={"hands": hands}).json()
    page = browser.get("/lab/equity", params=link).text
    for html in (told["html"], page):
        for street, name in ((5, "Fifth street"), (6, "Sixth street")):
            report = seventh.equity(*(shortened(hand, street) for hand in hands))
            for hand in report.hands:
                assert f"{100 * float(hand.equity):.4f}%" in html
            assert f"{name}, exact: all {report.runouts:,} run-outs." in html
        assert re.search(r"Player 1: [0-9.]+% on third street, 80.83% on sixth street", html)
        assert "97/120" in html


def shortened(hand: str, street: int) -> str:
    cards = re.findall("[2-9TJQKA][cdhs]", hand)[:street]
    return f"({''.join(cards[:2])}){''.join(cards[2:])}"


@pytest.mark.parametrize(
    ("hands", "dead", "why"),
    [
        (["(AsAh)Ad"], "", "1 hand given; a stud showdown takes two to 8"),
        (["(AsAh)Ad", "(AsKh)Kd"], "", "As"),
        (["(AsAh)Ad", "(KsKh)Kd"], "Ks", "Ks"),
        (["(AsAh)A", "(KsKh)Kd"], "", "two characters"),
        (["(AsAh", "(KsKh)Kd"], "", "parenthesis"),
        (["JkAhAd", "(KsKh)Kd"], "", "joker"),
        (["(AsAh)Ad"] * 9, "", "two to 8"),
    ],
)
def test_what_is_no_spot_is_refused_in_one_line(lab: Server, hands, dead, why):
    answer = lab.browser().post("/api/equity", json={"hands": hands, "dead": dead})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert why in answer.json()["why"]
    assert "\n" not in answer.json()["why"]
    page = lab.browser().get("/lab/equity", params={"hand": hands, "dead": dead})
    assert page.status_code == 200
    assert answer.json()["why"].replace("'", "&#39;") in page.text or len(hands) > 8
