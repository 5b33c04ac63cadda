"""A second implementation of the rankings: slow, obvious, and sharing no code with the product.

Each function gives a tuple that compares as the hands do. `tests/hands` holds every ranking against these.
"""

from collections import Counter
from itertools import combinations, pairwise

from seventh.cards import DECK_52, JOKER, Card

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
SHAPES = {
    (1, 1, 1, 1, 1): HIGH,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}
Key = tuple[int, tuple[float, ...]]


def by_count(cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How often the ranks occur, and the ranks, the most frequent first and then the highest."""
    counted = sorted(((count, rank) for rank, count in Counter(card.rank for card in cards).items()), reverse=True)
    return tuple(count for count, _ in counted), tuple(rank for _, rank in counted)


def five(cards, wheel: float = 5) -> Key:
    """Five natural cards; `wheel` is the height of A-2-3-4-5, 5 or, for the second-highest straight, 13.5."""
    shape, ranks = by_count(cards)
    category, ties = SHAPES[shape], ranks
    if category == HIGH:
        top = wheel if ranks == (14, 5, 4, 3, 2) else ranks[0] if ranks[0] - ranks[4] == 4 else None
        suited = len({card.suit for card in cards}) == 1
        if top:
            return (ROYAL if top == 14 else STRAIGHT_FLUSH) if suited else STRAIGHT, (top,)
        if suited:
            category = FLUSH
    return category, ties


def poker(cards, wheel: float = 5) -> Key:
    return max(five(chosen, wheel) for chosen in combinations(cards, 5))


def with_joker(cards, wheel: float = 13.5) -> Key:
    """T1 to the letter: every choice of five, and every card that the joker may represent."""
    return max(key for chosen in combinations(cards, 5) for key in _readings(chosen, wheel))


def _readings(chosen, wheel: float):
    if JOKER not in chosen:
        return [five(chosen, wheel)]
    four = [card for card in chosen if card is not JOKER]
    if all(card.rank == 14 for card in four):
        return [(FIVE_ACES, ())]
    found = [(card, five([*four, card], wheel)) for card in DECK_52 if card not in four]
    completed = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)
    return [key for card, key in found if card.rank == 14 or key[0] in completed]


def three(cards) -> Key:
    """B6: high card, pair, flush, straight, three of a kind, straight flush, royal."""
    shape, ranks = by_count(cards)
    if len(shape) < 3:
        return (1 if len(shape) == 2 else 4), ranks
    suited = len({card.suit for card in cards}) == 1
    top = 3 if ranks == (14, 3, 2) else ranks[0] if ranks[0] - ranks[2] == 2 else None
    if top:
        return (6 if top == 14 else 5) if suited else 3, (top,)
    return (2 if suited else 0), ranks


def showing(cards) -> Key:
    """S8: one to four cards by high cards, pair, two pair, trips and quads."""
    shape, ranks = by_count(cards)
    pairs_and_more = [count for count in shape if count > 1]
    return [[], [2], [2, 2], [3], [4]].index(pairs_and_more), ranks


def longest_suit(cards) -> Key:
    """H2: how many, then their ranks from the top."""
    suits = [sorted((card.rank for card in cards if card.suit == suit), reverse=True) for suit in range(4)]
    return max((len(ranks), tuple(ranks)) for ranks in suits)


def longest_run(cards) -> tuple[int, int]:
    """H9: how many, then the top rank; the line of ranks begins and ends with the ace."""
    line = [1, *range(2, 15)]
    windows = [line[low:high] for low in range(14) for high in range(low + 1, 15) if high - low <= 7]
    held = {(card.rank, card.suit) for card in cards}
    return max(
        (len(run), run[-1])
        for run in windows
        for suit in range(4)
        if run != [1] and all((14 if rank == 1 else rank, suit) in held for rank in run)
    )


def hands_up_to_suits(count: int) -> list[tuple[tuple[Card, ...], int]]:
    """Every set of `count` natural cards up to a renaming of the suits, and how many sets each represents."""
    by_size: dict[int, list[int]] = {}
    for ranks in range(1 << 13):
        by_size.setdefault(ranks.bit_count(), []).append(ranks)

    def suits(left: int, limit: int, places: int):
        if places == 1:
            yield from ((ranks,) for ranks in by_size[left] if ranks <= limit)
            return
        for size in range(left + 1):
            for ranks in by_size[size]:
                if ranks <= limit:
                    yield from ((ranks, *rest) for rest in suits(left - size, ranks, places - 1))

    found = []
    for held in suits(count, (1 << 13) - 1, 4):
        cards = tuple(DECK_52[13 * suit + rank] for suit in range(4) for rank in range(13) if held[suit] >> rank & 1)
        orders = 24
        for repeats in Counter(held).values():
            orders //= (1, 1, 2, 6, 24)[repeats]
        found.append((cards, orders))
    return found


def same_order(pairs) -> bool:
    """Whether keys and strengths order hands alike: one strength for each key, rising together."""
    distinct = sorted(set(pairs))
    keys, strengths = [key for key, _ in distinct], [strength for _, strength in distinct]
    return len(set(keys)) == len(keys) and all(a < b for a, b in pairwise(strengths))
