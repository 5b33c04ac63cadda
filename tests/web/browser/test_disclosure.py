"""Information for players: rules and edges (R40), caps (R41), their rounds (R42), play chips (R46)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import Person, money, signed
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS, plays_out
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")
GAMES = (*DEALER_GAMES, "seven-card-stud")
TRADE = re.compile(r"\b(buy|purchase|deposit|redeem|withdraw|cash ?out)\b", re.IGNORECASE)
MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_R40_rules_and_exact_edges_are_there_before_a_bet_and_without_a_login(
    game: str, arrive: Callable[..., Person]
) -> None:
    person = arrive()
    (facts,) = [told for told in person.asks("/api/games")["games"] if told["game"] == game]
    wagers = [wager for wager in facts["wagers"] if wager["edge_text"]]
    assert wagers
    for path in ("/", f"/rules/{game}", f"/table/{game}-1"):
        person.goes_to(path)
        if path.startswith("/table"):
            person.page.get_by_role("button", name="Rules").click()
        if path == "/":
            fold = person.page.locator(f"[data-game={game}] .game-fold summary")
            for wager in wagers:
                expect(fold).to_contain_text(wager["edge_text"])
            fold.click()
        for wager in wagers:
            edge = person.page.locator(f"table.figures abbr[title='exactly {wager['edge_exact']}']").first
            expect(edge).to_be_visible()
            expect(edge).to_have_text(wager["edge_text"])
    limits = person.page.locator(".rules-body")
    expect(limits).to_contain_text(re.compile("limit|minimum|at most", re.IGNORECASE))


@pytest.mark.parametrize("game", GAMES)
def test_R40_the_rules_are_one_key_away_from_the_table(game: str, arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.goes_to(f"/table/{game}-1")
    expect(person.page.locator("#prompt")).to_have_text("You are watching.")
    person.press("r")
    expect(person.page.locator("dialog#rules")).to_be_visible()
    person.press("Escape")
    expect(person.page.locator("dialog#rules")).to_be_hidden()


def test_R41_the_slip_flags_a_wager_that_a_cap_would_cut(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("seven-card-thrill", cap=5_000_000).path)
    seat.may_bet()
    flags = person.page.locator(".slip-flags")
    seat.says("poker 5 special 2")
    expect(seat.deal).to_be_enabled()
    expect(flags).to_be_empty()
    seat.says("poker 5 special 10")
    award, poker = 20_000 * 1000, 500
    expect(flags).to_contain_text(f"a cap reduces the top award of {money(award)} to {money(5_000_000 - poker)}")


def test_R41_a_shared_cap_pays_even_money_first(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    """High Card Flush: the ante and the raise are paid in full, and the bonuses share what is left (H11)."""
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush", aggregate_cap=1_000_000).path)
    seat.may_bet()
    seat.says("ante 5 straight_flush 25")
    flags = person.page.locator(".slip-flags")
    left = 1_000_000 - 4 * 500
    expect(flags).to_contain_text(
        f"Straight Flush: a cap reduces the top award of {money(1_250_000)} to {money(left)}", ignore_case=True
    )
    expect(flags).not_to_contain_text("ante:", ignore_case=True)


def test_R42_a_person_finds_every_round_and_its_record_verifies(
    arrive: Callable[..., Person], own_tables: OwnTables, tmp_path: Path
) -> None:
    person = arrive(accept_downloads=True).enters()
    for game, bets, act in (("high-card-flush", "ante 5", "bet-raise"), ("seven-card-thrill", "poker 5", "")):
        seat = Seat.takes(person, own_tables.open(game).path)
        seat.bets(bets)
        if act:
            seat.does(act)
        seat.settled()
    seat = Seat.takes(person, own_tables.open("seven-card-stud", bots=True).path)
    plays_out([seat], lambda _: CALLS)
    lines = person.rounds()
    assert {line["game"] for line in lines} == {"high-card-flush", "seven-card-thrill", "seven-card-stud"}
    for line in lines:
        person.goes_to("/me/rounds")
        row = person.page.locator(f"tr[data-round='{line['id']}']")
        expect(row).to_contain_text(signed(line["net"]))
        with person.page.expect_download() as download:
            row.get_by_role("link", name="JSON").click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        assert json.loads(file.read_text())["game"] == line["game"]
        done = subprocess.run([sys.executable, "-m", "seventh", "verify", str(file)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_R42_a_round_is_described_card_by_card(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, DEALER)).path)
    seat.bets("ante 5")
    seat.does("bet-raise")
    seat.settled()
    line = person.rounds()[0]
    person.goes_to(f"/me/rounds/{line['id']}")
    for card in ("ace of spades", "jack of hearts"):
        expect(person.page.get_by_role("img", name=card)).to_be_visible()
    steps = person.page.locator("ol.steps")
    for words in (
        "You bet $5 on the ante.",
        "You raise $5.",
        re.compile("The dealer has J♥.* 10♥"),
        "Your four-card flush beats the dealer's three-card flush: ante wins $5, raise wins $5",
    ):
        expect(steps).to_contain_text(words)
    expect(steps.get_by_role("link", name="H7 in the rules")).to_have_attribute("href", "/rules/high-card-flush#H7")
    told = person.asks(f"/api/rounds/{line['id']}/proof")
    expect(person.page.locator("dl.proof")).to_contain_text(told["seed"])
    expect(person.page.locator("dl.facts")).to_contain_text(money(line["before"]))
    expect(person.page.locator("dl.facts")).to_contain_text(money(line["after"]))


def test_R42_cards_that_were_never_seen_are_not_described(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open("seven-card-stud", bots=True).path)
    plays_out([seat], lambda _: CALLS)
    person.goes_to(f"/me/rounds/{person.rounds()[0]['id']}")
    steps = person.page.locator("ol.steps")
    expect(steps.get_by_text(re.compile(r"is dealt (10|[2-9JQKA])[♣♦♥♠]")).first).to_be_visible()
    expect(steps).not_to_contain_text("?")


def test_R46_every_page_says_play_chips_and_none_sells_or_redeems_them(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive()
    person.forgive("404")
    pages = ["/", *(f"/rules/{game}" for game in GAMES), *(f"/table/{game}-1" for game in GAMES)]
    _no_trade(person, [*pages, "/about", "/login", "/register", "/nowhere"])
    person.enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    _no_trade(person, ["/", "/me", "/me/rounds", f"/me/rounds/{person.rounds()[0]['id']}", "/register"])


def _no_trade(person: Person, paths: list[str]) -> None:
    for path in paths:
        person.goes_to(path)
        expect(person.page.get_by_text("Play chips", exact=True).first).to_be_visible()
        offers = person.page.locator("a, button, form, input[type=submit]").all_inner_texts()
        bad = [
            text for text in offers if re.search(r"\b(buy|purchase|deposit|redeem|withdraw|cash ?out)\b", text, re.I)
        ]
        assert bad == [], path
