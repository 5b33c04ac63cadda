"""Settling a hand of stud chip by chip (S22, S25): every chip asks who else put in as many, and who of them can win it.

Nothing is shared with the product: no levels, no division. The chips of all players are laid in rows, one chip a player
and row. A row that only one player reached is returned. Rows with the same players still in make a pot; its chips are
dealt out to the winners one at a time, in the order in which odd chips go.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass
class Settlement:
    """Where the chips go."""

    paid: dict[int, int]
    """To each seat, including uncalled bets that are returned."""
    rake: int
    pots: list[int]


def settle(
    put_in: Mapping[int, int],
    strengths: Mapping[int, Any],
    odd_chips: Sequence[int],
    per_thousand: int = 0,
    cap: int = 0,
    killed: Collection[int] = (),
    lows: Mapping[int, Any] | None = None,
) -> Settlement:
    """`strengths` has the hands that are still in; `odd_chips` the order in which these get odd chips.

    `killed` are hands that the floor has killed, if side pots that only they could win are returned. `lows` has the
    hands that qualify for low, where the chips of a pot go to the high and the low half by turns.
    """
    paid = dict.fromkeys(put_in, 0)
    rows: list[tuple[int, frozenset[int]]] = []
    for row in range(1, max(put_in.values()) + 1):
        reached = [seat for seat, chips in put_in.items() if chips >= row]
        nobody_left = not any(seat in strengths for seat in reached) and any(seat in killed for seat in reached)
        if len(reached) == 1 or nobody_left:
            for seat in reached:
                paid[seat] += 1
            continue
        rows.append((len(reached), frozenset(seat for seat in reached if seat in strengths)))
    pots: list[tuple[int, frozenset[int]]] = []
    for chips, players in rows:
        if not players:  # everyone who put in as much is out: it goes to the pot below, or to the last player
            players = pots[-1][1] if pots else frozenset(strengths)
        if pots and players == pots[-1][1]:
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        else:
            pots.append((chips, players))
    rake = 0
    for chips, players in pots:
        halves = [strengths]
        if lows and any(seat in lows for seat in players):
            halves.append(lows)
        winners = []
        for half in halves:
            best = max(half[seat] for seat in players if seat in half)
            winners.append([seat for seat in odd_chips if seat in players and half.get(seat) == best])
        left = chips
        for chip in range(1, chips + 1):
            if chip * per_thousand // 1000 > (chip - 1) * per_thousand // 1000 and (not cap or rake < cap):
                rake += 1
                left -= 1
        for chip in range(left):
            turn, which = divmod(chip, len(halves))
            paid[winners[which][turn % len(winners[which])]] += 1
    return Settlement(paid, rake, [chips for chips, _ in pots])
