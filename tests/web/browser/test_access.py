"""Accessibility: axe-core finds no problems on any page, in light and dark, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import seventh.web
from tests.web.browser.axe import violations
from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS, plays_out
from tests.web.browser.tables import OwnTables
from tests.web.serving import Server

pytestmark = pytest.mark.slow

STATIC = Path(seventh.web.__file__).parent / "static"
SIZES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": PHONE}
MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"
GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")
LAB = (
    "/lab/high-card-flush?pays.flush.five_cards=15&pays.flush.six_cards=5&deal=one_at_a_time",
    "/lab/boston-7-stud?pays.ante_bonus.straight=x",
    "/lab/seven-card-stud",
    "/lab/equity?hand=(AsAh)Kd2c3c4c&hand=(KsKh)Qd9c8d7d&dead=2d",
)
PUBLIC = (
    "/",
    *(f"/rules/{game}" for game in GAMES),
    *LAB,
    "/about",
    "/check",
    "/replay",
    "/login",
    "/register",
    "/tables/new",
    "/nowhere",
)
OWN = (
    "/",
    "/me",
    "/me/rounds",
    "/me/results",
    "/me/rounds/ROUND",
    "/me/rounds/ROUND/replay",
    "/register",
    "/tables/new",
    "/logout",
)
HEADER = """() => {
  const wide = document.documentElement.scrollWidth;
  const nav = document.querySelector(".bar-nav").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".mark, .brand-word, .bar-nav a, .bar-end > *, .play-chips")]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().top < nav.bottom)
    .map((part) => [part.textContent.trim(), part.getBoundingClientRect()]);
  const wrong = parts.filter(([, box]) => box.left < 0 || box.right > innerWidth).map(([name]) => `${name} is cut off`);
  parts.slice(1).forEach(([name, box], place) => {
    if (box.left < parts[place][1].right - 0.5) wrong.push(`${name} is over ${parts[place][0]}`);
  });
  return wide > innerWidth ? [`${wide} px wide`, ...wrong] : wrong;
}"""
"""What is wrong with the header of a page without a table."""
RICH = """() => {
  const amounts = { "table-name": "Poker & Pizza at our place", wallet: "$12,345.50", stack: "$1,398.50",
    "in-play": "$126.50", net: "\u2212$1,039.50", since: "109 min" };
  for (const [id, text] of Object.entries(amounts)) document.getElementById(id).textContent = text;
}"""
TITLE = f"""() => (({RICH})(), [
  Math.max(...[...document.querySelectorAll(".bar > *")].map((e) => e.getBoundingClientRect().right)),
  document.querySelector(".bar-title").getBoundingClientRect().width,
  document.getElementById("in-play").checkVisibility()])"""
"""Measures in the same task in which the amounts are written: the table writes its own every second."""
PANELS = ("chips-panel", "chart", "rules", "help", "settings")
STUD = {1: MINE, 2: DEALER}


class Looking:
    """Checks pages in light and dark, and collects the problems found by axe-core and pages that scroll sideways."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.found: list[str] = []

    def at(self, where: str, part: str | None = None) -> None:
        """The whole page, or a part of it."""
        page = self.person.page
        if page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            self.found.append(f"{where}: wider than the screen")
        for scheme, rule in violations(page, part):
            told = [f"{node['html'][:160]} {node['failureSummary'][:300]}" for node in rule["nodes"][:2]]
            self.found.append(f"{where}, {scheme}: {rule['id']} ({rule['impact']}): {told}")

    def into(self, panel: str, opens: str) -> None:
        """A panel: open it, look, and close it."""
        opener, more = self.person.page.locator(opens).first, self.person.page.locator(".more-tools")
        if not opener.is_visible():  # a narrow bar keeps some of its buttons in a menu
            more.click()
        opener.click()
        expect(self.person.page.locator(f"dialog#{panel}")).to_be_visible()
        self.at(panel, f"dialog#{panel}")
        self.person.press("Escape")
        expect(self.person.page.locator(f"dialog#{panel}")).to_be_hidden()

    def into_panels(self, *panels: str) -> None:
        for panel in panels:
            self.into(panel, f".bar [data-opens={panel}]")


