"""Pay tables that meet a target: against every table priced one by one, in exact fractions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest

from seventh.cards import DECK_52, card_set
from seventh.cli import main
from seventh.cli.lab import design as design_command
from seventh.games import book_house, game, parse_house
from seventh.games.design import Band, DesignError, Pays, design, designed_games
from seventh.games.edges import edge
from seventh.hands import three
from seventh.house import PayTable
from seventh.lab.design.kernels import variance_within, wide_product
from seventh.lab.design.tables import TableCounts, bonus_counts
from tests.known import known
from tools.kernel_counts import by_length, count_suits


def with_table(house, name: str, pays: dict[str, Fraction]):
    return replace(house, pays=replace(house.pays, **{name: PayTable(tuple(pays.items()))}))


def one_by_one(house, wager, name, rows, target, hits=None, spread=None, any_order=False):
    """Every table that fits, by `edge` of a house that has it."""
    own = dict(getattr(house.pays, name).rows)
    choices = [rows[row].values if row in rows else (own[row],) for row in own]
    fitting = []
    for pays in product(*choices):
        if not any_order and any(better < worse for better, worse in pairwise(pays)):
            continue
        table = dict(zip(own, pays, strict=True))
        figures = edge(house.game, with_table(house, name, table)).wagers[wager]
        if not target.low <= figures.house_edge <= target.high:
            continue
        if hits and not hits.low <= figures.hit_frequency <= hits.high:
            continue
        if spread and not spread.low**2 <= figures.variance <= spread.high**2:
            continue
        fitting.append((table, figures))
    return fitting


CASES = [
    ("boston-7-stud", "three_card_bonus", {"royal": "30..36..2", "straight": "4..6", "pair": "0..1"}, "0%..60%"),
    ("boston-7-stud", "ante_only", {"flush": "2..4", "straight": "1..3", "three_of_a_kind": "0..1"}, "2%..20%"),
    ("boston-7-stud", "main", {"flush": "0..3", "straight": "0..2", "three_of_a_kind": "0..1"}, "5%..60%"),
    ("high-card-flush", "flush", {"five_cards": "8..14..2", "four_cards": "0..2..1:2"}, "0%..20%"),
    ("high-card-flush", "straight_flush", {"four_cards": "40..60..5", "three_cards": "7..9"}, "0%..15%"),
    ("seven-card-thrill", "poker", {"higher": "9:10..11:10..1:20", "low_dealer_hand": "0..1..1:4"}, "0%..6%"),
    ("seven-card-thrill", "pair_of_kings", {"better": "1..6:5..1:20", "kings": "0..1..1:4"}, "0%..5%"),
    ("seven-card-thrill", "special", {"royal_flush": "1000..3000..500", "straight_flush": "200..400..50"}, "0%..30%"),
    ("seven-card-thrill", "full_house", {"full_house": "25..35"}, "0%..10%"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "wager", "rows", "target"), CASES)
def test_the_tables_that_fit_are_those_that_the_exact_figures_say(game, wager, rows, target):
    name = "ante_bonus" if wager in ("main", "ante_only") else wager
    bounds, band = {row: Pays.parse(text) for row, text in rows.items()}, Band.parse(target)
    report = design(game, wager, bounds, band, top=10_000)
    expected = one_by_one(book_house(game), wager, name, bounds, band)
    assert report.table == name
    assert report.matched == len(report.tables) == len(expected)
    assert expected
    found = {tuple(table.pays.values()): table.figures for table in report.tables}
    for table, figures in expected:
        ours = found[tuple(table.values())]
        assert (ours.ev, ours.hit_frequency) == (figures.ev, figures.hit_frequency)
        assert ours.std_dev == pytest.approx(figures.std_dev)
    order = [(roundness(table), abs(-table.figures.ev - band.middle)) for table in report.tables]
    assert order == sorted(order)


def test_hit_frequency_and_volatility_are_bounds_too():
    rows = {"royal": Pays.parse("30..50..10"), "straight": Pays.parse("4..8"), "pair": Pays.parse("0..2")}
    target, hits, spread = Band.parse("0%..90%"), Band.parse("20%..30%"), Band.parse("2..2.5")
    report = design("boston-7-stud", "three_card_bonus", rows, target, hit_frequency=hits, volatility=spread, top=1000)
    house = book_house("boston-7-stud")
    expected = one_by_one(house, "three_card_bonus", "three_card_bonus", rows, target, hits, spread)
    assert expected
    assert report.matched == len(expected) < design("boston-7-stud", "three_card_bonus", rows, target).matched


def test_an_edge_of_the_target_is_inside():
    """Bounds are whole numbers, so a table exactly on one fits, and one unit further it does not."""
    rows = {"royal": Pays.parse("35")}
    exact = edge("boston-7-stud").wagers["three_card_bonus"].house_edge
    step = Fraction(1, 22100)
    for low, high, matched in ((exact, exact, 1), (exact + step / 10**6, 1, 0), (0, exact - step / 10**6, 0)):
        band = Band(Fraction(low), Fraction(high))
        assert design("boston-7-stud", "three_card_bonus", rows, band).matched == matched


def test_tables_in_any_order_only_if_asked_for():
    rows = {"straight": Pays.parse("1..6"), "flush": Pays.parse("1..6")}
    target = Band.parse("-100%..100%")
    falling = design("boston-7-stud", "three_card_bonus", rows, target, top=100)
    every = design("boston-7-stud", "three_card_bonus", rows, target, top=100, any_order=True)
    assert (falling.matched, every.matched) == (21, 36)


def test_the_same_with_any_number_of_workers():
    rows = {"royal": Pays.parse("1..400"), "straight_flush": Pays.parse("1..100"), "straight": Pays.parse("1..60")}
    one, two = (
        design("boston-7-stud", "three_card_bonus", rows, Band.parse("2%..3%"), workers=workers) for workers in (1, 3)
    )
    assert one.candidates == 2_400_000
    assert (one.matched, one.tables) == (two.matched, two.tables)


ROUNDEST = {str(n) for n in range(11)} | {"20", "25", "50", "100", "200", "250", "500", "1000", "2000", "2500", "5000"}


def roundness(table) -> int:
    """The grades of a table's pays, from lists: roundest, other round ones, other whole numbers, fractions."""
    other = {str(n * ten) for ten in (1, 10, 100, 1000) for n in (15, *range(30, 100, 5), 100)} | {"20000"}
    grades = [
        0 if str(pays) in ROUNDEST | {"20000"} else 1 if str(pays) in other else 3 if "/" in str(pays) else 2
        for pays in table.pays.values()
    ]
    return sum(grades)


