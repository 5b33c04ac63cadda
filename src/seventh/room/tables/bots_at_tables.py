"""Company at stud: bots sit down with a person who would be alone, and get up as people come."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from secrets import token_hex

from seventh.bots.simple import COMPANY, SimpleBot
from seventh.room.changes import Change, LogEntry, Transfer
from seventh.room.ledger import MINT, wallet
from seventh.room.people.accounts import Person
from seventh.room.people.people import People
from seventh.room.tables.standing import Chair
from seventh.rounds.session import Session

_BY_NAME = {bot.name: bot for bot in COMPANY}


async def known_bots(people: People) -> tuple[Person, ...]:
    """The accounts of all bots; those that are not there yet are made."""
    return tuple([await people.bot(bot.name) for bot in COMPANY])


def player_of(person: Person) -> SimpleBot:
    """The program behind a bot's account."""
    return _BY_NAME[person.name]


def how_many(session: Session, chairs: Iterable[tuple[int, Chair]], company: int) -> int:
    """How many bots a table wants: none without a person who plays, and one fewer for each further person."""
    people = sum(not chair.bot and session.seats[seat].plays for seat, chair in chairs)
    return max(min(company, session.house.seats - 1) - people, 0) if people else 0


def filled_up(bot: Person, holds: int, chips: int, at: int) -> Change:
    """Play chips for a bot that has too few to sit down."""
    if holds >= chips:
        return Change()
    account = wallet(bot.id)
    transfer = Transfer(f"grant:{bot.id}:{token_hex(8)}", MINT, account, chips - holds, "grant")
    body = b'{"amount":%d}' % (chips - holds)
    return Change(opens=(account,), transfers=(transfer,), log=(LogEntry("granted", body, at, person=bot.id),))


def seed_for(account_seed: bytes, round_id: str) -> bytes:
    """A bot's part of a shuffle (R2): it follows from the seed that its account is committed to, and the round."""
    return hmac.digest(account_seed, round_id.encode(), "sha256")
