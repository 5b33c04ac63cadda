"""Long work in chunks: any number of threads, one result, and a partial result if it is interrupted.

Chunks are taken from an iterator only a few ahead of the results, so memory use does not grow with their number.
Results are combined in the order of the chunks, so they depend neither on the number of threads nor on their speed.
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
"""While a chunk is running, `progress` is called this often (in seconds), so that it can stop the work."""


def fold(
    do: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    start: State,
    add: Callable[[State, Chunk, Result], State],
    workers: int,
    progress: Callable[[State], None],
) -> tuple[State, bool]:
    """All results added to a state in order, and whether the work was completed.

    A KeyboardInterrupt, which `progress` may also raise, ends it early. `add` returns a new state and leaves the old
    one unchanged, so an interrupt never leaves a half-updated state.
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
    # More threads than processors gain nothing, and an interrupt would have to wait for every thread still in a loop.
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
        # Running chunks share no state, so there is no need to wait for them.
        pool.shutdown(wait=False, cancel_futures=True)


def _next(waiting: deque[tuple[Chunk, Future[Result]]], pulse: Callable[[], None]) -> tuple[Chunk, Result]:
    chunk, future = waiting.popleft()
    while True:
        try:
            return chunk, future.result(_PULSE)
        except TimeoutError:
            if future.done():  # the chunk itself failed, or it has just finished
                return chunk, future.result()
            pulse()
