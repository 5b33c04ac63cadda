"""Animation never blocks play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.settlement import the_screen_equals_the_record
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

_SLOW_CHIPS = """
const soon = window.setTimeout;
window.setTimeout = (act, time, ...more) => soon(act, time === 150 ? 1_000_000 : time, ...more);
"""
"""The chips of a wager take 150 ms on their way; here so long that a test is over before."""

_IMPATIENCE = """() => setInterval(() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
}, 20)"""
"""Presses the key that skips the animation again and again."""

_NO_MOTION = "() => { Element.prototype.animate = () => { throw new Error('nothing moves here'); }; }"


def test_wagers_that_are_typed_while_the_chips_of_others_move_are_placed(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-thrill")
    table.decides_nothing_automatically()  # so that the bets stay there until the test has looked
    person, other = arrive(motion="no-preference").enters(), arrive().enters()
    person.context.add_init_script(_SLOW_CHIPS)
    mine, theirs = Seat.takes(person, table.path), Seat.takes(other, table.path)
    for seat in (mine, theirs):
        expect(seat.page.locator(".dealer-table.company")).to_be_visible()
        seat.may_bet()
    mine.says("poker 5 special 1")
    theirs.bets("poker 5")
    expect(mine.page.locator(".ghost")).to_have_count(1)
    mine.says("deal")
    theirs.may("best")
    expect(theirs.story).to_contain_text("bets $5 on the Poker bet, $1 on the Special bet")
    (shown,) = [seat["bet"] for seat in theirs.look()["seats"].values()]
    assert "$6" in shown or ("$5" in shown and "$1" in shown), "one pile, or a pile on each spot where there is room"


def test_a_table_continues_if_an_animation_fails(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(motion="no-preference").enters()
    person.forgive("nothing moves here")
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.may_bet()
    person.page.evaluate(_NO_MOTION)
    seat.bets("ante 5")
    seat.does("bet-raise")
    the_screen_equals_the_record(person, seat.settled())


def test_a_round_that_is_hurried_shows_all_that_it_would_have_shown(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(motion="no-preference").enters()
    seat = Seat.takes(person, own_tables.open("seven-card-thrill").path)
    seat.may_bet()
    person.page.evaluate(_IMPATIENCE)
    seat.bets("poker 5 special 1")
    seen = seat.settled()
    expect(person.page.locator("#stage .card")).to_have_count(14)
    expect(person.page.locator(".ghost")).to_have_count(0)
    the_screen_equals_the_record(person, seen)


def test_the_faces_of_the_cards_are_in_the_page_before_they_are_dealt(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(motion="no-preference").enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.may_bet()
    expect(person.page.locator("#face-As")).to_have_count(1)
    seat.bets("ante 5")
    seat.may("bet-raise")
    hrefs = person.page.evaluate("() => [...document.querySelectorAll('#stage use')].map((use) => use.href.baseVal)")
    assert len(hrefs) == 14
    assert all(person.page.locator(f"[id='{href[1:]}']").count() == 1 for href in hrefs), hrefs


def test_a_table_hurries_for_what_moves_and_not_because_others_set_their_hands(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    Seat.takes(person, own_tables.open("seven-card-thrill").path)
    behind = """async (names) => {
      const { behind } = await import("/static/js/animate.js");
      return behind(names.map((name) => ({ events: name ? [{ event: name }] : [] })));
    }"""
    assert not person.page.evaluate(behind, ["dealt", "", *["hand_set"] * 5])
    assert not person.page.evaluate(behind, ["settled"] * 3)
    assert person.page.evaluate(behind, ["settled"] * 4)
