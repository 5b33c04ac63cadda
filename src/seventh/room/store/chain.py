"""The hash chains: each log entry and each transfer includes the hash of the previous one."""

from __future__ import annotations

from hashlib import sha256

START = b""
"""The hash before the first row."""


def log_hash(
    before: bytes,
    seq: int,
    at: int,
    kind: str,
    table: str | None,
    round: str | None,  # noqa: A002 - the column's name
    person: str | None,
    action_id: str | None,
    body: bytes,
) -> bytes:
    """SHA-256 of the previous hash and the row: numbers end with a comma, text starts with its length, None is `-`."""
    text = (
        f"log,{seq},{at},{len(kind)}:{kind}"
        f"{'-' if table is None else f'{len(table)}:{table}'}"
        f"{'-' if round is None else f'{len(round)}:{round}'}"
        f"{'-' if person is None else f'{len(person)}:{person}'}"
        f"{'-' if action_id is None else f'{len(action_id)}:{action_id}'}"
        f"{len(body)}:"
    )
    return sha256(before + text.encode() + body).digest()


def transfer_hash(
    before: bytes,
    seq: int,
    id: str,  # noqa: A002 - the column's name
    giver: str,
    taker: str,
    amount: int,
    kind: str,
    round: str | None,  # noqa: A002 - the column's name
    obligation: str | None,
    reverses: str | None,
    at: int,
    entry: int | None,
) -> bytes:
    """Like `log_hash`, for a transfer."""
    text = (
        f"transfer,{seq},{len(id)}:{id}{len(giver)}:{giver}{len(taker)}:{taker}{amount},{len(kind)}:{kind}"
        f"{'-' if round is None else f'{len(round)}:{round}'}"
        f"{'-' if obligation is None else f'{len(obligation)}:{obligation}'}"
        f"{'-' if reverses is None else f'{len(reverses)}:{reverses}'}"
        f"{at},{'-' if entry is None else entry},"
    )
    return sha256(before + text.encode()).digest()
