"""Each game in the browser: from the lobby to the settlement and the history, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from seventh.records import read_record, verify_record
from seventh.rounds.events import Settled
from tests.web.front import CALM, Visitor, chromium
from tests.web.serving import Server, serving

pytestmark = pytest.mark.slow


@pytest.fixture
def calm() -> Iterator[Server]:
    """A room for each test: a table that shows the result of a round for long keeps nobody waiting for the next."""
    with serving(room_settings=CALM) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, calm: Server) -> Iterator[Visitor]:
    somebody = Visitor(browser, calm.url)
    yield somebody
    troubles, hosts = somebody.troubles, {urlsplit(url).netloc for url in somebody.addresses}
    somebody.leave()
    assert troubles == []
    assert hosts == {urlsplit(calm.url).netloc}


def boston_by_mouse(v: Visitor) -> None:
    for wager in ("ante", "first", "three_card_bonus"):
        v.page.click(f".spot[data-wager={wager}]")
    v.page.click(".go")
    v.offered("bet-second")
    v.page.click("[data-act=bet-second]")


def boston_by_keys(v: Visitor) -> None:
    for key in ("q", "w", "e", "Enter"):
        v.page.keyboard.press(key)
    v.offered("bet-second")
    v.page.keyboard.press("b")


def thrill_by_mouse(v: Visitor) -> None:
    for wager in ("poker", "pair_of_kings", "three_of_a_kind", "full_house", "special"):
        v.page.click(f".spot[data-wager={wager}]")
    v.page.click(".go")


def thrill_by_keys(v: Visitor) -> None:
    for key in ("q", "w", "e", "t", "y", "Enter"):
        v.page.keyboard.press(key)


def flush_by_mouse(v: Visitor) -> None:
    for wager in ("ante", "flush", "straight_flush"):
        v.page.click(f".spot[data-wager={wager}]")
    v.page.click(".go")
    v.offered("bet-raise")
    v.page.click("[data-act=bet-raise] >> nth=0")


def flush_by_keys(v: Visitor) -> None:
    for key in ("q", "w", "e", "Enter"):
        v.page.keyboard.press(key)
    v.offered("fold")
    v.page.keyboard.press("f")


GAMES: dict[str, tuple[str, Callable[[Visitor], None]]] = {
    "boston by mouse": ("boston-7-stud", boston_by_mouse),
    "boston by keys": ("boston-7-stud", boston_by_keys),
    "thrill by mouse": ("seven-card-thrill", thrill_by_mouse),
    "thrill by keys": ("seven-card-thrill", thrill_by_keys),
    "flush by mouse": ("high-card-flush", flush_by_mouse),
    "flush by keys": ("high-card-flush", flush_by_keys),
}


@pytest.mark.parametrize("name", GAMES)
def test_R43_a_round_from_the_lobby_to_the_history(visitor: Visitor, name: str):
    game, play = GAMES[name]
    visitor.sit(game)
    visitor.page.wait_for_selector("#bets:not([hidden])")
    play(visitor)
    shown = visitor.settled()
    assert shown["sum"] == sum(net for wager, net in shown.items() if wager != "sum")
    visitor.go("/me/rounds")
    visitor.page.wait_for_selector("[data-round]")
    address = visitor.page.get_attribute("td a[download] >> nth=0", "href")
    answer = visitor.page.request.get(f"{visitor.url}{address}")
    outcome = verify_record(read_record(answer.body())).outcome
    assert outcome is not None
    settled = [line for line in outcome.settled if isinstance(line, Settled)]
    recorded = {line.wager: line.returned + line.payoff - line.amount for line in settled}
    assert {wager: net for wager, net in shown.items() if wager != "sum"} == recorded


def test_stud_against_bots_by_keyboard_to_the_end_of_a_hand(visitor: Visitor):
    visitor.sit("seven-card-stud")
    page = visitor.page
    for _ in range(40):
        page.wait_for_selector(
            "[data-act=check]:enabled, [data-act=call]:enabled, [data-act=bring-in]:enabled, [data-act=show]:enabled,"
            " .seat.winner",
        )
        if page.query_selector(".seat.winner"):
            break
        told = page.locator("#story > *").count()
        page.keyboard.press("b" if page.query_selector("[data-act=show]") else "c")
        page.wait_for_function("n => document.querySelector('#story').childElementCount > n", arg=told)
    expect(page.locator(".seat.winner")).not_to_have_count(0)  # two share a pot now and then
    assert page.locator(".seat.mine .card:not([data-card='??'])").count() >= 3
    assert page.locator(".seat-badge", has_text="bot").first.is_visible()


def test_R22_a_dropped_connection_says_so_blocks_and_comes_back(visitor: Visitor):
    visitor.sit("high-card-flush")
    page = visitor.page
    page.wait_for_selector("#bets:not([hidden])")
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    visitor.offered("bet-raise")
    cards = page.eval_on_selector_all(".own-cards .card", "cards => cards.map(c => c.dataset.card)")
    visitor.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("[data-act=bet-raise]").first).to_be_disabled()
    visitor.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    visitor.offered("bet-raise")
    assert page.eval_on_selector_all(".own-cards .card", "cards => cards.map(c => c.dataset.card)") == cards
    page.reload()
    visitor.offered("bet-raise")
    assert page.eval_on_selector_all(".own-cards .card", "cards => cards.map(c => c.dataset.card)") == cards
    page.keyboard.press("b")
    visitor.settled()
    visitor.troubles = [trouble for trouble in visitor.troubles if "ERR_INTERNET_DISCONNECTED" not in trouble]


def test_typed_actions_play_a_round(visitor: Visitor):
    visitor.sit("boston-7-stud")
    page = visitor.page
    page.wait_for_selector("#bets:not([hidden])")

    visitor.types("ante 10 first 10")
    expect(page.locator("#live")).to_contain_text("$20 in total")
    visitor.types("deal")
    visitor.offered("fold")
    visitor.types("fold")
    assert visitor.settled()["sum"] == -20_00
    expect(page.locator("#live")).not_to_be_empty()


def test_R41_the_slip_says_what_it_can_win_and_what_a_cap_would_cut(visitor: Visitor):
    page = visitor.page
    visitor.sit("high-card-flush")
    visitor.types("ante 100 flush 25 straight 25")
    expect(page.locator(".slip-lines")).to_contain_text("wins up to $12,500")
    expect(page.locator(".slip-flags")).to_be_empty()
    visitor.types("clear")
    expect(page.locator(".slip-lines")).to_contain_text("in front of you")


def test_more_chips_are_asked_for_within_the_limits(visitor: Visitor):
    visitor.sit("high-card-flush")
    page = visitor.page
    limits = page.evaluate("JSON.parse(document.getElementById('bootstrap').textContent).buy_in")
    before = str(page.text_content("#wallet"))
    page.click("[data-seat-act=rebuy]")
    most = limits["maximum"] - limits["usual"]
    expect(page.locator("#more-chips-field")).to_contain_text(f"to ${most // 100:,}")
    page.keyboard.press("Escape")
    expect(page.locator("#more-chips")).to_be_hidden()
    expect(page.locator("#wallet")).to_have_text(before)
    table = page.url
    page.click("[data-seat-act=leave]")
    expect(page.locator(".message")).to_contain_text(f"with ${limits['usual'] // 100:,}.")
    page.goto(table)
    page.get_by_label("Buy-in").fill(f"{limits['maximum'] // 100}")
    page.click("[data-seat-act=sit]")
    page.click("[data-seat-act=rebuy]")
    expect(page.locator("#more-chips-says")).to_contain_text("at or above the table maximum")
    expect(page.locator("#more-chips-buy")).to_be_hidden()


def test_other_players_chips_do_not_block_betting(visitor: Visitor, browser: Browser, calm: Server):
    visitor.sit("seven-card-thrill", together=True)
    other = Visitor(browser, calm.url, still=False)
    other.sit("seven-card-thrill", together=True)
    for page in (visitor.page, other.page):
        page.wait_for_selector("#bets:not([hidden])")
    visitor.page.wait_for_selector(".dealer-table.company")
    visitor.page.evaluate(
        """() => { window.gone = 0; new MutationObserver((seen) => {
          for (const { target } of seen) if (target.hidden) window.gone++;
        }).observe(document.getElementById('bets'), { attributes: true, attributeFilter: ['hidden'] }); }"""
    )
    visitor.page.keyboard.press("q")
    other.page.keyboard.press("q")
    other.page.keyboard.press("Enter")
    expect(visitor.page.locator(".others .small-spot.on")).to_have_count(1)
    assert visitor.page.evaluate("window.gone") == 0
    other.leave()


def test_undo_clear_rebet_and_double(visitor: Visitor):
    visitor.sit("high-card-flush")
    page = visitor.page
    page.wait_for_selector("#bets:not([hidden])")
    amount = page.locator(".spot[data-wager=ante] .pile")

    def lies(cents: int) -> None:
        expect(amount).to_have_attribute("data-amount", str(cents))

    lies(500)  # laid out for a newcomer
    page.keyboard.press("q")
    lies(1000)
    page.keyboard.press("d")
    lies(2000)
    page.keyboard.press("z")
    lies(1000)
    page.keyboard.press("w")
    page.keyboard.press("Shift+Q")
    expect(page.locator(".spot[data-wager=flush] .pile")).to_be_hidden()
    page.keyboard.press("z")
    page.keyboard.press("x")
    expect(amount).to_be_hidden()
    page.keyboard.press("v")
    lies(500)


def test_every_key_is_listed_and_the_panels_open(visitor: Visitor):
    visitor.go("/table/boston-7-stud-2")
    visitor.page.wait_for_selector("#stage > *")
    for key, panel in (("?", "help"), ("r", "rules"), ("s", "settings")):
        visitor.page.keyboard.press(key)
        expect(visitor.page.locator(f"#{panel}")).to_be_visible()
        visitor.page.keyboard.press("Escape")
        expect(visitor.page.locator(f"#{panel}")).to_be_hidden()
    visitor.page.keyboard.press("?")
    assert visitor.page.locator("#keys tr").count() >= 15
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".play-chips")).to_be_visible()
