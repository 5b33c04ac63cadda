"""Wallet statements in words."""

from __future__ import annotations

from typing import Any

from seventh.room.tables.services import in_a_sentence
from seventh.web import schemas
from seventh.web.room_facade import RoomFacade
from seventh.web.templating import money

_WORDS = {
    "grant": "Starting chips",
    "refill": "Refill",
    "buy_in": "Bought in at {table}",
    "cash_out": "Left {table}",
    "adjustment": "Correction by the house",
    "reversal": "Correction by the house",
}


def statement_lines(facade: RoomFacade, postings: list[schemas.Posting]) -> list[dict[str, Any]]:
    """The lines of a wallet statement for the account page."""
    names: dict[str, str] = {}
    lines = []
    for posting in postings:
        table = _table_of(posting)
        if table and table not in names:
            names[table] = facade.table_name(table)
        words = _WORDS.get(posting.kind, posting.kind.replace("_", " ").capitalize())
        lines.append({"at": posting.at, "what": words.format(table=names.get(table, "")), "amount": posting.amount})
    return lines


def _table_of(posting: schemas.Posting) -> str:
    """The table whose stack is the other account, if it is one."""
    kind, _, rest = posting.other.partition(":")
    return rest.rpartition(":")[0] if kind == "stack" else ""


async def left_with(facade: RoomFacade, person: str, table: str, folded: bool = False) -> str:
    """The result of having just left a table, in a sentence; empty if the person has not."""
    seat = next((seat for seat in facade.seats_of(person) if seat["table"] == table), None)
    left = "You folded and left" if folded else "You left"
    if seat is not None:
        if not seat["leaving"]:
            return ""
        # The hand goes on without them, and without chips they are all in.
        comes = money(seat["chips"], seat["game"]) if seat["chips"] else "What you win"
        return f"{left} {in_a_sentence(seat['name'])}. {comes} comes back to your wallet when the hand ends."
    postings = (await facade.statement(person, 0, 20)).postings
    last = next((posting for posting in postings if _table_of(posting) == table), None)
    if last is None:
        return ""
    # A player who leaves without chips makes no transfer.
    brought = money(last.amount) if last.kind == "cash_out" else "no chips"
    live = facade.room.tables.get(table)
    net = live.snapshot.over.net_of(person) if live is not None and live.snapshot.over is not None else 0
    result = f" You {'won' if net > 0 else 'lost'} {money(abs(net))} in the last round." if net else ""
    return f"{left} {in_a_sentence(facade.table_name(table))} with {brought}.{result}"
