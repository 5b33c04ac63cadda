"""Password hashing with Argon2 in a separate thread, so that logins do not hold up the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from seventh.room.refusals import TOO_FAST, RoomRefused

LONGEST = 256
"""Maximum length; a longer password would only cost the server time."""
MOST_WAITING = 100
"""How many passwords may wait for the thread: a few seconds' work."""

T = TypeVar("T")


class Passwords:
    """Hashes and verifies passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        # One thread: a flood of logins queues up and leaves the other processors to the tables.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._nobody = ""
        self._waiting = 0

    def hash(self, password: str) -> str:
        return self._hasher.hash(password)

    async def hashed(self, password: str) -> str:
        """The hash to store."""
        return await self._in_turn(self._hasher.hash, password)

    async def fits(self, password: str, known: str | None) -> bool:
        """Whether the password matches the hash; takes equally long if there is no such account."""
        return await self._in_turn(self._fits, password, known)

    async def _in_turn(self, do: Callable[..., T], *given: str | None) -> T:
        if self._waiting >= MOST_WAITING:
            raise RoomRefused(TOO_FAST, "too many people are logging in", "try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, do, *given)
        finally:
            self._waiting -= 1

    def _fits(self, password: str, known: str | None) -> bool:
        if not known:
            self._nobody = self._nobody or self._hasher.hash("nobody has this password")
        try:
            return self._hasher.verify(known or self._nobody, password[: LONGEST + 1]) and bool(known)
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, known: str) -> bool:
        """Whether the hash was made with weaker parameters than the current ones."""
        return self._hasher.check_needs_rehash(known)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
