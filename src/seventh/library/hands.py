"""`seventh.rank` and related functions: naming a hand, ranking hands in bulk, and equity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, overload

from seventh.cards import JOKER, Card, CardError, parse_cards
from seventh.extras import needs_extra
from seventh.hands import flush, joker, poker, showing, three
from seventh.hands.flush import LongestRun, LongestSuit
from seventh.hands.poker import Category, PokerHand, Wheel
from seventh.hands.showing import ShowingHand
from seventh.hands.three import ThreeCardHand
from seventh.terminal.long_work import run_long

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from seventh.lab.equity.shares import EquityReport

_RANKINGS: dict[str, Callable[[tuple[Card, ...]], Any]] = {
    "poker": poker.rank,
    "three_cards": three.rank,
    "showing": showing.rank,
    "longest_suit": flush.longest_suit,
    "longest_run": flush.longest_run,
}


@overload
def rank(cards: str | Iterable[Card], by: Literal["poker"] = "poker") -> PokerHand: ...
@overload
def rank(cards: str | Iterable[Card], by: Literal["three_cards"]) -> ThreeCardHand: ...
@overload
def rank(cards: str | Iterable[Card], by: Literal["showing"]) -> ShowingHand: ...
@overload
def rank(cards: str | Iterable[Card], by: Literal["longest_suit"]) -> LongestSuit: ...
@overload
def rank(cards: str | Iterable[Card], by: Literal["longest_run"]) -> LongestRun: ...
def rank(cards: str | Iterable[Card], by: str = "poker") -> Any:
    """Rank a hand: its `name`, its `category` and the cards that play. Hands compare with `<`, `==` and `>`.

    `poker` takes five to seven cards, which may include the joker. Other rankings: `three_cards`,
    `showing` (one to four up cards of stud), `longest_suit` and `longest_run`.

    >>> rank("KsKd4h4cAs2d3c").name
    'two pair, kings and fours, ace kicker'
    """
    held = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    if by not in _RANKINGS:
        raise CardError(f"{by!r} is not a ranking; choose from {', '.join(_RANKINGS)}")
    if by == "poker" and JOKER in held:
        return joker.rank(held)
    return _RANKINGS[by](held)


def rank_hands(hands: ArrayLike | Sequence[str], *, threads: int = 1) -> NDArray[np.uint16]:
    """Rank many hands at once: a number for each, larger for a better hand, equal for a tie.

    `hands` has a row of five to seven cards for each hand, as numbers (`int(Card("As"))`, 0 to 51 and 52 for the joker)
    or as strings such as "KsKd4h4cAs". The numbers run from 0 for the lowest hand, 7-5-4-3-2, to 7461 for a royal flush
    and 7462 for five aces; `hand_name` and `hand_category` describe a number.
    """
    with needs_extra("seventh.rank_hands()"):
        import numpy as np

        from seventh.hands import kernels

        rows: Any = hands
        if not isinstance(hands, np.ndarray) and len(rows) and isinstance(rows[0], str):
            rows = [[int(card) for card in parse_cards(text)] for text in rows]
            if len({len(row) for row in rows}) > 1:
                raise CardError("all hands must have the same number of cards")
        return kernels.rank_hands(rows, threads=threads)


@cache
def _strengths() -> tuple[int, ...]:
    return (*poker.classes(), joker.FIVE_ACES)


def _strength(number: int) -> int:
    known = _strengths()
    if not 0 <= int(number) < len(known):
        raise CardError(f"{number} is not a hand number; allowed: 0 to {len(known) - 1}")
    return known[int(number)]


def hand_name(number: int) -> str:
    """The name of the hand with this number from `rank_hands`.

    >>> hand_name(4774)
    'two pair, kings and fours, ace kicker'
    """
    return PokerHand(0, _strength(number), Wheel.LOWEST).name


def hand_category(number: int) -> Category:
    """The category of the hand with this number from `rank_hands`.

    >>> hand_category(4774).title
    'two pair'
    """
    return PokerHand(0, _strength(number)).category


def random_hands(count: int, cards: int = 7, *, seed: int = 1) -> NDArray[np.uint8]:
    """Random hands from a 52-card deck, one per row, for `rank_hands`; reproducible by seed."""
    with needs_extra("seventh.random_hands()"):
        from seventh.lab.simulation.hands import random_hands

        return random_hands(count, cards, seed)


def equity(
    *hands: str,
    dead: str = "",
    common: str = "",
    samples: int | None = None,
    seed: int = 1,
    workers: int | None = None,
) -> EquityReport:
    """Stud equity: the average share of the pot each hand wins if all stay to the showdown.

    In `"(AsKs)Qs"` the cards in parentheses are down; `"(????)2c"` has two unknown cards. Up to 250 million
    run-outs are enumerated exactly; beyond that, or with `samples`, they are sampled. If interrupted, the report
    covers the run-outs so far and its `stopped` is true.
    """
    with needs_extra("seventh.equity()"):
        from seventh.lab.equity.shares import equity as shares

        return run_long(
            "dealing",
            lambda progress: shares(
                hands, dead, common, samples=samples, seed=seed, workers=workers, progress=progress
            ),
        )
