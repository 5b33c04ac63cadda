"""Writes the test vectors of the shuffle: `python -m tools.fair_vectors`; `--check` only compares.

The file is for implementing the scheme in other languages: blocks of `key = value` separated by empty lines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from seventh.cards import Card, format_cards, parse_cards
from seventh.fair.deck import Inputs, burns_label, shuffled_burns, shuffled_deck, stream
from seventh.fair.merkle import Tree, salts, seed_hash
from seventh.fair.secret import Secret

FILE = Path(__file__).resolve().parent.parent / "src" / "seventh" / "fair" / "vectors.txt"

HEAD = """\
# Golden vectors of the shuffle, scheme 1. docs/fair.md specifies every byte.
#
# A block is one shuffle: lines of `key = value` in UTF-8, followed by an empty line. Bytes are in hexadecimal; cards
# are two characters each, the top of the deck first. Client seeds are `seat:seed`, separated by spaces.
#
# seed_hash is SHA-256(server_seed). key is HMAC-SHA-256 over fields, with server_seed as its key. stream is the first
# 64 bytes of ChaCha20 with key. cards are the cards to shuffle, in any order, and order is the result. If there is a
# root, salts_key is the key of the salts, and each open is `position card salt path`, where path lists the sibling
# hashes from the leaf to the root, separated by commas.
"""

REJECTED = 449_316
"""A server seed, as a number, whose shuffle of 53 cards rejects a word, as one in some millions does."""


def main(arguments: list[str]) -> int:
    text = "\n".join(
        [HEAD, *("".join(f"{key} = {value}".rstrip() + "\n" for key, value in block) for block in blocks())]
    )
    if arguments == ["--check"]:
        same = FILE.read_text(encoding="utf-8") == text
        print("the vectors are up to date" if same else "the vectors differ from those computed by this release")
        return 0 if same else 1
    FILE.write_text(text, encoding="utf-8")
    print(f"wrote {text.count('name = ')} vectors")
    return 0


def blocks() -> Iterator[list[tuple[str, str]]]:
    stud, boston, thrill, flush = "seven-card-stud", "boston-7-stud", "seven-card-thrill", "high-card-flush"
    zeros = Secret(bytes(32))
    yield deck("all zeros, one client", Inputs(zeros, flush, "1", "1", {1: bytes(1)}))
    yield deck("nobody gave a client seed", Inputs(zeros, flush, "1", "1", {}))
    yield deck("another round", Inputs(zeros, flush, "1", "2", {1: bytes(1)}))
    yield deck("another table", Inputs(zeros, flush, "2", "1", {1: bytes(1)}))
    yield deck("another seat", Inputs(zeros, flush, "1", "1", {2: bytes(1)}))
    yield deck("another game with the same cards", Inputs(zeros, boston, "1", "1", {1: bytes(1)}))
    yield deck("a joker", Inputs(zeros, thrill, "1", "1", {1: bytes(1)}))
    yield deck("empty names", Inputs(made("empty"), boston, "", "", {6: made("client").reveal()}))
    yield deck("names in other scripts", Inputs(made("names"), thrill, "Tisch für Ärzte", "第七街/№ 7", seats(1, 3, 6)))
    yield deck("a full table", Inputs(made("full"), flush, "green-3", "2025-08-01/000417", seats(1, 2, 3, 4, 5, 6)))
    yield deck("seats of two digits", Inputs(made("digits"), boston, "green-3", "418", seats(2, 10, 9)))
    yield deck("a word is passed over", Inputs(number(REJECTED), thrill, "vectors", "rejection", {1: b"\x01"}))
    hand = Inputs(made("stud"), stud, "stud-1", "hand 1", seats(1, 2, 3, 4, 5, 6, 7, 8))
    yield deck("stud with commitments", hand, (0, 1, 31, 32, 51))
    yield burns("its burns", hand, 1, "QsTh4d9c", (0, 3))
    yield burns("its burns again", hand, 2, "9cQsTh4d", (2,))
    yield burns("five cards", hand, 2, "As2c7dKhJc", (0, 4))
    yield burns("a pair of cards", hand, 3, "Ah2h", (1,))
    yield burns("one card alone", hand, 1, "Ah", (0,))
    yield deck("stud between two", Inputs(made("two"), stud, "stud-1", "hand 2", seats(4, 8)), (3,))


def made(word: str) -> Secret:
    """A reproducible seed."""
    return Secret(sha256(f"seventh vectors {word}".encode()).digest())


def number(value: int) -> Secret:
    return Secret(value.to_bytes(32, "big"))


def seats(*taken: int) -> dict[int, bytes]:
    """A client seed for each seat, of different lengths."""
    return {seat: made(f"seat {seat}").reveal()[: 32 if seat % 2 else 4 * seat] for seat in taken}


def deck(name: str, inputs: Inputs, opened: tuple[int, ...] = ()) -> list[tuple[str, str]]:
    return block(name, inputs, "deck", inputs.cards, shuffled_deck(inputs), 0, opened)


def burns(name: str, inputs: Inputs, number: int, text: str, opened: tuple[int, ...]) -> list[tuple[str, str]]:
    cards = parse_cards(text)
    return block(name, inputs, burns_label(number), cards, shuffled_burns(inputs, number, cards), number, opened)


def block(
    name: str,
    inputs: Inputs,
    label: str,
    cards: tuple[Card, ...],
    order: tuple[Card, ...],
    number: int,
    opened: tuple[int, ...],
) -> list[tuple[str, str]]:
    size = len(cards)
    lines = [
        ("name", name),
        ("server_seed", inputs.server_seed.reveal().hex()),
        ("seed_hash", seed_hash(inputs.server_seed)),
        ("label", label),
        ("game", inputs.game),
        ("table", inputs.table),
        ("round", inputs.round_id),
        ("client_seeds", " ".join(f"{seat}:{seed.hex()}" for seat, seed in inputs.client_seeds.items())),
        ("fields", inputs.fields(label, size).hex()),
        ("key", inputs.key(label, size).hex()),
        ("stream", stream(inputs.key(label, size), 64).hex()),
        ("cards", format_cards(cards)),
        ("order", format_cards(order)),
    ]
    if opened:
        tree = Tree(order, salts(inputs, label, size), number)
        lines += [("salts_key", inputs.key(f"salts/{label}", size).hex()), ("root", tree.root)]
        openings = [tree.opening(position) for position in opened]
        lines += [("open", f"{o.position} {o.card} {o.salt} {','.join(o.path)}".rstrip()) for o in openings]
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
