"""Waiting for what a test has caused: for the event itself, and far longer than it takes even on a busy machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

LIMIT = 120.0
"""Seconds after which whatever a test waits for is taken not to come. No test takes this long unless it fails."""

_PAUSE = 0.01
"""Seconds between two looks."""

T = TypeVar("T")


def until(look: Callable[[], T], what: str = "what was waited for") -> T:
    """The first true value that `look` gives."""
    end = time.monotonic() + LIMIT
    while not (found := look()):
        assert time.monotonic() < end, f"{what} did not come within {LIMIT:.0f} s"
        time.sleep(_PAUSE)
    return found


async def soon(look: Callable[[], T], what: str = "what was waited for", pause: float = _PAUSE) -> T:
    """The same while a loop runs. Without a pause there is a look at every turn of the loop."""
    end = time.monotonic() + LIMIT
    while not (found := look()):
        assert time.monotonic() < end, f"{what} did not come within {LIMIT:.0f} s"
        await asyncio.sleep(pause)
    return found
