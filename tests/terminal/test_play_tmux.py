"""Playing in a real terminal: what is typed, what is seen, and how one leaves."""

import shutil
import subprocess
import sys
from uuid import uuid4

import pytest

from tests.waiting import LIMIT, until

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A shell of 80 columns in a tmux of its own."""

    def __init__(self, command: str) -> None:
        self._name = f"seventh-{uuid4().hex}"
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "60", "sh")
        self.type(command)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-L", self._name, *words], capture_output=True, text=True, timeout=LIMIT)
        return done.stdout

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-S", "-200")

    def wait_for(self, text: str, times: int = 1) -> str:
        """The screen, once it shows a text this many times."""
        screen = ""

        def shows() -> bool:
            nonlocal screen
            screen = self.screen
            return screen.count(text) >= times

        try:
            until(shows, f"{text!r}, {times} times,")
        except AssertionError as missing:
            raise AssertionError(f"{missing}:\n{screen}") from None
        return screen

    def close(self) -> None:
        self._tmux("kill-server")


@pytest.fixture
def playing(request):
    terminal = Terminal(f"clear; '{sys.executable}' -m seventh play {request.param}; echo code $?.")
    terminal.wait_for("Your wagers>")
    yield terminal
    terminal.close()


@pytest.mark.parametrize("playing", ["boston-7-stud"], indirect=True)
def test_a_person_plays_a_round_and_leaves_with_ctrl_d(playing):
    playing.type("ante 5 frist 5")
    playing.wait_for("Unknown wager 'frist'; choose from ante, first, bonus. Type ? for help.")
    playing.type("ante 5 first 5")
    playing.wait_for("ante $5 + first $5 = $10; $190 left")
    playing.type("undo")
    playing.wait_for("The layout is empty; you have $200.")
    playing.press("Up", "Up", "Enter")  # the line before the undo, from the history
    playing.wait_for("Enter to deal, or undo>", times=2)
    playing.press("Enter")
    playing.wait_for("Fold or second $5>")
    playing.type("play")
    playing.wait_for("Two discards, or Enter for the best five>")
    playing.press("Enter")
    playing.wait_for("Round 2.")
    playing.press("C-d")
    screen = playing.wait_for("code 0.")
    assert "You leave after 1 round with $" in screen
    assert max(len(line) for line in screen.splitlines() if "-m seventh" not in line) <= 80


@pytest.mark.parametrize("playing", ["high-card-flush"], indirect=True)
def test_ctrl_c_in_mid_hand_settles_it_and_leaves(playing):
    playing.type("5 1")
    playing.press("Enter")
    playing.wait_for("Fold or raise $5")
    playing.press("C-c")
    screen = playing.wait_for("code 130.")
    assert "You left during the hand; it is finished without adding chips." in screen
    assert "folded (H4)" in screen
    assert "You leave after 1 round with $" in screen
    assert "Traceback" not in screen


@pytest.mark.parametrize("playing", ["seven-card-thrill"], indirect=True)
def test_help_and_quit(playing):
    playing.type("?")
    playing.wait_for("poker N    Poker: $5 to $100; one or more of the four (T12)")
    playing.type("5")
    playing.press("Enter")
    playing.wait_for("Dealer shows")
    playing.type("quit")
    playing.wait_for("Type quit again to leave, or keep playing.")
    playing.type("quit")
    screen = playing.wait_for("code 0.")
    assert "You leave after 1 round with $" in screen
