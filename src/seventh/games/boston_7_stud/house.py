"""What a house may choose at Boston 7 Stud Poker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from seventh.house.values import CapTier, House, Limits, PayTable, Problem, setting, six_card_dealer_setting

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
    """What may be wagered."""

    ante: Limits = setting("B14", "The ante; the 1st and 2nd wagers equal it.")
    three_card_bonus: Limits = setting("B3", "The three-card bonus.")


@dataclass(frozen=True)
class Boston7Pays:
    """The pay tables."""

    three_card_bonus: PayTable = setting("B6", "By the first three cards.", rows=THREE_CARD_ROWS)
    ante_bonus: PayTable = setting("B12", "On the ante, whatever the dealer has.", rows=ANTE_BONUS_ROWS)


@dataclass(frozen=True)
class Boston7House(House):
    """The rules of one house's Boston 7 Stud Poker."""

    limits: Boston7Limits = setting("B14", "What may be wagered.")
    pays: Boston7Pays = setting("B12", "The pay tables.")
    caps: tuple[CapTier, ...] = setting("B14", "The most one hand is paid, by the size of the ante; empty for no cap.")
    deal: Literal["stack", "one_at_a_time"] = setting(
        "B4", "Whether the first three cards come in stacks or one by one.", book=True
    )
    final_four: Literal["stack", "as_first_three"] = setting(
        "B4",
        "Whether the final four come to each place as four consecutive cards, or the way the first three came.",
        before="as_first_three",
        book=True,
    )
    three_card_claim: Literal["on_claim", "automatic"] = setting(
        "B5", "Whether the three-card bonus must be claimed by showing the cards, or is settled for everyone."
    )
    three_card_up_to_ante: bool = setting("B14", "Whether the three-card bonus may be at most the ante.")
    auto_set: bool = setting("B9", "Whether a person may leave the best five of seven to the house.")
    bonus_hand: Literal["best_of_seven", "as_set"] = setting("B9", "Which five cards the ante bonus goes by.")
    ante_only: Literal["versus_dealer", "bonus_table"] = setting(
        "B13", "How an ante alone is settled: against the dealer with the bonus besides, or by the bonus table only."
    )
    stub_racked: Literal["after_count", "before_count"] = setting(
        "B8",
        "Whether the stub goes to the discard rack after the dealer's seven are counted, or before; "
        "what follows when one is missing is up to six_card_dealer.",
    )
    six_card_dealer: Literal["always_completed", "until_racked"] = six_card_dealer_setting("B18")
    three_card_exception: Literal["exposure_and_shuffler", "every_void"] = setting(
        "B16", "Which voids still pay three-card hands that qualify: those of B15 and B19, or those of B16 and B18 too."
    )
    early_exposure: Literal["play_on", "void"] = setting(
        "B20", "What follows when one of the dealer's later four is exposed early."
    )
    void_refunds_folded: bool = setting("B20", "Whether a void round returns wagers to those who had folded.")

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
    """Tiers must rise and reach the table maximum, or some wager would have no cap by accident."""
    for number, (lower, upper) in enumerate(pairwise(caps), 1):
        if upper.ante_up_to <= lower.ante_up_to:
            yield (
                f"caps[{number}].ante_up_to",
                f"is {upper.ante_up_to}, not above the tier before it ({lower.ante_up_to})",
            )
    if caps and caps[-1].ante_up_to < largest:
        yield f"caps[{len(caps) - 1}].ante_up_to", f"is {caps[-1].ante_up_to}, below the largest ante of {largest}"
