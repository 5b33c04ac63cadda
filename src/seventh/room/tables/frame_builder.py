"""Builds `table` frames from parts that are encoded once.

All viewers of a table see nearly the same. The common part is encoded once, with placeholders for what only one seat
sees (its cards, its choices, its private information). It is made from the view of a spectator, so that it cannot
contain anything a spectator may not see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from seventh.fair.shuffled import OPENS_CARDS
from seventh.house import House
from seventh.room.frames import News, RoundInfo, SeatClock, TableFrame, YouInfo
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.table_text import TableText
from seventh.room.tables.timing import Deadline
from seventh.rounds.actions import BringIn
from seventh.rounds.dealer.phases import WAGERS
from seventh.rounds.events import HIDDEN, Event, RoundClosed
from seventh.rounds.legal import Choice
from seventh.rounds.words import HandWords

_encode = msgspec.json.Encoder().encode
_HOLE = b"\0"
"""The placeholder in encoded JSON for a viewer's own part; this byte cannot occur in JSON."""
_hole: Any = msgspec.Raw(_HOLE)
_SEEN_BY_ALL = Event.seen_by


class Moment(msgspec.Struct, frozen=True):
    """A table after a commit, with everything its frames are built from."""

    seq: int
    at: int
    head: dict[str, Any]
    """The common part of every frame."""
    people: dict[str, int]
    """The seats."""
    live: LiveRound | None
    events: tuple[Event, ...]
    deadlines: dict[int, Deadline]
    you: Callable[[int, str], YouInfo]
    house: House
    names: dict[str, str]
    """The names of the people at the table."""
    over: LiveRound | None = None
    """The latest finished round."""
    overs: dict[str, LiveRound] = {}
    """The latest finished round that each seated person took part in."""
    news: tuple[News, ...] = ()
    """Events outside the game in this change."""
    recent: tuple[News, ...] = ()
    """The latest such events, for new viewers."""
    stays: bool = True
    """Whether new viewers still see the round."""


Offers = dict[int, tuple[Any, bytes, bytes]]
"""The choices last shown to each seat, with their decision: encoded, and as text."""


