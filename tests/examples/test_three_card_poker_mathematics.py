"""The figures of Three Card Poker by two methods: rank patterns, and every hand against every hand."""

import json
import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from three_card_poker import exact
from three_card_poker.hand import row_of
from three_card_poker.kernel import hand_number, settle, terms_of
from three_card_poker.odds import DEALER_HANDS, dealer_hands

from seventh.cards import DECK_52, format_cards, parse_cards, set_of
from seventh.games import new_round
from seventh.games.advice import advise
from seventh.games.edges import edge
from seventh.games.simulation import simulate
from seventh.rounds.actions import Bet, Fold, PlaceWagers
from seventh.rounds.driver import deal_on, from_deck
from tests.examples.three_card import GAME, KINDS, naive_rank, seventh, three_card_poker
from tests.known import known

__all__ = ["three_card_poker"]

MAIN = Fraction(-686_689, 20_358_520)
PAIR_PLUS = Fraction(-402, 5525)
PAIR_PLUS_FLUSH_4 = Fraction(-128, 5525)
BONUS = {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5}
HANDS = list(combinations(DECK_52, 3))


def test_the_published_house_edges():
    """As every book on the game has them, to four places of a percent."""
    found = edge(GAME).wagers
    assert (found["main"].ev, found["pair_plus"].ev) == (MAIN, PAIR_PLUS)
    assert f"{float(found['main'].house_edge):.4%}" == "3.3730%"
    assert f"{float(found['main'].element_of_risk):.4%}" == "2.0147%"
    assert f"{float(found['pair_plus'].house_edge):.4%}" == "7.2760%"
    flush_4 = edge(GAME, GAME.house_from({"pays": {"pair_plus": {"flush": 4}}}, "house")).wagers
    assert flush_4["pair_plus"].ev == PAIR_PLUS_FLUSH_4
    assert f"{float(flush_4['pair_plus'].house_edge):.4%}" == "2.3167%"
    assert flush_4["main"].ev == MAIN


def test_the_best_play_is_queen_six_four():
    (strategy,) = edge(GAME).wagers["main"].strategies
    assert strategy.rule == "Play with queen-6-4 or better, otherwise fold."
    assert strategy.cost == 0
    for cards, best in (("Qd6c4h", "play"), ("Qd6c3h", "fold"), ("Qd5c4h", "fold"), ("QdTc2h", "play")):
        assert advise(GAME, cards).best == best


def test_all_deals_are_counted():
    found = edge(GAME).wagers
    assert found["main"].combinations == comb(52, 3) * comb(49, 3)
    assert found["pair_plus"].combinations == comb(52, 3)


def naive_results(cards, high_card):
    """The dealer's hands one by one."""
    own, found = naive_rank(cards), [0, 0, 0, 0]
    for dealer in combinations([card for card in DECK_52 if card not in cards], 3):
        rank = naive_rank(dealer)
        qualifies = rank >= (0, (high_card,))
        found[0 if not qualifies else 1 if rank < own else 2 if rank == own else 3] += 1
    return tuple(found)


def test_patterns_of_ranks_count_what_going_through_the_dealers_hands_counts():
    rng = random.Random(7)
    few = [parse_cards(text) for text in ("Qd6c4h", "Qd6d4h", "AsKsQs", "3d2dAh", "2s2d2h", "9s9d4s")]
    for cards in [*few, *rng.sample(HANDS, 6)]:
        high_card = rng.choice((5, 11, 12, 14))
        assert dealer_hands(set_of(cards), high_card) == naive_results(cards, high_card), (cards, high_card)


