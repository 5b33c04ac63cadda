"""Decisions in the browser: what is asked and what is not, the suggested action, and the focus after a key press."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.waiting import until
from tests.web.browser.decks import against_dealer
from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

FLUSH = "high-card-flush"
WEAK, STRONG, DEALER = "9s 7h 5d 3c 2s 4h 8d", "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"
SOON = 20_000
FOLLOWED = """() => {
  window.focused = [];
  document.addEventListener("focusin", ({ target }) => target.id === "dock" || window.focused.push(target.textContent));
}"""
LOST = """() => {
  window.lost = 0;
  const look = () => { window.lost += document.activeElement === document.body; requestAnimationFrame(look); };
  look();
}"""
FOCUSED = "() => document.activeElement.dataset.act ?? document.activeElement.tagName"


def flush_seat(arrive: Callable[..., Person], own_tables: OwnTables, mine: str) -> Seat:
    return Seat.takes(arrive().enters(), own_tables.open(FLUSH, against_dealer(mine, DEALER)).path)


def changes(seat: Seat, label: str) -> None:
    """Turn a setting off."""
    seat.page.locator("button[data-opens=settings]:visible").first.click()
    seat.page.get_by_label(label).uncheck()
    seat.page.keyboard.press("Escape")


def has_focus(seat: Seat, act: str) -> None:
    seat.page.wait_for_function(f"act => ({FOCUSED})() === act", arg=act, timeout=SOON)


def test_after_a_press_by_keyboard_the_next_decision_has_the_focus(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_seat(arrive, own_tables, STRONG)
    seat.may_bet()
    changes(seat, "Single-key shortcuts")
    seat.deal.focus()
    seat.page.keyboard.press("Enter")
    has_focus(seat, "bet-raise")

    # For a moment the button ignores a key that was meant for something else.
    def taken(act: str) -> bool:
        seat.page.keyboard.press("Enter")
        return bool(seat.page.evaluate(FOCUSED) != act)

    seat.page.evaluate(LOST)
    until(lambda: taken("bet-raise"))
    has_focus(seat, "again")
    assert not seat.page.evaluate("window.lost"), "the focus was on the page between two decisions"
    lines = {line["wager"]: line["result"] for line in seat.settled()["lines"]}
    assert lines == {"ante": "win", "raise": "win"}
    seat.page.evaluate(FOLLOWED)
    until(lambda: taken("again"))
    seat.may("fold")
    seat.page.wait_for_function("document.activeElement.matches('#actions .act')", timeout=SOON)
    assert not any("Deal" in name for name in seat.page.evaluate("window.focused")), "a button that disappears at once"


def test_the_focus_is_not_taken_from_a_text_field_or_after_a_click(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_seat(arrive, own_tables, STRONG)
    seat.may_bet()
    seat.deal.click()
    seat.may("bet-raise")
    assert seat.page.evaluate(FOCUSED) == "BODY"
    seat.says("raise 5")
    seat.settled()
    assert seat.page.evaluate("document.activeElement.id") == "typed-text"


@pytest.mark.parametrize(("mine", "suggested"), [(WEAK, "fold"), (STRONG, "bet-raise")])
def test_the_suggested_action_says_so_and_can_be_turned_off(
    mine: str, suggested: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_seat(arrive, own_tables, mine)
    seat.bets("ante 5")
    seat.may("fold")
    filled = seat.page.locator("#actions .act.primary")
    expect(filled).to_have_count(1)
    expect(filled).to_have_attribute("data-act", suggested)
    expect(filled).to_contain_text("suggested")
    expect(filled).to_have_attribute("aria-description", re.compile("^Suggested"))
    changes(seat, "Mark the best action")
    expect(filled).to_have_attribute("data-act", "bet-raise")
    expect(seat.page.locator("#actions")).not_to_contain_text("suggested")


def test_the_buttons_are_in_the_same_place_whichever_is_suggested(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    boxes = []
    for mine in (WEAK, STRONG):
        seat = flush_seat(arrive, own_tables, mine)
        seat.bets("ante 5")
        seat.may("fold")
        boxes.append([seat.act(name).bounding_box() for name in ("fold", "bet-raise")])
    assert boxes[0] == boxes[1]


def test_with_others_at_the_table_a_bet_does_not_promise_the_deal(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open(FLUSH, against_dealer(STRONG, DEALER, "9c 8c 7d 4d 2h 3h Kc"))
    seat = Seat.takes(arrive().enters(), table.path)
    seat.may_bet()
    expect(seat.deal_says).to_have_text("Deal $5", timeout=SOON)
    other = Seat.takes(arrive().enters(), table.path)
    for one in (seat, other):
        expect(one.deal_says).to_have_text("Bet $5", timeout=SOON)


def test_a_typing_mistake_is_not_called_impossible_now(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_seat(arrive, own_tables, STRONG)
    seat.bets("ante 5")
    seat.may("fold")
    seat.says("hepl")
    expect(seat.story).to_contain_text("“hepl” isn’t an action. Did you mean “help”?", timeout=SOON)  # noqa: RUF001
    seat.says("fold")
    seat.settled()
    seat.may("again")
    seat.says("rebet")
    seat.says("deal")
    expect(seat.story).not_to_contain_text("nothing for you to decide")
    expect(seat.story).to_contain_text(re.compile("Your bets (are|will be) placed"), timeout=SOON)


def test_the_keys_listed_are_those_that_do_something(arrive: Callable[..., Person]) -> None:
    person = arrive().enters()
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-go button").click()
    seat = Seat(person)
    seat.is_taken()
    seat.may_bet()
    chips = seat.page.locator("#bets .chip").count()
    row = seat.page.locator("#keys tr", has_text="Select a chip")
    assert row.locator("kbd").count() == chips
    assert seat.page.locator("#keys tr", has_text="people at the table").count() == 0


def test_enter_on_the_page_selects_the_suggested_button_and_presses_it_only_then(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_seat(arrive, own_tables, WEAK)
    seat.may_bet()
    seat.page.keyboard.press("Enter")
    seat.may("fold")
    expect(seat.page.locator("#live")).to_contain_text("Your turn. Raise $5 or fold. Suggested: fold.", timeout=SOON)
    assert seat.page.evaluate(FOCUSED) == "BODY"
    seat.page.keyboard.press("Enter")
    has_focus(seat, "fold")
    expect(seat.act("fold")).to_be_enabled()
    assert seat.page.evaluate("getComputedStyle(document.activeElement, '::after').content").startswith('"Enter"')

    def folded() -> bool:
        seat.page.keyboard.press("Enter")  # ignored at first
        return bool(seat.page.evaluate(FOCUSED) != "fold")

    until(folded)
    seat.settled()
