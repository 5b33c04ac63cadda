"""Chip flow between each two players over a period, with the flags of shared devices and addresses (R32)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from seventh.room.oversight.tallies import Pair, Period, Tallies


class Flag(Struct, frozen=True):
    """Two players shared something at a table."""

    at: int
    table: str
    people: frozenset[str]
    shares: tuple[str, ...]
    """device, address, or both."""


class PairLine(Struct, frozen=True):
    """Two players: `winner` won more from `loser` than the other way round."""

    winner: str
    loser: str
    hands: int
    """Hands in which both put in chips."""
    won: Fraction
    """What the winner won from the loser."""
    lost: Fraction
    """What the loser won from the winner."""
    tables: tuple[str, ...]
    flags: tuple[Flag, ...]

    @property
    def net(self) -> Fraction:
        return self.won - self.lost


def pairs(tallies: Tallies, period: Period, flags: Iterable[Flag], game: str = "") -> list[PairLine]:
    """All pairs, those with the largest net flow first. The lock of the tallies must be held."""
    of_game = {table for (_, table, rules) in tallies.pots if game in ("", tallies.games[rules])}
    found: dict[tuple[str, str], Pair] = {}
    tables: dict[tuple[str, str], set[str]] = {}
    for (day, table, first, second), one in tallies.pairs.items():
        if day in period and table in of_game:
            pair = found.setdefault((first, second), Pair())
            pair.hands += one.hands
            pair.to_first += one.to_first
            pair.to_second += one.to_second
            tables.setdefault((first, second), set()).add(table)
    flagged: dict[frozenset[str], list[Flag]] = {}
    for flag in flags:
        flagged.setdefault(flag.people, []).append(flag)
    lines = [
        PairLine(
            *((first, second) if pair.to_first >= pair.to_second else (second, first)),
            pair.hands,
            max(pair.to_first, pair.to_second),
            min(pair.to_first, pair.to_second),
            tuple(sorted(tables[first, second])),
            tuple(flagged.get(frozenset((first, second)), ())),
        )
        for (first, second), pair in found.items()
    ]
    return sorted(lines, key=lambda line: (-line.net, line.winner, line.loser))
