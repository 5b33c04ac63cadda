"""A session of stud: hand after hand at one table, while people come and go.

A session is a value: everything that happens gives a new one, and the old one stays as it was. `start` deals the next
hand to everybody who sits in with chips, `finish` takes its result over. While a hand is played, whoever is in it can
ask to sit out, leave or buy chips; that happens when the hand is over, for the stakes of a hand never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from seventh.rounds.legal import NotNow, WrongAmount
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.family import Clauses
from seventh.rounds.stud.house import StudHouse

_NOBODY: Mapping[int, Seated] = MappingProxyType({})


@dataclass(frozen=True)
class Seated:
    """A person at the table."""

    player: str
    chips: int
    sits_out: bool = False
    leaves: bool = False
    """Asked to leave during a hand, and goes when it is over."""
    buys: int = 0
    """Chips asked for during a hand; they come when it is over."""
    wants_out: bool | None = None
    """Asked during a hand to sit out, or to sit in again."""

    @property
    def plays(self) -> bool:
        """Whether the next hand is dealt to this person."""
        return self.chips > 0 and not self.sits_out


@dataclass(frozen=True)
class StudSession:
    """A table of stud between hands, or while one is played."""

    house: StudHouse
    seats: Mapping[int, Seated] = field(default_factory=lambda: _NOBODY)
    dealer_position: int = 0
    """The seat that had the last deal; 0 before the first hand, and always where the deal does not move."""
    in_hand: tuple[int, ...] = ()
    """The seats in the hand that is being played; empty between hands."""
    hands: int = 0
    """How many hands were finished."""
    redeals: bool = False
    """Whether the last hand was called off, so that the deal does not move on to the next seat."""
    bought: int = 0
    """All chips that ever came to the table."""
    taken: int = 0
    """All chips that left the table with their owners."""
    raked: int = 0
    """All chips that the house took."""

    @property
    def chips(self) -> int:
        """The chips at the table; always what was bought less what was taken away and raked."""
        return sum(seated.chips for seated in self.seats.values())

    # Coming and going.

    def sit(self, seat: int, player: str, chips: int) -> StudSession:
        """Take an empty seat with a buy-in; a hand that is being played goes on without."""
        if not 1 <= seat <= self.house.seats:
            raise NotNow(self._clauses.players, f"there is no seat {seat}", f"1 to {self.house.seats}")
        if seat in self.seats:
            raise NotNow(self._clauses.players, f"seat {seat} is taken", self._free())
        if any(seated.player == player for seated in self.seats.values()):
            raise NotNow(self._clauses.players, f"{player} has a seat already")
        self._check_buy_in(0, chips)
        return replace(self._with(seat, Seated(player, chips)), bought=self.bought + chips)

    def sit_out(self, seat: int) -> StudSession:
        """Keep the seat and miss hands; one that is being played is played to its end."""
        return self._sits(seat, out=True)

    def sit_in(self, seat: int) -> StudSession:
        """Be dealt in again."""
        if not self._seated(seat).chips and not self._seated(seat).buys and seat not in self.in_hand:
            raise NotNow(self._clauses.all_in, f"seat {seat} has no chips to play with", "rebuy")
        return self._sits(seat, out=False)

    def _sits(self, seat: int, out: bool) -> StudSession:
        seated = self._seated(seat)
        if seat in self.in_hand:
            return self._with(seat, replace(seated, wants_out=out))
        return self._with(seat, replace(seated, sits_out=out))

    def leave(self, seat: int) -> StudSession:
        """Go, and take the chips along; from a hand only when it is over."""
        seated = self._seated(seat)
        if seat in self.in_hand:
            return self._with(seat, replace(seated, leaves=True))
        seats = {place: other for place, other in self.seats.items() if place != seat}
        return replace(self, seats=MappingProxyType(seats), taken=self.taken + seated.chips)

    def rebuy(self, seat: int, amount: int) -> StudSession:
        """Buy chips, so that the stack is within the limits; in a hand they come when it is over.

        Nobody takes chips off the table but by leaving: that is no negative rebuy.
        """
        seated = self._seated(seat)
        if type(amount) is not int or amount <= 0:
            raise WrongAmount(
                self._clauses.all_in,
                f"{amount} is not an amount of chips to buy; chips leave the table with their owner",
            )
        if seat in self.in_hand:
            most = self.house.limits.buy_in.maximum
            if amount > most:
                raise WrongAmount(self._clauses.all_in, f"{amount} is above the limit", f"up to {most}")
            return self._with(seat, replace(seated, buys=amount))
        self._check_buy_in(seated.chips, amount)
        bought = replace(seated, chips=seated.chips + amount, sits_out=seated.sits_out and seated.chips > 0)
        return replace(self._with(seat, bought), bought=self.bought + amount)

    # Hands.

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats to which the next hand would be dealt."""
        return tuple(seat for seat, seated in sorted(self.seats.items()) if seated.plays)

    def start(self) -> tuple[StudSession, StudRound]:
        """Begin the next hand; where the deal moves, the next seat that is dealt in has it."""
        if self.in_hand:
            raise NotNow(self._clauses.players, "a hand is being played", "finish")
        if len(self.ready) < 2:
            raise NotNow(
                self._clauses.players, f"a hand needs at least two players with chips, and {len(self.ready)} sit in"
            )
        position = self._next_position() if self.house.deal_moves else 0
        hand = StudRound(self.house, {seat: self.seats[seat].chips for seat in self.ready}, position)
        return replace(self, dealer_position=position, in_hand=self.ready, redeals=False), hand

    def _next_position(self) -> int:
        if self.redeals and self.dealer_position in self.seats:
            return self.dealer_position
        return next((seat for seat in self.ready if seat > self.dealer_position), self.ready[0])

    def finish(self, hand: StudRound) -> StudSession:
        """Take over the result of the hand that was started, and do what people asked for during it."""
        outcome = hand.outcome
        if not self.in_hand:
            raise NotNow(self._clauses.players, "no hand is being played", "start")
        if outcome is None:
            raise NotNow(self._clauses.players, "the hand is not over")
        began = {seat: self.seats[seat].chips for seat in self.in_hand}
        if hand.seats != began or hand.dealer_position != self.dealer_position:
            raise NotNow(self._clauses.players, "that is not the hand that this session started")
        after = replace(self, in_hand=(), redeals=outcome.void, hands=self.hands + (not outcome.void))
        after = replace(after, raked=self.raked - sum(outcome.nets.values()))
        for seat in self.in_hand:
            seated = self.seats[seat]
            kept = replace(seated, chips=seated.chips + outcome.net(seat), leaves=False, buys=0, wants_out=None)
            after = after._with(seat, kept)._asked(seat, seated)
        return after

    def _asked(self, seat: int, seated: Seated) -> StudSession:
        """Do what a person asked for during the hand."""
        if seated.leaves:
            return self.leave(seat)
        after = self
        limits, chips = self.house.limits.buy_in, self.seats[seat].chips
        amount = min(seated.buys, limits.maximum - chips)
        if amount > 0 and chips + amount >= limits.minimum:
            after = after.rebuy(seat, amount)
        if seated.wants_out is not None and after.seats[seat].chips:
            after = after._sits(seat, seated.wants_out)
        if not after.seats[seat].chips:
            after = after._with(seat, replace(after.seats[seat], sits_out=True))
        return after

    # Small things.

    @property
    def _clauses(self) -> Clauses:
        return self.house.family.clauses

    def _seated(self, seat: int) -> Seated:
        if seat not in self.seats:
            raise NotNow(
                self._clauses.players,
                f"nobody sits at seat {seat}",
                ", ".join(map(str, self.seats)) or "nobody is here",
            )
        return self.seats[seat]

    def _with(self, seat: int, seated: Seated) -> StudSession:
        return replace(self, seats=MappingProxyType(dict(sorted({**self.seats, seat: seated}.items()))))

    def _free(self) -> str:
        free = [str(seat) for seat in range(1, self.house.seats + 1) if seat not in self.seats]
        return ", ".join(free) or "the table is full"

    def _check_buy_in(self, chips: int, amount: int) -> None:
        limits = self.house.limits.buy_in
        least, most = max(limits.minimum - chips, 1), limits.maximum - chips
        if most < least:
            raise WrongAmount(self._clauses.all_in, f"a stack of {chips} is as much as one may buy up to", "no chips")
        if type(amount) is not int or not least <= amount <= most:
            raise WrongAmount(self._clauses.all_in, f"{amount} is not an amount to buy", f"{least} to {most}")
