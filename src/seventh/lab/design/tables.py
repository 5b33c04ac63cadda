"""What a pay table is worth, row by row: how often each row occurs, and what else can happen to the wager.

A row that pays nothing does not qualify: the wager then loses, unless the bonus is paid on top of a comparison with
the dealer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from seventh.lab.design.space import Space  # imports numba

Cell = tuple[int, int, int]
"""In how many deals, what is added to the row's pay, and the wager's result if the row pays nothing."""


Choices = dict[str, tuple[Fraction, ...]]
"""What each row may pay, lowest first; best hand first."""


class DesignError(ValueError):
    """An invalid request for pay tables. The message is one line that says why."""


class Designed(Protocol):
    """A pay table that can be designed."""

    @property
    def table(self) -> str:
        """Its name among the house's pay tables."""

    def space(self, choices: Choices) -> Space:
        """All candidate tables, given what each row may pay."""


@dataclass(frozen=True)
class TableCounts:
    """Everything that can happen to a wager, by the rows of its pay table."""

    table: str
    """The pay table's name in the house."""
    rows: dict[str, tuple[Cell, ...]]
    """By row, best hand first."""
    others: tuple[tuple[int, int], ...]
    """What no row decides: in how many deals, and the wager's result."""

    @property
    def total(self) -> int:
        return sum(cell[0] for cells in self.rows.values() for cell in cells) + sum(count for count, _ in self.others)

    def space(self, choices: Choices) -> Space:
        """All candidate tables, for a wager worth the sum of its rows' contributions."""
        strays, lacking = (
            [row for row in self.rows if row not in choices],
            [row for row in choices if row not in self.rows],
        )
        if strays:
            # They would be part of the total but of no result.
            raise DesignError(f"the counts for {self.table} have {strays[0]!r}; its rows are {', '.join(choices)}")
        if lacking:
            raise DesignError(f"the counts for {self.table} lack {lacking[0]!r}; its rows are {', '.join(choices)}")
        from seventh.lab.design.space import LinearSpace

        return LinearSpace(self, choices)


def bonus_counts(table: str, counts: dict[str, int], total: int) -> TableCounts:
    """Counts for a wager that either pays by a row or loses: the name of its pay table, the number of deals in which
    each of its rows occurs, and the number of deals in all.
    """
    return TableCounts(
        table,
        {row: ((count, 0, -1),) for row, count in counts.items()},
        ((total - sum(counts.values()), -1),),
    )
