"""What a record holds to prove its shuffle, as plain data; `seventh.fair` makes it and checks it."""

from __future__ import annotations

from typing import Annotated

import msgspec

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""
ClientSeed = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){1,32}$")]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card of a deck, shown to be what was committed to before the first card was dealt."""

    position: int
    """Counted from 0, the top."""
    card: str
    salt: Hash
    path: tuple[Hash, ...]
    """The neighbours on the way from the card's leaf to the root."""
    tree: int = 0
    """0 is the deck, 1 the first shuffle of the burns, and so on."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What proves that the cards of a round came from a deck that was fixed before it."""

    scheme: int
    table: str
    round: str
    seed_hash: Hash
    """SHA-256 of the server seed, shown before the first wager."""
    server_seed: Hash | None = None
    """Absent until it is revealed."""
    client_seeds: dict[int, ClientSeed] = {}
    """What each seat's own program contributed after that."""
    root: Hash | None = None
    """Stud: the commitment to every card of the deck, shown before the first card."""
    shuffle_roots: tuple[Hash, ...] = ()
    """Stud: the same for each shuffle of the burns, shown when it happened."""
    openings: tuple[Opening, ...] = ()
    """Stud: the cards that the owner of the record may see, while the server seed is not revealed."""
