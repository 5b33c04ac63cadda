"""The stored counts: intact, and consistent."""

import shutil
import subprocess
import sys
from importlib import resources
from math import comb

import numpy as np
import pytest

from seventh.cards import ALL_52, ALL_53, cards_in
from seventh.games import game
from seventh.games.boston_7_stud import exact as boston
from seventh.games.high_card_flush import exact as high_card_flush
from seventh.games.seven_card_thrill import exact as thrill
from seventh.games.seven_card_thrill.classes import CLASSES
from seventh.hands import poker
from seventh.lab import stored
from seventh.lab.figures import LabError
from seventh.lab.suits import canonical_sets, orbits
from tests.waiting import LIMIT
from tools.kernel_counts import by_category, by_length, count_ranks, count_suits

GAMES = (boston.GAME, high_card_flush.GAME, thrill.GAME)
PACKAGES = tuple(game(name).package for name in GAMES)


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The stored files in a directory of their own."""
    folders = {package: tmp_path / package for package in PACKAGES}
    for package, folder in folders.items():
        with resources.as_file(resources.files(package)) as source:
            shutil.copytree(source, folder)
    monkeypatch.setattr(resources, "files", folders.__getitem__)
    stored.load.cache_clear()
    yield folders
    stored.load.cache_clear()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_changed_file_is_refused_in_one_line(copy, package):
    file = copy[package] / stored.FILE
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(LabError, match="do not match their checksum") as caught:
        stored.load(package)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused_in_one_line(copy):
    (copy[PACKAGES[0]] / stored.CHECKSUM).unlink()
    with pytest.raises(LabError, match="cannot be read"):
        stored.load(PACKAGES[0])


@pytest.mark.parametrize("package", PACKAGES)
def test_files_are_small(package):
    assert len(resources.files(package).joinpath(stored.FILE).read_bytes()) < 1_000_000


def test_every_start_of_boston_has_every_continuation():
    counts = boston.stored_starts()
    assert (counts >= 0).all()
    assert set(counts.sum(axis=(1, 2)).tolist()) == {comb(49, 4) * comb(45, 7)}


def test_final_hands_of_boston_are_those_of_seven_cards_around_each_start():
    counts = boston.stored_starts()
    rng = np.random.default_rng(3)
    sets = canonical_sets(3).tolist()
    for start in rng.integers(0, len(sets), 12).tolist():
        held = list(cards_in(sum(mask << 13 * suit for suit, mask in enumerate(sets[start]))))
        deck = [card for card in cards_in(ALL_52) if card not in held]
        seven = by_category(count_ranks(deck, 7, held=held))
        for category in boston.CATEGORIES:
            assert int(counts[start, category].sum()) == seven[category] * comb(45, 7)


def test_player_and_dealer_of_boston_are_symmetric():
    counts = boston.stored_starts()
    total = (orbits(canonical_sets(3)).astype(np.int64) @ counts.reshape(len(counts), -1)).reshape(-1, 3)
    assert int(total[:, 0].sum()) == int(total[:, 2].sum())
    frequencies = (total.sum(axis=1) // (35 * comb(45, 7))).tolist()
    assert frequencies == [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]


def test_every_deal_of_high_card_flush_is_counted_for_every_qualifier():
    counts = high_card_flush.stored_counts()
    assert [tuple(pair) for pair in counts["qualifiers"].tolist()] == list(high_card_flush.QUALIFIERS)
    for name in ("optimal", "simple"):
        assert (counts[name] >= 0).all()
        assert set(counts[name].sum(axis=(1, 2, 3, 4)).tolist()) == {comb(52, 7) * comb(45, 7)}


def test_lengths_and_runs_of_high_card_flush_are_those_of_seven_cards():
    places, runs = count_suits(list(cards_in(ALL_52)), 7)
    for table in high_card_flush.stored_counts()["optimal"]:
        by_run = table.sum(axis=(0, 2, 3)) // comb(45, 7)
        by_suit = table.sum(axis=(1, 2, 3)) // comb(45, 7)
        assert by_run.tolist() == runs[:8].tolist()
        assert by_suit.tolist() == by_length(places)[:8]


def test_seven_card_thrill_is_counted_for_every_reading():
    counts = thrill.stored_counts()
    assert sorted(counts) == ["lowest_ace", "lowest_highest_missing", "second_ace", "second_highest_missing"]
    hands = by_category(count_ranks(list(cards_in(ALL_53)), 7, wheel=poker.Wheel.SECOND))
    for table in counts.values():
        assert int(table.sum()) == comb(53, 7) * comb(46, 7)
        higher, low, _, lower = table.sum(axis=0).tolist()
        assert higher + low == lower
        of_class = dict(zip(CLASSES, (table.sum(axis=1) // comb(46, 7)).tolist(), strict=True))
        for category, count in hands.items():
            name = category.name.lower()
            members = [kind for kind in CLASSES if kind == name or kind.startswith((f"{name}_with", f"{name}_over"))]
            if name == "pair":
                members = ["pair_below_kings", "pair_of_kings", "pair_of_aces"]
            assert sum(of_class[kind] for kind in members) == count


def test_cold_figures_do_without_numba():
    code = (
        "import sys; from seventh.games.edges import edge; from seventh.games.advice import advise;"
        f"[edge(game) for game in {GAMES}]; advise('seven-card-thrill', 'AsKsQsJsTs2c3d');"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=LIMIT)
