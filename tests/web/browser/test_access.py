"""Pages for everyone: what axe-core finds on each of them, in light and dark, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

SIZES: dict[str, dict[str, Any]] = {"desk": {}, "phone": PHONE}
GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")
PUBLIC = ("/", *(f"/rules/{game}" for game in GAMES), "/about", "/login", "/register", "/nowhere")
MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"


class Looking:
    """Looks at page after page in light and in dark, and keeps what axe-core calls serious or critical, and which pages
    have to be moved sideways to be read."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.serious: list[str] = []

    def at(self, where: str) -> None:
        if self.person.page.evaluate(
            "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
        ):
            self.serious.append(f"{where}: wider than the screen")
        for scheme in ("light", "dark"):
            self.person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            for rule in Axe().run(self.person.page).response["violations"]:
                if rule["impact"] in ("serious", "critical"):
                    told = [f"{node['html'][:160]} {node['failureSummary'][:300]}" for node in rule["nodes"][:2]]
                    self.serious.append(f"{where}, {scheme}: {rule['id']}: {told}")


@pytest.mark.parametrize("size", SIZES)
def test_pages_for_everybody(size: str, arrive: Callable[..., Person]) -> None:
    person = arrive(**SIZES[size])
    person.forgive("404")
    look = Looking(person)
    for path in PUBLIC:
        person.goes_to(path)
        look.at(path)
    assert look.serious == []


@pytest.mark.parametrize("size", SIZES)
def test_tables_and_own_pages(size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**SIZES[size]).enters()
    look = Looking(person)
    table = own_tables.open("high-card-flush", against_dealer(MINE, DEALER))
    seat = Seat.takes(person, table.path)
    seat.may_bet()
    look.at("betting")
    seat.bets("ante 5 flush 5 straight_flush 5")
    seat.may("fold")
    look.at("deciding")
    seat.does("bet-raise")
    seat.settled()
    look.at("settled")
    for panel in ("rules", "help", "settings"):
        person.page.locator(f"[data-opens={panel}]").click()
        look.at(panel)
        person.press("Escape")
    line = person.rounds()[0]
    for path in ("/", "/me", "/me/rounds", f"/me/rounds/{line['id']}", "/register"):
        person.goes_to(path)
        look.at(path)
    assert look.serious == []


@pytest.mark.parametrize("size", SIZES)
def test_the_other_tables(size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**SIZES[size]).enters()
    look = Looking(person)
    for game, bets, act in (
        ("boston-7-stud", "ante 5 first 5", "bet-second"),
        ("seven-card-thrill", "poker 5", "best"),
    ):
        seat = Seat.takes(person, own_tables.open(game, against_dealer(MINE, DEALER)).path)
        seat.bets(bets)
        seat.may(act)
        look.at(game)
    stud = own_tables.open("seven-card-stud", around_the_table({1: MINE}), bots=True)
    seat = Seat.takes(person, stud.path)
    expect(person.page.locator("#dock.turn")).to_be_visible(timeout=2 * PATIENCE)
    look.at("seven-card-stud")
    assert look.serious == []


def test_the_live_text_says_what_happens(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, DEALER)).path)
    seat.bets("ante 5")
    live = person.page.locator("#live[aria-live=polite]")
    seat.may("bet-raise")
    expect(live).not_to_be_empty()
    seat.says("state")
    expect(live).to_contain_text("ace of spades", timeout=PATIENCE)
    seat.does("fold")
    seat.settled()
    expect(seat.story).to_contain_text("ante")
