"""Tests wait for what they have caused, and never for a time that somebody guessed."""

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


def test_what_does_not_come_is_named(monkeypatch):
    monkeypatch.setattr(waiting, "LIMIT", 0.0)
    with pytest.raises(AssertionError, match="the end did not come within 0 s"):
        waiting.until(lambda: False, "the end")
    with pytest.raises(AssertionError, match="the end did not come within 0 s"):
        asyncio.run(waiting.soon(lambda: False, "the end"))


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_nobody_sleeps(path):
    """A turn of the loop is no sleep; whoever has to look again and again leaves that to `waiting`."""
    sleeps = re.findall(r".*\b(?:time|asyncio)\.sleep\((?!0\)).*|.*wait_for_timeout\(.*", path.read_text())
    assert not sleeps or path == Path(waiting.__file__)
