"""What a house's rules come down to when bets are counted: plain numbers, worked out once for each house."""

from __future__ import annotations

from dataclasses import dataclass

from seventh.rounds.stud.house import StudHouse

NO_CAP = 1 << 60
"""As many raises as nobody makes."""

_KEPT = 256
_limits: dict[int, Limits] = {}


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers that betting asks for at every turn. Tuples are indexed by the street, 3 to 7."""

    house: StudHouse
    ante: int
    bring_in: int
    fixed: bool
    """Whether the bets have fixed sizes."""
    sizes: tuple[tuple[int, ...], ...]
    """The sizes of a bet at fixed limit, smallest first."""
    open_pair_sizes: tuple[int, ...]
    """Those of fourth street when somebody shows a pair, if there is a choice then."""
    full: tuple[int, ...]
    """The bet from which the next one is a raise; on third street whatever is below it can be completed."""
    least: tuple[int, ...]
    """The smallest full bet."""
    most: tuple[int, ...]
    """The largest bet or raise at spread limit."""
    cap: int
    """How many raises a street has."""
    heads_up_cap: int
    """How many it has once two players are left, if the cap has not been reached."""
    parts: int
    """Into how many parts a raise is divided of which one counts as a full one: 2 with the half-bet rule."""
    per_player: bool
    """Whether each player measures short all-ins from the bet that they answered last."""
    opener_may_fold: bool
    """Whether the first to act on a street may fold without a bet."""


def limits_of(house: StudHouse) -> Limits:
    """The limits of a house, remembered by the object: comparing or hashing all its settings would take longer."""
    found = _limits.get(id(house))
    if found is None or found.house is not house:
        if len(_limits) >= _KEPT:
            _limits.clear()
        # The entry keeps its house alive, so that no other house can come to have the same id.
        found = _limits[id(house)] = _work_out(house)
    return found


def _work_out(house: StudHouse) -> Limits:
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
