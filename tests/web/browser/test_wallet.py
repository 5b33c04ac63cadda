"""Running out of chips and refilling, at a table, in the lobby and on the account page; results by person."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from seventh.room.changes import Change, Transfer
from seventh.room.ledger import HOUSE, wallet
from tests.web.browser.conftest import PATIENT
from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, PHONE, Person, money, signed
from tests.web.browser.seats import Seat
from tests.web.browser.stud import RAISES, plays_out
from tests.web.browser.tables import OwnTable, OwnTables
from tests.web.serving import Server
from tools.windows import DRAWN, SIZES

pytestmark = pytest.mark.slow

WORST, BETTER = "2c 4d 6h 8s Tc Qd 3h", "As Ks Qs Js 9s 2d 3d"
ACES, NOTHING = "As Ah Kd 9c 7d 4s 2h", "3c 5d 8h Tc Jd Qc 2s"
LEAST = PATIENT.dealer_buy_in_least
FULL = PATIENT.starting_chips
_names = count(1)


def keeps(server: Server, person: Person, chips: int) -> None:
    """All but so much of a wallet is gone."""
    me = person.asks("/api/me")
    lost = Transfer(f"lost {next(_names)}", wallet(me["id"]), HOUSE, me["wallet"] - chips, "test")
    server.run(server.room.cashier.commit(Change(transfers=(lost,))))


def shown_wallet(person: Person) -> Locator:
    return person.page.locator("#wallet")


def holds(person: Person, chips: int) -> None:
    """The wallet on the screen, and the one in the books."""
    expect(shown_wallet(person)).to_have_text(money(chips), timeout=PATIENCE)
    assert person.asks("/api/me")["wallet"] == chips


def loses_all(seat: Seat, bet: int = LEAST) -> None:
    """The whole stack on the ante, and fold."""
    seat.bets(f"ante {bet // 100}")
    seat.does("fold")
    seat.person.sees("body[data-over]")


def refills(person: Person) -> list[int]:
    lines = person.asks("/api/me/statement")["postings"]
    return [line["amount"] for line in lines if line["kind"] == "refill"]


def broke(seat: Seat, words: str) -> Locator:
    """The table explains the problem, and offers only actions that would be accepted."""
    expect(seat.prompt).to_contain_text("out of chips", timeout=PATIENCE)
    way_on = seat.page.locator("#actions").get_by_role("button", name=words)
    expect(way_on).to_be_enabled(timeout=PATIENCE)
    expect(seat.page.locator("[data-seat-act=sit_in]")).to_have_count(0)
    expect(seat.page.locator("[data-seat-act=leave]")).to_be_visible()
    return way_on


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_broke_at_high_card_flush_refills_and_plays_on(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server, screen: dict[str, Any]
) -> None:
    person = arrive(**screen).enters()
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    seat = Seat.takes_with(person, table.path, LEAST)
    keeps(server, person, 300)
    loses_all(seat)
    broke(seat, "Refill and buy in")
    if not screen:
        dock_is_whole(seat)
    person.page.reload()
    way_on = broke(seat, "Refill and buy in")
    way_on.dblclick()
    seat.may_bet()
    assert refills(person) == [FULL - 300], "a doubled click refills once"
    expect(seat.story).to_contain_text(f"Wallet refilled to {money(FULL)}.")
    bought = FULL - person.asks("/api/me")["wallet"]
    assert LEAST <= bought <= PATIENT.dealer_buy_in_most
    holds(person, FULL - bought)
    seat.bets("ante 5")
    seat.does("fold")
    assert seat.settled()["net"] == signed(-LEAST - 500), "the loss before the refill still counts"


def test_broke_with_chips_in_the_wallet_buys_in_without_a_refill(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    seat = Seat.takes_with(person, table.path, LEAST)
    loses_all(seat)
    broke(seat, "Buy in with").click()
    seat.may_bet()
    assert refills(person) == []
    assert person.asks("/api/me")["wallet"] < FULL - LEAST


def test_a_stack_below_the_smallest_bet_is_no_dead_end(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    seat = Seat.takes_with(person, table.path, LEAST)
    loses_all(seat, LEAST - 200)
    expect(seat.prompt).to_contain_text("less than the minimum bet", timeout=PATIENCE)
    seat.page.locator("#actions").get_by_role("button", name="Buy in with").click()
    seat.may_bet()
    seat.bets("ante 5")
    seat.may("fold")


def dock_is_whole(seat: Seat) -> None:
    """Everything in the dock is inside it and the window, at every size."""
    wrong = []
    size = seat.page.viewport_size or {"width": 1280, "height": 800}
    for width, height in SIZES:
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(DRAWN)
        wrong += [f"{width}x{height}: {what}" for what in seat.page.evaluate(_CUT)]
    seat.page.set_viewport_size(size)
    assert wrong == []


_CUT = """() => {
  const dock = document.getElementById("dock").getBoundingClientRect();
  const parts = [...document.querySelectorAll("#dock :is(p, button, label, fieldset, input, .note)")];
  const out = ({ left, top, right, bottom }) => left < dock.left - 1 || top < dock.top - 1
    || right > Math.min(dock.right, innerWidth) + 1 || bottom > Math.min(dock.bottom, innerHeight) + 1;
  return parts.filter((part) => part.checkVisibility() && out(part.getBoundingClientRect()))
    .map((part) => `${part.tagName} ${part.textContent.slice(0, 40)} at ${part.getBoundingClientRect().bottom}`);
}"""


def test_broke_at_stud_refills_and_plays_on(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    stakes = {"ante": 100, "bring_in": 500, "small_bet": 1000, "big_bet": 2000}
    limits = {"buy_in": {"minimum": 2_000, "maximum": 40_000}}
    cards = around_the_table({1: ACES, 2: NOTHING})
    table = own_tables.open("seven-card-stud", cards, stakes=stakes, limits=limits)
    lucky, unlucky = (Seat.takes_with(arrive().enters(), table.path, 2_000) for _ in range(2))
    keeps(server, unlucky.person, 0)
    lucky.person.sees("#actions .before")
    dock_is_whole(lucky)
    plays_out((lucky, unlucky), lambda _: RAISES)
    way_on = broke(unlucky, "Refill and buy in")
    dock_is_whole(unlucky)
    unlucky.page.get_by_label("Buy-in").fill("99999")
    expect(way_on).to_be_disabled()
    dock_is_whole(unlucky)
    unlucky.page.get_by_label("Buy-in").fill("20")
    way_on.click()
    goes_on(server, table, lucky)
    unlucky.page.wait_for_function("() => document.querySelectorAll('.seat.mine .card').length >= 3", timeout=PATIENCE)
    assert refills(unlucky.person) == [FULL]
    holds(lucky.person, FULL - 2_000)


def test_a_house_may_limit_refills_and_the_table_says_when_the_next_one_comes(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.room.people, "_settings", PATIENT.but(refills_a_day=1))
    person = arrive().enters()
    keeps(server, person, 0)
    person.goes_to("/me")
    person.page.get_by_role("button", name="Refill").click()
    expect(person.page.locator(".wallet-chips")).to_contain_text(money(FULL), timeout=PATIENCE)
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    seat = Seat.takes_with(person, table.path, LEAST)
    keeps(server, person, 0)
    loses_all(seat)
    expect(seat.prompt).to_contain_text("out of chips", timeout=PATIENCE)
    person.sees(person.page.locator("#actions").get_by_text("next refill"))
    expect(seat.page.locator("#actions button")).to_have_count(0)
    person.goes_to("/me")
    person.sees(person.page.get_by_text("next refill"))
    expect(person.page.get_by_role("button", name="Refill")).to_have_count(0)


def test_an_empty_wallet_takes_a_seat_in_one_step(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    person = arrive().enters()
    keeps(server, person, 0)
    table = own_tables.open("high-card-flush")
    person.goes_to(f"{table.path}&sit=1")
    person.page.locator("#actions").get_by_role("button", name="Refill and sit down").click()
    seat = Seat(person)
    seat.is_taken()
    seat.may_bet()
    assert refills(person) == [FULL]


def test_the_lobby_and_the_account_refill_the_wallet(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive().enters()
    for path in ("/", "/me"):
        keeps(server, person, 100)
        person.goes_to(path)
        expect(person.page.locator(".wallet-chips")).to_contain_text(money(100))
        person.page.get_by_role("button", name="Refill").dblclick()
        expect(person.page.locator(".wallet-chips")).to_contain_text(money(FULL), timeout=PATIENCE)
        expect(person.page.get_by_role("button", name="Refill")).to_have_count(0)
        expect(person.page.locator(".error")).to_have_count(0)
    assert refills(person) == [FULL - 100, FULL - 100]


def test_the_wallet_is_the_current_one_after_buying_in_leaving_and_elsewhere(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    person = arrive().enters()
    lobby = person.context.new_page()
    lobby.goto("/")
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    seat = Seat.takes_with(person, table.path, LEAST)
    holds(person, FULL - LEAST)
    expect(lobby.locator(".wallet-chips")).to_contain_text(money(FULL - LEAST), timeout=PATIENCE)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    seat.page.locator("[data-seat-act=leave]").click()
    for page in (seat.page, lobby):
        for shown in (page.locator(".wallet-chips"), page.locator(".welcome")):
            expect(shown).to_contain_text(money(FULL - 500), timeout=PATIENCE)
    person.goes_to(table.path)
    holds(person, FULL - 500)
    keeps(server, person, 700)
    holds(person, 700)
    expect(seat.page.locator("#actions").get_by_role("button", name="Refill and sit down")).to_be_visible()


def test_a_page_that_is_only_read_shows_the_current_wallet_when_it_is_looked_at_again(
    arrive: Callable[..., Person], server: Server
) -> None:
    person = arrive().enters().goes_to("/about")
    keeps(server, person, 700)
    person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(person.page.locator(".wallet-chips")).to_contain_text(money(700), timeout=PATIENCE)


def goes_on(server: Server, table: OwnTable, *seats: Seat) -> None:
    """Nobody needs to see the result any longer."""
    for seat in seats:
        person = server.room.people.person(seat.person.asks("/api/me")["id"])
        server.run(table.live.decisions.say_ready(person, table.live.snapshot.last.id))  # type: ignore[union-attr]


def leaves_after_a_loss(arrive: Callable[..., Person], table: OwnTable) -> Seat:
    """Somebody loses a round at the first seat and goes, while the result is on show."""
    first = Seat.takes_with(arrive().enters(), table.path, LEAST)
    first.bets("ante 5 flush 5")
    first.does("fold")
    assert first.settled()["net"] == signed(-1000)
    first.page.locator("[data-seat-act=leave]").click()
    expect(first.page.locator(".message")).to_contain_text(money(LEAST - 1000), timeout=PATIENCE)
    return first


def test_a_newcomer_to_a_seat_does_not_get_the_previous_players_result(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    watching = Seat(arrive().enters().goes_to(table.path))
    leaves_after_a_loss(arrive, table)
    newcomer = Seat.takes_with(arrive().enters(), table.path, LEAST)
    expect(newcomer.prompt).not_to_have_text("Connecting…", timeout=PATIENCE)
    seen = newcomer.look()
    assert table.live.snapshot.chairs[1].person == newcomer.person.asks("/api/me")["id"]
    assert (seen["lines"], seen["sum"], seen["result"], seen["mine"]) == ([], "", "", [])
    expect(watching.page.locator(".seat[data-seat='1'] .seat-chips")).to_have_text(money(LEAST), timeout=PATIENCE)
    assert watching.look()["seats"]["1"]["result"] == ""
    goes_on(server, table, newcomer)
    newcomer.may_bet()
    assert newcomer.prompt.inner_text() == "Place your bets."
    assert newcomer.look()["net"] == "$0"


def test_a_player_who_returns_to_a_table_sees_their_own_last_result(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    person = leaves_after_a_loss(arrive, table).person.goes_to(table.path)
    person.page.locator(".seat[data-seat='3'] .free-seat").click()
    person.page.get_by_role("dialog", name="Sit down in seat 3").get_by_role("button", name="Sit down with").click()
    seat = Seat(person)
    seat.is_taken()
    goes_on(server, table, seat)
    seat.may_bet()
    assert "Last round" in seat.prompt.inner_text()
    # In words if the review has arrived, as a sum otherwise.
    told = seat.prompt.inner_text()
    assert signed(-1000) in told or "You lose $10 in all" in told


def test_a_free_seat_asks_how_many_chips_within_the_limits(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    table = own_tables.open("seven-card-stud")
    limits = table.live.buy_in
    person.goes_to(table.path)
    person.page.locator(".seat[data-seat='4'] .free-seat").click()
    panel = person.page.get_by_role("dialog", name="Sit down in seat 4")
    expect(panel).to_contain_text(f"{money(limits.minimum)} to {money(min(limits.maximum, FULL))}")
    amount = panel.get_by_label("Amount")
    amount.fill("1")
    expect(amount).to_have_attribute("aria-invalid", "true")
    amount.fill(money(limits.minimum + 500))
    panel.get_by_role("button", name=f"Sit down with {money(limits.minimum + 500)}").click()
    Seat(person).is_taken()
    holds(person, FULL - limits.minimum - 500)
    expect(person.page.locator("#stack")).to_have_text(money(limits.minimum + 500))
    assert table.live.snapshot.chairs[4].person == person.asks("/api/me")["id"]


NO_AMOUNTS = ("hello", "", "1e3", "12.345", "1,5", "-5", "0", "99999")


def rejects(field: Locator, button: Locator, least: int, most: int) -> None:
    """The field says what it takes, and with anything else in it the button does nothing."""
    for text in NO_AMOUNTS:
        field.fill(text)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(f"Enter an amount from {money(least)} to {money(most)}.")
        expect(button).to_be_disabled()
        field.press("Enter")
        expect(field).to_have_value(text)  # nothing is replaced


def test_text_that_is_no_amount_moves_no_chips(
    arrive: Callable[..., Person], own_tables: OwnTables, server: Server
) -> None:
    person = arrive().enters()
    table = own_tables.open("high-card-flush")
    page, limits = person.page, table.live.buy_in
    person.goes_to(table.path)
    rejects(page.get_by_label("Buy-in"), page.locator("[data-seat-act=sit]"), limits.minimum, min(limits.maximum, FULL))
    # What redraws the table leaves the button as it is.
    page.evaluate("dispatchEvent(new CustomEvent('settings'))")
    expect(page.locator("[data-seat-act=sit]")).to_be_disabled()
    seat = Seat.takes_with(person, table.path, 10_000)
    seat.may_bet()
    page.locator("[data-seat-act=rebuy]").click()
    panel = page.get_by_role("dialog", name="Add chips")
    field, button = panel.get_by_label("Amount"), panel.locator("#more-chips-buy")
    field.fill("20")
    rejects(field, button, 100, limits.maximum - 10_000)
    expect(panel).to_be_visible()
    holds(person, FULL - 10_000)
    field.fill("$1.50")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(button).to_have_text("Add $1.50")
    field.press("Enter")
    expect(page.locator("#stack")).to_have_text(money(10_150))
    expect(seat.story).to_contain_text("You added $1.50: $101.50 at this table.")


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_the_breakdown_of_chips_is_one_press_away(
    arrive: Callable[..., Person], own_tables: OwnTables, screen: dict[str, Any]
) -> None:
    person = arrive(**screen).enters()
    other = own_tables.open("boston-7-stud")
    Seat.takes_with(person, other.path, 10_000)
    seat = Seat.takes_with(person, own_tables.open("high-card-flush").path, 10_000)
    seat.bets("ante 5")
    seat.may("fold")
    expect(person.page.locator("#stack")).to_have_text(money(9_500))
    expect(person.page.locator("#in-play")).to_have_text(money(500))
    person.page.get_by_role("button", name="Your chips").click()
    panel = person.page.get_by_role("dialog", name="Your chips")
    lines = dict(zip(panel.locator("dt").all_inner_texts(), panel.locator("dd").all_inner_texts(), strict=True))
    assert lines["In your wallet"] == money(FULL - 20_000)
    assert lines["In bets and pots here"] == money(500)
    assert lines[f"At {other.live.row.name}"] == money(10_000)
    assert lines["Total"] == money(FULL)


def asks_before_leaving(seat: Seat, question: str) -> Locator:
    """Leave asks in every window, and can be answered with no; the other answer is returned."""
    for width, height in ((320, 568), (844, 390), (1280, 800)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.locator("[data-seat-act=leave]").click()
        panel = seat.page.get_by_role("dialog", name=question)
        for part in (panel, panel.get_by_role("heading"), *panel.get_by_role("button").all()):
            expect(part).to_be_in_viewport(ratio=1)
        panel.get_by_role("button", name="Stay").click()
        expect(panel).to_be_hidden()
    seat.page.locator("[data-seat-act=leave]").click()
    return seat.page.get_by_role("dialog", name=question).get_by_role("button", name="Fold and leave")


def test_leaving_a_hand_of_stud_asks_about_the_pot_and_says_when_the_rest_comes_back(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    stakes = {"ante": 100, "bring_in": 500, "small_bet": 1000, "big_bet": 2000}
    hands = {1: NOTHING, 2: ACES, 3: "4c 6d 9h Js Qs 2c 7s"}
    table = own_tables.open("seven-card-stud", around_the_table(hands), stakes=stakes)
    table.waits_for(3)
    first, second, third = (Seat.takes_with(arrive().enters(), table.path, 20_000) for _ in range(3))
    first.does("bring-in")
    second.may("fold")
    asks_before_leaving(second, "Fold and lose the $1 you have in the pot?").click()
    message, where = second.page.locator(".message"), second.page.locator(".chips-where").first
    name = table.live.row.name
    told = f"You folded and left {name}. {money(19_900)} comes back to your wallet when the hand ends."
    expect(message).to_have_text(told, timeout=PATIENCE)
    expect(where).to_contain_text(f"{money(FULL - 20_000)} in your wallet and {money(19_900)} at {name}.")
    third.does("fold")
    expect(message).to_have_text(f"{money(19_900)} from {name} is back in your wallet.")
    expect(where).to_have_text(f"{money(FULL - 100)} in your wallet.")


def test_leaving_during_a_round_says_so_and_then_goes_to_the_lobby(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    seat, other = (Seat.takes_with(arrive().enters(), table.path, 10_000) for _ in range(2))
    for player in (seat, other):
        player.bets("ante 5")
    seat.may("fold")
    asks_before_leaving(seat, "Fold this hand? You have $5 in play.").click()
    expect(seat.page.locator("#seat-acts")).to_have_text("Leaving after this round")
    other.does("fold")
    left = f"You folded and left {table.live.row.name} with {money(9_500)}. You lost $5 in the last round."
    expect(seat.page.locator(".message")).to_have_text(left, timeout=PATIENCE)
    expect(seat.page.locator(".welcome")).to_contain_text(money(FULL - 500))


def test_a_single_player_table_is_called_yours_after_leaving_it(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-go button").click()
    seat = Seat(person)
    seat.may_bet()
    person.page.locator("[data-seat-act=leave]").click()
    expect(person.page.locator(".message")).to_have_text(
        re.compile(r"^You left your High Card Flush table with \$[\d,]+\.$"), timeout=PATIENCE
    )


_REMEMBERS = """addEventListener("pagehide", () => {
  const result = document.querySelector(".own-result");
  if (result) sessionStorage.setItem("seen", result.checkVisibility() ? result.textContent.trim() : "nothing");
})"""
"""What the own result was when the page was left."""


@pytest.mark.parametrize("when", ["during the round", "while the result is on show"])
def test_a_player_who_leaves_sees_their_result_before_the_lobby(
    when: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush", against_dealer(WORST, BETTER))
    table.waits_for(2)
    seat, other = (Seat.takes_with(arrive().enters(), table.path, 10_000) for _ in range(2))
    seat.person.context.add_init_script(_REMEMBERS)
    seat.page.reload()
    for player in (seat, other):
        player.bets("ante 5")
    leave = seat.page.locator("[data-seat-act=leave]")
    if when == "during the round":
        seat.may("fold")
        leave.click()
        seat.page.get_by_role("button", name="Fold and leave").click()
        expect(seat.page.locator("#seat-acts")).to_contain_text("Leaving after this round")
        other.does("fold")
    else:
        seat.does("fold")
        other.does("fold")
        seat.settled()
        leave.click()
    left = "You folded and left" if when == "during the round" else "You left"
    expect(seat.page.locator(".message")).to_contain_text(left, timeout=PATIENCE)
    assert seat.page.evaluate("sessionStorage.getItem('seen')") == "You lose $5"


_SAMPLES = """window.samples = [];
const chips = (id) => Number((document.getElementById(id)?.textContent ?? "").replace(/[^0-9.]/g, "")) * 100;
const sample = () => {
  const results = [...document.querySelectorAll(".spot-result")].filter((result) => result.textContent.trim()).length;
  const now = JSON.stringify([chips("stack"), chips("in-play"), results > 0]);
  if (window.samples.at(-1) !== now) window.samples.push(now);
  requestAnimationFrame(sample);
};
requestAnimationFrame(sample)"""
"""Every stack and amount in play that was on the screen, and whether a result was."""


@pytest.mark.parametrize(
    ("game", "bets", "further", "at_stake"),
    [
        ("seven-card-thrill", "poker 25", False, (2_500,)),
        ("boston-7-stud", "ante 5 first 5", True, (1_000, 1_500)),
        ("high-card-flush", "ante 5", True, (500, 1_000)),
    ],
)
def test_stack_and_chips_in_play_add_up_all_through_a_round(
    game: str, bets: str, further: bool, at_stake: tuple[int, ...], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(motion="no-preference").enters()
    seat = Seat.takes_with(person, own_tables.open(game).path, 20_000)
    seat.may_bet()
    person.page.evaluate(_SAMPLES)
    seat.bets(bets)
    if further:
        seat.page.locator("#actions [data-act]:not([data-act=fold])").first.click(timeout=PATIENCE)
    person.sees("body[data-over]")
    samples = [json.loads(sample) for sample in person.page.evaluate("window.samples")]
    before = [(stack, in_play) for stack, in_play, results in samples if not results]
    assert {stack + in_play for stack, in_play in before} == {20_000}, "no result is shown before its reason"
    assert set(at_stake) <= {in_play for _, in_play in before}


_LEAVES = """const [prompt, seen] = [document.getElementById("prompt"), []];
const chips = (id) => Number((document.getElementById(id)?.textContent ?? "").replace(/[^0-9.]/g, "")) * 100;
new MutationObserver(() => {
  if (prompt.textContent.startsWith("Turning")) document.querySelector("[data-seat-act=leave]")?.click();
}).observe(prompt, { childList: true });
const sample = () => {
  const results = [...document.querySelectorAll(".spot-result")].filter((result) => result.textContent.trim()).length;
  const acts = document.getElementById("seat-acts").textContent;
  const now = JSON.stringify([chips("wallet"), chips("stack"), chips("in-play"), results > 0, acts]);
  if (seen.at(-1) !== now) seen.push(now);
  sessionStorage.setItem("seen", `[${seen}]`);
  requestAnimationFrame(sample);
};
requestAnimationFrame(sample)"""
"""Presses Leave when the dealer's cards begin to turn, and notes what the bar and the seat say until the end."""


def test_leaving_while_the_dealers_cards_turn_gives_no_result_away(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(motion="no-preference").enters()
    table = own_tables.open("high-card-flush", against_dealer(BETTER, WORST))
    seat = Seat.takes_with(person, table.path, 10_000)
    seat.bets("ante 5")
    seat.may("fold")
    person.page.evaluate(_LEAVES)
    seat.act("bet-raise").click()
    expect(person.page.locator(".message")).to_contain_text("You left", timeout=PATIENCE)
    held = person.asks("/api/me")["wallet"]
    assert held > FULL
    seen = json.loads(person.page.evaluate("sessionStorage.getItem('seen')"))
    before = [(wallet, stack + in_play) for wallet, stack, in_play, results, _ in seen if not results]
    assert set(before) == {(FULL - 10_000, 10_000)}, "what is in the wallet is not shown before the result"
    assert any(acts == "Leaving after this result" for *_, results, acts in seen if not results), "at once"
    assert max(wallet + stack + in_play for wallet, stack, in_play, *_ in seen) <= held, "no chip counts twice"
    assert seen[-1][:3] == [held, 0, 0]
