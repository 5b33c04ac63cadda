"""Oversight: sums over closed rounds equal those made in other ways, and what is unusual stands out."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime
from fractions import Fraction
from math import isclose

import numpy as np
import pytest
from sqlalchemy import func, select

from seventh.games import GAMES, book_house
from seventh.games.edges import edge
from seventh.room.archive_command import archive
from seventh.room.custody.guard import open_guarded
from seventh.room.custody.location import custody_of
from seventh.room.luck import Expected, expected
from seventh.room.oversight import tallies as tallies_module
from seventh.room.oversight.decks import FEWEST, battery
from seventh.room.oversight.deviation import deviation
from seventh.room.oversight.flow import NotAccounted, flow_of
from seventh.room.oversight.oversight import Oversight, complete
from seventh.room.oversight.shapes import WHOLE, shape_of
from seventh.room.oversight.tallies import Period, Tallies
from seventh.room.refusals import RoomRefused
from seventh.room.results import Results
from seventh.room.rounds.rounds import replay_round
from seventh.room.settings import RoomSettings
from seventh.room.store import open_store, schema
from seventh.rounds import events as ev
from tests.room.playing_live import open_at
from tests.room.test_archives import pack
from tools.scripted_players import scripted
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

FIRST, SECOND, THIRD = "aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"
ROUNDS = 160
ALL = Period()
LONG = 600.0
"""Seconds to read rounds in, so that reports are complete however slow the machine is."""
LATER = 10**15
SETTINGS = RoomSettings()


class Fixed:
    """A clock that stands still."""

    def __init__(self, at: int = LATER) -> None:
        self.at = at

    def now(self) -> int:
        return self.at


def oversight_of(store, clock=None) -> Oversight:
    return Oversight(store, SETTINGS, clock or Fixed(), Results(store).house)  # type: ignore[arg-type]


def tables_of() -> list[Setting]:
    """Of each game a table with three players and one with as few as possible."""
    few = {game: {1: FIRST} if GAMES[game].round.AGAINST_HOUSE else {1: FIRST, 2: SECOND} for game in GAMES}
    return [
        Setting(f"{game}-{n}", book_house(game), people, 500_000)
        for game in GAMES
        for n, people in enumerate(({1: FIRST, 2: SECOND, 3: THIRD}, few[game]), 1)
    ]


def play(store, rounds=ROUNDS):
    fund_the_house(store, 10**12)
    between = [setting for setting in tables_of() if not GAMES[setting.house.game].round.AGAINST_HOUSE]
    # Apart, because hands between players take longer: on a busy machine there could be hardly any.
    hands = max(rounds // 4, len(between))
    ScriptedTables(store, between, scripted("oversight"), void_one_in=12).run(hands)
    others = [setting for setting in tables_of() if setting not in between]
    running = ScriptedTables(store, others, scripted("oversight"), void_one_in=12)
    running.run(rounds - hands)
    return running


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    store = open_store(tmp_path_factory.mktemp("oversight"))
    play(store)
    open_at(store, "boston-7-stud", table="in progress")
    yield store
    store.close()


def closed_rounds(store):
    """Every closed round, replayed by the rules."""
    with store.reading() as connection:
        found = connection.execute(select(schema.rounds).where(schema.rounds.c.state != "open")).all()
        return [(row, replay_round(connection, row.id).live) for row in found]


def test_hold_is_what_the_house_won_in_the_ledger(played):
    """The ledger is not read for it: this is what the house's account gave and took in the rounds of each game."""
    report = oversight_of(played).hold(ALL, seconds=LONG)
    hold = complete(report).hold
    transfers, rounds = schema.transfers, schema.rounds
    with played.reading() as connection:

        def sums(side):
            query = (
                select(rounds.c.game, func.sum(transfers.c.amount))
                .join(rounds, rounds.c.id == transfers.c.round)
                .where(side == "house", rounds.c.state != "open")
                .group_by(rounds.c.game)
            )
            return Counter({game: int(amount) for game, amount in connection.execute(query)})

        took, gave = sums(transfers.c.taker), sums(transfers.c.giver)
        closed = connection.execute(select(func.count()).where(rounds.c.state != "open")).scalar()
        left_open = connection.execute(select(func.count()).where(rounds.c.state == "open")).scalar()
    assert report.read == closed
    assert left_open == 1, "a round in progress does not count"
    assert hold.void_rounds > 0
    assert hold.total.won + hold.void_won == took.total() - gave.total()
    for lines in (hold.wagers, hold.tables, hold.games, hold.houses):
        for name in ("won", "staked", "expected", "cut"):
            assert sum(getattr(line, name) for line in lines) == getattr(hold.total, name)
    for lines in (hold.tables, hold.games, hold.houses):
        assert sum(line.variance for line in lines) == hold.total.variance
        assert sum(line.hands for line in lines) == hold.total.hands
    assert {line.key[0] for line in hold.games} == {game for game in GAMES if GAMES[game].round.AGAINST_HOUSE}


