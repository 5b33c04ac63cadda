"""What a pay table is worth, row by row: how often each row comes up, and what else happens to the wager.

A row that pays nothing is a row that does not qualify: the wager then loses, except where the bonus is paid on top of a
comparison with the dealer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from seventh.lab.design.space import Space  # numba comes with it

Cell = tuple[int, int, int]
"""In how many deals, what is added to the row's pay, and what the wager comes to if the row pays nothing."""


Choices = dict[str, tuple[Fraction, ...]]
"""What each row may pay, from the least; best hand first."""


class DesignError(ValueError):
    """A question about pay tables that makes no sense. The message is one line that says why."""


class Designed(Protocol):
    """A pay table that can be designed."""

    @property
    def table(self) -> str:
        """Its name among the house's pay tables."""

    def space(self, choices: Choices) -> Space:
        """All tables to go through if each row may pay so much."""


@dataclass(frozen=True)
class TableCounts:
    """All that can happen to a wager, by the rows of its pay table."""

    table: str
    """The pay table's name in the house."""
    rows: dict[str, tuple[Cell, ...]]
    """By row, best hand first."""
    others: tuple[tuple[int, int], ...]
    """What no row decides: in how many deals, and what the wager comes to."""

    @property
    def total(self) -> int:
        return sum(cell[0] for cells in self.rows.values() for cell in cells) + sum(count for count, _ in self.others)

    def space(self, choices: Choices) -> Space:
        """All tables to go through, for a wager that is worth the sum of what its rows add."""
        strays, lacking = (
            [row for row in self.rows if row not in choices],
            [row for row in choices if row not in self.rows],
        )
        if strays:
            # They would be counted in the total and in no result.
            raise DesignError(f"the counts for {self.table} have {strays[0]!r}; its rows are {', '.join(choices)}")
        if lacking:
            raise DesignError(f"the counts for {self.table} lack {lacking[0]!r}; its rows are {', '.join(choices)}")
        from seventh.lab.design.space import LinearSpace

        return LinearSpace(self, choices)


def bonus_counts(table: str, counts: dict[str, int], total: int) -> TableCounts:
    """A wager that pays by a row or loses: the name of its pay table, in how many deals each of its rows comes up, and
    how many deals there are.
    """
    return TableCounts(
        table,
        {row: ((count, 0, -1),) for row, count in counts.items()},
        ((total - sum(counts.values()), -1),),
    )
