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
