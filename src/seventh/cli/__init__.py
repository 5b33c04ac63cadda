"""The command line. Each command imports what it needs when it runs, to keep start-up fast.

Exit codes: 0 success, 1 the check or request failed, 2 usage error, 130 interrupted by Ctrl-C. Errors are one line on
stderr.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from cyclopts import CycloptsError

from seventh.cli import games, lab, room
from seventh.cli.common import RequestFailed, UsageError, app
from seventh.rounds.round import BrokenGame
from seventh.terminal.screen import complain

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

__all__ = ["games", "lab", "main", "room"]


def stop(message: object, code: int) -> NoReturn:
    complain(message)
    sys.exit(code)


def drop_output() -> None:
    """Discard pending output; otherwise Python reports a second error when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_now(code: int) -> NoReturn:
    """Exit without waiting for threads, which may still be in a compiled loop."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream:
                stream.flush()
    os._exit(code)


def main(arguments: list[str] | None = None) -> None:
    """Run one command; turn an error into one line on stderr and an exit code."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout:
            sys.stdout.flush()
    except (CycloptsError, UsageError) as error:
        stop(error, 2)
    except ValueError as error:
        # Our own value errors describe bad input; any other is a bug.
        if not type(error).__module__.startswith("seventh."):
            raise
        stop(error, 2)
    except (RequestFailed, BrokenGame) as error:
        stop(error, 1)
    except BrokenPipeError:
        drop_output()  # the reader of a pipe has gone, which is not an error
        sys.exit(0)
    except OSError as error:
        drop_output()
        stop(error, 1)
    except KeyboardInterrupt:
        if arguments is None:
            exit_now(INTERRUPTED)
        sys.exit(INTERRUPTED)
