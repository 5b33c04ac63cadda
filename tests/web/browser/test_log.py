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
    # As a strip on a phone, it has the numbers of clauses as tags, not as words of the sentence.
    page.set_viewport_size({"width": 390, "height": 844})
    tags = page.locator(".side .story .clause-id")
    borders = tags.evaluate_all("tags => tags.map((tag) => getComputedStyle(tag).borderTopWidth)")
    assert set(borders) == {"1px"}


CUT = """() => {
  const key = Object.keys(sessionStorage).find((key) => key.startsWith("story ") && !key.endsWith("dropped"));
  const lines = JSON.parse(sessionStorage.getItem(key));
  const dealt = lines.findIndex((line) => line.text.startsWith("You're dealt"));
  sessionStorage.setItem(key, JSON.stringify(lines.filter((line, place) => place <= dealt || line.news)));
}"""
"""The log as of a page that was left in the middle of the round."""
FILL = """() => {
  const key = Object.keys(sessionStorage).find((key) => key.startsWith("story ") && !key.endsWith("dropped"));
  const lines = JSON.parse(sessionStorage.getItem(key));
  for (let n = 0; n < 200; n++) lines.push({ round: "long ago", kind: "", text: "Something happened." });
  sessionStorage.setItem(key, JSON.stringify(lines));
}"""
"""The log after many rounds: its oldest lines are dropped."""


def leaves(seat: Seat) -> None:
    seat.page.locator("[data-seat-act=leave]").click()
    seat.page.get_by_role("button", name="Fold and leave").click()
    seat.page.wait_for_url("**/*left=*")


def test_who_comes_back_finds_the_end_of_their_round_and_nothing_twice(arrive: Callable[..., Person]) -> None:
    person = arrive()
    seat, page = Seat(person), person.page
    play = page.locator("[data-game=high-card-flush] .game-go button")
    person.goes_to("/")
    play.click()
    seat.may_bet()
    headings = page.locator("#story .round-break")
    expect(headings).to_have_count(1)
    seat.says("rebuy 50")
    expect(headings.last).to_contain_text("Round 2")
    expect(headings, "nothing happened in the round that the chips ended").to_have_count(1)
    seat.bets("ante 5")
    seat.may("fold")
    leaves(seat)
    page.evaluate(CUT)
    play.click()
    seat.may_bet()
    told = page.locator("#story li").all_inner_texts()
    place = told.index("You lose $5 on the round.")
    assert any("ante loses $5" in line for line in told[:place])
    assert any(" sat down with " in line for line in told[place:]), "the round stays in its place"
    expect(page.locator(".last-hand")).to_have_count(2)
    expect(page.locator("#last-round .sum")).to_have_text("\u2212$5")
    page.locator("[data-seat-act=leave]").click()
    page.wait_for_url("**/*left=*")
    page.evaluate(FILL)
    play.click()
    seat.may_bet()
    expect(page.locator("#story .news").filter(has_text=" sat down with ")).to_have_count(1)
