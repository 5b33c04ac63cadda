"""How far the tests with random cases look: `SEVENTH_EFFORT=10 ./seventh test` tries ten times as many."""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("SEVENTH_EFFORT", "1"))
