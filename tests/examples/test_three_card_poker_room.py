"""Three Card Poker in a running room: two people over sockets, and records that verify."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import httpx
import pytest

from seventh.records import read_record
from seventh.room.check import check
from seventh.rounds.events import Settled
from seventh.web.autoplay import choose, play
from seventh.web.client import Refusal, connect
from tests.examples.three_card import FOLDER, ROOT, seventh, three_card_poker
from tests.known import known
from tests.waiting import LIMIT

__all__ = ["three_card_poker"]

TABLE = "three-card-poker-1"
QUICK = "betting_window = 300\nshowing_time = 60\ndealing_time = 0\ncard_time = 0\nseed_window = 200\n"


@contextmanager
def room(data):
    """`seventh serve` with the game, until the block ends."""
    settings = data.parent / "room.toml"
    settings.write_text(QUICK)
    environment = {**os.environ, "SEVENTH_GAMES": str(FOLDER), "PYTHONPATH": str(ROOT / "src")}
    words = [sys.executable, "-m", "seventh", "serve", "--port", "0", "--data", str(data), "--settings", str(settings)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as server:
        try:
            line = known(server.stdout).readline()
            found = re.search(r"http://localhost:(\d+)", line)
            assert found, line + known(server.stderr).read()
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            server.send_signal(signal.SIGINT)
            _, logs = server.communicate(timeout=LIMIT)
    assert "Traceback" not in logs
    assert server.returncode == 0


def guest(url):
    return httpx.post(f"{url}/api/guest", json={"token": True}, timeout=LIMIT).json()["token"]


async def play_rounds(url, tokens):
    """Two people play; one of them has Pair Plus alone once, and tries to fold it."""
    async with connect(url, tokens[0]) as one, connect(url, tokens[1]) as two:
        for client in (one, two):
            await client.watch(TABLE)
            await client.sit(TABLE, 50_000)
        picks = iter(range(10**6))
        await asyncio.gather(*(play(client, TABLE, 4, lambda n: next(picks) % n) for client in (one, two)))
        await two.leave(TABLE)
        frame = await one.until(TABLE, lambda frame: choose(frame, lambda n: 0) and _betting(frame))
        with pytest.raises(Refusal) as refused:
            await one.act(frame, {"action": "place_wagers", "amounts": {"pair_plus": 50}})
        assert refused.value.frame.clause == "P3"
        await one.act(frame, {"action": "place_wagers", "amounts": {"pair_plus": 100}})
        played = known(frame.round).id
        await one.ready(frame)
        frame = await one.until(TABLE, lambda frame: frame.last is not None and frame.last.id == played)
        await one.leave(TABLE)


def _betting(frame):
    return any(choice["action"] == "place_wagers" for choice in frame.round.view["choices"])


@pytest.mark.slow
def test_a_room_with_the_game_is_served_played_and_its_records_verify(tmp_path):
    data = tmp_path / "room"
    data.mkdir()
    with room(data) as url:
        tokens = [guest(url), guest(url)]
        asyncio.run(asyncio.wait_for(play_rounds(url, tokens), LIMIT))
        entered = {"Authorization": f"Bearer {tokens[0]}"}
        with httpx.Client(base_url=url, headers=entered, timeout=LIMIT) as browser:
            lines = [line for line in browser.get("/api/me/rounds").json()["rounds"] if line["state"] == "played"]
            records = {line["id"]: browser.get(f"/api/rounds/{line['id']}/record").text for line in lines}
    assert len(records) >= 4
    wagers = set()
    for name, text in records.items():
        file = tmp_path / f"{name.replace('/', '-')}.json"
        file.write_text(text)
        done = seventh("verify", str(file), "--json")
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert json.loads(done.stdout)["game"] == "three-card-poker"
        wagers |= {event.wager for event in read_record(text).events if isinstance(event, Settled)}
    assert wagers >= {"ante", "pair_plus"}
    forged = re.sub(r"(payoff\W+)(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", text, count=1)
    assert forged != text
    file.write_text(forged)
    assert seventh("verify", str(file)).returncode == 1
    assert all(finding.ok for finding in check(data))
