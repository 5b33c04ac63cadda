"""The page is correct: the seed hash before the bets (R1), edges and pays on the spots (R40)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.web.game_info import game_info
from tests.web.browser.decks import against_dealer
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables, rules
from tools.windows import DRAWN

DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")
QUEEN: dict[str, Any] = {"dealer_qualifies": {"length": 3, "high_card": 12}}
MINE, DEALER = "Ks Kh 9s 2d 7h 8d 3c", "Jh Ts 6h 5c 4d 2c 9d"


def _whole_hash(seat: Seat) -> str:
    """The hash as the panel shows it, opened and closed by keys alone."""
    seat.page.locator("#seed-hash").focus()
    seat.person.press("Enter")
    expect(seat.page.get_by_role("dialog", name=re.compile("Seed hash of round"))).to_be_visible()
    found = seat.page.locator("#seed-hash-full").inner_text()
    seat.person.press("Escape")
    expect(seat.page.locator("#seed-hash-panel")).to_be_hidden()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_R1_the_seed_hash_is_shown_before_the_first_wager_and_on_the_rounds_page(
    size: dict[str, object], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    person = arrive(**size, permissions=["clipboard-read", "clipboard-write"]).enters()
    seat = Seat.takes(person, table.path)
    hashes = []
    for _ in range(2):
        seat.may_bet()
        live = table.server.call(lambda: table.live.snapshot.live)
        assert not any(hand.wagers for hand in live.hand.hands.values())
        button = person.page.get_by_role("button", name=re.compile(rf"^Seed hash of round {live.number}, "))
        expect(button).to_be_visible()
        expect(button).to_have_attribute("title", live.seed_hash)
        expect(person.page.locator("#seed-hash-short")).to_have_text(live.seed_hash[:8])
        hashes.append(_whole_hash(seat))
        assert hashes[-1] == live.seed_hash
        seat.bets("ante 5")
        seat.does("fold")
        seat.settled()
        table.next_round()
    assert hashes[0] != hashes[1]
    for shown, line in zip(reversed(hashes), person.rounds(), strict=True):
        person.goes_to(f"/me/rounds/{line['id']}")
        expect(person.page.locator("dl.proof dd").first).to_have_text(shown)


@pytest.mark.slow
def test_R1_the_seed_hash_can_be_copied_and_leads_to_the_round_before(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-thrill")
    person = arrive(permissions=["clipboard-read", "clipboard-write"]).enters()
    seat = Seat.takes(person, table.path)
    seat.may_bet()
    person.page.locator("#seed-hash").click()
    expect(person.page.locator("#seed-hash-last")).to_be_hidden()
    person.page.get_by_role("button", name="Copy hash").click()
    expect(seat.story).to_contain_text("Seed hash copied")
    assert person.page.evaluate("() => navigator.clipboard.readText()") == table.live.snapshot.live.seed_hash  # type: ignore[union-attr]
    person.press("Escape")
    first = table.live.snapshot.live
    seat.bets("poker 5")
    seat.settled()
    table.next_round()
    seat.may_bet()
    person.page.locator("#seed-hash").click()
    person.page.locator("#seed-hash-last").click()
    expect(person.page.locator("dl.proof dd").first).to_have_text(first.seed_hash)  # type: ignore[union-attr]


@pytest.mark.slow
def test_R6_the_standalone_proof_of_a_rounds_page_verifies(
    arrive: Callable[..., Person], own_tables: OwnTables, tmp_path: Path
) -> None:
    person = arrive(accept_downloads=True).enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    line = person.rounds()[0]
    person.goes_to(f"/me/rounds/{line['id']}")
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Proof only").click()
    file = tmp_path / download.value.suggested_filename
    assert file.name == f"{line['id']}.proof.json"
    download.value.save_as(file)
    done = subprocess.run([sys.executable, "-m", "seventh", "verify", str(file)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    shown = json.loads(file.read_text())["seed_hash"]
    expect(person.page.locator("dl.proof dd").first).to_have_text(shown)
    assert f"its SHA-256 is the seed hash, {shown}" in done.stdout


@pytest.mark.parametrize("size", [{}, {"viewport": {"width": 1366, "height": 650}}], ids=["desktop", "low"])
@pytest.mark.parametrize("game", DEALER_GAMES)
def test_R40_the_house_edge_is_shown_on_every_spot_that_has_one(
    game: str, size: dict[str, object], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive(**size).enters(), own_tables.open(game).path)
    seat.may_bet()
    for wager in game_info(rules(game))["wagers"]:
        spot = seat.spot(wager["key"])
        if not wager["edge_text"]:
            expect(spot.locator(".spot-edge")).to_have_count(0)
            continue
        expect(spot.locator(".spot-edge")).to_have_text(f"edge {wager['edge_text']}")
        expect(spot.locator(".spot-edge")).to_be_in_viewport(ratio=1)
        expect(spot).to_have_accessible_description(re.compile(re.escape(wager["edge_words"])))


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_R40_on_a_phone_pays_and_edges_are_one_tap_away(
    game: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(**PHONE).enters()
    seat = Seat.takes(person, own_tables.open(game).path)
    seat.may_bet()
    for spot in person.page.locator(".spot-brief").all():
        assert spot.evaluate("line => line.offsetHeight < 20 && line.offsetWidth <= line.parentElement.offsetWidth")
    for width, height in ((390, 844), (320, 568), (844, 390)):
        person.page.set_viewport_size({"width": width, "height": height})
        expect(person.page.locator(".pays-open")).to_be_in_viewport(ratio=1)
    person.page.locator(".pays-open").click()
    panel = person.page.get_by_role("dialog", name="What the bets pay")
    for wager in game_info(rules(game))["wagers"]:
        if wager["edge_text"]:
            expect(panel.get_by_role("cell", name=wager["edge_text"], exact=True)).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


@pytest.mark.parametrize(
    ("changes", "wager", "label", "pays"),
    [
        ({}, "poker", "Poker", "1 to 1; dealer K\u2011J or lower 1 to 2"),
        ({}, "pair_of_kings", "Pair of Kings or Better", "1 to 1; pair of kings 1 to 2"),
        ({}, "three_of_a_kind", "3 of a Kind or Better", "4 to 1"),
        ({}, "full_house", "Full House or Better", "30 to 1"),
        ({}, "special", "Special", "up to 20,000 to 1"),
        (
            {"half_pay_kings": "holds_kings", "pays": {"pair_of_kings": {"better": "3:2", "kings": "2:3"}}},
            "pair_of_kings",
            "Pair of Kings or Better",
            "3 to 2; with a pair of kings 2 to 3",
        ),
    ],
)
def test_T7_T8_a_spot_says_all_that_it_pays(
    changes: dict[str, Any],
    wager: str,
    label: str,
    pays: str,
    arrive: Callable[..., Person],
    own_tables: OwnTables,
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("seven-card-thrill", **changes).path)
    expect(seat.spot(wager).locator(".spot-label")).to_have_text(label)
    expect(seat.spot(wager).locator(".spot-pays")).to_have_text(pays)


def test_H5_the_felt_names_the_rank_with_which_the_dealer_qualifies(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush", **QUEEN).path)
    line = seat.page.locator(".felt-line")
    expect(line).to_have_text("Dealer qualifies with three suited cards, queen high, or better")


def test_T8_a_settlement_says_which_row_paid(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    table = own_tables.open("seven-card-thrill", against_dealer(MINE, DEALER))
    seat = Seat.takes(person, table.path)
    seat.bets("poker 5 kings 5")
    lines = {line["wager"]: line["text"] for line in seat.settled()["lines"]}
    assert "the dealer's jack high, which is king-jack high or lower, and pays 1 to 2" in lines["poker"]
    assert re.search("(?i)pair of kings.* pays 1 to 2", lines["pair_of_kings"]), lines
    expect(seat.story).to_contain_text(re.compile(r"which is king-jack high or lower.* pays 1 to 2"))
    person.goes_to(f"/me/rounds/{person.rounds()[0]['id']}")
    expect(person.page.locator("ol.settled")).to_contain_text("dealer king-jack high or lower")


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_on_a_phone_cards_and_spots_take_the_width_of_the_window(
    game: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(**PHONE).enters()
    Seat.takes(person, own_tables.open(game).path).may_bet()
    unit = float(person.page.locator("#stage").get_attribute("data-unit") or 0)
    spots = person.page.locator(".spot").count()
    assert max(5.8, 1.3 * spots) * unit > 0.9 * PHONE["viewport"]["width"], "seven cards, or a row of spots"


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_a_low_window_shows_the_own_hand_whole(game: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(viewport={"width": 1366, "height": 650}).enters()
    seat = Seat.takes(person, own_tables.open(game).path)
    words, act = {
        "boston-7-stud": ("ante 5 first 5", "bet-second"),
        "seven-card-thrill": ("poker 5 special 1", ""),
        "high-card-flush": ("ante 5 flush 5", "bet-raise"),
    }[game]
    seat.bets(words)
    if act:
        seat.may(act)
    else:
        seat.settled()
    expect(person.page.locator(".own-words")).to_be_visible(timeout=PATIENCE)
    margin = """() => document.querySelector(".stage").getBoundingClientRect().bottom
        - document.querySelector(".own-words").getBoundingClientRect().bottom"""
    for width, height in ((1366, 625), (844, 390), (320, 568)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(DRAWN)
        assert person.page.evaluate(margin) >= 3, f"{width}x{height}: the name of the hand is on the edge of the felt"


def test_the_five_are_picked_by_the_house_unless_the_room_asks_for_them(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    table = own_tables.open("seven-card-thrill", against_dealer(MINE, DEALER))
    seat = Seat.takes(person, table.path)
    seat.bets("poker 5")
    seat.settled()  # nobody had to press anything
    table.decides_nothing_automatically()
    table.next_round()
    seat.bets("poker 10")
    seat.may("best")
    expect(seat.prompt).to_have_text("Play the best five, or press the two cards to set aside.")
    seat.act("best").click()
    seat.settled()


OVER = """() => {
  const over = [...document.querySelectorAll(".others .card")].map((card) => card.getBoundingClientRect().left);
  return [...document.querySelectorAll(".others .card[data-card^=T] .index-rank")].map((rank) => {
    const { left, right } = rank.getBoundingClientRect();
    return Math.min(...over.filter((next) => next > left)) - right;
  }).filter(Number.isFinite);
}"""
"""How much paper is between each ten of the other players and the next card."""


def test_a_ten_of_another_player_is_not_read_together_with_the_next_rank(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush", against_dealer(MINE, "Jh Ac 6h 4c 4d 2c 9d", "Ts 5s Th 5h Td 5d Tc"))
    table.waits_for(2)
    wide = {"viewport": {"width": 1280, "height": 720}}
    seats = [Seat.takes(arrive(**wide).enters(), table.path) for _ in range(2)]
    for seat in seats:
        seat.bets("ante 5")
    for seat in seats:
        seat.does("bet-raise")
    seats[0].settled()
    paper = seats[0].page.evaluate(OVER)
    assert len(paper) == 3
    assert min(paper) >= 1.5, paper


def sitting(
    arrive: Callable[..., Person], own_tables: OwnTables, game: str, size: tuple[int, int], many: int
) -> list[Seat]:
    """People at a felt, of whom the first has a phone; the bets are placed."""
    table = own_tables.open(game)
    table.waits_for(many)
    phone = {**PHONE, "viewport": {"width": size[0], "height": size[1]}}
    seats = [Seat.takes(arrive(**(phone if place == 0 else {})).enters(), table.path) for place in range(many)]
    for seat in seats:
        seat.bets("ante 5" if game == "high-card-flush" else "ante 5 first 5")
    return seats


INSIDE = """() => {
  const list = document.querySelector(".looking .others").getBoundingClientRect();
  return [...document.querySelectorAll(".others .seat:not(.empty)")].map((seat) => seat.querySelector(".plate"))
    .filter((plate) => {
      const { left, right, top, bottom } = plate.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= list.top && bottom <= list.bottom && there?.closest(".plate") === plate;
    }).map((plate) => plate.innerText);
}"""
"""The plates that are wholly in sight in the opened list."""


@pytest.mark.slow
def test_the_list_of_the_others_shows_everybody_and_who_is_waited_for(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    me, *others = sitting(arrive, own_tables, "high-card-flush", (360, 640), 5)
    for seat in (me, *others[:-1]):
        seat.does("bet-raise")
    expect(me.page.locator(".seat.acting")).to_have_count(1)
    me.page.locator(".others-count").tap()
    plates = me.page.evaluate(INSIDE)
    assert len(plates) == 4
    assert ["to act" in plate for plate in plates] == [False, False, False, True]
    assert all(re.search(r"^Guest [^$]*\$[^$]*(to act|ready)$", " ".join(plate.split())) for plate in plates), plates
    expect(me.page.locator(".seat.acting .seat-timer")).to_be_in_viewport()
    more = me.page.locator(".others-more")
    expect(more).to_be_hidden()
    # In the narrowest windows it scrolls, and says so.
    me.page.set_viewport_size({"width": 300, "height": 568})
    expect(more).to_be_visible()
    expect(me.page.locator(".seat.acting .plate")).to_be_in_viewport(ratio=1)
    assert "to act" in "".join(me.page.evaluate(INSIDE))
    more.tap()
    me.page.wait_for_function("document.querySelector('.others').scrollTop > 20", timeout=PATIENCE)
    me.page.locator(".others").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(more).to_be_hidden()
    me.person.press("Escape")
    expect(me.page.locator(".others-count")).to_have_attribute("aria-expanded", "false")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["high-card-flush", "boston-7-stud"])
def test_where_the_others_are_only_plates_a_plate_opens_their_bets_and_cards(
    game: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    me, *others = sitting(arrive, own_tables, game, (844, 390), 4)
    for seat in (me, *others):
        seat.does("bet-raise" if game == "high-card-flush" else "bet-second")
    me.settled()
    plate = me.page.locator(".seat[data-seat='3']")
    bets, cards = plate.get_by_role("img", name=re.compile(r"\bante ")), plate.locator(".card:not(.back)")
    opened = me.page.locator(".looking")
    expect(bets).to_be_hidden()
    expect(cards.first).to_be_hidden()
    plate.locator(".seat-open").tap()
    expect(opened).to_have_count(1)
    expect(bets).to_be_in_viewport(ratio=1)
    expect(cards).to_have_count(7)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=0.5)
    me.page.locator(".others-count").tap()
    expect(opened).to_have_count(0)
    opens = me.page.get_by_role("button", name=re.compile("Guest .*: bets and cards"))
    expect(opens).to_have_count(3)
    opens.last.focus()
    me.person.press("Enter")
    expect(opened).to_have_count(1)
    expect(me.page.get_by_role("button", name="3 others", expanded=True)).to_be_focused()
    me.person.press("Enter")
    expect(opened).to_have_count(0)
    expect(opens.last).to_be_focused()
    opens.last.tap()
    me.page.set_viewport_size({"width": 1280, "height": 800})  # where nothing is left out
    expect(opened).to_have_count(0)
    expect(bets).to_be_in_viewport(ratio=1)
    expect(opens).to_have_count(0)
