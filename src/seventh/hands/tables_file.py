"""The file of lookup tables: its location, key layout and integrity check.

Separate from `seventh.hands.tables` so that the tool which writes the file can run without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).parent / "data" / "ranks.npz"
ROW_BITS, COLUMN_BITS = 14, 12
"""A hand's set of ranks is a 26-bit number, a row and a column, in the top bits of a key."""
CLASSES = 7463
"""Number of hand classes of distinct strength; the last, five aces, needs the joker."""


class DamagedTables(Exception):
    """The stored tables fail their integrity check."""


def load() -> dict[str, NDArray[Any]]:
    """Load the stored tables and check their digest."""
    with np.load(FILE) as file:
        stored = dict(file)
    if str(stored.pop("digest")) != digest(stored):
        raise DamagedTables(f"{FILE} is damaged; run tools/build_tables.py")
    return stored


def digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A hash of the arrays' contents, independent of the file format."""
    whole = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        whole.update(f"{name} {array.dtype.str} {array.shape}".encode() + array.tobytes())
    return whole.hexdigest()
