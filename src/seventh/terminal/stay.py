"""One person's stay at a table: round after round, until the chips or the person have had enough."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from seventh.terminal.prompt import Leave
from seventh.terminal.table import Table


class Stay(ABC):
    """What all games have in common of it."""

    ROUND: ClassVar[str]
    """What a round is called here."""
    LEAVES: ClassVar[str]
    """Said to a person who leaves in the middle."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._finish: Callable[[], None] | None = None
        """How to finish the round that is being played, should the person leave now."""

    def run(self) -> None:
        """Stay until the person leaves or the input ends."""
        self._welcome()
        try:
            while self._can_play() or self._fresh_stack():
                self._round()
        except (Leave, KeyboardInterrupt) as left:
            self.table.say()
            if self._finish:
                self.table.say(self.LEAVES)
                self._finish()
                self.table.say()
            self._goodbye()
            if isinstance(left, KeyboardInterrupt):
                raise
        else:
            self._goodbye()

    @abstractmethod
    def _welcome(self) -> None:
        """What this table is."""

    @abstractmethod
    def _can_play(self) -> bool:
        """Whether the person's chips will do for a round."""

    @abstractmethod
    def _fresh_stack(self) -> bool:
        """Offer play chips to a person who cannot begin a round any more; whether they were taken."""

    @abstractmethod
    def _round(self) -> None:
        """Play one."""

    @abstractmethod
    def _standing(self) -> tuple[int, int, int]:
        """How many rounds were played, the chips that the person has, and those bought."""

    def _goodbye(self) -> None:
        money, (rounds, stack, bought) = self.table.money, self._standing()
        if not rounds:
            self.table.say(f"You leave with {money(stack)}; no {self.ROUND} was played.")
            return
        net = stack - bought
        how = f"{money(net)} up" if net > 0 else f"{money(-net)} down" if net < 0 else "even"
        played = f"1 {self.ROUND}" if rounds == 1 else f"{rounds:,} {self.ROUND}s"
        self.table.say(f"You leave after {played} with {money(stack)}: {how} on {money(bought)} in chips.")
