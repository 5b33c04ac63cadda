"""The floor console in a browser: every irregularity called at a live table, with a player's page open beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.room import frames as fr
from seventh.room.floor_asks import FloorHold
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.table import LiveTable
from seventh.rounds.actions import FLOOR
from tests.room.live.floor_play import SCENARIOS, AtTheTable, Scenario
from tests.room.live.live_room import Client, name
from tests.waiting import soon
from tests.web.browser.people import PHONE, Person
from tests.web.browser.tables import OwnTable, OwnTables
from tests.web.browser.test_access import Looking
from tests.web.serving import Server

pytestmark = pytest.mark.slow

Arrive = Callable[..., Person]
GAMES = tuple(dict.fromkeys(scenario.game for scenario in SCENARIOS))


class Here:
    """The running server in the place of a test room."""

    def __init__(self, server: Server) -> None:
        self.room = server.room

    def table(self, table: str) -> LiveTable:
        return self.room.table(table)

    def live_at(self, table: str) -> LiveRound:
        live = self.table(table).snapshot.live
        assert live is not None
        return live


class Floor:
    """A private table with a player's page, two players without one, and somebody from the floor at the console."""

    def __init__(self, server: Server, table: OwnTable, arrive: Arrive, game: str, **options: Any) -> None:
        self.server, self.table, self.url = server, table, f"/floor/tables/{table.id}"
        here: Any = Here(server)
        self.player = arrive().enters()
        self.player.goes_to(table.path)
        table.waits_for(3)
        nickname = f"Fran {table.id[-6:]}"
        staff = server.run(server.room.people.register(nickname, "a long password", "floor"))
        me = Client(here, str(self.player.asks("/api/me")["id"]))
        self.play = AtTheTable(here, table.id, [me], Client(here, staff.id))
        server.run(self._seat(me))
        self.staff = arrive(**options)
        self.staff.goes_to("/login")
        self.staff.page.get_by_label("Name").fill(nickname)
        self.staff.page.get_by_label("Password").fill("a long password")
        self.staff.page.get_by_role("button", name="Log in").click()
        expect(self.staff.page.get_by_role("link", name="Floor", exact=True).first).to_be_visible()
        self.told: Counter[str] = Counter()

    async def _seat(self, me: Client) -> None:
        play, here = self.play, self.play.harness
        await play.floor.done(FloorHold(name(), self.table.id, "deal", "checking the deck"))
        others = [Client(here, (await here.room.people.guest()).id) for _ in range(2)]
        play.players += others
        for client in play.players:
            await client.watch(self.table.id, self.table.live.row.word or "")
            await client.done(fr.Sit(name(), self.table.id, self.table.live.buy_in.maximum))

    async def _next_round(self) -> None:
        """Void what is left of the last round, and begin the next one."""
        table, play = self.table.live, self.play
        if table.snapshot.live is not None and table.snapshot.live.hand.events:
            ask = play.ask("void_round", "", "the next case")
            assert ask is not None
            await play.floor.done(ask)
            self.told["The floor called: void the round: the next case."] += 1
        if table.snapshot.live is None:
            for client in play.players:
                await client.ready(self.table.id)
        await soon(lambda: table.snapshot.live is not None, "the next round")
        await play.wager()

    def calls(self, scenario: Scenario) -> None:
        """Call everything in a scenario on the console, and compare with the engine's own outcome."""
        self.server.run(self._next_round())
        for index in range(len(scenario.calls)):
            self.server.run(self._until(scenario, index))
            call, key = scenario.calls[index]
            reason = "the floor called it off: spilled drink"
            live = self.server.call(lambda: self.play.live)
            expected = live.hand.copy()
            expected.act(FLOOR, live.call(call, key, reason))
            found, spot = next(
                (c, s) for c in live.calls() for s in c.spots if (c.call, s.key) == (call, key)
            )  # fmt: skip
            page = self.staff.goes_to(self.url).page
            page.locator(f'[data-call="{call}"][data-place="{key}"]').click()
            expect(page.locator(".floor-follows li")).to_have_text(list(spot.follows))
            if found.clause:
                expect(page.locator(".floor-rule")).to_contain_text(found.clause)
            else:
                page.get_by_label("Reason, shown to the table").fill("spilled drink")
            page.get_by_role("button", name="Confirm").click()
            expect(page.get_by_role("heading", name="Irregularities")).to_be_visible()
            now = self.server.call(lambda: self.table.live.snapshot.live or self.table.live.snapshot.over)
            assert now.id == live.id
            assert now.hand == expected, scenario.id
            why = "" if found.clause else ": spilled drink."
            about = f", {spot.label}" if spot.key else ""
            text = f"The floor called: {found.title[0].lower()}{found.title[1:]}{about}{why}"
            self.told[text] += 1
            story = self.player.page.locator("#story li")
            expect(story.filter(has_text=text).filter(has_text=found.clause)).to_have_count(self.told[text])

    async def _until(self, scenario: Scenario, index: int) -> None:
        await self.play.until(scenario, index)


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_called_on_the_console_is_seen_by_the_players(
    game: str, server: Server, own_tables: OwnTables, arrive: Arrive
) -> None:
    floor = Floor(server, own_tables.open(game), arrive, game)
    for scenario in SCENARIOS:
        if scenario.game == game:
            floor.calls(scenario)
    page = floor.player.page
    if game != "seven-card-stud":
        expect(page.locator("#story")).to_contain_text("is void")
    assert "Fran" not in page.content()
    staff = floor.staff.goes_to("/floor/log").page
    expect(staff.locator("tbody tr").first).to_contain_text("Fran")
    # A stopped game is told at once, and the console follows by itself.
    staff = floor.staff.goes_to(floor.url).page
    staff.get_by_label("Reason, shown to the table").first.fill("fire drill")
    staff.get_by_role("button", name="Stop the game").click()
    expect(staff.locator(".floor-notice")).to_have_text("The floor stopped the game: fire drill")
    expect(page.locator("#story")).to_contain_text("The floor stopped the game: fire drill.")
    other = floor.staff.context.new_page()
    other.goto(floor.url)
    staff.get_by_role("button", name="Resume the game").click()
    expect(other.locator(".floor-notice")).to_have_count(0)
    other.close()


