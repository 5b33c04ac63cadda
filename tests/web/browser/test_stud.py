"""Seven-Card Stud between people, who see only their own down cards, to every kind of ending."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.room import frames as fr
from tests.room.live.live_room import Client, name
from tests.web.browser.decks import around_the_table
from tests.web.browser.people import PATIENCE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS, RAISES, plays_out, the_hand_equals_its_record
from tests.web.browser.tables import OwnTable, OwnTables
from tests.web.browser.test_floor import Here
from tests.web.serving import Server
from tools.windows import DRAWN, LOOK, SIZES

pytestmark = pytest.mark.slow

ACES = "As Ah Kd 9c 7d 4s 2h"
NOTHING = "3c 5d 8h Tc Jd Qc 2s"
BROADWAY, SAME_IN_OTHER_SUITS = "Ac Kd Qh Js Tc 4d 3h", "Ad Kc Qs Jh Td 4c 3s"
FOLDS = ("check", "fold", "bring-in")
COVERED = """() => [...document.querySelectorAll('.seat.mine .card')].filter((card) => {
  const box = card.getBoundingClientRect();
  return document.elementFromPoint(box.left + 5, box.top + 8)?.closest('.card') !== card;
}).length"""
"""How many of the own cards another thing lies on, just where their rank stands."""


def sit(arrive: Callable[..., Person], table: OwnTable, chips: Sequence[int]) -> list[Seat]:
    """People come one after another, each with these chips; the hand begins when the last one sits."""
    seats = []
    for amount in chips:
        person = arrive().enters()
        seats.append(Seat.takes_with(person, table.path, amount))
    return seats


def kinds(told: dict[str, Any]) -> list[str]:
    return [event["event"] for event in told["events"]]


def test_two_browsers_play_a_hand_against_each_other(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES, 2: NOTHING}))
    host, guest = sit(arrive, table, (20_000, 20_000))
    for seat, own, other in ((host, ACES, "2"), (guest, NOTHING, "1")):
        seat.page.wait_for_function("() => document.querySelectorAll('.seat.mine .card').length >= 3", timeout=PATIENCE)
        expect(seat.page.locator("#dock.turn").or_(seat.page.get_by_text("Waiting for"))).to_be_visible(
            timeout=PATIENCE
        )
        seen = seat.look()
        assert seen["mine"] == own.split()[:3]
        assert seat.page.evaluate(COVERED) == 0
        up = (NOTHING if other == "2" else ACES).split()[2]
        assert seen["seats"][other]["cards"] == ["??", "??", up]
        hidden = (NOTHING if other == "2" else ACES).split()[:2]
        assert not any(card in seat.page.content() for card in (f'"{card}"' for card in hidden))
    plays_out((host, guest), lambda _: CALLS)
    for seat in (host, guest):
        told = the_hand_equals_its_record(seat.person, seat.over())
        assert "shown" in kinds(told)


NAME_ROOM = """() => {
  const plate = document.querySelector(".seat.winner .plate");
  const [name, sum] = [".plate-top", ".seat-result"].map((part) => plate.querySelector(part).getBoundingClientRect());
  return plate.clientWidth - name.width - sum.width;
}"""
"""What is left of the winner's plate beside the name and the result."""


def test_the_name_of_a_winner_has_all_the_room_beside_the_result(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES}))
    table.waits_for(4)
    seats = sit(arrive, table, (20_000,) * 4)
    plays_out(seats, lambda _: CALLS)
    page = seats[1].page
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(DRAWN)
    expect(page.locator("#stage.no-terms .seat.winner.named .seat-result")).to_be_visible()
    assert page.evaluate(NAME_ROOM) <= 14


