"""Frames about a table, put together from parts that are encoded once.

All viewers of a table see nearly the same. What they have in common is encoded once, with holes; what a seat alone sees
(its cards, its choices, its affairs) goes into the holes. The common parts come from the view of a bystander, so that
nothing that a bystander may not see can be in them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from seventh.house import House
from seventh.room.frames import RoundInfo, SeatClock, TableFrame, YouInfo
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.telling import Telling
from seventh.room.tables.timing import Deadline
from seventh.rounds.actions import BringIn
from seventh.rounds.dealer.walk import WAGERS
from seventh.rounds.events import HIDDEN, Dealt, DownCardExposed, Event, Shown
from seventh.rounds.legal import Choice
from seventh.rounds.words import HandWords

_encode = msgspec.json.Encoder().encode
_HOLE = b"\0"
"""Stands in encoded JSON where a viewer's own part belongs; no JSON text has this byte in it."""
_hole: Any = msgspec.Raw(_HOLE)
_SEEN_BY_ALL = Event.seen_by
_OPENS = (Dealt, Shown, DownCardExposed)


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
    deadlines: dict[int, Deadline]
    you: Callable[[int, str], YouInfo]
    house: House
    names: dict[str, str]
    """What the people at the table are called."""


Offers = dict[int, tuple[Any, bytes, bytes]]
"""The choices that each seat was shown last: of which decision and which; encoded, and in words."""


