"""Keeps the cards of a round in progress out of its log (R8).

The steps of a round name cards that nobody else may see yet. They are encrypted under a key derived from the round's
server seed, which is itself sealed with the room's key while the round is open. Once the round is over, its seed is
stored as it is, and with it everybody who has the data can read the steps.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from seventh.fair import Secret
from seventh.room.store.packing import pack, unpack

_MARK = b"\x02"
"""The first byte of an encrypted body; neither JSON nor a packed body starts with it."""
_NONCE = 12


def sealed_body(secret: Secret, round_id: str, body: bytes) -> bytes:
    """Encrypt the body of a log entry, packed, because what is encrypted does not get any smaller."""
    return seal_packed(secret, round_id, pack(body))


def unsealed_body(secret: Secret, round_id: str, body: bytes) -> bytes:
    """The body of a log entry, encrypted or not; `ValueError` if it does not belong to this seed and round."""
    return unpack(unseal_packed(secret, round_id, body)) if is_sealed(body) else body


def is_sealed(body: bytes) -> bool:
    """Whether the body of a log entry is encrypted."""
    return body.startswith(_MARK)


def seal_packed(secret: Secret, round_id: str, packed: bytes) -> bytes:
    """Encrypt a packed body."""
    return sealer(secret, round_id)(packed)


def sealer(secret: Secret, round_id: str) -> Callable[[bytes], bytes]:
    """A function that encrypts packed bodies of a round. The nonce depends on the body, so that a retried change is the
    same change, and an archive can do without what encryption adds."""
    key, name = _key(secret), round_id.encode()
    cipher = ChaCha20Poly1305(key)

    def seal(packed: bytes) -> bytes:
        nonce = hmac.digest(key, packed, "sha256")[:_NONCE]
        return _MARK + nonce + cipher.encrypt(nonce, packed, name)

    return seal


def unseal_packed(secret: Secret, round_id: str, body: bytes) -> bytes:
    """The packed body in an encrypted one; `ValueError` if it does not belong to this seed and round."""
    nonce, sealed = body[1 : 1 + _NONCE], body[1 + _NONCE :]
    try:
        return ChaCha20Poly1305(_key(secret)).decrypt(nonce, sealed, round_id.encode())
    except (InvalidTag, ValueError):
        raise ValueError("it cannot be decrypted with the seed of the round") from None


def _key(secret: Secret) -> bytes:
    return hmac.digest(secret.reveal(), b"seventh/log/1", "sha256")
