"""Commitments: a hash of the server seed, and at stud a Merkle tree over every card of the deck.

    leaf = SHA-256(0x00, position in one byte, the card's two characters, salt of 32 bytes)
    node = SHA-256(0x01, left, right)

The leaves are padded with 32 zero bytes each to a power of two; the top node is the root. A salt keeps a leaf from
being guessed, since there are only 52 cards to try. Salts are derived from the server seed too, so that the whole tree
can be rebuilt from the seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest

from seventh.cards import Card
from seventh.fair.deck import Inputs, stream
from seventh.fair.secret import Secret
from seventh.records.proof import Opening

SALT = 32
_LEAF, _NODE = b"\x00", b"\x01"
_NOTHING = bytes(32)


def seed_hash(seed: Secret) -> str:
    """The commitment to a server seed, in hexadecimal."""
    return sha256(seed.reveal()).hexdigest()


def salts(inputs: Inputs, label: str, size: int) -> tuple[bytes, ...]:
    """The salts of a shuffle's cards: the stream of a separate key, split into pieces."""
    found = stream(inputs.key(f"salts/{label}", size), SALT * size)
    return tuple(found[start : start + SALT] for start in range(0, SALT * size, SALT))


class Tree:
    """A commitment to an order of cards, with openings of single cards."""

    __slots__ = ("_cards", "_levels", "_openings", "_salts", "number")

    def __init__(self, cards: Iterable[Card], salts: Iterable[bytes], number: int = 0) -> None:
        self._cards = tuple(cards)
        self._salts = tuple(salts)
        self._openings: dict[int, Opening] = {}
        """Cache: a live table asks again for every viewer."""
        self.number = number
        """0 for the deck, 1 for the first shuffle of the burns, and so on."""
        level = [
            _leaf(position, card.text, salt)
            for position, (card, salt) in enumerate(zip(self._cards, self._salts, strict=True))
        ]
        level += [_NOTHING] * (2 ** _height(len(level)) - len(level))
        self._levels = [level]
        while len(level) > 1:
            level = [_node(level[i], level[i + 1]) for i in range(0, len(level), 2)]
            self._levels.append(level)

    @property
    def root(self) -> str:
        """The published root, in hexadecimal."""
        return self._levels[-1][0].hex()

    def opening(self, position: int) -> Opening:
        """The data that verifies one card against the root."""
        if not 0 <= position < len(self._cards):
            raise ValueError(f"position {position} is out of range for {len(self._cards)} cards")
        found = self._openings.get(position)
        if found is None:
            path = tuple([level[position >> height ^ 1].hex() for height, level in enumerate(self._levels[:-1])])
            found = Opening(position, self._cards[position].text, self._salts[position].hex(), path, self.number)
            self._openings[position] = found
        return found

    def __repr__(self) -> str:
        return f"<Tree of {len(self._cards)} cards, root {self.root}>"


def verify_opening(root: str, opening: Opening, size: int) -> bool:
    """Whether the root of an order of `size` cards commits to this card at this position.

    The path must have the length that the size implies: if it could vary, one position could have two cards.
    """
    if not 0 <= opening.position < size or len(opening.path) != _height(size):
        return False
    try:
        found = _leaf(opening.position, opening.card, bytes.fromhex(opening.salt))
        for height, neighbour in enumerate(map(bytes.fromhex, opening.path)):
            right = opening.position >> height & 1
            found = _node(neighbour, found) if right else _node(found, neighbour)
        return compare_digest(found.hex(), root)
    except ValueError:
        return False


def _height(size: int) -> int:
    """The number of levels from a leaf to the root."""
    return max(size - 1, 0).bit_length()


def _leaf(position: int, card: str, salt: bytes) -> bytes:
    named = card.encode()
    if len(named) != 2 or len(salt) != SALT:
        raise ValueError("not a leaf")
    return sha256(_LEAF + bytes((position,)) + named + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    if len(left) != 32 or len(right) != 32:
        raise ValueError("not a node")
    return sha256(_NODE + left + right).digest()
