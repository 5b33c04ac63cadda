"""Callbacks for kernel compilation, which blocks for several seconds.

Kept separate from `compiled` because importing that imports numba.
"""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[bool], None]] = []
"""Called whenever a kernel is compiled, with True if the result is cached for later runs."""


def compiling(cached: bool) -> None:
    for listener in listeners:
        listener(cached)
