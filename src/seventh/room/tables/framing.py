"""Frames about a table, put together from parts that are encoded once.

All viewers of a table see nearly the same. What they have in common is encoded once, with holes; what a seat alone sees
(its cards, its choices, its affairs) goes into the holes. The common parts come from the view of a bystander, so that
nothing that a bystander may not see can be in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from seventh.games.actions import BringIn
from seventh.games.dealer_game import WAGERS
from seventh.games.events import Event
from seventh.room.frames import RoundInfo, TableFrame, YouInfo
from seventh.room.rounds.live_round import LiveRound

_encode = msgspec.json.Encoder().encode
_HOLE = b"\0"
"""Stands in encoded JSON where a viewer's own part belongs; no JSON text has this byte in it."""
_hole: Any = msgspec.Raw(_HOLE)
_SEEN_BY_ALL = Event.seen_by


class Moment(msgspec.Struct, frozen=True):
    """A table right after a commit, with everything that frames about it are made of."""

    seq: int
    at: int
    head: dict[str, Any]
    """What every frame has in common."""
    people: dict[str, int]
    """Who sits where."""
    live: LiveRound | None
    events: tuple[Event, ...]
    deadlines: dict[int, int]
    you: Callable[[int, str], YouInfo]


Offers = dict[int, tuple[tuple[str, int], tuple[bytes, bytes]]]
"""The choices before the cards that each seat was shown last: of which decision, and encoded with their prices."""


class Frames:
    """The frames about one moment, each distinct part made once."""

    def __init__(self, moment: Moment, offers: Offers | None = None) -> None:
        self.moment = moment
        self._offers: Offers = {} if offers is None else offers
        self._made: dict[tuple[int, bool], bytes] = {}
        self._openings: dict[int | None, tuple[Any, ...]] = {}
        self._parts: list[bytes] = []
        self._lines: dict[int, bytes] = {}
        """The seats of the round as everybody sees them."""
        self._events: list[bytes] = []
        """The events as a bystander sees them."""
        self._differ: dict[int, list[int]] = {}
        """The events of which a seat sees more than everybody else, by seat."""

    def eyes(self, seat: int, person: str) -> int | None:
        """The seat with whose eyes a person sees the round; None is a bystander."""
        live = self.moment.live
        return seat if live is not None and seat in live.seats and live.seats[seat].person == person else None

    def openings(self, eyes: int | None) -> tuple[Any, ...]:
        """Stud: the openings of all cards that are seen with these eyes."""
        if eyes not in self._openings:
            assert self.moment.live is not None
            self._openings[eyes] = self.moment.live.openings(eyes)
        return self._openings[eyes]

    def frame(self, seat: int, person: str, openings: tuple[Any, ...], fresh: bool) -> bytes:
        """What a person is told; a fresh frame tells how things stand and not what happened."""
        made = None if openings else self._made.get((seat, fresh))
        if made is None:
            made = self._frame(seat, person, openings, fresh)
            if not openings:
                self._made[seat, fresh] = made
        return made

    def _frame(self, seat: int, person: str, openings: tuple[Any, ...], fresh: bool) -> bytes:
        moment = self.moment
        if not self._parts:
            self._encode_what_all_see()
        parts, live = self._parts, moment.live
        eyes = self.eyes(seat, person)
        you = _encode(moment.you(seat, person)) if seat else b"null"
        events = b"[]" if fresh else self._events_for(eyes)
        if live is None:
            return b"".join((parts[0], you, parts[1], events, parts[2]))
        viewer, lines, choices, decision, prices = b"null", self._lines, b"[]", b"0", b"{}"
        if eyes is not None:
            viewer, lines = b"%d" % eyes, {**lines, eyes: _encode(live.hand.own_line(eyes))}
            number = live.decision(eyes)
            decision = b"%d" % number
            choices, prices = self._offer(live, eyes, number)
        return b"".join(
            (
                *(parts[0], you, parts[1], viewer, parts[2], b"[", b",".join(lines.values()), b"]", parts[3], choices),
                *(parts[4], decision, parts[5], _encode(openings) if openings else b"[]", parts[6], prices),
                *(parts[7], events, parts[8]),
            )
        )

    def _offer(self, live: LiveRound, eyes: int, decision: int) -> tuple[bytes, bytes]:
        """A seat's choices and their prices."""
        # Before the cards they depend on nothing that another seat does: as long as it is the same decision they stay.
        key = (live.id, decision) if live.hand.phase == WAGERS and decision else None
        known = self._offers.get(eyes)
        if key is not None and known is not None and known[0] == key:
            return known[1]
        offered = live.hand.described(eyes)
        made = (_encode(offered), _prices(live, eyes, offered)) if offered else (b"[]", b"{}")
        if key is not None:
            self._offers[eyes] = (key, made)
        return made

    def _encode_what_all_see(self) -> None:
        moment, live = self.moment, self.moment.live
        info: RoundInfo | None = None
        if live is not None:
            public: Any = live.view(None)
            self._lines = {line.seat: _encode(line) for line in public.seats}
            info = RoundInfo(
                id=live.id,
                number=live.number,
                seed_hash=live.seed_hash,
                seeds={seat: seed.hex() for seat, seed in live.client_seeds.items()},
                seeds_closed=live.seeds_closed,
                root=live.root or "",
                view=msgspec.structs.replace(public, viewer=_hole, seats=_hole, choices=_hole),
                decision=_hole,
                deadlines=moment.deadlines,
                openings=_hole,
                prices=_hole,
            )
        whole: Any = TableFrame(**moment.head, you=_hole, round=info, events=_hole)
        self._parts = _encode(whole).split(_HOLE)
        self._events = [_encode(event.seen_by(None)) for event in moment.events]
        for number, event in enumerate(moment.events):
            if type(event).seen_by is not _SEEN_BY_ALL:
                whose = getattr(event, "place", getattr(event, "seat", None))
                self._differ.setdefault(whose, []).append(number)  # type: ignore[arg-type]

    def _events_for(self, eyes: int | None) -> bytes:
        events = self._events
        if eyes in self._differ:
            events = list(events)
            for number in self._differ[eyes]:
                events[number] = _encode(self.moment.events[number].seen_by(eyes))
        return b"[" + b",".join(events) + b"]"


def _prices(live: LiveRound, eyes: int, offered: tuple[dict[str, Any], ...]) -> bytes:
    """What those choices cost that name no amount themselves."""
    for choice in offered:
        if choice["action"] == _BRING_IN:
            return b'{"%s":%d}' % (_BRING_IN.encode(), live.price(eyes, BringIn()))
    return b"{}"


_BRING_IN = str(BringIn.__struct_config__.tag)