@pytest.mark.slow
def test_every_hand_against_every_hand_gives_the_same_expectation():
    """The second route: no patterns, no renaming of suits, a ranking of its own; 488 million pairs of hands."""
    ranks = [naive_rank(cards) for cards in HANDS]
    places = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
    worth = np.array([places[rank] for rank in ranks])
    sets = np.array([set_of(cards) for cards in HANDS], np.uint64)
    qualifies = np.array([rank >= (0, (12,)) for rank in ranks])
    total = plays = 0
    weakest_played, strongest_folded = len(places), -1
    for place, rank in enumerate(ranks):
        against = (sets & sets[place]) == 0
        unqualified = int((against & ~qualifies).sum())
        against &= qualifies
        wins, losses = int((against & (worth < worth[place])).sum()), int((against & (worth > worth[place])).sum())
        play = unqualified + 2 * wins - 2 * losses + BONUS.get(KINDS[rank[0]], 0) * DEALER_HANDS
        total += max(play, -DEALER_HANDS)
        if play > -DEALER_HANDS:
            plays += 1
            weakest_played = min(weakest_played, worth[place])
        else:
            strongest_folded = max(strongest_folded, worth[place])
    assert Fraction(total, comb(52, 3) * DEALER_HANDS) == MAIN == edge(GAME).wagers["main"].ev
    assert 1 + Fraction(plays, comb(52, 3)) == edge(GAME).wagers["main"].average_wagered
    assert weakest_played == places[0, (12, 6, 4)]
    assert strongest_folded == places[0, (12, 6, 3)]


def test_pair_plus_by_going_through_all_hands():
    pays = {"pair": 1, "flush": 3, "straight": 6, "three_of_a_kind": 30, "straight_flush": 40}
    assert Fraction(sum(pays.get(KINDS[naive_rank(cards)[0]], -1) for cards in HANDS), len(HANDS)) == PAIR_PLUS
    pays["flush"] = 4
    assert Fraction(sum(pays.get(KINDS[naive_rank(cards)[0]], -1) for cards in HANDS), len(HANDS)) == PAIR_PLUS_FLUSH_4


@pytest.mark.parametrize("high_card", [5, 11, 14])
def test_no_hand_that_pays_is_ever_folded(high_card):
    """So what a fold does to Pair Plus (P4), and the ante bonus, do not change the best play."""
    folded = [one for one in exact.hand_classes(high_card) if not one.plays]
    assert all(row_of(one.strength) == "high_card" for one in folded)
    simple = exact.priced(GAME.house_from({"dealer_qualifies": high_card}, "house"), {}).figures["main"].strategies[0]
    assert simple.cost >= 0


def test_advice_is_exact():
    found = advise(GAME, "5s4d3c")
    unqualified, win, tie, loss = naive_results(parse_cards("5s4d3c"), 12)
    assert found.actions == {
        "play": Fraction(2 * unqualified + 3 * win + tie - loss, DEALER_HANDS),
        "fold": Fraction(-1),
    }
    assert found.wagers["pair_plus"].ev == 6
    assert sum(found.chances.values()) == 1


def test_amounts_are_paid_in_whole_chips():
    house = GAME.house_from({"pays": {"ante_bonus": {"straight": "3:2"}, "pair_plus": {"pair": "1:3"}}}, "house")
    plain, chips = edge(GAME, house), edge(GAME, house, {"main": 501, "pair_plus": 100})
    straights = {outcome.pays for outcome in chips.wagers["main"].outcomes if outcome.name == "win, straight"}
    assert straights == {2 + Fraction(751, 501)}
    pairs = {outcome.pays for outcome in chips.wagers["pair_plus"].outcomes if outcome.name == "pair"}
    assert pairs == {Fraction(33, 100)}
    assert plain.wagers["main"].ev > chips.wagers["main"].ev


# Simulation.


def random_house(rng):
    return {
        "dealer_qualifies": rng.randrange(5, 15),
        "rounding": rng.choice(("up", "down")),
        "pays": {
            "ante_bonus": {"straight_flush": rng.randrange(4, 9), "straight": rng.choice((0, 1, "3:2"))},
            "pair_plus": {"three_of_a_kind": rng.randrange(20, 31), "flush": rng.choice((3, 4, "7:2")), "pair": 1},
        },
    }


