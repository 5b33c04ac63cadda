"""The simulation: its settlement matches the games', its cards are fair, and its figures match the exact ones."""

from __future__ import annotations

import json
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from seventh.cards import DECK_52, card_set
from seventh.cli import main
from seventh.games import parse_house
from seventh.games.boston_7_stud import kernel as simulation_boston
from seventh.games.edges import edge
from seventh.games.high_card_flush import kernel as simulation_flush
from seventh.games.high_card_flush import odds as simulation_odds
from seventh.games.seven_card_thrill import kernel as simulation_thrill
from seventh.games.simulation import SimulationError, simulate, simulated_games, strategies
from seventh.hands import flush as flush_hands
from seventh.hands import joker, three
from seventh.hands.kernels import longest_run, longest_suit, rank_lowest
from seventh.hands.poker import Wheel
from seventh.lab.simulation.deals import round_cards
from seventh.lab.text.simulate import render
from tests.known import known
from tests.lab.settling import key_and_set, nets, some_amount, some_cards, some_house

ROUNDS_A_HOUSE = 8
HOUSES = 40


# Settlement, held against the games in random houses.


@pytest.mark.parametrize("seed", range(HOUSES))
def test_boston_7_stud_settles_as_the_game(seed):
    rng = Random(f"boston {seed}")
    house = some_house("boston-7-stud", rng)
    for _ in range(ROUNDS_A_HOUSE):
        unit, limits = house.table_unit, house.limits
        ante = some_amount(limits.ante, unit, rng)
        wagers, three_bet = {"ante": ante}, 0
        alone = rng.randrange(3) == 0
        if not alone:
            wagers["first"] = ante
            most = ante if house.three_card_up_to_ante else None
            if limits.three_card_bonus.minimum <= (most or limits.three_card_bonus.minimum) and rng.randrange(3):
                wagers["three_card_bonus"] = three_bet = some_amount(limits.three_card_bonus, unit, rng, most)
        cards, dealer = some_cards("boston-7-stud", rng)
        claims, plays = rng.random() < 0.8, alone or rng.random() < 0.8
        discards = rng.sample(cards, 2) if rng.randrange(2) or not house.auto_set else None
        found = nets(house, wagers, cards, dealer, claims=claims, plays=plays, discards=discards)
        kept = [card for card in cards if card not in (discards or ())]
        terms = simulation_boston.terms_of(house, ante, three_bet, alone)
        settled = simulation_boston.settle(
            terms,
            simulation_boston.three_category(*map(int, cards[:3])),
            int(rank_lowest(*key_and_set(kept))),
            int(rank_lowest(*key_and_set(cards))),
            int(rank_lowest(*key_and_set(dealer))),
            plays,
            claims or house.three_card_claim == "automatic",
        )
        expected = tuple(found.get(wager, 0) for wager in ("three_card_bonus", "first", "second", "ante"))
        assert settled == expected


@pytest.mark.parametrize("seed", range(HOUSES))
def test_seven_card_thrill_settles_as_the_game(seed):
    rng = Random(f"thrill {seed}")
    house = some_house("seven-card-thrill", rng)
    for _ in range(ROUNDS_A_HOUSE):
        names = list(simulation_thrill.WAGERS[:4])
        made = [rng.choice(names)] if house.primary_wagers == "exactly_one" else rng.sample(names, rng.randrange(1, 5))
        made += ["special"] * rng.randrange(2)
        wagers = {name: some_amount(getattr(house.limits, name), house.table_unit, rng) for name in made}
        cards, dealer = some_cards("seven-card-thrill", rng)
        discards = rng.sample(cards, 2) if rng.randrange(2) else None
        found = nets(house, wagers, cards, dealer, discards=discards)
        plays = [c for c in cards if c not in (discards or ())] if not house.best_five_plays else cards
        terms = simulation_thrill.terms_of(house, wagers)
        settled = np.zeros(5, np.int64)
        player, other = (
            simulation_thrill.strength_of(*key_and_set(hand), terms.wheel_second, terms.second_ace)
            for hand in (plays, dealer)
        )
        simulation_thrill.settle(terms, player, other, settled)
        assert settled.tolist() == [found.get(wager, 0) for wager in simulation_thrill.WAGERS]


