"""The client as documented, and when the room is unreachable."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from textwrap import dedent

import pytest

from seventh.web.client import Client, ConnectionGone, connect, socket_url
from seventh.web.prices import price_of
from tests.known import known
from tests.waiting import LIMIT
from tests.web.serving import serving
from tests.web.test_socket import in_loop

PAGE = Path(__file__).parents[2] / "docs/server.md"


def test_the_example_in_the_documentation_plays():
    example = dedent(known(re.search(r"\n\n(    from seventh.*?)\n\n`choose`", PAGE.read_text(), re.S))[1])
    names: dict = {}
    exec(example, names)
    with serving() as server:
        net = asyncio.run(asyncio.wait_for(names["play"](server.url, server.guest()), LIMIT))
        assert isinstance(net, int)


@pytest.mark.parametrize(
    ("url", "socket"),
    [
        ("http://localhost:8777", "ws://localhost:8777/ws"),
        ("https://cards.example.org/", "wss://cards.example.org/ws"),
        ("localhost:8777", "ws://localhost:8777/ws"),
        ("ws://x/other", "ws://x/other"),
    ],
)
def test_the_address_of_the_socket(url, socket):
    assert socket_url(url) == socket


@in_loop
async def test_a_room_that_is_not_there():
    with pytest.raises(ConnectionGone, match="cannot be reached"):
        await Client("http://127.0.0.1:1", patience=0.1).open()


@in_loop
async def test_an_unknown_token(server):
    with pytest.raises(ConnectionGone, match="unknown token"):
        await Client(server.url, "seventh_wrong").open()


@in_loop
async def test_pending_requests_fail_when_the_client_is_closed(server):
    async with connect(server.url, server.guest()) as client:
        await client.watch("high-card-flush-1")
        looked = asyncio.Event()
        waiting = asyncio.create_task(client.until("high-card-flush-1", lambda frame: looked.set()))
        await looked.wait()
    with pytest.raises(ConnectionGone):
        await waiting


def test_prices_are_what_the_view_says():
    view = {
        "viewer": 2,
        "game": "seven-card-stud",
        "seats": [{"seat": 2, "stack": 60, "bet": 400, "wagers": {"ante": 500}}],
    }
    assert price_of(view, {"action": "bet_to", "amount": 800}, {"bring_in": 60}) == 400
    assert price_of(view, {"action": "call", "amount": 300}, {"bring_in": 60}) == 300
    assert price_of(view, {"action": "place_wagers", "amounts": {"ante": 200}}, {"bring_in": 60}) == -300
    assert price_of(view, {"action": "bring_in"}, {"bring_in": 60}) == 60
    assert price_of(view, {"action": "fold"}, {"bring_in": 60}) == 0
