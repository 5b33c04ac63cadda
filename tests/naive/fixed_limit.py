"""To what a player may bet at fixed limit (S17 to S21), from the story of the street alone.

Nothing is shared with the product and nothing is remembered: every question reads the story again from its beginning.
A story is a list of (seat, deed, amount): the amount of a `bet` is what the seat then has in front of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Story = list[tuple[int, str, int]]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Street:
    """What is fixed before the first action of a street."""

    sizes: tuple[int, ...]
    """The size of a bet; two with an open pair on fourth street."""
    bring_in: int
    """0 from fourth street on."""
    cap: int
    """0 for none."""
    half_bet_rule: bool
    completion_counts: bool

    def bets(self, story: Story, seat: int, chips: int) -> set[int]:
        """The amounts a seat with these chips may bet to on this street; another player can call them."""
        owed, full, sizes, raises, closed = self._so_far(story)
        if chips <= (owed or self.bring_in) or seat in closed or (self.cap and raises >= self.cap):
            return set()
        goals = {self._next(full, size) for size in sizes}
        within = {goal for goal in goals if owed < goal <= chips}
        return within | ({chips} if chips < max(goals) else set())

    def _next(self, full: int, size: int) -> int:
        """N: the small bet until the bring-in is completed, else a bet on top of the last full one."""
        return size if self._not_completed(full) else full + size

    def _not_completed(self, full: int) -> bool:
        return full == -1

    def _so_far(self, story: Story) -> tuple[int, int, tuple[int, ...], int, set[int]]:
        """What is owed, the last full amount (-1 before the completion), the sizes, the raises, who may not raise."""
        owed, sizes, raises, closed = 0, self.sizes, 0, set[int]()
        full = -1 if self.bring_in else 0
        for seat, deed, amount in story:
            if deed == "bring in":
                owed = self.bring_in
                full = owed if owed >= sizes[0] else -1
            elif deed == "bet":
                size = min(size for size in sizes if self._next(full, size) >= amount)
                start, goal = self.bring_in if full == -1 else full, self._next(full, size)
                share = Fraction(amount - start, goal - start) if goal > start else Fraction(1)
                if share >= (HALF if self.half_bet_rule else 1):
                    is_completion = full == -1 and owed > 0
                    raises += full > 0 or (is_completion and self.completion_counts)
                    full, closed = amount, set()
                    sizes = (size,) if size == sizes[-1] else sizes
                owed = amount
            closed.add(seat)
        return owed, full, sizes, raises, closed
