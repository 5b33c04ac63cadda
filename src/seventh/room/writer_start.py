"""Starts a writer process, which may be done before the rest of the room is loaded: both then load side by side."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

_MODULE = "seventh.room.store.writer_process"
_early: list[subprocess.Popen[bytes]] = []


@contextmanager
def started_early() -> Iterator[None]:
    """Start a process for the room that is opened within this block; if none is, that process ends with the block."""
    if find_spec("sqlalchemy") is not None:  # without it there will be no room, and the caller says what is missing
        _early.append(_started())
    try:
        yield
    finally:
        while _early:
            _early.pop().communicate()  # it exits when it reads the end of its input


def start_writer() -> subprocess.Popen[bytes]:
    """A writer process that waits to be told where the data is; raises `OSError`."""
    while _early:
        process = _early.pop()
        if process.poll() is None:
            return process
    return _started()


def _started() -> subprocess.Popen[bytes]:
    # In its own process group it does not receive signals typed at the room's terminal.
    return subprocess.Popen(  # noqa: S603 - fixed arguments
        [sys.executable, "-P", "-m", _MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
        process_group=0,
    )
