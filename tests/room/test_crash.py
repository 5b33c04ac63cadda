"""R20 in short: ten kills for each engine; `python -m tools.crash_test --kills 1000` is the longer run."""

import pytest

from tools.crash_test import Lost, Room, kill_and_check

pytestmark = pytest.mark.slow

KILLS = 10


def test_R20_nothing_acknowledged_is_lost_when_the_room_is_killed(place):
    counts = kill_and_check(KILLS, f"suite {place.engine}", lambda: (place.data, place.url))
    assert counts["kills"] == KILLS
    assert counts["acknowledged actions"] > 20
    assert counts["rounds open at a kill"] > 10


def test_R20_the_crash_test_notices_an_action_that_was_lost(place, tmp_path):
    with place.open():
        pass
    notes = tmp_path / "notes"
    notes.write_text("ready 1 .\nann t/1:1:1 .\nann t/1:1:2")
    with pytest.raises(Lost, match="the action t/1:1:1 of ann is in the log 0 times"):
        Room(place.data, place.url, notes).check(thorough=False)