@pytest.mark.parametrize("seed", range(HOUSES))
def test_high_card_flush_settles_as_the_game(seed):
    rng = Random(f"flush {seed}")
    house = some_house("high-card-flush", rng)
    for _ in range(ROUNDS_A_HOUSE):
        made = ["ante", *rng.sample(["flush", "straight_flush"], rng.randrange(3))]
        wagers = {name: some_amount(getattr(house.limits, name), house.table_unit, rng) for name in made}
        cards, dealer = some_cards("high-card-flush", rng)
        terms = simulation_flush.terms_of(
            house, wagers["ante"], wagers.get("flush", 0), wagers.get("straight_flush", 0)
        )
        length = flush_hands.longest_suit(cards).length
        most = wagers["ante"] * int(terms.most_raise[length])
        steps = (most - wagers["ante"]) // house.table_unit
        raised = 0 if rng.randrange(4) == 0 else wagers["ante"] + house.table_unit * rng.randrange(steps + 1)
        claims = rng.random() < 0.5
        found = nets(house, wagers, cards, dealer, claims=claims, raised=raised)
        (_, held), (_, other) = key_and_set(cards), key_and_set(dealer)
        player, run = int(longest_suit(held)), int(longest_run(held))
        settled = simulation_flush.settle_hand(terms, player, run, int(longest_suit(other)), raised, claims)
        assert settled == tuple(found.get(wager, 0) for wager in ("ante", "raise", "flush", "straight_flush"))


# What the kernels see in the cards.


def test_three_cards_are_what_the_readable_ranking_says():
    for cards in combinations(DECK_52, 3):
        expected = three.strength(card_set(cards)) >> 26
        assert simulation_boston.three_category(*map(int, reversed(cards))) == expected


def test_queen_high_is_a_queen_or_a_made_hand():
    table = simulation_boston.queen_high()
    least = three.strength(card_set("Qs3d2c"))
    for cards in combinations(DECK_52, 3):
        assert table[tuple(cards)] == (three.strength(card_set(cards)) >= least)


@pytest.mark.parametrize("second_ace", [False, True])
@pytest.mark.parametrize("wheel", Wheel)
def test_strengths_with_the_joker(wheel, second_ace):
    rng = Random(3)
    for _ in range(500):
        cards, _ = some_cards("seven-card-thrill", rng)
        if rng.randrange(2):
            suited = [card for card in DECK_52 if card.suit == rng.randrange(4)]
            cards = [*rng.sample(suited, min(len(suited), 4)), *cards]
            cards = list(dict.fromkeys(cards))[:7]
        key, held = key_and_set(cards)
        expected = joker.strength(int(held), wheel, second_ace)
        assert simulation_thrill.strength_of(key, held, wheel is Wheel.SECOND, second_ace) == expected


@pytest.mark.parametrize("seed", range(12))
def test_hands_of_the_dealer_are_counted(seed):
    """Against every hand of the dealer, dealt one by one from a few cards that are left."""
    rng = Random(seed)
    deck = rng.sample(DECK_52, 20)
    own, left = deck[:7], deck[7:]
    hand = flush_hands.strength(card_set(own))
    length, high = rng.choice([(2, 5), (2, 11), (3, 9), (3, 6), (4, 8), (5, 10)])
    least = length << 13 | 1 << high - 2 | (1 << length - 1) - 1
    counts = [0, 0, 0, 0]
    for dealt in combinations(left, 7):
        dealer = flush_hands.strength(card_set(dealt))
        counts[0 if dealer < least else 1 if dealer < hand else 2 if dealer == hand else 3] += 1
    found = simulation_odds.dealer_hands(card_set(left), hand >> 13, hand & 8191, length, least & 8191)
    assert list(found) == counts
    assert sum(counts) == comb(13, 7)


# The cards.


