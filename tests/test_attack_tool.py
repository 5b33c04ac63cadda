"""The attack tool attacks this machine only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import LIMIT


def attack(*words: str) -> subprocess.CompletedProcess[str]:
    place = Path(__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-m", "tools.attack", *words], capture_output=True, text=True, timeout=LIMIT, cwd=place
    )


@pytest.mark.parametrize(
    "url", ["http://192.0.2.1:80", "http://example.org:80", "https://127.0.0.1:443", "http://127.0.0.1.example.org:80"]
)
def test_other_machines_are_refused(url):
    done = attack("--url", url)
    assert done.returncode == 2
    assert "only a server on this machine" in done.stderr.splitlines()[-1]


def test_an_unknown_attack_is_one_clear_line():
    done = attack("tea")
    assert done.returncode == 2
    assert "'tea' is not an attack; there are pings, " in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_R39_an_attack_on_its_own_server_is_cut_off():
    done = attack("pongs", "--seconds", "30")
    assert done.returncode == 0, done.stderr
    assert "then disconnected; /healthz median" in done.stdout
