"""Ctrl-C in long commands: real processes, real signals, and the partial results they print."""

import json
import re
import sys

import pytest

from tests.cli.at_a_terminal import Running, at_a_terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals, and a signal of another kind"),
]

BEGUN = r"(?:[1-9]\d*\.\d+|0\.0*[1-9]\d*)%"
"""A percentage above zero: something has been computed."""
TRILLION = str(10**12)
LONG = {
    "simulate": ("simulate", "seven-card-thrill", "--rounds", TRILLION),
    "equity": ("equity", "(AsKs)Qs", "(????)2c", "(????)3d", "--samples", TRILLION),
    "collusion": ("collusion", "--deals", TRILLION),
    "design": (
        *("design", "boston-7-stud", "--wager", "three_card_bonus", "--target-edge", "2%..3%", "--row", "royal=1..900"),
        *("--row", "straight_flush=1..300", "--row", "three_of_a_kind=1..200", "--row", "straight=1..100"),
        *("--row", "flush=1..100", "--any-order"),
    ),
}
THINGS = {"simulate": "rounds", "equity": "samples", "collusion": "deals", "design": "pay tables"}


@pytest.mark.parametrize("command", LONG)
def test_ctrl_c_prints_what_was_computed_and_how_much_that_is(command):
    with at_a_terminal(*LONG[command]) as running:
        running.wait_for(BEGUN)
        running.press_ctrl_c()
        out = running.result()
    assert running.process.returncode == 130
    assert "Traceback" not in running.shown
    found = re.search(rf"partial: stopped after ([\d,]+) of ([\d,]+) {THINGS[command]}", out)
    assert found, out
    done, asked = (int(number.replace(",", "")) for number in found.groups())
    assert 0 < done < asked
    assert len(out.splitlines()) > 2


@pytest.mark.parametrize("command", LONG)
def test_ctrl_c_keeps_json_whole(command):
    with at_a_terminal(*LONG[command], "--json") as running:
        running.wait_for(BEGUN)
        running.press_ctrl_c()
        out = running.result()
    assert running.process.returncode == 130
    assert json.loads(out)["stopped"] is True


def test_ctrl_c_in_an_exact_count_leaves_no_figures():
    with at_a_terminal("edge", "boston-7-stud", "--recompute") as running:
        running.wait_for(BEGUN)
        running.press_ctrl_c()
        out = running.result()
    assert (running.process.returncode, out) == (130, "")
    assert "interrupted; exact figures need the complete count" in running.shown
    assert "Traceback" not in running.shown


STUCK = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from seventh import cli
from seventh.cli.common import app
from seventh.terminal.long_work import run_long

@app.command
def stuck() -> None:
    def work(progress):
        progress({part})
        print("begun", file=sys.stderr, flush=True)
        # As a compiled loop that does not come back, in a thread that Python would wait for when it ends.
        ThreadPoolExecutor(1).submit(threading.Event().wait).result()
    run_long("waiting", work)

sys.argv = ["seventh", "stuck"]
cli.main()
"""


@pytest.mark.parametrize(("part", "times"), [("0.0", 1), ("0.5", 2)], ids=["nothing to keep", "something to keep"])
def test_work_that_never_returns_does_not_delay_ctrl_c(part, times):
    with Running([sys.executable, "-c", STUCK.format(part=part)]) as running:
        running.wait_for("begun")
        running.press_ctrl_c()
        if times == 1:
            running.wait_for("interrupted before anything was computed")
        else:
            running.wait_for("Ctrl-C again")
            running.press_ctrl_c()
        assert running.result() == ""
    assert running.process.returncode == 130
    assert "Traceback" not in running.shown


def test_ctrl_c_while_kernels_are_compiled_ends_it(tmp_path):
    with at_a_terminal(*LONG["simulate"], SEVENTH_CACHE=str(tmp_path)) as running:
        running.wait_for("compiling")
        running.press_ctrl_c()
        out = running.result()
    assert (running.process.returncode, out) == (130, "")
    assert "Traceback" not in running.shown