def test_rounder_numbers_come_first_whatever_the_number_of_tables_that_fit():
    """More tables fit than are kept, so the roundest have to be found on the way."""
    rows = {"royal": Pays.parse("30..260"), "straight_flush": Pays.parse("20..40"), "straight": Pays.parse("5..8")}
    target = Band.parse("0%..15%")
    report = design("boston-7-stud", "three_card_bonus", rows, target, top=40)
    assert report.matched > 5000
    every = design("boston-7-stud", "three_card_bonus", rows, target, top=10_000)
    order = [(roundness(table), abs(-table.figures.ev - target.middle)) for table in every.tables]
    assert order == sorted(order)
    assert report.tables == every.tables[:40]
    assert {str(table.pays["royal"]) for table in report.tables[:4]} <= ROUNDEST


@pytest.mark.parametrize("rows", [{"royal": "30..60", "flush": "2..5"}, {"straight": "1..4", "flush": "0..2"}])
def test_if_none_fits_the_nearest_tables_and_the_range_are_those_of_all_tables(rows):
    bounds, target = {row: Pays.parse(text) for row, text in rows.items()}, Band.parse("2%..3%")
    report = design("boston-7-stud", "three_card_bonus", bounds, target, top=5)
    assert (report.matched, report.tables) == (0, ())
    house, name = book_house("boston-7-stud"), "three_card_bonus"
    all_tables = one_by_one(house, name, name, bounds, Band.parse("-9999%..9999%"))
    edges = sorted(figures.house_edge for _, figures in all_tables)
    assert report.reachable == Band(edges[0], edges[-1])
    distances = sorted(max(target.low - edge, edge - target.high) for edge in edges)
    found = [max(target.low + table.figures.ev, -table.figures.ev - target.high) for table in report.nearest]
    assert found == distances[:5]
    data = report.as_data()
    assert [Fraction(edge) for edge in data["reachable_edge"]] == [edges[0], edges[-1]]
    assert len(data["nearest"]) == 5


