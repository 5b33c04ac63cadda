"""Betting limits as plain numbers, computed once per house."""

from __future__ import annotations

from dataclasses import dataclass

from seventh.rounds.stud.house import StudHouse

NO_CAP = 1 << 60
"""Effectively unlimited raises."""

_KEPT = 256
_limits: dict[int, Limits] = {}


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers needed on every turn. Tuples are indexed by street, 3 to 7."""

    house: StudHouse
    ante: int
    bring_in: int
    fixed: bool
    """Whether the bets have fixed sizes."""
    sizes: tuple[tuple[int, ...], ...]
    """The sizes of a bet at fixed limit, smallest first."""
    open_pair_sizes: tuple[int, ...]
    """The bet sizes of fourth street when a pair shows, if there is a choice."""
    full: tuple[int, ...]
    """The smallest bet that can be raised; on third street, anything below it can be completed."""
    least: tuple[int, ...]
    """The smallest full bet."""
    most: tuple[int, ...]
    """The largest bet or raise at spread limit."""
    cap: int
    """The raise cap of a street."""
    heads_up_cap: int
    """The raise cap once two players are left, if it has not been reached."""
    parts: int
    """The fraction 1/n of a raise that counts as a full one: 2 with the half-bet rule."""
    per_player: bool
    """Whether short all-ins are measured from the bet each player last acted on."""
    opener_may_fold: bool
    """Whether the first to act on a street may fold when there is no bet."""


def limits_of(house: StudHouse) -> Limits:
    """The limits of a house, cached by object identity: hashing all its settings would take longer."""
    found = _limits.get(id(house))
    if found is None or found.house is not house:
        if len(_limits) >= _KEPT:
            _limits.clear()
        # The entry keeps its house alive, so that its id cannot be reused.
        found = _limits[id(house)] = _compute(house)
    return found


def _compute(house: StudHouse) -> Limits:
    stakes, streets = house.stakes, range(3, 8)
    small, big = (stakes.small_bet,), (stakes.big_bet,)
    fixed = house.structure == "fixed_limit"
    least = [house.least_bet(street) for street in streets]
    doubles = house.fourth_street_pair_doubles and house.family.big_bet_from > 4
    cap = house.raise_cap if fixed and house.raise_cap else NO_CAP
    return Limits(
        house=house,
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        fixed=fixed,
        sizes=((), (), (), *[big if street >= house.family.big_bet_from else small for street in streets]),
        open_pair_sizes=small + big if doubles and small < big else small,
        full=(0, 0, 0, least[0], 1, 1, 1, 1),
        least=(0, 0, 0, *least),
        most=(0, 0, 0, *[house.spread.of_street(street).maximum for street in streets]),
        cap=cap,
        heads_up_cap=NO_CAP if house.uncapped_heads_up else cap,
        parts=2 if fixed and house.half_bet_rule else 1,
        per_player=house.short_all_in == "per_player",
        opener_may_fold=house.opener_may_fold,
    )
