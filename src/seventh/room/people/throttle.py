"""Slows down guessing of passwords and codes.

Failures are counted for each account and client, a client being an address. Somebody who guesses locks out only
themselves, and the owner of the account can still log in from elsewhere. If very many clients guess, the account
accepts only clients that it knows for a while.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from seventh.room.settings import RoomSettings

_REMEMBERED = 20_000
_EVERYBODY = "*"
_DISTRIBUTED = 20
"""How many times the failures of one client all clients together may have."""


@dataclass
class _Attempts:
    failures: int = 0
    locked_until: int = 0


class Throttle:
    """Counts failed attempts."""

    def __init__(self, settings: RoomSettings) -> None:
        self._settings = settings
        self._of: OrderedDict[tuple[str, str], _Attempts] = OrderedDict()

    def start(self, account: str, client: str, now: int, known: bool = False) -> bool:
        """Count an attempt, as failed until `succeeded`, so that parallel ones count too; false if it must wait."""
        own, common = self._attempts(account, client), self._attempts(account, _EVERYBODY)
        if own.locked_until > now or (common.locked_until > now and not known):
            return False
        self._count(own, now, self._settings.login_failures)
        self._count(common, now, self._settings.login_failures * _DISTRIBUTED)
        return True

    def succeeded(self, account: str, client: str) -> None:
        """Forget the failures of a client; also the common ones, since the owner is here."""
        for name in (client, _EVERYBODY):
            self._of.pop((account, name), None)

    def clear(self, account: str) -> None:
        """Forget all failures, after the password was reset."""
        for name in [name for name in self._of if name[0] == account]:
            del self._of[name]

    def wait(self, account: str, client: str, now: int) -> int:
        """How long a client must wait, in milliseconds."""
        return max(self._attempts(account, client).locked_until - now, 0)

    def _count(self, attempts: _Attempts, now: int, most: int) -> None:
        attempts.failures += 1
        over = attempts.failures - most
        if over >= 0:  # each further failure doubles the delay
            delay = min(self._settings.login_delay << min(over, 20), self._settings.login_delay_most)
            attempts.locked_until = now + delay

    def _attempts(self, account: str, client: str) -> _Attempts:
        found = self._of.setdefault((account, client), _Attempts())
        self._of.move_to_end((account, client))
        if len(self._of) > _REMEMBERED:
            self._of.popitem(last=False)
        return found
