"""Keys and typed commands: every one is answered at once, in words, and changes nothing that it does not name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables
from tests.web.browser.test_screen_reader import LISTENS, flush_table, heard

pytestmark = pytest.mark.slow

CHANGE_FIRST = "First choose Change bets, or press V."


def pressed(seat: Seat, key: str, words: str) -> str:
    """Press a key; what is read out next has these words, and only this is returned."""
    seat.page.evaluate("window.heard = []")
    seat.page.keyboard.press(key)
    return heard(seat, words)[0]


def piles(seat: Seat) -> dict[str, str]:
    return {wager: pile for wager, pile in seat.look()["spots"].items() if pile}


def test_naming_a_spot_leaves_the_other_bets_as_they_are(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    seat.says("ante 10")
    heard(seat, "$10 on ante")
    seat.says("flush 5")
    heard(seat, "$5 on Flush, $15 in total. Type “deal” to place your bets.")
    seat.says("ante 20")
    expect(seat.deal_says).to_have_text("Deal $25")
    seat.says("flush 0")
    heard(seat, "Nothing on Flush, $20 in total.")
    seat.says("flush 5")
    seat.says("ante 0")  # takes the bonus with it
    heard(seat, "No chips on the table.")
    seat.says("ante 3")
    heard(seat, "The minimum for ante is $5.")
    seat.says("help")
    told = heard(seat, "You can type")[-1]
    assert "leaves the others as they are; straight 0 takes that bet back" in told


def test_equal_bets_stay_equal_when_one_is_named(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("boston-7-stud").path)
    seat.may_bet()
    seat.says("ante 10")
    expect(seat.deal_says).to_have_text("Deal $20")
    seat.page.evaluate(LISTENS)
    seat.says("first 5")
    heard(seat, "The bets on ante and first bet are equal.")


def test_a_leading_slash_is_ignored(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    seat.says("/ante 10")
    heard(seat, "$10 on ante")
    seat.says("//state")
    assert "You have $" in heard(seat, "Not placed yet: $10 on ante.")[-1]


def test_the_description_lists_the_bets(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    seat.says("ante 10 flush 5")
    heard(seat, "$15 in total. Type")
    seat.page.locator("#typed-text").press("Escape")
    assert "Place your bets." in pressed(seat, "i", "Not placed yet: $10 on ante, $5 on Flush, $15 in total.")
    seat.says("clear")
    seat.page.locator("#typed-text").press("Escape")
    assert "Not placed" not in pressed(seat, "i", "No chips on the table.")
    seat.says("ante 10 flush 5")
    seat.says("deal")
    heard(seat, "You bet $10 on the ante, $5 on the Flush bonus, $15 in total.")
    seat.may("fold")
    seat.page.locator("#typed-text").press("Escape")
    told = pressed(seat, "i", "Your bets: $10 on ante, $5 on Flush, $15 in total.")
    assert "Not placed" not in told


def test_cards_are_described_in_the_order_in_which_they_lie(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    seat.bets("ante 5")
    seat.may("fold")
    names = "[...document.querySelectorAll('{} .card')].map((card) => card.getAttribute('aria-label')).join(', ')"
    lie = seat.page.evaluate(names.format(".own-cards"))
    assert f"You're dealt {lie}:" in heard(seat, "You're dealt")[-1]
    seat.page.locator("#typed-text").press("Escape")
    assert f"You hold {lie}:" in pressed(seat, "i", "You hold")
    seat.does("bet-raise")
    seat.settled()
    lie = seat.page.evaluate(names.format(".dealer-cards"))
    assert f"The dealer has {lie}:" in heard(seat, "The dealer has")[-1]
    assert f"The dealer has {lie}." in pressed(seat, "i", "The dealer has")


def test_ranks_are_read_as_words_wherever_they_are_shown(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    cards = against_dealer("Kh Jh 8h 2c 3c 4d 5d", "As Qs 5s 7d 8d Tc 2h")
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush", cards).path)
    seat.may_bet()
    seat.page.evaluate(LISTENS)
    seat.bets("ante 5")
    seat.does("bet-raise")
    seat.settled()
    told = heard(seat, "three-card flush (ace, queen, five) beats your king, jack, eight")
    assert "A-Q-5" not in " ".join(told)
    for part in ("#story .ranks", "#stage .verdict .ranks", "#last-round .ranks"):
        ranks = seat.page.locator(part)
        expect(ranks.locator("[aria-hidden]")).to_have_text(["A-Q-5", "K-J-8"])
        expect(ranks.locator(".visually-hidden")).to_have_text(["ace, queen, five", "king, jack, eight"])


def test_ranks_in_pay_tables_are_read_as_words(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("seven-card-thrill").path)
    seat.may_bet()
    label = seat.spot("poker").get_attribute("aria-label") or ""
    assert "dealer king, jack or lower" in label
    seat = Seat.takes(person, own_tables.open("boston-7-stud").path)
    seat.may_bet()
    royal = seat.page.locator(".felt-pays th", has_text="royal")
    expect(royal.locator(".visually-hidden")).to_have_text("ace, king, queen")
    expect(royal.locator("[aria-hidden]")).to_have_text("A-K-Q")


def test_bets_typed_after_a_round_are_answered_once_and_in_order(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    seat.bets("ante 6")
    seat.does("fold")
    seat.settled()
    seat.page.evaluate("window.heard = []")
    seat.says("bet ante 3")
    seat.may_bet()
    told = " ".join(heard(seat, "$6 on ante"))
    assert "Type “deal”" not in told
    assert told.index("The minimum for ante is $5.") < told.index("$6 on ante")
    seat.says("deal")
    seat.does("fold")
    seat.settled()
    seat.page.evaluate("window.heard = []")
    seat.says("flush 5")
    told = " ".join(heard(seat, "Type “deal” to place your bets."))
    assert told.index("$11 in total.") < told.index("Type “deal”")
    assert piles(seat) == {"ante": "$6", "flush": "$5"}


def test_betting_keys_after_a_round_lay_out_the_bets_or_say_what_to_press(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    seat.bets("ante 10")
    seat.does("fold")
    seat.settled()
    expect(seat.act("again")).to_be_enabled()
    seat.page.locator("#typed-text").press("Escape")
    notices = seat.story.locator(".notice").count()
    for key in "wqdzx1":
        seat.page.evaluate("document.querySelector('#live').textContent = ''")
        assert pressed(seat, key, CHANGE_FIRST) == CHANGE_FIRST
    expect(seat.prompt).to_have_text(CHANGE_FIRST)
    assert pressed(seat, "f", "F does nothing now.") == "F does nothing now."
    expect(seat.prompt).to_have_text("F does nothing now.")
    assert seat.story.locator(".notice").count() == notices, "remarks about keys are not kept in the log"
    expect(seat.prompt).to_contain_text("You folded")  # the result returns
    told = pressed(seat, "v", "$10 on ante")
    assert "Place your bets." in told
    expect(seat.deal_says).to_contain_text("$10")
    assert seat.page.locator(".own-cards .card").count() == 0


def test_betting_keys_that_change_nothing_say_so_at_once(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    seat.deal.focus()
    assert pressed(seat, "z", "undo").endswith("There is nothing to undo.")
    assert pressed(seat, "v", "on ante").startswith("$5 on ante.")
    # The focus was on Deal, which is disabled now: there is no other button to wait for.
    seat.page.evaluate("window.since = performance.now()")
    assert pressed(seat, "x", "No chips") == "No chips on the table."
    assert seat.page.evaluate("performance.now() - window.since") < 500
    assert pressed(seat, "x", "No chips").strip() == "No chips on the table."
    assert pressed(seat, "d", "No chips").strip() == "No chips on the table."
    assert seat.story.locator(".notice").count() == 0


def test_the_key_of_the_last_round_leads_there_and_back(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    page = seat.page
    pressed(seat, "l", "There is no last round yet.")
    expect(seat.prompt).to_have_text("There is no last round yet.")
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    expect(seat.act("again")).to_be_enabled()
    page.locator("#typed-text").press("Escape")
    other = seat.act("other-bets")
    summary = page.locator("#last-round summary")
    for back in ("l", "Escape"):
        other.focus()
        page.keyboard.press("l")
        expect(summary).to_be_focused()
        page.keyboard.press(back)
        expect(other).to_be_focused()
    page.set_viewport_size({"width": 700, "height": 600})
    panel = page.locator("#last-round-panel")
    page.keyboard.press("l")
    expect(panel).to_be_visible()
    page.keyboard.press("l")
    expect(panel).to_be_hidden()
    expect(other).to_be_focused()


def test_the_help_lists_only_keys_that_do_something_in_this_room(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    """The best five are set for the player, as in every room by default."""
    seat = Seat.takes(arrive().enters(), own_tables.open("seven-card-thrill").path)
    seat.may_bet()
    seat.page.keyboard.press("?")
    expect(seat.page.locator("#keys")).to_contain_text("Undo")
    expect(seat.page.locator("#keys")).not_to_contain_text("best five")
    expect(seat.page.locator("#typed-help")).to_contain_text("rebet, double; state")