def test_staked_and_won_by_wager_are_those_of_the_records(played):
    found = {line.key: line for line in complete(oversight_of(played).hold(ALL, seconds=LONG)).hold.wagers}
    spots: dict[tuple[str, str], list[int]] = {}
    for row, live in closed_rounds(played):
        if row.state == "void":
            continue
        settled = [event for event in live.hand.events if isinstance(event, ev.Settled) and event.result != "void"]
        for event in settled:
            hand = {other.wager for other in settled if other.seat == event.seat}
            figure = {"ante": "main", "raise": "main", "first": "main", "second": "main"}.get(event.wager, event.wager)
            if figure == "main" and row.game == "boston-7-stud" and hand == {"ante"}:
                figure = "ante_only"
            sums = spots.setdefault((row.game, figure), [0, 0])
            sums[0] += event.amount
            sums[1] += event.amount - event.returned - event.payoff
    assert {key: [line.staked, line.won] for key, line in found.items()} == spots


def test_the_theoretical_win_is_the_sum_of_the_expectations_of_the_players(played):
    results = Results(played)
    hold = complete(oversight_of(played).hold(ALL, seconds=LONG)).hold
    total = Expected()
    alone: dict[str, Expected] = {}
    for person in (FIRST, SECOND, THIRD):
        for past in results.lines(person):
            one = expected(results.house(past.rules), past)
            total += one
            alone[past.table] = alone.get(past.table, Expected()) + one
    assert hold.total.expected == -total.mean
    for line in hold.tables:
        table = line.key[1]
        assert line.expected == -alone[table].mean
        if line.exact:
            assert line.variance == alone[table].variance, "one hand in each round: exact, with covariances"
        else:
            assert line.hands == 3 * line.rounds
            assert line.variance == 3 * alone[table].variance, "three hands that share the dealer's cards: a bound"
    assert {line.exact for line in hold.tables} == {True, False}
    assert {line.key[0]: line.decides for line in hold.games} == {
        "boston-7-stud": True,
        "high-card-flush": True,
        "seven-card-thrill": False,
    }


def test_chip_flow_adds_up_to_what_each_player_won(played):
    found = complete(oversight_of(played).flow(ALL, seconds=LONG))
    assert {frozenset((line.winner, line.loser)) for line in found} == {
        frozenset(pair) for pair in ((FIRST, SECOND), (FIRST, THIRD), (SECOND, THIRD))
    }
    from_others: dict[str, Fraction] = dict.fromkeys((FIRST, SECOND, THIRD), Fraction(0))
    for line in found:
        assert line.won >= line.lost >= 0
        from_others[line.winner] += line.net
        from_others[line.loser] -= line.net
    rake = sum(line.rake for line in complete(oversight_of(played).hold(ALL, seconds=LONG)).rake)
    nets: Counter[str] = Counter()
    hands: Counter[frozenset[str]] = Counter()
    for row, live in closed_rounds(played):
        if GAMES[row.game].round.AGAINST_HOUSE:
            continue
        people = {seat: seated.person for seat, seated in live.seats.items()}
        for seat, net in live.nets.items():
            nets[people[seat]] += net
        if row.state == "void":
            continue
        flow = flow_of(live.hand.events)
        for seat, net in live.nets.items():
            won = sum(chips for (_, taker), chips in flow.won.items() if taker == seat)
            lost = sum(chips for (giver, _), chips in flow.won.items() if giver == seat)
            assert won - lost - flow.rake.get(seat, 0) == net
        hands.update(frozenset((people[a], people[b])) for a in people for b in people if a < b)
    assert sum(nets.values()) == -rake
    assert {line.hands for line in found} == set(hands.values())
    if not rake:
        assert from_others == nets, "the book takes no rake"


