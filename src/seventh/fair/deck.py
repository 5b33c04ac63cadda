"""Derives a deck from seeds, byte for byte as specified in docs/fair.md for other implementations.

key    = HMAC-SHA-256(server seed, fields)     a field is its length in 4 bytes, big-endian, and its bytes
fields = scheme, label, game, number of cards, table, round, then for each client seed in seat order: seat, seed
words  = ChaCha20(key, nonce 0, counter from 0), 4 bytes each, little-endian
deck   = Fisher-Yates shuffle from the last place down, with rejection sampling
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from struct import Struct

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from seventh.cards import UNKNOWN, Card
from seventh.fair.secret import Secret
from seventh.games import GAMES

SCHEME = 1
"""The version of this scheme. A change of any byte makes a new scheme."""

LONGEST_CLIENT_SEED = 32
_NONCE = bytes(16)  # the counter, then the nonce: each key is used once, so both start at zero
_CHUNK = Struct("<64I")
_ZEROS = bytes(_CHUNK.size)
_FAIR = tuple(2**32 - 2**32 % (last + 1) for last in range(53))
"""For each place, the smallest word to reject: from there on, some cards would be favoured."""


class Inputs:
    """Everything a round's deck depends on."""

    __slots__ = ("_rest", "client_seeds", "game", "round_id", "server_seed", "table")

    def __init__(
        self, server_seed: Secret, game: str, table: str, round_id: str, client_seeds: Mapping[int, bytes]
    ) -> None:
        if game not in GAMES:
            raise ValueError(f"unknown game {game!r}; choose from {', '.join(GAMES)}")
        for seat, seed in client_seeds.items():
            if type(seat) is not int or seat < 1:
                raise ValueError(f"a client seed belongs to a seat, a number from 1, not {seat!r}")
            if type(seed) is not bytes or not 1 <= len(seed) <= LONGEST_CLIENT_SEED:
                raise ValueError(f"the client seed of seat {seat} is not 1 to {LONGEST_CLIENT_SEED} bytes")
        self.server_seed = server_seed
        self.game = game
        self.table = table
        self.round_id = round_id
        self.client_seeds = dict(sorted(client_seeds.items()))
        seeds = [field for seat, seed in self.client_seeds.items() for field in (str(seat).encode(), seed)]
        self._rest = _fields(table.encode(), round_id.encode(), *seeds)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The game's cards before the shuffle: clubs from the two up, diamonds, hearts, spades, the joker."""
        return GAMES[self.game].deck

    def fields(self, label: str, size: int) -> bytes:
        """The fields a key is derived from, other than the server seed."""
        return _first_fields(label, self.game, size) + self._rest

    def key(self, label: str, size: int) -> bytes:
        """The key for one purpose: a deck, a shuffle of the burns, or salts."""
        return hmac.digest(self.server_seed.reveal(), self.fields(label, size), "sha256")

    def __repr__(self) -> str:
        return f"<Inputs {self.game} table={self.table!r} round={self.round_id!r} seats={list(self.client_seeds)}>"


def shuffled_deck(inputs: Inputs) -> tuple[Card, ...]:
    """The whole deck, top card first."""
    cards = inputs.cards
    return shuffled(cards, words(inputs.key("deck", len(cards))))


def reshuffled_deck(inputs: Inputs, number: int) -> tuple[Card, ...]:
    """The whole deck after the shuffling machine failed, top card first; `number` counts the reshuffles from 1."""
    cards = inputs.cards
    return shuffled(cards, words(inputs.key(f"deck/{number}", len(cards))))


def shuffled_burns(inputs: Inputs, number: int, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Stud: the shuffled burns (and stub) when the stub runs short, top card first; `number` counts from 1."""
    there_are = sorted(cards)
    if UNKNOWN in there_are:
        raise ValueError("cards that are shuffled must be known")
    return shuffled(there_are, words(inputs.key(burns_label(number), len(there_are))))


def burns_label(number: int) -> str:
    return f"burns/{number}"


def stream(key: bytes, length: int) -> bytes:
    """The first bytes of a key's ChaCha20 stream."""
    return Cipher(ChaCha20(key, _NONCE), None).encryptor().update(bytes(length))


def words(key: bytes) -> Iterator[int]:
    """A key's stream as an endless sequence of 32-bit words."""
    return chain.from_iterable(_chunks(key))


def _chunks(key: bytes) -> Iterator[tuple[int, ...]]:
    more = Cipher(ChaCha20(key, _NONCE), None).encryptor().update
    while True:
        yield _CHUNK.unpack(more(_ZEROS))


def shuffled(cards: Iterable[Card], numbers: Iterator[int]) -> tuple[Card, ...]:
    """The cards shuffled by these random words; every order is equally likely."""
    order = list(cards)
    last = len(order) - 1
    for number in numbers if last > 0 else ():
        if number < _FAIR[last]:
            chosen = number % (last + 1)
            order[last], order[chosen] = order[chosen], order[last]
            last -= 1
            if not last:
                break
    return tuple(order)


@lru_cache(maxsize=64)
def _first_fields(label: str, game: str, size: int) -> bytes:
    return _fields(f"seventh/{SCHEME}".encode(), label.encode(), game.encode(), b"%d" % size)


def _fields(*values: bytes) -> bytes:
    return b"".join([len(value).to_bytes(4, "big") + value for value in values])
