"""Recognises a request that was carried out before: by its id and its content (R33)."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Row, select

from seventh.room import floor_asks as asks
from seventh.room import frames
from seventh.room.custody.keys import RoomKey
from seventh.room.queries import rows
from seventh.room.refusals import MALFORMED, RoomRefused
from seventh.room.rounds import round_log
from seventh.room.rounds.rounds import stored_round
from seventh.room.rounds.sealing import unsealed_body
from seventh.room.store import Store, schema
from seventh.room.tables.action_text import action_of
from seventh.room.tables.chat import line_of
from seventh.room.tables.hosting import table_name

OTHER = "this id was already used for another request"
_KINDS: dict[type, tuple[str, ...]] = {
    frames.Refill: ("granted",),
    frames.Sit: ("sat",),
    frames.Leave: ("left", "leaves", "left_queue"),
    frames.SitOut: ("sits_out",),
    frames.SitIn: ("sits_in",),
    frames.GoOn: ("goes_on",),
    frames.Rebuy: ("rebuys",),
    frames.Queue: ("queues",),
    frames.Say: ("said",),
    frames.Start: ("started", "resumed"),
    frames.Pause: ("paused", "pausing"),
    frames.Rename: ("renamed",),
    frames.Bots: ("bots",),
    frames.Kick: ("kicked",),
    frames.LetIn: ("let_in",),
    frames.HandOver: ("handed_over",),
    frames.CloseTable: ("closing",),
    frames.Act: (round_log.STEP,),
    asks.FloorHold: ("floor_held",),
    asks.FloorRelease: ("floor_released",),
    asks.FloorDeal: ("floor_dealt",),
    asks.FloorCall: ("floor_called",),
    asks.FloorRemove: ("floor_removed",),
    asks.FloorLetIn: ("floor_let_in",),
    asks.ProposeAdjustment: ("adjustment_proposed",),
    asks.DecideAdjustment: ("adjustment_approved", "adjustment_declined"),
}
"""What the log calls each kind of request."""


def other_request() -> RoomRefused:
    """The refusal of an id that was used before for something else."""
    return RoomRefused(MALFORMED, OTHER, "a new id for each request")


def was_done(store: Store, person: str, ask: Any, key: RoomKey | None) -> bool:
    """Whether this request of this person is committed; raises `RoomRefused` if another one with its id is.

    The key is the room's, for actions in a round in progress.
    """
    log = schema.log
    query = select(log.c.kind, log.c.table, log.c.round, log.c.body)
    found = rows(store, query.where(log.c.person == person, log.c.action_id == ask.id).limit(1))
    if found and not _same(store, ask, found[0], key):
        raise other_request()
    return bool(found)


def _same(store: Store, ask: Any, row: Row[Any], key: RoomKey | None) -> bool:
    if row.kind not in _KINDS[type(ask)] or row.table != getattr(ask, "table", None):
        return False
    if isinstance(ask, asks.FloorDeal | asks.FloorCall) and row.round != ask.round:
        return False
    if isinstance(ask, frames.Act):
        if row.round != ask.round:
            return False
        with store.reading() as connection:
            seed = stored_round(connection, row.round, key).secret
        steps = round_log.read_steps(unsealed_body(seed, row.round, bytes(row.body))).steps
        return bool(steps) and steps[0].action == action_of(ask.action)
    logged = msgspec.json.decode(bytes(row.body))
    return all(logged.get(name) == value for name, value in _content(ask).items())


def _content(ask: Any) -> dict[str, Any]:
    """The content of a request as its log entry has it."""
    match ask:
        case frames.Sit(buy_in=buy_in, seat=seat):
            return {"buy_in": buy_in, "seat": seat} if seat else {"buy_in": buy_in}  # seat 0 is any seat
        case frames.Queue(buy_in=buy_in):
            return {"buy_in": buy_in}
        case frames.Rebuy(amount=amount):
            return {"amount": amount}
        case frames.Say(text=text):
            return {"text": line_of(text)}
        case frames.Rename(name=name):
            return {"name": table_name(name)}
        case frames.Bots(bots=bots):
            return {"bots": bots}
        case asks.FloorHold(what=what):
            return {"what": what}
        case asks.FloorCall(call=call, place=place):
            return {"call": call, "place": place}
        case asks.ProposeAdjustment(person=whom, amount=amount):
            return {"whom": whom, "amount": amount}
        case asks.DecideAdjustment(adjustment=adjustment, approve=approve):
            return {"adjustment": adjustment, "approved": approve}
        case asks.FloorRemove(person=whom) | asks.FloorLetIn(person=whom):
            return {"whom": whom}
        case frames.Kick(person=whom) | frames.LetIn(person=whom) | frames.HandOver(person=whom):
            return {"whom": whom}
    return {}
