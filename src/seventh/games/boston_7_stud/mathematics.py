"""The mathematics of Boston 7 Stud: figures, advice and pay tables from the stored counts of its 1,755 starts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from seventh.cards import Card
from seventh.games.boston_7_stud import exact
from seventh.games.boston_7_stud.house import Boston7House
from seventh.hands import three
from seventh.lab.advice import Advice, WagerValue, best_of
from seventh.lab.design.tables import Cell, Choices, TableCounts, bonus_counts
from seventh.lab.mathematics import Amounts, Choice, Mathematics, Play, Priced, Progress, Simulation
from seventh.lab.stored import Counts

if TYPE_CHECKING:
    from seventh.games.boston_7_stud.design import MainSpace


def _price(house: Boston7House, amounts: Amounts, counts: Counts, progress: Progress) -> Priced:
    del progress  # milliseconds
    return Priced(*exact.price_together(counts["starts"], house, amounts))


def _recount(house: Boston7House | None, progress: Progress) -> Counts:
    del house  # no rule changes what is counted
    from seventh.games.boston_7_stud import counts
    from seventh.lab.kernels import Deck

    return {"starts": counts.count(Deck(), progress)}


def _impossible(house: Boston7House, made: Collection[str]) -> str | None:
    del house
    if {"main", "ante_only"} <= set(made):
        return "main and ante_only cannot be combined: an ante is played either with a 1st wager or without (B13)"
    if {"three_card_bonus", "ante_only"} <= set(made):
        return "three_card_bonus cannot be combined with ante_only (B3)"
    return None


def _play(house: Boston7House, counts: Counts) -> tuple[Play, ...]:
    plays, starts = exact.best_play(counts["starts"], exact.terms(house, {})), exact.starts()
    played, total = int(starts.orbits[plays].sum()), int(starts.orbits.sum())
    choices = Choice("fold", Fraction(total - played, total)), Choice("second bet", Fraction(played, total))
    rule = "Make the second bet with every hand." if played == total else ""
    return (Play("main", tuple(choice for choice in choices if choice.chance), rule),)


def _notes(house: Boston7House, amounts: Amounts) -> Iterator[str]:
    if "three_card_bonus" in amounts:
        if "main" not in amounts:
            yield "three_card_bonus requires a main wager (B3); without an amount for main no cap is applied"
        elif house.three_card_up_to_ante and amounts["three_card_bonus"] > amounts["main"]:
            yield "three_card_bonus is more than the ante (B14)"


def _advise(cards: tuple[Card, ...], house: Boston7House) -> Advice:
    counts = exact.stored_starts()[exact.start_number(cards)].tolist()
    hand = three.rank(cards)
    terms = exact.terms(house, {})
    results = exact.play_results(terms)[hand.category]
    total = sum(count * results[c][r] for c, row in enumerate(counts) for r, count in enumerate(row))
    chances = [Fraction(sum(row[r] for row in counts), exact.DEALS) for r in range(3)]
    row = hand.category.name.lower()
    # Of equal choices the one that stays in comes first.
    actions = {"play": Fraction(total) / exact.DEALS, "fold": Fraction(-2)}
    bonus = WagerValue(terms.three[hand.category], True, row if row in house.pays.three_card_bonus else "")
    return Advice(
        exact.GAME, cards, best_of(actions), actions, hand.name, hand.cards_that_play,
        {"three_card_bonus": bonus}, dict(zip(exact.RESULTS, chances, strict=True)),
    )  # fmt: skip


def _simulation() -> Simulation:
    from seventh.games.boston_7_stud.kernel import SIMULATION

    return SIMULATION


def _three_card_bonus(house: Boston7House) -> TableCounts:
    """Three cards (B6): twelve sets of ranks are in sequence, A-2-3 to A-K-Q; 4 of 64 suit patterns are flushes."""
    runs, suited = 12, 4
    counts = {
        "royal": suited,
        "straight_flush": (runs - 1) * suited,
        "three_of_a_kind": 13 * comb(4, 3),
        "straight": runs * (4**3 - suited),
        "flush": (comb(13, 3) - runs) * suited,
        "pair": 13 * comb(4, 2) * 48,
    }
    rows = house.pays.three_card_bonus.rows
    return bonus_counts("three_card_bonus", {row: counts[row] for row, _ in rows}, comb(52, 3))


def _ante_only(house: Boston7House) -> TableCounts:
    """The ante alone (B13): the bonus is paid in addition to the comparison with the dealer, or instead of it."""
    starts = exact.stored_starts()
    sums = (exact.starts().orbits @ starts.reshape(len(starts), -1)).reshape(-1, 3).tolist()
    by_table = house.ante_only == "bonus_table"
    rows: dict[str, tuple[Cell, ...]] = {}
    others = []
    named = {row for row, _ in house.pays.ante_bonus.rows}
    for category in reversed(exact.CATEGORIES):
        win, tie, loss = sums[category]
        row = category.name.lower()
        if row not in named:
            others += [(win + tie + loss, -1)] if by_table else [(win + tie, 0), (loss, -1)]
        elif by_table:
            rows[row] = ((win + tie + loss, 0, -1),)
        else:
            rows[row] = ((win + tie, 0, 0), (loss, -1, -1))
    return TableCounts("ante_bonus", rows, tuple(others))


@dataclass(frozen=True)
class _Main:
    """The ante bonus, with the main hand played optimally for it."""

    house: Boston7House
    table: str = "ante_bonus"

    def space(self, choices: Choices) -> MainSpace:
        from seventh.games.boston_7_stud.design import MainSpace

        return MainSpace(self.house, choices)


MATHEMATICS = Mathematics(
    wagers=exact.WAGERS,
    price=_price,
    recount=_recount,
    titles={"main": "Main game, best play", "ante_only": "Ante alone"},
    spots={"main": "ante", "ante_only": "ante"},
    alone=("ante_only",),
    impossible=_impossible,
    notes=_notes,
    play=_play,
    advise=_advise,
    cards=(3,),
    warm_up=lambda _: exact.stored_starts(),
    simulation=_simulation,
    designs={"three_card_bonus": _three_card_bonus, "ante_only": _ante_only, "main": _Main},
)
