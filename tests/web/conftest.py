"""Servers that several tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that the tests of one module share; each test enters with people of its own."""
    with serving() as running:
        yield running
