"""Counts that took minutes, kept in the package: one file of arrays a game, and a list of their checksums.

`python -m seventh.lab.build` makes them anew and compares. The list is in the form that `sha256sum --check` reads.
"""

from __future__ import annotations

import hashlib
import io
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.lab.figures import LabError

CHECKSUMS = "SHA256SUMS"
Counts = dict[str, NDArray[Any]]


class CountsError(LabError):
    """Stored counts that are missing, or not the ones that were built."""


def file_name(game: str) -> str:
    return f"{game.replace('-', '_')}.npz"


@cache
def load(game: str) -> Counts:
    """The stored counts of a game, after their checksum has been compared."""
    folder = resources.files("seventh.lab.data")
    name = file_name(game)
    try:
        content = folder.joinpath(name).read_bytes()
        listed = parse_checksums(folder.joinpath(CHECKSUMS).read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError) as error:
        raise CountsError(f"the stored counts of {game} cannot be read ({error}); build them with {_BUILD}") from None
    if hashlib.sha256(content).hexdigest() != listed.get(name):
        raise CountsError(f"the stored counts of {game} do not match their checksum; build them anew with {_BUILD}")
    return decoded(content)


_BUILD = "`python -m seventh.lab.build`"


def parse_checksums(text: str) -> dict[str, str]:
    return {name: digest for digest, name in (line.split() for line in text.splitlines())}


def encoded(counts: Counts) -> bytes:
    """The content of a file with these arrays; the same arrays give the same arrays back, in the same order."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **counts)
    return buffer.getvalue()


def decoded(content: bytes) -> Counts:
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
