"""A lab process: reads a question per line, writes progress and answers as lines.

It ends when its input does, even in the middle of a computation, so that it never outlives the server.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from queue import SimpleQueue
from threading import Thread
from typing import IO

NICENESS = 5
"""Tables go first."""
_EVERY = 0.2
"""Seconds between reports of progress."""


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    # Nothing that a computation prints may get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=(questions,), daemon=True).start()

    from seventh.web.lab.questions import answer  # while the first question is on its way

    while True:
        question = json.loads(questions.get())
        try:
            found: dict[str, object] = {"answer": answer(question, _Told(answers))}
        except Exception as error:  # the next question may be a better one
            found = {"failed": f"{type(error).__name__}: {error}"}
        _write(answers, found)


def _read(questions: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _write(answers: IO[str], found: object) -> None:
    answers.write(json.dumps(found) + "\n")
    answers.flush()


class _Told:
    """Reports progress, not too often."""

    def __init__(self, answers: IO[str]) -> None:
        self._answers = answers
        self._at = time.monotonic()

    def __call__(self, done: float) -> None:
        if time.monotonic() - self._at >= _EVERY:
            self._at = time.monotonic()
            _write(self._answers, {"progress": done})


if __name__ == "__main__":
    main()
