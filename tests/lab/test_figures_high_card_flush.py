"""High Card Flush's figures."""

from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb

import pytest

from seventh.cards import card_set
from seventh.games import book_house, game, parse_house
from seventh.games.advice import advise
from seventh.games.edges import edge
from seventh.games.high_card_flush import dealer_hands as flush_hand
from seventh.games.high_card_flush import exact as high_card_flush
from seventh.hands import flush
from seventh.lab import stored
from seventh.rounds.actions import Fold
from tests.lab.engine_deals import net, played, random_deals
from tests.lab.flush_by_rank import deals_by_rank

GAME = high_card_flush.GAME
LEAST = 3 << 13 | 1 << 7 | 3


def house(text):
    return parse_house(text, GAME)


def test_H8_the_flush_wager_by_hand():
    # Seven, six, five and four suited cards in 133,784,560 hands.
    counts = (6864, 267696, 3814668, 26137540)
    assert tuple(o.combinations for o in edge(GAME).wagers["flush"].outcomes[:4]) == counts
    won = sum(n * pays for n, pays in zip(counts, (200, 60, 12, 1), strict=True))
    assert edge(GAME).wagers["flush"].ev == Fraction(won - (133784560 - sum(counts)), 133784560)


def test_H5_to_H7_the_main_figure():
    main = edge(GAME).wagers["main"]
    assert main.ev == Fraction(-1348050875653, 50592437455560)
    assert main.average_wagered < 2


@pytest.mark.slow
def test_recounting_a_house_reproduces_the_stored_counts():
    [place] = [high_card_flush.qualifier_number(book_house(GAME))]
    known, seen = stored.load(game(GAME).package), []
    mathematics = game(GAME).mathematics
    assert mathematics is not None
    assert mathematics.recount is not None
    again = mathematics.recount(book_house(GAME), seen.append)
    for name in ("qualifiers", "optimal", "simple", "thresholds"):
        assert (again[name][0] == known[name][place]).all()
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_H4_a_larger_raise_is_never_worse_and_never_changes_a_fold():
    figures = [
        edge(GAME, house(f"most_raise = {{ four_or_fewer = {a}, five = {b}, six_or_seven = {c} }}")).wagers["main"]
        for a, b, c in ((1, 1, 1), (1, 2, 2), (1, 2, 3), (2, 2, 3), (3, 3, 3))
    ]
    assert all(less.ev < more.ev for less, more in pairwise(figures))
    folds = {next(o.combinations for o in f.outcomes if o.name == "fold") for f in figures}
    assert len(folds) == 1


def test_H5_against_a_dealer_who_always_qualifies_the_choice_is_the_player_s_gain():
    # Raising one ante with every hand would be an even game: player and dealer are alike.
    main = edge(GAME, house("dealer_qualifies = { length = 2, high_card = 3 }")).wagers["main"]
    assert not any(outcome.name.startswith("dealer does not") for outcome in main.outcomes)
    # So with raises of one ante all the gain is from folding. What larger raises add are the antes beyond the first.
    one_ante = "most_raise = { four_or_fewer = 1, five = 1, six_or_seven = 1 }"
    folding = edge(GAME, house(f"dealer_qualifies = {{ length = 2, high_card = 3 }}\n{one_ante}")).wagers["main"]
    further = sum(
        (outcome.wagered - 2) * outcome.combinations * ((outcome.pays > 0) - (outcome.pays < 0))
        for outcome in main.outcomes
        if outcome.wagered > 2
    )
    assert main.ev == folding.ev + further / main.combinations
    assert (main.ev, folding.ev) == (Fraction(758013380483, 4864657447650), Fraction(35578651903, 286156320450))


def test_a_single_hand_is_decided_as_in_the_full_count():
    source = [own for own, _ in random_deals(300, 7, 0)]
    for text in source:
        unqualified, win, tie, loss = flush_hand.dealer_hands(card_set(text), 3, 9)
        assert unqualified + win + tie + loss == flush_hand.DEALER_HANDS
        advice = advise(GAME, text)
        best = max(advice.actions.values())
        assert advice.actions[advice.best] == best >= -1
        if win > loss:
            assert (
                advice.best
                == f"raise_{high_card_flush.most_raise(book_house(GAME), flush.strength(card_set(text)) >> 13)}x"
            )


def test_the_simple_strategy_costs_little_and_is_never_better():
    for qualifier in high_card_flush.QUALIFIERS[::5]:
        for four_or_fewer in (1, 2, 5):
            own = house(
                f"dealer_qualifies = {{ length = {qualifier[0]}, high_card = {qualifier[1]} }}\n"
                f"most_raise.four_or_fewer = {four_or_fewer}"
            )
            [strategy] = edge(GAME, own).wagers["main"].strategies
            assert 0 <= strategy.cost < Fraction(1, 100)
    [strategy] = edge(GAME).wagers["main"].strategies
    assert "ten-eight-six" in strategy.rule


RAISES = [(1, 1, 1), (1, 2, 3), (2, 2, 3), (3, 3, 3), (4, 2, 1)]


def best_from(gains):
    """The most that gains from some rank up to the highest add up to."""
    return max(accumulate(reversed(gains)))


