"""A round's proof without its record: the file that a round's page offers separately.

    {"proof": 1, "game": "...", "scheme": 1, "table": "...", "round": "...", "seed_hash": "...",
     "seed": "...", "client_seeds": {"1": "..."}, "root": "", "shuffle_roots": [], "openings": []}

It holds the same as the proof in the record, plus the game, which determines the deck.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from seventh.games import GAMES, missing
from seventh.records.proof import ClientSeed, Hash, Opening, Proof
from seventh.records.record import NotARecord, Record, read_record

FORM = 1
_MaybeHash = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]


class StandaloneProof(msgspec.Struct, frozen=True):
    """The proof of a round, with the name of its game."""

    game: str
    proof: Proof


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON format of a proof."""

    proof: int
    game: str
    scheme: int
    table: str
    round: str
    seed_hash: Hash
    seed: _MaybeHash
    """Empty until the server seed is revealed."""
    client_seeds: dict[int, ClientSeed]
    root: _MaybeHash
    shuffle_roots: tuple[Hash, ...]
    openings: tuple[Opening, ...]


def proof_data(standalone: StandaloneProof) -> dict[str, Any]:
    """The proof as plain values, ready for JSON."""
    proof = standalone.proof
    form = _Form(
        FORM,
        standalone.game,
        proof.scheme,
        proof.table,
        proof.round,
        proof.seed_hash,
        proof.server_seed or "",
        proof.client_seeds,
        proof.root or "",
        proof.shuffle_roots,
        proof.openings,
    )
    return dict(msgspec.json.decode(msgspec.json.encode(form)))


def read_evidence(text: str | bytes) -> Record | StandaloneProof:
    """The verifiable content of a file: a record, or a standalone proof."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return read_record(text)  # reports what is wrong
    if not isinstance(data, dict) or "record" in data or "seed_hash" not in data:
        return read_record(text)
    form = data.get("proof")
    if type(form) is not int or form < 1:
        raise NotARecord("a proof from an earlier release that does not name its game; download it again")
    if form > FORM:
        raise NotARecord(f"a proof of version {form}; this release supports up to version {FORM}")
    try:
        read = msgspec.convert(data, _Form, str_keys=True)
    except msgspec.ValidationError as error:
        raise NotARecord(f"not a proof of a round: {error}") from None
    if read.game not in GAMES:
        raise NotARecord(missing(read.game))
    proof = Proof(
        read.scheme,
        read.table,
        read.round,
        read.seed_hash,
        read.seed or None,
        read.client_seeds,
        read.root or None,
        read.shuffle_roots,
        read.openings,
    )
    return StandaloneProof(read.game, proof)