SIZES: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "tablet on its side": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "desktop": {},
}


def test_axe_finds_nothing_on_the_console(server: Server, own_tables: OwnTables, arrive: Arrive) -> None:
    case = next(scenario for scenario in SCENARIOS if scenario.clause == "B15")
    floor = Floor(server, own_tables.open(case.game), arrive, case.game)
    floor.calls(case)
    over = server.call(lambda: floor.table.live.snapshot.over.id)  # type: ignore[union-attr]
    server.run(floor._next_round())
    server.run(floor._until(case, 0))
    looking = Looking(floor.staff)
    call = f"{floor.url}/call?call=expose_dealer_card&place=dealer:2"
    paths = ("/floor", floor.url, call, "/floor/rounds", f"/floor/rounds/{over}", "/floor/chips", "/floor/log")
    for size, options in SIZES.items():
        floor.staff.page.set_viewport_size(options.get("viewport", {"width": 1366, "height": 768}))
        for path in paths:
            floor.staff.goes_to(path)
            looking.at(f"{size} {path}")
    assert looking.found == []


def test_a_stopped_game_a_closed_table_and_a_returned_bet_are_said_where_players_look(
    server: Server, own_tables: OwnTables, arrive: Arrive
) -> None:
    case = next(one for one in SCENARIOS if one.calls == (("wrong_number", "seat:1:more"),) and one.clause == "H12")
    floor = Floor(server, own_tables.open(case.game), arrive, case.game)
    seat = int(server.call(lambda: floor.table.live.snapshot.session.seat_of(floor.play.players[0].person)))
    other = 1 if seat != 1 else 2
    floor.calls(Scenario(case.game, "H12", (("wrong_number", f"seat:{other}:more"),), case.result, case.when))
    page = floor.player.page
    spot = page.locator(f'.seat[data-seat="{other}"] .small-spot[data-wager="ante"]')
    expect(spot).to_have_text("void")
    fold, prompt = page.locator('#actions [data-act="fold"]'), page.locator("#prompt")
    expect(fold).to_be_enabled()
    staff = floor.staff.goes_to(floor.url).page
    staff.get_by_label("Reason, shown to the table").first.fill("fire drill")
    staff.get_by_role("button", name="Stop the game").click()
    expect(prompt).to_have_text("The floor stopped the game: fire drill.")
    expect(fold).to_be_disabled()
    staff.get_by_role("button", name="Resume the game").click()
    expect(fold).to_be_enabled()
    boss = server.run(server.room.people.register(f"Boss {floor.table.id[-6:]}", "a long password", "admin"))
    server.run(server.room.close("table", floor.table.id, "broken shuffler", boss))
    expect(fold).to_be_enabled()  # the round in progress is finished
    server.run(floor.play.floor.done(floor.play.ask("void_round", "", "the end")))
    closed = "This table is closed to new wagers: broken shuffler."
    expect(prompt).to_have_text(closed)
    watcher = arrive().enters()
    watcher.goes_to(floor.table.path)
    expect(watcher.page.locator("#prompt")).to_have_text(closed)
    expect(watcher.page.get_by_role("button", name="Sit down with")).to_have_count(0)
    server.run(server.room.open_again("table", floor.table.id, boss))
    expect(watcher.page.get_by_role("button", name="Sit down with")).to_be_visible()