def test_a_shown_hand_is_named_before_the_next_player_shows_or_mucks(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    """Also after a reload, when the frame is drawn without its events."""
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES, 2: NOTHING}))
    host, guest = sit(arrive, table, (20_000, 20_000))
    guest.at_showdown("Ask me")
    named = []

    def press(seat: Seat, name: str) -> None:
        plate = seat.page.locator(".seat:not(.mine, .gone) .seat-says")
        if name == "show" and seat is guest:
            expect(plate).to_contain_text("pair of aces")
            expect(seat.prompt).to_contain_text(
                "'s pair of aces beats your queen high. Show your hand, or muck it (fold"
            )
            expect(host.prompt).to_contain_text(" to show or muck.")
            seat.page.reload()
            seat.act(name).wait_for()
            expect(plate).to_contain_text("pair of aces")
            expect(seat.page.locator(".seat:not(.mine) .card.plays")).to_have_count(5)
            named.append(name)
        seat.act(name).click()

    plays_out((host, guest), lambda seat: RAISES if seat is host else CALLS, press)
    assert named, "the guest had nothing to decide at the showdown"


def test_R22_a_player_who_sits_out_from_the_next_hand_on_is_still_to_act_in_this_one(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES, 2: NOTHING}))
    seats = sit(arrive, table, (20_000, 20_000))
    for seat in seats:
        expect(seat.page.locator("#dock.turn").or_(seat.page.get_by_text("Waiting for"))).to_be_visible(
            timeout=PATIENCE
        )
    acts, waits = sorted(seats, key=lambda seat: not seat.page.locator("#dock.turn").count())
    acts.page.locator("[data-seat-act=sit_out]").click()
    expect(waits.page.locator("#story .news").last).to_contain_text("is sitting out.")
    expect(waits.page.locator(f".seat[data-seat='{acts.number}'] .seat-note")).to_have_text("to act")


def test_a_bet_lies_by_its_own_seat(arrive: Callable[..., Person], own_tables: OwnTables, server: Server) -> None:
    """The viewer has the lowest card, and so the only bet."""
    cards = {1: "Kc Qd 2c", 2: "As Ah Kd", 3: "Ks Kh Qh", 4: "Qs Qc Jd"}
    table = own_tables.open("seven-card-stud", around_the_table(cards))
    table.waits_for(len(cards))
    seat = Seat.takes_with(arrive().enters(), table.path, 20_000)

    async def join() -> None:
        for _ in range(len(cards) - 1):
            client = Client(Here(server), (await server.room.people.guest()).id)  # type: ignore[arg-type]
            await client.watch(table.id, table.live.row.word or "")
            await client.done(fr.Sit(name(), table.id, 20_000))

    server.run(join())
    seat.does("bring-in")
    expect(seat.page.locator(".seat.mine .bet-pile")).to_be_visible()
    wrong = []
    for width, height in SIZES:
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(DRAWN)
        wrong += [f"{width}x{height}: {line}" for line in seat.page.evaluate(LOOK)["wrong"] if line.startswith("bet ")]
    assert not wrong, "\n".join(wrong)
    # Also on a small phone the up-cards of somebody who folds stay: they are out of the deck.
    seat.page.set_viewport_size({"width": 320, "height": 568})
    seat.page.evaluate("document.querySelector('.seat[data-seat=\"2\"]').classList.add('out')")
    expect(seat.page.locator(".seat[data-seat='2'] .card[data-card='Kd']")).to_be_visible()


def test_R43_a_pot_that_nobody_contests(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES, 2: NOTHING}))
    seats = sit(arrive, table, (4_000, 4_000))
    plays_out(seats, lambda seat: RAISES if seat is seats[0] else FOLDS)
    for seat in seats:
        seen = seat.over()
        told = the_hand_equals_its_record(seat.person, seen)
        assert "shown" not in kinds(told)
        assert kinds(told).count("pot_won") == 1
    other = seats[1].look()["seats"][str(seats[0].number)]
    assert other["cards"][:2] == ["??", "??"], "a hand that was not called is not shown"


