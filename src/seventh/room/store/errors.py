"""What can go wrong with the store, each in one line."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot be opened, and why."""


class NotCommitted(Exception):
    """A change was not made: nothing of it is in the database."""


class NotEnough(NotCommitted):
    """An account does not hold what a transfer would take from it."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold enough")
        self.account = account


class AlreadyPosted(NotCommitted):
    """A transfer with this id is on the ledger already."""

    def __init__(self, transfer: str) -> None:
        super().__init__(f"transfer {transfer} is posted already")
        self.transfer = transfer


class AlreadyDone(NotCommitted):
    """The person's action with this id is in the log already."""

    def __init__(self, action_id: str) -> None:
        super().__init__(f"action {action_id} is done already")
        self.action_id = action_id


class Broken(NotCommitted):
    """The database refuses the change by one of its rules, which the message names."""


class StoreFailed(NotCommitted):
    """The disk or the server failed; the same change may be tried again.

    `unsure` says that the answer to a commit was lost and could not be looked up since, or that the disk failed so that
    a crash may still bring the change back. Whatever is committed next decides it: ask `Store.has` then.
    """

    def __init__(self, why: str, unsure: bool = False) -> None:
        super().__init__(why)
        self.unsure = unsure


def one_line(error: object) -> str:
    """An error's words without the line breaks and the page of SQL that drivers add; its kind if it has no words."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
