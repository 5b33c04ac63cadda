"""Keeps the anchor up to date while the room runs, without delaying any commit."""

from __future__ import annotations

import contextlib
import logging
import urllib.request
from collections import deque
from threading import Event, Thread

import msgspec

from seventh.room.custody.anchor import Anchor, Anchored, Heads, heads_of
from seventh.room.custody.keys import RoomKey
from seventh.room.store import Reader, StoreError, StoreFailed

INTERVAL = 0.25
"""Seconds between two looks at the heads of the chains."""
STOPPING = 5.0
"""Seconds to wait for a thread that hangs in the storage or the network when the room stops."""

log = logging.getLogger("seventh.room")


class Keeper:
    """A thread that reads the heads of the chains a few times a second, and appends them to the anchor.

    It sees only what is committed and durable. What was committed in the last moment before a kill is not anchored.
    """

    def __init__(self, anchor: Anchor, key: RoomKey, reader: Reader, url: str = "") -> None:
        self._anchor = anchor
        self._key = key
        self._reader = reader
        self._post = Post(url) if url else None
        self._stopped = Event()
        self._written: Heads | None = None
        self._failed = ""
        self._thread = Thread(target=self._work, name="seventh-anchor", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write the last heads; to be called before the storage is closed."""
        self._stopped.set()
        self._thread.join(STOPPING)
        if self._post is not None:
            self._post.close()

    def _work(self) -> None:
        while not self._stopped.wait(INTERVAL):
            self.write(durable=False)
        self.write(durable=True)

    def write(self, durable: bool) -> None:
        """Append the heads if they have changed. A failure is logged once and tried again."""
        try:
            with self._reader.reading() as connection:
                now = heads_of(connection)
            if now == self._written:
                return
            line = self._anchor.append(now, self._key, durable=durable)
        except (StoreError, StoreFailed) as error:
            if str(error) != self._failed:
                log.error("the anchor is not up to date", extra={"error": str(error)})
            self._failed = str(error)
            return
        self._written, self._failed = now, ""
        if self._post is not None:
            self._post.put(line)


class Post:
    """Posts lines to a URL in the background. Only the latest lines wait: a newer one says more than an older one."""

    MOST = 100
    PATIENCE = 5.0

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: deque[Anchored] = deque(maxlen=self.MOST)
        self._awake = Event()
        self._stopped = False
        self._failed = False
        self._thread = Thread(target=self._work, name="seventh-anchor-post", daemon=True)
        self._thread.start()

    def put(self, line: Anchored) -> None:
        """Post a line as soon as possible; the oldest one waiting is dropped if there are too many."""
        self._waiting.append(line)
        self._awake.set()

    def close(self) -> None:
        """Post what is waiting, as long as the server answers, and stop."""
        self._stopped = True
        self._awake.set()
        self._thread.join(STOPPING)

    def _work(self) -> None:
        while True:
            self._awake.wait()
            self._awake.clear()
            while self._waiting:
                line = self._waiting[0]
                if self._sent(line):
                    with contextlib.suppress(IndexError, ValueError):  # dropped meanwhile
                        self._waiting.remove(line)
                    continue
                if self._stopped:
                    return
                self._awake.wait(self.PATIENCE)  # a new line or the end wakes it up earlier
                self._awake.clear()
            if self._stopped:
                return

    def _sent(self, line: Anchored) -> bool:
        body = msgspec.json.encode(line)
        ask = urllib.request.Request(self._url, body, {"Content-Type": "application/json"}, method="POST")  # noqa: S310
        try:
            with urllib.request.urlopen(ask, timeout=self.PATIENCE):  # noqa: S310 - custody_of has checked the scheme
                self._failed = False
        except (OSError, ValueError) as error:
            if not self._failed:
                log.error("cannot post the anchor", extra={"url": self._url, "error": type(error).__name__})
            self._failed = True
            return False
        return True
