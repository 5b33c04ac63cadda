"""What a house may choose at High Card Flush."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from seventh.house.values import House, Limits, PayTable, Problem, setting, six_card_dealer_setting


@dataclass(frozen=True)
class HighCardFlushLimits:
    """What may be wagered before the cards."""

    ante: Limits = setting("H3", "The ante.")
    flush: Limits = setting("H3", "The Flush wager.")
    straight_flush: Limits = setting("H3", "The Straight Flush wager.")


@dataclass(frozen=True)
class HighCardFlushPays:
    """The pay tables, by how many cards."""

    flush: PayTable = setting(
        "H8", "By the longest suit.", rows=("seven_cards", "six_cards", "five_cards", "four_cards")
    )
    straight_flush: PayTable = setting(
        "H9",
        "By the longest suited run.",
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
    """The least hand with which the dealer qualifies."""

    length: int = setting("H5", "How many suited cards.", least=2, most=7)
    high_card: int = setting("H5", "The rank of the highest of them, 2 to 14.", least=2, most=14)


@dataclass(frozen=True)
class HighCardFlushHouse(House):
    """The rules of one house's High Card Flush."""

    limits: HighCardFlushLimits = setting("H3", "What may be wagered before the cards.")
    pays: HighCardFlushPays = setting("H8", "The pay tables.")
    most_raise: MostRaise = setting("H4", "The largest raise in antes.")
    dealer_qualifies: Qualifier = setting("H5", "The least hand with which the dealer qualifies.")
    deal: Literal["stack", "one_at_a_time"] = setting("H12", "Whether all seven cards come in stacks or one by one.")
    six_card_dealer: Literal["always_completed", "until_racked"] = six_card_dealer_setting("H12")
    early_exposure: Literal["play_on", "void"] = setting(
        "H12", "What follows when a dealer card is exposed before all have acted."
    )
    void_refunds_folded: bool = setting("H12", "Whether a void round returns wagers to those who had folded.")
    folded_bonus: Literal["on_claim", "automatic"] = setting(
        "H10", "Whether a player who folds must claim the bonus wagers, or they are settled in any case."
    )
    aggregate_cap: int = setting("H11", "The most that is paid in one hand; 0 for no cap.")
    aggregate_cap_scope: Literal["round", "player"] = setting(
        "H11", "Whether the cap holds for all players of a round together, or for each player."
    )

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        length, high_card = self.dealer_qualifies.length, self.dealer_qualifies.high_card
        if high_card <= length:
            yield "dealer_qualifies.high_card", f"is {high_card}; {length} suited cards have at least a {length + 1}"
