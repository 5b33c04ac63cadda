"""Betting before the deal: what the slip says in every window, and what Enter does after a mouse click."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import PATIENCE, Person, money
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables, rules
from tools.windows import DRAWN, LOOK

SIZES = ((320, 568), (390, 844), (844, 390), (683, 312), (1366, 625), (1920, 1080))
SHORT = "You'd have $0 left: after the cards you could only fold. The raise needs $75 more: add chips first."
WHOLE = """query => {
  const [e, box] = [document.querySelector(query), document.querySelector(query).parentElement.getBoundingClientRect()];
  const whole = e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1;
  return whole && e.getBoundingClientRect().bottom <= box.bottom + 1;
}"""


def at_every_size(seat: Seat, query: str) -> list[str]:
    """The text of an element in each window, where it must be whole."""
    texts = []
    for width, height in SIZES:
        seat.page.set_viewport_size({"width": width, "height": height})
        element = seat.page.locator(query)
        expect(element).to_be_in_viewport(ratio=0.99)
        seat.page.wait_for_function(WHOLE, arg=query, timeout=PATIENCE)
        texts.append(element.inner_text())
    return texts


def test_a_bet_that_leaves_nothing_to_raise_with_is_warned_of_in_every_window(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes_with(arrive().enters(), table.path, 7_500)
    seat.may_bet()
    seat.says("ante 25")
    expect(seat.prompt).to_have_text("Place your bets.")
    seat.says("ante 75")
    expect(seat.prompt).to_have_text(SHORT)
    assert at_every_size(seat, "#prompt") == [SHORT] * len(SIZES)
    expect(seat.page.locator(".slip-flags")).to_have_text(SHORT)  # which is announced
    expect(seat.deal).to_be_enabled()
    seat.deal.click()
    seat.may("fold")


def test_the_last_bet_is_not_repeated_unseen_if_it_leaves_nothing_to_raise_with(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes_with(arrive().enters(), table.path, 15_000)
    seat.bets("ante 75")
    seat.does("fold")
    seat.settled()
    seat.does("again")
    expect(seat.prompt).to_have_text(SHORT, timeout=PATIENCE)
    expect(seat.deal_says).to_have_text("Deal $75")


@pytest.mark.parametrize(
    ("game", "bets", "wins", "best"),
    [
        ("seven-card-thrill", "poker 5 kings 5 trips 5 full 5 special 5", "wins up to", "$"),
        ("high-card-flush", "ante 5 flush 5 straight 5", "wins up to", "$2,500"),
        ("high-card-flush", "ante 5", "wins", "$5"),  # a fixed amount
    ],
)
def test_R40_the_bets_are_summed_up_whole_in_every_window(
    arrive: Callable[..., Person], own_tables: OwnTables, game: str, bets: str, wins: str, best: str
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open(game).path)
    seat.may_bet()
    seat.says(bets)
    line = seat.page.locator(".slip-lines")
    expect(line).to_contain_text(wins, ignore_case=True)
    for text in at_every_size(seat, ".slip-lines"):
        assert wins in text.lower()
        assert best in text
        assert not text.endswith("·")
        parts = text.split(" · ")
        whole = all("wins " in part for part in parts)
        assert whole or "; " in text or text.startswith("Wins"), "said of each bet, or of one that it names"


def test_a_bet_that_is_not_the_chip_pressed_says_why(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes_with(arrive().enters(), table.path, 40_000)
    most = money(rules("high-card-flush").limits.ante.maximum)  # type: ignore[attr-defined]
    flags = seat.page.locator(".slip-flags")
    seat.may_bet()
    seat.says("clear")
    seat.page.locator("#bets .chip").first.click()
    seat.spot("ante").click()
    expect(flags).to_have_text("The minimum for ante is $5.")
    expect(seat.deal_says).to_have_text("Deal $5")
    seat.spot("ante").click()
    expect(seat.deal_says).to_have_text("Deal $6")
    expect(flags).not_to_contain_text("minimum")
    seat.says(f"ante {most}")
    for _ in ("once", "and again"):
        seat.page.locator("#bets").get_by_role("button", name="Double").click()
        expect(flags).to_have_text(f"The maximum for ante is {most}.")
    seat.spot("ante").click()
    expect(flags).to_have_text(f"The maximum for ante is {most}.")


def test_bets_beyond_the_stack_say_so_once_each(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    """Not that a table maximum is the reason; and however often a spot is pressed, the log does not fill up."""
    seat = Seat.takes_with(arrive().enters(), own_tables.open("high-card-flush").path, 5_000)
    flags = seat.page.locator(".slip-flags")
    seat.may_bet()
    seat.says("ante 50")
    for _ in range(3):
        seat.spot("ante").click()
        expect(flags).to_have_text("You have only $50 in front of you.")
        seat.spot("flush").click()
        expect(flags).to_have_text("More than you have in front of you.")
    expect(seat.page.locator("#story .notice", has_text="in front of you")).to_have_count(2)


def test_what_is_wrong_with_the_bets_is_read_whole_also_below_a_warning(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes_with(arrive().enters(), table.path, 5_000)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    table.next_round()
    seat.may_bet()
    seat.says("ante 45")
    seat.spot("flush").click()
    expect(seat.page.locator(".slip-flags")).to_have_text("More than you have in front of you.")
    expect(seat.prompt).to_contain_text("You'd have $0 left")
    for width, height in (*SIZES[:3], (360, 640), (640, 360)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(DRAWN)
        assert seat.page.evaluate(LOOK)["wrong"] == [], f"{width}x{height}"


def test_a_refused_first_chip_is_explained_above_the_button(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush").path)
    seat.may_bet()
    seat.says("clear")
    seat.spot("flush").click()
    flags = seat.page.locator(".slip-flags")
    expect(flags).to_have_text("The flush bonus requires an ante.")
    inside = "flags => flags.getBoundingClientRect().bottom <= flags.parentElement.getBoundingClientRect().bottom + 1"
    assert flags.evaluate(inside), "it is cut off"


def test_a_bet_limited_by_another_says_by_which(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("boston-7-stud")
    seat = Seat.takes(arrive().enters(), table.path)
    seat.may_bet()
    seat.says("ante 5 first 5 bonus 5")
    bonus = seat.spot("three_card_bonus")
    expect(bonus).to_have_attribute("aria-description", re.compile("up to the ante"))
    bonus.click()
    words = "The maximum for three-card bonus is $5; it may not be larger than the ante."
    expect(seat.page.locator(".slip-flags")).to_have_text(words)


def test_a_last_bet_that_the_stack_does_not_cover_is_said_where_another_is_offered(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes_with(arrive().enters(), own_tables.open("high-card-flush").path, 10_000)
    seat.bets("ante 60")
    seat.does("fold")
    seat.settled()
    why = "You can\u2019t cover your last bets ($60); this is the smallest bet."
    expect(seat.act("again")).to_contain_text("Deal $5")
    for text in at_every_size(seat, "#prompt"):
        assert text.endswith(why)
    seat.act("other-bets").click()
    expect(seat.deal_says).to_have_text("Deal $5")


def test_enter_deals_after_a_spot_and_a_dialog_were_used_with_the_mouse(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush").path)
    seat.may_bet()
    expect(seat.deal.locator("kbd")).to_have_text("Enter")
    expect(seat.deal.locator("kbd")).to_be_visible()
    seat.spot("ante").click()
    seat.spot("ante").click()
    expect(seat.deal_says).to_have_text("Deal $15")
    seat.page.locator("[data-seat-act=rebuy]").click()
    seat.page.locator("#more-chips").get_by_role("button", name="Cancel").click()
    expect(seat.page.locator("#more-chips")).to_be_hidden()
    seat.page.keyboard.press("Enter")
    seat.may("fold")
    assert seat.look()["spots"]["ante"].endswith("$15")


def test_by_keyboard_a_spot_keeps_the_focus_and_takes_chips(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush").path)
    seat.may_bet()
    seat.spot("ante").focus()
    for deal in ("Deal $10", "Deal $15"):
        seat.page.keyboard.press("Enter")
        expect(seat.deal_says).to_have_text(deal)
    expect(seat.spot("ante")).to_be_focused()


def test_chosen_chips_stay_on_their_spots_when_chips_are_added(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    """Buying chips begins another round if nobody has bet yet; the player need not notice."""
    seat = Seat.takes_with(arrive().enters(), own_tables.open("high-card-flush").path, 10_000)
    seat.may_bet()
    seat.spot("ante").click()
    seat.spot("flush").click()
    expect(seat.deal_says).to_have_text("Deal $15")
    seat.says("rebuy 50")
    expect(seat.page.locator("#stack")).to_have_text("$150")
    expect(seat.deal_says).to_have_text("Deal $15")
    seat.deal.click()
    seat.may("fold")
    assert seat.look()["spots"]["ante"].endswith("$10")


def test_a_cleared_bet_with_two_equal_parts_can_be_repeated(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("boston-7-stud").path)
    seat.bets("ante 7 first 7")
    seat.does("fold")
    seat.settled()
    seat.may_bet()
    seat.says("clear")
    expect(seat.deal).to_be_disabled()
    seat.says("rebet")
    expect(seat.deal_says).to_contain_text("$14")