def hand_with_side_pots(*more: ev.Event) -> list[ev.Event]:
    """Seat 1 is all in with 100, seats 2 and 3 play on for 300, and seat 4 folds after 40."""
    put_in = {1: 100, 2: 300, 3: 300, 4: 40}
    return [*(ev.AntePosted(seat, amount) for seat, amount in put_in.items()), ev.Folded(4, False), *more]


def test_the_flow_of_side_pots_a_split_pot_and_the_rake():
    flow = flow_of(
        hand_with_side_pots(
            ev.RakeTaken(34), ev.PotWon(1, 0, 306, "S"), ev.PotWon(2, 1, 200, "S"), ev.PotWon(3, 1, 200, "S")
        )
    )  # the main pot is 340, less 34; the side pot of 400 is split
    assert flow.won == {
        (2, 1): Fraction(100 * 306, 340),
        (3, 1): Fraction(100 * 306, 340),
        (4, 1): Fraction(40 * 306, 340),
        (3, 2): Fraction(200 * 200, 400),
        (2, 3): Fraction(200 * 200, 400),
    }
    assert flow.rake == {1: 10, 2: 10, 3: 10, 4: 4}
    with pytest.raises(NotAccounted, match="put in"):
        flow_of(hand_with_side_pots(ev.PotWon(1, 0, 306, "S")))


def test_a_returned_bet_and_a_dead_hand_are_no_flow():
    flow = flow_of(
        [
            ev.AntePosted(1, 10),
            ev.AntePosted(2, 10),
            ev.AntePosted(3, 10),
            ev.BroughtIn(1, 5),
            ev.BetMade(2, 20),
            ev.ChipsReturned(3, 10, "S"),
            ev.HandVoided(3, "S"),
            ev.Folded(1, False),
            ev.BetReturned(2, 15),
            ev.BetsCollected(),
            ev.PotWon(2, 0, 30, "S"),
        ]
    )
    assert flow.put_in == {1: 15, 2: 15, 3: 0}
    assert flow.won == {(1, 2): 15}


def test_R7_the_decks_are_those_that_were_dealt(played):
    clock = Fixed()
    tallies = Tallies(played, SETTINGS, clock, Results(played).house)  # type: ignore[arg-type]
    assert tallies.catch_up(60) == 0
    found: Counter[tuple[str, bytes]] = Counter()
    for (_, game), decks in tallies.decks.items():
        size = len(GAMES[game].deck)
        found.update((game, bytes(decks[at : at + size])) for at in range(0, len(decks), size))
    expected_decks = Counter(
        (row.game, bytes(live.shuffled.deck)) for row, live in closed_rounds(played) if row.client_seeds is not None
    )
    assert found == expected_decks
    assert {game for game, _ in found} == set(GAMES)


def test_R37_a_deck_counts_only_when_its_seed_may_be_shown(played):
    with played.reading() as connection:
        latest = connection.execute(select(func.max(schema.rounds.c.closed))).scalar()
    before = oversight_of(played, Fixed(latest)).shuffles(ALL, seconds=LONG).found
    after = oversight_of(played, Fixed(latest + SETTINGS.seed_reveal_delay)).shuffles(ALL, seconds=LONG).found
    secret = {game for game in GAMES if GAMES[game].round.KEEPS_SECRETS}
    hidden = {one.game: one.decks for one in after.games if one.game in secret}
    assert hidden
    assert before.unrevealed == sum(hidden.values())
    assert after.unrevealed == 0
    assert {one.game for one in before.games}.isdisjoint(secret)
    assert not any(one.enough for one in after.games)
    assert after.tests == [], "too few decks"


def test_a_second_look_reads_only_what_is_new(tmp_path):
    with open_store(tmp_path) as store:
        running = play(store, 24)
        watching = oversight_of(store)
        before = watching.hold(ALL, seconds=LONG)
        assert watching.hold(ALL, seconds=LONG) == before
        running.run(16)
        after = watching.hold(ALL, seconds=LONG)
        assert after.read == before.read + 16
        assert after.found == oversight_of(store).hold(ALL, seconds=LONG).found, "as if read for the first time"
        assert watching.flow(ALL, seconds=LONG).found == oversight_of(store).flow(ALL, seconds=LONG).found


