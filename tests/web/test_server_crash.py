"""R20 for the whole server: killed ten times during play of all four games, without losing anything acknowledged."""

from __future__ import annotations

import asyncio

import pytest

from tests.waiting import LIMIT
from tools.server_crash import TABLES, crash

pytestmark = pytest.mark.slow


def test_R20_killed_ten_times_under_players(tmp_path):
    counted = asyncio.run(asyncio.wait_for(crash(10, seed=7, data=tmp_path, players=2), 10 * LIMIT))
    assert counted["kills"] == 10
    assert counted["writers killed before"] > 0
    assert counted["acknowledged"] > 50
    assert counted["rounds continued"] > 0
    assert counted["reconnections"] == 10 * 2 * len(TABLES)
