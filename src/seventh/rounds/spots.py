"""Wagers before the deal: the rule of each spot as data, and all wagers that a seat may place.

With these rules a page or a bot can check wagers as the round does, without knowing the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from seventh.rounds.actions import Action, PlaceWagers
from seventh.rounds.legal import Refused, WrongAmount


class SpotRule(Struct, frozen=True):
    """What may be wagered on one spot, depending on the wagers on the spots before it."""

    wager: str
    clause: str
    least: int = 0
    most: int = 0
    step: int = 1
    needs: tuple[str, ...] = ()
    """At least one of these spots must have a wager."""
    same_as: str = ""
    """The spot whose wager must be equal; `least` and `most` then do not apply."""
    at_most: str = ""
    """The spot whose wager must be at least as large."""
    one_of: tuple[str, ...] = ()
    """Only one of these spots, including this one, may have a wager."""
    closed_clause: str = ""
    """The clause that closes the spot if its requirement is not met, if different."""
    closed: str = ""
    """The message for that."""

    def spot(self, chosen: Mapping[str, int]) -> Spot:
        """What may be wagered here now."""
        if (self.needs and chosen.keys().isdisjoint(self.needs)) or (
            self.one_of and any(name in chosen for name in self.one_of if name != self.wager)
        ):
            return Spot(self.wager, self.closed_clause or self.clause, closed=self.closed)
        if self.same_as:
            return Spot(self.wager, self.clause, chosen[self.same_as], chosen[self.same_as])
        most = min(self.most, chosen[self.at_most]) if self.at_most else self.most
        return Spot(self.wager, self.clause, self.least, most, self.step)

    def describe(self, budget: int) -> dict[str, Any]:
        data = {"wager": self.wager, "clause": self.clause, "from": self.least, "to": min(self.most, budget)}
        conditions = {
            "needs": self.needs,
            "same_as": self.same_as,
            "at_most": self.at_most,
            "one_of": self.one_of,
            "closed": self.closed,
        }
        return {**data, "step": self.step, **{name: value for name, value in conditions.items() if value}}


class Spot(Struct, frozen=True):
    """What may be wagered on one spot, given the wagers before it. No wager is always allowed."""

    wager: str
    clause: str
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    closed: str = ""
    """Why nothing may be placed here."""

    def amounts(self, budget: int) -> range:
        return range(0) if self.closed else range(self.minimum, min(self.maximum, budget) + 1, self.step)


class WagerSpots(Struct, frozen=True):
    """Wagers before the deal, spot by spot in layout order, within the seat's chips."""

    rules: tuple[SpotRule, ...]
    budget: int
    clause: str
    action: ClassVar[type[Action]] = PlaceWagers

    @property
    def names(self) -> tuple[str, ...]:
        """The wagers in layout order."""
        return tuple([rule.wager for rule in self.rules])

    def spot(self, name: str, chosen: Mapping[str, int]) -> Spot:
        """What may be wagered on a spot, given the wagers on the spots before it."""
        return next(rule for rule in self.rules if rule.wager == name).spot(chosen)

    def refusal(self, action: PlaceWagers) -> Refused | None:
        amounts, rules = action.amounts, self.rules
        if len([rule for rule in rules if rule.wager in amounts]) < len(amounts):
            name = next(name for name in amounts if name not in self.names)
            return WrongAmount(self.clause, f"there is no wager {name!r}", ", ".join(self.names))
        wrong = self.wrong(action)
        if wrong is None:
            return None
        spot, left = wrong
        return WrongAmount(spot.clause, spot.closed) if spot.closed else self._wrong(spot, amounts[spot.wager], left)

    def wrong(self, action: PlaceWagers) -> tuple[Spot, int] | None:
        """The first spot with a wager that is not allowed, and the chips left for it; None if there is none."""
        chosen: dict[str, int] = {}
        left = self.budget
        for rule in self.rules:
            amount = action.amounts.get(rule.wager, 0)
            if amount == 0:
                continue
            spot = rule.spot(chosen)
            if (
                spot.closed
                or type(amount) is not int
                or not spot.minimum <= amount <= min(spot.maximum, left)
                or (amount - spot.minimum) % spot.step
            ):
                return spot, left
            chosen[rule.wager] = amount
            left -= amount
        return None

    def _wrong(self, spot: Spot, amount: object, left: int) -> Refused:
        if spot.minimum > spot.maximum:
            message = f"the {spot.wager} wager must be at least {spot.minimum}, but here at most {spot.maximum}"
            return WrongAmount(spot.clause, message, "no such wager")
        if spot.minimum > left:
            message = f"only {left} is left, but the {spot.wager} wager must be at least {spot.minimum}"
            return WrongAmount(spot.clause, message, "no such wager")
        top = min(spot.maximum, left)
        steps = f" in steps of {spot.step}" if spot.minimum < top else ""
        allowed = f"{spot.minimum}" + (f" to {top}" if spot.minimum < top else "") + steps
        return WrongAmount(spot.clause, f"{amount} is not allowed for the {spot.wager} wager", allowed)

    def __iter__(self) -> Iterator[Action]:
        return (PlaceWagers(chosen) for chosen in self._combinations(0, {}, self.budget))

    def _combinations(self, index: int, chosen: dict[str, int], left: int) -> Iterator[dict[str, int]]:
        if index == len(self.names):
            yield chosen
            return
        name = self.names[index]
        yield from self._combinations(index + 1, chosen, left)
        for amount in self.spot(name, chosen).amounts(left):
            yield from self._combinations(index + 1, {**chosen, name: amount}, left - amount)

    @property
    def count(self) -> int:
        return self._count(0, {}, self.budget, {})

    def _count(self, index: int, chosen: dict[str, int], left: int, known: dict[Any, int]) -> int:
        """Like `_combinations`, but choices that leave the same options for later spots are counted together."""
        if index == len(self.names):
            return 1
        rest = tuple(self.spot(name, chosen) for name in self.names[index:])
        key = (index, left, rest)
        if key not in known:
            name = self.names[index]
            known[key] = self._count(index + 1, chosen, left, known) + sum(
                self._count(index + 1, {**chosen, name: amount}, left - amount, known)
                for amount in rest[0].amounts(left)
            )
        return known[key]

    def describe(self) -> dict[str, Any]:
        """Every spot's rule, within the seat's chips."""
        spots = [rule.describe(self.budget) for rule in self.rules]
        return {"action": "place_wagers", "clause": self.clause, "budget": self.budget, "spots": spots}
