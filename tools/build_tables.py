"""Builds the lookup tables of the fast kernels: `python tools/build_tables.py` writes them, `--check` compares.

Everything in them comes from the readable rankings in `seventh.hands`; the layout of the tables is explained in
`seventh.hands.tables`. Takes about 15 seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seventh.cards import JOKER
from seventh.hands import joker, poker, tables_file
from seventh.hands.poker import Wheel

Numbers = NDArray[np.int64]

RANKS, COPIES, MOST = 13, 4, 7
SIZE_STEP = 1 << 23
"""Added once per card, so that hands of different sizes have different sums; larger than any sum of seven ranks."""
SPREADER = 0x85EBCA6B
"""Any odd number would do; the table takes the fewest slots with a number whose bits look random."""
WINDOW = 1024
"""The number of slots that the packing searches at once."""
ID_BITS = tables_file.ROW_BITS + tables_file.COLUMN_BITS


def rank_numbers() -> list[int]:
    """The smallest number for each rank in turn such that no two sets of seven cards have equal sums of ranks.

    The next rank's number x would make two sets equal if one had d more cards of that rank, and their other cards
    already differed by d times x. So all differences between sums of t and of t - d cards are struck out, for every d.
    Sets of five or six are then different too: adding the same two cards to both would make sets of seven.
    """
    numbers: list[int] = []
    sums: list[Numbers] = [np.zeros(1, np.int64), *(np.zeros(0, np.int64) for _ in range(MOST))]
    for _ in range(RANKS):
        highest = max(int(some.max()) for some in sums if some.size)
        taken = np.zeros(highest + 2, bool)
        for d in range(1, COPIES + 1):
            difference = np.zeros(highest + 1, bool)
            for t in range(d, MOST + 1):
                for smaller in sums[t - d]:
                    gaps = sums[t] - smaller
                    difference[gaps[gaps >= 0]] = True
            taken[np.flatnonzero(difference[::d])] = True
        number = int(np.flatnonzero(~taken)[0]) if numbers else 0
        numbers.append(number)
        sums = [np.concatenate([sums[t - j] + j * number for j in range(min(COPIES, t) + 1)]) for t in range(MOST + 1)]
        for some in sums:
            assert np.unique(some).size == some.size
    assert int(sums[MOST].max()) < SIZE_STEP
    return numbers


def rank_keys(numbers: list[int]) -> tuple[list[int], int, int]:
    """What a card of each rank, the joker and a hand without cards add to the sum that identifies the ranks of a hand.

    Hands of 5, 6, 7 cards take codes 0, 1, 2, and those with a joker and 4, 5, 6 others codes 3, 4, 5: the joker makes
    up for the missing card and adds three.
    """
    ids = [number + SIZE_STEP for number in numbers]
    return ids, 4 * SIZE_STEP, -5 * SIZE_STEP


def spread(number: int) -> int:
    """Multiplying by an odd number permutes the numbers below a power of two, and sums stay sums."""
    return number * SPREADER % (1 << ID_BITS)


def card_keys(ids: list[int], joker_id: int) -> list[int]:
    """A card's key: its rank's part in the top bits, where overflow falls off, and one in the counter of its suit."""
    shift = 64 - ID_BITS
    keys = [(spread(ids[card % 13]) << shift) + (1 << 4 * (card // 13)) for card in range(52)]
    return [*keys, (spread(joker_id) << shift) + 0x1111]


def rank_patterns() -> Iterator[tuple[tuple[int, ...], bool]]:
    """Every set of ranks that five to seven cards can have, and whether a joker is the last card."""
    for with_joker in (False, True):
        for size in (5, 6, 7):
            for ranks in combinations_with_replacement(range(RANKS), size - with_joker):
                if all(ranks[i] != ranks[i + COPIES] for i in range(len(ranks) - COPIES)):
                    yield ranks, with_joker


def strength(cards: list[int], with_joker: bool, wheel: Wheel) -> int:
    held = sum(1 << card for card in cards)
    return joker.strength(held | JOKER.bit, wheel) if with_joker else poker.strength(held, wheel)


def scattered(ranks: tuple[int, ...]) -> list[int]:
    """Cards of these ranks in alternating suits, so that no suit is long enough for a flush even with a joker."""
    return [13 * (place % 4) + rank for place, rank in enumerate(ranks)]


def pack(ids: Numbers) -> tuple[NDArray[np.uint16], Numbers]:
    """Row displacement: an offset for each row of ids such that no two ids share a slot, the fullest rows first.

    Returns the rows' offsets, in pairs of slots so that they fit in 16 bits, and the slot of each id.
    """
    rows, columns = ids >> tables_file.COLUMN_BITS, ids & (1 << tables_file.COLUMN_BITS) - 1
    by_row: list[Numbers] = [np.zeros(0, np.int64)] * (1 << tables_file.ROW_BITS)
    order = np.lexsort((columns, rows))
    present, starts = np.unique(rows[order], return_index=True)
    for row, members in zip(present, np.split(columns[order], starts[1:]), strict=True):
        by_row[row] = members
    free = np.ones(4 * ids.size, bool)
    places = np.zeros(len(by_row), np.uint16)
    first_free = 0
    for row in sorted(present, key=lambda row: -by_row[row].size):
        members = by_row[row]
        place = max(0, first_free - int(members[-1])) // 2 * 2
        while not (fits := np.logical_and.reduce([free[place + m : place + m + WINDOW : 2] for m in members])).any():
            place += WINDOW
        place += 2 * int(fits.argmax())
        places[row] = place // 2
        assert place // 2 < 1 << 16
        free[place + members] = False
        first_free += int(free[first_free:].argmax())
    return places, 2 * places[rows].astype(np.int64) + columns


def build() -> dict[str, NDArray[np.generic]]:
    ids, joker_id, empty_id = rank_keys(rank_numbers())
    patterns = list(rank_patterns())
    of_hand = [
        spread(empty_id + sum(ids[rank] for rank in ranks) + with_joker * joker_id) for ranks, with_joker in patterns
    ]
    assert len(set(of_hand)) == len(patterns)
    places, slots = pack(np.array(of_hand))
    flush_base = int(slots.max()) + 1

    suited = [
        ([rank for rank in range(RANKS) if mask >> rank & 1], with_joker, flush_base + mask + 8192 * with_joker)
        for with_joker in (False, True)
        for mask in range(8192)
        if 5 <= mask.bit_count() + with_joker <= MOST
    ]
    entries = [
        (scattered(ranks), with_joker, int(slot)) for (ranks, with_joker), slot in zip(patterns, slots, strict=True)
    ]
    entries += suited
    found = {
        wheel: np.array([strength(cards, with_joker, wheel) for cards, with_joker, _ in entries]) for wheel in Wheel
    }
    # Both wheels give the same set of strengths: a straight's strength is its place among the ten.
    strengths = np.unique(found[Wheel.LOWEST])
    assert np.array_equal(strengths, np.unique(found[Wheel.SECOND]))
    assert strengths.size == tables_file.CLASSES
    ranks_of = {}
    for wheel, values in found.items():
        ranks_of[wheel] = np.zeros(flush_base + 2 * 8192, np.uint16)
        ranks_of[wheel][[slot for _, _, slot in entries]] = np.searchsorted(strengths, values)
    return {
        "keys": np.array(card_keys(ids, joker_id), np.uint64),
        "empty": np.array((spread(empty_id) << 64 - ID_BITS) + 0x3333, np.uint64),
        "places": places,
        "flush_base": np.array(flush_base, np.uint64),
        "lowest": ranks_of[Wheel.LOWEST],
        "second": ranks_of[Wheel.SECOND],
        "strengths": strengths.astype(np.int32),
    }


def main() -> int:
    built = build()
    digest = tables_file.digest(built)
    if "--check" in sys.argv[1:]:
        same = digest == tables_file.digest(tables_file.load())
        print("the stored tables are up to date" if same else "the stored tables DIFFER")
        return 0 if same else 1
    Path(tables_file.FILE).parent.mkdir(exist_ok=True)
    np.savez_compressed(tables_file.FILE, digest=np.array(digest), **built)  # type: ignore[arg-type]
    size = Path(tables_file.FILE).stat().st_size
    print(f"{len(built['lowest'])} slots, {size / 1000:.0f} kB in {tables_file.FILE}, digest {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
