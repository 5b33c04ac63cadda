"""The rounds that a person played, as that person may see them (R42): from storage, for pages and downloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import and_, func, or_, select
from sqlalchemy.engine import Connection, Row

from seventh.records.proof_alone import ProofAlone, proof_data
from seventh.records.record import Record, Step
from seventh.room.ledger import stack
from seventh.room.rounds import round_log
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.rounds.rounds import NotTheRound, replay_round
from seventh.room.store import Store
from seventh.room.store.schema import log, players, rounds, transfers
from seventh.web.bodies import RoundLine, RoundProof
from seventh.web.errors import Failure

_LINE = select(rounds, players.c.seat.label("my_seat")).join(players, players.c.round == rounds.c.id)


def lines(store: Store, person: str, before: str = "", limit: int = 50) -> tuple[list[RoundLine], str]:
    """A person's rounds, the latest first, and where the next page begins."""
    with store.reading() as connection:
        query = _LINE.where(players.c.person == person)
        if before:
            mark = connection.execute(
                select(players.c.opened).where(players.c.person == person, players.c.round == before)
            ).scalar()
            if mark is None:
                raise Failure("unknown", f"{before!r} is not a round of yours", where="before")
            earlier = and_(players.c.opened == mark, players.c.round < before)
            query = query.where(or_(players.c.opened < mark, earlier))
        query = query.order_by(players.c.opened.desc(), players.c.round.desc()).limit(limit + 1)
        found = connection.execute(query).all()
        more = len(found) > limit
        found = found[:limit]
        wagered = _wagered(connection, person, found)
    told = [_line(row, wagered.get(row.id, 0)) for row in found]
    return told, (found[-1].id if more else "")


def _wagered(connection: Connection, person: str, found: Any) -> dict[str, int]:
    """What the person put up in each of these rounds."""
    accounts = {stack(row.table, person) for row in found}
    query = (
        select(transfers.c.round, func.sum(transfers.c.amount))
        .where(transfers.c.round.in_([row.id for row in found]), transfers.c.giver.in_(accounts))
        .group_by(transfers.c.round)
    )
    return {name: int(amount) for name, amount in connection.execute(query)} if found else {}


def _line(row: Row[Any], wagered: int) -> RoundLine:
    seats = msgspec.json.decode(row.seats, type=dict[int, Seated])
    before = seats[row.my_seat].chips
    after = msgspec.json.decode(row.result, type=Closed).stacks[row.my_seat] if row.result else before
    return RoundLine(
        id=row.id,
        game=row.game,
        table=row.table,
        number=row.number,
        opened=row.opened,
        closed=row.closed or 0,
        state=row.state,
        seat=row.my_seat,
        wagered=wagered,
        net=after - before,
        before=before,
        after=after,
    )


@dataclass(frozen=True)
class PlayedRound:
    """A finished round as one of its players may see it."""

    line: RoundLine
    live: LiveRound
    reason: str
    record: Record
    """What the person may keep: at stud without the cards that were never shown."""
    times: tuple[tuple[int, str], ...]
    """When each step was, and who decided if it was not the person."""
    seed: str
    """The server seed, if it is revealed."""

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.record.steps

    @property
    def proof(self) -> RoundProof:
        live, proof = self.live, self.record.proof
        assert proof is not None
        # The record's proof has a root also where none was published, because the round ended before its first card.
        shown = msgspec.structs.replace(proof, server_seed=self.seed or None, root=live.root)
        return RoundProof(**proof_data(ProofAlone(live.hand.game, shown)))


def played(store: Store, person: str, round_id: str, now: int, reveal_after: int) -> PlayedRound:
    """One round. Only its players see it, and only when it is over."""
    with store.reading() as connection:
        query = _LINE.where(players.c.person == person, rounds.c.id == round_id)
        row = connection.execute(query).one_or_none()
        if row is None:
            raise Failure("unknown", f"{round_id} is not a round of yours")
        if row.state == "open":
            raise Failure("not_now", f"{round_id} is not over yet")
        try:
            live = replay_round(connection, round_id).live
        except NotTheRound as error:
            raise Failure("failed", str(error)) from None
        times = _times(connection, round_id)
        wagered = _wagered(connection, person, [row])
    line = _line(row, wagered.get(row.id, 0))
    revealed = not live.hand.KEEPS_SECRETS or (row.closed or 0) + reveal_after <= now
    return PlayedRound(
        line=line,
        live=live,
        reason=row.reason or "",
        record=live.record(line.seat),
        times=times,
        seed=live.revealed if revealed else "",
    )


def _times(connection: Connection, round_id: str) -> tuple[tuple[int, str], ...]:
    query = (
        select(log.c.at, log.c.body).where(log.c.round == round_id, log.c.kind == round_log.STEP).order_by(log.c.seq)
    )
    times = []
    for at, body in connection.execute(query):
        steps = round_log.read_steps(bytes(body))
        times += [(at, steps.by)] * len(steps.steps)
    return tuple(times)
