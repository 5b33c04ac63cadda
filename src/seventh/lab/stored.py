"""Counts that took minutes, kept in the folders of the games: a file of arrays each, with its checksum beside it.

`python -m seventh.games.build` makes them anew and compares. Checksums are in the form that `sha256sum --check` reads.
"""

from __future__ import annotations

import hashlib
import io
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.lab.figures import LabError

FILE = "counts.npz"
CHECKSUM = f"{FILE}.sha256"
Counts = dict[str, NDArray[Any]]


class CountsError(LabError):
    """Stored counts that are missing, or not the ones that were built."""


@cache
def load(package: str) -> Counts:
    """The stored counts in a game's package, after their checksum has been compared."""
    folder = resources.files(package)
    try:
        content = folder.joinpath(FILE).read_bytes()
        digest = folder.joinpath(CHECKSUM).read_text(encoding="ascii").split()[0]
    except (OSError, UnicodeDecodeError, IndexError) as error:
        raise CountsError(f"stored counts in {package} cannot be read ({error}); build them with {_BUILD}") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise CountsError(f"stored counts in {package} do not match their checksum; build them anew with {_BUILD}")
    return decoded(content)


_BUILD = "`python -m seventh.games.build`"


def write(folder: Path, counts: Counts) -> int:
    """Store counts and their checksum in a folder; how many bytes they take."""
    content = encoded(counts)
    folder.joinpath(FILE).write_bytes(content)
    folder.joinpath(CHECKSUM).write_text(f"{hashlib.sha256(content).hexdigest()}  {FILE}\n", encoding="ascii")
    return len(content)


def encoded(counts: Counts) -> bytes:
    """The content of a file with these arrays; the same arrays give the same arrays back, in the same order."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **counts)
    return buffer.getvalue()


def decoded(content: bytes) -> Counts:
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
