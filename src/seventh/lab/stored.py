"""Counts that take minutes, stored in the games' folders: one file of arrays each, with its checksum.

`python -m seventh.games.build` rebuilds and compares them. Checksums are in the format of `sha256sum --check`.
"""

from __future__ import annotations

import hashlib
import io
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seventh.lab.figures import LabError

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = "counts.npz"
CHECKSUM = f"{FILE}.sha256"
Counts = dict[str, "NDArray[Any]"]
"""NumPy is imported when counts are read, so that a server which only names this type starts sooner."""


class CountsError(LabError):
    """Stored counts that are missing or corrupt."""


@cache
def load(package: str) -> Counts:
    """The stored counts in a game's package, verified against their checksum."""
    folder = resources.files(package)
    try:
        content = folder.joinpath(FILE).read_bytes()
        digest = folder.joinpath(CHECKSUM).read_text(encoding="ascii").split()[0]
    except (OSError, UnicodeDecodeError, IndexError) as error:
        raise CountsError(f"stored counts in {package} cannot be read ({error}); build them with {_BUILD}") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise CountsError(f"stored counts in {package} do not match their checksum; rebuild them with {_BUILD}")
    return decoded(content)


_BUILD = "`python -m seventh.games.build`"


def write(folder: Path, counts: Counts) -> int:
    """Store counts and their checksum in a folder; returns the size in bytes."""
    content = encoded(counts)
    folder.joinpath(FILE).write_bytes(content)
    folder.joinpath(CHECKSUM).write_text(f"{hashlib.sha256(content).hexdigest()}  {FILE}\n", encoding="ascii")
    return len(content)


def encoded(counts: Counts) -> bytes:
    """The contents of a file with these arrays; reading it gives the same arrays in the same order."""
    import numpy as np

    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **counts)
    return buffer.getvalue()


def decoded(content: bytes) -> Counts:
    import numpy as np

    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
