"""House settings of Three Card Poker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from seventh.house.values import House, Limits, PayTable, setting


@dataclass(frozen=True)
class ThreeCardPokerLimits:
    """The limits of the wagers made before the deal."""

    ante: Limits = setting("P3", "The ante.")
    pair_plus: Limits = setting("P3", "The Pair Plus wager.")


@dataclass(frozen=True)
class ThreeCardPokerPays:
    """The pay tables, by the player's three cards."""

    ante_bonus: PayTable = setting(
        "P8", "Paid on the ante, whatever the dealer has.", rows=("straight_flush", "three_of_a_kind", "straight")
    )
    pair_plus: PayTable = setting(
        "P9", "The Pair Plus wager.", rows=("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    )


@dataclass(frozen=True)
class ThreeCardPokerHouse(House):
    """The rules of one house's Three Card Poker."""

    limits: ThreeCardPokerLimits = setting("P3", "The limits of the wagers made before the deal.")
    pays: ThreeCardPokerPays = setting("P8", "The pay tables.")
    dealer_qualifies: int = setting(
        "P5", "The lowest high card, 5 to 14, with which the dealer qualifies.", least=5, most=14
    )
    deal: Literal["stack", "one_at_a_time"] = setting("P10", "Whether the cards are dealt in stacks or one at a time.")
    short_dealer: Literal["always_completed", "until_racked"] = setting(
        "P10",
        "Whether a dealer with two cards always gets the third, from the top of the stub if it has been racked, "
        "or only until the stub is racked; after that, all hands are void.",
    )
    early_exposure: Literal["play_on", "void"] = setting(
        "P10", "What happens when a dealer card is exposed before all players have acted."
    )
