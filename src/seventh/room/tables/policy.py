"""The interface for what differs between tables against the dealer and tables between players.

There are two implementations, `dealer_policy` and `stud_policy`; a round's `AGAINST_HOUSE` says which one its tables
use.
"""

from __future__ import annotations

from typing import Protocol

from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.snapshot import Step
from seventh.rounds.actions import Action


class Policy(Protocol):
    """How rounds start, continue and wait at one kind of table."""

    def phase(self, live: LiveRound) -> str:
        """The state of the table during this round: betting or playing."""

    def begun(self, live: LiveRound) -> bool:
        """Whether wagers made now belong to a round that is already being played."""

    def until(self) -> int:
        """When the table continues on its own, apart from decision clocks; 0 if it waits for a player."""

    @property
    def most_bots(self) -> int:
        """The maximum number of bots at the table."""

    # What may be wagered and lost.

    def most_staked(self, action: Action) -> int:
        """The most that a seat's wagers in a round can come to after this action before the deal."""

    def at_stake(self, seat: int) -> int:
        """The most that a seat can wager and lose in one round with the chips it has put up."""

    # Between rounds.

    def with_bots(self, step: Step, at: int) -> Step:
        """Let bots join or leave before the next round."""

    def dealt_in(self, step: Step) -> Step:
        """Sit out the players who may not be in the next round."""

    def opened(self, step: Step, at: int) -> Step:
        """Add whatever belongs to opening a round."""

    # During a round.

    def advance(self, step: Step, at: int) -> Step:
        """Everything in the round that happens without a player's decision."""

    def may_step(self, live: LiveRound) -> bool:
        """Whether the dealer has something to do, if the floor allows it step by step."""

    def deal_step(self, step: Step, live: LiveRound, at: int) -> Step:
        """The dealer's next step alone."""

    def before_seats_change(self, step: Step, at: int, why: str = ...) -> Step:
        """Void a round in which nothing has happened, when a player joins or leaves, or for another reason."""

    def holds(self, seat: int) -> bool:
        """Whether a seat cannot be left now because it is in a round."""

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        """The action of the bot at this seat."""

    # Time.

    def adopted(self, at: int) -> None:
        """Update the policy's own deadlines after the table has changed."""

    def extend(self, span: int) -> None:
        """Move the policy's own deadlines back by the time that storage took."""

    def next_due(self) -> int | None:
        """The policy's next deadline."""
