"""Canonical sets: numbered without gaps, each representing all sets that differ only by a permutation of the suits."""

import random
from itertools import combinations, permutations
from math import comb

import numpy as np

from seventh.lab import suits


def test_small_sets_have_the_numbers_of_their_places():
    for size in range(5):
        sets = suits.canonical_sets(size)
        assert [suits.set_number(*masks) for masks in sets.tolist()] == list(range(suits.number_of_sets(size)))
        assert int(suits.orbits(sets).sum(dtype=np.int64)) == comb(52, size)


def test_renaming_suits_keeps_the_number():
    source = random.Random(3)
    for _ in range(300):
        cards = source.sample(range(52), source.randint(0, 7))
        masks = [sum(1 << card % 13 for card in cards if card // 13 == suit) for suit in range(4)]
        assert len({int(suits.set_number(*renamed)) for renamed in permutations(masks)}) == 1


def test_orbits_count_the_sets_of_fewer_suits():
    cards = [(suit, rank) for suit in range(3) for rank in (0, 5, 12)]
    seen: dict[int, int] = {}
    for chosen in combinations(cards, 3):
        masks = tuple(sum(1 << rank for suit, rank in chosen if suit == own) for own in range(4))
        number = int(suits.set_number(*masks))
        seen[number] = seen.get(number, 0) + 1
    orbits = suits.orbits(suits.canonical_sets(3), 3)
    assert {number: int(orbits[number]) for number in seen} == seen
