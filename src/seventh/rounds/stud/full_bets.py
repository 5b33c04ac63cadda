"""How short all-ins count, and from which amount the next raise is measured."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from seventh.rounds.stud.limits import Limits


class FullBets(NamedTuple):
    """The state of a street's betting."""

    last_full: int = 0
    """The last full bet; 0 if there is none, and on third street until the bring-in is completed."""
    last_raise: int = 0
    """The size of the last full bet or raise; at fixed limit only `per_player` uses it."""
    sizes: tuple[int, ...] = ()
    """The sizes of a bet at fixed limit, smallest first."""
    full: bool = False
    """Whether the last bet counts as a full bet, completion or raise, and so reopens the betting."""
    raises: int = 0
    """The number of raises it counts towards the cap."""


def brought_in(limits: Limits, sizes: tuple[int, ...]) -> FullBets:
    """After the bring-in. If it is as large as the smallest bet, it is a full bet."""
    bet, least = limits.bring_in, limits.least[3]
    return FullBets(bet, bet, sizes) if bet >= least else FullBets(0, least - bet, sizes)


def fixed_bets(betting: FullBets, bet: int, all_in: int) -> tuple[int, ...]:
    """The amounts a seat may bet to at fixed limit; `all_in` is one of them if it is below the largest."""
    last, sizes = betting.last_full, betting.sizes
    return _targets(last, sizes, bet, min(all_in, last + sizes[-1]))


@lru_cache(maxsize=4096)
def _targets(last: int, sizes: tuple[int, ...], bet: int, all_in: int) -> tuple[int, ...]:
    # Called on every turn, nearly always for stacks that cover the largest bet.
    targets = [last + size for size in sizes]
    amounts = [target for target in targets if bet < target <= all_in]
    if all_in < targets[-1] and all_in not in amounts:
        amounts.append(all_in)
    return tuple(amounts)


def counted(limits: Limits, street: int, bet: int, betting: FullBets, to: int) -> FullBets:
    """The state after a bet from `bet` to `to`."""
    if limits.per_player:
        return _per_player(limits, street, bet, betting, to)
    return _fixed(limits, street, bet, betting, to) if limits.fixed else _ranged(limits, street, bet, betting, to)


def _fixed(limits: Limits, street: int, bet: int, betting: FullBets, to: int) -> FullBets:
    last, _, sizes, _, _ = betting
    size = next(size for size in sizes if last + size >= to)
    start, target = last or (limits.bring_in if street == 3 else 0), last + size
    if to < target and (limits.parts == 1 or 2 * (to - start) < target - start):
        return betting._replace(full=False, raises=0)
    completes = street == 3 and bet > 0 and limits.house.completion_counts
    return FullBets(to, size, sizes[sizes.index(size) :], True, int(last > 0 or completes))


def _ranged(limits: Limits, street: int, bet: int, betting: FullBets, to: int) -> FullBets:
    """Spread, pot and no limit. All-ins that add up to a full raise reopen the betting, but none of them was one."""
    last, size, sizes, _, _ = betting
    if bet < limits.full[street]:
        full = to >= limits.least[street]
        return FullBets(to if full else 0, to if full else limits.least[street], sizes, full)
    if to - last < size:
        return betting._replace(full=False)
    return FullBets(to, max(size, to - bet), sizes, True)


def _per_player(limits: Limits, street: int, bet: int, betting: FullBets, to: int) -> FullBets:
    """The rule of releases before the setting `short_all_in`."""
    _, last_raise, sizes, _, _ = betting
    grown, raised = to - bet, bet >= limits.full[street]
    last = to if to >= limits.full[street] else 0
    if limits.fixed:
        size = sizes[-1] if sizes[-1] <= (grown if raised else to) else sizes[0]
        size -= 0 if raised else bet
    else:
        size = last_raise if raised else limits.least[street] - bet
    if grown >= size:
        if street == 4 and grown >= limits.house.stakes.big_bet:
            sizes = sizes[-1:]
        raises = int(raised or (bet > 0 and limits.house.completion_counts))
        return FullBets(last, grown if raised else to, sizes, True, raises)
    if raised and limits.parts == 2 and grown * 2 >= size:
        return FullBets(last, last_raise, sizes, True, 1)
    if not bet:
        # A full raise is then a bet, or on third street a completion.
        last_raise = size if street > 3 else size - to
    return FullBets(last, last_raise, sizes)