def test_every_card_comes_equally_often_in_every_place():
    rounds, deck = 52 * 2000, np.empty(52, np.uint8)
    counts = np.zeros((14, 52))
    for number in range(rounds):
        round_cards(deck, np.uint64(5), np.uint64(number), 14)
        counts[np.arange(14), deck[:14]] += 1
        if number < 50:
            assert sorted(deck) == list(range(52))
    chi_square = ((counts - 2000) ** 2 / 2000).sum()
    freedom = 14 * 51
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


# Figures.


def exact_figures(game: str, strategy: str) -> dict[str, float]:
    report = edge(game)
    found = {name: float(figures.ev) for name, figures in report.wagers.items()}
    for plan in report.wagers["main"].strategies if "main" in report.wagers else ():
        if plan.name == strategy:
            found["main"] = float(plan.ev)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "strategy"), [(game, s) for game in simulated_games() for s in strategies(game)])
def test_figures_are_within_their_error_of_the_exact_ones(game, strategy):
    report = simulate(game, 600_000, seed=11, strategy=strategy, workers=2)
    named = (
        {"high-card-flush": "by_rank", "boston-7-stud": "never_fold"}.get(game, "")
        if strategy == "simple"
        else strategy
    )
    exact = edge(game)
    for name, expectation in exact_figures(game, named).items():
        estimate = report.wagers[name]
        assert abs(estimate.z_score(expectation)) < 4, name
        if strategy == "optimal" and name != "special":
            figures = exact.wagers[name]
            assert estimate.std_dev == pytest.approx(figures.std_dev, rel=0.1)
            assert estimate.hit_frequency == pytest.approx(float(figures.hit_frequency), abs=0.004)
            assert estimate.average_wagered == pytest.approx(float(figures.average_wagered), abs=0.005)
    if strategy == "optimal":
        for pair, covariance in exact.covariances.items():
            if "special" not in pair:
                assert report.covariances[pair] == pytest.approx(float(covariance), abs=0.5)


@pytest.mark.slow
def test_a_capped_hand_is_decided_and_paid_as_the_exact_lab_has_it():
    wagers = {"main": 500, "three_card_bonus": 500}
    report, exact = simulate("boston-7-stud", 400_000, wagers=wagers, workers=2), edge("boston-7-stud", wagers=wagers)
    for name in wagers:
        assert abs(report.wagers[name].z_score(float(exact.wagers[name].ev))) < 4
    joint = sum(float(exact.wagers[name].ev) * amount for name, amount in wagers.items())
    assert abs(known(report.together).z_score(joint)) < 4


@pytest.mark.parametrize(
    ("game", "rules", "pairs"),
    [
        ("boston-7-stud", "", [("main", "three_card_bonus")]),
        ("high-card-flush", "", [("main", "flush"), ("main", "straight_flush"), ("flush", "straight_flush")]),
        ("seven-card-thrill", "", list(combinations(simulation_thrill.WAGERS, 2))),
        (
            "seven-card-thrill",
            'primary_wagers = "exactly_one"',
            [(wager, "special") for wager in ("poker", "pair_of_kings", "three_of_a_kind", "full_house")],
        ),
    ],
)
def test_B13_T2_covariances_are_of_wagers_that_one_hand_can_have_together(game, rules, pairs):
    house = parse_house(rules, game)
    report = simulate(game, 1000, house=house)
    assert list(report.covariances) == pairs
    assert list(edge(game, house).covariances) == pairs
    assert (report.together is None) == (rules != "")
    assert report.as_data()["covariances"] == [
        {"wagers": list(pair), "covariance": value} for pair, value in report.covariances.items()
    ]
    text = render(report)
    assert text.count(" and ") == len(pairs)
    assert ("\ntogether " in text) == (rules == "")


