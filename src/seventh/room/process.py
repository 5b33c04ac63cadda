"""Interpreter settings for a process that runs a busy room."""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0005
"""The thread switch interval in seconds. The writer needs the GIL briefly after each statement; with Python's default
of 5 ms it would spend its time waiting for the tables."""
YOUNG = 50_000
"""New objects before the cyclic garbage collector runs; rounds create no cycles. Old objects are scanned hardly ever:
with a thousand people a full collection pauses the room for a tenth of a second."""


def load_quickly() -> None:
    """Keep the garbage collector from scanning, again and again, what is being loaded; it takes a tenth of the time."""
    gc.set_threshold(YOUNG, 20, 1000)


def reduce_latency() -> None:
    """Once everything is loaded: switch threads quickly, and keep the garbage collector away from permanent objects."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 1000)
