"""The mathematics of Three Card Poker."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from seventh.cards import Card, card_set
from seventh.lab.advice import Advice, WagerValue, best_of
from seventh.lab.design.tables import TableCounts, bonus_counts
from seventh.lab.mathematics import Amounts, Mathematics, Priced, Progress, Simulation
from seventh.lab.stored import Counts
from three_card_poker import exact
from three_card_poker.hand import name, row_of, strength
from three_card_poker.house import ThreeCardPokerHouse
from three_card_poker.odds import DEALER_HANDS, RESULTS, dealer_hands


def _price(house: ThreeCardPokerHouse, amounts: Amounts, counts: Counts, progress: Progress) -> Priced:
    del counts, progress  # nothing is stored, since counting takes a second
    return exact.priced(house, amounts)


def _advise(cards: tuple[Card, ...], house: ThreeCardPokerHouse) -> Advice:
    worth = strength(cards)
    row = row_of(worth)
    payer = exact.Payer(house, {})
    results = dealer_hands(card_set(cards), house.dealer_qualifies)
    play = sum((count * payer.main(row, result) for result, count in enumerate(results)), Fraction(0)) / DEALER_HANDS
    actions = {"play": play, "fold": Fraction(-1)}
    pair_plus = payer.pair_plus(row)
    return Advice(
        house.game,
        cards,
        best_of(actions),
        actions,
        name(cards),
        cards,
        {"pair_plus": WagerValue(pair_plus, True, row if row in house.pays.pair_plus else "")},
        {result: Fraction(count, DEALER_HANDS) for result, count in zip(RESULTS, results, strict=True)},
    )


def _simulation() -> Simulation:
    from three_card_poker.kernel import play_rounds, terms_of  # imports numba

    return Simulation(("optimal", "simple", "by_rank"), terms_of, play_rounds)


def _pair_plus_counts(house: ThreeCardPokerHouse) -> TableCounts:
    found = dict.fromkeys(dict(house.pays.pair_plus.rows), 0)
    for known in exact.hand_classes(house.dealer_qualifies):
        if row_of(known.strength) in found:
            found[row_of(known.strength)] += known.number
    return bonus_counts("pair_plus", found, comb(52, 3))


MATHEMATICS = Mathematics(
    wagers=exact.WAGERS,
    price=_price,
    titles={"main": "Ante and play, best play"},
    spots={"main": "ante"},
    advise=_advise,
    cards=(3,),
    simulation=_simulation,
    designs={"pair_plus": _pair_plus_counts},
)
