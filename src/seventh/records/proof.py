"""The part of a record that proves its shuffle, as plain data; `seventh.fair` creates and verifies it."""

from __future__ import annotations

from typing import Annotated

import msgspec

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""
ClientSeed = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){1,32}$")]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card of a deck, proved to be the one committed to before the first card was dealt."""

    position: int
    """Counted from 0, the top."""
    card: str
    salt: Hash
    path: tuple[Hash, ...]
    """The sibling hashes on the path from the card's leaf to the root."""
    tree: int = 0
    """0 is the deck, 1 the first shuffle of the burns, and so on."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The proof that the cards of a round came from a deck fixed before it."""

    scheme: int
    table: str
    round: str
    seed_hash: Hash
    """SHA-256 of the server seed, published before the first wager."""
    server_seed: Hash | None = None
    """Absent until it is revealed."""
    client_seeds: dict[int, ClientSeed] = {}
    """What each seat's client contributed after that."""
    root: Hash | None = None
    """Stud: the commitment to every card of the deck, published before the first card."""
    shuffle_roots: tuple[Hash, ...] = ()
    """Stud: the same for each shuffle of the burns, published when it happened."""
    openings: tuple[Opening, ...] = ()
    """Stud: the cards that the owner of the record may see, while the server seed is secret."""
