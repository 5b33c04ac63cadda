"""What a house may choose at Seven-Card Stud."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from seventh.house.values import House, Limits, Problem, setting


@dataclass(frozen=True)
class StudLimits:
    """What a player may bring to the table."""

    buy_in: Limits = setting("S21", "The chips with which a player sits down, or up to which one buys again.")


@dataclass(frozen=True)
class Stakes:
    """The amounts that the betting is built on."""

    ante: int = setting("S2", "What each player dealt in puts into the pot before the cards; 0 for none.")
    bring_in: int = setting("S18", "What the lowest up-card must bet.", least=1)
    small_bet: int = setting("S17", "The bet on third and fourth street; without fixed limit, the least bet.", least=1)
    big_bet: int = setting("S17", "The bet from fifth street on, at fixed limit.", least=1)


@dataclass(frozen=True)
class Spread:
    """The range of a bet or raise on each street, at spread limit."""

    third: Limits = setting("S17", "On third street.")
    fourth: Limits = setting("S17", "On fourth street.")
    fifth: Limits = setting("S17", "On fifth street.")
    sixth: Limits = setting("S17", "On sixth street.")
    seventh: Limits = setting("S17", "On seventh street.")

    def of_street(self, street: int) -> Limits:
        return (self.third, self.fourth, self.fifth, self.sixth, self.seventh)[street - 3]


@dataclass(frozen=True)
class Rake:
    """What the house takes from a pot."""

    per_thousand: int = setting("S25", "The share of each pot in thousandths; 0 for no rake.", most=1000)
    cap: int = setting("S25", "The most taken from one hand; 0 for no cap.")
    no_fourth_street_no_drop: bool = setting("S25", "Whether a hand that ends before fourth street is free of rake.")


@dataclass(frozen=True)
class StudHouse(House):
    """The rules of one house's Seven-Card Stud."""

    seats: int = setting("S1", "How many people may play at one table.", least=2, most=8)
    limits: StudLimits = setting("S21", "What a player may bring to the table.")
    deal_moves: bool = setting("S3", "Whether the deal moves on one seat a hand, as among friends.", before=True)
    structure: Literal["fixed_limit", "spread_limit", "pot_limit", "no_limit"] = setting("S17", "How much may be bet.")
    stakes: Stakes = setting("S17", "The amounts that the betting is built on.")
    spread: Spread = setting("S17", "The ranges at spread limit.")
    completion_counts: bool = setting("S18", "Whether completing the bring-in counts as a raise against the cap.")
    raise_cap: int = setting("S19", "How many raises a betting round has at fixed limit; 0 for any number.")
    uncapped_heads_up: bool = setting("S19", "Whether the cap falls when two players with chips are left.")
    fourth_street_pair_doubles: bool = setting("S20", "Whether an open pair on fourth street allows the big bet.")
    opener_may_fold: bool = setting("S9", "Whether the first to act may fold although nobody has bet.", before=True)
    half_bet_rule: bool = setting("S21", "Whether half of a bet or raise all-in counts as a full one at fixed limit.")
    short_all_in: Literal["from_last_full_bet", "per_player"] = setting(
        "S21",
        "From where an all-in for less is measured, and with it the next raise; per_player was the custom of earlier "
        "releases: by how much the bet has grown since each player acted.",
        before="per_player",
    )
    seventh_street_face: Literal["down", "up"] = setting("S11", "How the last card is dealt.")
    use_burns: bool = setting("S12", "Whether burned cards are shuffled and dealt when the stub is short.")
    short_stub: Literal["burns_under_stub", "shuffled_together"] = setting("S12", "Where the shuffled burns go.")
    skip_burn_when_exact: bool = setting(
        "S12", "Whether the burn is left out when stub and burns are exactly one each."
    )
    last_card_joins: bool = setting("S14", "Whether the last card of the stub is shuffled with the burns.")
    common_card_opens: Literal["with_common", "own_cards"] = setting(
        "S16", "Whether the common card counts in deciding who opens the last round."
    )
    odd_chip: Literal["high_card_by_suit", "left_of_dealer"] = setting("S22", "Who gets the chips that do not divide.")
    dead_side_pots: Literal["returned", "with_last_pot"] = setting(
        "S22",
        "What becomes of a side pot when the floor has killed every hand that could win it; with_last_pot was the "
        "custom of earlier releases.",
        before="with_last_pot",
    )
    all_in_shown: bool = setting("S23", "Whether hands are turned over once no more betting is possible.")
    rake: Rake = setting("S25", "What the house takes from a pot.")

    def least_bet(self, street: int) -> int:
        """The smallest full bet; on third street whatever is below it can be completed."""
        return self.spread.of_street(street).minimum if self.structure == "spread_limit" else self.stakes.small_bet

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        stakes = self.stakes
        if stakes.bring_in > stakes.small_bet:
            yield "stakes.bring_in", f"is {stakes.bring_in}, above the small bet of {stakes.small_bet}"
        if stakes.big_bet < stakes.small_bet:
            yield "stakes.big_bet", f"is {stakes.big_bet}, below the small bet of {stakes.small_bet}"
        for street in ("third", "fourth", "fifth", "sixth", "seventh"):
            for key, message in getattr(self.spread, street).problems(self.table_unit):
                yield f"spread.{street}.{key}", message
        if self.spread.third.maximum < stakes.bring_in and self.structure == "spread_limit":
            yield "spread.third.maximum", f"is {self.spread.third.maximum}, below the bring-in of {stakes.bring_in}"
