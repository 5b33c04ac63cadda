"""The contents of an archive: everything that verifies some closed rounds, and where their rows belong in the chains.

An archive is MessagePack, compressed with zlib. It has the rounds as they are stored, their seeds, their log entries
and transfers, and the rules that they were played by; so nothing but the archive is needed to replay them. Hashes of
single rows are left out, since they follow from the rows: the rows of an archive form *runs*, consecutive rows of a
chain, and each run is given with the hashes before and after it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from seventh.fair import Secret
from seventh.room.rounds.replaying import Entry, Stored
from seventh.room.rounds.sealing import is_sealed, seal_packed, sealer, unseal_packed
from seventh.room.store.chain import log_hash, transfer_hash
from seventh.room.store.packing import unpack

LOG, TRANSFERS = "log", "transfers"
Chain = Literal["log", "transfers"]
_HASHES: dict[str, Callable[..., bytes]] = {LOG: log_hash, TRANSFERS: transfer_hash}


class BadArchive(Exception):
    """An archive cannot be read, or does not contain what it should; the message says what is wrong."""


class LogRow(NamedTuple):
    """A log entry of a round."""

    seq: int
    at: int
    kind: str
    table: str | None
    person: str | None
    action_id: str | None
    body: bytes
    packed: bool
    """Whether the body is to be encrypted with the round's seed again: encryption would keep it from being compressed,
    and adds to its size."""


class TransferRow(NamedTuple):
    """A transfer of a round."""

    seq: int
    id: str
    giver: str
    taker: str
    amount: int
    kind: str
    obligation: str | None
    reverses: str | None
    at: int
    entry: int | None


class ArchivedRound(Struct, frozen=True, array_like=True):
    """A closed round with its rows."""

    row: dict[str, Any]
    """The round's own row."""
    seed: bytes | None
    sealed: bytes | None
    """The seed as sealed with the room's key, if that key was lost before the round was over."""
    log: list[LogRow]
    transfers: list[TransferRow]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    def bodies(self) -> list[bytes]:
        """The bodies of the log entries, as they were in the log."""
        if self.seed is None:
            return [entry.body for entry in self.log]
        seal = sealer(Secret(self.seed), self.id)
        return [seal(entry.body) if entry.packed else entry.body for entry in self.log]

    def stored(self, rules: str) -> Stored:
        """The round as its replay needs it."""
        if self.seed is None:
            raise BadArchive(f"round {self.id}: its seed is sealed with a key that has been lost")
        entries = [Entry(row.seq, row.kind, unpack(row.body) if row.packed else row.body) for row in self.log]
        return Stored(self.row, Secret(self.seed), rules, entries, sealed=self.sealed is not None)

    def rows(self, chain: Chain) -> Iterator[tuple[Any, ...]]:
        """The rows of one of the chains as they were hashed."""
        if chain == LOG:
            for row, body in zip(self.log, self.bodies(), strict=True):
                yield (row.seq, row.at, row.kind, row.table, self.id, row.person, row.action_id, body)
        else:
            for t in self.transfers:
                yield (*t[:6], self.id, *t[6:])

    def wagered(self) -> dict[int, int]:
        """What each seat put into the round."""
        seats = msgspec.json.decode(self.row["seats"])
        owners = {f"stack:{self.row['table']}:{seated['person']}": int(seat) for seat, seated in seats.items()}
        found: dict[int, int] = {}
        for transfer in self.transfers:
            if (seat := owners.get(transfer.giver)) is not None:
                found[seat] = found.get(seat, 0) + transfer.amount
        return dict(sorted(found.items()))


