"""Tests wait for events, never for a fixed time."""

import asyncio
import re
from pathlib import Path

import pytest

from tests import waiting

TESTS = Path(__file__).parent


def test_the_first_true_value_is_given():
    looks = iter([0, None, "there"])
    assert waiting.until(lambda: next(looks)) == "there"
    looks = iter([0, None, "there"])
    assert asyncio.run(waiting.soon(lambda: next(looks))) == "there"


def test_a_timeout_says_what_did_not_happen(monkeypatch):
    monkeypatch.setattr(waiting, "LIMIT", 0.0)
    with pytest.raises(AssertionError, match="the end did not come within 0 s"):
        waiting.until(lambda: False, "the end")
    with pytest.raises(AssertionError, match="the end did not come within 0 s"):
        asyncio.run(waiting.soon(lambda: False, "the end"))


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_no_test_sleeps(path):
    """`sleep(0)` is allowed; for polling, tests use `waiting`."""
    sleeps = re.findall(r".*\b(?:time|asyncio)\.sleep\((?!0\)).*|.*wait_for_timeout\(.*", path.read_text())
    assert not sleeps or path == Path(waiting.__file__)
