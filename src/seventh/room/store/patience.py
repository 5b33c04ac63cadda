"""How long a query may take."""

from __future__ import annotations


class Patience:
    """How many seconds a statement may take; None for as long as it needs."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
