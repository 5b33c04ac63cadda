"""On a terminal, long work shows progress; in a pipe, only the result is printed."""

import re
import subprocess
import sys

import pytest

from tests.cli.at_a_terminal import WAIT, at_a_terminal

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")]

CAPPED = ("edge", "high-card-flush", "--wager", "main=1000000", "--wager", "straight_flush=100000")
COMPILES = {
    "simulate": ("simulate", "high-card-flush", "--rounds", "1000"),
    "equity": ("equity", "(AsKs)Qs", "(????)2c", "--samples", "1000"),
}


@pytest.mark.parametrize("command", COMPILES)
def test_compiling_is_announced_on_a_terminal_once(command, tmp_path):
    for times in (1, 0):  # the second run finds the kernels compiled
        with at_a_terminal(*COMPILES[command], SEVENTH_CACHE=str(tmp_path)) as running:
            out = running.result()
        assert running.process.returncode == 0
        assert out
        assert running.shown.count("seventh: compiling kernels (first run only)") == times


def test_a_capped_edge_says_what_it_does_and_how_far_it_is(tmp_path):
    with at_a_terminal(*CAPPED, SEVENTH_CACHE=str(tmp_path)) as running:
        assert "recounted" in running.result()
    assert running.process.returncode == 0
    assert "seventh: compiling kernels (first run only)" in running.shown
    assert re.search(r"counting .* \d+\.\d{3}%", running.shown)


def test_nothing_is_heard_in_a_pipe(tmp_path, monkeypatch):
    monkeypatch.setenv("SEVENTH_CACHE", str(tmp_path))
    command = [sys.executable, "-m", "seventh", *COMPILES["equity"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert (done.returncode, done.stderr) == (0, "")
