"""A recorded round as frames, step by step, as one seat saw it.

The frames have the shape of a live table's, so that the same scene draws them. They are made by replaying the record by
the rules: each contains only what the viewer could see at that moment, even if the record knows more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from seventh.games import wording_of
from seventh.records.record import Record, Step
from seventh.room.frames import RoundInfo, SeatInfo, TableFrame, YouInfo
from seventh.room.tables.snapshot import PLAYING, SHOWING
from seventh.room.tables.table_text import own_hand, visible_hands
from seventh.rounds.events import Event
from seventh.rounds.narration import Narrator, Told, verdicts
from seventh.rounds.review import review
from seventh.rounds.round import Round
from seventh.rounds.words import HandWords

ROUND = "replay"
"""The round's id in its frames: viewers need not know which round it was."""
_START = "Before the first bet."


@dataclass(frozen=True)
class Looker:
    """Who looks at a replay, and what they may be told."""

    seat: int | None = None
    """The seat from which the round is seen; None for a spectator."""
    every_card: bool = False
    """Whether all recorded cards are visible at once, as in a hand history of somebody else's."""
    names: Callable[[int], str] = "Seat {}".format
    bots: frozenset[int] = frozenset()
    money: Callable[[int], str] | None = None
    """How amounts are written, if not as in the house."""


class ReplayStep(Struct, frozen=True):
    """A moment of the replay."""

    frame: TableFrame
    says: tuple[str, ...]
    """What happened since the step before, in sentences."""
    caption: tuple[str, ...]
    """Those of them that concern the viewer, if there are any; otherwise all."""
    verdict: tuple[str, ...]
    """The results so far and their reasons, as on the felt."""
    who: int
    """The seat that acted; 0 if it was the dealer or the floor."""
    action: int
    """The number of that action among the steps of the record, counted from 0; -1 before the first."""
    at: int = 0
    """When, in milliseconds since 1970; 0 if that is not recorded."""
    timed_out: bool = False
    """Whether the clock decided."""


class Replay(Struct, frozen=True):
    """A round to step through."""

    game: str
    title: str
    viewer: int | None
    steps: tuple[ReplayStep, ...]
    outcome: str
    """The result and its main reason, in one line; empty if the round is not over."""


def replay(
    record: Record, looker: Looker, times: Sequence[tuple[int, str]] = (), voided: str = "", number: int = 0
) -> Replay:
    """The steps of a round. `times` has the time of each recorded step and who decided; `voided` is the reason if the
    ledger voided the round."""
    hand = record.new_round()
    words = wording_of(hand.house)
    narrator = Narrator(words, record.seats, looker.names, looker.seat, looker.money, _order(hand), "\u2212")
    camera = _Camera(hand, looker, number)
    steps, so_far = [ReplayStep(camera.frame(()), (_START,), (_START,), (), 0, -1)], list[Told]()
    for first, told, events in _moments(record.steps, hand, narrator):
        so_far += told
        who = record.steps[first].who
        at, by = times[first] if first < len(times) else (0, "")
        says = tuple(one.say for one in told if one.say)
        caption = tuple(one.say for one in told if one.say and one.who in (0, looker.seat))
        frame = camera.frame(events)
        seat = who if isinstance(who, int) else 0
        steps.append(ReplayStep(frame, says, caption or says, verdicts(so_far), seat, first, at, by == "clock"))
    if voided:
        last = f"The round was voided and every chip returned: {voided}."
        steps[-1] = replace(steps[-1], says=(*steps[-1].says, last), caption=(*steps[-1].caption, last))
    outcome = review(narrator, ROUND, number, ()).short if hand.outcome is not None and not voided else ""
    return Replay(record.game, hand.house.title, looker.seat, tuple(steps), outcome)


def _order(hand: Round) -> tuple[int, ...]:
    return tuple(getattr(hand, "order", ()))


def _moments(
    steps: Sequence[Step], hand: Round, narrator: Narrator
) -> Iterator[tuple[int, list[Told], tuple[Event, ...]]]:
    """The recorded steps, each with its narration. A step without words belongs to the one before it, such as the
    dealer's cards to the player's; before the first words it belongs to the next."""
    first, told, events = -1, list[Told](), list[Event]()
    for number, step in enumerate(steps):
        seen = [event.seen_by(narrator.viewer) for event in step.events]
        said = narrator.tell_all(seen)
        if first >= 0 and any(one.say for one in said) and any(one.say for one in told):
            yield first, told, tuple(events)
            first, told, events = -1, [], []
        first = number if first < 0 or not any(one.say for one in told) else first
        hand.act(step.who, step.action)
        told += said
        events += seen
    if first >= 0:
        yield first, told, tuple(events)


class _Camera:
    """Takes the frames of a round as it is replayed."""

    def __init__(self, hand: Round, looker: Looker, number: int) -> None:
        self._hand = hand
        self._looker = looker
        self._number = number
        self._words = wording_of(hand.house)
        self._taken = 0

    def frame(self, events: tuple[Event, ...]) -> TableFrame:
        """The table now, with the events since the previous frame."""
        hand, looker, house = self._hand, self._looker, self._hand.house
        view = self._view()
        over = hand.outcome is not None
        info = RoundInfo(
            id=ROUND,
            number=self._number,
            people={seat: _person(seat) for seat in hand.seats},
            seed_hash="",
            seeds={},
            seeds_closed=True,
            root="",
            view=view,
            decision=0,
            deadlines={},
            clocks={},
            winners=hand.winners if over else (),
            heading=self._words.heading(hand),
            hands=self._hands(view),
        )
        self._taken += 1
        return TableFrame(
            table=ROUND,
            seq=self._taken,
            name="",
            game=hand.game,
            rules=house.hash,
            private=True,
            state=SHOWING if over else PLAYING,
            notice="",
            until=0,
            now=0,
            seats=tuple(
                SeatInfo(line.seat, _person(line.seat), looker.names(line.seat), line.seat in looker.bots, line.stack)
                for line in sorted(view.seats, key=lambda line: int(line.seat))
            ),
            queue=(),
            you=YouInfo(looker.seat, 0, 0, 0) if looker.seat else None,
            round=info,
            last=None,
            events=events,
        )

    def _view(self) -> Any:
        """What may be seen now. Nothing is to be decided any more, so there are no choices."""
        view: Any = replace(self._hand.view(self._looker.seat), choices=())
        if not self._looker.every_card:
            return view
        return replace(view, seats=tuple(self._hand.own_line(line.seat) for line in view.seats))

    def _hands(self, view: Any) -> dict[str, HandWords]:
        """The hands that are fully visible, by place."""
        hands = visible_hands(self._words, view)
        own = next((line for line in view.seats if line.seat == self._looker.seat), None)
        mine = own and own_hand(self._words, own, getattr(view, "common", ""))
        return {**hands, str(own.seat): mine} if own and mine else hands


def _person(seat: int) -> str:
    return f"seat {seat}"


def seats_only(seats: Mapping[int, Any]) -> Callable[[int], str]:
    """Names that say nothing about the players: their seats."""
    known = {seat: f"Seat {seat}" for seat in seats}
    return known.__getitem__
