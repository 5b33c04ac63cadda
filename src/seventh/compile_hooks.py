"""Who wants to know when kernels are being compiled: it takes seconds, in which nothing else is heard.

Apart from `compiled`, because that costs what importing numba costs.
"""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[bool], None]] = []
"""Called whenever a kernel is compiled, with whether the result is kept for later runs."""


def compiling(kept: bool) -> None:
    for listener in listeners:
        listener(kept)
