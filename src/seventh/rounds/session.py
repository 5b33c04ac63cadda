"""A session of any game: consecutive rounds at one table, while players join and leave.

A session is immutable: every operation returns a new one. `start` begins the next round for everyone sitting in with
chips, `finish` applies its result. During a round its players can ask to sit out, leave or buy chips; this takes effect
when the round is over, because stacks do not change during a round.

What differs between games comes from the round class: the number of players, who has the deal, the buy-in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from seventh.house import Limits
from seventh.rounds.legal import NotNow, WrongAmount
from seventh.rounds.round import Round

_NOBODY: Mapping[int, Seated] = MappingProxyType({})
_PLAYERS = {1: "one player", 2: "two players"}


@dataclass(frozen=True)
class Seated:
    """A person at the table."""

    player: str
    chips: int
    sits_out: bool = False
    leaves: bool = False
    """Whether the player asked to leave when the round is over."""
    buys: int = 0
    """Chips bought during a round, added when it is over."""
    wants_out: bool | None = None
    """Whether the player asked during a round to sit out or to sit in again."""

    @property
    def plays(self) -> bool:
        """Whether this player is in the next round."""
        return self.chips > 0 and not self.sits_out


@dataclass(frozen=True)
class Session:
    """A table between rounds or during one."""

    rules: type[Round]
    house: Any
    buy_in: Limits
    """The buy-in limits; a rebuy may go up to the maximum."""
    seats: Mapping[int, Seated] = field(default_factory=lambda: _NOBODY)
    dealer_position: int | None = 0
    """The seat that had the last deal; 0 before the first round or if the deal does not move."""
    in_hand: tuple[int, ...] = ()
    """The seats in the current round; empty between rounds."""
    hands: int = 0
    """The number of finished rounds."""
    redeals: bool = False
    """Whether the last round was void, so that the deal does not move."""
    bought: int = 0
    """All chips ever bought in."""
    taken: int = 0
    """All chips taken off the table by players who left."""
    raked: int = 0
    """The house's winnings and rake; negative if it lost."""

    @property
    def chips(self) -> int:
        """The chips at the table; always equal to chips bought minus chips taken away and the house's."""
        return sum(seated.chips for seated in self.seats.values())

    # Joining and leaving.

    def sit(self, seat: int, player: str, chips: int) -> Session:
        """Take an empty seat with a buy-in, starting from the next round."""
        clause = self.rules.seating_clause(self.house)
        if not 1 <= seat <= self.house.seats:
            raise NotNow(clause, f"there is no seat {seat}", f"1 to {self.house.seats}")
        if seat in self.seats:
            raise NotNow(clause, f"seat {seat} is taken", self._free())
        if self.seat_of(player):
            raise NotNow(clause, "you already have a seat at this table")
        self._check_buy_in(0, chips)
        return replace(self._with(seat, Seated(player, chips)), bought=self.bought + chips)

    def seat_of(self, player: str) -> int:
        """A player's seat; 0 if none."""
        return next((seat for seat, seated in self.seats.items() if seated.player == player), 0)

    def sit_out(self, seat: int) -> Session:
        """Sit out from the next round on, keeping the seat."""
        return self._sits(seat, out=True)

    def sit_in(self, seat: int) -> Session:
        """Sit in again."""
        seated = self._seated(seat)
        if not seated.chips and not seated.buys and seat not in self.in_hand:
            raise NotNow(self.rules.buy_in_clause(self.house), f"seat {seat} has no chips to play with", "rebuy")
        return self._sits(seat, out=False)

    def _sits(self, seat: int, out: bool) -> Session:
        seated = self._seated(seat)
        if seat in self.in_hand:
            return self._with(seat, replace(seated, wants_out=out))
        return self._with(seat, replace(seated, sits_out=out))

    def leave(self, seat: int) -> Session:
        """Leave with the chips; during a round, when it is over."""
        seated = self._seated(seat)
        if seat in self.in_hand:
            return self._with(seat, replace(seated, leaves=True))
        seats = {place: other for place, other in self.seats.items() if place != seat}
        return replace(self, seats=MappingProxyType(seats), taken=self.taken + seated.chips)

    def rebuy(self, seat: int, amount: int) -> Session:
        """Buy more chips, within the limits; during a round they are added when it is over.

        Chips leave the table only with their owner, so the amount cannot be negative.
        """
        seated, clause = self._seated(seat), self.rules.buy_in_clause(self.house)
        if type(amount) is not int or amount <= 0:
            raise WrongAmount(clause, f"{amount} is not an allowed rebuy; chips leave the table only with their owner")
        if seat in self.in_hand:
            most = self.buy_in.maximum
            if amount > most:
                raise WrongAmount(clause, f"{amount} is above the limit", f"up to {most}")
            return self._with(seat, replace(seated, buys=amount))
        self._check_buy_in(seated.chips, amount)
        bought = replace(seated, chips=seated.chips + amount, sits_out=seated.sits_out and seated.chips > 0)
        return replace(self._with(seat, bought), bought=self.bought + amount)

    def without_rebuy(self, player: str) -> Session:
        """Cancel the chips this player bought during the round."""
        seat = self.seat_of(player)
        return self._with(seat, replace(self.seats[seat], buys=0)) if seat else self

    # Rounds.

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats in the next round."""
        return tuple(seat for seat, seated in sorted(self.seats.items()) if seated.plays)

    @property
    def can_start(self) -> bool:
        """Whether enough players are sitting in with chips for the next round."""
        return not self.in_hand and len(self.ready) >= self.rules.FEWEST_PLAYERS

    def start(self) -> tuple[Session, Round]:
        """Start the next round; if the deal moves, the next seat dealt in has it (S3)."""
        clause, ready = self.rules.seating_clause(self.house), self.ready
        if self.in_hand:
            raise NotNow(clause, "a hand is being played", "finish")
        if not self.can_start:
            fewest = _PLAYERS.get(self.rules.FEWEST_PLAYERS, f"{self.rules.FEWEST_PLAYERS} players")
            raise NotNow(clause, f"a hand needs at least {fewest} with chips; sitting in: {len(ready)}")
        position = self._next_position()
        hand = self.rules.start(self.house, {seat: self.seats[seat].chips for seat in ready}, position)
        return replace(self, dealer_position=position, in_hand=ready, redeals=False), hand

    def _next_position(self) -> int | None:
        if self.redeals and self.dealer_position in self.seats:
            return self.dealer_position
        return self.rules.next_deal(self.house, self.dealer_position or 0, self.ready)

    def finish(self, hand: Round) -> Session:
        """Apply the result of the round, and what players asked for during it."""
        outcome, clause = hand.outcome, self.rules.seating_clause(self.house)
        if not self.in_hand:
            raise NotNow(clause, "no hand is being played", "start")
        if outcome is None:
            raise NotNow(clause, "the hand is not over")
        began = {seat: self.seats[seat].chips for seat in self.in_hand}
        if hand.seats != began or hand.dealer_position != self.dealer_position:
            raise NotNow(clause, "that is not the hand that this session started")
        return self.settled(outcome.nets, outcome.void)

    def settled(self, nets: Mapping[int, int], void: bool) -> Session:
        """The session after a round with these results, or after a void round."""
        after = replace(self, in_hand=(), redeals=void, hands=self.hands + (not void))
        after = replace(after, raked=self.raked - sum(nets.values()))
        for seat in self.in_hand:
            seated = self.seats[seat]
            kept = replace(seated, chips=seated.chips + nets[seat], leaves=False, buys=0, wants_out=None)
            after = after._with(seat, kept)._asked(seat, seated)
        return after

    def _asked(self, seat: int, seated: Seated) -> Session:
        """Apply what a player asked for during the round."""
        if seated.leaves:
            return self.leave(seat)
        after, chips = self, self.seats[seat].chips
        amount = min(seated.buys, self.buy_in.maximum - chips)
        if amount > 0 and chips + amount >= self.buy_in.minimum:
            after = after.rebuy(seat, amount)
        if seated.wants_out is not None and after.seats[seat].chips:
            after = after._sits(seat, seated.wants_out)
        if not after.seats[seat].chips:
            after = after._with(seat, replace(after.seats[seat], sits_out=True))
        return after

    # Helpers.

    def _seated(self, seat: int) -> Seated:
        if seat not in self.seats:
            here = ", ".join(map(str, self.seats)) or "nobody is here"
            raise NotNow(self.rules.seating_clause(self.house), f"seat {seat} is empty", here)
        return self.seats[seat]

    def _with(self, seat: int, seated: Seated) -> Session:
        return replace(self, seats=MappingProxyType(dict(sorted({**self.seats, seat: seated}.items()))))

    def _free(self) -> str:
        free = [str(seat) for seat in range(1, self.house.seats + 1) if seat not in self.seats]
        return ", ".join(free) or "the table is full"

    def _check_buy_in(self, chips: int, amount: int) -> None:
        clause = self.rules.buy_in_clause(self.house)
        least, most = max(self.buy_in.minimum - chips, 1), self.buy_in.maximum - chips
        if most < least:
            raise WrongAmount(clause, f"a stack of {chips} is already at the buy-in maximum", "no chips")
        if type(amount) is not int or not least <= amount <= most:
            raise WrongAmount(clause, f"{amount} is not an allowed buy-in", f"{least} to {most}")
