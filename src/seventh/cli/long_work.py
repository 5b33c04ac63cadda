"""Long work: a bar on a terminal and nothing in a pipe, and Ctrl-C that is always heard.

The work runs in a thread of its own, and the main thread only waits for it. So Ctrl-C, which Python brings to the main
thread alone, is neither held up by a compiled loop nor lost in a place where exceptions are dropped, of which there are
some within a compiler.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import TypeVar

from seventh import compile_hooks
from seventh.terminal.screen import complain

Progress = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""
Result = TypeVar("Result")

SHORT = 0.5
"""Seconds of work that need no bar."""


def run_long(doing: str, work: Callable[[Progress], Result], partial: bool = True) -> Result:
    """The result of some work.

    If it can give a `partial` one, Ctrl-C makes the next call of its progress raise KeyboardInterrupt, for the work to
    return what it has. Before there is anything to return, and upon a second Ctrl-C, nobody waits for it.
    """
    asked, begun = threading.Event(), threading.Event()
    result: Future[Result] = Future()

    with progress_bar(doing) as bar:

        def progress(part: float) -> None:
            if asked.is_set():
                raise KeyboardInterrupt
            if part > 0:
                begun.set()
            bar.show(part)

        def run() -> None:
            try:
                result.set_result(work(progress))
            except BaseException as error:  # raised again where it is waited for
                result.set_exception(error)

        try:
            threading.Thread(target=run, name=doing, daemon=True).start()
            wait([result], SHORT)
            if not result.done():
                bar.start()
            return result.result()
        except KeyboardInterrupt:
            asked.set()
            if not partial:
                raise
            if not begun.is_set():
                complain("stopped before anything was computed")
                raise
            if at_a_terminal() and not result.done():
                complain("stopping; Ctrl-C again leaves at once")
            return result.result()


class Bar:
    """Nothing in a pipe."""

    def start(self) -> None: ...

    def show(self, part: float) -> None: ...


class TerminalBar(Bar):
    """A bar on a terminal, once it is started."""

    def __init__(self, doing: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        percent = TextColumn("{task.fields[percent]:>8}")
        columns = (TextColumn("{task.description}"), BarColumn(), percent, TimeElapsedColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        # Without a total it moves to and fro: nobody knows yet how far the work is, or ever will.
        self._task = self._bar.add_task(doing, total=None, percent="")

    def start(self) -> None:
        self._bar.start()

    def show(self, part: float) -> None:
        # Thousandths: a trillion rounds stand at 0% for an hour.
        self._bar.update(self._task, completed=part, total=1.0, percent=f"{100 * part:.3f}%")

    def stop(self) -> None:
        self._bar.stop()


@contextmanager
def progress_bar(doing: str) -> Iterator[Bar]:
    if not at_a_terminal():
        yield Bar()
        return
    bar = TerminalBar(doing)
    try:
        yield bar
    finally:
        bar.stop()


def at_a_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


_told = threading.Event()


def _tell_of_compiling(kept: bool) -> None:
    if at_a_terminal() and not _told.is_set():
        _told.set()
        complain(f"compiling kernels{', once' if kept else ''}; this takes some seconds")


compile_hooks.listeners.append(_tell_of_compiling)
