"""Provably fair shuffles: decks derived from seeds, commitments, and verification."""

from seventh.fair.dealing import Disproved
from seventh.fair.deck import SCHEME, Inputs, shuffled_burns, shuffled_deck
from seventh.fair.merkle import Tree, seed_hash, verify_opening
from seventh.fair.secret import Secret
from seventh.fair.shuffled import Shuffled
from seventh.fair.verify import Verified, verify
from seventh.fair.verify_standalone import verify_standalone

__all__ = [
    "SCHEME",
    "Disproved",
    "Inputs",
    "Secret",
    "Shuffled",
    "Tree",
    "Verified",
    "seed_hash",
    "shuffled_burns",
    "shuffled_deck",
    "verify",
    "verify_opening",
    "verify_standalone",
]