@pytest.mark.slow
def test_a_seed_gives_the_same_with_any_number_of_workers():
    for game in simulated_games():
        one = simulate(game, 600_001, seed=3)
        two = simulate(game, 600_001, seed=3, workers=3)
        assert (one.wagers, one.together, one.covariances) == (two.wagers, two.together, two.covariances)
        assert one.wagers != simulate(game, 600_001, seed=4).wagers


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played():
    def stop(done: int) -> None:
        if done >= 400_000:
            raise KeyboardInterrupt

    report = simulate("seven-card-thrill", 10**9, progress=stop)
    assert report.stopped
    assert 400_000 <= report.rounds < 2_000_000
    whole = simulate("seven-card-thrill", report.rounds)
    assert whole.wagers == report.wagers


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("bridge", {}, "'bridge' cannot be simulated"),
        ("seven-card-stud", {}, "cannot be simulated"),
        ("high-card-flush", {"rounds": 0}, "0 rounds cannot"),
        ("high-card-flush", {"seed": -1}, "-1 is not a seed"),
        ("high-card-flush", {"workers": 0}, "0 workers"),
        ("high-card-flush", {"strategy": "queen_high"}, "no strategy 'queen_high'"),
        ("high-card-flush", {"wagers": {"ante": 5}}, "no wager 'ante'"),
        ("high-card-flush", {"wagers": {"flush": 5}}, "without a main wager"),
        ("high-card-flush", {"wagers": {"main": 0}}, "a whole number of chips"),
        ("boston-7-stud", {"wagers": {"main": 5, "ante_only": 5}}, "cannot be combined"),
        ("boston-7-stud", {"wagers": {"three_card_bonus": 5, "ante_only": 5}}, "cannot be combined with ante_only"),
        ("seven-card-thrill", {"wagers": {"special": 5}}, "requires a primary wager"),
    ],
)
def test_what_cannot_be_simulated_is_refused(game, options, message):
    with pytest.raises(SimulationError, match=message) as caught:
        simulate(game, **({"rounds": 1000} | options))
    assert "\n" not in str(caught.value)


def test_other_raises_and_another_qualifier_are_played_as_the_exact_lab_has_it():
    house = parse_house(
        "dealer_qualifies = { length = 4, high_card = 8 }\n"
        "most_raise = { four_or_fewer = 2, five = 4, six_or_seven = 4 }",
        "high-card-flush",
    )
    main = edge("high-card-flush", house).wagers["main"]
    for strategy, ev in (("optimal", main.ev), ("by_rank", main.strategies[0].ev)):
        report = simulate("high-card-flush", 300_000, house=house, strategy=strategy, workers=2)
        assert abs(report.wagers["main"].z_score(float(ev))) < 4, strategy


@pytest.mark.slow
def test_a_cap_that_bends_the_raise_is_decided_as_the_exact_lab_has_it():
    house = parse_house("aggregate_cap = 2000", "high-card-flush")
    wagers = {"main": 500, "flush": 100, "straight_flush": 100}
    report = simulate("high-card-flush", 300_000, house=house, wagers=wagers, workers=2)
    exact = edge("high-card-flush", house, wagers)
    for name in wagers:
        assert abs(report.wagers[name].z_score(float(exact.wagers[name].ev))) < 4, name


# The command.


def test_the_command_prints_what_was_found(capsys):
    main(["simulate", "high-card-flush", "--rounds", "20000", "--seed", "4", "--json"])
    shown = json.loads(capsys.readouterr().out)
    assert (shown["rounds"], shown["seed"], shown["strategy"]) == (20_000, 4, "optimal")
    report = simulate("high-card-flush", 20_000, seed=4)
    assert shown["wagers"]["main"]["mean"] == report.wagers["main"].mean
    main(["simulate", "boston-7-stud", "--rounds", "1000", "--wager", "main=500", "--strategy", "queen_high"])
    shown = capsys.readouterr()
    assert "main 500" in shown.out
    assert "together, in chips" in shown.out
    assert shown.err == ""  # no progress bar in a pipe


@pytest.mark.parametrize(
    "words",
    [
        ["bridge", "--rounds", "10"],
        ["high-card-flush"],
        ["high-card-flush", "--rounds", "many"],
        ["high-card-flush", "--rounds", "10", "--wager", "main"],
        ["high-card-flush", "--rounds", "10", "--wager", "side=5"],
        ["high-card-flush", "--rounds", "10", "--strategy", "lucky"],
        ["high-card-flush", "--rounds", "10", "--house", "no-such-file.toml"],
    ],
)
def test_usage_errors_are_one_line_and_exit_code_2(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", *words])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
