"""Logging: one JSON object per line, with the request and the person, but never a card, a seed or a password.

On a terminal only warnings and errors are shown, as plain lines.

A traceback is logged as code locations and the type of the exception. Values of variables are never logged, and neither
is the exception's message, which may contain user input.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TextIO

import msgspec

request_id: ContextVar[str] = ContextVar("request_id", default="")
person_id: ContextVar[str] = ContextVar("person_id", default="")

FACTS = ("method path status ms address table round code why reason kind error place count host port").split()  # noqa: SIM905
"""The extra fields that are logged; all others are dropped."""

log = logging.getLogger("seventh.web")

_encoder = msgspec.json.Encoder(enc_hook=str)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FACTS if hasattr(record, name)}
        if request_id.get():
            line["request"] = request_id.get()
        if person_id.get():
            line["person"] = person_id.get()
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = type(record.exc_info[1]).__name__
            line["trace"] = places(record.exc_info[1])
        return _encoder.encode(line).decode()


def places(error: BaseException) -> list[str]:
    """The traceback of an exception: file, line and function of each frame, innermost last."""
    return [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


class PlainFormatter(logging.Formatter):
    """Formats a record as one plain line for a terminal, with the same fields."""

    def format(self, record: logging.LogRecord) -> str:
        facts = [f"{name} {getattr(record, name)}" for name in FACTS if hasattr(record, name)]
        if record.exc_info and record.exc_info[1] is not None:
            facts.append(f"{type(record.exc_info[1]).__name__} at {places(record.exc_info[1])[-1]}")
        told = f"{record.getMessage()}: {', '.join(facts)}" if facts else record.getMessage()
        return f"{record.levelname.lower()}: {told}".replace("\n", " ")


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send all logs of the program and its libraries to one stream: as JSON, or on a terminal as plain warnings."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(PlainFormatter() if out.isatty() else JsonFormatter())
    handler.setLevel(logging.WARNING if out.isatty() else logging.NOTSET)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "alembic", "sqlalchemy"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
    for name in ("uvicorn.error", "alembic", "sqlalchemy", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True  # it logs query strings, which may contain an invitation code
