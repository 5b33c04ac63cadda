"""The house rules for a PHH hand: its own if we wrote the file, otherwise rules that allow any common custom."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from math import gcd
from typing import Any

from seventh.games import house_from_data, recorded_house
from seventh.records.phh.hand import PhhError, PhhHand, family_of
from seventh.rounds.stud.family import Clauses
from seventh.rounds.stud.house import StudHouse

FORM = 1
"""The version of our own fields: `_seventh`, `_house`, `_dealer_position`, and actions in comments."""
PLENTY = 10**15
"""Used for unknown stacks."""


@dataclass(frozen=True)
class Custom:
    """House rules that a file from elsewhere does not state and that can affect its cards or its result."""

    use_burns: bool = True
    skip_burn_when_exact: bool = False
    common_card_opens: str = "with_common"
    odd_chip: str = "high_card_by_suit"
    short_all_in: str = "from_last_full_bet"
    half_bet_rule: bool = True
    unit: int = 1
    """How many of the file's chips make the smallest chip at the table."""
    after: int = 0
    """The player after whom the dealer sits; players are listed clockwise, but perhaps not from the dealer's left."""

    def notes(self, ids: Clauses) -> Iterator[str]:
        """The differences from the book, one per line."""
        if not self.use_burns:
            yield f"the burns were not used when the stub was short ({ids.short_stub})"
        if self.skip_burn_when_exact:
            yield f"no card was burned when stub and burns had exactly one card each ({ids.short_stub})"
        if self.common_card_opens != "with_common":
            yield f"the common card did not count in deciding who opens ({ids.last_opener})"
        if self.odd_chip != "high_card_by_suit":
            yield f"odd chips went to the player nearest the dealer's left ({ids.pots})"
        if self.short_all_in != "from_last_full_bet":
            yield f"a raise over a short all-in was a full raise on top of it ({ids.all_in})"
        elif not self.half_bet_rule:
            yield f"an all-in of half a bet or raise did not count as a full one ({ids.all_in})"
        if self.unit != 1:
            yield f"the smallest chip is {self.unit:,}, since all amounts are multiples of it ({ids.pots})"
        if self.after:
            yield f"the dealer sits after p{self.after} ({ids.opener}, {ids.pots})"


_OTHER_RAISES = (("from_last_full_bet", False), ("per_player", True), ("per_player", False))
"""How a short all-in is measured, and whether half of a full amount counts as full."""


def is_ours(hand: PhhHand) -> bool:
    """Whether the file has our own fields."""
    return "_seventh" in hand.fields


def customs(hand: PhhHand) -> Iterator[Custom]:
    """The customs to try until one fits; our own files name their house, so there is nothing to try."""
    if is_ours(hand):
        yield Custom()
        return
    largest = _largest_chip(hand)
    units = (1, largest) if largest > 1 else (1,)
    chips = list(product(units, ("high_card_by_suit", "left_of_dealer")))
    cards = [(True, False, "with_common"), (False, False, "with_common"), (True, True, "with_common")]
    if any(action.verb == "db" for action in hand.actions):
        cards += [(True, False, "own_cards"), (False, False, "own_cards")]
    for (unit, odd_chip), (use_burns, skips, opens) in product(chips, cards):
        yield Custom(use_burns, skips, opens, odd_chip, unit=unit)
    # Each of these is rare; trying combinations would take too long for a file that fits none.
    for (measure, half), (unit, odd_chip) in product(_OTHER_RAISES, chips):
        yield Custom(odd_chip=odd_chip, short_all_in=measure, half_bet_rule=half, unit=unit)
    for after, (unit, odd_chip) in product(range(1, len(hand.stacks)), chips):
        yield Custom(odd_chip=odd_chip, unit=unit, after=after)


def _largest_chip(hand: PhhHand) -> int:
    """The largest chip in which every amount of the file can be paid."""
    listed = (hand.stacks, hand.finishing_stacks or (), hand.winnings or ())
    amounts = [amount for amounts in listed for amount in amounts if amount is not None]
    amounts += [hand.ante, hand.bring_in, hand.small_bet, hand.big_bet]
    return gcd(*amounts, *[action.amount for action in hand.actions])


def house_of(hand: PhhHand, custom: Custom) -> StudHouse:
    """The house for a file, amounts in chips of the custom's unit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if is_ours(hand):
            return _our_house(hand)
        unit = custom.unit
        stakes = {
            "ante": hand.ante // unit,
            "bring_in": hand.bring_in // unit,
            "small_bet": hand.small_bet // unit,
            "big_bet": hand.big_bet // unit,
        }
        values = {
            "currency": "",
            "chips_per_unit": hand.scale if unit == 1 else 1,
            "table_unit": 1,
            "notices": [],
            "limits": {"buy_in": {"minimum": 1, "maximum": PLENTY}},
            "stakes": stakes,
            "structure": "fixed_limit",
            "raise_cap": 0,
            "fourth_street_pair_doubles": family_of(hand.game).open_pair_doubles,
            "half_bet_rule": custom.half_bet_rule,
            "short_all_in": custom.short_all_in,
            "all_in_shown": False,
            "use_burns": custom.use_burns,
            "skip_burn_when_exact": custom.skip_burn_when_exact,
            "common_card_opens": custom.common_card_opens,
            "odd_chip": custom.odd_chip,
            "rake": {"per_thousand": 0, "cap": 0},
        }
        house: StudHouse = house_from_data(values, hand.game, "the file's house")
        return house


def _our_house(hand: PhhHand) -> StudHouse:
    fields = hand.fields
    if fields["_seventh"] != FORM:
        raise PhhError(f"_seventh is {fields['_seventh']!r}; this release supports version {FORM}")
    if not isinstance(fields.get("_house"), dict):
        raise PhhError("_house is missing: the rules under which the hand was played")
    if hand.scale != 1:
        raise PhhError("amounts have decimals; a file with _seventh counts smallest chips")
    house: StudHouse = recorded_house(_without_decimals(fields["_house"]), hand.game, "_house")
    stakes = house.stakes
    for field, said, ours in (
        ("antes", hand.ante, stakes.ante),
        ("bring_in", hand.bring_in, stakes.bring_in),
        ("small_bet", hand.small_bet, stakes.small_bet),
        ("big_bet", hand.big_bet, stakes.big_bet),
    ):
        if said != ours:
            raise PhhError(f"{field} says {said}, but _house says {ours}")
    if house.structure != "fixed_limit":
        raise PhhError(f"_house.structure is {house.structure}, but {hand.fields['variant']} is fixed limit")
    return house


def _without_decimals(value: Any) -> Any:
    """House values are integers; anything else is left for the house loader to refuse."""
    if isinstance(value, dict):
        return {key: _without_decimals(item) for key, item in value.items()}
    return float(value) if isinstance(value, Decimal) else value


def seats_of(hand: PhhHand) -> tuple[int, ...]:
    """The seat of each player in dealing order."""
    count = len(hand.stacks)
    if not is_ours(hand):
        return tuple(range(1, count + 1))
    seats = hand.fields.get("seats")
    sound = isinstance(seats, list) and len(seats) == count and all(type(seat) is int for seat in seats)
    if not sound or len(set(seats)) != count:  # type: ignore[arg-type]
        raise PhhError(f"seats is not a list of {count} different seats")
    return tuple(seats)  # type: ignore[arg-type]


def position_of(hand: PhhHand, custom: Custom) -> int:
    """The dealer position: the next seat gets the first card."""
    position = hand.fields.get("_dealer_position", 0) if is_ours(hand) else custom.after
    if type(position) is not int:
        raise PhhError("_dealer_position is not a seat number")
    return position
