"""R3: the published vectors, recomputed by a second implementation that shares nothing with the product."""

from hashlib import sha256
from importlib.resources import files

import pytest

from seventh.games import GAMES
from tests.fair import by_hand
from tools.fair_vectors import main

TEXT = files("seventh.fair").joinpath("vectors.txt").read_text(encoding="utf-8")


def read(text):
    """The blocks, as any language could read them."""
    blocks = [[]]
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if not line:
            blocks.append([])
        else:
            key, _, value = line.partition("=")
            blocks[-1].append((key.strip(), value.strip()))
    return [block for block in blocks if block]


BLOCKS = read(TEXT)
each = pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0][1])


def cards(text):
    return [text[i : i + 2] for i in range(0, len(text), 2)]


@each
def test_R3_a_vector_recomputed_by_hand(block):
    vector = dict(block)
    seed = bytes.fromhex(vector["server_seed"])
    assert sha256(seed).hexdigest() == vector["seed_hash"]
    pairs = [pair.split(":") for pair in vector["client_seeds"].split()]
    client_seeds = {int(seat): bytes.fromhex(given) for seat, given in pairs}
    size = len(cards(vector["cards"]))
    rest = vector["game"], size, vector["table"], vector["round"], client_seeds
    assert by_hand.fields(vector["label"], *rest).hex() == vector["fields"]
    key = by_hand.hmac_sha256(seed, bytes.fromhex(vector["fields"]))
    assert key.hex() == vector["key"]
    assert by_hand.chacha20(key, 64).hex() == vector["stream"]
    order = by_hand.shuffle(cards(vector["cards"]), key)
    assert "".join(order) == vector["order"]
    if "root" in vector:
        salts_key = by_hand.hmac_sha256(seed, by_hand.fields(f"salts/{vector['label']}", *rest))
        assert salts_key.hex() == vector["salts_key"]
        assert by_hand.root(by_hand.leaves(order, salts_key)).hex() == vector["root"]


@pytest.mark.parametrize("block", [block for block in BLOCKS if "root" in dict(block)], ids=lambda block: block[0][1])
def test_R5_a_vector_opens_its_cards(block):
    vector = dict(block)
    opened = [value.split(" ") for key, value in block if key == "open"]
    assert opened
    for position, card, salt, *rest in opened:
        path = [bytes.fromhex(node) for node in rest[0].split(",")] if rest else []
        assert cards(vector["order"])[int(position)] == card
        assert by_hand.climb(int(position), card, bytes.fromhex(salt), path).hex() == vector["root"]


def test_R3_the_vectors_hold_every_game_both_decks_and_shuffles_of_burns():
    vectors = [dict(block) for block in BLOCKS]
    assert len(vectors) >= 12
    assert {vector["game"] for vector in vectors} == set(GAMES)
    assert {len(cards(vector["cards"])) for vector in vectors if vector["label"] == "deck"} == {52, 53}
    assert {vector["label"] for vector in vectors} == {"deck", "burns/1", "burns/2", "burns/3"}
    assert len({vector["key"] for vector in vectors}) == len(vectors)


def test_R3_one_vector_rejects_a_word():
    """One deck in seven million does; a wrong bound would show nowhere else."""
    (vector,) = [dict(block) for block in BLOCKS if block[0][1] == "a word is passed over"]
    data = by_hand.chacha20(bytes.fromhex(vector["key"]), 256)
    numbers = [int.from_bytes(data[i : i + 4], "little") for i in range(0, 208, 4)]
    spans = range(53, 1, -1)
    passed = [n for n, span in zip(numbers, spans, strict=True) if n >= 2**32 - 2**32 % span]
    assert passed


def test_R3_the_vectors_are_what_this_release_computes(capsys):
    assert main(["--check"]) == 0
