"""R25 with a real server: its disk hangs, its writer process is stopped, or its connection to PostgreSQL stalls."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from seventh.room import frames as fr
from seventh.room.changes import Change, LogEntry
from seventh.room.check import check
from seventh.room.store import open_store
from seventh.web.autoplay import choose
from seventh.web.client import Client, Refusal, connect, new_id
from seventh.web.prices import price_of
from tests.known import known
from tests.room.faults.cutting_proxy import CuttingProxy
from tests.room.faults.disk import Disk, environment
from tests.waiting import LIMIT, until

PROGRAM = """
import sys, pathlib
from seventh.room.settings import RoomSettings
from seventh.web.serve import serve
data, url = sys.argv[1:]
settings = RoomSettings().but(commit_deadline=500, retry_storage=100)
serve(port=0, data=pathlib.Path(data), database_url=url or None, room_settings=settings)
"""
TABLE = "high-card-flush-1"


class Hanging(NamedTuple):
    """A server whose storage can be made to hang."""

    process: subprocess.Popen[str]
    url: str
    hang: Callable[[], object]
    release: Callable[[], object]
    findings: Callable[[], list[Any]]

    def health(self) -> tuple[int, dict[str, Any]]:
        try:
            with urlopen(f"{self.url}/healthz", timeout=LIMIT) as answer:
                return answer.status, json.load(answer)
        except HTTPError as error:
            with error:
                return error.code, json.load(error)

    def guest(self) -> str:
        body = json.dumps({"token": True}).encode()
        asked = Request(f"{self.url}/api/guest", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=LIMIT) as answer:
            return json.load(answer)["token"]


@contextmanager
def served(data: Path, url: str = "", env: dict[str, str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    words = [sys.executable, "-c", PROGRAM, str(data), url]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=env) as process:
        try:
            found = re.search(r"http://localhost:(\d+)", known(process.stdout).readline())
            yield process, f"http://127.0.0.1:{known(found)[1]}"
        finally:
            process.kill()


def writer_of(room: int) -> int:
    return int(Path(f"/proc/{room}/task/{room}/children").read_text().split()[0])


@pytest.fixture(params=["disk", "writer", pytest.param("postgresql", marks=pytest.mark.slow)])
def hanging(request, tmp_path) -> Iterator[Hanging]:
    data = tmp_path / "room"
    if request.param == "disk":
        control = tmp_path / "control"
        env = environment(request.getfixturevalue("failing_disk"), data, control)
        disk = Disk(control)
        with served(data, env=env) as (process, url):
            yield Hanging(process, url, disk.hang, disk.heal, lambda: check(data))
            disk.heal()
    elif request.param == "writer":
        with served(data) as (process, url):
            writer = writer_of(process.pid)
            yield Hanging(
                process,
                url,
                lambda: os.kill(writer, signal.SIGSTOP),
                lambda: os.kill(writer, signal.SIGCONT),
                lambda: check(data),
            )
    else:
        postgres = request.getfixturevalue("postgres")
        direct = postgres.database()
        proxy = CuttingProxy(postgres.port)
        through = direct.replace(str(postgres.port), str(proxy.port))
        request.getfixturevalue("monkeypatch").setenv("XDG_DATA_HOME", str(tmp_path / "home"))  # for the key and anchor
        with served(data, through) as (process, url):
            yield Hanging(process, url, proxy.stall, proxy.flow, lambda: check(None, through))
        proxy.close()


async def seated(client: Client) -> fr.Act:
    """Sit down; gives a wager that may be placed."""
    await client.watch(TABLE)
    await client.sit(TABLE, 50_000)
    frame = await client.until(TABLE, lambda frame: frame.round is not None and choose(frame, lambda options: 0))
    action = choose(frame, lambda options: 0)
    assert action is not None
    assert frame.round is not None
    price = price_of(frame.round.view, action, frame.round.prices)
    return fr.Act(new_id(), TABLE, frame.round.id, frame.round.decision, action, price)


def test_R25_a_room_whose_storage_hangs_says_so_and_goes_on_when_it_answers(hanging):
    async def play() -> None:
        async with connect(hanging.url, await asyncio.to_thread(hanging.guest), patience=LIMIT) as client:
            ask = await seated(client)
            status, health = await asyncio.to_thread(hanging.health)
            assert (status, health["ok"]) == (200, True)
            hanging.hang()
            with pytest.raises(Refusal) as refused:
                await client.ask(ask)
            assert refused.value.code == "failed"
            assert "storage" in str(refused.value)
            paused = await client.until(TABLE, lambda frame: frame.state == "paused")
            assert "storage" in paused.notice
            status, health = await asyncio.to_thread(hanging.health)
            assert (status, health["ok"]) == (503, False)
            assert "storage has not answered" in health["why"]
            assert health["oldest_commit_seconds"] >= 0.5
            hanging.release()
            await client.until(TABLE, lambda frame: frame.state != "paused")
            done = await client.ask(ask)
            assert done.id == ask.id, "the same request, with the same id, is done now or was done then"
            await asyncio.to_thread(until, lambda: hanging.health()[0] == 200, "health")

    asyncio.run(asyncio.wait_for(play(), LIMIT))
    hanging.process.send_signal(signal.SIGTERM)
    assert hanging.process.wait(LIMIT) == 0
    assert [str(finding) for finding in hanging.findings() if not finding.ok] == []


def test_R25_a_room_whose_storage_hangs_still_ends_when_told_to(hanging):
    async def play() -> None:
        async with connect(hanging.url, await asyncio.to_thread(hanging.guest), patience=0) as client:
            ask = await seated(client)
            hanging.hang()
            with pytest.raises(Refusal):
                await client.ask(ask)

    asyncio.run(asyncio.wait_for(play(), LIMIT))
    hanging.process.send_signal(signal.SIGTERM)
    assert hanging.process.wait(LIMIT) == 0


def test_R20_a_server_that_another_room_overtook_ends_and_says_why(tmp_path):
    data, aside = tmp_path / "room", tmp_path / "aside"
    with served(data) as (process, url):
        room = Hanging(process, url, str, str, list)
        room.guest()
        data.rename(aside)  # no new writer can be started until it is back
        os.kill(writer_of(process.pid), signal.SIGKILL)
        with pytest.raises(HTTPError) as failed:
            until(room.guest, "a failure")
        failed.value.close()
        with open_store(aside) as other:
            other.commit(Change(log=(LogEntry("test", b"{}", 1),))).result()
        aside.rename(data)

        def over() -> bool:
            try:
                room.guest()
            except HTTPError as error:
                error.close()
            except OSError:
                return True
            return process.poll() is not None

        until(over, "the end of the room")
        assert process.wait(LIMIT) == 1
