"""The interface of the fast kernels. That they rank every hand correctly is proved in test_kernels_proof.py."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seventh import compiled
from seventh.cards import DECK_52, DECK_53, CardError, DuplicateCard, MalformedCard, WrongCount, parse_cards
from seventh.compiled import njit
from seventh.hands import flush, joker, kernels, poker, tables, tables_file
from seventh.hands.kernels import BITS, EMPTY, KEYS, rank_lowest, rank_second
from seventh.hands.poker import Category, Wheel
from tests.hands.dealing import deals


@njit
def rank_one(cards, second):
    key, held = EMPTY, np.uint64(0)
    for card in cards:
        key += KEYS[card]
        held += BITS[card]
    return rank_second(key, held) if second else rank_lowest(key, held)


def cards_of(text):
    return np.array([parse_cards(text)], np.uint8)


@pytest.mark.parametrize("with_joker", [False, True])
def test_one_hand_at_a_time_inside_a_kernel(with_joker):
    ranking = joker if with_joker else poker
    for cards in deals(3000, joker=with_joker):
        held = sum(card.bit for card in cards)
        for wheel in Wheel:
            number = rank_one(np.array(cards, np.uint8), wheel is Wheel.SECOND)
            assert tables.STRENGTHS[number] == ranking.strength(held, wheel)


def test_suits_inside_a_kernel():
    @njit
    def both(cards):
        return kernels.longest_suit(cards), kernels.longest_run(cards)

    for cards in deals(300, sizes=(1, 4, 7)):
        held = sum(card.bit for card in cards)
        place, run = both(np.uint64(held))
        mask = int(tables.SUIT_AT_PLACE[place])
        assert (int(tables.LENGTH_AT_PLACE[place]) << 13 | mask, run) == (
            flush.strength(held),
            flush.longest_run_length(held),
        )


def test_the_order_of_cards_and_the_shape_of_the_array_do_not_matter():
    hands = np.array(list(deals(500, sizes=(7,))), np.int64)
    numbers = kernels.rank_hands(hands)
    assert np.array_equal(kernels.rank_hands(hands[:, ::-1]), numbers)
    assert np.array_equal(kernels.rank_hands(np.asfortranarray(hands.astype(np.uint8))), numbers)
    assert np.array_equal(kernels.rank_hands(hands.tolist()), numbers)
    assert kernels.rank_hands(np.empty((0, 7), np.uint8)).shape == (0,)
    assert np.array_equal(kernels.rank_hands(hands, threads=3), numbers)
    with pytest.raises(DuplicateCard, match="hand 499"):
        kernels.rank_hands([*hands[:499].tolist(), [1, 2, 3, 4, 5, 6, 1]], threads=3)


@pytest.mark.parametrize(
    ("text", "wheel", "number"),
    [
        ("2c3d4h5s7c", Wheel.LOWEST, 0),
        ("AsKsQsJsTs", Wheel.LOWEST, 7461),
        ("As2s3s4s5s", Wheel.LOWEST, 7452),
        ("As2s3s4s5s", Wheel.SECOND, 7460),
        ("As2s3s4s5s6s", Wheel.LOWEST, 7453),
        ("As2s3s4s5s6s", Wheel.SECOND, 7460),
        ("AsAhAdAcJk", Wheel.SECOND, 7462),
    ],
)
def test_T6_numbers_of_known_hands(text, wheel, number):
    assert kernels.rank_hands(cards_of(text), wheel).tolist() == [number]


def test_numbers_and_strengths_go_both_ways():
    assert (np.diff(tables.STRENGTHS) > 0).all()
    assert np.array_equal(tables.numbers_of(tables.STRENGTHS), np.arange(tables_file.CLASSES))
    for strength in (-1, 5, int(tables.STRENGTHS[-1]) + 1):
        with pytest.raises(ValueError, match="no hand"):
            tables.numbers_of([strength])
    for number in range(0, tables_file.CLASSES, 50):
        category = Category(tables.CATEGORIES[number])
        assert tables.STRENGTHS[number] >> 26 == category
        assert tables.CATEGORY_STARTS[category] <= number < tables.CATEGORY_STARTS[category + 1]


@pytest.mark.parametrize("rank", [kernels.rank_hands, kernels.longest_suits, kernels.longest_runs])
def test_invalid_hands_are_refused(rank):
    with pytest.raises(DuplicateCard, match="hand 1"):
        rank([[0, 1, 2, 3, 4], [9, 8, 7, 6, 9]])
    with pytest.raises(CardError):
        rank([[0, 1, 2, 3, 53]])
    with pytest.raises(CardError):
        rank([[0, 1, 2, 3, -1]])
    with pytest.raises(MalformedCard):
        rank([[0.0, 1.0, 2.0, 3.0, 4.5]])
    with pytest.raises(WrongCount):
        rank([list(range(8))])
    with pytest.raises(WrongCount):
        rank([0, 1, 2, 3, 4])


def test_four_cards_are_too_few_for_poker_and_a_joker_is_no_card_of_high_card_flush():
    with pytest.raises(WrongCount):
        kernels.rank_hands([[0, 1, 2, 3]])
    with pytest.raises(CardError):
        kernels.longest_suits([[0, 52]])


def test_keys_distinguish_cards():
    assert len(set(KEYS.tolist())) == len(DECK_53)
    assert [int(bit) for bit in BITS] == [card.bit for card in DECK_53]
    assert all(int(KEYS[card]) & 0xFFFF == 1 << 4 * card.suit for card in DECK_52)


def test_damaged_tables_are_noticed(tmp_path, monkeypatch):
    stored: dict[str, Any] = dict(tables_file.load())
    stored["lowest"][17] ^= 1
    np.savez(tmp_path / "ranks.npz", digest=np.array(tables_file.digest(tables_file.load())), **stored)
    monkeypatch.setattr(tables_file, "FILE", tmp_path / "ranks.npz")
    with pytest.raises(tables_file.DamagedTables):
        tables_file.load()


def test_one_hand_needs_neither_numba_nor_numpy():
    program = (
        "import sys; from seventh.hands import flush, joker, poker;"
        "poker.rank('AsKsQsJsTs'), joker.rank('AsKsQsJsJk'), flush.longest_suit('AsKs');"
        "sys.exit(bool({'numpy', 'numba', 'seventh.compiled'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


class TestCache:
    def package(self, folder: Path) -> dict[str, Path]:
        texts = {
            "kernel.py": "from seventh.compiled import njit\nfrom seventh.values import (\n    A,\n)\n",
            "values.py": "from seventh import deeper\nA = 1\n",
            "deeper.py": "B = 2\n",
            "page.py": "import seventh.values\n",
            "hands/data/ranks.npz": "numbers",
        }
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        return {name: folder / name for name in texts}

    @pytest.mark.parametrize(
        ("edited", "matters"),
        [("kernel.py", 1), ("values.py", 1), ("deeper.py", 1), ("hands/data/ranks.npz", 1), ("page.py", 0)],
    )
    def test_the_cache_directory_is_named_after_everything_in_a_kernel(self, tmp_path, monkeypatch, edited, matters):
        files = self.package(tmp_path / "seventh")
        monkeypatch.setattr(compiled, "_PACKAGE", tmp_path / "seventh")
        before = compiled._fingerprint()
        files[edited].write_text(files[edited].read_text() + "\n# more\n")
        assert (compiled._fingerprint() != before) == bool(matters)

    def test_first_directory_that_can_be_written(self, tmp_path, monkeypatch):
        monkeypatch.setenv("SEVENTH_CACHE", "/dev/null/nowhere")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setattr(sys, "platform", "linux")
        found = compiled._cache_directory()
        assert found is not None
        assert found.parent == tmp_path / "seventh-street"
        monkeypatch.setenv("SEVENTH_CACHE", str(tmp_path / "chosen"))
        found = compiled._cache_directory()
        assert found is not None
        assert found.parent == tmp_path / "chosen"
        monkeypatch.setattr(compiled, "_homes", lambda: iter([Path("/dev/null/nowhere")]))
        assert compiled._cache_directory() is None

    def test_old_versions_are_forgotten(self, tmp_path, monkeypatch):
        monkeypatch.setenv("SEVENTH_CACHE", str(tmp_path))
        for number in range(20):
            (tmp_path / f"kernels-{number}").mkdir()
        current = compiled._cache_directory()
        assert current is not None
        assert current.exists()
        assert len(list(tmp_path.iterdir())) == compiled._KEPT
