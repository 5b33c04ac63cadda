"""Signed receipts for client seeds (R9).

A client that sends a seed gets the room's signature for it. If the round is later dealt without that seed, the receipt
proves that the room dropped it. A receipt file is one JSON object:

    {"receipt": 1, "round": "...", "seat": 1, "seed_hash": "...", "client_seed": "...",
     "key": "...", "signature": "..."}
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from seventh.fair.dealing import Disproved
from seventh.records.proof import ClientSeed, Hash, Proof
from seventh.records.record import NotARecord

FORM = 1


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room has accepted this client seed for this round."""

    receipt: int
    """The version of this format."""
    round: str
    seat: int
    seed_hash: Hash
    """The commitment of the round, SHA-256 of its server seed."""
    client_seed: ClientSeed
    key: Hash
    """The room's public key (Ed25519)."""
    signature: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]


def receipt_text(round_id: str, seat: int, seed_hash: str, client_seed: str) -> bytes:
    """What the room signs."""
    return f"seventh/receipt/1 {round_id} {seat} {seed_hash} {client_seed}".encode()


def is_signed(public: str, text: bytes, signature: str) -> bool:
    """Whether a text was signed with a key; key and signature are in hexadecimal."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), text)
    except (ValueError, InvalidSignature):
        return False
    return True


def read_receipt(text: str | bytes) -> Receipt:
    """Read a receipt file; raises `NotARecord`."""
    try:
        read = msgspec.json.decode(text, type=Receipt)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NotARecord(f"not a receipt: {error}") from None
    if read.receipt != FORM:
        raise NotARecord(f"a receipt of version {read.receipt}; this release supports version {FORM}")
    return read


def verify_receipt(receipt: Receipt, proof: Proof | None = None) -> tuple[str, ...]:
    """What was checked: the signature, and that the round was dealt with the seed; raises `Disproved`."""
    text = receipt_text(receipt.round, receipt.seat, receipt.seed_hash, receipt.client_seed)
    if not is_signed(receipt.key, text, receipt.signature):
        raise Disproved("receipt", "its signature does not match its key")
    checked = (f"receipt: signed with the key {receipt.key}",)
    if proof is None:
        return checked
    if receipt.round != proof.round:
        raise Disproved("receipt", f"it is for round {receipt.round}, not for {proof.round}")
    if receipt.seed_hash != proof.seed_hash:
        raise Disproved("receipt", "the round's seed hash is not the one the room signed")
    dealt = proof.client_seeds.get(receipt.seat)
    if dealt != receipt.client_seed:
        how = f"with the seed {dealt}" if dealt else "without a seed"
        raise Disproved(
            "receipt",
            f"the room signed the seed {receipt.client_seed} from seat {receipt.seat}, but dealt {how} from that seat",
        )
    return (*checked, f"receipt: the round was dealt with this seed from seat {receipt.seat}")