@pytest.mark.filterwarnings("ignore::seventh.house.HouseWarning")
def test_the_kernel_settles_as_the_game_does_in_random_houses():
    rng = random.Random(11)
    for _ in range(12):
        house = GAME.house_from(random_house(rng), "house")
        ante, pair_plus = rng.choice([(700, 0), (0, 300), (500, 900)])
        (terms,) = terms_of(house, {"main": ante, "pair_plus": pair_plus}, 1, "optimal")
        for _ in range(25):
            deck = rng.sample(DECK_52, 6)
            numbers = np.array(deck, np.uint8)
            player, dealer = hand_number(numbers, 0), hand_number(numbers, 3)
            plays = rng.random() < 0.8
            net = nets_of(house, {"ante": ante, "pair_plus": pair_plus}, deck, plays)
            main = net.get("ante", 0) + net.get("play", 0)
            assert settle(terms, player, dealer, plays) == (main, net.get("pair_plus", 0)), format_cards(deck)


def nets_of(house, wagers, deck, plays):
    """The net result of each wager in a round of the game itself."""
    hand = new_round(house, {1: 100_000})
    hand.act(1, PlaceWagers(wagers))
    draw = from_deck(deck)
    deal_on(hand, draw)
    if wagers["ante"]:
        hand.act(1, Bet("play", wagers["ante"]) if plays else Fold())
        deal_on(hand, draw)
    return {line.wager: line.returned + line.payoff - line.amount for line in known(hand.outcome).settled}


def test_simulations_agree_with_the_exact_figures():
    report, exact_figures = simulate(GAME, 1_000_000, seed=4), edge(GAME)
    for wager, estimate in report.wagers.items():
        assert abs(estimate.z_score(float(exact_figures.wagers[wager].ev))) < 4
        assert estimate.hit_frequency == pytest.approx(float(exact_figures.wagers[wager].hit_frequency), abs=0.003)
    assert report.covariances["main", "pair_plus"] == pytest.approx(
        float(exact_figures.covariances["main", "pair_plus"]), rel=0.05
    )
    by_rank = simulate(GAME, 1_000_000, seed=4, strategy="by_rank")
    assert by_rank.wagers == report.wagers, "by rank is the best play here"
    alone = simulate(GAME, 100_000, wagers={"pair_plus": 500})
    assert set(alone.wagers) == {"pair_plus"}


# The command line.


def answer(*words):
    done = seventh(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_the_commands_know_the_game(tmp_path):
    data = answer("edge", "three-card-poker")
    assert {name: found["ev"] for name, found in data["wagers"].items()} == {
        "main": str(MAIN),
        "pair_plus": str(PAIR_PLUS),
    }
    (tmp_path / "house.toml").write_text('game = "three-card-poker"\n[pays.pair_plus]\nflush = 4\n')
    other = answer("edge", "three-card-poker", "--house", str(tmp_path / "house.toml"))
    assert other["wagers"]["pair_plus"]["ev"] == str(PAIR_PLUS_FLUSH_4)
    advice = answer("advise", "three-card-poker", "Qd6c4h")
    assert (advice["best"], set(advice["actions"])) == ("play", {"play", "fold"})
    assert "P10" in seventh("rules", "three-card-poker").stdout
    wrong = seventh("advise", "three-card-poker", "Qd6c")
    assert (wrong.returncode, wrong.stderr) == (2, "seventh: 2 cards given; three-card-poker needs 3\n")


@pytest.mark.slow
def test_simulate_and_design_know_the_game():
    data = answer("simulate", "three-card-poker", "--rounds", "300000", "--workers", "2")
    assert set(data["wagers"]) == {"main", "pair_plus"}
    words = ("--wager", "pair_plus", "--target-edge", "2%..3%", "--row", "flush=3..5")
    tables = answer("design", "three-card-poker", *words)["tables"]
    assert [table["ev"] for table in tables] == [str(PAIR_PLUS_FLUSH_4)]
