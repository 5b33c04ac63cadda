"""The WebSocket protocol: authentication, frames, and actions carried out once (R31, R33)."""

from __future__ import annotations

import asyncio
import functools

import pytest
from websockets.exceptions import InvalidStatus

from seventh.games import GAMES, book_house, new_round
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.spots import WagerSpots
from seventh.web.autoplay import choose, chosen
from seventh.web.client import Refusal, connect
from tests.known import known
from tests.waiting import LIMIT, soon
from tests.web.raw import raw
from tests.web.serving import FAST, serving


def in_loop(test):
    """Run an async test; one that waits for what does not come fails."""

    @functools.wraps(test)
    def run(**arguments):
        asyncio.run(asyncio.wait_for(test(**arguments), 3 * LIMIT))

    return run


@in_loop
async def test_hello_comes_first_and_is_answered(server):
    async with raw(server) as connection:
        await connection.say(do="hello", version=1, token=server.guest())
        welcome = await connection.next()
        assert welcome["is"] == "welcome"
        assert welcome["version"] == 1
        assert welcome["guest"] is True


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"do": "ping", "n": 1}, "malformed"),
        ({"do": "hello", "version": 2}, "version"),
        ({"do": "hello", "version": 1, "token": "seventh_nonsense"}, "not_entered"),
        ({"do": "hello"}, "malformed"),
        ({"do": "hello", "version": 1, "more": 1}, "malformed"),
    ],
)
@in_loop
async def test_a_client_that_does_not_start_with_hello_is_told_why_and_disconnected(server, frame, code):
    async with raw(server) as connection:
        await connection.say(**frame)
        bye, closed = await connection.end()
        assert (bye["is"], bye["code"], closed) == ("bye", code, 1008)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
@in_loop
async def test_R31_pages_of_other_sites_do_not_get_in(server, origin):
    with pytest.raises(InvalidStatus) as refused:
        async with raw(server, origin=origin):
            pass
    assert refused.value.response.status_code == 403
    assert b"cross-origin" in refused.value.response.body


@in_loop
async def test_R31_a_cookie_counts_only_with_the_origin_of_our_own_page(server):
    browser = server.browser()
    person = browser.post("/api/guest", json={}).json()["me"]["id"]
    cookie = {"Cookie": f"seventh={browser.cookies['seventh']}"}
    for origin, expected in ((server.url, person), (None, "")):
        async with raw(server, origin=origin, additional_headers=cookie) as connection:
            await connection.say(do="hello", version=1)
            assert (await connection.next())["person"] == expected


@in_loop
async def test_a_visitor_watches_and_does_nothing_else(server):
    async with raw(server) as connection:
        await connection.say(do="hello", version=1)
        assert (await connection.next())["role"] in ("", "visitor")
        await connection.say(do="watch", table="high-card-flush-2")
        assert (await connection.until("table"))["you"] is None
        await connection.say(do="sit", id="a", table="high-card-flush-2", buy_in=10_000)
        assert (await connection.until("refused", id="a"))["code"] == "forbidden"


@in_loop
async def test_the_lobby_changes_as_people_sit(server):
    table = "seven-card-thrill-2"
    async with connect(server.url, server.guest()) as client:
        lobby = await client.watch_lobby()
        before = {table.table: table.taken for table in lobby.tables}
        assert len({table.game for table in lobby.tables}) == 4
        await client.watch(table)
        await client.sit(table, 20_000)
        await soon(lambda: {t.table: t.taken for t in known(client.lobby).tables}[table] != before[table])
        await client.leave(table)


@in_loop
async def test_R33_a_repeat_gets_the_first_answer_on_any_connection(server):
    token, table = server.guest(), "boston-7-stud-1"
    async with connect(server.url, token) as client:
        await client.watch(table)
        await client.sit(table, 30_000)
        frame = await client.until(table, lambda frame: choose(frame, lambda n: 0) is not None)
        action = known(choose(frame, lambda n: 0))
        first = await client.act(frame, action, ask="the-id")
        assert first.again is False
        stack = known(client.tables[table].round).view["seats"][0]["stack"]
        again = await client.act(frame, action, ask="the-id")
        assert again.again is True
        async with connect(server.url, token) as other:
            await other.watch(table)
            assert (await other.act(frame, action, ask="the-id")).again is True
            assert known(other.tables[table].round).view["seats"][0]["stack"] == stack
        await client.leave(table)


