"""What a process that runs a busy room tells Python, once, when everything is loaded."""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0005
"""Seconds for which a thread keeps Python's lock when another waits for it. The writer needs it for an instant after
each statement; with Python's own 5 ms it would spend its time waiting for the tables."""
YOUNG = 50_000
"""New objects before Python looks for garbage in circles, of which rounds make none. What has survived for long is
looked through hardly ever: with a thousand people that takes a tenth of a second in which nobody is answered."""


def settle_down() -> None:
    """Let threads take turns quickly, and let the search for garbage pass over what stays for good."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 1000)
