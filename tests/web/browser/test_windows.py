"""A sample of `tools.windows`: what a decision needs is inside the window, uncovered, large enough, and stays put."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools.screenshots import room
from tools.windows import LINGERING, look_at

SIZES = ((320, 568), (390, 844), (844, 390), (640, 360), (1024, 768), (1366, 625))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "coach"),
    [("high-card-flush", 3, True), ("seven-card-thrill", 1, False), ("seven-card-stud", 8, False)],
)
def test_nothing_that_a_decision_needs_is_cut_off_covered_or_moved(
    browser: Browser, tmp_path: Path, game: str, players: int, coach: bool
) -> None:
    with room(tmp_path / "data", LINGERING) as url:
        wrong = look_at(browser, url, game, players, tmp_path, SIZES, coach)
    assert not wrong, "\n".join(wrong)
