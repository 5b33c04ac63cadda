"""Results over time equal sums that are made in other ways: from the ledger, from the records, and from `edge`."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt

import pytest
from sqlalchemy import select

from seventh.games import GAMES, book_house
from seventh.games.edges import edge
from seventh.room.clock import RealClock
from seventh.room.history import History
from seventh.room.ledger import stack
from seventh.room.luck import Expected, begun, course, expected
from seventh.room.mistakes import Mistakes, by_kind
from seventh.room.results import PlayedLine, Results, Wagered
from seventh.room.settings import RoomSettings
from seventh.room.store import open_store, schema
from seventh.rounds.events import Settled
from seventh.web.results_page import Chosen, rounds_csv, summary_data
from tests.room.test_archives import pack
from tools.scripted_players import scripted
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

ME = "aaaaaaaaaaaa"
ROUNDS = 120


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A store with rounds of every game, in all of which one person played."""
    with open_store(tmp_path_factory.mktemp("results")) as store:
        yield store, play(store, ROUNDS)


def play(store, number: int) -> ScriptedTables:
    fund_the_house(store, 10**12)
    settings = [
        Setting(f"{game}-{n}", book_house(game), {1: ME, 2: f"{game}-{n}-other"}, 500_000)
        for game in GAMES
        for n in (1, 2)
    ]
    running = ScriptedTables(store, settings, scripted("results"), void_one_in=15)
    running.run(number)
    return running


def test_R42_sums_are_the_ledgers_round_by_round(played):
    store, _ = played
    lines = Results(store).lines(ME)
    assert len(lines) == ROUNDS
    assert {line.game for line in lines} == set(GAMES)
    assert any(line.void for line in lines)
    assert not all(line.void for line in lines)
    transfers = schema.transfers
    with store.reading() as connection:
        for line in lines:
            mine = stack(line.table, ME)
            rows = connection.execute(select(transfers).where(transfers.c.round == line.id)).all()
            moved = sum(row.amount for row in rows if row.taker == mine)
            moved -= sum(row.amount for row in rows if row.giver == mine)
            assert line.net == moved, line


def test_R42_wagers_are_those_of_the_records(played):
    store, _ = played
    history = History(store, RoomSettings(), RealClock())
    seen = 0
    for line in Results(store).lines(ME):
        found = history.round(ME, line.id)
        assert line.net == found.line.net
        settled = {
            event.wager: Wagered(event.amount, event.returned + event.payoff - event.amount, event.result == "void")
            for event in found.record.events
            if isinstance(event, Settled) and event.seat == found.line.seat
        }
        assert line.wagers == settled
        if line.wagers:
            seen += 1
            assert line.net == sum(wager.net for wager in line.wagers.values())
            assert line.wagered == sum(wager.amount for wager in line.wagers.values())
        elif not line.void:
            assert line.wagered == found.line.wagered
    assert seen > ROUNDS // 3


def test_a_second_look_reads_only_what_is_new(played):
    store, running = played
    results = Results(store)
    before = results.lines(ME)
    running.run(8)
    after = results.lines(ME)
    assert len(after) == len(before) + 8
    assert after[: len(before)] == before
    assert after == Results(store).lines(ME), "as if read for the first time"
    assert after[0] is before[0], "not read again"


def line_of(game: str, wagers: dict[str, int], net: int = 0) -> PlayedLine:
    made = {name: Wagered(amount, 0) for name, amount in wagers.items()}
    return PlayedLine("r", game, book_house(game).hash, "t", 1, 0, 1, False, sum(wagers.values()), net, made)


@pytest.mark.parametrize(
    ("game", "placed", "figures"),
    [
        ("high-card-flush", {"ante": 500, "raise": 1000, "flush": 100}, {"main": 500, "flush": 100}),
        ("boston-7-stud", {"ante": 200}, {"ante_only": 200}),
        ("boston-7-stud", {"ante": 200, "first": 200, "three_card_bonus": 100}, {"main": 200, "three_card_bonus": 100}),
        ("boston-7-stud", {"ante": 200, "first": 200, "second": 200}, {"main": 200}),
        ("seven-card-thrill", {"poker": 500, "special": 100}, {"poker": 500, "special": 100}),
    ],
)
def test_the_expectation_of_a_round_is_that_of_edge(game, placed, figures):
    house, line = book_house(game), line_of(game, placed)
    assert begun(house, line) == figures
    report = edge(game)
    mean = sum(amount * report.wagers[name].ev for name, amount in figures.items())
    variance = sum(amount**2 * report.wagers[name].variance for name, amount in figures.items())
    for (first, second), value in report.covariances.items():
        variance += 2 * figures.get(first, 0) * figures.get(second, 0) * value
    assert expected(house, line) == Expected(mean, variance)
    only = next(iter(figures))
    if len(figures) == 1:
        assert isclose(sqrt(variance), figures[only] * report.wagers[only].std_dev)


