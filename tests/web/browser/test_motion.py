"""Animation never blocks play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from seventh.room.tables.snapshot import Step
from tests.web.browser.people import PATIENCE, Person
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

_WATCHING = """(wrong) => {
  window.seen = { times: 0, wrong: [] };
  const look = () => {
    const [prompt, bets] = [document.querySelector("#prompt").textContent, document.querySelector("#bets")];
    const fold = document.querySelector("[data-act=fold]:enabled");
    window.seen.times += document.querySelectorAll("#stage .card").length ? 1 : 0;
    const [open, gone] = [prompt === "Dealing…" && bets.checkVisibility(), !fold || document.activeElement !== fold];
    if (wrong === "betting" ? open : gone) window.seen.wrong.push(prompt);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Looks at the controls with every frame that is painted."""

_WHEN_OVER = """() => {
  window.since = 0;
  const look = () => {
    if (document.querySelector("#prompt").dataset.state === "showing") window.since ||= performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Notes when the result is complete."""

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


def test_R22_a_decision_and_its_focus_stay_while_another_player_acts(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    person, other = arrive(motion="no-preference").enters(), arrive().enters()
    mine, theirs = Seat.takes(person, table.path), Seat.takes(other, table.path)
    for seat in (mine, theirs):
        seat.bets("ante 5")
    mine.may("fold")
    prompt = mine.prompt.inner_text()
    mine.act("fold").focus()
    person.page.evaluate(_WATCHING, "deciding")
    theirs.does("bet-raise")
    expect(mine.story).to_contain_text("raises")
    expect(mine.page.locator(".ghost")).to_have_count(0)
    assert person.page.evaluate("window.seen.wrong") == []
    assert person.page.evaluate("window.seen.times")
    assert mine.prompt.inner_text() == prompt
    mine.act("fold").click()
    mine.settled()


def test_R22_the_betting_panel_is_gone_while_the_cards_are_dealt_to_others(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    person, other = arrive(motion="no-preference").enters(), arrive().enters()
    late, quick = Seat.takes(person, table.path), Seat.takes(other, table.path)
    name = other.asks("/api/me")["name"]
    late.may_bet()
    person.page.evaluate(_WATCHING, "betting")
    quick.bets("ante 5")
    expect(late.page.locator("#clock")).to_contain_text("until bets close")

    def close() -> None:
        table.live.policy._window_ends = table.live.services.clock.now()  # type: ignore[attr-defined]

    table.server.call(close)
    table.server.run(table.live.tick())
    expect(late.prompt).to_have_text(f"Betting closed before you placed a bet. Waiting for {name}.")
    assert person.page.evaluate("window.seen.wrong") == []
    assert person.page.evaluate("window.seen.times")


def test_a_result_stays_as_long_as_it_takes_to_read_unless_its_reader_moves_on(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    person = arrive().enters()
    person.page.clock.install()
    seat = Seat.takes(person, table.path)
    bets = person.page.locator("#bets")

    def stays() -> float:
        """Let the next round begin while the result is on the table; returns how long it has been there, in seconds."""
        seat.bets("ante 5")
        seat.does("bet-raise")
        person.page.evaluate(_WHEN_OVER)
        seat.settled()
        person.page.clock.pause_at(person.page.evaluate("Date.now() / 1000 + 0.05"))
        many = person.page.locator("#story .round-break").count()
        table.next_round()
        expect(person.page.locator("#story .round-break")).to_have_count(many + 1, timeout=PATIENCE)
        expect(bets).to_be_hidden()
        return float(person.page.evaluate("(performance.now() - window.since) / 1000"))

    def goes_on() -> None:
        """Let a little time pass until the bets can be placed."""
        for _ in range(20):
            person.page.clock.run_for(50)
            if bets.is_visible():
                return
        raise AssertionError("the result is still there")

    been = stays()
    letters = len(person.page.locator("#stage .verdict").inner_text())
    for _ in range(40):
        if bets.is_visible():
            break
        person.page.clock.run_for(200)
        been += 0.2
    assert min(max(1.8, 0.06 * letters), 6) - 0.3 < been < 6.5
    person.page.clock.resume()
    been = stays()
    assert been < 0.06 * letters - 0.5
    person.press("Space")
    goes_on()
    person.page.clock.resume()
    been = stays()

    def others_bet() -> None:
        table.live.policy._window_ends = table.live.services.clock.now() + 10_000  # type: ignore[attr-defined]
        table.live.tell(Step(table.live.snapshot))

    table.server.call(others_bet)
    person.page.clock.run_for(max(0, 1900 - int(1000 * been)))
    goes_on()
    assert person.page.evaluate("(performance.now() - window.since) / 1000") < 0.06 * letters - 0.5, "with time to bet"
