"""Bots at stud tables: they join a person who would be alone, and leave as people arrive."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from secrets import token_hex

from seventh.bots.simple import COMPANY, SimpleBot
from seventh.room.changes import Change, LogEntry, Transfer
from seventh.room.ledger import MINT, wallet
from seventh.room.people.accounts import Person
from seventh.room.people.people import People
from seventh.room.tables.snapshot import Chair
from seventh.rounds.session import Session

_BY_NAME = {bot.name: bot for bot in COMPANY}


async def known_bots(people: People) -> tuple[Person, ...]:
    """The accounts of all bots, created if needed."""
    return tuple([await people.bot(bot.name) for bot in COMPANY])


def player_of(person: Person) -> SimpleBot:
    """The bot program of an account."""
    return _BY_NAME[person.name]


def bots_wanted(
    session: Session, chairs: Iterable[tuple[int, Chair]], company: int, own: int | None = None, waiting: int = 0
) -> int:
    """The number of bots a table should have: none without a person playing, and one fewer for each further person.

    If the host has chosen a number (`own`), it is that many, as far as there are free seats.
    """
    chairs = list(chairs)
    people = sum(not chair.bot and session.seats[seat].plays for seat, chair in chairs)
    if own is not None:
        taken = sum(not chair.bot for _, chair in chairs) + waiting
        return max(min(own, session.house.seats - taken), 0) if people else 0
    return max(min(company, session.house.seats - 1) - people, 0) if people else 0


def bankroll(bot: Person, chips: int, at: int) -> Change:
    """The chips that a bot sits down with, fresh from the mint.

    A bot sits at many tables at once. If it brought what its wallet happens to hold, two tables could count on the same
    chips, and a person who sits down together with it would be refused.
    """
    account = wallet(bot.id)
    transfer = Transfer(f"grant:{bot.id}:{token_hex(8)}", MINT, account, chips, "grant")
    body = b'{"amount":%d}' % chips
    return Change(opens=(account,), transfers=(transfer,), log=(LogEntry("granted", body, at, person=bot.id),))


def returned(bot: str, chips: int, name: str) -> tuple[Transfer, ...]:
    """The chips that a bot leaves with, back to the mint."""
    return (Transfer(f"return:{bot}:{name}", wallet(bot), MINT, chips, "return"),) if chips else ()


def seed_for(account_seed: bytes, round_id: str) -> bytes:
    """A bot's client seed (R2), derived from its account's committed seed and the round id."""
    return hmac.digest(account_seed, round_id.encode(), "sha256")