class FrameBuilder:
    """The frames of one moment; each distinct part is built once."""

    def __init__(self, moment: Moment, text: TableText | None = None, offers: Offers | None = None) -> None:
        self.moment = moment
        self._text = text or TableText()
        self._text.meet(moment.names)
        self._offers: Offers = {} if offers is None else offers
        self._made: dict[tuple[Any, ...], bytes] = {}
        self._openings: dict[int | None, tuple[Any, ...]] = {}
        live = moment.live
        self.opens = live is not None and live.hand.KEEPS_SECRETS and live.seeds_closed
        """Whether cards are proved by openings during the round."""
        self.opened = self.opens and any(isinstance(event, OPENS_CARDS) for event in moment.events)
        """Whether there are new openings."""
        self._parts: list[bytes] = []
        self._lines: dict[int, bytes] = {}
        """The seats of the round as a spectator sees them."""
        self._all_lines = b""
        """The same, seat by seat."""
        self._hiding: set[int] = set()
        """The seats with hidden cards."""
        self._common = ""
        self._hands: dict[str, HandWords] = {}
        """The hands that are fully visible to everybody."""
        self._all_hands = b"{}"
        self._events: list[bytes] = []
        """The events as a spectator sees them."""
        self._all_events = b"[]"
        """The same as a list."""
        self._differ: dict[int, list[int]] = {}
        """The events in which a seat sees more than a spectator does, by seat."""

    def viewpoint(self, person: str) -> int | None:
        """The seat from which a person sees the round; None for a spectator."""
        return _viewpoint(self.moment.live, person)

    def openings(self, viewpoint: int | None) -> tuple[Any, ...]:
        """Stud: the openings of all cards visible from a seat."""
        if viewpoint not in self._openings:
            assert self.moment.live is not None
            self._openings[viewpoint] = self.moment.live.openings(viewpoint)
        return self._openings[viewpoint]

    def frame(
        self,
        seat: int,
        person: str,
        openings: tuple[Any, ...],
        fresh: bool = False,
        words: bool = True,
        layout: bool = False,
    ) -> bytes:
        """The frame for a person; a fresh frame has the state but no events."""
        # Spectators share a frame, except those who are told why nothing is open to them, and those who played.
        played = self.viewpoint(person), _viewpoint(self.moment.over, person)
        key = seat, played, self._barred(seat, person), fresh, words, layout
        made = None if openings else self._made.get(key)
        if made is None:
            made = self._frame(seat, person, openings, fresh, words, layout)
            if not openings:
                self._made[key] = made
        return made

    def _barred(self, seat: int, person: str) -> str:
        """A spectator to whom the table is closed; empty for anybody else."""
        return person if person and not seat and self.moment.you(0, person).closed else ""

    def _frame(
        self, seat: int, person: str, openings: tuple[Any, ...], fresh: bool, words: bool, layout: bool
    ) -> bytes:
        moment = self.moment
        if not self._parts:
            self._encode_common()
        parts, live = self._parts, moment.live
        viewpoint = self.viewpoint(person)
        you = _encode(moment.you(seat, person)) if seat or self._barred(seat, person) else b"null"
        events = b"[]" if fresh else self._events_for(viewpoint)
        told, story = self._told(viewpoint, fresh) if words and live is not None else (b"[]", b"null")
        looks = self._text.layout(moment.house) if layout and words else b"null"
        review, past = self._review(seat, person, fresh) if words else (b"null", b"null")
        news = _encode(moment.recent if fresh else moment.news) if words else b"[]"
        tail = (
            *(events, parts[-7], told, parts[-6], story, parts[-5], looks, parts[-4]),
            *(review, parts[-3], past, parts[-2], news, parts[-1]),
        )
        if live is None:
            return b"".join((parts[0], you, parts[1], *tail))
        viewer, lines, choices, decision, prices, yours = b"null", self._all_lines, b"[]", b"0", b"{}", b"null"
        hands = self._all_hands if words else b"{}"
        if viewpoint is not None:
            viewer, number = b"%d" % viewpoint, live.decision(viewpoint)
            if viewpoint in self._hiding:  # otherwise the viewer's line is the public one
                own = live.hand.own_line(viewpoint)
                lines = b",".join({**self._lines, viewpoint: _encode(own)}.values())
                hands = self._with_own_hand(viewpoint, own) if words else hands
            decision = b"%d" % number
            choices, prices, yours = self._offer(live, viewpoint, number, words)
        # fmt: off
        return b"".join((
            parts[0], you, parts[1], viewer, parts[2], b"[", lines, b"]", parts[3], choices, parts[4], decision,
            parts[5], _encode(openings) if openings else b"[]", parts[6], prices, parts[7], hands, parts[8], yours,
            parts[9], *tail,
        ))
        # fmt: on

    def _told(self, viewpoint: int | None, fresh: bool) -> tuple[bytes, bytes]:
        """The events in words, or in a fresh frame the whole round so far."""
        live, events = self.moment.live, self.moment.events
        assert live is not None
        if fresh:
            return b"[]", _encode(self._text.timed(live, self._text.story(live, viewpoint)))
        return _encode(self._text.told(live, events, viewpoint)) if events else b"[]", b"null"

    def _review(self, seat: int, person: str, fresh: bool) -> tuple[bytes, bytes]:
        """The summary of the latest finished round when it ends, and in a fresh frame that of the person's own; and the
        whole of it in words for a player who may have missed its end."""
        over, live = self.moment.over, self.moment.live
        if fresh and seat and (person in self.moment.overs or _viewpoint(over, person) is None):
            over = self.moment.overs.get(person)
        if over is None or not (fresh or any(isinstance(event, RoundClosed) for event in self.moment.events)):
            return b"null", b"null"
        viewpoint, past = _viewpoint(over, person), b"null"
        if fresh and viewpoint is not None and (live is None or live.id != over.id):
            past = _encode(self._text.timed(over, self._text.past(over, viewpoint)))
        return _encode(self._text.review(over, viewpoint)), past

    def _with_own_hand(self, viewpoint: int, own: Any) -> bytes:
        assert self.moment.live is not None
        hand = self._text.own_hand(self.moment.live, own, self._common)
        if hand is None:
            return self._all_hands
        mine = b'"%d":%s' % (viewpoint, _encode(hand))
        return b"{" + (self._all_hands[1:-1] + b"," if self._hands else b"") + mine + b"}"

    def _offer(self, live: LiveRound, viewpoint: int, decision: int, words: bool) -> tuple[bytes, bytes, bytes]:
        """A seat's choices, their prices, and the same as text."""
        choices = live.hand.legal(viewpoint).choices
        if not choices:
            waiting = self._text.intentions(live, viewpoint) if words and not live.over else None
            return b"[]", b"{}", b"null" if waiting is None else _encode(waiting)
        # Before the deal they do not depend on other seats, so they stay the same for the whole decision.
        key = (live.id, decision, None if live.hand.phase == WAGERS and decision else choices)
        known = self._offers.get(viewpoint)
        if known is None or known[0] != key:
            described = _encode(live.hand.described(viewpoint))
            known = self._offers[viewpoint] = (key, described, _encode(self._text.yours(live, viewpoint)))
        return known[1], _prices(live, viewpoint, choices), known[2] if words else b"null"

    def _encode_common(self) -> None:
        moment, live = self.moment, self.moment.live
        info: RoundInfo | None = None
        if live is not None:
            public: Any = live.view(None)
            self._lines = {line.seat: _encode(line) for line in public.seats}
            self._all_lines = b",".join(self._lines.values())
            self._hiding = {line.seat for line in public.seats if HIDDEN in line.cards}
            self._common = getattr(public, "common", "")
            self._hands = self._text.hands(live, public)
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
                heading=self._text.words(live.house).heading(live.hand),
                hands=_hole,
                yours=_hole,
                shuffle_roots=live.shuffle_roots,
            )
        whole: Any = TableFrame(
            **moment.head,
            you=_hole,
            round=info,
            events=_hole,
            told=_hole,
            story=_hole,
            layout=_hole,
            review=_hole,
            review_story=_hole,
            news=_hole,
        )
        self._parts = _encode(whole).split(_HOLE)
        self._events = [_encode(event.seen_by(None)) for event in moment.events]
        self._all_events = _listed(self._events)
        for number, event in enumerate(moment.events):
            if type(event).seen_by is not _SEEN_BY_ALL:
                whose = getattr(event, "place", getattr(event, "seat", None))
                self._differ.setdefault(whose, []).append(number)  # type: ignore[arg-type]

    def _events_for(self, viewpoint: int | None) -> bytes:
        if viewpoint not in self._differ:
            return self._all_events
        events = list(self._events)
        for number in self._differ[viewpoint]:
            events[number] = _encode(self.moment.events[number].seen_by(viewpoint))
        return _listed(events)


def _viewpoint(live: LiveRound | None, person: str) -> int | None:
    """The seat that a person had in a round, whether or not they still have it."""
    if live is None or not person:
        return None
    return next((seat for seat, seated in live.seats.items() if seated.person == person), None)


def _listed(encoded: list[bytes]) -> bytes:
    return b"[" + b",".join(encoded) + b"]"


def _prices(live: LiveRound, viewpoint: int, choices: tuple[Choice, ...]) -> bytes:
    """The prices of choices that do not include an amount."""
    for choice in choices:
        if choice.action is BringIn:
            return b'{"%s":%d}' % (_BRING_IN, live.price(viewpoint, BringIn()))
    return b"{}"


_BRING_IN = str(BringIn.__struct_config__.tag).encode()
