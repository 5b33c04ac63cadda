"""A server for the tests of the lab."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import Server, serving


@pytest.fixture(scope="package")
def lab() -> Iterator[Server]:
    """One server for all of them: its lab processes take a second to start."""
    with serving() as running:
        yield running
