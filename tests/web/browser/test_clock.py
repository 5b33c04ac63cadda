"""R22: the clock on the page: the time to decide, then the time bank, each once, and not while cards are dealt."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from seventh.room.tables.snapshot import Step
from seventh.room.tables.timing import Deadline
from tests.web.browser.conftest import PATIENT
from tests.web.browser.people import PATIENCE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTable, OwnTables

pytestmark = pytest.mark.slow

_SLOW_DEAL = """
const soon = window.setTimeout;
window.setTimeout = (act, time, ...more) => soon(act, time >= 250 && time <= 1000 ? 600_000 : time, ...more);
"""
"""What moves waits for cards and words over the felt for a quarter of a second to a second; here until a test is long
over."""

SPAN, BANK = PATIENT.decision_clock // 1000, PATIENT.time_bank // 1000


def _seconds(seat: Seat, words: str) -> int:
    """What the clock says once it says these words."""
    text = seat.page.locator("#clock .clock-text")
    expect(text).to_have_text(re.compile(words), timeout=PATIENCE)
    found = re.search(r"\d+", text.inner_text())
    assert found
    return int(found[0])


def _decides(seat: Seat) -> None:
    seat.bets("ante 5")
    seat.may("bet-raise")


def _clock(table: OwnTable, starts: int, bank_from: int, ends: int) -> None:
    """Set the clock of seat 1, counted from now, and tell everybody."""
    live = table.live

    def turn() -> None:
        now, old = live.services.clock.now(), live.timing.clocks[1]
        live.timing.clocks[1] = Deadline(old.decision, now + starts, now + bank_from, now + ends)
        live.tell(Step(live.snapshot))

    table.server.call(turn)


def test_R22_the_clock_counts_the_time_bank_once(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    seat = Seat.takes(arrive().enters(), own_tables.open("high-card-flush").path)
    _decides(seat)
    assert 0 < _seconds(seat, rf"^\d+ s to act, then {BANK} s time bank$") <= SPAN


def test_R22_the_time_bank_is_shown_when_it_runs(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes(arrive().enters(), table.path)
    _decides(seat)
    _clock(table, -100_000, -10_000, 110_000)
    assert 10 < _seconds(seat, r"^Time bank: \d+ s$") <= 110
    _clock(table, -100_000, 110_000, 110_000)
    assert 10 < _seconds(seat, r"^\d+ s to act$") <= 110, "a person without a bank is promised none"
    _clock(table, -100_000, 600_000, 600_000)
    expect(seat.page.locator("#clock")).to_be_hidden()  # minutes are no reason to hurry


def test_R22_the_clock_does_not_run_until_the_cards_have_been_shown(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("high-card-flush")
    seat = Seat.takes(arrive().enters(), table.path)
    _decides(seat)
    _clock(table, 600_000, 620_000, 650_000)
    assert _seconds(seat, r"^20 s to act, then 30 s time bank$")
    expect(seat.page.locator("#clock .clock-bar")).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")


def test_R22_the_cards_are_in_place_when_the_clock_starts(arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive(motion="no-preference").enters()
    person.context.add_init_script(_SLOW_DEAL)
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.bets("ante 5")
    seat.may("bet-raise")
    expect(person.page.locator("#stage .own-cards .card")).to_have_count(7)
    assert "??" not in seat.look()["mine"]
