"""Standard poker rankings: the best five of five to seven cards.

A hand's strength is one integer that orders hands: the category, then the set of ranks that make it, then
the set of ranks that break ties. Sets of ranks of equal size compare like the ranks listed from high to low,
so no sorting is needed.

>>> hand = rank("KsKd4h4cAs2d3c")
>>> hand.name
'two pair, kings and fours, ace kicker'
>>> format_cards(hand.five)
'KsKd4h4cAs'
>>> hand > rank("QsQdJhJcAs2d3c")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import cache, total_ordering
from itertools import combinations

from seventh.cards import RANK_NAMES, Card, CardError, card_set, cards_in, format_cards
from seventh.notebook import hand_html

__all__ = ["Category", "PokerHand", "Wheel", "format_cards", "rank", "strength"]


class Category(IntEnum):
    """Poker hand categories, lowest first. Five aces needs the joker."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10

    @property
    def title(self) -> str:
        """The display name, such as `two pair`."""
        return self.name.lower().replace("_", " ")


class Wheel(Enum):
    """The rank of A-2-3-4-5 among the straights."""

    LOWEST = "lowest"
    SECOND = "second"


# The ten straights as sets of ranks, lowest first; in the wheel the ace is low.
_WHEEL = 0b1_0000_0000_1111
_RUNS = tuple(0b11111 << low for low in range(9))
STRAIGHTS = {Wheel.LOWEST: (_WHEEL, *_RUNS), Wheel.SECOND: (*_RUNS[:-1], _WHEEL, _RUNS[-1])}
_PLACES = {wheel: tuple(enumerate(runs))[::-1] for wheel, runs in STRAIGHTS.items()}

_CATEGORY_SHIFT = 26
_RANKS_SHIFT = 13
_ROYAL_PLACE = 9

# The lowest strength of each category.
(_HIGH_CARD, _PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _ROYAL) = (
    category << _CATEGORY_SHIFT for category in range(10)
)


def strength(cards: int, wheel: Wheel = Wheel.LOWEST) -> int:
    """The strength of the best five cards in a set of five to seven, without a joker."""
    clubs, diamonds, hearts, spades = cards & 8191, cards >> 13 & 8191, cards >> 26 & 8191, cards >> 39 & 8191
    if clubs.bit_count() > 4 or diamonds.bit_count() > 4 or hearts.bit_count() > 4 or spades.bit_count() > 4:
        # Seven cards with five of one suit cannot also be four of a kind or a full house.
        return _flush_strength(max(clubs, diamonds, hearts, spades, key=int.bit_count), wheel)
    ranks = clubs | diamonds | hearts | spades
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    if not twice:
        return _straight(ranks, wheel) or _HIGH_CARD | highest(ranks, 5)
    thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if thrice:
        four = clubs & diamonds & hearts & spades
        if four:
            return _FOUR | four << _RANKS_SHIFT | highest(ranks & ~four, 1)
        three = highest(thrice, 1)
        if twice != three:
            return _FULL_HOUSE | three << _RANKS_SHIFT | highest(twice & ~three, 1)
        return _straight(ranks, wheel) or _THREE | three << _RANKS_SHIFT | highest(ranks & ~three, 2)
    straight = _straight(ranks, wheel)
    if straight:
        return straight
    pairs = highest(twice, 2)
    if pairs & (pairs - 1):
        return _TWO_PAIR | pairs << _RANKS_SHIFT | highest(ranks & ~pairs, 1)
    return _PAIR | pairs << _RANKS_SHIFT | highest(ranks & ~pairs, 3)


def _flush_strength(suited: int, wheel: Wheel) -> int:
    place = straight_place(suited, wheel)
    if place is None:
        return _FLUSH | highest(suited, 5)
    return (_ROYAL if place == _ROYAL_PLACE else _STRAIGHT_FLUSH) | place


def straight_place(ranks: int, wheel: Wheel) -> int | None:
    """The index among the ten straights, 0 the lowest, of the best one in a set of ranks; None if there is none."""
    low_ace = ranks << 1 | ranks >> 12
    starts = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4
    if not starts:
        return None
    if wheel is Wheel.LOWEST:
        return starts.bit_length() - 1
    return next(place for place, run in _PLACES[wheel] if ranks & run == run)


def _straight(ranks: int, wheel: Wheel) -> int:
    if ranks.bit_count() < 5:
        return 0
    place = straight_place(ranks, wheel)
    return 0 if place is None else _STRAIGHT | place


def highest(ranks: int, count: int) -> int:
    """The highest `count` of a set of ranks, or all of them if it has fewer."""
    for _ in range(ranks.bit_count() - count):
        ranks &= ranks - 1
    return ranks


