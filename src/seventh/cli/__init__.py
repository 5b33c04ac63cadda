"""The command line. Every command imports what it needs when it runs, so that none waits for another's libraries.

Exit codes: 0 done, 1 the check or the request failed, 2 the words were wrong, 130 stopped by Ctrl-C. Errors are
one line on stderr.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from cyclopts import CycloptsError

from seventh.cli import games, lab, room
from seventh.cli.common import RequestFailed, WrongWords, app
from seventh.rounds.round import BrokenGame
from seventh.terminal.screen import complain

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

__all__ = ["games", "lab", "main", "room"]


def stop(message: object, code: int) -> NoReturn:
    complain(message)
    sys.exit(code)


def drop_output() -> None:
    """Send what is still to be printed nowhere; else Python complains once more while flushing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def leave_at_once(code: int) -> NoReturn:
    """End the process without waiting for threads: those still in a compiled loop have nothing left to do."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream:
                stream.flush()
    os._exit(code)


def main(arguments: list[str] | None = None) -> None:
    """Run one command and turn what goes wrong into one line and an exit code."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout:
            sys.stdout.flush()
    except (CycloptsError, WrongWords) as error:
        stop(error, 2)
    except ValueError as error:
        # The project's own value errors say what is wrong with what was typed; any other is a mistake of ours.
        if not type(error).__module__.startswith("seventh."):
            raise
        stop(error, 2)
    except (RequestFailed, BrokenGame) as error:
        stop(error, 1)
    except BrokenPipeError:
        drop_output()  # the reader of a pipe went away, which is no failure of ours
        sys.exit(0)
    except OSError as error:
        drop_output()
        stop(error, 1)
    except KeyboardInterrupt:
        if arguments is None:
            leave_at_once(INTERRUPTED)
        sys.exit(INTERRUPTED)