def test_light_and_dark_differ_in_colours_only() -> None:
    sheets = "".join(sheet.read_text("utf-8") for sheet in (STATIC / "css").glob("*.css"))
    assert "light-dark(" in sheets  # which can give a colour only
    assert "prefers-color-scheme" not in sheets
    for of_theme in re.findall(r"\[data-theme[^{]*{([^}]*)}", sheets):
        assert re.fullmatch(r"(\s*(color-scheme: \w+|--[\w-]+: #\w+);)+\s*", of_theme), of_theme
    for script in (STATIC / "js").rglob("*.js"):
        assert "prefers-color-scheme" not in script.read_text("utf-8"), script


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PUBLIC)
def test_pages_for_everybody(path: str, size: str, arrive: Callable[..., Person]) -> None:
    person = arrive(**SIZES[size])
    person.forgive("404")
    look = Looking(person)
    person.goes_to(path)
    if path.startswith("/lab"):
        expect(person.page.locator("#lab-results h2, #equity-results table").first).to_be_visible()
        person.page.evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))")
    look.at(path)
    assert look.found == []


@pytest.mark.parametrize("role", ["", "player", "floor", "auditor"])
def test_the_header_fits_windows_of_every_width(role: str, arrive: Callable[..., Person], server: Server) -> None:
    """With the longest nickname and more chips than anybody has."""
    person = arrive()
    if role:
        server.account(nickname := f"{role:W<24}", role)
        person.goes_to("/login")
        person.page.get_by_label("Name").fill(nickname)
        person.page.get_by_label("Password").fill("correct horse")
        person.page.get_by_role("button", name="Log in").click()
        expect(person.page.locator(".wallet-link")).to_be_visible()
    person.goes_to("/about")
    person.page.evaluate("for (const e of document.querySelectorAll('[data-wallet]')) e.textContent = '$8,888,888.50'")
    found = []
    for width in (*range(320, 1121, 20), 1366, 1920, 2560):
        person.page.set_viewport_size({"width": width, "height": 1300})
        found += [f"{width}: {wrong}" for wrong in person.page.evaluate(HEADER)]
    assert not found, "\n".join(found)


def test_the_header_of_a_table_has_room_for_its_name(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    """Beside large amounts; on the smallest phones the name is in the menu."""
    page = Seat.takes(arrive().enters(), own_tables.open("seven-card-stud").path).page
    found = []
    for width in (*range(380, 1281, 20), 1920):
        page.set_viewport_size({"width": width, "height": 1000})
        wide, title, in_play = page.evaluate(TITLE)
        if wide > width or title < 70 or (width > 640 and not in_play):
            found.append(f"{width}: the page is {wide} px wide, the title {title} px")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES)
def test_own_pages(size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**SIZES[size]).enters()
    look = Looking(person)
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, DEALER)).path)
    seat.bets("ante 5 flush 5")
    seat.does("fold")
    seat.settled()
    line = person.rounds()[0]
    for path in OWN:
        person.goes_to(path.replace("ROUND", line["id"]))
        look.at(path)
    assert look.found == []


@pytest.mark.parametrize("size", SIZES)
def test_a_felt_from_the_rail_to_the_result(size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**SIZES[size]).enters()
    look = Looking(person)
    table = own_tables.open("high-card-flush", against_dealer(MINE, DEALER))
    person.goes_to(table.path)
    expect(person.page.locator("[data-seat-act=sit]")).to_be_visible(timeout=PATIENCE)
    look.at("watching")
    person.page.locator("[data-seat-act=sit]").click()
    seat = Seat(person)
    seat.may_bet()
    look.at("betting")
    look.into("more-chips", "[data-seat-act=rebuy]")
    look.into("seed-hash-panel", "#seed-hash")
    seat.bets("ante 5 flush 5 straight_flush 5")
    seat.may("fold")
    look.at("deciding")
    seat.does("bet-raise")
    seat.settled()
    look.at("settled")
    assert look.found == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["high-card-flush", "seven-card-stud"])
