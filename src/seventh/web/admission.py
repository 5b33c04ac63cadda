"""Which network connections are kept: how many of them, and for how long without progress (R39).

A connection counts from the moment it is made until it is gone, whether it becomes a WebSocket or not: a client that
never finishes a request, or never reads an answer, holds one of its address's connections and then loses it.
"""

from __future__ import annotations

import asyncio
import math
from typing import Protocol

from seventh.web.addresses import Networks, network_of
from seventh.web.rate_limits import Counts
from seventh.web.settings import Limits

CLOSING_SECONDS = 5.0
"""How long a client may take to read the rest after the server has closed a connection."""


class Deadlines:
    """When a connection must have made progress, in the event loop's time."""

    __slots__ = ("closing", "input", "output")

    def __init__(self) -> None:
        self.input = self.output = self.closing = math.inf

    def overdue(self, now: float) -> bool:
        return now > min(self.input, self.output, self.closing)


class Held(Protocol):
    """An open connection."""

    transport: asyncio.Transport
    deadlines: Deadlines

    def expire(self) -> None:
        """Close the connection, because a deadline has passed."""


class Admission:
    """All open connections of the server."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = ()) -> None:
        self._most = limits.connections + limits.http
        self._networks = Counts(limits.address_connections + limits.address_http)
        self._proxies = Networks(proxies)
        self._open: dict[Held, str] = {}
        shortest = min(limits.head_seconds, limits.body_seconds, limits.slow_seconds, CLOSING_SECONDS)
        self._interval = min(1.0, shortest / 4)

    def admit(self, held: Held, address: str) -> bool:
        """Count a connection; false if there are too many."""
        # Everybody behind a trusted proxy has its address; the application counts those by their own.
        network = "" if address in self._proxies else network_of(address)
        if len(self._open) >= self._most or (network and not self._networks.open(network)):
            return False
        self._open[held] = network
        return True

    def release(self, held: Held) -> None:
        """Forget a connection."""
        if network := self._open.pop(held, ""):
            self._networks.close(network)

    async def watch(self) -> None:
        """Close connections whose deadlines have passed."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._interval)
            now = loop.time()
            for held in list(self._open):
                if held.deadlines.overdue(now):
                    held.expire()
                if held.transport.is_closing() and held.deadlines.closing == math.inf:
                    # Closing waits until everything is sent, which a client that does not read prevents.
                    held.deadlines.closing = now + CLOSING_SECONDS

    def __len__(self) -> int:
        return len(self._open)
