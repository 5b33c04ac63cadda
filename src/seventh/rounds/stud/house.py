"""What a house may choose at a game of the stud family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from seventh.house.values import House, Limits, Problem, setting
from seventh.rounds.stud.family import Family


@dataclass(frozen=True)
class StudLimits:
    """What a player may bring to the table."""

    buy_in: Limits = setting("all_in", "The chips with which a player sits down, or up to which one buys again.")


@dataclass(frozen=True)
class Stakes:
    """The amounts that the betting is built on."""

    ante: int = setting("ante", "What each player dealt in puts into the pot before the cards; 0 for none.")
    bring_in: int = setting("completion", "What the first to act on third street must bet.", least=1)
    small_bet: int = setting(
        "structure", "The bet on third and fourth street; without fixed limit, the least bet.", least=1
    )
    big_bet: int = setting("structure", "The bet from fifth street on, at fixed limit.", least=1)


@dataclass(frozen=True)
class Spread:
    """The range of a bet or raise on each street, at spread limit."""

    third: Limits = setting("structure", "On third street.")
    fourth: Limits = setting("structure", "On fourth street.")
    fifth: Limits = setting("structure", "On fifth street.")
    sixth: Limits = setting("structure", "On sixth street.")
    seventh: Limits = setting("structure", "On seventh street.")

    def of_street(self, street: int) -> Limits:
        return (self.third, self.fourth, self.fifth, self.sixth, self.seventh)[street - 3]


@dataclass(frozen=True)
class Rake:
    """What the house takes from a pot."""

    per_thousand: int = setting("rake", "The share of each pot in thousandths; 0 for no rake.", most=1000)
    cap: int = setting("rake", "The most taken from one hand; 0 for no cap.")
    no_fourth_street_no_drop: bool = setting("rake", "Whether a hand that ends before fourth street is free of rake.")


@dataclass(frozen=True)
class StudHouse(House):
    """The rules of one house's game of stud. Each game has a subclass that names its family.

    A setting names its clause by what it is about; the family says which id that has in the game's rules.
    """

    family: ClassVar[Family]

    seats: int = setting("players", "How many people may play at one table.", least=2, most=8)
    limits: StudLimits = setting("all_in", "What a player may bring to the table.")
    deal_moves: bool = setting("deal", "Whether the deal moves on one seat a hand, as among friends.", before=True)
    structure: Literal["fixed_limit", "spread_limit", "pot_limit", "no_limit"] = setting(
        "structure", "How much may be bet."
    )
    stakes: Stakes = setting("structure", "The amounts that the betting is built on.")
    spread: Spread = setting("structure", "The ranges at spread limit.")
    completion_counts: bool = setting(
        "completion", "Whether completing the bring-in counts as a raise against the cap."
    )
    raise_cap: int = setting("raise_cap", "How many raises a betting round has at fixed limit; 0 for any number.")
    uncapped_heads_up: bool = setting("raise_cap", "Whether the cap falls when two players with chips are left.")
    fourth_street_pair_doubles: bool = setting("open_pair", "Whether an open pair on fourth street allows the big bet.")
    opener_may_fold: bool = setting("turn", "Whether the first to act may fold although nobody has bet.", before=True)
    half_bet_rule: bool = setting(
        "all_in", "Whether half of a bet or raise all-in counts as a full one at fixed limit."
    )
    short_all_in: Literal["from_last_full_bet", "per_player"] = setting(
        "all_in",
        "From where an all-in for less is measured, and with it the next raise; per_player was the custom of earlier "
        "releases: by how much the bet has grown since each player acted.",
        before="per_player",
    )
    seventh_street_face: Literal["down", "up"] = setting("seventh_street", "How the last card is dealt.")
    use_burns: bool = setting("short_stub", "Whether burned cards are shuffled and dealt when the stub is short.")
    short_stub: Literal["burns_under_stub", "shuffled_together"] = setting("short_stub", "Where the shuffled burns go.")
    skip_burn_when_exact: bool = setting(
        "short_stub", "Whether the burn is left out when stub and burns are exactly one each."
    )
    last_card_joins: bool = setting("last_card", "Whether the last card of the stub is shuffled with the burns.")
    common_card_opens: Literal["with_common", "own_cards"] = setting(
        "last_opener", "Whether the common card counts in deciding who opens the last round."
    )
    odd_chip: Literal["high_card_by_suit", "left_of_dealer"] = setting("pots", "Who gets the chips that do not divide.")
    dead_side_pots: Literal["returned", "with_last_pot"] = setting(
        "pots",
        "What becomes of a side pot when the floor has killed every hand that could win it; with_last_pot was the "
        "custom of earlier releases.",
        before="with_last_pot",
    )
    all_in_shown: bool = setting("showdown", "Whether hands are turned over once no more betting is possible.")
    rake: Rake = setting("rake", "What the house takes from a pot.")

    def clause_id(self, clause: str) -> str:
        return str(getattr(self.family.clauses, clause)) if clause else ""

    def least_bet(self, street: int) -> int:
        """The smallest full bet; on third street whatever is below it can be completed."""
        return self.spread.of_street(street).minimum if self.structure == "spread_limit" else self.stakes.small_bet

    def problems(self) -> Iterator[Problem]:
        yield from super().problems()
        stakes = self.stakes
        if self.fourth_street_pair_doubles and not self.family.open_pair_doubles:
            yield "fourth_street_pair_doubles", f"is true, but {self.title} has no such rule"
        if stakes.bring_in > stakes.small_bet:
            yield "stakes.bring_in", f"is {stakes.bring_in}, above the small bet of {stakes.small_bet}"
        if stakes.big_bet < stakes.small_bet:
            yield "stakes.big_bet", f"is {stakes.big_bet}, below the small bet of {stakes.small_bet}"
        for street in ("third", "fourth", "fifth", "sixth", "seventh"):
            for key, message in getattr(self.spread, street).problems(self.table_unit):
                yield f"spread.{street}.{key}", message
        if self.spread.third.maximum < stakes.bring_in and self.structure == "spread_limit":
            yield "spread.third.maximum", f"is {self.spread.third.maximum}, below the bring-in of {stakes.bring_in}"
