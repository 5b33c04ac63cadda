"""A sample of `tools.windows`: what a decision needs is inside the window, uncovered and large enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools.screenshots import room
from tools.windows import look_at

SIZES = ((360, 640), (844, 390), (1366, 625), (1920, 1080))


@pytest.mark.parametrize(
    ("game", "players"), [("high-card-flush", 3), ("seven-card-thrill", 1), ("seven-card-stud", 8)]
)
def test_nothing_that_a_decision_needs_is_cut_off_or_covered(
    browser: Browser, tmp_path: Path, game: str, players: int
) -> None:
    with room(tmp_path / "data") as url:
        assert look_at(browser, url, game, players, tmp_path, SIZES) == []
