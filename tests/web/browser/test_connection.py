"""The page is reloaded or the connection lost in the middle of a hand: the table is restored as it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.room.tables.timing import Deadline
from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.settlement import the_screen_equals_the_record
from tests.web.browser.stud import CALLS, plays_out, the_hand_equals_its_record
from tests.web.browser.tables import OwnTable, OwnTables
from tests.web.serving import Server

pytestmark = pytest.mark.slow

MINE, DEALER = "As Kh 9d 8c 4s 3h 2d", "Tc Td 8h 6h 4c 3c 2c"
LOST = ("WebSocket connection", "ERR_INTERNET_DISCONNECTED")


def in_the_middle(person: Person, own_tables: OwnTables) -> Seat:
    """Boston 7 Stud Poker after the first three cards."""
    table = own_tables.open("boston-7-stud", against_dealer(MINE, DEALER))
    seat = Seat.takes(person, table.path)
    seat.bets("ante 5 first 5 bonus 1")
    seat.may("bet-second")
    return seat


def cut(server: Server, person: Person) -> None:
    """Drop a person's connection on the server without closing it."""
    name = person.asks("/api/me")["id"]

    def let_go() -> None:
        for line in list(server.app.sockets.open):
            if line.person == name:
                line.let_go()

    server.call(let_go)


