"""Who won how much from whom in a hand between players.

Each pot is made of what every player put into it, and goes to its winners. Each winner's share is taken from all who
put chips into that pot, in proportion to what they put in; the rake likewise. A player's own chips that come back are
no flow. So what a player won from the others, less what the others won from the player and the player's part of the
rake, is the player's net result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from seventh.rounds import events as ev
from seventh.rounds.events import Event
from seventh.rounds.stud.pots import pots_of

MOVES_CHIPS: tuple[type[Event], ...] = (
    ev.AntePosted,
    ev.BroughtIn,
    ev.Called,
    ev.BetMade,
    ev.BetReturned,
    ev.BetsCollected,
    ev.ChipsReturned,
    ev.Folded,
    ev.HandVoided,
    ev.RakeTaken,
    ev.PotWon,
)
"""The events that a flow is computed from."""


class Flow(Struct, frozen=True):
    """The flow of chips in one hand, by seat."""

    put_in: dict[int, int]
    """What each seat put into the pots, less what was returned."""
    won: dict[tuple[int, int], Fraction]
    """What the second seat won from the first."""
    rake: dict[int, Fraction]
    """Each seat's part of the rake."""


class NotAccounted(ValueError):
    """The pots that were won are not those that were put in."""


def flow_of(events: Iterable[Event]) -> Flow:
    """The flow of a hand, from its events in order."""
    put_in: dict[int, int] = {}
    street: dict[int, int] = {}
    out: set[int] = set()
    won: dict[int, dict[int, int]] = {}
    rake = 0
    for event in events:
        match event:
            case ev.AntePosted():
                put_in[event.seat] = put_in.get(event.seat, 0) + event.amount
            case ev.BroughtIn() | ev.Called():
                street[event.seat] = street.get(event.seat, 0) + event.amount
                put_in[event.seat] = put_in.get(event.seat, 0) + event.amount
            case ev.BetMade():
                more = event.to - street.get(event.seat, 0)
                street[event.seat] = event.to
                put_in[event.seat] = put_in.get(event.seat, 0) + more
            case ev.BetReturned() | ev.ChipsReturned():
                put_in[event.seat] -= event.amount
                street[event.seat] = max(street.get(event.seat, 0) - event.amount, 0)
            case ev.BetsCollected():
                street = {}
            case ev.Folded() | ev.HandVoided():
                out.add(event.seat)
            case ev.RakeTaken():
                rake += event.amount
            case ev.PotWon():
                pot = won.setdefault(event.pot, {})
                pot[event.seat] = pot.get(event.seat, 0) + event.amount
    if sum(put_in.values()) != rake + sum(sum(shares.values()) for shares in won.values()):
        raise NotAccounted(f"{put_in} were put in, {won} won, {rake} raked")
    return Flow(put_in, *_shared(put_in, out, won))


def _shared(
    put_in: Mapping[int, int], out: set[int], won: Mapping[int, Mapping[int, int]]
) -> tuple[dict[tuple[int, int], Fraction], dict[int, Fraction]]:
    flows: dict[tuple[int, int], Fraction] = {}
    raked: dict[int, Fraction] = {}
    for number, parts in enumerate(_pots(put_in, out)):
        total = sum(parts.values())
        shares = won.get(number, {})
        kept = total - sum(shares.values())
        if kept < 0:
            raise NotAccounted(f"{shares} were won of a pot of {total}")
        for giver, part in parts.items():
            for taker, share in shares.items():
                if giver != taker and part and share:
                    flows[giver, taker] = flows.get((giver, taker), Fraction(0)) + Fraction(part * share, total)
            if kept and part:
                raked[giver] = raked.get(giver, Fraction(0)) + Fraction(part * kept, total)
    return flows, raked


def _pots(put_in: Mapping[int, int], out: set[int]) -> list[dict[int, int]]:
    """What each seat put into each pot."""
    pots = pots_of([(seat, chips, seat not in out) for seat, chips in put_in.items()])
    levels = [min((put_in[seat] for seat in pot.seats), default=0) for pot in pots]
    found, below = list[dict[int, int]](), 0
    for place, level in enumerate(levels):
        top = max(put_in.values()) if place == len(levels) - 1 else level
        found.append({seat: min(chips, top) - min(chips, below) for seat, chips in put_in.items()})
        below = level
    return found