def test_if_none_fits_the_nearest_tables_meet_everything_else():
    rows = {"royal": Pays.parse("30..60"), "pair": Pays.parse("0..1")}
    report = design(
        "boston-7-stud", "three_card_bonus", rows, Band.parse("2%..3%"), hit_frequency=Band.parse("0%..20%")
    )
    assert report.nearest
    assert {table.pays["pair"] for table in report.nearest} == {0}
    nothing = design("boston-7-stud", "three_card_bonus", rows, Band.parse("2%..3%"), volatility=Band.parse("90..99"))
    assert (nothing.nearest, nothing.reachable) == ((), None)


def test_counts_are_those_of_the_rankings():
    counts = known(game("boston-7-stud").mathematics).designs["three_card_bonus"](book_house("boston-7-stud"))
    assert isinstance(counts, TableCounts)
    dealt = dict.fromkeys((category.name.lower() for category in three.Category), 0)
    for cards in combinations(DECK_52, 3):
        dealt[three.Category(three.strength(card_set(cards)) >> 26).name.lower()] += 1
    assert {row: cells[0][0] for row, cells in counts.rows.items()} == {row: dealt[row] for row in counts.rows}
    places, runs = count_suits(DECK_52, threads=None)
    words = {"three_cards": 3, "four_cards": 4, "five_cards": 5, "six_cards": 6, "seven_cards": 7}
    for wager, expected in (("flush", by_length(places)), ("straight_flush", runs.tolist())):
        found = known(game("high-card-flush").mathematics).designs[wager](book_house("high-card-flush"))
        assert isinstance(found, TableCounts)
        assert {row: cells[0][0] for row, cells in found.rows.items()} == {
            row: expected[words[row]] for row in found.rows
        }
        assert found.total == comb(52, 7)


def test_other_readings_of_a_house_are_priced():
    house = parse_house('half_pay_kings = "holds_kings"\nace_to_five = "lowest"', "seven-card-thrill")
    rows, target = {"kings": Pays.parse("1:2..1..1:4")}, Band.parse("-20%..20%")
    report = design("seven-card-thrill", "pair_of_kings", rows, target, house=house)
    expected = one_by_one(house, "pair_of_kings", "pair_of_kings", rows, target)
    assert {table.figures.ev for table in report.tables} == {figures.ev for _, figures in expected}
    house = parse_house('ante_only = "bonus_table"', "boston-7-stud")
    rows, target = {"three_of_a_kind": Pays.parse("0..4")}, Band.parse("-500%..100%")
    report = design("boston-7-stud", "ante_only", rows, target, house=house)
    expected = one_by_one(house, "ante_only", "ante_bonus", rows, target)
    assert {table.figures.ev for table in report.tables} == {figures.ev for _, figures in expected}


def test_words_of_128_bits():
    rng = np.random.default_rng(5)
    for _ in range(200):
        a, b, c = (int(value) for value in rng.integers(0, 2**63, 3))
        high, low = wide_product(np.uint64(a), np.uint64(b))
        assert int(high) << 64 | int(low) == a * b
        result = int(c % int(max((a * b) ** 0.5, 1)))
        exact = a * b - result**2

        def words(value: int) -> tuple[np.uint64, np.uint64]:
            return np.uint64(value >> 64), np.uint64(value & (1 << 64) - 1)

        for least, most in ((exact, exact), (exact + 1, exact + 5), (max(exact - 5, 0), exact - 1)):
            inside = least <= exact <= most
            assert variance_within(a, b, -result, words(least), words(max(most, 0))) == inside


