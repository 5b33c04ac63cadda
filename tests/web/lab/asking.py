"""Asking the lab, as its pages do: the same question until the answer is there."""

from __future__ import annotations

import time
from typing import Any

from tests.waiting import LIMIT
from tests.web.serving import Server


def asked(server: Server, path: str, question: dict[str, Any]) -> dict[str, Any]:
    """The final answer."""
    browser = server.browser()
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        answer = browser.post(path, json=question)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found
        assert 0 <= answer.json().get("progress", 0) <= 1
    raise AssertionError(f"{path} was not answered within {LIMIT} s")
