"""Asking a person, or a pipe, for one line after another."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TextIO

from seventh.terminal.screen import show, visible


class Leave(Exception):
    """Nobody answers any more: the person quit, or the input has come to its end."""


class Prompt:
    """Where questions go and answers come from."""

    def __init__(self, source: TextIO, output: TextIO) -> None:
        self._source = source
        self._output = output
        self._at_keyboard = source.isatty()
        self._edits_lines = source is sys.stdin and output is sys.stdout and self._at_keyboard and output.isatty()
        if self._edits_lines:
            with suppress(ImportError):
                import readline  # noqa: F401 - from now on `input` has history and editing

    def say(self, text: str = "") -> None:
        show(text, self._output)

    def ask(self, question: str) -> str:
        """The next line, without white space around it."""
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
            self.say(line.strip())  # so that what a pipe sent can be read in what it got
        elif not line:
            self.say()
        if not line:
            raise Leave
        return line.strip()
