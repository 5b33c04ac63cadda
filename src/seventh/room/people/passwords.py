"""Passwords: hashed by argon2 in threads of their own, so that nobody's table waits for somebody's login."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LONGEST = 256
"""A longer password would only make the server work."""


class Passwords:
    """Makes and checks hashes of passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        # One thread: a flood of logins waits for itself and leaves the other processors to the tables.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._nobody = ""

    def hash(self, password: str) -> str:
        return self._hasher.hash(password)

    async def hashed(self, password: str) -> str:
        """The hash to keep."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._hasher.hash, password)

    async def fits(self, password: str, known: str | None) -> bool:
        """Whether it is the password of this hash; takes as long when there is no such account."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._fits, password, known)

    def _fits(self, password: str, known: str | None) -> bool:
        if not known:
            self._nobody = self._nobody or self._hasher.hash("nobody has this password")
        try:
            return self._hasher.verify(known or self._nobody, password[: LONGEST + 1]) and bool(known)
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, known: str) -> bool:
        """Whether the hash was made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(known)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
