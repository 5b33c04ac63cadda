"""From the lobby to a seat, through a round and back: by keyboard only, and by touch only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PATIENCE, PHONE, Person, money
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

MINE, DEALER = "2c 4d 6h 8s Tc Qd 3h", "As Ks Qs Js 9s 2d 3d"


def tabs_to(person: Person, selector: str) -> None:
    """Press Tab until the focus is there, and see that it shows."""
    for _ in range(80):
        person.press("Tab")
        if person.page.evaluate("query => document.activeElement.matches(query)", selector):
            outline = person.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"{selector} does not show that it has the focus"
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_by_keyboard_alone(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    page = person.page
    table = own_tables.open("high-card-flush", against_dealer(MINE, DEALER))
    person.goes_to(table.path)
    expect(page.locator("[data-seat-act=sit]")).to_be_visible(timeout=PATIENCE)
    tabs_to(person, "[data-seat-act=sit]")
    person.press("Enter")
    seat = Seat(person)
    seat.may_bet()
    tabs_to(person, ".spot[data-wager=ante]")
    person.press("Enter")  # on top of the $5 laid out
    expect(seat.spot("ante").locator(".spot-pile")).to_contain_text("$10")
    tabs_to(person, "#bets .go")
    person.press("Enter")
    seat.may("fold")
    for panel in ("chips-panel", "rules", "settings"):
        tabs_to(person, f".bar [data-opens={panel}]")
        person.press("Enter")
        expect(page.locator(f"#{panel}")).to_be_visible()
        person.press("Escape")
        expect(page.locator(f"#{panel}")).to_be_hidden()
    tabs_to(person, "[data-act=fold]")
    person.press("Enter")
    seat.settled()
    tabs_to(person, "[data-seat-act=leave]")
    person.press("Enter")
    expect(page.locator(".message")).to_contain_text("You left", timeout=PATIENCE)
    person.goes_to("/me")
    tabs_to(person, "form[action='/logout'] button")
    person.press("Enter")
    expect(page.get_by_role("heading", name="Log out and lose this account?")).to_be_visible(timeout=PATIENCE)
    tabs_to(person, "form[action='/logout'] button")
    person.press("Enter")
    expect(page.get_by_role("link", name="Log in")).to_be_visible(timeout=PATIENCE)


def test_by_touch_alone(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**PHONE).enters()
    page = person.page
    table = own_tables.open("high-card-flush", against_dealer(MINE, DEALER))
    person.goes_to(table.path)
    page.locator("[data-seat-act=sit]").tap()
    seat = Seat(person)
    seat.may_bet()
    seat.spot("ante").tap()
    seat.deal.tap()
    seat.may("fold")
    page.get_by_role("button", name="Your chips").tap()
    expect(page.get_by_role("dialog", name="Your chips")).to_contain_text(money(1000))
    page.get_by_role("button", name="Close chips").tap()
    seat.act("fold").tap()
    seat.settled()
    page.locator("[data-seat-act=leave]").tap()
    expect(page.locator(".message")).to_contain_text("You left", timeout=PATIENCE)
