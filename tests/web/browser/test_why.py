"""The reasons for a result: shown once the cards have turned, kept until the next decision, with a link to the rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

MINE, UNQUALIFIED = "As Ks 9s 2h 7h 8d 3c", "8h 6h 4h 5d 6d 2c 3s"
WHY = "The dealer does not qualify (needs three suited cards, nine high or better): ante wins $5, raise pushes"

_WATCH = """() => {
  const down = (row) => document.querySelectorAll(`${row} .card.back`).length;
  const told = (text) => document.querySelector("#story").textContent.includes(text);
  window.early = [];
  const look = () => {
    if (document.querySelector(".dealer-words").textContent && down(".dealer-cards")) window.early.push("dealer");
    if (document.querySelector(".own-words").textContent && down(".own-cards")) window.early.push("own name");
    if (told("You're dealt") && down(".own-cards")) window.early.push("own cards in the log");
    if (!down(".dealer-cards")) return;
    if (told("The dealer has")) window.early.push("dealer's cards in the log");
    if (document.querySelector("#net").textContent === "+$5") window.early.push("net");
    if (document.querySelector(".verdict").textContent) window.early.push("verdict");
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""
"""Looks at every change of the page for text about cards that are still face down."""


def _plays(person: Person, own_tables: OwnTables) -> Seat:
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, UNQUALIFIED)).path)
    seat.may_bet()
    person.page.evaluate(_WATCH)
    seat.bets("ante 5")
    seat.does("bet-raise")
    seat.settled()
    return seat


def test_nothing_is_announced_before_the_card_that_shows_it_has_turned(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(motion="no-preference").enters()
    _plays(person, own_tables)
    assert person.page.evaluate("window.early") == []


def test_the_reason_is_on_the_felt_in_the_log_and_in_the_panel_and_stays_over_a_reload(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    seat = _plays(person, own_tables)
    page = person.page
    for _ in range(2):
        expect(page.locator("#stage .verdict")).to_have_text(f"{WHY}.")
        expect(seat.story).to_contain_text(WHY)
        expect(page.locator("#story .round-break").first).to_contain_text("+$5")
        expect(page.locator("#last-round .sum")).to_have_text("+$5")
        expect(page.locator("#last-round .last-hand")).to_have_count(2)
        expect(page.locator("#last-round .last-why")).to_have_count(1)
        page.reload()
    link = page.locator("#last-round [data-clause-link=H6]")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog#rules [data-clause=H6].found")).to_be_in_viewport()


def test_a_key_changes_the_dealing_speed(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.may_bet()
    for speed in ("fast", "instant", "slow", "normal"):
        person.press("p")
        expect(seat.story).to_contain_text(f"Dealing speed: {speed}.")
    person.press("s")
    expect(person.page.locator("#settings [name=speed][value=normal]")).to_be_checked()
