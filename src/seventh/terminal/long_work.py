"""Long-running work with a progress bar on a terminal or in a notebook, none in a pipe, and prompt handling of Ctrl-C.

The work runs in its own thread while the main thread waits. Python delivers Ctrl-C to the main thread only, so it is
neither delayed by a compiled loop nor swallowed by code that discards exceptions, as parts of the compiler do.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from seventh import compile_hooks
from seventh.terminal.screen import complain

Progress = Callable[[float], None]
"""Called with the fraction of the work done, 0 to 1."""
Result = TypeVar("Result")

SHORT = 0.5
"""Seconds to wait before showing a progress bar."""
PULSE = 0.25
"""Seconds after which the main thread looks for a signal and updates the bar."""


def run_long(doing: str, work: Callable[[Progress], Result], partial: bool = True) -> Result:
    """Run the work and return its result.

    With `partial`, Ctrl-C makes the next call to progress raise KeyboardInterrupt so that the work can return what it
    has. Before there is anything to return, or on a second Ctrl-C, this returns without waiting.
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
            except BaseException as error:  # re-raised by result.result()
                result.set_exception(error)

        try:
            threading.Thread(target=run, name=doing, daemon=True).start()
            wait([result], SHORT)
            if not result.done():
                bar.start()
            return _wait_for(result, bar)
        except KeyboardInterrupt:
            asked.set()
            if not partial:
                raise
            if not begun.is_set():
                complain("interrupted before anything was computed")
                raise
            if at_a_terminal() and not result.done():
                complain("stopping; press Ctrl-C again to exit immediately")
            return _wait_for(result, bar)


def _wait_for(result: Future[Result], bar: Bar) -> Result:
    """Wait in short steps: a signal that the system delivers to another thread does not end a wait in this one."""
    while not result.done():
        wait([result], PULSE)
        bar.draw()
    return result.result()


class Bar:
    """A progress bar that shows nothing, for a pipe."""

    def start(self) -> None: ...

    def show(self, part: float) -> None: ...

    def draw(self) -> None:
        """Called by the main thread every so often, for a bar that must not be drawn by another."""

    def stop(self) -> None: ...


class TerminalBar(Bar):
    """A progress bar on a terminal."""

    def __init__(self, doing: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        percent = TextColumn("{task.fields[percent]:>8}")
        columns = (TextColumn("{task.description}"), BarColumn(), percent, TimeElapsedColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        # Without a total the bar pulses: how much work there is may not be known yet.
        self._task = self._bar.add_task(doing, total=None, percent="")

    def start(self) -> None:
        self._bar.start()

    def show(self, part: float) -> None:
        # Three decimals: a trillion rounds would show 0% for an hour.
        self._bar.update(self._task, completed=part, total=1.0, percent=f"{100 * part:.3f}%")

    def stop(self) -> None:
        self._bar.stop()


class NotebookBar(Bar):
    """A bar under the cell of a notebook, gone when the work is done."""

    def __init__(self, doing: str) -> None:
        self._doing, self._part = doing, 0.0
        self._handle: Any = None
        self._drawn = ""

    def show(self, part: float) -> None:
        self._part = part

    def draw(self) -> None:  # not by `show`: output from another thread may end up under another cell
        from IPython.display import HTML, display

        if self._part:
            picture = f'<progress value="{self._part:.3f}"></progress> {self._doing}, {100 * self._part:.1f}%'
        else:
            picture = f"<progress></progress> {self._doing}{', compiling kernels first' if _compiled.is_set() else ''}"
        if self._handle is None:
            self._handle = display(HTML(picture), display_id=True)
        elif picture != self._drawn:
            self._handle.update(HTML(picture))
        self._drawn = picture

    def stop(self) -> None:
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))


@contextmanager
def progress_bar(doing: str) -> Iterator[Bar]:
    bar = _bar(doing)
    try:
        yield bar
    finally:
        bar.stop()


def _bar(doing: str) -> Bar:
    if in_a_notebook():
        return NotebookBar(doing)
    if at_a_terminal():
        with suppress(ModuleNotFoundError):  # the library may be installed without the command line and its bar
            return TerminalBar(doing)
    return Bar()


def in_a_notebook() -> bool:
    """Whether this process is the kernel of a notebook, and not just a shell with IPython."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def at_a_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


_announced, _compiled = threading.Event(), threading.Event()


def _announce_compiling(cached: bool) -> None:
    _compiled.set()
    if at_a_terminal() and not _announced.is_set():
        _announced.set()
        complain(f"compiling kernels{' (first run only)' if cached else ''}; this takes a few seconds")


compile_hooks.listeners.append(_announce_compiling)