def test_a_round_continues_where_it_was_after_a_reload(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = in_the_middle(person, own_tables)
    before = seat.look()
    person.page.reload()
    seat.may("bet-second")
    assert seat.look() == before
    seat.does("bet-second")
    seen = seat.settled()
    person.page.reload()
    assert seat.settled() == seen
    the_screen_equals_the_record(person, seen)


def test_a_lost_connection_is_announced_blocks_actions_and_recovers(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    person.forgive(*LOST)
    seat = in_the_middle(person, own_tables)
    before = seat.look()
    person.context.set_offline(True)
    expect(seat.lost).to_be_visible(timeout=PATIENCE)
    expect(seat.lost).to_contain_text("Connection lost")
    expect(seat.prompt).to_contain_text("Connection lost")
    expect(seat.act("bet-second")).to_be_disabled()
    person.press("b")
    seat.says("2nd")
    person.context.set_offline(False)
    expect(seat.lost).to_be_hidden(timeout=PATIENCE)
    seat.may("bet-second")
    assert seat.look() == before, "nothing was done while the connection was lost"
    seat.does("bet-second")
    the_screen_equals_the_record(person, seat.settled())


def test_a_connection_dropped_by_the_server_is_reopened(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    person = arrive().enters()
    person.forgive(*LOST)
    seat = in_the_middle(person, own_tables)
    before = seat.look()
    person.page.evaluate(_COUNT_LOSSES)
    cut(server, person)
    person.page.wait_for_function("() => window.losses > 0 && document.querySelector('#lost').hidden", timeout=PATIENCE)
    seat.may("bet-second")
    assert seat.look() == before
    seat.does("fold")
    the_screen_equals_the_record(person, seat.settled())


_COUNT_LOSSES = """() => {
  window.losses = 0;
  new MutationObserver(() => { if (!document.querySelector("#lost").hidden) window.losses++; })
    .observe(document.querySelector("#lost"), { attributes: true });
}"""


def test_a_connection_without_answers_is_dropped_and_reopened(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    """Where a network is gone without a word a browser waits a minute for the other side to close: we do not."""
    person = arrive().enters()
    person.context.add_init_script(_SOCKETS_THAT_FALL_SILENT)
    person.page.clock.install()
    seat = in_the_middle(person, own_tables)
    before = seat.look()
    person.page.evaluate(_COUNT_LOSSES)
    person.page.evaluate("window.sockets.forEach((socket) => (socket.silent = true))")
    person.page.clock.fast_forward(30_000)
    person.page.wait_for_function("() => window.losses > 0 && document.querySelector('#lost').hidden", timeout=PATIENCE)
    seat.may("bet-second")
    assert seat.look() == before
    seat.does("fold")
    the_screen_equals_the_record(person, seat.settled())


_SOCKETS_THAT_FALL_SILENT = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(address) { super(address); window.sockets.push(this); }
  addEventListener(name, listener) { super.addEventListener(name, (event) => this.silent || listener(event)); }
  send(text) { if (!this.silent) super.send(text); }
  close() { if (!this.silent) super.close(); }
};
"""


def test_the_others_see_who_is_away_and_the_hand_waits(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    table: OwnTable = own_tables.open("seven-card-stud", around_the_table({1: MINE, 2: DEALER}))
    people = [arrive().enters(), arrive().enters()]
    for person in people:
        person.forgive(*LOST)
    seats = [Seat.takes(person, table.path) for person in people]
    for seat in seats:
        seat.page.wait_for_function(_DEALT, timeout=PATIENCE)
    people[0].context.set_offline(True)
    expect(seats[0].lost).to_be_visible(timeout=PATIENCE)
    note = seats[1].page.locator(".seat[data-seat='1'] .seat-note")
    expect(note).to_have_text("away", timeout=PATIENCE)
    people[0].context.set_offline(False)
    expect(seats[0].lost).to_be_hidden(timeout=PATIENCE)
    expect(note).not_to_have_text("away", timeout=PATIENCE)
    plays_out(seats, lambda _: CALLS)
    told: dict[str, Any] = {}
    for seat in seats:
        told = the_hand_equals_its_record(seat.person, seat.over())
    assert told["line"]["state"] == "played"


def test_who_comes_back_reads_what_happened_and_finds_their_own_last_round(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    person = arrive().enters()
    gone, stays = Seat.takes(person, table.path), Seat.takes(arrive().enters(), table.path)
    for seat in (gone, stays):
        seat.bets("ante 5")
    gone.may("fold")
    person.page.goto("about:blank")
    expect(stays.page.locator(".seat[data-seat='1'] .seat-note")).to_have_text("away")
    stays.does("bet-raise")

    def time_is_up() -> None:
        table.live.timing.clocks[1] = Deadline(table.live.timing.clocks[1].decision, 0, 0, 0)

    table.server.call(time_is_up)
    table.server.run(table.live.tick())
    stays.does("again")
    stays.does("bet-raise")
    stays.settled()
    person.goes_to(table.path)
    words = "While you were away your hand was folded: \u2212$5. You are sitting out."
    expect(gone.prompt).to_have_text(words)
    expect(person.page.locator("#last-round .sum")).to_have_text("\u2212$5")
    person.page.get_by_role("button", name="I\u2019m back").click()
    table.next_round()
    gone.may_bet()
    expect(gone.prompt).not_to_contain_text("away")
    # Somebody who sits down in the middle of a round has missed nothing.
    person.page.locator("[data-seat-act=leave]").click()
    expect(person.page.locator(".message")).to_contain_text("You left")
    stays.bets("ante 5")
    stays.may("fold")
    gone = Seat.takes(person, table.path)
    expect(gone.prompt).to_have_text(re.compile("^Waiting for |^You\u2019re in from the next round.$"))
    expect(person.page.locator("#last-round")).to_be_hidden()


_DEALT = "() => document.querySelectorAll('.seat.mine .card').length >= 3"


def test_coming_back_to_a_table_that_has_closed_tells_where_it_and_the_chips_are(
    arrive: Callable[..., Person], server: Server
) -> None:
    person = arrive().enters()
    person.forgive(*LOST, "404")
    page = person.goes_to("/").page
    page.locator("[data-game=high-card-flush] .game-go button").click()
    page.wait_for_url("**/table/*")
    address = page.url
    expect(page.locator("[data-seat-act=leave]")).to_be_visible(timeout=PATIENCE)
    person.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible(timeout=PATIENCE)
    live = server.room.table(address.rpartition("/")[2].partition("?")[0])
    me = person.asks("/api/me")["id"]
    server.run(live.seats.leave(server.room.people.person(me), "gone"))
    server.run(server.room.tables.close(live))
    person.context.set_offline(False)
    page.wait_for_url(f"{person.url}/", timeout=PATIENCE)
    told = "it was closed by its host, or because its players were gone; their chips are back in their wallets."
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert person.asks("/api/me")["seats"] == []
    page.goto(address)
    expect(page.locator("main")).to_contain_text(told)