@cache
def classes(wheel: Wheel = Wheel.LOWEST) -> tuple[int, ...]:
    """The strengths of all 7,462 classes of five-card hands, lowest first."""

    def sets(size: int, without: int = 0) -> list[int]:
        bits = [1 << rank for rank in range(13) if not without >> rank & 1]
        return [sum(chosen) for chosen in combinations(bits, size)]

    unsuited = [ranks for ranks in sets(5) if straight_place(ranks, wheel) is None]
    found = [start | ranks for start in (_HIGH_CARD, _FLUSH) for ranks in unsuited]
    for start, made_of, kickers in (
        (_PAIR, 1, 3),
        (_TWO_PAIR, 2, 1),
        (_THREE, 1, 2),
        (_FULL_HOUSE, 1, 1),
        (_FOUR, 1, 1),
    ):
        found += [start | ranks << _RANKS_SHIFT | rest for ranks in sets(made_of) for rest in sets(kickers, ranks)]
    found += [_STRAIGHT | place for place in range(10)]
    found += [_STRAIGHT_FLUSH | place for place in range(_ROYAL_PLACE)]
    return (*sorted(found), _ROYAL | _ROYAL_PLACE)


@total_ordering
class PokerHand:
    """A hand and its strength; its name and the five cards that play are computed on demand."""

    __slots__ = ("cards", "strength", "wheel")

    def __init__(self, cards: int, strength: int, wheel: Wheel = Wheel.LOWEST) -> None:
        self.cards = cards
        """All cards of the hand, as a set."""
        self.strength = strength
        """Orders hands; equal strengths tie."""
        self.wheel = wheel
        """Where A-2-3-4-5 ranks among the straights; only hands with the same value can be compared."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PokerHand) or other.wheel is not self.wheel:
            return NotImplemented
        return self.strength == other.strength

    def __lt__(self, other: PokerHand) -> bool:
        if not isinstance(other, PokerHand) or other.wheel is not self.wheel:
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((self.strength, self.wheel))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {format_cards(cards_in(self.cards))}: {self.name}>"

    def _repr_html_(self) -> str:
        return hand_html(cards_in(self.cards), self.five, self.name)

    @property
    def category(self) -> Category:
        """The category, such as `Category.FLUSH`."""
        return Category(self.strength >> _CATEGORY_SHIFT)

    @property
    def made_of(self) -> tuple[int, ...]:
        """The ranks that make the hand, high to low; in a full house, the three before the pair."""
        category = self.category
        if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
            run = STRAIGHTS[self.wheel][self.strength & 15]
            return (5, 4, 3, 2, 14) if run == _WHEEL else _ranks_of(run)
        if category in (Category.HIGH_CARD, Category.FLUSH):
            return _ranks_of(self.strength & 8191)
        if category is Category.FULL_HOUSE:
            return _ranks_of(self.strength >> _RANKS_SHIFT & 8191) + _ranks_of(self.strength & 8191)
        return _ranks_of(self.strength >> _RANKS_SHIFT & 8191)

    @property
    def kickers(self) -> tuple[int, ...]:
        """The ranks that only break ties, high to low."""
        has_kickers = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
        return _ranks_of(self.strength & 8191) if self.category in has_kickers else ()

    @property
    def five(self) -> tuple[Card, ...]:
        """The cards that play: pairs before kickers, a straight from the top."""
        return five_of(self, tuple(cards_in(self.cards)))

    @property
    def name(self) -> str:
        """The name of the hand."""
        made_of, kickers, category = self.made_of, self.kickers, self.category
        name = category.title
        match category:
            case Category.HIGH_CARD:
                return f"{rank_name(made_of[0])} high"
            case Category.PAIR:
                name = f"pair of {rank_plural(made_of[0])}"
            case Category.TWO_PAIR:
                name = f"two pair, {rank_plural(made_of[0])} and {rank_plural(made_of[1])}"
            case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
                name = f"{name}, {rank_plural(made_of[0])}"
            case Category.STRAIGHT | Category.STRAIGHT_FLUSH if made_of[0] == 5 and self.wheel is Wheel.SECOND:
                return f"{name}, ace to five"
            case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
                return f"{name}, {rank_name(made_of[0])} high"
            case Category.FULL_HOUSE:
                return f"full house, {rank_plural(made_of[0])} over {rank_plural(made_of[1])}"
        return f"{name}, {rank_name(kickers[0])} kicker" if kickers else name


def rank(cards: str | Iterable[Card], wheel: Wheel = Wheel.LOWEST) -> PokerHand:
    """Rank five to seven cards of the 52-card deck."""
    held = card_set(cards, 5, 7)
    if held >> 52:
        raise CardError("Jk cannot be ranked here: the joker belongs to the 53-card deck")
    return PokerHand(held, strength(held, wheel), wheel)


def rank_name(rank: int) -> str:
    return RANK_NAMES[rank - 2]


def rank_plural(rank: int) -> str:
    return "sixes" if rank == 6 else f"{RANK_NAMES[rank - 2]}s"


def _ranks_of(ranks: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(14, 1, -1) if ranks >> (rank - 2) & 1)


_COPIES = {
    Category.PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE_OF_A_KIND: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4,),
}


def five_of(hand: PokerHand, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The five of these natural cards that make this hand's strength."""
    if hand.category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        suit = max(range(4), key=lambda suit: sum(card.suit == suit for card in cards))
        cards = tuple(card for card in cards if card.suit == suit)
    copies = _COPIES.get(hand.category, (1,) * len(hand.made_of))
    wanted = [*zip(hand.made_of, copies, strict=True), *((rank, 1) for rank in hand.kickers)]
    return tuple(card for rank, count in wanted for card in [card for card in cards if card.rank == rank][:count])
