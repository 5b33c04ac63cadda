"""A command whose messages go to a pseudo-terminal and whose results go to a pipe, stopped by real signals."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Sequence

from tests.known import known

WAIT = 300
"""Timeout in seconds, far more than a busy machine needs."""


def heed_ctrl_c() -> None:
    """Tests run in the background may have Ctrl-C ignored, which children inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """A process with a terminal of 100 columns for its messages."""

    def __init__(self, command: Sequence[str], **environment: str) -> None:
        self._master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=terminal,
            text=True,
            env={**os.environ, "TERM": "xterm-256color", **environment},
            preexec_fn=heed_ctrl_c,
        )
        os.close(terminal)
        self._seen, self._ended = b"", False
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._master, 65536)
            except OSError:  # how Linux says that nobody has the terminal open any more
                data = b""
            with self._more:
                self._seen += data
                self._ended = not data
                self._more.notify_all()
            if not data:
                return

    @property
    def shown(self) -> str:
        """Everything that went to the terminal so far, with the sequences that move and colour taken out."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self._seen.decode(errors="replace"))

    def wait_for(self, pattern: str) -> None:
        """Until the terminal has shown something."""
        with self._more:
            self._more.wait_for(lambda: self._ended or re.search(pattern, self.shown), WAIT)
        assert re.search(pattern, self.shown), f"{pattern!r} is not shown: {self.shown[-2000:]!r}"

    def press_ctrl_c(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def result(self) -> str:
        """What it printed, once it has ended."""
        out, _ = self.process.communicate(timeout=WAIT)
        self._reader.join(WAIT)
        return out

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._reader.join(WAIT)
        known(self.process.stdout).close()
        os.close(self._master)


def at_a_terminal(*words: str, **environment: str) -> Running:
    return Running([sys.executable, "-m", "seventh", *words], **environment)
