"""The file of lookup tables: where it is, how its keys are cut, and whether it is whole.

Apart from `seventh.hands.tables` so that the tool which writes the file does not need it to be there.
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
"""A hand's set of ranks is a number of 26 bits: a row, then a column. They are the top bits of a key."""
CLASSES = 7463
"""How many hands of different strength there are; the last, five aces, only with a joker."""


class DamagedTables(Exception):
    """The stored tables are not what was built."""


def load() -> dict[str, NDArray[Any]]:
    """The stored tables, once their digest has been checked."""
    with np.load(FILE) as file:
        stored = dict(file)
    if str(stored.pop("digest")) != digest(stored):
        raise DamagedTables(f"{FILE} is damaged; run tools/build_tables.py")
    return stored


def digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A hash of what the arrays hold, whatever the file that carries them looks like."""
    whole = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        whole.update(f"{name} {array.dtype.str} {array.shape}".encode() + array.tobytes())
    return whole.hexdigest()