class Frames:
    """The frames about one moment, each distinct part made once."""

    def __init__(self, moment: Moment, telling: Telling | None = None, offers: Offers | None = None) -> None:
        self.moment = moment
        self._telling = telling or Telling()
        self._telling.meet(moment.names)
        self._offers: Offers = {} if offers is None else offers
        self._made: dict[tuple[int, bool, bool, bool], bytes] = {}
        self._openings: dict[int | None, tuple[Any, ...]] = {}
        live = moment.live
        self.opens = live is not None and live.hand.KEEPS_SECRETS and live.seeds_closed
        """Whether cards are proved by openings while the round is played."""
        self.opened = self.opens and any(isinstance(event, _OPENS) for event in moment.events)
        """Whether there are new ones."""
        self._parts: list[bytes] = []
        self._lines: dict[int, bytes] = {}
        """The seats of the round as everybody sees them."""
        self._all_lines = b""
        """The same, one after the other."""
        self._hiding: set[int] = set()
        """The seats with cards that not everybody sees."""
        self._common = ""
        self._hands: dict[str, HandWords] = {}
        """The hands that everybody sees whole."""
        self._all_hands = b"{}"
        self._events: list[bytes] = []
        """The events as a bystander sees them."""
        self._all_events = b"[]"
        """The same as a list."""
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

    def frame(
        self,
        seat: int,
        person: str,
        openings: tuple[Any, ...],
        fresh: bool = False,
        words: bool = True,
        layout: bool = False,
    ) -> bytes:
        """What a person is told; a fresh frame tells how things stand and not what happened."""
        key = seat, fresh, words, layout
        made = None if openings else self._made.get(key)
        if made is None:
            made = self._frame(seat, person, openings, fresh, words, layout)
            if not openings:
                self._made[key] = made
        return made

    def _frame(
        self, seat: int, person: str, openings: tuple[Any, ...], fresh: bool, words: bool, layout: bool
    ) -> bytes:
        moment = self.moment
        if not self._parts:
            self._encode_what_all_see()
        parts, live = self._parts, moment.live
        eyes = self.eyes(seat, person)
        you = _encode(moment.you(seat, person)) if seat else b"null"
        events = b"[]" if fresh else self._events_for(eyes)
        told, story = self._told(eyes, fresh) if words and live is not None else (b"[]", b"null")
        looks = self._telling.layout(moment.house) if layout and words else b"null"
        tail = (events, parts[-4], told, parts[-3], story, parts[-2], looks, parts[-1])
        if live is None:
            return b"".join((parts[0], you, parts[1], *tail))
        viewer, lines, choices, decision, prices, yours = b"null", self._all_lines, b"[]", b"0", b"{}", b"null"
        hands = self._all_hands if words else b"{}"
        if eyes is not None:
            viewer, number = b"%d" % eyes, live.decision(eyes)
            if eyes in self._hiding:  # else the own line is the one that everybody sees
                own = live.hand.own_line(eyes)
                lines = b",".join({**self._lines, eyes: _encode(own)}.values())
                hands = self._with_own_hand(eyes, own) if words else hands
            decision = b"%d" % number
            choices, prices, yours = self._offer(live, eyes, number, words)
        # fmt: off
        return b"".join((
            parts[0], you, parts[1], viewer, parts[2], b"[", lines, b"]", parts[3], choices, parts[4], decision,
            parts[5], _encode(openings) if openings else b"[]", parts[6], prices, parts[7], hands, parts[8], yours,
            parts[9], *tail,
        ))
        # fmt: on

    def _told(self, eyes: int | None, fresh: bool) -> tuple[bytes, bytes]:
        """What happened in words, or all of the round so far where the frame is fresh."""
        live, events = self.moment.live, self.moment.events
        assert live is not None
        if fresh:
            return b"[]", _encode([told for told in self._telling.story(live, eyes) if told.say])
        return _encode(self._telling.told(live, events, eyes)) if events else b"[]", b"null"

    def _with_own_hand(self, eyes: int, own: Any) -> bytes:
        assert self.moment.live is not None
        hand = self._telling.own_hand(self.moment.live, own, self._common)
        if hand is None:
            return self._all_hands
        mine = b'"%d":%s' % (eyes, _encode(hand))
        return b"{" + (self._all_hands[1:-1] + b"," if self._hands else b"") + mine + b"}"

    def _offer(self, live: LiveRound, eyes: int, decision: int, words: bool) -> tuple[bytes, bytes, bytes]:
        """A seat's choices, their prices, and the same in words."""
        choices = live.hand.legal(eyes).choices
        if not choices:
            waiting = self._telling.yours(live, eyes) if words and not live.over else None
            return b"[]", b"{}", b"null" if waiting is None or not waiting.intentions else _encode(waiting)
        # Before the cards they depend on nothing that another seat does: as long as it is the same decision they stay.
        key = (live.id, decision, None if live.hand.phase == WAGERS and decision else choices)
        known = self._offers.get(eyes)
        if known is None or known[0] != key:
            described = _encode(live.hand.described(eyes))
            known = self._offers[eyes] = (key, described, _encode(self._telling.yours(live, eyes)))
        return known[1], _prices(live, eyes, choices), known[2] if words else b"null"

    def _encode_what_all_see(self) -> None:
        moment, live = self.moment, self.moment.live
        info: RoundInfo | None = None
        if live is not None:
            public: Any = live.view(None)
            self._lines = {line.seat: _encode(line) for line in public.seats}
            self._all_lines = b",".join(self._lines.values())
            self._hiding = {line.seat for line in public.seats if HIDDEN in line.cards}
            self._common = getattr(public, "common", "")
            self._hands = self._telling.hands(live, public)
            self._all_hands = _encode(self._hands)
            info = RoundInfo(
                id=live.id,
                number=live.number,
                people={seat: seated.person for seat, seated in live.seats.items()},
                seed_hash=live.seed_hash,
                seeds={seat: seed.hex() for seat, seed in live.client_seeds.items()},
                seeds_closed=live.seeds_closed,
                root=live.root or "",
                view=msgspec.structs.replace(public, viewer=_hole, seats=_hole, choices=_hole),
                decision=_hole,
                deadlines={seat: clock.ends for seat, clock in moment.deadlines.items()},
                clocks={seat: SeatClock(clock.starts, clock.bank_from) for seat, clock in moment.deadlines.items()},
                openings=_hole,
                prices=_hole,
                winners=live.hand.winners if live.over else (),
                heading=self._telling.words(live.house).heading(live.hand),
                hands=_hole,
                yours=_hole,
            )
        whole: Any = TableFrame(
            **moment.head, you=_hole, round=info, events=_hole, told=_hole, story=_hole, layout=_hole
        )
        self._parts = _encode(whole).split(_HOLE)
        self._events = [_encode(event.seen_by(None)) for event in moment.events]
        self._all_events = _listed(self._events)
        for number, event in enumerate(moment.events):
            if type(event).seen_by is not _SEEN_BY_ALL:
                whose = getattr(event, "place", getattr(event, "seat", None))
                self._differ.setdefault(whose, []).append(number)  # type: ignore[arg-type]

    def _events_for(self, eyes: int | None) -> bytes:
        if eyes not in self._differ:
            return self._all_events
        events = list(self._events)
        for number in self._differ[eyes]:
            events[number] = _encode(self.moment.events[number].seen_by(eyes))
        return _listed(events)


def _listed(encoded: list[bytes]) -> bytes:
    return b"[" + b",".join(encoded) + b"]"


def _prices(live: LiveRound, eyes: int, choices: tuple[Choice, ...]) -> bytes:
    """What those choices cost that name no amount themselves."""
    for choice in choices:
        if choice.action is BringIn:
            return b'{"%s":%d}' % (_BRING_IN, live.price(eyes, BringIn()))
    return b"{}"


_BRING_IN = str(BringIn.__struct_config__.tag).encode()