def test_a_long_history_is_read_in_parts_and_files_wait_for_all_of_it(played, monkeypatch):
    monkeypatch.setattr(tallies_module, "_CHUNK", 10)
    watching = oversight_of(played)
    lefts = [watching.hold(ALL, seconds=0).left for _ in range(3)]
    assert lefts[0] > lefts[1] > lefts[2] > 0
    with pytest.raises(RoomRefused, match=r"rounds have not been read yet.*try again"):
        complete(watching.hold(ALL, seconds=0))
    while watching.hold(ALL, seconds=0).left:
        pass
    assert watching.hold(ALL, seconds=LONG).found == oversight_of(played).hold(ALL, seconds=LONG).found


def test_periods_are_days_and_games_are_chosen(played):
    with played.reading() as connection:
        closed = connection.execute(select(schema.rounds.c.closed).where(schema.rounds.c.state != "open")).scalars()
        days = sorted({datetime.fromtimestamp(at / 1000, UTC).date() for at in closed})
    watching = oversight_of(played)
    whole = watching.hold(ALL, seconds=LONG).found.hold
    assert watching.hold(Period(days[0], days[-1]), seconds=LONG).found.hold == whole
    nothing = watching.hold(Period(date(1999, 1, 1), date(1999, 12, 31)))
    assert nothing.found.hold.total.rounds == 0
    assert nothing.found.hold.total.deviation.method == "none"
    assert watching.flow(Period(last=date(1999, 12, 31))).found == []
    for line in whole.games:
        only = watching.hold(ALL, line.key[0], LONG).found
        assert only.hold.total.won == line.won
        assert only.hold.games == [line]
        assert only.rake == []


def test_archived_rounds_count_and_those_moved_to_a_file_are_named(place, tmp_path):
    guarded = open_guarded(place.data, place.url, custody_of(*place))
    with guarded.store as store:
        play(store, 32)
        before = oversight_of(store)
        pack(store, most=16)
        after = oversight_of(store)
        assert after.hold(ALL, seconds=LONG).found == before.hold(ALL, seconds=LONG).found
        assert after.flow(ALL, seconds=LONG).found == before.flow(ALL, seconds=LONG).found
        assert after.shuffles(ALL, seconds=LONG).found == before.shuffles(ALL, seconds=LONG).found
        decks = {one.game: one.decks for one in after.shuffles(ALL, seconds=LONG).found.games}
        with store.reading() as connection:
            packed = len(connection.execute(select(schema.archived_rounds.c.round)).all())
    moved = tmp_path / "old.archive"
    archive(moved, LATER, place.data, place.url, custody_of(*place))
    with place.open() as store:
        report = oversight_of(store).hold(ALL, seconds=LONG)
        assert report.moved == packed > 25
        assert report.files == (moved.name,)
        assert report.found.hold.total.rounds + report.found.hold.void_rounds < 10
        assert {one.game: one.decks for one in oversight_of(store).shuffles(ALL, seconds=LONG).found.games} == decks, (
            "seeds are kept"
        )


# Statistics.


def outcomes_of(game: str, wager: str):
    """Net results of a wager of 1000 for the house, and their probabilities."""
    found = edge(game).wagers[wager]
    chances = np.array([outcome.combinations / found.combinations for outcome in found.outcomes])
    return np.array([float(-1000 * outcome.pays) for outcome in found.outcomes]), chances / chances.sum()


def p_values_of(game, wager, rounds, runs, chances=None, seed=5):
    """What oversight says about rounds with one wager of 1000 each, simulated many times."""
    won, fair = outcomes_of(game, wager)
    house = book_house(game)
    spot = {"main": "ante"}.get(wager, wager)
    shape = shape_of(house, (((spot, 1000, False),),))
    part = shape.parts[wager]
    report = edge(game).wagers[wager]
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(rounds, fair if chances is None else chances(fair), size=runs)
    mean, variance = -1000 * rounds * report.ev, 1000**2 * rounds * report.variance
    assert part.means == {wager: 1000}
    assert part.products == {(wager, wager): 1000**2}
    return [
        deviation(Fraction(float(total)) - mean, variance, rounds * part.third, part.most) for total in counts @ won
    ]


