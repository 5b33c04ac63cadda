"""The log beside the felt: it follows the game unless the person scrolls away, and covers nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.room.tables.timing import Deadline
from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS, plays_out
from tests.web.browser.tables import OwnTable, OwnTables

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
    told = page.locator("#story li:not(.notice)").all_inner_texts()
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


# The order of what happened.

CHAT = "#chat-text"


def says(seat: Seat, text: str) -> None:
    seat.page.locator(CHAT).fill(text)
    seat.page.locator(CHAT).press("Enter")
    expect(seat.story.locator(".chat", has_text=text)).to_have_count(1)


def log(seat: Seat) -> list[str]:
    return seat.page.locator("#story li:not(.notice)").all_inner_texts()


def in_order(lines: list[str], *parts: str) -> None:
    """The log has lines with these parts, each once, in this order."""
    places = []
    for part in parts:
        found = [place for place, line in enumerate(lines) if part in line]
        assert len(found) == 1, f"{part} in {lines}"
        places += found
    assert places == sorted(places), lines


def time_is_up(table: OwnTable, seat: int) -> None:
    def now() -> None:
        table.live.timing.clocks[seat] = Deadline(table.live.timing.clocks[seat].decision, 0, 0, 0)

    table.server.call(now)
    table.server.run(table.live.tick())


def in_a_new_tab(seat: Seat) -> None:
    """Reload without the log that this tab has kept."""
    seat.page.evaluate("onpagehide = () => sessionStorage.clear()")
    seat.page.reload()
    seat.is_taken()


def test_the_log_keeps_the_order_in_which_things_happened(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("high-card-flush")
    slow, quick = (Seat.takes(arrive().enters(), table.path) for _ in range(2))
    for seat in (slow, quick):
        seat.bets("ante 5")
    slow.may("fold")
    says(slow, "let me think")
    quick.does("fold")
    name = quick.person.asks("/api/me")["name"]
    expect(slow.story).to_contain_text(f"{name} folds.")
    says(quick, "take your time")
    time_is_up(table, 1)
    late = "Your time ran out, so your hand was folded."
    slow.settled()
    order = (
        "You bet",
        "let me think",
        f"{name} folds.",
        "take your time",
        late,
        "You fold.",
        "You lose $5 on the round.",
    )
    in_order(log(slow), *order)
    says(quick, "oh well")
    before = log(slow)
    slow.page.reload()
    slow.settled()
    assert log(slow) == before
    in_a_new_tab(slow)
    slow.settled()
    expect(slow.story).to_contain_text("oh well")
    in_order(log(slow), *order, "oh well")
    table.next_round()
    slow.may_bet()
    in_order(log(slow), *order, "oh well")
    in_a_new_tab(slow)
    slow.may_bet()
    in_order(log(slow), *order, "oh well")


def test_the_next_hand_does_not_rewrite_the_log_of_the_last(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-stud")
    table.waits_for(2)
    seats = [Seat.takes(arrive().enters(), table.path) for _ in range(2)]
    for seat in seats:
        expect(seat.page.locator(".seat.mine .card")).to_have_count(3, timeout=PATIENCE)
    says(seats[0], "good luck")
    plays_out(seats, lambda _: CALLS)
    for seat in seats:
        seat.over()
    hands = [log(seat) for seat in seats]
    table.next_round()
    for seat, lines in zip(seats, hands, strict=True):
        expect(seat.story.locator(".round-break")).to_have_count(2, timeout=PATIENCE)
        expect(seat.page.locator(".seat.mine .card")).to_have_count(3, timeout=PATIENCE)
        assert log(seat)[1 : len(lines)] == lines[1:]
        in_order(lines, "good luck", "on the round.")


def test_the_log_says_in_which_rounds_nobody_bet(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes(arrive().enters(), table.path)
    headings = seat.page.locator("#story .round-break")
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    table.next_round()
    seat.may_bet()
    for number in (2, 3, 4):
        expect(headings.last).to_contain_text(f"Round {number}")
        seat.says("rebuy 5")
    expect(headings).to_have_count(2)
    expect(headings.last).to_contain_text("Round 5")
    in_order(log(seat), "Round 1", "Nobody bet in rounds 2 to 4.", "Round 5")
    # Others may have played a round that this page did not see.
    seat.person.goes_to("/")
    table.server.run(table.live.seats.rebuy(_person(table), "more", 500))
    seat.person.goes_to(table.path)
    expect(headings.last).to_contain_text("Round 6")
    in_order(log(seat), "Round 1", "Nobody bet in rounds 2 to 4.", "Round 6")


def _person(table: OwnTable) -> Any:
    return table.live.services.people.person(table.live.snapshot.chairs[1].person)


def test_who_laid_out_chips_without_pressing_bet_reads_where_they_are(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seats = [Seat.takes(arrive().enters(), table.path) for _ in range(3)]
    for seat in seats:
        seat.may_bet()
    seats[0].says("ante 10 flush 5")
    expect(seats[0].deal).to_have_text(re.compile(r"Bet \$15"))
    seats[2].bets("ante 5")
    expect(seats[0].page.locator("#clock")).to_contain_text("until bets close")

    def close() -> None:
        table.live.policy._window_ends = table.live.services.clock.now()  # type: ignore[attr-defined]

    table.server.call(close)
    table.server.run(table.live.tick())
    back = "Betting closed before you pressed Bet: your $15 is back in your stack."
    expect(seats[0].prompt).to_contain_text(back)
    in_order(log(seats[0]), back, "No more bets.")
    expect(seats[0].page.locator("#stack")).to_have_text("$400")
    expect(seats[1].prompt).to_contain_text("Betting closed before you placed a bet.")


def test_a_watcher_reads_who_is_waited_for(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("high-card-flush")
    seat, other = (Seat.takes(arrive().enters(), table.path) for _ in range(2))
    for one in (seat, other):
        one.bets("ante 5")
    seat.may("fold")
    names = [one.person.asks("/api/me")["name"] for one in (seat, other)]
    watcher = arrive(**PHONE).enters()
    watcher.goes_to(table.path)
    prompt = watcher.page.locator("#prompt")
    expect(prompt).to_have_text(f"You are watching. Waiting for {names[0]} and {names[1]}.")
    other.does("fold")
    expect(prompt).to_have_text(f"You are watching. Waiting for {names[0]}.")
    expect(watcher.page.locator("#clock")).to_have_text(re.compile(r"^up to \d+ s"))
    seat.does("fold")
    expect(prompt).to_have_text("You are watching.")
