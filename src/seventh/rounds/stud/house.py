"""House settings of the stud games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from seventh.house.values import House, Limits, Problem, setting
from seventh.rounds.stud.family import Family


@dataclass(frozen=True)
class StudLimits:
    """The limits of the buy-in."""

    buy_in: Limits = setting(
        "all_in", "The minimum and maximum buy-in; a rebuy may go up to the maximum.", label="Buy-in"
    )


@dataclass(frozen=True)
class Stakes:
    """The sizes of the ante, bring-in and bets."""

    ante: int = setting("ante", "The ante of each player dealt in; 0 for none.", amount=True)
    bring_in: int = setting(
        "completion",
        "The forced bet of the first to act on third street.",
        least=1,
        amount=True,
        label="Bring-in",
    )
    small_bet: int = setting(
        "structure",
        "The bet on third and fourth street; if the limit is not fixed, the minimum bet.",
        least=1,
        amount=True,
    )
    big_bet: int = setting("structure", "The bet from fifth street on, at fixed limit.", least=1, amount=True)


def _street(name: str) -> Any:
    return setting("structure", f"A bet or raise on {name} street, at spread limit.", label=f"Bets on {name} street")


@dataclass(frozen=True)
class Spread:
    """The range of a bet or raise on each street, at spread limit."""

    third: Limits = _street("third")
    fourth: Limits = _street("fourth")
    fifth: Limits = _street("fifth")
    sixth: Limits = _street("sixth")
    seventh: Limits = _street("seventh")

    def of_street(self, street: int) -> Limits:
        return (self.third, self.fourth, self.fifth, self.sixth, self.seventh)[street - 3]


@dataclass(frozen=True)
class Rake:
    """The rake."""

    per_thousand: int = setting("rake", "The house's share of each pot, in thousandths; 0 for no rake.", most=1000)
    cap: int = setting("rake", "The most taken from one hand; 0 for no cap.", amount=True, label="Largest rake")
    no_fourth_street_no_drop: bool = setting(
        "rake",
        "Whether a hand that ends before fourth street is free of rake.",
        label="Hands that end before fourth street",
        options={"true": "no rake", "false": "raked as usual"},
    )


@dataclass(frozen=True)
class StudHouse(House):
    """The rules of one house's game of stud. Each game has a subclass that names its family.

    A setting names its clause by topic; the family maps topics to clause ids.
    """

    family: ClassVar[Family]

    seats: int = setting("players", "The maximum number of players at a table.", least=2, most=8)
    limits: StudLimits = setting("all_in", "The limits of the buy-in.")
    deal_moves: bool = setting(
        "deal",
        "Whether the deal moves one seat after each hand, as in a home game.",
        before=True,
        label="Dealer button",
        options={"true": "moves after each hand", "false": "stays in place"},
    )
    structure: Literal["fixed_limit", "spread_limit", "pot_limit", "no_limit"] = setting(
        "structure",
        "How much may be bet: fixed amounts, a range, up to the size of the pot, or any amount.",
        label="Betting",
    )
    stakes: Stakes = setting("structure", "The sizes of the ante, bring-in and bets.")
    spread: Spread = setting("structure", "The ranges at spread limit.")
    completion_counts: bool = setting(
        "completion",
        "Whether completing the bring-in counts as a raise towards the cap.",
        label="Completing the bring-in",
        options={"true": "counts as a raise", "false": "does not count as a raise"},
    )
    raise_cap: int = setting(
        "raise_cap", "The maximum number of raises in a betting round at fixed limit; 0 for no cap."
    )
    uncapped_heads_up: bool = setting(
        "raise_cap",
        "Whether the cap is lifted when only two players with chips are left.",
        label="Raises between two players",
        options={"true": "without a cap", "false": "capped as usual"},
    )
    fourth_street_pair_doubles: bool = setting(
        "open_pair",
        "Whether an open pair on fourth street allows the big bet.",
        label="Open pair on fourth street",
        options={"true": "allows the big bet", "false": "changes nothing"},
    )
    opener_may_fold: bool = setting(
        "turn",
        "Whether the first to act may fold when nobody has bet.",
        before=True,
        label="First to act, before any bet",
        options={"true": "may fold", "false": "checks or bets"},
    )
    half_bet_rule: bool = setting(
        "all_in",
        "Whether an all-in of at least half a bet or raise counts as a full one at fixed limit.",
        label="All-in for half a bet or more",
        options={"true": "counts as a full bet", "false": "does not count as a full bet"},
    )
    short_all_in: Literal["from_last_full_bet", "per_player"] = setting(
        "all_in",
        "The base from which a short all-in and the next raise are measured; per_player, the rule in earlier releases, "
        "means how much the bet has grown since each player acted.",
        before="per_player",
        label="Raise after a short all-in",
        options={
            "from_last_full_bet": "measured from the last full bet",
            "per_player": "measured from each player's last action",
        },
    )
    seventh_street_face: Literal["down", "up"] = setting(
        "seventh_street",
        "Whether the last card is dealt face down or face up.",
        label="Last card",
        options={"down": "face down", "up": "face up"},
    )
    use_burns: bool = setting(
        "short_stub",
        "Whether burned cards are shuffled and dealt when the stub is short.",
        label="When the deck runs short",
        options={"true": "burned cards are dealt too", "false": "burned cards stay out"},
    )
    short_stub: Literal["burns_under_stub", "shuffled_together"] = setting(
        "short_stub",
        "Whether the shuffled burns are put under the stub or shuffled with it.",
        label="Shuffled burned cards go",
        options={"burns_under_stub": "under the rest of the deck", "shuffled_together": "into the rest of the deck"},
    )
    skip_burn_when_exact: bool = setting(
        "short_stub",
        "Whether the burn is skipped when stub and burns have exactly one card per player.",
        label="Burn when the cards just suffice",
        options={"true": "skipped", "false": "a card is burned"},
    )
    last_card_joins: bool = setting(
        "last_card",
        "Whether the last card of the stub is shuffled with the burns.",
        label="Last card of the deck",
        options={"true": "shuffled with the burned cards", "false": "left out"},
    )
    common_card_opens: Literal["with_common", "own_cards"] = setting(
        "last_opener",
        "Whether the common card counts in deciding who opens the last round.",
        label="First to bet after a common card",
        options={"with_common": "best hand with the common card", "own_cards": "best hand without it"},
    )
    odd_chip: Literal["high_card_by_suit", "left_of_dealer"] = setting(
        "pots",
        "Who gets the chips of a pot that cannot be split evenly.",
        label="Odd chip of a split pot",
        options={"high_card_by_suit": "to the highest card by suit", "left_of_dealer": "to the left of the dealer"},
    )
    dead_side_pots: Literal["returned", "with_last_pot"] = setting(
        "pots",
        "What happens to a side pot when the floor has killed every hand that could win it; with_last_pot was the rule "
        "in earlier releases.",
        before="with_last_pot",
        label="Side pot nobody can win",
        options={"returned": "returned", "with_last_pot": "goes with the last pot"},
        mishap=True,
    )
    all_in_shown: bool = setting(
        "showdown",
        "Whether hands are turned up once no more betting is possible.",
        label="Hands when all are all-in",
        options={"true": "turned up at once", "false": "shown at the showdown"},
    )
    rake: Rake = setting("rake", "The rake.")

    def clause_id(self, clause: str) -> str:
        return str(getattr(self.family.clauses, clause)) if clause else ""

    def least_bet(self, street: int) -> int:
        """The smallest full bet; on third street, anything below it can be completed."""
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
