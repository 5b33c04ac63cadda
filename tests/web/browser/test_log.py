"""The log beside the felt: it follows the game unless the person scrolls away, and covers nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

LOW = {"width": 1366, "height": 625}
AT_END = """() => {
  const log = document.querySelector("#story");
  return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
}"""
LATE = """() => new Promise((done) => {
  const log = document.querySelector("#story");
  log.scrollTop = 0;
  log.scrollTop = log.scrollHeight;
  for (let n = 0; n < 4; n++) log.append(Object.assign(document.createElement("li"), { textContent: "One more line" }));
  requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelector("#story-latest").hidden)));
})"""
"""Scroll to the end; before the event of it is dispatched, there are new lines."""
OVER = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const button = box("#story-latest");
  return button.top >= box("#last-round-home").bottom && button.bottom <= box("#story").bottom;
}"""
CARDS = ("AsKs9s2s7h8d3c", "9dJdTd6d5h4h3h")


def plays(seat: Seat, rounds: int) -> None:
    for _ in range(rounds):
        seat.page.locator("[data-act=again]:visible, #bets .go:visible").first.click()
        seat.does("bet-raise")
        seat.settled()


def test_log_follows_the_game_until_it_is_scrolled(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    own, dealer = (" ".join(cards[place : place + 2] for place in range(0, 14, 2)) for cards in CARDS)
    table = own_tables.open("high-card-flush", against_dealer(own, dealer))
    table.decides_nothing_automatically()
    seat = Seat.takes(arrive(viewport=LOW).enters(), table.path)
    page, latest = seat.page, seat.page.locator("#story-latest")
    seat.may_bet()
    page.keyboard.press("k")
    seat.bets("ante 5 flush 5")
    seat.does("bet-raise")
    seat.settled()
    plays(seat, 2)
    page.wait_for_function(AT_END)
    expect(latest).to_be_hidden()
    assert page.evaluate(LATE), "what the page scrolls itself counts as the person's scrolling"
    page.wait_for_function(AT_END)
    seat.story.hover()
    page.mouse.wheel(0, -400)
    expect(latest).to_be_visible()
    assert page.evaluate(OVER)
    kept = page.evaluate("document.querySelector('#story').scrollTop")
    plays(seat, 1)
    expect(latest).to_be_visible()
    assert page.evaluate(OVER)
    assert page.evaluate("document.querySelector('#story').scrollTop") == pytest.approx(kept, abs=2)
    latest.click()
    page.wait_for_function(AT_END)
    expect(latest).to_be_hidden()
    plays(seat, 1)
    page.wait_for_function(AT_END)
    seat.story.press("Home")
    expect(latest).to_be_visible()
