"""The hand chart: opened by key, mouse and touch, with the player's own hand highlighted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

FOUR_LOW_SPADES, DEALER = "8s 6s 4s 2s 7h 9d 3c", "Jh Th 6h 5c 6d 2c 3d"


@pytest.mark.parametrize("by", ["key", "button", "touch"])
def test_the_hand_chart_opens_and_marks_the_players_own_hand(by: str, arrive: Callable[..., Person]) -> None:
    person = arrive(**(PHONE if by == "touch" else {}))
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-go button").first.click()
    seat = Seat(person)
    seat.may_bet()
    chart = person.page.locator("#chart")
    _open(person, by)
    expect(chart).to_be_visible()
    assert chart.locator("[aria-current]").count() == 0, "there are no cards yet"
    if by == "touch":
        person.page.get_by_role("button", name="Close hand chart").tap()
    else:
        person.press("Escape")
    expect(chart).to_be_hidden()
    seat.deal.click()
    seat.may("bet-raise")
    _open(person, by)
    expect(chart.locator("[aria-current]")).to_have_count(1)


def _open(person: Person, by: str) -> None:
    if by == "key":
        person.page.keyboard.press("h")
    elif by == "touch":
        person.page.locator(".more-tools").tap()  # a narrow bar keeps some of its buttons in a menu
        person.page.locator(".bar [data-opens=chart]").tap()
    else:
        person.page.locator(".bar [data-opens=chart]").click()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mine", "bets", "best", "prompt"),
    [
        ("As Ks 9s 2h 7h 8d 3c", "ante 5", "bet-raise", "Raise $5 or fold."),
        ("9s 7h 5d 3c 2s 4h 8d", "ante 5", "fold", "Raise $5 or fold."),
        (FOUR_LOW_SPADES, "ante 5 flush 5", "bet-raise", "If you fold, the Flush"),
    ],
    ids=["a hand to play", "a hand to fold", "a bonus that a fold keeps"],
)
def test_the_best_action_is_the_filled_button(
    mine: str, bets: str, best: str, prompt: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush", against_dealer(mine, DEALER)).path)
    seat.bets(bets)
    seat.may("fold")
    expect(seat.prompt).to_contain_text(prompt)
    expect(seat.page.locator("#actions .act.primary")).to_have_count(1)
    expect(seat.page.locator("#actions .act.primary")).to_have_attribute("data-act", best)


@pytest.mark.slow
def test_a_fold_that_keeps_a_bonus_says_so_and_pays_it(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(**PHONE).enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(FOUR_LOW_SPADES, DEALER)).path)
    seat.bets("ante 5 flush 5")
    seat.may("fold")
    expect(seat.act("fold")).to_contain_text("Fold (bonus wins $5)")
    expect(seat.prompt).to_contain_text("If you fold, the Flush bonus still wins $5.")
    expect(seat.page.locator("#actions .act", has_text="Fold")).to_have_count(1)
    seat.act("fold").tap()
    lines = {line["wager"]: line["result"] for line in seat.settled()["lines"]}
    assert lines == {"ante": "lose", "flush": "win"}


def test_the_rules_begin_with_a_worked_round(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.goes_to("/rules/high-card-flush")
    how = person.page.locator(".how").first
    expect(how).to_contain_text("In total, you win")
    expect(how.locator(".pictured").first).to_be_visible()
    assert how.bounding_box()["y"] < person.page.locator(".clause").first.bounding_box()["y"]  # type: ignore[index]
