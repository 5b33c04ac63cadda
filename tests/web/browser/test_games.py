"""Each game from the lobby to its settlement and the history: with the mouse, and again with the keyboard alone.

The mouse takes the quick seat, the keyboard a table from the list: so the two do not meet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import Person, money, signed
from tests.web.browser.seats import Seat
from tests.web.browser.settlement import the_screen_equals_the_record
from tests.web.browser.stud import CALLS, plays_out, the_hand_equals_its_record

TITLES = {
    "boston-7-stud": "Boston 7 Stud Poker",
    "seven-card-thrill": "7 Card Thrill",
    "high-card-flush": "High Card Flush",
    "seven-card-stud": "Seven-Card Stud",
}
DEALER_GAMES = [game for game in TITLES if game != "seven-card-stud"]

# With the mouse: the spots to press, one chip each, and then the buttons of the game.
SPOTS = {
    "boston-7-stud": ("ante", "first", "three_card_bonus"),
    "seven-card-thrill": ("poker", "pair_of_kings", "full_house", "special"),
    "high-card-flush": ("ante", "flush", "straight_flush"),
}
BUTTONS = {"boston-7-stud": ("bet-second",), "seven-card-thrill": (), "high-card-flush": ("bet-raise",)}

# With the keyboard: the keys of the spots, and what is decided.
KEYS = {"boston-7-stud": ("q", "w", "e"), "seven-card-thrill": ("q", "w", "t", "y"), "high-card-flush": ("q", "w", "e")}
DECIDES = {
    "boston-7-stud": (("bet-second", "b"),),
    "seven-card-thrill": (),
    "high-card-flush": (("bet-raise", "b"),),
}


def wagered(seen: dict[str, Any]) -> set[str]:
    return {line["wager"] for line in seen["lines"]}


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_a_game_against_the_dealer_with_the_mouse(game: str, arrive: Callable[..., Person]) -> None:
    person = arrive(motion="no-preference")
    person.goes_to("/")
    person.page.locator(f"[data-game={game}] .game-go button").click()
    seat = Seat(person)
    seat.may_bet()
    for wager in SPOTS[game]:
        seat.spot(wager).click()
    expect(seat.deal_says).to_contain_text("Deal")
    on_the_button = seat.deal_says.inner_text().rpartition("$")[2]
    seat.deal.click()
    for name in BUTTONS[game]:
        seat.does(name)
    seen = seat.settled()
    assert wagered(seen) >= set(SPOTS[game])
    lines = the_screen_equals_the_record(person, seen)
    placed = sum(line["amount"] for line in lines if line["wager"] not in ("second", "raise"))
    assert money(placed) == f"${on_the_button}", "the button that was pressed is the price that was paid"


@pytest.mark.slow
@pytest.mark.parametrize("game", DEALER_GAMES)
def test_a_game_against_the_dealer_with_the_keyboard_alone(game: str, arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.goes_to("/")
    person.tab_to(f"Sit at {TITLES[game]} 2")
    person.press("Enter")
    seat = Seat(person)
    seat.may_bet()
    person.press("1", *KEYS[game], "z", *KEYS[game][-1:])
    expect(seat.deal).to_be_enabled()
    person.press("Enter")
    for name, key in DECIDES[game]:
        seat.may(name)
        person.press(key)
    seen = seat.settled()
    assert len(wagered(seen)) >= len(KEYS[game])
    net = seen["net"]
    _finds_the_round_with_the_keyboard(person, net)


def _finds_the_round_with_the_keyboard(person: Person, net: str) -> None:
    """From the table over the lobby to the account, and there to the latest round."""
    line = person.rounds()[0]
    person.tab_to("Seventh")
    person.press("Enter")
    person.page.wait_for_url("**/")
    person.tab_to("in play chips")
    person.press("Enter")
    person.page.wait_for_url("**/me")
    person.tab_to(f" 2 #{line['number']}")
    person.press("Enter")
    expect(person.page.locator("#round-net")).to_have_text(signed(line["net"]))
    assert net == signed(line["net"])


@pytest.mark.slow
def test_stud_against_bots_with_the_mouse(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.goes_to("/")
    person.page.locator("[data-game=seven-card-stud] .game-go button").click()
    seat = Seat(person)
    seat.is_taken()
    plays_out([seat], lambda _: CALLS)
    seen = seat.over()
    bots = [shown for shown in seen["seats"].values() if shown["badge"] == "bot"]
    assert len(bots) >= 1, "R36: bots are labelled"
    the_hand_equals_its_record(person, seen)
    line = person.rounds()[0]
    person.goes_to("/me/rounds").page.locator(f"tr[data-round='{line['id']}'] a").first.click()
    expect(person.page.locator("#round-net")).to_have_text(signed(line["net"]))


@pytest.mark.slow
def test_stud_against_bots_with_the_keyboard_alone(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.goes_to("/")
    person.tab_to("Sit at Seven-Card Stud 2")
    person.press("Enter")
    seat = Seat(person)
    seat.is_taken()
    keys = {"bring-in": "c", "check": "c", "call": "c", "show": "b", "all-in": "a"}
    plays_out([seat], lambda _: CALLS, lambda _, name: person.press(keys[name]))
    seen = seat.over()
    the_hand_equals_its_record(person, seen)
    _finds_the_round_with_the_keyboard(person, seen["net"])
