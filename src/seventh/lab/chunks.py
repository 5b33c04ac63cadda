"""Long work in chunks: any number of threads, one result, and whatever is done when somebody stops it.

Chunks are taken from an iterator only a few ahead of the results, so the memory needed does not grow with their number.
Results are put together in the order of the chunks: they do not depend on how many threads there are, or on which of
them is faster.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
State = TypeVar("State")

_PULSE = 0.1
"""Seconds after which `progress` is called once more while a chunk takes longer, so that it can stop the work."""


def fold(
    do: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    start: State,
    add: Callable[[State, Chunk, Result], State],
    workers: int,
    progress: Callable[[State], None],
) -> tuple[State, bool]:
    """All results added to a state one after another, and whether that is all of them.

    A KeyboardInterrupt, which `progress` may raise too, ends it early. `add` gives a new state and leaves the old one
    as it is, so an interrupt cannot come between two halves of one.
    """
    state = start

    def pulse() -> None:
        progress(state)

    try:
        for chunk, result in _in_order(do, chunks, workers, pulse):
            state = add(state, chunk, result)
            progress(state)
    except KeyboardInterrupt:
        return state, False
    return state, True


def _in_order(
    do: Callable[[Chunk], Result], chunks: Iterable[Chunk], workers: int, pulse: Callable[[], None]
) -> Iterator[tuple[Chunk, Result]]:
    # More threads than processors gain nothing, and whoever stops the work would wait for all that are still in a loop.
    workers = min(workers, os.cpu_count() or 1)
    pool = ThreadPoolExecutor(workers)
    waiting: deque[tuple[Chunk, Future[Result]]] = deque()
    try:
        for chunk in chunks:
            waiting.append((chunk, pool.submit(do, chunk)))
            if len(waiting) > 2 * workers:
                yield _next(waiting, pulse)
        while waiting:
            yield _next(waiting, pulse)
    finally:
        # Chunks that are being worked on share nothing with anybody: nobody needs to wait for them.
        pool.shutdown(wait=False, cancel_futures=True)


def _next(waiting: deque[tuple[Chunk, Future[Result]]], pulse: Callable[[], None]) -> tuple[Chunk, Result]:
    chunk, future = waiting.popleft()
    while True:
        try:
            return chunk, future.result(_PULSE)
        except TimeoutError:
            if future.done():  # the chunk's own error, or it was ready just now
                return chunk, future.result()
            pulse()
