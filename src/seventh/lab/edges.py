"""`edge`: the exact figures of every wager of a game in a house."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.games import house_for
from seventh.games.boston_7_stud import exact as boston
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.high_card_flush import exact as high_card_flush
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.seven_card_thrill import exact as thrill
from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.lab import stored
from seventh.lab.figures import EdgeReport, Joint, LabError, WagerFigures, covariances
from seventh.lab.together import made_together

Progress = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""

WAGERS = {module.GAME: module.WAGERS for module in (boston, thrill, high_card_flush)}
_STORED = "exact, from stored counts"
_RECOUNTED = "exact, counted anew"


class UnknownGame(LabError):
    """A game the lab has no figures for."""


class UnknownWager(LabError):
    """A wager the game does not have."""


class BadAmount(LabError):
    """An amount that is not a wager."""


def edge(
    game: str,
    house: Any = None,
    wagers: Mapping[str, int] | None = None,
    recompute: bool = False,
    progress: Progress = lambda _: None,
) -> EdgeReport:
    """The exact figures of every wager; without a house, of the book's.

    Amounts, in smallest chips, are for wagers of one hand: those figures are in whole chips and capped, for just these
    amounts together. `recompute` derives every count anew and takes up to a minute or two, which `progress` follows.
    """
    started = time.perf_counter()
    if game not in WAGERS:
        raise UnknownGame(f"there are no exact figures for {game!r}; the games are {', '.join(WAGERS)}")
    house = house_for(game, house)
    amounts = check_amounts(game, wagers or {})
    counts = _recounted(game, house, progress) if recompute else stored.load(game)
    method = _RECOUNTED if recompute else _STORED
    found: dict[str, WagerFigures]
    joint: Iterable[Joint]
    if game == boston.GAME:
        found, joint = boston.price_together(counts["starts"], house, amounts)
    elif game == thrill.GAME:
        table = counts[thrill.reading(house)]
        found, joint = thrill.price(table, house, amounts), thrill.joint(table, house, amounts)
    else:
        payer = high_card_flush.Payer(house, amounts)
        if payer.decides_anew:
            method = _RECOUNTED
        found, joint = _flush(counts, payer, progress)
    return EdgeReport(
        game,
        f"{house.title} {house.hash[:12]}",
        method,
        time.perf_counter() - started,
        found,
        {pair: value for pair, value in covariances(joint, found).items() if made_together(house, *pair)},
        tuple(_notes(house, amounts)),
    )


def check_amounts(game: str, wagers: Mapping[str, int]) -> dict[str, int]:
    """The amounts, once they are known to be wagers of this game that one hand can have together."""
    for name, amount in wagers.items():
        if name not in WAGERS[game]:
            raise UnknownWager(f"{game} has no wager {name!r}; its wagers are {', '.join(WAGERS[game])}")
        if type(amount) is not int or not 0 < amount <= _MOST:
            raise BadAmount(f"{name} is {amount!r}; a wager is a whole number of chips from 1 to {_MOST}")
    if {"main", "ante_only"} <= wagers.keys():
        raise BadAmount("main and ante_only are not made together: the ante has a 1st wager beside it or not (B13)")
    if {"three_card_bonus", "ante_only"} <= wagers.keys():
        raise BadAmount("three_card_bonus is not open to the ante alone (B3)")
    return dict(wagers)


_MOST = 10**9
"""Payoffs of larger wagers might leave 64 bits where counting is compiled."""


def _recounted(game: str, house: Any, progress: Progress) -> stored.Counts:
    from seventh.lab import recount  # numba comes with it, which stored counts do without

    return recount.for_house(game, house, progress)


def _flush(counts: stored.Counts, payer: high_card_flush.Payer, progress: Progress) -> tuple[Any, Any]:
    need = payer.house.dealer_qualifies
    place = counts["qualifiers"].tolist().index([need.length, need.high_card])
    if payer.decides_anew:

        def decided(values: NDArray[np.int64]) -> NDArray[np.int64]:
            from seventh.lab import recount

            return recount.capped_flush_counts(payer.house, values, progress)

        ways = list(high_card_flush.capped_ways(payer, decided))
    else:
        ways = list(high_card_flush.ways(counts["optimal"][place], payer))
    found = high_card_flush.figures(ways, payer.amounts)
    raises, most = counts["thresholds"][place].tolist()
    simple = high_card_flush.simple_strategy(counts["simple"][place], raises, most, payer, found["main"].ev)
    found["main"] = WagerFigures("main", found["main"].outcomes, found["main"].amount, (simple,))
    return found, high_card_flush.joint(ways)


def _notes(house: Any, amounts: dict[str, int]) -> Iterator[str]:
    """What a reader of figures for given amounts should know."""
    spots = {"main": "ante", "ante_only": "ante"}
    for name, amount in amounts.items():
        limits = getattr(house.limits, spots.get(name, name))
        if not limits.minimum <= amount <= limits.maximum:
            least, most = house.money(limits.minimum), house.money(limits.maximum)
            yield f"{name} of {house.money(amount)} is outside the table's limits, {least} to {most}"
        if amount % house.table_unit:
            yield f"{name} of {house.money(amount)} is not in table units of {house.money(house.table_unit)}"
    if isinstance(house, Boston7House) and "three_card_bonus" in amounts:
        if "main" not in amounts:
            yield "three_card_bonus stands beside a main wager (B3); without its amount no cap is applied"
        elif house.three_card_up_to_ante and amounts["three_card_bonus"] > amounts["main"]:
            yield "three_card_bonus is more than the ante (B14)"
    if isinstance(house, HighCardFlushHouse) and amounts and "main" not in amounts:
        yield "bonus wagers stand beside a main wager (H3); the cap is applied to those with amounts alone"
    if isinstance(house, ThrillHouse):
        primary = [name for name in amounts if name != "special"]
        if len(primary) > 1 and house.primary_wagers == "exactly_one":
            yield f"{' and '.join(primary)} are not made together in this house (T2)"
        if amounts and not primary:
            yield "special stands beside a primary wager (T3)"
