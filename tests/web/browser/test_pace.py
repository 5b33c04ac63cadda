"""Pace of play: two clicks to the first cards, rebet with one press, and waiting for other players."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.room.tables.table import LiveTable
from seventh.rounds.events import Mucked
from tests.web.browser.decks import around_the_table
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS, RAISES
from tests.web.browser.stud import plays_out as stud_plays_out
from tests.web.browser.tables import OwnTables
from tests.web.serving import Server

DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")
COUNTING = """addEventListener("click", (event) => event.isTrusted && event.detail
    && sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks") ?? 0) + 1), true)"""
"""Presses of a mouse or a finger on any page of this tab."""

CARD = "#stage .own-cards .card"


def plays(person: Person, game: str = "high-card-flush") -> Seat:
    """From the lobby to a single-player table."""
    person.goes_to("/")
    person.page.locator(f"[data-game={game}] .game-go button").click()
    seat = Seat(person)
    seat.may_bet()
    return seat


def own_table(server: Server, seat: Seat) -> LiveTable:
    return server.room.tables[seat.page.url.rpartition("/")[2]]


def again(seat: Seat) -> Any:
    return seat.page.locator("[data-act=again]")


def plays_out(seat: Seat) -> None:
    seat.does("fold")
    seat.settled()
    expect(again(seat)).to_be_enabled(timeout=PATIENCE)


def amounts(server: Server, seat: Seat) -> dict[str, int]:
    """What the room has of this person's wagers before the cards."""
    live = own_table(server, seat).snapshot.live
    assert live is not None
    return dict(live.hand.hands[1].wagers)


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_two_clicks_from_the_door_to_the_first_cards(game: str, arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.context.add_init_script(COUNTING)
    person.goes_to("/")
    person.page.get_by_role("button", name=re.compile("^Play as a guest")).and_(
        person.page.locator(f"[data-game={game}] button")
    ).click()
    seat = Seat(person)
    expect(seat.deal_says).to_have_text(re.compile(r"^Deal \$"), timeout=PATIENCE)
    shown = {wager: pile for wager, pile in seat.look()["spots"].items() if pile}
    assert shown, "the chips lie on the spots before they are bet"
    price = seat.deal_says.inner_text().partition("$")[2]
    seat.deal.click()
    expect(person.page.locator(CARD)).not_to_have_count(0, timeout=PATIENCE)
    assert person.page.evaluate("sessionStorage.getItem('clicks')") == "2"
    assert sum(int(pile.partition("$")[2]) for pile in seat.look()["spots"].values() if pile) == int(price)


def test_two_taps_on_a_phone(arrive: Callable[..., Person]) -> None:
    person = arrive(**PHONE)
    person.context.add_init_script(COUNTING)
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-go button").tap()
    seat = Seat(person)
    expect(seat.deal).to_be_enabled(timeout=PATIENCE)
    expect(seat.deal).to_be_in_viewport(ratio=1)
    seat.deal.tap()
    expect(person.page.locator(CARD)).to_have_count(7, timeout=PATIENCE)
    assert person.page.evaluate("sessionStorage.getItem('clicks')") == "2"


def test_with_the_keyboard_alone_round_after_round(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    person.goes_to("/")
    person.tab_to("Play as a guest: High Card Flush")
    person.press("Enter")
    seat = Seat(person)
    seat.may_bet()
    for number in range(2):
        person.press("Enter")
        seat.may("fold")
        assert amounts(server, seat) == {"ante": 500}
        assert len(person.rounds()) == number
        person.press("f")
        seat.settled()
        expect(again(seat)).to_be_enabled(timeout=PATIENCE)
        expect(again(seat)).to_have_text(re.compile(r"^Rebet \$5 and deal"))


def test_rebet_and_deal_is_one_click_and_bets_what_it_says(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    seat = plays(person)
    for wager in ("flush", "straight_flush"):
        seat.spot(wager).click()
    expect(seat.deal_says).to_have_text("Deal $15")
    seat.deal.click()
    plays_out(seat)
    before = seat.look()
    expect(again(seat)).to_have_text(re.compile(r"^Rebet \$15 and deal"))
    assert seat.look() == before, "the result stays until its person goes on"
    assert own_table(server, seat).state == "showing"
    again(seat).click()
    seat.may("fold")
    assert amounts(server, seat) == {"ante": 500, "flush": 500, "straight_flush": 500}


def test_a_spot_pressed_after_a_round_adds_to_the_last_bet(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive(**PHONE)
    seat = plays(person)
    seat.deal.click()
    plays_out(seat)
    seat.spot("ante").tap()
    expect(seat.deal_says).to_have_text("Deal $10", timeout=PATIENCE)
    seat.deal.tap()
    plays_out(seat)
    seat.act("other-bets").tap()
    seat.may_bet()
    expect(seat.deal_says).to_have_text("Deal $10", timeout=PATIENCE)  # there to be changed
    person.press("x")
    expect(seat.deal).to_be_disabled()
    person.press("v")
    expect(seat.deal_says).to_have_text("Deal $10")


def test_a_spot_adds_a_chip_to_the_current_bets(arrive: Callable[..., Person]) -> None:
    seat = plays(arrive())
    expect(seat.deal_says).to_have_text("Deal $5")
    seat.page.locator("#bets .chip").nth(1).click()
    seat.spot("ante").click()
    expect(seat.page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(seat.deal_says).to_have_text("Deal $10")
    seat.spot("flush").click()
    expect(seat.deal_says).to_have_text("Deal $15")  # a spot of its own
    seat.page.get_by_role("button", name="Clear").click()
    expect(seat.deal_says).to_have_text("Place a bet")


def test_the_last_bets_laid_out_on_sitting_down_again_are_real_bets(arrive: Callable[..., Person]) -> None:
    person = arrive()
    seat = plays(person)
    for wager in ("flush", "straight_flush"):
        seat.spot(wager).click()
    seat.deal.click()
    plays_out(seat)
    person.page.locator("[data-seat-act=leave]").click()
    expect(person.page.locator(".message")).to_contain_text("You left", timeout=PATIENCE)
    seat = plays(person)
    expect(seat.deal_says).to_have_text("Rebet $15 and deal")
    seat.spot("flush").click()
    expect(seat.deal_says).to_have_text("Deal $20")
    seat.spot("ante").click()
    expect(seat.deal_says).to_have_text("Deal $25")
    amounts = [seat.spot(wager).locator(".pile-amount") for wager in ("flush", "ante", "straight_flush")]
    assert [amount.inner_text() for amount in amounts] == ["$10", "$10", "$5"]


def test_a_reload_during_a_round_keeps_the_last_bets(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    seat = plays(person)
    seat.spot("flush").click()
    seat.deal.click()
    seat.may("fold")
    person.page.reload()
    plays_out(seat)
    expect(again(seat)).to_have_text(re.compile(r"^Rebet \$10 and deal"))
    again(seat).click()
    seat.may("fold")
    assert amounts(server, seat) == {"ante": 500, "flush": 500}


def test_the_last_result_leaves_the_felt_when_bets_are_placed(arrive: Callable[..., Person]) -> None:
    seat = plays(arrive())
    seat.deal.click()
    plays_out(seat)
    verdict = seat.page.locator("#stage .verdict")
    expect(verdict).not_to_be_empty()
    seat.page.reload()
    expect(verdict).not_to_be_empty(timeout=PATIENCE)  # still on show
    seat.act("other-bets").click()
    seat.may_bet()
    expect(verdict).to_be_empty()
    expect(seat.page.locator("#last-round")).to_be_visible()


def test_a_stack_that_does_not_cover_the_last_bet_is_offered_the_simplest(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes_with(arrive().enters(), table.path, 4_000)
    seat.bets("ante 25")
    plays_out(seat)
    expect(again(seat)).to_have_text(re.compile(r"^Deal \$5"))
    again(seat).click()
    seat.may("fold")
    live = table.live.snapshot.live
    assert live is not None
    assert dict(live.hand.hands[1].wagers) == {"ante": 500}


def test_a_double_click_on_the_last_decision_does_not_bet_again(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    seat = plays(person)
    seat.deal.click()
    seat.may("fold")
    seat.act("fold").dblclick()
    seat.settled()
    expect(again(seat)).to_be_enabled(timeout=PATIENCE)
    assert own_table(server, seat).state == "showing"


def test_a_single_player_table_is_unlisted_and_cannot_be_watched(arrive: Callable[..., Person], server: Server) -> None:
    person, stranger = arrive(), arrive()
    seat = plays(person)
    seat.deal.click()
    seat.may("fold")
    stranger.forgive("404")
    path = "/" + person.page.url.split("/", 3)[3]
    stranger.goes_to(path)
    expect(stranger.page.locator("body")).to_contain_text("There is no table")
    expect(stranger.goes_to("/").page.locator("[data-who=high-card-flush]")).not_to_contain_text(
        person.asks("/api/me")["name"]
    )
    expect(person.page.locator("#invite")).to_be_hidden()
    expect(person.page.locator("#clock")).to_be_hidden()
    # Returning from the lobby leads back to the same round.
    person.goes_to("/").page.locator("[data-game=high-card-flush] .game-go button").click()
    seat.may("fold")
    assert "/" + person.page.url.split("/", 3)[3] == path


def test_play_at_stud_opens_a_table_of_ones_own_with_bots_and_without_a_clock(
    arrive: Callable[..., Person], server: Server
) -> None:
    person = arrive()
    person.goes_to("/")
    person.page.locator("[data-game=seven-card-stud] .game-go button").click()
    seat = Seat(person)
    seat.is_taken()
    table = own_table(server, seat)
    assert table.row.alone
    expect(person.page.locator("#invite")).to_be_hidden()
    stud_plays_out([seat], lambda _: ("fold", *CALLS))
    expect(person.page.locator("#clock")).to_be_hidden()
    over = table.snapshot.number
    assert seat.over()["result"] is not None
    expect(again(seat)).to_contain_text("Next hand", timeout=PATIENCE)
    assert (table.state, table.showing_until) == ("showing", 0), "the result waits for the player"
    expect(again(seat)).to_be_enabled()
    person.press("Enter")
    expect(person.page.locator("#actions .act:enabled:not([data-act=again])").first).to_be_visible(timeout=PATIENCE)
    assert table.snapshot.number > over


def test_play_together_takes_a_seat_where_others_are(arrive: Callable[..., Person]) -> None:
    one, two = arrive(), arrive()
    for person in (one, two):
        person.goes_to("/")
        person.page.locator("[data-game=seven-card-thrill] .game-together button").click()
        Seat(person).may_bet()
    assert one.page.url == two.page.url
    third = arrive().goes_to("/")
    expect(third.page.locator("[data-who=seven-card-thrill]")).to_have_text(re.compile("are playing.$"))
    for person in (one, two):
        person.page.locator("[data-seat-act=leave]").click()


def test_without_a_script_the_forms_lead_to_a_table(arrive: Callable[..., Person]) -> None:
    person = arrive(java_script_enabled=False)
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-go button").click()
    expect(person.page.get_by_role("heading", name="Your High Card Flush table")).to_be_visible()
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-together button").click()
    expect(person.page.get_by_role("heading", name=re.compile(r"^High Card Flush \d"))).to_be_visible()


def test_R22_others_are_named_while_they_are_waited_for(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("high-card-flush")
    one, two = Seat.takes(arrive().enters(), table.path), Seat.takes(arrive().enters(), table.path)
    name = two.person.asks("/api/me")["name"]
    one.bets("ante 5")
    expect(one.prompt).to_have_text(f"Your bets are placed. Waiting for {name}.", timeout=PATIENCE)
    expect(one.page.locator("#clock")).to_have_text(re.compile(r"^\d+ s until bets close"))
    two.bets("ante 5")
    one.does("fold")
    expect(one.prompt).to_have_text(f"Waiting for {name}.", timeout=PATIENCE)
    expect(one.page.locator("#clock")).to_have_text(re.compile(r"^up to \d+ s"))
    two.page.locator("[data-seat-act=leave]").click()
    two.page.get_by_role("button", name="Fold and leave").click()
    one.settled()


def test_R22_a_player_who_missed_the_betting_sees_how_long_the_others_wait(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    table.live.pace = replace(table.live.pace, last_call=4_000)
    quick, late = Seat.takes(arrive().enters(), table.path), Seat.takes(arrive(**PHONE).enters(), table.path)
    name = quick.person.asks("/api/me")["name"]
    late.may_bet()
    table.live.timing.missed[2] = 1
    quick.bets("ante 5")
    expect(late.prompt).to_have_text(re.compile(rf"^{name} is ready: [34] s to bet\.$"))
    expect(late.page.locator("#clock")).to_have_text(re.compile(r"^[1-4] s until bets close"))
    expect(late.prompt).to_have_text(re.compile(r"[12] s to bet\.$"))  # it counts
    expect(late.prompt).to_have_text(
        f"Betting closed before you placed a bet. You are sitting out. Waiting for {name}."
    )
    expect(late.page.get_by_role("button", name="I\u2019m back")).to_be_visible()


def test_the_list_of_the_others_closes_when_there_is_something_to_do(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    small = {**PHONE, "viewport": {"width": 320, "height": 568}}
    one, two = Seat.takes(arrive(**small).enters(), table.path), Seat.takes(arrive().enters(), table.path)
    one.may_bet()
    one.deal.tap()
    others = one.page.locator(".others-count")
    others.tap()
    expect(others).to_have_attribute("aria-expanded", "true")
    two.bets("ante 5")
    one.may("fold")
    expect(others).to_have_attribute("aria-expanded", "false")


@pytest.mark.slow
@pytest.mark.parametrize("choice", ["muck", "show"])
def test_S23_a_beaten_hand_is_mucked_at_once_or_shown_if_the_player_prefers(
    choice: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    hands = {1: "As Ah Ad 9c 9d 4c 2s", 2: "3c 5d Jh 7s 8h Ts Qd"}
    table = own_tables.open("seven-card-stud", around_the_table(hands))
    table.waits_for(2)
    seats = [Seat.takes(arrive().enters(), table.path) for _ in range(2)]
    if choice == "show":
        seats[1].at_showdown("Always show")
    # Who bets last shows first: the other one is asked then, or would be.
    stud_plays_out(seats, lambda seat: RAISES if seat is seats[0] else CALLS)
    over = table.live.snapshot.over
    assert over is not None
    mucked = [event.seat for event in over.hand.events if isinstance(event, Mucked)]
    assert mucked == ([2] if choice == "muck" else [])
    mine = seats[1].page.locator(".seat.mine")
    expect(mine.locator(".card.plays")).to_have_count(5)  # its player compares it with the winner's in any case
    expect(mine).not_to_have_class(re.compile(r"\bout\b"))
