"""Who sits at a table against the dealer, as a value, and what of a table's seats is kept in storage.

At stud `games.session` says who plays the next hand. Against the dealer nobody needs company and no deal moves on, so
that only coming, going and the chips are left; they work in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from seventh.house import House, Limits
from seventh.rounds.legal import NotNow, WrongAmount
from seventh.rounds.stud.session import Seated, StudSession

_NOBODY: Mapping[int, Seated] = MappingProxyType({})


@dataclass(frozen=True)
class DealerSession:
    """A table against the dealer between rounds, or while one is played."""

    house: House
    buy_in: Limits
    seats: Mapping[int, Seated] = field(default_factory=lambda: _NOBODY)
    in_hand: tuple[int, ...] = ()
    """The seats in the round that is being played; empty between rounds."""

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that can wager in the next round."""
        return tuple(seat for seat, seated in sorted(self.seats.items()) if seated.plays)

    def sit(self, seat: int, player: str, chips: int) -> DealerSession:
        """Take an empty seat with a buy-in; a round that is being played goes on without."""
        if not 1 <= seat <= self.house.seats:
            raise NotNow("", f"there is no seat {seat}", f"1 to {self.house.seats}")
        if seat in self.seats:
            raise NotNow("", f"seat {seat} is taken", free_seats(self))
        if any(seated.player == player for seated in self.seats.values()):
            raise NotNow("", "you have a seat at this table already")
        self._check(0, chips)
        return self._with(seat, Seated(player, chips))

    def sit_out(self, seat: int) -> DealerSession:
        """Keep the seat and miss rounds."""
        return self._sits(seat, out=True)

    def sit_in(self, seat: int) -> DealerSession:
        """Play again."""
        seated = self.seats[seat]
        if not seated.chips and not seated.buys and seat not in self.in_hand:
            raise NotNow("", "there are no chips to play with", "rebuy")
        return self._sits(seat, out=False)

    def _sits(self, seat: int, out: bool) -> DealerSession:
        seated = self.seats[seat]
        if seat in self.in_hand:
            return self._with(seat, replace(seated, wants_out=out))
        return self._with(seat, replace(seated, sits_out=out))

    def leave(self, seat: int) -> DealerSession:
        """Go, and take the chips along; from a round only when it is over."""
        if seat in self.in_hand:
            return self._with(seat, replace(self.seats[seat], leaves=True))
        seats = {place: other for place, other in self.seats.items() if place != seat}
        return replace(self, seats=MappingProxyType(seats))

    def rebuy(self, seat: int, amount: int) -> DealerSession:
        """Buy chips, so that the stack is within the limits; in a round they come when it is over."""
        seated = self.seats[seat]
        if seat in self.in_hand:
            if type(amount) is not int or not 1 <= amount <= self.buy_in.maximum:
                raise WrongAmount("", f"{amount} is not an amount to buy", f"1 to {self.buy_in.maximum}")
            return self._with(seat, replace(seated, buys=amount))
        self._check(seated.chips, amount)
        return self._with(
            seat, replace(seated, chips=seated.chips + amount, sits_out=seated.sits_out and seated.chips > 0)
        )

    def start(self) -> DealerSession:
        """Begin a round for everybody who sits in with chips."""
        return replace(self, in_hand=self.ready)

    def finish(self, nets: Mapping[int, int]) -> DealerSession:
        """Take over the result of the round, and do what people asked for during it."""
        after = replace(self, in_hand=())
        for seat in self.in_hand:
            seated = self.seats[seat]
            chips = seated.chips + nets[seat]
            kept = replace(seated, chips=chips, leaves=False, buys=0, wants_out=None)
            after = after._with(seat, kept)._asked(seat, seated)
        return after

    def _asked(self, seat: int, seated: Seated) -> DealerSession:
        if seated.leaves:
            return self.leave(seat)
        after, chips = self, self.seats[seat].chips
        amount = min(seated.buys, self.buy_in.maximum - chips)
        if amount > 0 and chips + amount >= self.buy_in.minimum:
            after = after.rebuy(seat, amount)
        if seated.wants_out is not None:
            after = after._sits(seat, seated.wants_out)
        if not after.seats[seat].chips:
            after = after._sits(seat, out=True)
        return after

    def _with(self, seat: int, seated: Seated) -> DealerSession:
        return replace(self, seats=MappingProxyType(dict(sorted({**self.seats, seat: seated}.items()))))

    def _check(self, chips: int, amount: int) -> None:
        least, most = max(self.buy_in.minimum - chips, 1), self.buy_in.maximum - chips
        if most < least:
            raise WrongAmount("", f"a stack of {chips} is as much as one may buy up to", "no chips")
        if type(amount) is not int or not least <= amount <= most:
            raise WrongAmount("", f"{amount} is not an amount to buy", f"{least} to {most}")


Session = StudSession | DealerSession


def free_seats(session: Session) -> str:
    """The empty seats in words."""
    free = [str(seat) for seat in range(1, session.house.seats + 1) if seat not in session.seats]
    return ", ".join(free) or "the table is full"


def seat_of(session: Session, person: str) -> int:
    """Where somebody sits; 0 for nowhere."""
    return next((seat for seat, seated in session.seats.items() if seated.player == person), 0)


def without_buys(session: Session, person: str) -> Session:
    """The session as if this person had asked for no chips: the wallet cannot pay for them."""
    seat = seat_of(session, person)
    return session._with(seat, replace(session.seats[seat], buys=0)) if seat else session


_STUD_KEPT = ("dealer_position", "in_hand", "hands", "redeals", "bought", "taken", "raked")


def session_data(session: Session) -> dict[str, Any]:
    """What storage keeps of a session."""
    data: dict[str, Any] = {"seats": dict(session.seats)}
    kept = _STUD_KEPT if isinstance(session, StudSession) else ("in_hand",)
    return {**data, **{name: getattr(session, name) for name in kept}}


def session_from(empty: Session, data: dict[str, Any]) -> Session:
    """The session that was kept, at a table that is otherwise as this empty one."""
    if not data:
        return empty
    seats = MappingProxyType({int(seat): Seated(**seated) for seat, seated in data["seats"].items()})
    kept = {name: data[name] for name in data if name not in ("seats", "in_hand")}
    return replace(empty, seats=seats, in_hand=tuple(data["in_hand"]), **kept)
