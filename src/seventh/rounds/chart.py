"""Hand charts, best first: an example of each kind of hand, its frequency and its pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from msgspec import Struct

from seventh.cards import format_cards, parse_cards
from seventh.hands.poker import Category
from seventh.hands.three import Category as ThreeCategory
from seventh.house.rules.common import odds, plain

if TYPE_CHECKING:
    from seventh.rounds.words import Words


class ChartRow(Struct, frozen=True):
    """One kind of hand."""

    name: str
    """The start of the names of such hands."""
    cards: str
    plays: str
    chance: Fraction | None = None
    pays: tuple[tuple[str, str], ...] = ()
    """What it pays at this house: the wager, and the odds."""


class Chart(Struct, frozen=True):
    """One ranking of a game."""

    title: str
    rows: tuple[ChartRow, ...]
    notes: tuple[str, ...] = ()
    """What the rows do not say, in one short sentence each."""


_SEVEN = {
    Category.FIVE_ACES: "JkAsAhAdAcKs3d",
    Category.ROYAL_FLUSH: "AsKsQsJsTs4d2c",
    Category.STRAIGHT_FLUSH: "9h8h7h6h5hKs2c",
    Category.FOUR_OF_A_KIND: "QsQhQdQcAs7d3c",
    Category.FULL_HOUSE: "TsThTd4s4cKh7d",
    Category.FLUSH: "AdJd8d6d3dKs9c",
    Category.STRAIGHT: "JsTh9d8c7sAh3d",
    Category.THREE_OF_A_KIND: "7s7h7dAcQsTd4c",
    Category.TWO_PAIR: "KsKh5d5cAsJd8c",
    Category.PAIR: "JhJdAsTc7h5d2s",
    Category.HIGH_CARD: "AhQdTs8c6h4d2s",
}
"""An example of each kind of seven-card hand."""
_OF_52 = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324, 0)
_OF_53 = (
    24_780_420,
    64_221_960,
    35_553_816,
    7_470_676,
    11_236_028,
    6_172_088,
    4_188_528,
    307_472,
    184_832,
    26_132,
    1_128,
)
_THREE = {
    ThreeCategory.ROYAL: "AsKsQs",
    ThreeCategory.STRAIGHT_FLUSH: "9h8h7h",
    ThreeCategory.THREE_OF_A_KIND: "7s7h7d",
    ThreeCategory.STRAIGHT: "JsTh9d",
    ThreeCategory.FLUSH: "AdJd4d",
    ThreeCategory.PAIR: "KsKh5d",
    ThreeCategory.HIGH_CARD: "AhTd6s",
}
_THREE_OF_52 = (16_440, 3_744, 1_096, 720, 52, 44, 4)

SEVEN_CARDS = {
    one.name.lower(): (cards, Fraction(_OF_52[one], comb(52, 7))) for one, cards in _SEVEN.items() if _OF_52[one]
}
"""Seven cards from 52: each kind of hand with an example and its frequency."""
WITH_JOKER = {one.name.lower(): (cards, Fraction(_OF_53[one], comb(53, 7))) for one, cards in _SEVEN.items()}
"""Seven cards from a deck with a joker."""
THREE_CARDS = {one.name.lower(): (cards, Fraction(_THREE_OF_52[one], comb(52, 3))) for one, cards in _THREE.items()}
"""Three cards from 52."""

Kinds = Mapping[str, tuple[str, Fraction | None]]


def chart(words: Words, title: str, kinds: Kinds, wagers: Sequence[str] = ()) -> Chart:
    """A chart of kinds of hand, keyed by pay table row, with what these wagers pay."""
    paid = [(words.table_title(wager), words.pay_table(wager)) for wager in wagers]  # type: ignore[attr-defined]
    rows = []
    for key, (cards, chance) in kinds.items():
        pays = tuple(
            (bet, odds(table[key])) for bet, table in paid if table is not None and key in table and table[key]
        )
        plays = format_cards(words.plays(parse_cards(cards)))
        rows.append(ChartRow(plain(key), cards, plays, chance, pays))
    return Chart(title, tuple(rows))


def usual(words: Words, wagers: Sequence[str] = ()) -> tuple[Chart, ...]:
    """The chart of a game that ranks hands as poker does, recognised by its hand names; empty for other rankings."""
    for size, kinds in ((7, SEVEN_CARDS), (3, THREE_CARDS)):
        named = size in words.complete and all(
            words.hand(parse_cards(cards)).startswith(plain(key))
            for key, (cards, _) in kinds.items()
            if key != "high_card"
        )
        if named:
            return (chart(words, "Hands, best first", kinds, wagers),)
    return ()
