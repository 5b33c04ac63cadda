"""The coach in the browser: the figures of `advise` on the page, warnings, the picture, and everything by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from seventh.cards import UNKNOWN, parse_cards
from seventh.games.advice import advise
from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables
from tests.web.browser.test_access import Looking
from tests.web.browser.test_screen_reader import LISTENS, heard

pytestmark = pytest.mark.slow

BETS = {"high-card-flush": "ante 5", "boston-7-stud": "ante 5 first 5", "seven-card-thrill": "poker 5"}
HANDS = {
    # Near the boundary, a fold, a raise, and three times the ante to raise.
    "high-card-flush": ("Th9h4hKd9dTc2c", "9s7h5d3c2s4hJd", "AsKs9s2s7h8d3c", "AsKsQsJs9s8s2d"),
    "boston-7-stud": ("5s3h2d", "8s8d2s", "KhQhJh", "7c4c2h"),
    "seven-card-thrill": ("AsKs9s2s7h8d3c", "JkKd7h5d3c2s4h", "2h2d7c9cJsQdKc"),
}
DEALER = ""  # any cards
WORTH = "#coach-body tr[data-choice]"


def dealt(cards: str) -> str:
    return " ".join(card.text for card in parse_cards(cards))


def figures(seat: Seat) -> dict[str, Fraction]:
    expect(seat.page.locator(WORTH).first).to_be_visible()
    rows = seat.page.locator(WORTH).evaluate_all("rows => rows.map((row) => [row.dataset.choice, row.dataset.exact])")
    return {name: Fraction(exact) for name, exact in rows}


@pytest.mark.parametrize("game", BETS)
def test_figures_on_the_page_are_those_of_advise(
    game: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open(game, against_dealer(dealt(HANDS[game][0]), DEALER))
    table.decides_nothing_automatically()
    seat = Seat.takes(arrive().enters(), table.path)
    seat.may_bet()
    page = seat.page
    page.evaluate(LISTENS)
    expect(page.locator("#coach-home")).to_be_hidden()
    page.keyboard.press("k")
    expect(page.locator("#coach-toggle")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#coach-body")).to_contain_text("nothing to calculate")
    best, made = Fraction(0), Fraction(0)
    for number, cards in enumerate(HANDS[game]):
        if number:
            own_tables.decks.stack(table.id, against_dealer(dealt(cards), DEALER))
            seat.does("again")
        else:
            seat.bets(BETS[game])
        seat.may("fold" if game != "seven-card-thrill" else "best")
        live = table.live.snapshot.live
        assert live is not None
        up = tuple(card for card in parse_cards(live.view(1).dealer) if card is not UNKNOWN)
        advice = advise(game, (*parse_cards(cards), *up))
        assert figures(seat) == advice.actions
        expect(page.locator("#coach-body tr.best")).to_have_attribute("data-choice", advice.best)
        heard(seat, "Coach: ")
        if game == "seven-card-thrill":
            expect(page.locator("#coach-body")).to_contain_text("no decision")
            seat.does("best")
        else:
            folds = number % 2 == 0
            seat.does("fold" if folds else "bet-raise" if game == "high-card-flush" else "bet-second")
            best += 500 * max(advice.actions.values())
            made += 500 * advice.actions["fold" if folds else "raise_1x" if "raise_1x" in advice.actions else "play"]
            if not folds and game == "boston-7-stud":
                expect(page.locator("#coach-body")).to_contain_text("best five")
                seat.does("best")
        seat.settled()
        tally = page.locator("#coach-tally")
        expect(tally).to_have_attribute("data-cost", str(best - made))
        assert Fraction(str(tally.get_attribute("data-best"))) == best
        assert Fraction(str(tally.get_attribute("data-made"))) == made
    expect(page.locator("#coach-tally")).to_contain_text("4 decisions" if made else "nothing to decide in this game")
    assert seat.person.violations == []


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_warning_a_picture_and_accessible_panels(
    size: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    """Three times the ante may be raised: a fold is a mistake, and so is an amount in between."""
    cards = HANDS["high-card-flush"][3]
    table = own_tables.open("high-card-flush", against_dealer(dealt(cards), DEALER))
    person = arrive(**(PHONE if size == "phone" else {})).enters()
    seat = Seat.takes(person, table.path)
    page, look = seat.page, Looking(person)
    seat.may_bet()
    page.evaluate(LISTENS)
    if size == "phone":
        page.locator(".more-tools").click()
    page.locator("#coach-toggle").click()
    page.keyboard.press("Escape")
    seat.bets("ante 5")
    seat.may("fold")
    page.locator("#coach-line:visible, #coach-more:visible").first.click()
    panel = page.locator("#coach-panel")
    expect(panel.locator(".strategy .own")).to_have_count(1)
    expect(panel.locator(".strategy-words")).to_contain_text("raising begins with three suited cards")
    advice = advise("high-card-flush", cards)
    shown = panel.locator("tr[data-choice]").evaluate_all("rows => rows.map((row) => row.dataset.exact)")
    assert {Fraction(exact) for exact in shown} == set(advice.actions.values())
    panel.get_by_label("Warn me").check()
    look.at("coach panel", "dialog#coach-panel")
    person.press("Escape")
    look.at("table with a coach")
    assert look.found == []

    seat.act("fold").click()
    heard(seat, "Press again to do it anyway")
    says = page.locator("#coach-line" if size == "phone" else "#coach-body .coach-warning")
    expect(says).to_contain_text("compared with Raise $15")
    seat.says("raise 12")  # valued by the server: it is not among the buttons
    expect(says).to_contain_text("That costs")
    assert table.live.snapshot.live is not None
    assert not table.live.snapshot.live.view(1).seats[0].acted
    seat.says("raise 12")
    seat.settled()
    cost = 500 * (advice.actions["raise_3x"] - advice.actions["raise_2x"]) * Fraction(3, 5)
    expect(page.locator("#coach-tally")).to_have_attribute("data-cost", str(cost))


def test_without_the_rooms_consent_there_is_no_coach(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    """At stud, where players play each other, there is none either, and the key does nothing."""
    table = own_tables.open("seven-card-stud")
    seat = Seat.takes(arrive().enters(), table.path)
    expect(seat.page.locator("#coach-toggle")).to_have_count(0)
    seat.page.keyboard.press("k")
    expect(seat.page.locator("#coach-home")).to_have_count(0)
