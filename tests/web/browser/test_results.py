"""Results of a round with several bets: whole sentences on the felt, and a panel that shows where it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

UNQUALIFIED = ("Ac 2c Qd 8d Jh 6h 9s", "7d 6d 7h 2h 6c 5c 2s")
PAIR = ("5h 5d Ah Jd 9c 7s 3s", "Ks Qh Tc 8c 6s 4c 2c")

CUT = """() => {
  const range = document.createRange();
  const boxes = (element) => (range.selectNodeContents(element), [...range.getClientRects()]);
  const verdict = document.querySelector("#stage .verdict");
  const room = verdict.getBoundingClientRect();
  const lines = [...verdict.querySelectorAll("p")].filter((line) => line.checkVisibility());
  const cut = lines.filter((line) => boxes(line).some((box) => box.left < Math.max(0, room.left) - 1
    || box.right > Math.min(innerWidth, room.right) + 1 || box.top < room.top - 3 || box.bottom > room.bottom + 3));
  return { shown: lines.map((line) => line.textContent), cut: cut.map((line) => line.textContent) };
}"""
"""The sentences on the felt, and those of which a part is not seen."""

EDGE = """() => {
  const home = document.querySelector("#last-round-home");
  const more = document.querySelector("#last-round-more");
  const log = document.querySelector("#story").getBoundingClientRect();
  const { bottom } = home.getBoundingClientRect();
  const below = home.scrollHeight - home.scrollTop - home.clientHeight;
  const marked = more.checkVisibility({ visibilityProperty: true });
  return { below, marked, over: bottom > log.top + 1, log: log.height };
}"""
"""What is below the edge of the panel, whether the edge says so, and how much of the log is left."""


def _settles(person: Person, path: str, bets: str, *acts: str) -> Seat:
    seat = Seat.takes(person, path)
    seat.bets(bets)
    for act in acts:
        seat.does(act)
    seat.settled()
    return seat


@pytest.mark.parametrize("size", [(1280, 720), (1366, 625), (390, 844)], ids=str)
def test_sentences_on_the_felt_are_whole_and_the_main_one_comes_first(
    size: tuple[int, int], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    window: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}}
    person = arrive(**({**PHONE, **window} if size[0] < 500 else window)).enters()
    table = own_tables.open("high-card-flush", against_dealer(*UNQUALIFIED))
    seat = _settles(person, table.path, "ante 5 flush 5 straight_flush 5", "bet-raise")
    found = person.page.evaluate(CUT)
    assert found["cut"] == []
    assert found["shown"][0] == (
        "The dealer does not qualify (needs three suited cards, nine high or better): ante wins $5, raise pushes."
    )
    expect(seat.prompt).to_have_text(
        "The dealer does not qualify (needs three suited cards, nine high or better). "
        "In all, you lose $5: the Flush and Straight Flush bonuses lost."
    )


@pytest.mark.parametrize("size", [(1280, 720), (1366, 625), (390, 844)], ids=str)
def test_all_five_bets_at_once_stay_within_the_window(
    size: tuple[int, int], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    window: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}}
    person = arrive(**({**PHONE, **window} if size[0] < 500 else window)).enters()
    table = own_tables.open("seven-card-thrill", against_dealer(*PAIR))
    _settles(person, table.path, "poker 5 kings 5 trips 5 full_house 5 special 5")
    found = person.page.evaluate(CUT)
    assert found["cut"] == []
    assert found["shown"][0] == "Your pair beats the dealer's king high and pays 1 to 1: Poker bet wins $5."


@pytest.mark.parametrize("size", [(1280, 720), (1366, 625)], ids=str)
def test_a_panel_too_long_for_its_column_says_that_there_is_more(
    size: tuple[int, int], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(viewport={"width": size[0], "height": size[1]}).enters()
    table = own_tables.open("seven-card-thrill", against_dealer(*PAIR))
    _settles(person, table.path, "poker 5 kings 5 trips 5 full_house 5 special 5")
    edge = person.page.evaluate(EDGE)
    assert edge["marked"] == (edge["below"] > 3)
    assert not edge["over"]
    assert edge["log"] >= 80
    for _ in range(3):  # in one step: between a look and a press, the panel may have reached its end
        person.page.evaluate("() => document.querySelector('#last-round-more:not([hidden])')?.click()")
    expect(person.page.locator("#last-round-more")).to_be_hidden(timeout=PATIENCE)
    expect(person.page.locator(".last-link")).to_be_in_viewport()


def test_a_typical_round_fits_in_its_column(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(viewport={"width": 1366, "height": 625}).enters()
    table = own_tables.open("high-card-flush", against_dealer(*UNQUALIFIED))
    _settles(person, table.path, "ante 5", "bet-raise")
    assert person.page.evaluate(EDGE)["below"] <= 3
    expect(person.page.locator(".last-link")).to_be_in_viewport()


def test_the_last_round_is_folded_away_during_a_decision_also_after_a_reload(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes(arrive().enters(), table.path)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    table.next_round()
    seat.bets("ante 5")
    seat.may("fold")
    seat.page.reload()
    seat.may("fold")
    last = seat.page.locator("#last-round")
    expect(last.locator(".sum")).to_have_text("\u2212$5")
    expect(last).not_to_have_attribute("open", "")