@pytest.mark.parametrize(
    ("text", "values"),
    [("35", [35]), ("1..4", [1, 2, 3, 4]), ("1:2..2..1:2", ["1/2", 1, "3/2", 2]), ("0.5..1..0.25", ["1/2", "3/4", 1])],
)
def test_pays_are_read_exactly(text, values):
    assert Pays.parse(text).values == tuple(map(Fraction, values))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bridge", "flush", {}, "1%..2%"), "'bridge' has no pay tables"),
        (("seven-card-stud", "flush", {}, "1%..2%"), "no pay tables"),
        (("high-card-flush", "main", {}, "1%..2%"), "no pay table for 'main'"),
        (("high-card-flush", "flush", {"royal": "1..2"}, "1%..2%"), "no row 'royal'"),
        (("high-card-flush", "flush", {"six_cards": "2..1"}, "1%..2%"), "starts above its end"),
        (("high-card-flush", "flush", {"six_cards": "-2..1"}, "1%..2%"), "below 0"),
        (("high-card-flush", "flush", {"six_cards": "1..2..0"}, "1%..2%"), "step"),
        (("high-card-flush", "flush", {"six_cards": "1..x"}, "1%..2%"), "'x' is not a number"),
        (("high-card-flush", "flush", {"six_cards": "1:0..2"}, "1%..2%"), "'1:0' is not a number"),
        (("high-card-flush", "flush", {"six_cards": "1..9999999"}, "1%..2%"), "9,999,999 values"),
        (("high-card-flush", "flush", {"six_cards": ""}, "1%..2%"), "not a range"),
        (("high-card-flush", "flush", {}, "2%"), "not a range"),
        (("high-card-flush", "flush", {}, "2%..1%"), "starts above its end"),
        (("seven-card-thrill", "special", dict.fromkeys(("five_aces", "royal_flush", "straight_flush"), "1..90000"),
          "1%..2%"), "too many"),
        (("seven-card-thrill", "poker", {"higher": "0.000001..0.01..0.000001"}, "1%..2%"), "steps too fine"),
    ],
)  # fmt: skip
def test_invalid_requests_are_refused_in_one_line(words, message):
    game, wager, rows, target = words
    with pytest.raises(DesignError, match=message) as caught:
        design(game, wager, {row: Pays.parse(text, row) for row, text in rows.items()}, Band.parse(target))
    assert "\n" not in str(caught.value)


def test_main_is_designed_by_its_edge_alone():
    with pytest.raises(DesignError, match="by its edge only"):
        design("boston-7-stud", "main", {}, Band.parse("1%..20%"), volatility=Band.parse("1..2"))


def test_every_wager_with_a_pay_table_can_be_designed():
    for name in designed_games():
        for wager in known(game(name).mathematics).designs:
            report = design(name, wager, {}, Band.parse("-100%..100%"))
            assert (report.candidates, report.matched) == (1, 1)
            assert report.tables[0].figures.ev == edge(name).wagers[wager].ev


def test_the_command_prints_tables_or_one_line(capsys):
    words = ["design", "boston-7-stud", "--wager", "three_card_bonus", "--target-edge"]
    main([*words, "2%..8%", "--row", "flush=3..5", "--row", "straight=5..8", "--json"])
    shown = json.loads(capsys.readouterr().out)
    assert shown["candidates"] == 12
    assert 0 < shown["matched"] == len(shown["tables"])
    assert shown["tables"][0]["pays"]["royal"] == 35
    main([*words, "2%..8%", "--row", "flush=3..5", "--hit-frequency", "20%..30%", "--volatility", "2..3"])
    shown = capsys.readouterr()
    assert "tables fit" in shown.out
    assert shown.err == ""
    with pytest.raises(SystemExit) as stopped:
        main([*words, "2%..3%", "--row", "royal=30..60", "--row", "flush=2..5", "--top", "2"])
    shown = capsys.readouterr()
    assert stopped.value.code == 1
    assert shown.out.count("\n") == 5
    assert shown.out.count("\n   3.4") == 2
    assert (
        shown.err == "seventh: no table fits: those within these bounds have house edges from 3.420814% to 18.841629%\n"
    )
    with pytest.raises(SystemExit) as stopped:
        main([*words, "2%..3%", "--hit-frequency", "90%..95%", "--json"])
    shown = capsys.readouterr()
    assert stopped.value.code == 1
    assert json.loads(shown.out)["reachable_edge"] is None
    assert shown.err.count("\n") == 1
    for more in (["2%"], ["2%..3%", "--row", "flush"], ["2%..3%", "--row", "full=1..2"], ["2%..3%", "--top", "0"]):
        with pytest.raises(SystemExit) as stopped:
            main([*words, *more])
        assert stopped.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_example_of_the_help_finds_tables(capsys):
    [words] = re.findall(r"`seventh (design [^`]*)`", known(design_command.__doc__))
    words = words.replace("GAME", "boston-7-stud").replace("NAME", "three_card_bonus")
    main([*words.split(), "--json"])
    shown = json.loads(capsys.readouterr().out)
    assert 0 < shown["matched"] < shown["candidates"]


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"five": 1, "nine": 1}, "the counts for flush have 'nine'; its rows are five, four"),
        ({"five": 1}, "the counts for flush lack 'four'; its rows are five, four"),
    ],
)
def test_counts_are_for_the_rows_of_the_table(counts, said):
    with pytest.raises(DesignError, match=f"^{said}$"):
        bonus_counts("flush", counts, 10).space({"five": (Fraction(2),), "four": (Fraction(1),)})
