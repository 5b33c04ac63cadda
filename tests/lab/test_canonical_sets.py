"""Canonical sets: numbered without gaps, each standing for as many sets as differ by a renaming of the suits."""

import random
from itertools import combinations, permutations
from math import comb

from seventh.lab import suits


def test_small_sets_have_the_numbers_of_their_places():
    for size in range(5):
        sets = suits.canonical_sets(size)
        assert [suits.set_number(*masks) for masks in sets] == list(range(suits.number_of_sets(size)))
        assert sum(suits.orbit(*masks) for masks in sets) == comb(52, size)


def test_renaming_suits_keeps_the_number():
    source = random.Random(3)
    for _ in range(300):
        cards = source.sample(range(52), source.randint(0, 7))
        masks = [sum(1 << card % 13 for card in cards if card // 13 == suit) for suit in range(4)]
        assert len({int(suits.set_number(*renamed)) for renamed in permutations(masks)}) == 1


def test_orbits_count_the_sets_of_fewer_suits():
    cards = [(suit, rank) for suit in range(3) for rank in (0, 5, 12)]
    seen = {}
    for chosen in combinations(cards, 3):
        masks = tuple(sum(1 << rank for suit, rank in chosen if suit == own) for own in range(4))
        seen.setdefault(int(suits.set_number(*masks)), []).append(masks)
    assert all(suits.orbit(*alike[0], suits=3) == len(alike) for alike in seen.values())
