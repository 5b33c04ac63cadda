"""House settings of High Card Flush."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from seventh.house.values import (
    House,
    Limits,
    PayTable,
    Problem,
    early_exposure_setting,
    setting,
    six_card_dealer_setting,
    void_refunds_folded_setting,
)


@dataclass(frozen=True)
class HighCardFlushLimits:
    """The limits of the wagers made before the deal."""

    ante: Limits = setting("H3", "The ante, with which every hand starts.")
    flush: Limits = setting("H3", "The Flush wager, which pays for a long suit.")
    straight_flush: Limits = setting("H3", "The Straight Flush wager, which pays for a long suited run.")


@dataclass(frozen=True)
class HighCardFlushPays:
    """The pay tables, by number of cards."""

    flush: PayTable = setting(
        "H8", "Pays by the length of the longest suit.", rows=("seven_cards", "six_cards", "five_cards", "four_cards")
    )
    straight_flush: PayTable = setting(
        "H9",
        "Pays by the length of the longest suited run.",
        rows=("seven_cards", "six_cards", "five_cards", "four_cards", "three_cards"),
    )


@dataclass(frozen=True)
class MostRaise:
    """The largest raise in antes, by the length of the player's flush."""

    four_or_fewer: int = setting("H4", "With four suited cards or fewer.", least=1)
    five: int = setting("H4", "With five suited cards.", least=1)
    six_or_seven: int = setting("H4", "With six or seven suited cards.", least=1)


@dataclass(frozen=True)
class Qualifier:
    """The lowest hand with which the dealer qualifies."""

    length: int = setting("H5", "The number of suited cards.", least=2, most=7)
    high_card: int = setting("H5", "The rank of the highest of them, 2 to 14.", least=2, most=14)


@dataclass(frozen=True)
class HighCardFlushHouse(House):
    """The rules of one house's High Card Flush."""

    limits: HighCardFlushLimits = setting("H3", "The limits of the wagers made before the deal.")
    pays: HighCardFlushPays = setting("H8", "The pay tables.")
    most_raise: MostRaise = setting("H4", "The largest raise in antes.")
    excess_raise: Literal["returned", "void"] = setting(
        "H4",
        "With hand-dealt cards, whether a raise larger than the turned-up cards allow is reduced to the maximum and "
        "the rest returned, or voids the hand.",
        before="returned",
        label="Raise that is too large",
        options={"returned": "reduced to the maximum", "void": "the hand is void"},
        mishap=True,
    )
    dealer_qualifies: Qualifier = setting("H5", "The lowest hand with which the dealer qualifies.")
    deal: Literal["stack", "one_at_a_time"] = setting(
        "H12",
        "Whether the cards are dealt in stacks or one at a time.",
        label="Dealing",
        options={"stack": "a stack to each player", "one_at_a_time": "one card at a time"},
    )
    six_card_dealer: Literal["always_completed", "until_racked"] = six_card_dealer_setting("H12")
    early_exposure: Literal["play_on", "void"] = early_exposure_setting(
        "H12", "What happens when a dealer card is exposed before all players have acted."
    )
    void_refunds_folded: bool = void_refunds_folded_setting("H12")
    folded_bonus: Literal["on_claim", "automatic"] = setting(
        "H10",
        "Whether a player who folds must claim the bonus wagers, or they are settled without a claim.",
        label="Bonus bets after folding",
        options={"on_claim": "settled if the player asks", "automatic": "always settled"},
    )
    aggregate_cap: int = setting("H11", "The maximum payout of one hand; 0 for no cap.", amount=True)
    aggregate_cap_scope: Literal["round", "player"] = setting(
        "H11",
        "Whether the cap applies to all players in a round together, or to each player.",
        label="Largest payout is for",
        options={"round": "all players together", "player": "each player"},
    )

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        length, high_card = self.dealer_qualifies.length, self.dealer_qualifies.high_card
        if high_card <= length:
            yield "dealer_qualifies.high_card", f"is {high_card}; {length} suited cards have at least a {length + 1}"