def test_fair_results_have_uniform_p_values():
    found = p_values_of("high-card-flush", "main", 2_000, 4_000)
    assert {one.method for one in found} == {"normal"}
    values = np.sort([one.p for one in found])
    distance = np.abs(values - (np.arange(len(values)) + 0.5) / len(values)).max()
    assert distance < 0.03, "Kolmogorov's distance; 0.026 is its 1 percent point"


@pytest.mark.parametrize(("game", "wager"), [("high-card-flush", "flush"), ("seven-card-thrill", "special")])
def test_with_few_rounds_or_high_payouts_the_probability_is_a_bound(game, wager):
    found = p_values_of(game, wager, 200, 2_000)
    assert {one.method for one in found} == {"bound"}
    for level in (0.5, 0.1, 0.02):
        assert sum(one.p <= level for one in found) <= level * len(found)


def test_a_rigged_game_is_detected():
    """Every tenth win of the player becomes a loss: the house wins about seven percent more."""

    def rigged(chances):
        won, _ = outcomes_of("high-card-flush", "main")
        changed = np.where(won < 0, 0.9 * chances, chances)
        changed[int(np.argmax(won))] += 1 - changed.sum()
        return changed

    fair = p_values_of("high-card-flush", "main", 5_000, 200)
    found = p_values_of("high-card-flush", "main", 5_000, 200, rigged)
    assert sorted(one.p for one in fair)[0] > 1e-4
    assert max(one.p for one in found) < 1e-4
    few = p_values_of("high-card-flush", "main", 20_000, 50, rigged)
    assert max(one.p for one in few) < 1e-20


def test_the_bound_detects_a_bonus_that_never_pays():
    won, _ = outcomes_of("high-card-flush", "flush")
    report, rounds = edge("high-card-flush").wagers["flush"], 2_000
    part = shape_of(book_house("high-card-flush"), ((("ante", 500, False), ("flush", 1000, False)),)).parts["flush"]
    lost = int(rounds * won.max())
    one = deviation(
        lost + 1000 * rounds * report.ev, 1000**2 * rounds * report.variance, rounds * part.third, part.most
    )
    assert one.method == "bound"
    assert one.p < 0.01


def test_the_shape_of_a_round_leaves_out_what_was_returned():
    house = book_house("high-card-flush")
    shape = shape_of(
        house, ((("ante", 500, False), ("flush", 100, False), ("raise", 1000, False)), (("ante", 500, True),))
    )
    assert shape.figures == ("main", "flush", "main", "")
    assert shape.parts["main"].staked == 1500
    assert shape.parts["main"].means == {"main": 500}
    assert shape.parts[WHOLE].hands == 1
    assert shape.parts[WHOLE].staked == 1600
    assert shape.parts[WHOLE].products[("main", "flush")] == 2 * 500 * 100
    assert shape_of(house, ((("ante", 500, True),),)).parts == {}


def test_R7_a_rigged_deck_is_detected_and_a_fair_one_passes():
    rng = np.random.default_rng(3)
    fair = rng.permuted(np.broadcast_to(np.arange(52, dtype=np.uint8), (2 * FEWEST, 52)), axis=1)
    found = battery({"high-card-flush": [fair[:FEWEST].tobytes(), fair[FEWEST:].tobytes()]})
    assert [(one.decks, one.enough) for one in found.games] == [(2 * FEWEST, True)]
    assert found.passed
    assert len(found.tests) == 14
    assert isclose(found.expected, 0.014)
    rigged = fair.copy()
    for deck in rigged[::10]:  # in every tenth deck the ace of spades is on top
        place = int(np.flatnonzero(deck == 51)[0])
        deck[0], deck[place] = deck[place], deck[0]
    bad = battery({"high-card-flush": [rigged.tobytes()]})
    assert not bad.passed
    assert bad.chance < 1e-6
    assert "first card" in {test.test for test in bad.tests if test.rejected}
    few = battery({"high-card-flush": [fair[: FEWEST - 1].tobytes()]})
    assert few.tests == []
    assert [one.enough for one in few.games] == [False]
