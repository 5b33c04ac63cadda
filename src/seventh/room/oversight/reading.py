"""Reads closed rounds as far as oversight needs them: settled wagers, chips between players, and the deck.

Rounds whose archive was moved to a file have only their deck here, because the room keeps their seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from seventh.fair import Inputs, Secret, shuffled_deck
from seventh.games import GAMES
from seventh.room.oversight.flow import MOVES_CHIPS, Flow, NotAccounted, flow_of
from seventh.room.rounds import round_log
from seventh.room.rounds.archived import archived_steps
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.rounds.sealing import unsealed_body
from seventh.room.store.schema import log, rounds, seeds
from seventh.rounds.events import Event, Settled


class Bet(Struct, frozen=True, array_like=True):
    """A settled wager of a hand."""

    spot: str
    amount: int
    net: int
    """What the player won; negative for a loss."""
    void: bool
    cut: int
    """What a cap took off the payoff."""


class ClosedRound(Struct, frozen=True):
    """A closed round."""

    id: str
    game: str
    rules: str
    """The hash of the house."""
    table: str
    closed: int
    void: bool
    people: dict[int, str]
    hands: list[list[Bet]]
    """The wagers of each hand against the dealer."""
    flow: Flow | None
    """Where players play each other."""
    deck: bytes
    """The cards by number, top card first; empty if none was dealt."""
    file: str = ""
    """The file that the round's archive was moved to: only the deck is known."""
    unread: str = ""
    """Why the round could not be read."""


def read_rounds(connection: Connection, ids: Sequence[str]) -> Iterator[ClosedRound]:
    """These rounds, in this order."""
    query = select(rounds, seeds.c.seed).outerjoin(seeds, seeds.c.round == rounds.c.id).where(rounds.c.id.in_(ids))
    found = {row.id: row for row in connection.execute(query)}
    # The log first: a round that is archived meanwhile is then found in its archive.
    stored: dict[str, list[bytes]] = {}
    entries = select(log.c.round, log.c.body).where(log.c.round.in_(ids), log.c.kind == round_log.STEP)
    for name, body in connection.execute(entries.order_by(log.c.seq)):
        stored.setdefault(name, []).append(bytes(body))
    archived = archived_steps(connection, [name for name in ids if name not in stored])
    for name in ids:
        row = found[name]
        secret = None if row.seed is None else Secret(bytes(row.seed))
        closed = msgspec.json.decode(row.result, type=Closed)
        bodies, file, unread = list[bytes](), "", ""
        if name in archived:
            bodies, file, unread = archived[name]
        elif secret is not None:
            bodies = [unsealed_body(secret, name, body) for body in stored.get(name, [])]
        elif name in stored:
            unread = "its key was lost"
        # If the ledger voided a round, every chip was returned, whatever had been settled.
        events = [] if closed.by_ledger else list(_events(bodies))
        flow = None
        if any(isinstance(event, MOVES_CHIPS) for event in events) and row.state != "void":
            try:
                flow = flow_of(events)
            except NotAccounted as error:
                unread = str(error)
        yield ClosedRound(
            id=name,
            game=row.game,
            rules=row.house_hash,
            table=row.table,
            closed=row.closed,
            void=row.state == "void",
            people={seat: one.person for seat, one in _SEATS.decode(row.seats).items()},
            hands=_hands(events),
            flow=flow if flow is not None and flow.put_in else None,
            deck=_deck(row, secret),
            file=file,
            unread=unread,
        )


class _Tag(Struct):
    event: str


class _LightStep(Struct):
    events: list[msgspec.Raw]


class _Light(Struct):
    """The steps of a log entry, whose events are decoded only where needed."""

    steps: list[_LightStep]


_LIGHT = msgspec.json.Decoder(_Light)
_TAG = msgspec.json.Decoder(_Tag)
_SEATS = msgspec.json.Decoder(dict[int, Seated])
_SEEDS = msgspec.json.Decoder(dict[int, str])
_KINDS: tuple[type[Event], ...] = (Settled, *MOVES_CHIPS)
_EVENTS = {str(kind.__struct_config__.tag): msgspec.json.Decoder(kind) for kind in _KINDS}


def _events(bodies: Sequence[bytes]) -> Iterator[Event]:
    for body in bodies:
        for step in _LIGHT.decode(body).steps:
            for event in step.events:
                decoder = _EVENTS.get(_TAG.decode(event).event)
                if decoder is not None:
                    yield decoder.decode(event)


def _hands(events: Sequence[Event]) -> list[list[Bet]]:
    found: dict[int, list[Bet]] = {}
    for event in events:
        if isinstance(event, Settled):
            net = event.returned + event.payoff - event.amount
            cut = max(event.uncapped - event.payoff, 0)
            found.setdefault(event.seat, []).append(Bet(event.wager, event.amount, net, event.result == "void", cut))
    return list(found.values())


def _deck(row: Any, secret: Secret | None) -> bytes:
    if secret is None or row.client_seeds is None or row.game not in GAMES:
        return b""
    given = {seat: bytes.fromhex(seed) for seat, seed in _SEEDS.decode(row.client_seeds).items()}
    return bytes(shuffled_deck(Inputs(secret, row.game, row.table, row.id, given)))
