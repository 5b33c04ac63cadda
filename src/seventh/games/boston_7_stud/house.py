"""House settings of Boston 7 Stud Poker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from seventh.house.values import (
    CapTier,
    House,
    Limits,
    PayTable,
    Problem,
    early_exposure_setting,
    setting,
    six_card_dealer_setting,
    void_refunds_folded_setting,
)

THREE_CARD_ROWS = ("royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
ANTE_BONUS_ROWS = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
)


@dataclass(frozen=True)
class Boston7Limits:
    """The limits of the wagers."""

    ante: Limits = setting("B14", "The ante; the first and second bets equal it.")
    three_card_bonus: Limits = setting("B3", "The three-card bonus, which pays on the first three cards.")


@dataclass(frozen=True)
class Boston7Pays:
    """The pay tables."""

    three_card_bonus: PayTable = setting("B6", "Pays by the first three cards.", rows=THREE_CARD_ROWS)
    ante_bonus: PayTable = setting("B12", "Paid on the ante, whatever the dealer has.", rows=ANTE_BONUS_ROWS)


@dataclass(frozen=True)
class Boston7House(House):
    """The rules of one house's Boston 7 Stud Poker."""

    limits: Boston7Limits = setting("B14", "The limits of the wagers.")
    pays: Boston7Pays = setting("B12", "The pay tables.")
    caps: tuple[CapTier, ...] = setting("B14", "The maximum payout of one hand, by size of ante; empty for no cap.")
    deal: Literal["stack", "one_at_a_time"] = setting(
        "B4",
        "Whether the first three cards are dealt in stacks or one at a time.",
        book=True,
        label="Dealing the first three cards",
        options={"stack": "a stack to each player", "one_at_a_time": "one card at a time"},
    )
    final_four: Literal["stack", "as_first_three"] = setting(
        "B4",
        "Whether the final four are dealt as four consecutive cards each, or in the same way as the first three.",
        before="as_first_three",
        book=True,
        label="Dealing the last four cards",
        options={"stack": "four cards to each player", "as_first_three": "like the first three"},
    )
    three_card_claim: Literal["on_claim", "automatic"] = setting(
        "B5",
        "Whether the three-card bonus must be claimed by showing the cards, or is settled for everyone.",
        label="Paying the three-card bonus",
        options={"on_claim": "if the player shows the cards", "automatic": "always"},
    )
    three_card_up_to_ante: bool = setting(
        "B14",
        "Whether the three-card bonus is limited to the size of the ante.",
        label="Three-card bonus at most the ante",
    )
    auto_set: bool = setting(
        "B9",
        "Whether players may let the house pick the best five of seven.",
        label="Best five picked for you",
        options={"true": "players may ask for it", "false": "everyone picks their own"},
    )
    bonus_hand: Literal["best_of_seven", "as_set"] = setting(
        "B9",
        "Which five cards decide the ante bonus.",
        label="Cards for the ante bonus",
        options={"best_of_seven": "the best five of seven", "as_set": "the five that were set"},
    )
    ante_only: Literal["versus_dealer", "bonus_table"] = setting(
        "B13",
        "How an ante alone is settled: against the dealer, plus the bonus, or by the bonus table only.",
        label="An ante without further bets",
        options={"versus_dealer": "plays against the dealer", "bonus_table": "can win only the bonus"},
    )
    stub_racked: Literal["after_count", "before_count"] = setting(
        "B8",
        "Whether the stub goes to the discard rack before or after the dealer's seven cards are counted; "
        "six_card_dealer decides what happens if one is missing.",
        label="Stub is racked",
        options={
            "after_count": "after the dealer's cards are counted",
            "before_count": "before the dealer's cards are counted",
        },
        mishap=True,
    )
    six_card_dealer: Literal["always_completed", "until_racked"] = six_card_dealer_setting("B18")
    three_card_exception: Literal["exposure_and_shuffler", "every_void"] = setting(
        "B16",
        "Which void rounds still pay qualifying three-card hands: under B15 and B19, or under B16 and B18 too.",
        label="Three-card bonus in a void round",
        options={"exposure_and_shuffler": "paid only under B15 and B19", "every_void": "always paid"},
        mishap=True,
    )
    early_exposure: Literal["play_on", "void"] = early_exposure_setting(
        "B20", "What happens when one of the dealer's last four cards is exposed early."
    )
    void_refunds_folded: bool = void_refunds_folded_setting("B20")

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        yield from cap_problems(self.caps, self.limits.ante.maximum)
        if self.three_card_up_to_ante and self.limits.three_card_bonus.minimum > self.limits.ante.maximum:
            least, most = self.limits.three_card_bonus.minimum, self.limits.ante.maximum
            yield (
                "limits.three_card_bonus.minimum",
                f"is {least}, above the largest ante of {most}, which it may not exceed",
            )


def cap_problems(caps: tuple[CapTier, ...], largest: int) -> Iterator[Problem]:
    """Tiers must increase and reach the table maximum, or some wager would accidentally have no cap."""
    for number, (lower, upper) in enumerate(pairwise(caps), 1):
        if upper.ante_up_to <= lower.ante_up_to:
            yield (
                f"caps[{number}].ante_up_to",
                f"is {upper.ante_up_to}, not above the tier before it ({lower.ante_up_to})",
            )
    if caps and caps[-1].ante_up_to < largest:
        yield f"caps[{len(caps) - 1}].ante_up_to", f"is {caps[-1].ante_up_to}, below the largest ante of {largest}"
