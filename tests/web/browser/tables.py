"""Private tables for tests, with chosen rules and cards."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from seventh.games import house_from_data
from seventh.house import House
from seventh.room.tables.snapshot import Step
from seventh.room.tables.table import LiveTable
from tests.web.browser.decks import Arrange, StackedDecks
from tests.web.serving import Server

_hosts = count(1)


def rules(game: str, **changes: Any) -> House:
    """The rules of the book, but for some settings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # odd rules are meant here
        house: House = house_from_data(changes, game, "a test's rules")
    return house


@dataclass(frozen=True)
class OwnTable:
    """A private table and the way to it."""

    live: LiveTable
    path: str
    server: Server

    @property
    def id(self) -> str:
        return self.live.id

    def waits_for(self, players: int) -> None:
        """Start no hand before this many players are seated."""
        begin = self.live.open_round

        def enough(step: Step, at: int) -> Step:
            return begin(step, at) if len(step.snapshot.session.ready) >= players else step

        self.live.open_round = enough  # type: ignore[method-assign]

    def decides_nothing_automatically(self) -> None:
        """Turn off automatic decisions."""
        services = self.live.services
        self.live.services = replace(services, settings=services.settings.but(spares_decisions=0))

    def next_round(self) -> None:
        """Nobody wants to look at the result any longer."""
        over = self.live.snapshot.over
        assert over is not None
        for chair in list(self.live.snapshot.chairs.values()):
            person = self.live.services.people.person(chair.person)
            self.server.run(self.live.decisions.say_ready(person, over.id))

    def fails(self) -> None:
        """Make the table fail, so that its round is voided."""
        self.server.run(self.live.loop.fail(RuntimeError("broken by a test")))


class OwnTables:
    """Opens them."""

    def __init__(self, server: Server, decks: StackedDecks) -> None:
        self.server, self.decks = server, decks

    def open(self, game: str, cards: Arrange | None = None, bots: bool = False, **changes: Any) -> OwnTable:
        house = rules(game, **changes) if changes else None

        async def create() -> LiveTable:
            people = self.server.room.people
            host = await people.register(f"Host {next(_hosts)}", "a long password")
            return await self.server.room.tables.create(host, game, house=house, bots=bots)

        live = self.server.run(create())
        if cards is not None:
            self.decks.stack(live.id, cards)
        return OwnTable(live, f"/table/{live.id}?word={live.row.word}", self.server)