@pytest.mark.slow
@pytest.mark.parametrize(("qualifier", "best_of_all"), [((3, 9), True), ((5, 8), True), ((3, 11), False)])
def test_H4_by_rank_raises_from_the_best_ranks_whatever_the_largest_raises(qualifier, best_of_all):
    """The deals of every rank, counted in another way: the best ranks to raise and to raise the most from.

    Mostly nothing is better than that for any single rank, but not against a dealer who needs three cards, jack high:
    there some hands of two suited cards are worth a raise that higher ones of three are not.
    """
    deals = deals_by_rank(*qualifier)
    total = sum(map(sum, deals.values()))
    assert total == comb(52, 7) * comb(45, 7)
    for four_or_fewer, five, six_or_seven in RAISES:
        own = house(
            f"dealer_qualifies = {{ length = {qualifier[0]}, high_card = {qualifier[1]} }}\n"
            f"most_raise = {{ four_or_fewer = {four_or_fewer}, five = {five}, six_or_seven = {six_or_seven} }}"
        )
        best, one_ante, further = 0, [], []
        for (length, _), (unqualified, win, tie, loss) in deals.items():
            most = four_or_fewer if length <= 4 else five if length == 5 else six_or_seven
            fold = -(unqualified + win + tie + loss)
            best += max(fold, *(unqualified + (1 + raised) * (win - loss) for raised in range(1, most + 1)))
            one_ante.append(unqualified + 2 * (win - loss) - fold)
            further.append((most - 1) * (win - loss))
        main = edge(GAME, own).wagers["main"]
        [strategy] = main.strategies
        assert strategy.ev == Fraction(-total + best_from(one_ante) + best_from(further), total)
        assert (strategy.ev == Fraction(best, total)) == best_of_all
        assert strategy.cost == main.ev - strategy.ev


@pytest.mark.parametrize(
    ("raises", "rule"),
    [
        ((1, 1, 1), "Raise one ante with three suited cards, ten-eight-six, or better, otherwise fold."),
        (
            (1, 2, 3),
            "Raise with three suited cards, ten-eight-six, or better, otherwise fold; "
            "raise the maximum with five suited cards or more, otherwise one ante.",
        ),
        (
            (2, 2, 3),
            "Raise with three suited cards, ten-eight-six, or better, otherwise fold; "
            "raise the maximum with three suited cards, ace-three-two, or better, otherwise one ante.",
        ),
    ],
)
def test_H4_the_by_rank_strategy_says_from_which_hand_to_raise_the_maximum(raises, rule):
    own = house("most_raise = {{ four_or_fewer = {}, five = {}, six_or_seven = {} }}".format(*raises))
    assert [strategy.rule for strategy in edge(GAME, own).wagers["main"].strategies] == [rule]


@pytest.mark.parametrize("cap", [0, 8000, 3001, 900])
def test_H11_the_table_pays_what_the_lab_prices(cap):
    amounts = {"main": 500, "flush": 300, "straight_flush": 100}
    rules = f"aggregate_cap = {cap}"
    payer = high_card_flush.Payer(house(rules), amounts)
    wagers = {"ante": 500, "flush": 300, "straight_flush": 100}
    deals = [*random_deals(60, 7, 7), ("9s8s7s6s5s4s3s", "Kd9d2d3c4cKh2h"), ("9s8s7s6s5sKd2c", "8h3h2h9d7dKcTc")]
    for own, dealer in deals:
        strength, against = flush.strength(card_set(own)), flush.strength(card_set(dealer))
        most = high_card_flush.most_raise(payer.house, strength >> 13)
        result = (
            high_card_flush.NOT_QUALIFIED
            if against < LEAST
            else high_card_flush.WIN
            if strength > against
            else high_card_flush.TIE
            if strength == against
            else high_card_flush.LOSS
        )
        run = flush.longest_run_length(card_set(own))
        for action, raised in (
            (f"bet wager=raise amount={500 * most}", Fraction(most)),
            (Fold(claim=True), Fraction(0)),
        ):
            table = played(GAME, wagers, own, dealer, rules, [action])
            expected = payer.results(strength >> 13, run, raised, result)
            main = net(table, "ante") + (net(table, "raise") if raised else 0)
            assert main == expected["main"]
            assert (net(table, "flush"), net(table, "straight_flush")) == (
                expected["flush"],
                expected["straight_flush"],
            )


@pytest.mark.slow
def test_H11_a_cap_that_cuts_is_played_against_with_the_best_raise():
    # With an ante of 10,000 and a cap of 25,000 a win pays no more than that: raises beyond 15,000 only risk more.
    own = house("aggregate_cap = 25000")
    main = edge(GAME, own, {"main": 10_000}).wagers["main"]
    assert {o.wagered for o in main.outcomes} == {1, 2, Fraction(5, 2)}
    assert main.ev < edge(GAME).wagers["main"].ev
    uncut = edge(GAME, wagers={"main": 10_000, "flush": 2500, "straight_flush": 2500})
    assert [f.ev for f in uncut.wagers.values()] == [f.ev for f in edge(GAME).wagers.values()]
