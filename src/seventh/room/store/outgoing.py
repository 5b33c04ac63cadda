"""The writing end of a pipe that never blocks its caller: a process that hangs must not stop the one that asks it."""

from __future__ import annotations

import contextlib
import os
import select
from threading import Lock, Thread
from time import monotonic
from typing import IO

from seventh.room.store.wire import framed

_AT_ONCE = 1 << 16
_LOOK = 100
"""Milliseconds between looks at whether the pipe was closed."""


class Outgoing:
    """Sends frames in order. What the pipe cannot take at once is sent by a thread, started when that happens."""

    def __init__(self, pipe: IO[bytes]) -> None:
        os.set_blocking(pipe.fileno(), False)
        self._pipe = pipe
        self._gate = Lock()
        self._left = bytearray()
        self._sender: Thread | None = None
        self._closed = False

    def send(self, body: bytes) -> None:
        """Send one frame, or have it sent. If the reader has gone, nothing is sent."""
        with self._gate:
            if self._closed:
                return
            self._left += framed(body)
            if self._sender is None and not self._write():
                self._sender = Thread(target=self._send_rest, name="seventh-requests", daemon=True)
                self._sender.start()

    def close(self, patience: float = 0.0) -> None:
        """Close the pipe once everything is sent, or after this many seconds."""
        end = monotonic() + patience
        sender = self._sender
        if sender is not None:
            sender.join(max(end - monotonic(), 0))
        with self._gate:
            self._closed = True
        if sender is not None:
            sender.join()
        with contextlib.suppress(OSError):
            self._pipe.close()

    def _write(self) -> bool:
        """Send what the pipe takes now; true if nothing is left."""
        try:
            while self._left:
                del self._left[: os.write(self._pipe.fileno(), self._left[:_AT_ONCE])]
        except BlockingIOError:
            return False
        except (OSError, ValueError):  # the reader has exited, which its listener notices
            self._left.clear()
        return True

    def _send_rest(self) -> None:
        room = select.poll()
        room.register(self._pipe.fileno(), select.POLLOUT)
        while True:
            room.poll(_LOOK)
            with self._gate:
                if self._closed or self._write():
                    self._sender = None
                    return
