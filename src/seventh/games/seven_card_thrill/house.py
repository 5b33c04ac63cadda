"""House settings of 7 Card Thrill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from seventh.house.values import House, Limits, PayTable, early_exposure_setting, setting, six_card_dealer_setting

PRIMARY = ("poker", "pair_of_kings", "three_of_a_kind", "full_house")
"""The four primary wagers; at least one of them starts a round (T2)."""


@dataclass(frozen=True)
class ThrillLimits:
    """The limits of the wagers."""

    poker: Limits = setting("T12", "The Poker wager, against the dealer's hand.")
    pair_of_kings: Limits = setting("T12", "The Pair of Kings or Better wager, on the player's own hand.")
    three_of_a_kind: Limits = setting("T12", "The 3 of a Kind or Better wager, on the player's own hand.")
    full_house: Limits = setting("T12", "The Full House or Better wager, on the player's own hand.")
    special: Limits = setting("T12", "The Special wager, on the three highest hands.")


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
    primary_wagers: Literal["at_least_one", "exactly_one"] = setting(
        "T2",
        "How many primary wagers a player makes.",
        label="Primary bets in a round",
        options={"at_least_one": "one or more", "exactly_one": "exactly one"},
    )
    deal: Literal["stack", "one_at_a_time"] = setting(
        "T4",
        "Whether the cards are dealt in stacks or one at a time.",
        label="Dealing",
        options={"stack": "a stack to each player", "one_at_a_time": "one card at a time"},
    )
    best_five_plays: bool = setting(
        "T5",
        "Whether the best five of seven play, or the five that were kept.",
        book=True,
        label="Cards that play",
        options={"true": "the best five of seven", "false": "the five that were kept"},
    )
    half_pay_kings: Literal["pair_only", "holds_kings"] = setting(
        "T8",
        "Which hands get the lower pay: only one pair of kings, or also two pair and full houses with a pair of kings.",
        label="Lower pay for kings",
        options={"pair_only": "one pair of kings only", "holds_kings": "every hand with a pair of kings"},
    )
    dealer_up_card: Literal["last", "first"] = setting(
        "T4",
        "Which of the dealer's seven cards is dealt face up.",
        label="Dealer's card dealt face up",
        options={"last": "the last", "first": "the first"},
    )
    joker_in_flush: Literal["highest_missing", "ace"] = setting(
        "T11",
        "What the joker is in a flush: the highest missing card of the suit, or an ace, even a second one.",
        label="Joker in a flush",
        options={"highest_missing": "the highest missing card", "ace": "an ace"},
    )
    ace_to_five: Literal["second", "lowest"] = setting(
        "T6",
        "Where A-2-3-4-5 ranks among the straights.",
        book=True,
        label="Rank of the straight A-2-3-4-5",
        options={"second": "second highest", "lowest": "lowest"},
    )
    six_card_dealer: Literal["always_completed", "until_racked"] = six_card_dealer_setting("T13")
    early_exposure: Literal["play_on", "void"] = early_exposure_setting(
        "T13", "What happens when a second dealer card is exposed early."
    )