def test_S9_a_fold_without_a_bet_must_be_confirmed(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    """Seat 1 shows the best board on fourth street, and could check. S3: nobody has a dealer button."""
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES, 2: NOTHING}))
    host, guest = sit(arrive, table, (4_000, 4_000))
    guest.may("bring-in")
    for typed, answer in (("raise 99999", "You can complete to $4 only"), ("bet -5", "“-5” is not an amount.")):
        guest.says(typed)
        expect(guest.story).to_contain_text(answer)
    assert not host.page.get_by_text("D", exact=True).is_visible()
    guest.act("bring-in").click()
    host.may("call")
    host.act("call").click()
    host.may("check")
    expect(host.act("fold")).to_contain_text("Fold")
    host.act("fold").click()
    expect(host.act("fold")).to_contain_text("Fold anyway")
    expect(host.page.locator("#story")).to_contain_text("Checking is free.")
    expect(host.prompt).to_have_text("Check or bet $4.")
    assert len(host.look()["seats"]["1"]["cards"]) == 4, "the hand is still there"
    host.page.keyboard.press("f")
    host.over()
    told = the_hand_equals_its_record(guest.person, guest.over())
    assert kinds(told).count("folded") == 1
    assert "checked" not in kinds(told)


def test_R43_a_split_pot(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: BROADWAY, 2: SAME_IN_OTHER_SUITS}))
    seats = sit(arrive, table, (4_000, 4_000))
    plays_out(seats, lambda _: CALLS)
    seen = seats[0].over()
    told = the_hand_equals_its_record(seats[0].person, seen)
    assert kinds(told).count("pot_won") == 2
    assert told["line"]["net"] == 0
    seats[0].page.reload()
    assert seats[0].over()["seats"] == seen["seats"], (
        "who won is marked after a reload too, without a gain to tell it by"
    )


def test_R43_a_side_pot(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    stakes = {"ante": 100, "bring_in": 200, "small_bet": 1000, "big_bet": 2000}
    cards = around_the_table({1: ACES, 2: "Ks Kh Qd 9s 7c 5h 2d", 3: NOTHING})
    table = own_tables.open(
        "seven-card-stud", cards, stakes=stakes, limits={"buy_in": {"minimum": 1500, "maximum": 40_000}}
    )
    table.waits_for(3)
    seats = sit(arrive, table, (1_500, 19_900, 19_900))
    pots: list[list[str]] = []

    def wants(seat: Seat) -> Sequence[str]:
        pots.append(seat.look()["pots"])
        return RAISES if len(pots) < 8 else CALLS

    plays_out(seats, wants)
    assert any(len(shown) > 1 and "Side pot" in shown[1] for shown in pots), f"no side pot was shown: {pots}"
    for seat in seats:
        told = the_hand_equals_its_record(seat.person, seat.over())
    winners = [event["seat"] for event in told["events"] if event["event"] == "pot_won"]
    assert len(set(winners)) == 2, "the short stack wins the main pot, somebody else the side pot"


def test_S23_who_loses_all_in_is_not_dimmed_as_if_folded_and_all_hands_are_reviewed_whole(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    stakes = {"ante": 100, "bring_in": 200, "small_bet": 1000, "big_bet": 2000}
    table = own_tables.open(
        "seven-card-stud",
        around_the_table({1: ACES, 2: NOTHING}),
        stakes=stakes,
        limits={"buy_in": {"minimum": 1500, "maximum": 40_000}},
    )
    seats = sit(arrive, table, (19_900, 1_500))
    plays_out(seats, lambda _: RAISES)
    loser = seats[1]
    loser.over()
    mine = loser.page.locator(".seat.mine")
    expect(mine).to_contain_text("$0")
    expect(mine).not_to_have_class(re.compile(r"\bout\b"))
    for hand in (1, 2):
        expect(loser.page.locator(f".last-hand[data-seat='{hand}'] .card.plays")).to_have_count(5)


def test_R43_a_hand_that_is_called_off(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: ACES, 2: NOTHING}))
    seats = sit(arrive, table, (4_000, 4_000))
    seats[0].page.wait_for_function("() => document.querySelectorAll('.seat.mine .card').length >= 3", timeout=PATIENCE)
    table.fails()
    for seat in seats:
        seen = seat.over()
        told = the_hand_equals_its_record(seat.person, seen)
        assert told["line"]["state"] == "void"
        assert told["line"]["net"] == 0
