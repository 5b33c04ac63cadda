"""House settings of 7 Card Thrill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from seventh.house.values import House, Limits, PayTable, setting, six_card_dealer_setting

PRIMARY = ("poker", "pair_of_kings", "three_of_a_kind", "full_house")
"""The four primary wagers; at least one of them starts a round (T2)."""


@dataclass(frozen=True)
class ThrillLimits:
    """The limits of the wagers."""

    poker: Limits = setting("T12", "The Poker wager.")
    pair_of_kings: Limits = setting("T12", "The Pair of Kings or Better wager.")
    three_of_a_kind: Limits = setting("T12", "The 3 of a Kind or Better wager.")
    full_house: Limits = setting("T12", "The Full House or Better wager.")
    special: Limits = setting("T12", "The Special wager.")


@dataclass(frozen=True)
class ThrillPays:
    """The pay tables."""

    poker: PayTable = setting(
        "T7", "For beating the dealer, and for beating a low dealer hand.", rows=("higher", "low_dealer_hand")
    )
    pair_of_kings: PayTable = setting(
        "T8", "For better than a pair of kings, and for the pair itself.", rows=("better", "kings")
    )
    three_of_a_kind: PayTable = setting("T9", "For three of a kind or better.", rows=("three_of_a_kind",))
    full_house: PayTable = setting("T9", "For a full house or better.", rows=("full_house",))
    special: PayTable = setting(
        "T9", "For the three highest hands.", rows=("five_aces", "royal_flush", "straight_flush")
    )


@dataclass(frozen=True)
class ThrillHouse(House):
    """The rules of one house's 7 Card Thrill."""

    limits: ThrillLimits = setting("T12", "The limits of the wagers.")
    pays: ThrillPays = setting("T9", "The pay tables.")
    cap: int = setting("T12", "The maximum payout of one player's hand, all wagers included; 0 for none.", amount=True)
    primary_wagers: Literal["at_least_one", "exactly_one"] = setting("T2", "How many primary wagers a player makes.")
    deal: Literal["stack", "one_at_a_time"] = setting("T4", "Whether the cards are dealt in stacks or one at a time.")
    best_five_plays: bool = setting("T5", "Whether the best five of seven play, or the five that were kept.", book=True)
    half_pay_kings: Literal["pair_only", "holds_kings"] = setting(
        "T8",
        "Which hands get the lower pay: only one pair of kings, or also two pair and full houses with a pair of kings.",
    )
    dealer_up_card: Literal["last", "first"] = setting("T4", "Which of the dealer's seven cards is dealt face up.")
    joker_in_flush: Literal["highest_missing", "ace"] = setting(
        "T11", "What the joker is in a flush: the highest missing card of the suit, or an ace, even a second one."
    )
    ace_to_five: Literal["second", "lowest"] = setting("T6", "Where A-2-3-4-5 ranks among the straights.", book=True)
    six_card_dealer: Literal["always_completed", "until_racked"] = six_card_dealer_setting("T13")
    early_exposure: Literal["play_on", "void"] = setting(
        "T13", "What happens when a second dealer card is exposed early."
    )
