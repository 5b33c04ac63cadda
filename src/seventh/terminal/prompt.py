"""Prompts for lines of input from a terminal or a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TextIO

from seventh.terminal.screen import show, visible


class Leave(Exception):
    """The player quit, or the input ended."""


class Prompt:
    """A source of answers and an output for questions."""

    def __init__(self, source: TextIO, output: TextIO) -> None:
        self._source = source
        self._output = output
        self._at_keyboard = source.isatty()
        self._edits_lines = source is sys.stdin and output is sys.stdout and self._at_keyboard and output.isatty()
        if self._edits_lines:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives `input` history and line editing

    def say(self, text: str = "") -> None:
        show(text, self._output)

    def ask(self, question: str) -> str:
        """The next line, stripped of white space."""
        self._output.flush()
        if self._edits_lines:
            try:
                return input(visible(f"{question} ")).strip()
            except EOFError:
                self.say()
                raise Leave from None
        show(f"{question} ", self._output, end="")
        self._output.flush()
        line = self._source.readline()
        if not self._at_keyboard:
            self.say(line.strip())  # echo piped input so that the transcript is complete
        elif not line:
            self.say()
        if not line:
            raise Leave
        return line.strip()
