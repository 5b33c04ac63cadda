"""Waits for events in tests, with timeouts far longer than needed even on a busy machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

LIMIT = 120.0
"""Timeout in seconds. No test takes this long unless it fails."""

_PAUSE = 0.01
"""Polling interval in seconds."""

T = TypeVar("T")


def until(look: Callable[[], T], what: str = "what was waited for") -> T:
    """Wait for the first true value of `look`."""
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