class Archive(Struct, frozen=True):
    """Closed rounds, and the rules that they were played by."""

    number: int
    houses: dict[str, str]
    rounds: list[ArchivedRound]
    form: int = 1

    def nets(self) -> dict[str, int]:
        """What the transfers add up to, by account; escrows end with nothing and are left out."""
        found: dict[str, int] = {}
        for one in self.rounds:
            for transfer in one.transfers:
                found[transfer.giver] = found.get(transfer.giver, 0) - transfer.amount
                found[transfer.taker] = found.get(transfer.taker, 0) + transfer.amount
        return {account: amount for account, amount in sorted(found.items()) if amount}

    def rows(self, chain: Chain) -> list[tuple[Any, ...]]:
        """All rows of a chain, in its order."""
        return sorted((row for one in self.rounds for row in one.rows(chain)), key=lambda row: row[0])


class Run(NamedTuple):
    """Consecutive rows of a chain."""

    first: int
    last: int
    before: bytes
    """The hash of the row before the first."""
    hash: bytes
    """The hash of the last row."""


class Runs(Struct, frozen=True):
    """Where the rows of an archive belong in the two chains."""

    log: list[Run]
    transfers: list[Run]

    def of(self, chain: Chain) -> list[Run]:
        return self.log if chain == LOG else self.transfers


_ARCHIVE = msgspec.msgpack.Decoder(Archive)
_RUNS = msgspec.msgpack.Decoder(Runs)
encode_runs = msgspec.msgpack.Encoder().encode


def encode(archive: Archive) -> bytes:
    """An archive as bytes."""
    return zlib.compress(msgspec.msgpack.encode(archive), 9)


def decode(data: bytes, expected: bytes) -> Archive:
    """An archive from bytes with this SHA-256."""
    if sha256(data).digest() != expected:
        raise BadArchive("its content does not match its hash")
    try:
        return _ARCHIVE.decode(zlib.decompress(data))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadArchive(f"it cannot be read: {error}") from None


def decode_runs(data: bytes) -> Runs:
    """The runs of an archive from bytes."""
    try:
        return _RUNS.decode(data)
    except msgspec.MsgspecError as error:
        raise BadArchive(f"its runs cannot be read: {error}") from None


def packed(secret: Secret | None, round_id: str, body: bytes) -> tuple[bytes, bool]:
    """The body of a log entry as an archive has it, and whether it is to be encrypted again."""
    if secret is None or not is_sealed(body):
        return body, False
    try:
        inner = unseal_packed(secret, round_id, body)
    except ValueError:
        return body, False
    return (inner, True) if seal_packed(secret, round_id, inner) == body else (body, False)


def runs_of(rows: Iterable[tuple[int, bytes]], hash_before: Callable[[int], bytes]) -> list[Run]:
    """The runs that these rows form, given with their hashes and in order."""
    found: list[Run] = []
    for seq, digest in rows:
        if found and found[-1].last == seq - 1:
            found[-1] = found[-1]._replace(last=seq, hash=digest)
        else:
            found.append(Run(seq, seq, hash_before(seq), digest))
    return found


def hashes_of(archive: Archive, runs: Runs, chain: Chain) -> dict[int, bytes]:
    """The hash of each row of a chain, by its number."""
    rows = {row[0]: row for row in archive.rows(chain)}
    found: dict[int, bytes] = {}
    for run in runs.of(chain):
        digest = run.before
        for seq in range(run.first, run.last + 1):
            if seq not in rows:
                break
            digest = found[seq] = _HASHES[chain](digest, *rows[seq])
    return found


def chain_problems(archive: Archive, runs: Runs) -> Iterator[str]:
    """Rows that do not lead from the hash before their run to the hash after it."""
    for chain in _CHAINS:
        hashes, count = hashes_of(archive, runs, chain), 0
        for run in runs.of(chain):
            count += run.last - run.first + 1
            if run.last not in hashes:
                yield f"rows {run.first} to {run.last} of the {chain} are not complete"
            elif hashes[run.last] != run.hash:
                yield f"rows {run.first} to {run.last} of the {chain} do not match their hash"
        if count != sum(len(one.log if chain == LOG else one.transfers) for one in archive.rounds):
            yield f"its rows of the {chain} are not the ones in its runs"


_CHAINS: tuple[Chain, Chain] = ("log", "transfers")
