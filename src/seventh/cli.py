"""The command line. Every command imports what it needs when it runs, so that none waits for another's libraries.

Exit codes: 0 done, 1 the check or the request failed, 2 the words were wrong. Errors are one line on stderr.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Annotated, NoReturn

from cyclopts import App, CycloptsError, Parameter

from seventh import __version__
from seventh.cards import CardError

app = App(
    name="seventh",
    help="Four seven-card casino games, played, run and proved by the book.",
    version=__version__,
    help_format="markdown",
)

Json = Annotated[bool, Parameter(negative="", help="Print one JSON object instead of text.")]


class RequestFailed(Exception):
    """The words were right, but what they asked for failed; the message is the one line to show."""


@app.command
def rank(*cards: str, json: Json = False) -> None:
    """Name and rank a hand: `seventh rank AsKsQsJsTs2c3d`.

    Every ranking that is defined for that many cards is shown, with the cards that play.
    """
    from seventh.terminal.ranking import rankings

    found = rankings(" ".join(cards))
    if json:
        print_json({line.ranking: line.as_data() for line in found})
    else:
        for line in found:
            print(line)


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def stop(message: object, code: int) -> NoReturn:
    text = " ".join(str(message).split())
    print(f"seventh: {text}", file=sys.stderr)
    sys.exit(code)


def drop_output() -> None:
    """Send what is still to be printed nowhere; else Python complains once more while flushing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: list[str] | None = None) -> None:
    """Run one command and turn what goes wrong into one line and an exit code."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout:
            sys.stdout.flush()
    except (CycloptsError, CardError) as error:
        stop(error, 2)
    except RequestFailed as error:
        stop(error, 1)
    except BrokenPipeError:
        drop_output()  # the reader of a pipe went away, which is no failure of ours
        sys.exit(0)
    except OSError as error:
        drop_output()
        stop(error, 1)
    except KeyboardInterrupt:
        sys.exit(130)
