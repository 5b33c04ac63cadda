"""R44 in the browser: the page of play limits, the reality check, and what is always visible at a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables
from tests.web.browser.test_access import DEALER, MINE, Looking
from tests.web.serving import Server
from tests.web.test_limits import has_played

SIZES = {
    "phone": PHONE,
    "small": {"viewport": {"width": 320, "height": 568}},
    "short": {"viewport": {"width": 844, "height": 390}},
    "desktop": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_R44_the_page_of_limits_by_keyboard_and_axe(size: str, arrive: Callable[..., Person]) -> None:
    person = arrive(**SIZES[size]).enters()
    look, page = Looking(person), person.page
    person.goes_to("/me/limits")
    page.get_by_role("group", name="Loss").get_by_label("A day").fill("50")
    person.press("Enter")  # saves, and withdraws nothing
    expect(page.get_by_role("status")).to_have_text("Saved, and in force now.")
    page.get_by_role("group", name="Loss").get_by_label("A day").fill("80")
    page.get_by_role("group", name="Time").get_by_label("A week").fill("600")
    page.get_by_role("button", name="Save limits").click()
    expect(page.get_by_role("status")).to_contain_text("24 hours")
    look.at("limits with a change that is pending")
    page.get_by_role("button", name="Withdraw the change of the loss limit for a day").click()
    expect(page.get_by_role("status")).to_have_text("The change has been withdrawn.")
    expect(page.get_by_role("group", name="Loss").get_by_label("A day")).to_have_value("$50")
    page.get_by_role("button", name="Take a time-out").click()
    expect(page.get_by_role("heading", name="Take a time-out of 1 day?")).to_be_visible()
    look.at("the question before a time-out")
    page.get_by_role("button", name="Begin the time-out now").click()
    expect(page.locator("main")).to_contain_text("You are taking a time-out until")
    look.at("limits with a time-out")
    assert look.found == []


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_R44_time_and_result_are_always_visible_and_the_reality_check_is_answered_by_keyboard(
    size: str, arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    person = arrive(**SIZES[size]).enters()
    page, look = person.page, Looking(person)
    table = own_tables.open("high-card-flush", against_dealer(MINE, DEALER))
    seat = Seat.takes(person, table.path)
    expect(page.locator("#since")).to_have_text("0 min")
    for part in ("#since", "#net"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    if size != "desktop":
        return  # the seat types its bets, and the text box is on large screens only
    me = page.request.get("/api/me").json()["id"]
    check = page.get_by_role("dialog", name="Reality check")
    # It becomes due while the round is being played, and comes when the round is over.
    seat.bets("ante 5")
    has_played(server, me, 45)
    server.run(server.room.limits.set_interval(server.room.people.person(me), 30))
    expect(check).to_be_hidden()
    seat.does("fold")
    expect(check).to_be_visible()
    expect(check).to_contain_text("45 min")
    expect(page.locator("#reality-check-net")).to_have_text("\u2212$5")
    look.at("reality check", "dialog#reality-check")
    person.press("Escape")
    person.press("Enter")  # meant for the table: it answers nothing
    expect(check).to_be_visible()
    person.press("Tab")
    expect(page.get_by_role("button", name="Leave the table")).to_be_focused()
    person.press("Tab")
    person.press("Enter")
    expect(check).to_be_hidden()
    expect(page.locator("#net")).to_have_text("\u2212$5")
    assert server.room.tables[table.id].snapshot.session.seat_of(me)
    assert look.found == []


@pytest.mark.slow
def test_R44_the_prompt_says_which_limit_is_used_up(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    page = person.page
    Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, DEALER)).path)
    csrf = page.request.get("/api/me").json()["csrf"]
    answer = page.request.put("/api/me/limits/wager/day", data={"amount": 0}, headers={"X-CSRF-Token": csrf})
    assert answer.ok
    expect(page.locator("#prompt")).to_contain_text("Your wager limit of $0 a day is used up; it resets on")
