"""Screen-reader announcements, single-key shortcuts that can be turned off, and typed commands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.waiting import until
from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"

LISTENS = """() => {
  window.heard = [];
  window.focused = [];
  const live = document.getElementById("live");
  new MutationObserver(() => {
    window.heard.push(live.textContent.trim());
    window.focused.push(document.activeElement.textContent);
  }).observe(live, { childList: true, characterData: true, subtree: true });
}"""
"""Collect what is read out, and what has the focus at that time."""


def heard(seat: Seat, words: str) -> list[str]:
    """Wait until something is read out, and tell everything that was, in order."""
    seat.page.wait_for_function("words => window.heard.some((text) => text.includes(words))", arg=words)
    return list(seat.page.evaluate("window.heard"))


def flush_table(arrive: Callable[..., Person], own_tables: OwnTables, **options: object) -> Seat:
    table = own_tables.open("high-card-flush", against_dealer(MINE, DEALER))
    seat = Seat.takes(arrive(**options).enters(), table.path)
    seat.may_bet()
    seat.page.evaluate(LISTENS)
    return seat


def test_chips_totals_choices_and_results_are_read_out_in_order_and_once(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables, motion="no-preference")
    seat.page.get_by_role("button", name="Clear").click()
    seat.spot("ante").click()
    heard(seat, "$5 on ante, $5 in total.")
    seat.spot("flush").click()
    heard(seat, "$5 on Flush, $10 in total.")
    seat.page.get_by_role("button", name="Undo").click()
    heard(seat, "Nothing on Flush, $5 in total.")
    seat.page.keyboard.press("1")
    heard(seat, "$1 chip.")
    seat.deal.click()
    seat.may("bet-raise")
    told = heard(seat, "Your turn.")
    dealing = told[-1]
    for words in ("ace of spades, king of spades", "Your turn. Raise $5 or fold."):
        assert words in dealing, "the cards and the choices come in one piece, when the cards lie"
    assert dealing.index("ace of spades") < dealing.index("Your turn.")
    seat.does("fold")
    seat.settled()
    told = heard(seat, "You lose $5 on the round")
    assert "You fold." in told, "confirmed at once, on its own"
    assert told[-1].endswith("You lose $5 on the round.")
    whole = " ".join(told)
    assert whole.count("Your turn.") == 1
    assert whole.count("You fold.") == 1
    assert not re.search(r"\([A-Z]\d+\)", whole), "clause ids are only in the visible log"
    assert not re.search("[♣♦♥♠]", whole), "cards are read as words"


def test_everything_is_read_out_as_it_happens_and_the_result_comes_last(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    cards = against_dealer("As Ks 9s 2s Jk 8d 3c", DEALER)
    seat = Seat.takes(arrive(motion="no-preference").enters(), own_tables.open("seven-card-thrill", cards).path)
    seat.may_bet()
    seat.page.evaluate(LISTENS)
    seat.says("poker 5 kings 5")
    heard(seat, "$10 in total. Type “deal”")
    seat.page.evaluate("window.heard = []")
    seat.deal.press("Enter")
    heard(seat, "You're dealt")
    seat.says("help")
    heard(seat, "You can type")
    seat.page.keyboard.press("Escape")
    seat.settled()
    bet, dealt, answer, result = heard(seat, "on the round")
    assert bet == "You bet $5 on the Poker bet, $5 on the Pair of Kings or Better bet, $10 in total."
    assert dealt.startswith("No more bets. You're dealt ace of spades,")
    assert "king of spades, joker, nine of spades" in dealt, "in the order in which they lie"
    assert "The dealer has" not in dealt
    assert answer.startswith("You can type")
    assert "dealt" not in answer
    assert result.startswith("The dealer has")
    assert re.search(r"You win \$\d+ on the round\.$", result)
    again = seat.page.locator("[data-act=again]")
    expect(again).to_be_focused()
    assert "Rebet $10" in seat.page.evaluate("window.focused").pop(), "the focus moves before the result is read out"
    seat.page.evaluate("window.heard = []")

    def pressed() -> bool:
        seat.page.keyboard.press("Enter")  # ignored at first
        return bool(seat.page.evaluate("document.activeElement.dataset.act !== 'again'"))

    until(pressed)
    bet, dealt = heard(seat, "You're dealt")
    assert bet.count("Pair of Kings") == 1, "the stakes are read out once"
    assert bet.endswith("$10 in total.")
    assert dealt.startswith("No more bets.")


def test_cards_in_the_story_are_signs_to_see_and_words_to_hear(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    seat.bets("ante 5")
    seat.may("fold")
    card = seat.story.locator(".card-word.suit-h").first
    expect(card.locator("[aria-hidden]")).to_have_text("7♥")
    expect(card.locator(".visually-hidden")).to_have_text("seven of hearts,")  # another follows


def test_single_keys_can_be_switched_off_and_buttons_still_take_enter_and_space(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    page = seat.page
    page.keyboard.press("s")
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("[aria-keyshortcuts]")).to_have_count(0)  # a screen reader announces no keys either
    page.evaluate("document.activeElement.blur()")
    for key in (*"rsimavzxd125/? ", "Enter"):
        page.keyboard.press(key)
    expect(seat.deal).to_be_enabled()
    assert page.locator(".own-cards .card").count() == 0, "Enter staked chips"
    assert page.locator("dialog[open]").count() == 0
    expect(page.locator("#typed")).to_be_hidden()
    expect(seat.spot("ante").locator(".spot-pile")).to_contain_text("$5")  # laid out, and neither doubled nor cleared
    seat.spot("ante").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(seat.spot("ante").locator(".spot-pile")).to_contain_text("$15")  # on top of the $5 laid out
    seat.deal.press("Enter")
    seat.may("fold")
    page.keyboard.press("f")
    expect(seat.act("fold").locator("kbd")).to_be_hidden()
    expect(page.locator("[aria-keyshortcuts]")).to_have_count(0)
    seat.act("fold").press("Space")
    seat.settled()
    page.get_by_role("button", name="Help and keys").click()
    expect(page.locator("#help")).to_contain_text("Single-key shortcuts are off")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single-key shortcuts").check()
    page.keyboard.press("Escape")
    expect(page.locator(".again .primary")).to_have_attribute("aria-keyshortcuts", "Enter")


def test_a_misspelt_action_is_guessed_and_tab_completes_a_word(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    for wrong, right in (
        ("hepl", "help"),
        ("ruels", "rules"),
        ("anet 5", "ante 5"),
        ("leav", "leave"),
        ("delt", "deal"),
    ):
        seat.says(wrong)
        expect(seat.story.locator(".notice").last).to_contain_text(f"Did you mean “{right}”?")
    for wrong, why in (
        ("ante five", "“five” is not an amount."),
        ("fold without claim", "“fold without claim” is not a bet."),
        ("bet 5", "Type what to bet on, then the amount."),
    ):
        seat.says(wrong)
        expect(seat.story.locator(".notice").last).to_contain_text(why)
    seat.says("ante 5")
    field = seat.page.locator("#typed-text")
    field.fill("de")
    field.press("Tab")
    expect(field).to_have_value("deal")
    expect(field).to_be_focused()
    field.press("Tab")
    expect(field).not_to_be_focused()
    seat.says("deal")
    seat.may("fold")
    seat.says("flod")
    expect(seat.story.locator(".notice").last).to_contain_text("Did you mean “fold”?")
    seat.page.evaluate(LISTENS)
    seat.says("raise 50000")
    heard(seat, "You can")
    seat.says("state")
    told = heard(seat, "You have $")
    assert "Your turn. Raise $5 or fold." in told[-1]
    assert "You can" not in told[-1]
    seat.says("fold")
    seat.settled()


def test_bets_can_be_typed_after_a_round(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    field = seat.page.locator("#typed-text")
    seat.deal.focus()
    seat.page.keyboard.press("/")
    field.press("Escape")
    expect(seat.deal).to_be_focused()
    seat.bets("ante 5")
    seat.may("fold")
    seat.says("fold")
    seat.settled()
    seat.says("anet 10")
    expect(seat.story.locator(".notice").last).to_contain_text("Did you mean “ante 10”?")
    seat.says("ante 10 flush 5")
    seat.may_bet()
    expect(seat.deal_says).to_have_text("Deal $15")
    seat.says("deal")
    seat.may("fold")
    seat.says("fold")
    seat.settled()
    field.press("Escape")
    expect(seat.page.locator("[data-act=again]")).to_be_focused()  # what had the focus is gone
    seat.says("clear")
    seat.may_bet()
    expect(seat.deal_says).to_have_text("Place a bet")


def test_the_log_is_one_tab_stop_and_arrow_keys_reach_its_clauses(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = flush_table(arrive, own_tables)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    assert seat.story.locator("a").count() > 0
    assert seat.story.locator("a:not([tabindex='-1'])").count() == 0
    links = seat.story.locator("a")
    seat.story.focus()
    seat.page.keyboard.press("ArrowLeft")
    expect(links.last).to_be_focused()
    for _ in range(links.count() - 1):
        seat.page.keyboard.press("ArrowLeft")
    expect(links.first).to_be_focused()
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator("#rules .found")).to_be_visible()
    seat.page.keyboard.press("Escape")
    seat.page.keyboard.press("l")
    summary = seat.page.locator("#last-round summary")
    expect(summary).to_be_focused()
    expect(seat.page.locator("#last-round")).to_have_attribute("open", "")
    seat.page.keyboard.press("l")
    expect(seat.page.locator("#last-round")).not_to_have_attribute("open", "")


def test_the_field_to_type_in_is_an_option(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables, **PHONE)
    field = seat.page.locator("#typed-text")
    expect(field).to_be_hidden()
    seat.page.locator(".more-tools").tap()  # a narrow bar keeps some of its buttons in a menu
    seat.page.get_by_role("button", name="Settings").tap()
    seat.page.get_by_label("Always show a text box").check()
    seat.page.keyboard.press("Escape")
    expect(field).to_be_visible()
    seat.page.reload()
    seat.may_bet()
    expect(field).to_be_visible(timeout=PATIENCE)


def test_the_description_tells_only_what_is_shown(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables, motion="no-preference")
    page = seat.page
    seat.bets("ante 5")
    page.locator("#typed-text").press("Escape")
    page.locator(".own-cards .card").first.wait_for()
    page.keyboard.press("i")
    told = heard(seat, "Dealing…")
    assert "of spades" not in told[-1], "the cards are still face down"
    seat.may("fold")
    page.evaluate("window.heard = []")
    page.keyboard.press("i")
    assert "You hold ace of spades" in heard(seat, "You hold")[-1]
    page.keyboard.press("f")
    expect(seat.prompt).to_contain_text("Turning the dealer")
    page.evaluate("window.heard = []")
    page.keyboard.press("i")
    told = heard(seat, "Turning the dealer")
    assert "You hold ace of spades" in told[-1]
    assert "The dealer has" not in told[-1]


def test_a_limit_is_read_out_once(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    seat.page.keyboard.press("4")
    seat.spot("ante").click()
    seat.spot("ante").click()
    told = heard(seat, "The maximum for ante is $100.")
    assert " ".join(told).count("The maximum") == 1
    flags = seat.page.locator(".slip-flags")
    expect(flags).to_have_text("The maximum for ante is $100.")
    assert flags.get_attribute("role") is None, "the live region has said it"


def test_an_action_can_be_typed_in_every_window(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = flush_table(arrive, own_tables)
    field = seat.page.locator("#typed-text")
    for width, height in ((683, 384), (640, 360), (320, 568), (1000, 500), (1280, 720)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.keyboard.press("/")
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport(ratio=1)
        field.press("Escape")
        expect(field).to_be_hidden()


def test_a_street_is_read_out_in_one_piece_with_what_is_face_down(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: "As Ks 9d", 2: "Jh Th 6h"}))
    seat = Seat.takes_with(arrive().enters(), table.path, 20_000)
    expect(seat.story).to_contain_text("You sat down with $200.")
    seat.page.evaluate(LISTENS)
    other = Seat.takes_with(arrive().enters(), table.path, 20_000)
    [third] = [text for text in heard(seat, "You're dealt") if "You're dealt" in text]
    assert "You're dealt ace of spades, king of spades face down, nine of diamonds face up: ace high. Others: " in third
    assert third.count("You're dealt") == 1
    assert third.count("ace high") == 1
    assert "six of hearts" in third
    mine = seat.page.locator(".seat.mine .card")
    expect(mine.nth(0)).to_have_accessible_name("ace of spades, face down")
    expect(mine.nth(2)).to_have_accessible_name("nine of diamonds")
    other.does("bring-in")
    seat.may("call")
    seat.page.keyboard.press("k")
    heard(seat, "There is no coach for this game.")
    seat.page.keyboard.press("a")
    heard(seat, "A does nothing now.")
    seat.page.keyboard.press("i")
    heard(seat, "You hold ace of spades, king of spades face down, nine of diamonds face up: ace high.")
