"""From seeds to a deck, commitments to it, and proof afterwards that it was dealt."""

from seventh.fair.deck import SCHEME, Inputs, shuffled_burns, shuffled_deck
from seventh.fair.following import Disproved
from seventh.fair.merkle import Tree, seed_hash, verify_opening
from seventh.fair.secret import Secret
from seventh.fair.shuffled import DISTURBS, Shuffled
from seventh.fair.verify import Verified, verify
from seventh.fair.verify_alone import verify_alone

__all__ = [
    "DISTURBS",
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
    "verify_alone",
    "verify_opening",
]