@in_loop
async def test_R33_stale_and_repriced_actions_change_nothing(server):
    table = "boston-7-stud-2"
    async with connect(server.url, server.guest()) as client:
        await client.watch(table)
        await client.sit(table, 30_000)
        frame = await client.until(table, lambda frame: choose(frame, lambda n: 0) is not None)
        action = known(choose(frame, lambda n: 0))
        with pytest.raises(Refusal) as repriced:
            await client.act(frame, action, price=1)
        assert repriced.value.code == "repriced"
        await client.act(frame, action)
        with pytest.raises(Refusal) as stale:
            await client.act(frame, {"action": "fold"})
        assert stale.value.code == "stale"
        await client.leave(table)


@in_loop
async def test_R33_a_neighbour_does_not_make_an_answer_stale():
    table = "high-card-flush-2"
    with serving(room_settings=FAST.but(betting_window=20_000)) as server:
        async with connect(server.url, server.guest()) as one, connect(server.url, server.guest()) as two:
            for client in (one, two):
                await client.watch(table)
                await client.sit(table, 30_000)

            def both_may_bet(frame):
                return frame.round is not None and len(frame.round.view["seats"]) == 2 and choose(frame, lambda n: 0)

            frames = [await client.until(table, both_may_bet) for client in (one, two)]
            for client, frame in zip((one, two), frames, strict=True):
                assert (await client.act(frame, known(choose(frame, lambda n: 0)))).again is False
            for client in (one, two):
                await client.leave(table)


@in_loop
async def test_two_tabs_show_the_same(server):
    token, table = server.guest(), "seven-card-thrill-1"
    async with connect(server.url, token) as one, connect(server.url, token) as two:
        for client in (one, two):
            await client.watch(table)
        await one.sit(table, 30_000)
        seen = await two.until(table, lambda frame: frame.you is not None and frame.you.seat)
        assert known(seen.you).seat
        with pytest.raises(Refusal):
            await two.sit(table, 30_000)
        frame = await two.until(table, lambda frame: choose(frame, lambda n: 0) is not None)
        await two.act(frame, known(choose(frame, lambda n: 0)))
        await one.until(table, lambda frame: frame.round and frame.round.view["seats"][0]["wagers"])
        await one.leave(table)


@in_loop
async def test_R2_the_client_gives_its_own_seed(server):
    table = "high-card-flush-1"
    async with connect(server.url, server.guest()) as client:
        await client.watch(table)
        await client.sit(table, 30_000)
        seeded = await client.until(
            table, lambda frame: frame.you and frame.round and frame.you.seat in frame.round.seeds
        )
        assert len(known(seeded.round).seeds[known(seeded.you).seat]) == 64
        await client.leave(table)


def wagers_of(frame):
    """The wagers of the viewer's own seat."""
    lines = frame.round.view["seats"] if frame.round and frame.you else ()
    return next((line["wagers"] for line in lines if line["seat"] == frame.you.seat), {})


@in_loop
async def test_R22_a_client_that_drops_comes_back_to_the_exact_state(server):
    table = "high-card-flush-1"
    async with connect(server.url, server.guest()) as client:
        await client.watch(table)
        await client.sit(table, 30_000)
        frame = await client.until(table, lambda frame: choose(frame, lambda n: 0) is not None)
        await client.act(frame, known(choose(frame, lambda n: 0)))
        before = await client.until(table, wagers_of)
        await client.drop()
        after = await client.until(table, lambda frame: client.connections == 2 and frame.seq >= before.seq)
        assert client.connections == 2
        assert known(after.round).id == known(before.round).id
        assert wagers_of(after) == wagers_of(before)
        await client.leave(table)


@in_loop
async def test_an_answer_that_was_lost_is_asked_for_again(server):
    """The connection goes between the ask and the answer: it is done once, and the client hears of it."""
    table = "seven-card-thrill-2"
    async with connect(server.url, server.guest()) as client:
        await client.watch(table)
        asked = asyncio.create_task(client.sit(table, 30_000))
        await asyncio.sleep(0)
        await client.drop()
        await asked
        frame = await client.until(table, lambda frame: frame.you is not None and frame.you.seat)
        assert sum(seat.person == known(client.welcome).person for seat in frame.seats) == 1
        await client.leave(table)


def picked(number: int, _: int) -> int:
    """A choice that is always this one."""
    return number


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].round.AGAINST_HOUSE])
def test_a_program_bets_by_the_rules_of_the_spots(game):
    house = book_house(game)
    choice = new_round(house, {1: 100_000}).legal(1).of(PlaceWagers)
    assert isinstance(choice, WagerSpots)
    view = {"choices": [choice.describe()], "seats": [{"seat": 1, "wagers": {}}]}
    placed = []
    for spots in range(len(choice.names)):
        action = known(chosen(view, 1, functools.partial(picked, spots)))
        assert choice.refusal(PlaceWagers(action["amounts"])) is None
        placed.append(set(action["amounts"]))
    assert max(map(len, placed)) > 1
