"""The room's key: signs anchors and receipts, and seals the seeds of rounds in progress and of second factors.

It is 32 random bytes outside the database: in a file that only its owner can read, in $SEVENTH_KEY, or printed by the
command in $SEVENTH_KEY_COMMAND. The keys for signing and for sealing are derived from it.
"""

from __future__ import annotations

import hmac
import os
import shlex
import subprocess
from pathlib import Path
from secrets import token_bytes

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from seventh.fair import Secret
from seventh.room.store.errors import StoreError

_NONCE = 12
PATIENCE = 60
"""Seconds that the command in $SEVENTH_KEY_COMMAND may take; it may have to ask somebody."""


class NotOurKey(Exception):
    """Something was sealed with another key, or its row was altered."""


class RoomKey:
    """The room's key. Its bytes never appear in a repr."""

    def __init__(self, secret: Secret) -> None:
        self._signing = Ed25519PrivateKey.from_private_bytes(_derived(secret, b"sign"))
        self._sealing = ChaCha20Poly1305(_derived(secret, b"seal"))
        self.public = self._signing.public_key().public_bytes_raw().hex()
        """The public key, with which anybody can verify signatures; Ed25519, in hexadecimal."""

    def __repr__(self) -> str:
        return f"<RoomKey {self.public[:16]}>"

    def sign(self, text: bytes) -> str:
        """A signature in hexadecimal. The text must say what it is, so that no signature can be used for another."""
        return self._signing.sign(text).hex()

    def seal(self, round_id: str, seed: Secret) -> bytes:
        """Encrypt the server seed of a round."""
        return self.seal_bytes(round_id, seed.reveal())

    def unseal(self, round_id: str, sealed: bytes) -> Secret:
        """Decrypt the server seed of a round; raises `NotOurKey`."""
        try:
            return Secret(self.unseal_bytes(round_id, sealed))
        except ValueError:
            raise NotOurKey(round_id) from None

    def seal_bytes(self, whose: str, plain: bytes) -> bytes:
        """Encrypt bytes; they can be decrypted only as those of the same owner."""
        nonce = token_bytes(_NONCE)
        return nonce + self._sealing.encrypt(nonce, plain, whose.encode())

    def unseal_bytes(self, whose: str, sealed: bytes) -> bytes:
        """Decrypt bytes; raises `NotOurKey`."""
        try:
            return self._sealing.decrypt(sealed[:_NONCE], sealed[_NONCE:], whose.encode())
        except (InvalidTag, ValueError):
            raise NotOurKey(whose) from None


def _derived(secret: Secret, purpose: bytes) -> bytes:
    return hmac.digest(secret.reveal(), b"seventh/room-key/1/" + purpose, "sha256")


def load_key(file: Path) -> RoomKey:
    """The room's key; a new one is written to the file if there is none."""
    return find_key(file) or _new_key(file)


def find_key(file: Path) -> RoomKey | None:
    """The room's key; None if there is no file."""
    if text := os.environ.get("SEVENTH_KEY", ""):
        return _key_of(text, "$SEVENTH_KEY")
    if command := os.environ.get("SEVENTH_KEY_COMMAND", ""):
        return _key_of(_printed_by(command), "the output of $SEVENTH_KEY_COMMAND")
    try:
        return _key_of(file.read_text(encoding="ascii"), str(file))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise StoreError(_not_a_key(str(file))) from None
    except OSError as error:
        raise StoreError(f"cannot read the room's key {file}: {error.strerror}") from None


def _key_of(text: str, source: str) -> RoomKey:
    try:
        return RoomKey(Secret(bytes.fromhex(text.strip())))
    except ValueError:
        raise StoreError(_not_a_key(source)) from None


def _not_a_key(source: str) -> str:
    return f"{source} is not a room's key; allowed: 64 hexadecimal digits"


def _printed_by(command: str) -> str:
    try:
        words = shlex.split(command)
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True)  # noqa: S603
    except (ValueError, OSError, subprocess.SubprocessError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__  # the message may quote what was printed
        raise StoreError(f"$SEVENTH_KEY_COMMAND failed: {why}") from None
    return done.stdout


def _new_key(file: Path) -> RoomKey:
    """Write a new key. It appears under its name complete, and never replaces another."""
    secret, part = Secret.draw(), file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(secret.reveal().hex().encode() + b"\n")
                opened.flush()
                os.fsync(descriptor)
            os.link(part, file)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        return _key_of(file.read_text(encoding="ascii"), str(file))
    except OSError as error:
        raise StoreError(
            f"cannot write the room's key {file}: {error.strerror}; choose another place with $SEVENTH_KEY_FILE"
        ) from None
    return RoomKey(secret)
