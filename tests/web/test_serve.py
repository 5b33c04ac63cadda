"""The command's server: one line with the address, a clean stop, and one clear line when it cannot run."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from seventh.room.check import check
from seventh.web.serve import CannotServe, address_of, listen
from seventh.web.settings import WebSettings
from tests.known import known
from tests.waiting import LIMIT

PROGRAM = """
import sys, pathlib
from seventh.web.serve import serve
serve(port=int(sys.argv[1]), data=pathlib.Path(sys.argv[2]))
"""


def started(data: Path, port: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", PROGRAM, str(port), str(data)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def free_port() -> int:
    with listen("127.0.0.1", 0) as taken:
        return int(taken.getsockname()[1])


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_it_says_where_it_is_and_stops_cleanly(tmp_path, how):
    with started(tmp_path, 0) as server:
        line = known(server.stdout).readline()
        found = re.fullmatch(r"The room is open at http://localhost:(\d+) \(press Ctrl-C to stop\)\n", line)
        assert found
        port = found[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert json.load(answer)["ok"] is True
        server.send_signal(how)
        rest, logs = server.communicate(timeout=LIMIT)
        assert server.returncode == 0
        assert rest == ""
        for text in logs.splitlines():
            assert "Traceback" not in text
            json.loads(text)
    assert all(finding.ok for finding in check(tmp_path))


def test_a_port_in_use_is_one_clear_line():
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"port {port} is in use; choose another with --port"):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_one_clear_line():
    with pytest.raises(CannotServe, match="not an address"):
        listen("no.such.host.invalid", 0)
    with pytest.raises(CannotServe, match="cannot listen on"):
        listen("192.0.2.1", 0)


def test_the_address_is_one_that_people_can_type():
    with listen("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening, WebSettings()) == f"http://localhost:{port}"
        assert address_of(listening, WebSettings(public_url="https://a.example")) == "https://a.example"