def test_panels_of_a_table(game: str, size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**SIZES[size]).enters()
    look = Looking(person)
    Seat.takes(person, own_tables.open(game).path)
    look.into_panels(*PANELS)
    look.into("friends", "#invite")
    assert look.found == []
    read = {panel: person.page.locator(f"#{panel}").text_content() or "" for panel in ("rules", "chart", "keys")}
    assert not re.search("[a-z]_[a-z]", read["rules"]), "raw names of settings"
    assert "Frequency" in read["chart"]
    assert ("payout" in read["chart"]) == (game == "high-card-flush")
    assert game == "seven-card-stud" or "1 2 3 4" in read["keys"]


@pytest.mark.parametrize("size", SIZES)
def test_the_last_round_and_the_hosts_panel(size: str, arrive: Callable[..., Person]) -> None:
    person = arrive(**SIZES[size])
    look = Looking(person)
    person.goes_to("/tables/new?game=high-card-flush")
    person.page.get_by_label("Your nickname").fill(f"Hostess {size}")
    person.page.get_by_role("button", name="Open table").click()
    start = person.sees("#actions [data-host=start]")
    look.at("before the start")
    look.into("friends", "#invite")
    start.click()
    seat = Seat(person)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    if person.page.locator("#last-round-open").is_visible():
        look.into("last-round-panel", "#last-round-open")
    else:
        look.at("the last round", "#last-round")
    assert look.found == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "bets"), [("boston-7-stud", "ante 5 first 5"), ("seven-card-thrill", "poker 5 special 1")]
)
def test_the_other_felts(game: str, bets: str, size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**SIZES[size]).enters()
    look = Looking(person)
    seat = Seat.takes(person, own_tables.open(game, against_dealer(MINE, DEALER)).path)
    seat.may_bet()
    look.at("betting")
    seat.bets(bets)
    if game == "boston-7-stud":
        seat.may("bet-second")
    else:
        seat.settled()
    look.at("after the cards")
    assert look.found == []


@pytest.mark.parametrize("size", SIZES)
def test_stud_from_the_rail_to_the_result(size: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person, other = arrive(**SIZES[size]).enters(), arrive().enters()
    look = Looking(person)
    table = own_tables.open("seven-card-stud", around_the_table(STUD))
    table.waits_for(2)
    person.goes_to(table.path)
    expect(person.page.locator("[data-seat-act=sit]")).to_be_visible(timeout=PATIENCE)
    look.at("watching")
    person.page.locator("[data-seat-act=sit]").click()
    seats = [Seat(person), Seat.takes(other, table.path)]
    seats[1].does("bring-in")
    expect(person.page.locator("#dock.turn")).to_be_visible(timeout=2 * PATIENCE)
    look.at("deciding")
    plays_out(seats, lambda _: CALLS)
    seats[0].over()
    look.at("over")
    assert look.found == []
    name = person.page.locator(".seat:not(.mine) .seat-name:visible").first.text_content()
    expect(person.page.get_by_role("group", name=f"{name}\u2019s cards", exact=True)).to_be_visible()
    seats[0].says("state")
    live = person.page.locator("#live")
    expect(live).to_contain_text(f"{name} shows ")
    whole = re.search(f"{name} shows ([^:.]*): ", live.text_content() or "")
    assert whole is not None
    assert whole[1].count(" of ") == 7
    seats[0].says("next")
    expect(person.page.locator("[data-act=again]:enabled")).to_have_count(0)


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
