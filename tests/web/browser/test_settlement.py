"""The screen matches the record, for every class of outcome of the games against the dealer (R43)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.decks import against_dealer
from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.settlement import the_screen_equals_the_record
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

BOSTON, THRILL, FLUSH = "boston-7-stud", "seven-card-thrill", "high-card-flush"


@dataclass(frozen=True)
class Case:
    """A round: cards, wagers, what is done, and what must come of each wager."""

    name: str
    game: str
    mine: str
    dealer: str
    bets: str
    acts: tuple[str, ...]
    result: str
    """`wager result row`, comma by comma, in the order of settling."""
    rules: dict[str, Any] = field(default_factory=dict)
    cut: bool = False


PLAYED = ("bet-second",)
ALL_THRILL = "poker 5 kings 5 three of a kind 5 full house 5 special 1"
HIGH_FLUSH = "ante 5 flush 1 straight_flush 1"
STRAIGHT = "9s 8d 7d 6c 5s Kh 2d"
PAIR_OF_TENS = "Tc Td 8h 6h 4c 3c 2c"
FOUR_SPADES_ONLY = "As Ks 9s 2s 7h 8d 3c"

CASES = [
    # Boston 7 Stud Poker.
    Case(
        "win with bonus",
        BOSTON,
        STRAIGHT,
        PAIR_OF_TENS,
        "ante 5 first 5",
        PLAYED,
        "first win, second win, ante win straight",
    ),
    Case(
        "win, ante pushes",
        BOSTON,
        "As Kh 9d 9c 4s 3h 2d",
        "Tc Jd 8h 6h 4c 3c 2c",
        "ante 2 first 2",
        PLAYED,
        "first win, second win, ante push",
    ),
    Case(
        "lose",
        BOSTON,
        "As Kh 9d 8c 4s 3h 2d",
        PAIR_OF_TENS,
        "ante 10 first 10 bonus 3",
        PLAYED,
        "three_card_bonus lose, first lose, second lose, ante lose",
    ),
    Case(
        "lose with bonus",
        BOSTON,
        "9s 9h 9d 8c 4s 3h 2d",
        "Ah 2h 4h Kh 7h Kd 5c",
        "ante 5 first 5",
        PLAYED,
        "first lose, second lose, ante lose three_of_a_kind",
    ),
    Case(
        "push",
        BOSTON,
        "As Kh Qd Jc 9s 3h 2d",
        "Ah Kd Qc Js 9d 3c 2s",
        "ante 5 first 5",
        PLAYED,
        "first push, second push, ante push",
    ),
    Case(
        "fold",
        BOSTON,
        "2s 7h Jd 8c 4s 3h 9d",
        PAIR_OF_TENS,
        "ante 5 first 5 bonus 1",
        ("fold",),
        "three_card_bonus lose, ante lose, first lose",
    ),
    Case(
        "claim and fold",
        BOSTON,
        "2s 2h Jd 8c 4s 3h 9d",
        PAIR_OF_TENS,
        "ante 5 first 5 bonus 5",
        ("fold",),
        "three_card_bonus win pair, ante lose, first lose",
    ),
    Case(
        "royal flush",
        BOSTON,
        "As Ks Qs Js Ts 2c 3d",
        "2h 2d 9c 8c 7d 5h 4h",
        "ante 10 first 10 bonus 10",
        PLAYED,
        "three_card_bonus win royal, first win, second win, ante win royal_flush",
    ),
    Case("ante alone", BOSTON, "As Kh 9d 8c 4s 3h 2d", PAIR_OF_TENS, "ante 5", (), "ante lose"),
    Case(
        "cap",
        BOSTON,
        "As Ks Qs Js Ts 2c 3d",
        "2h 2d 9c 8c 7d 5h 4h",
        "ante 5 first 5 bonus 5",
        PLAYED,
        "three_card_bonus win royal, first win, second win, ante win royal_flush",
        {"caps": [{"ante_up_to": 1000, "pays_at_most": 60000}]},
        cut=True,
    ),
    # 7 Card Thrill.
    Case(
        "lose all",
        THRILL,
        "As Kh 9d 8c 4s 3h 2d",
        PAIR_OF_TENS,
        ALL_THRILL,
        (),
        "poker lose, pair_of_kings lose, three_of_a_kind lose, full_house lose, special lose",
    ),
    Case(
        "five aces",
        THRILL,
        "As Ah Ad Ac Jk 3h 2d",
        PAIR_OF_TENS,
        ALL_THRILL,
        (),
        "poker win higher, pair_of_kings win better, three_of_a_kind win three_of_a_kind, "
        "full_house win full_house, special win five_aces",
    ),
    Case(
        "pair of kings",
        THRILL,
        "Ks Kh 9d 8c 4s 3h 2d",
        PAIR_OF_TENS,
        ALL_THRILL,
        (),
        "poker win higher, pair_of_kings win kings, three_of_a_kind lose, full_house lose, special lose",
    ),
    Case(
        "low dealer hand",
        THRILL,
        "Ks Kh 9d 8c 4s 3h 2c",
        "Js Th 8d 6c 5d 3s 2s",
        "poker 5",
        (),
        "poker win low_dealer_hand",
    ),
    Case("push", THRILL, "As Kh Qd Jc 9s 3h 2d", "Ah Kd Qc Js 9d 3c 2s", "poker 100", (), "poker push"),
    Case(
        "three of a kind",
        THRILL,
        "9s 9h 9d Jc 4s 3h 2d",
        PAIR_OF_TENS,
        "three of a kind 25",
        (),
        "three_of_a_kind win three_of_a_kind",
    ),
    Case(
        "full house",
        THRILL,
        "9s 9h 9d Jc Js 3h 2d",
        PAIR_OF_TENS,
        "full house 50",
        (),
        "full_house win full_house",
    ),
    Case(
        "cap",
        THRILL,
        "As Ah Ad Ac Jk 3h 2d",
        PAIR_OF_TENS,
        "poker 5 special 10",
        (),
        "poker win higher, special win five_aces",
        {"cap": 5_000_000},
        cut=True,
    ),
    # High Card Flush.
    Case("win", FLUSH, "As Ks 9s 2h 7h 8d 3c", "Jh Th 4h 5d 6d 2c 3s", "ante 5", ("bet-raise",), "ante win, raise win"),
    Case(
        "lose",
        FLUSH,
        "Jh Th 4h 5d 6d 2c 3s",
        "As Ks 9s 2h 7h 8d 3c",
        HIGH_FLUSH,
        ("bet-raise",),
        "ante lose, raise lose, flush lose, straight_flush lose",
    ),
    Case(
        "push", FLUSH, "As Ks 9s 2h 7h 8d 3c", "Ah Kh 9h 2s 7s 8c 3d", "ante 5", ("bet-raise",), "ante push, raise push"
    ),
    Case(
        "no qualifying dealer",
        FLUSH,
        "As Ks 9s 2h 7h 8d 3c",
        "8h 6h 4h 5d 6d 2c 3s",
        "ante 5",
        ("bet-raise",),
        "ante win, raise push",
    ),
    Case(
        "seven-card flush",
        FLUSH,
        "As Ks Qs Js Ts 9s 8s",
        "Jh Th 4h 5d 6d 2c 3d",
        "ante 25 flush 25 straight_flush 25",
        ("3",),
        "ante win, raise win, flush win seven_cards, straight_flush win seven_cards",
    ),
    Case(
        "four cards",
        FLUSH,
        "As Ks Qs 2s 7h 8d 3c",
        "Jh Th 4h 5d 6d 2c 3d",
        HIGH_FLUSH,
        ("bet-raise",),
        "ante win, raise win, flush win four_cards, straight_flush win three_cards",
    ),
    Case("fold", FLUSH, "9s 7h 5d 3c 2s 4h 8d", "Jh Th 6h 5c 6d 2c 3d", "ante 5", ("fold",), "ante lose"),
    Case(
        "fold and claim",
        FLUSH,
        FOUR_SPADES_ONLY,
        "Jh Th 6h 5c 6d 2c 3d",
        HIGH_FLUSH,
        ("fold",),
        "ante lose, flush win four_cards, straight_flush lose",
    ),
    Case(
        "fold everything",
        FLUSH,
        FOUR_SPADES_ONLY,
        "Jh Th 6h 5c 6d 2c 3d",
        HIGH_FLUSH,
        ("'fold without claim'",),
        "ante lose, flush lose, straight_flush lose",
    ),
    Case(
        "cap",
        FLUSH,
        "As Ks Qs Js Ts 9s 8s",
        "Jh Th 4h 5d 6d 2c 3d",
        "ante 5 flush 25 straight_flush 25",
        ("bet-raise",),
        "ante win, raise win, flush win seven_cards, straight_flush win seven_cards",
        {"aggregate_cap": 1_000_000},
        cut=True,
    ),
]


def plays(person: Person, own_tables: OwnTables, case: Case) -> Seat:
    table = own_tables.open(case.game, against_dealer(case.mine, case.dealer), **case.rules)
    seat = Seat.takes(person, table.path)
    seat.bets(case.bets)
    for act in case.acts:
        if act.isdigit():
            seat.may("bet-raise")
            seat.page.locator(f"[aria-keyshortcuts='{act}'][data-act='bet-raise']").click()
        elif act.startswith("'"):
            seat.may("fold")
            seat.says(act.strip("'"))
        else:
            seat.does(act)
    return seat


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.name}".replace(" ", "-"))
def test_R43_the_screen_equals_the_record(case: Case, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = plays(person, own_tables, case)
    lines = the_screen_equals_the_record(person, seat.settled())
    found = ", ".join(f"{line['wager']} {line['result']} {line['row']}".strip() for line in lines)
    assert found == case.result, "these cards were to give another class of outcome"
    assert any(line["uncapped"] for line in lines) == case.cut


@pytest.mark.parametrize("by", ["mouse", "key", "word"])
def test_H10_a_player_who_folded_without_a_claim_can_still_claim_while_another_decides(
    by: str, arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open(FLUSH, against_dealer(FOUR_SPADES_ONLY, "Jh Th 6h 5c 6d 2c 3d", "9c 8c 7d 4d 2h 3h Kc"))
    table.waits_for(2)
    person, other = arrive().enters(), arrive().enters()
    seat, neighbour = Seat.takes(person, table.path), Seat.takes(other, table.path)
    for one in (seat, neighbour):
        one.bets(HIGH_FLUSH)
    seat.may("fold")
    seat.says("fold without claim")
    seat.may("claim")
    expect(seat.prompt).to_have_text(
        re.compile(r"^You folded\. You can still claim the Flush.* \(\$\d+\) until the dealer continues\.$")
    )
    (claim,) = seat.look()["acts"]
    assert re.fullmatch(r"Claim the Flush.* \(\$\d+\)", claim)
    expect(seat.page.locator("#dock")).not_to_have_class(re.compile("turn"))  # nobody waits for it
    if by == "mouse":
        seat.act("claim").click()
    elif by == "key":
        seat.page.evaluate("document.activeElement.blur()")
        seat.page.keyboard.press("c")
    else:
        seat.says("claim")
    expect(seat.story).to_contain_text("You claim the bonus bets.")
    expect(seat.act("claim")).to_have_count(0)
    neighbour.does("bet-raise")
    lines = the_screen_equals_the_record(person, seat.settled())
    found = ", ".join(f"{line['wager']} {line['result']} {line['row']}".strip() for line in lines)
    assert found == "ante lose, flush win four_cards, straight_flush lose"


VOIDS = {BOSTON: "ante 5 first 5 bonus 5", THRILL: "poker 5 special 1", FLUSH: "ante 5 flush 5"}
WAITS_FOR = {BOSTON: "bet-second", THRILL: "best", FLUSH: "bet-raise"}


@pytest.mark.parametrize("game", VOIDS)
def test_R43_a_void_round_returns_everything(game: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    table = own_tables.open(game, against_dealer("9s 7h 5d 3c 2s 4h 8d", "Jh Th 6h 5c 6d 2c 3d"))
    table.decides_nothing_automatically()
    seat = Seat.takes(person, table.path)
    seat.bets(VOIDS[game])
    seat.may(WAITS_FOR[game])
    table.fails()
    lines = the_screen_equals_the_record(person, seat.settled())
    assert {line["result"] for line in lines} == {"void"}
