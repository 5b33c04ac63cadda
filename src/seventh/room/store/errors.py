"""Exceptions of the store; each message is one line."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot be opened; the message says why."""


class NotCommitted(Exception):
    """A change was not committed; no part of it is in the database."""


class NotEnough(NotCommitted):
    """A transfer would overdraw an account."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} has insufficient funds")
        self.account = account


class AlreadyPosted(NotCommitted):
    """A transfer with this id is already on the ledger."""

    def __init__(self, transfer: str) -> None:
        super().__init__(f"transfer {transfer} has already been posted")
        self.transfer = transfer


class AlreadyDone(NotCommitted):
    """The person's action with this id is already in the log."""

    def __init__(self, action_id: str) -> None:
        super().__init__(f"action {action_id} has already been carried out")
        self.action_id = action_id


class Broken(NotCommitted):
    """The change violates a database constraint, which the message names."""


class StoreFailed(NotCommitted):
    """The disk or the server failed; the change may be retried.

    `unsure` means that the outcome of a commit is unknown: its answer was lost and could not be looked up, or the disk
    failed in a way that recovery after a crash may still apply the change. The next successful commit settles the
    question; call `Store.has` then.
    """

    def __init__(self, why: str, unsure: bool = False) -> None:
        super().__init__(why)
        self.unsure = unsure


class Overtaken(StoreFailed):
    """Another room has written to the database since this one last did; what this one knows may be wrong.

    Nothing can be written any more: the room must be restarted, which reads everything anew.
    """

    def __init__(self, name: str, unsure: bool = False) -> None:
        super().__init__(f"another room has written to {name} in the meantime; restart this room", unsure)
        self.name = name


def one_line(error: object) -> str:
    """The first line of an error's message, without the SQL that drivers append; its class name if it has none."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
