"""A session of any game: round after round at one table, while people come and go.

A session is a value: everything that happens gives a new one, and the old one stays as it was. `start` begins the next
round for everybody who sits in with chips, `finish` takes its result over. While a round is played, whoever is in it
can ask to sit out, leave or buy chips; that happens when the round is over, for its stakes never change.

What differs between games is asked of the round: how many players it needs, who has the deal, what one may bring.
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
    """Asked to leave during a round, and goes when it is over."""
    buys: int = 0
    """Chips asked for during a round; they come when it is over."""
    wants_out: bool | None = None
    """Asked during a round to sit out, or to sit in again."""

    @property
    def plays(self) -> bool:
        """Whether this person is in the next round."""
        return self.chips > 0 and not self.sits_out


@dataclass(frozen=True)
class Session:
    """A table between rounds, or while one is played."""

    rules: type[Round]
    house: Any
    buy_in: Limits
    """The chips with which one sits down, or up to which one buys again."""
    seats: Mapping[int, Seated] = field(default_factory=lambda: _NOBODY)
    dealer_position: int | None = 0
    """The seat that had the last deal; 0 before the first round, and always where the deal does not move."""
    in_hand: tuple[int, ...] = ()
    """The seats in the round that is being played; empty between rounds."""
    hands: int = 0
    """How many rounds were finished."""
    redeals: bool = False
    """Whether the last round was called off, so that the deal does not move on to the next seat."""
    bought: int = 0
    """All chips that ever came to the table."""
    taken: int = 0
    """All chips that left the table with their owners."""
    raked: int = 0
    """All chips that the house took; below 0 if it paid more than that."""

    @property
    def chips(self) -> int:
        """The chips at the table; always what was bought less what was taken away and raked."""
        return sum(seated.chips for seated in self.seats.values())

    # Coming and going.

    def sit(self, seat: int, player: str, chips: int) -> Session:
        """Take an empty seat with a buy-in; a round that is being played goes on without."""
        clause = self.rules.seating_clause(self.house)
        if not 1 <= seat <= self.house.seats:
            raise NotNow(clause, f"there is no seat {seat}", f"1 to {self.house.seats}")
        if seat in self.seats:
            raise NotNow(clause, f"seat {seat} is taken", self._free())
        if self.seat_of(player):
            raise NotNow(clause, "you have a seat at this table already")
        self._check_buy_in(0, chips)
        return replace(self._with(seat, Seated(player, chips)), bought=self.bought + chips)

    def seat_of(self, player: str) -> int:
        """Where somebody sits; 0 for nowhere."""
        return next((seat for seat, seated in self.seats.items() if seated.player == player), 0)

    def sit_out(self, seat: int) -> Session:
        """Keep the seat and miss rounds; one that is being played is played to its end."""
        return self._sits(seat, out=True)

    def sit_in(self, seat: int) -> Session:
        """Play again."""
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
        """Go, and take the chips along; from a round only when it is over."""
        seated = self._seated(seat)
        if seat in self.in_hand:
            return self._with(seat, replace(seated, leaves=True))
        seats = {place: other for place, other in self.seats.items() if place != seat}
        return replace(self, seats=MappingProxyType(seats), taken=self.taken + seated.chips)

    def rebuy(self, seat: int, amount: int) -> Session:
        """Buy chips, so that the stack is within the limits; in a round they come when it is over.

        Nobody takes chips off the table but by leaving: that is no negative rebuy.
        """
        seated, clause = self._seated(seat), self.rules.buy_in_clause(self.house)
        if type(amount) is not int or amount <= 0:
            raise WrongAmount(
                clause, f"{amount} is not an amount of chips to buy; chips leave the table with their owner"
            )
        if seat in self.in_hand:
            most = self.buy_in.maximum
            if amount > most:
                raise WrongAmount(clause, f"{amount} is above the limit", f"up to {most}")
            return self._with(seat, replace(seated, buys=amount))
        self._check_buy_in(seated.chips, amount)
        bought = replace(seated, chips=seated.chips + amount, sits_out=seated.sits_out and seated.chips > 0)
        return replace(self._with(seat, bought), bought=self.bought + amount)

    def without_rebuy(self, player: str) -> Session:
        """The session as if this person had asked for no chips during the round."""
        seat = self.seat_of(player)
        return self._with(seat, replace(self.seats[seat], buys=0)) if seat else self

    # Rounds.

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that would be in the next round."""
        return tuple(seat for seat, seated in sorted(self.seats.items()) if seated.plays)

    @property
    def can_start(self) -> bool:
        """Whether enough people sit in with chips for the next round."""
        return not self.in_hand and len(self.ready) >= self.rules.FEWEST_PLAYERS

    def start(self) -> tuple[Session, Round]:
        """Begin the next round; where the deal moves, the next seat that is dealt in has it (S3)."""
        clause, ready = self.rules.seating_clause(self.house), self.ready
        if self.in_hand:
            raise NotNow(clause, "a hand is being played", "finish")
        if not self.can_start:
            fewest = _PLAYERS.get(self.rules.FEWEST_PLAYERS, f"{self.rules.FEWEST_PLAYERS} players")
            raise NotNow(clause, f"a hand needs at least {fewest} with chips, and {len(ready)} sit in")
        position = self._next_position()
        hand = self.rules.start(self.house, {seat: self.seats[seat].chips for seat in ready}, position)
        return replace(self, dealer_position=position, in_hand=ready, redeals=False), hand

    def _next_position(self) -> int | None:
        if self.redeals and self.dealer_position in self.seats:
            return self.dealer_position
        return self.rules.next_deal(self.house, self.dealer_position or 0, self.ready)

    def finish(self, hand: Round) -> Session:
        """Take over the result of the round that was started, and do what people asked for during it."""
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
        """The session after a round in which each seat won or lost this, or that was called off."""
        after = replace(self, in_hand=(), redeals=void, hands=self.hands + (not void))
        after = replace(after, raked=self.raked - sum(nets.values()))
        for seat in self.in_hand:
            seated = self.seats[seat]
            kept = replace(seated, chips=seated.chips + nets[seat], leaves=False, buys=0, wants_out=None)
            after = after._with(seat, kept)._asked(seat, seated)
        return after

    def _asked(self, seat: int, seated: Seated) -> Session:
        """Do what a person asked for during the round."""
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

    # Small things.

    def _seated(self, seat: int) -> Seated:
        if seat not in self.seats:
            here = ", ".join(map(str, self.seats)) or "nobody is here"
            raise NotNow(self.rules.seating_clause(self.house), f"nobody sits at seat {seat}", here)
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
            raise WrongAmount(clause, f"a stack of {chips} is as much as one may buy up to", "no chips")
        if type(amount) is not int or not least <= amount <= most:
            raise WrongAmount(clause, f"{amount} is not an amount to buy", f"{least} to {most}")
