"""What differs between a table against the dealer and one where people play each other.

A live table asks its policy. `dealer_policy` and `stud_policy` are the two there are; a round says by `AGAINST_HOUSE`
which of them its tables need.
"""

from __future__ import annotations

from typing import Protocol

from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.standing import Step
from seventh.rounds.actions import Action


class Policy(Protocol):
    """How rounds begin, go on and wait at one kind of table."""

    def phase(self, live: LiveRound) -> str:
        """What the table does while this round is at it: betting or playing."""

    def begun(self, live: LiveRound) -> bool:
        """Whether the wagers that a person makes now belong to a round that plays already."""

    def until(self) -> int:
        """When the table goes on by itself, decisions aside; 0 if it waits for somebody."""

    # Between rounds.

    def with_company(self, step: Step, at: int) -> Step:
        """Let bots sit down or leave before the next round."""

    def dealt_in(self, step: Step) -> Step:
        """Let those sit out who may not be in the next round."""

    def opened(self, step: Step, at: int) -> Step:
        """Do what belongs to the opening of a round."""

    # During a round.

    def go_on(self, step: Step, at: int) -> Step:
        """Everything in the round that follows without anybody's decision."""

    def before_seats_change(self, step: Step, at: int) -> Step:
        """Begin a round anew in which nothing has happened, when somebody comes or goes."""

    def holds(self, seat: int) -> bool:
        """Whether a seat cannot be given up now: it is in a round that will be played."""

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        """What the bot at this seat does."""

    # Time.

    def adopted(self, at: int) -> None:
        """The table has changed: bring the own clock up to date."""

    def next_due(self) -> int | None:
        """When the own clock has to look at the table again."""