def test_a_wager_that_was_returned_counts_as_not_made():
    house = book_house("high-card-flush")
    line = line_of("high-card-flush", {"ante": 500, "flush": 100})
    void = {name: Wagered(made.amount, 0, void=True) for name, made in line.wagers.items()}
    returned = PlayedLine("r", line.game, line.rules, "t", 1, 0, 1, False, 600, 0, void)
    assert expected(house, returned) == Expected()
    found = course({house.hash: house}.__getitem__, [line, returned, line])
    assert len(found.nets) == 2


def test_the_course_adds_up_to_the_sum_of_its_rounds(played):
    store, _ = played
    results = Results(store)
    lines = results.lines(ME)
    found = course(results.house, lines)
    total = Expected()
    for line in lines:
        total += expected(results.house(line.rules), line)
    assert found.total == total
    assert isclose(found.means[-1], float(total.mean), rel_tol=1e-9)
    assert isclose(found.spreads[-1], sqrt(total.variance), rel_tol=1e-9)
    against_house = [line for line in lines if line.wagers and not line.void]
    assert found.nets[-1] == sum(line.net for line in against_house)


def test_results_by_wager_add_up_and_downloads_say_the_same(played):
    store, _ = played
    results = Results(store)
    for game in ("", *GAMES):
        chosen = Chosen(results, ME, game)
        rows = chosen.wagers()
        assert sum(row["net"] for row in rows) == chosen.net == sum(line.net for line in chosen.played)
        assert sum(row["wagered"] for row in rows) == chosen.wagered
        data = summary_data(chosen)
        assert sum((Fraction(row["expected"] or 0) for row in data["wagers"]), Fraction(0)) == Fraction(
            data["luck"]["expected"]
        )
        assert [win["net"] for win in data["biggest"]] == sorted(
            (line.net for line in chosen.played if line.net > 0), reverse=True
        )[:5]
        header, *lines = rounds_csv(chosen).splitlines()
        assert header.startswith("round,game,opened")
        assert len(lines) == len(chosen.all)
    assert Chosen(results, ME, days=1, now=1).all == Chosen(results, ME).all
    assert Chosen(results, ME, days=1, now=10**15).all == []


def test_time_at_two_tables_at_once_counts_once():
    class Fixed:
        def lines(self, _: str) -> list[PlayedLine]:
            times = [(0, 600_000), (60_000, 300_000), (1_200_000, 1_260_000)]
            line = line_of("high-card-flush", {"ante": 500})
            return [
                PlayedLine(str(n), line.game, line.rules, "t", n, start, end, False, 500, 0, line.wagers)
                for n, (start, end) in enumerate(times)
            ]

    assert Chosen(Fixed(), ME).minutes == 11  # type: ignore[arg-type]


@pytest.mark.slow
def test_mistakes_are_those_of_the_remarks(played):
    from seventh.records.remarks import remarks

    store, _ = played
    history = History(store, RoomSettings(), RealClock())
    ids = [line.id for line in Results(store).lines(ME) if line.wagers][-30:]
    found, looked = Mistakes(history).latest(ME, ids, seconds=600)
    assert looked == len(ids)
    costs: dict[tuple[str, str], Fraction] = {}
    for name in ids:
        one = history.round(ME, name)
        for remark in remarks(one.live.house, one.record, one.line.seat):
            if remark.cost:
                kind = remark.chosen or "other amount", remark.best
                costs[kind] = costs.get(kind, Fraction(0)) + remark.chips
    assert {(one.chosen, one.best): one.cost for one in by_kind(found)} == costs
    assert costs, "scripted players make mistakes"
    nothing, looked = Mistakes(history).latest(ME, ids, seconds=-1)
    assert (nothing, looked) == ([], 0), "no time, no rounds"


def test_archived_rounds_have_the_same_results(tmp_path):
    with open_store(tmp_path) as store:
        play(store, 40)
        before = Results(store).lines(ME)
        pack(store, most=15)
        assert Results(store).lines(ME) == before
        assert any(line.wagers for line in before)
