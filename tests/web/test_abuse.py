"""Hostile or broken connections cannot affect others (R34)."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from itertools import count

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from seventh.room.frames import TableFrame
from seventh.web.autoplay import choose, play
from seventh.web.client import Client, Refusal, connect
from seventh.web.outbox import Full, Outbox
from seventh.web.settings import Limits, Rate
from tests.known import known
from tests.waiting import LIMIT, soon
from tests.web.raw import raw
from tests.web.serving import OPEN, Server, serving
from tests.web.test_socket import in_loop

TIGHT = Limits(
    frames=Rate(20, 10),
    account_frames=Rate(40, 0.01),
    address_frames=Rate(500, 500),
    entries=Rate(500, 500),
    address_requests=Rate(500, 500),
    account_connections=3,
    address_connections=12,
    strikes=30,
    slow_seconds=1.0,
    watched=4,
)
TABLE = "high-card-flush-1"


@pytest.fixture(scope="module")
def tight():
    with serving(limits=TIGHT) as running:
        yield running


async def well(server: Server) -> None:
    """Another player finishes a round."""
    table = "boston-7-stud-1"
    async with connect(server.url, server.guest()) as client:
        await client.watch(table)
        await client.sit(table, 30_000)
        played = set()
        async for frame in client.frames(table):
            if frame.last is not None and frame.last.id in played:
                break
            action = choose(frame, lambda n: 0)
            if action is not None:
                with suppress(Refusal):
                    await client.act(frame, action)
                    played.add(known(frame.round).id)
        await client.leave(table)


MALFORMED = {
    "not json": "{",
    "nothing": "",
    "a list": "[]",
    "no do": "{}",
    "unknown do": '{"do": "steal"}',
    "wrong type": '{"do": "ping", "n": "x"}',
    "unknown field": '{"do": "ping", "n": 1, "m": 2}',
    "missing field": '{"do": "sit", "id": "a"}',
    "empty id": '{"do": "leave", "id": "", "table": "x"}',
    "long id": json.dumps({"do": "leave", "id": "x" * 65, "table": "x"}),
    "control characters": json.dumps({"do": "leave", "id": "a\n", "table": "x"}),
    "a number too large": '{"do": "ping", "n": 1e999}',
    "deep": '{"do": "act", "id": "a", "table": "x", "round": "x", "decision": 1, "action": '
    + '{"a":' * 2000
    + "1"
    + "}" * 2001,
    "surrogate": '{"do": "leave", "id": "\\ud800", "table": "x"}',
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
@in_loop
async def test_R34_a_malformed_frame_is_refused_with_a_reason(server, text):
    async with raw(server, server.guest()) as connection:
        await connection.socket.send(text)
        refused = await connection.until("refused")
        assert refused["code"] == "malformed"
        assert refused["why"]
        await connection.say(do="ping", n=7)
        assert (await connection.until("pong"))["n"] == 7


UNREASONABLE = {
    "negative buy-in": {"do": "sit", "id": "a", "table": TABLE, "buy_in": -5},
    "zero": {"do": "sit", "id": "a", "table": TABLE, "buy_in": 0},
    "more than there is": {"do": "sit", "id": "a", "table": TABLE, "buy_in": 2**62},
    "no such seat": {"do": "sit", "id": "a", "table": TABLE, "buy_in": 30_000, "seat": 99},
    "negative seat": {"do": "sit", "id": "a", "table": TABLE, "buy_in": 30_000, "seat": -1},
    "no such table": {"do": "sit", "id": "a", "table": "nowhere", "buy_in": 30_000},
    "no seat to leave": {"do": "leave", "id": "a", "table": TABLE},
    "no seat to act at": {
        "do": "act", "id": "a", "table": TABLE, "round": "x/1", "decision": 1, "action": {"action": "fold"}
    },
    "no action": {"do": "act", "id": "a", "table": TABLE, "round": "x/1", "decision": 1, "action": {}},
    "the dealer's action": {
        "do": "act", "id": "a", "table": TABLE, "round": "x/1", "decision": 1, "action": {"action": "no_more_bets"}
    },
    "rebuy without a seat": {"do": "rebuy", "id": "a", "table": TABLE, "amount": 100},
}  # fmt: skip


@pytest.mark.parametrize("frame", UNREASONABLE.values(), ids=UNREASONABLE)
@in_loop
async def test_R33_an_impossible_request_is_refused_with_a_reason(server, frame):
    async with raw(server, server.guest()) as connection:
        await connection.say(**frame)
        refused = await connection.until("refused", id="a")
        assert refused["why"]
        assert refused["code"] != "failed"


@pytest.mark.parametrize(
    ("frame", "about"),
    [
        ({"do": "watch", "table": "nowhere"}, "watch:nowhere"),
        ({"do": "seed", "table": TABLE, "round": "x/1", "seed": "zz"}, f"seed:{TABLE}"),
        ({"do": "ready", "table": TABLE, "round": "x/1"}, f"ready:{TABLE}"),
        ({"do": "hello", "version": 1}, "hello"),
    ],
)
@in_loop
async def test_requests_without_an_id_are_refused_by_name(server, frame, about):
    async with raw(server, server.guest()) as connection:
        await connection.say(**frame)
        assert (await connection.until("refused"))["id"] == about


@in_loop
async def test_R34_binary_frames_are_refused(server):
    async with raw(server, server.guest()) as connection:
        await connection.socket.send(b'{"do": "ping"}')
        assert (await connection.until("refused"))["code"] == "malformed"


@in_loop
async def test_R34_an_oversized_frame_ends_the_connection(server):
    async with raw(server, server.guest()) as connection:
        await connection.socket.send(json.dumps({"do": "watch", "table": "x" * 20_000}))
        _, code = await connection.end()
        assert code == 1009
    await well(server)


@pytest.mark.slow
@in_loop
async def test_R34_flooding_is_slowed_refused_and_ended(tight):
    async with raw(tight, tight.guest()) as connection:
        codes: list[str] = []
        # Each answer is read before the next frame: a server that closes with unread data would reset the connection,
        # and the last answers could be lost with it.
        with suppress(ConnectionClosed):
            for n in count():
                await connection.say(do="ping", n=n)
                codes.append((await connection.next()).get("code", ""))
        last, _ = await connection.end()  # the farewell may arrive with the last refusal
        codes += [last["code"]] if last else []
        assert "too_fast" in codes
        assert codes[-1] == "abuse"
    await well(tight)


@in_loop
async def test_R34_an_account_has_one_rate_over_all_its_connections(tight):
    token = tight.guest()
    async with raw(tight, token) as one, raw(tight, token) as two, raw(tight, token) as three:
        for n in range(16):
            for connection in (one, two, three):
                await connection.say(do="ping", n=n)
        answers = []
        for connection in (one, two, three):
            answers += [await connection.next() for _ in range(16)]
        assert any("account" in answer.get("why", "") for answer in answers)


@in_loop
async def test_R34_connections_of_an_account_are_limited(tight):
    token = tight.guest()
    async with raw(tight, token), raw(tight, token), raw(tight, token), raw(tight) as fourth:
        await fourth.say(do="hello", version=1, token=token)
        bye, code = await fourth.end()
        assert (bye["code"], code) == ("too_many", 1013)
    await soon(lambda: not tight.call(lambda: len(tight.app.sockets.accounts)))
    async with raw(tight, token):
        pass


@in_loop
async def test_R34_connections_of_an_address_are_limited_and_given_back(tight):
    held = []
    for _ in range(TIGHT.address_connections):
        context = raw(tight, tight.guest())
        held.append(context)
        await context.__aenter__()
    with pytest.raises(InvalidStatus) as refused:
        async with raw(tight):
            pass
    assert refused.value.response.status_code == 429
    for context in held:
        await context.__aexit__(None, None, None)
    await soon(lambda: not connected(tight))
    await well(tight)


@in_loop
async def test_R34_a_connection_can_watch_a_limited_number_of_tables(tight):
    async with raw(tight, tight.guest()) as connection:
        for table in ("high-card-flush-1", "high-card-flush-2", "boston-7-stud-1", "boston-7-stud-2"):
            await connection.say(do="watch", table=table)
            await connection.until("table", table=table)
        await connection.say(do="watch", table="seven-card-thrill-1")
        assert (await connection.until("refused"))["code"] == "too_fast"
        await connection.say(do="unwatch", table="high-card-flush-1")
        await connection.say(do="watch", table="seven-card-thrill-1")
        await connection.until("table", table="seven-card-thrill-1")


@in_loop
async def test_R34_a_silent_connection_is_dropped():
    with serving(limits=Limits(hello_seconds=0.1)) as server:
        async with raw(server) as connection:
            bye, _ = await connection.end()
            assert bye["code"] == "silent"


def half_open(server: Server, token: str) -> socket.socket:
    """A manual handshake and hello, and then silence: pings are not answered."""
    host, port = server.url.removeprefix("http://").split(":")
    plain = socket.create_connection((host, int(port)), timeout=LIMIT)
    plain.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in plain.recv(1000)
    body = json.dumps({"do": "hello", "version": 1, "token": token}).encode()
    plain.sendall(bytes([0x81, 0x80 | 126]) + len(body).to_bytes(2, "big") + bytes(4) + body)
    said = b""
    while b'"welcome"' not in said:
        said += (more := plain.recv(1000))
        assert more, "the server hung up"
    return plain


def connected(server: Server) -> int:
    return int(server.call(lambda: len(server.app.sockets.open)))


@pytest.mark.slow
@in_loop
async def test_R34_a_half_open_connection_is_noticed():
    with serving(limits=Limits(ping_interval=2.0, ping_timeout=0.1)) as server, half_open(server, server.guest()):
        await soon(lambda: not connected(server))


@pytest.mark.slow
@in_loop
async def test_R34_a_slow_reader_is_dropped_and_never_buffered_without_end():
    limits = Limits(**{**vars(OPEN), "slow_seconds": 1.0, "ping_interval": 60.0, "ping_timeout": 60.0})
    with serving(limits=limits) as server:
        with half_open(server, server.guest()) as plain:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            [connection] = server.call(lambda: list(server.app.sockets.open))
            frame = b'{"is":"pong","n":1,"now":' + b" " * 100_000 + b"1}"
            waiting = []

            def dropped() -> bool:
                server.call(lambda: [connection.tell(frame) for _ in range(5)])
                waiting.append(server.call(lambda: len(connection._outbox)))
                return not connected(server)

            await soon(dropped)
            assert 0 < max(waiting) <= limits.waiting
        await well(server)


@in_loop
async def test_R34_a_slow_reader_gets_the_latest_state_and_every_event(server):
    """A reader that pauses for a while is given one frame for many, with all events in it."""
    box = Outbox(4, 100)
    told = []
    for seq in range(1, 6):
        told.append({"event": "checked", "seat": seq})
        box.put(table_frame(seq, events=(told[-1],)))
    assert len(box) == 1
    assert box.merged == 4
    text = await box.take()
    frame = json.loads(text)
    assert (frame["table"], frame["seq"], frame["events"]) == ("t", 5, told)


@in_loop
async def test_R34_events_for_a_slow_reader_are_bounded(server):
    box = Outbox(4, 10)
    for seq in range(1, 200):
        box.put(table_frame(seq, events=({"event": "checked", "seat": 1},) * 3))
        assert box.size < 3000
    assert json.loads(await box.take())["seq"] == 199


def test_R34_answers_for_a_slow_reader_are_bounded():
    box = Outbox(4, 10)
    for _ in range(4):
        box.put(b'{"is":"pong"}')
    with pytest.raises(Full):
        box.put(b'{"is":"pong"}')


def table_frame(seq: int, events: tuple = ()) -> bytes:
    import msgspec

    return msgspec.json.encode(
        TableFrame("t", seq, "T", "g", "h", False, "waiting", "", 0, 0, (), (), None, None, None, events)
    )


PHASES = {
    "before sitting": lambda frame: frame.you is None,
    "seated": lambda frame: frame.you is not None,
    "wagers open": lambda frame: frame.state == "betting",
    "wagered": lambda frame: frame.state == "betting" and frame.round.view["seats"][0]["wagers"],
    "deciding": lambda frame: frame.state == "playing",
    "showing": lambda frame: frame.state == "showing",
}


@pytest.mark.parametrize("phase", PHASES)
@in_loop
async def test_R22_dropped_in_every_phase(server, phase):
    """Whenever the connection goes, the person comes back to the table as it is, and can play on."""
    table = "high-card-flush-2"
    async with connect(server.url, server.guest()) as client:
        dropped = asyncio.create_task(_drop_at(client, table, PHASES[phase]))
        await client.watch(table)
        await client.sit(table, 30_000)
        assert await play(client, table, 2, lambda n: 0) >= 2
        await asyncio.wait_for(dropped, LIMIT)
        assert client.connections == 2
        await client.leave(table)


async def _drop_at(client: Client, table: str, phase) -> None:
    await client.until(table, phase)
    await client.drop()


@in_loop
async def test_R33_reordered_and_duplicated_actions_count_once(server):
    """Every frame of a round sent twice and backwards: what is done is done once."""
    table, token = "seven-card-thrill-2", server.guest()
    async with raw(server, token) as connection:
        await connection.say(do="sit", id="sit", table=table, buy_in=30_000)
        await connection.until("done", id="sit")
        await connection.say(do="watch", table=table)
        while True:
            frame = await connection.until("table")
            if frame["round"] and frame["round"]["decision"]:
                break
        act = {"do": "act", "table": table, "round": frame["round"]["id"], "decision": frame["round"]["decision"]}
        act |= {"action": {"action": "place_wagers", "amounts": {"poker": 500}}, "price": 500}
        for name in ("b", "a", "b", "a"):
            await connection.say(**act, id=name)
        answers: list[dict] = []
        while len(answers) < 4:
            frame = await connection.next()
            if frame["is"] in ("done", "refused"):
                answers.append(frame)
        assert [(a["is"], a["id"]) for a in answers] == [
            ("done", "b"), ("refused", "a"), ("done", "b"), ("refused", "a")
        ]  # fmt: skip
        assert answers[2]["again"] is True
        await connection.say(do="leave", id="leave", table=table)
        await connection.until("done", id="leave")


@pytest.mark.slow
@in_loop
async def test_R34_memory_is_bounded_when_connections_come_and_go(server):
    for _ in range(60):
        async with raw(server, server.guest()) as connection:
            await connection.say(do="watch", table=TABLE)
            await connection.until("table")
    await soon(lambda: not connected(server))
    await soon(lambda: not server.call(lambda: len(server.room.table(TABLE).viewers)))
    await soon(lambda: not server.call(lambda: len(server.app.sockets.accounts)))
    await soon(lambda: not server.call(lambda: len(server.room._watches)))
