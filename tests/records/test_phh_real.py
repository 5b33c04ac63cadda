"""Real hands: every PHH file of stud in the directory that SEVENTH_PHH_DIR names reaches its finishing stacks."""

import os
from pathlib import Path

import pytest

from seventh.records import phh, read_record, verify_record, write_record

WHERE = os.environ.get("SEVENTH_PHH_DIR", "")
FILES = sorted(Path(WHERE).rglob("*.phh")) if WHERE else []

pytestmark = pytest.mark.skipif(not WHERE, reason="SEVENTH_PHH_DIR names no directory of PHH files")


def test_there_are_files():
    assert FILES, f"no PHH files in {WHERE}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_hand_reaches_its_finishing_stacks(path):
    for hand in phh.read(path.read_text(encoding="utf-8")):
        played = phh.replay(hand)
        assert played.finished
        assert hand.finishing_stacks is not None
        assert played.finishing_stacks == hand.finishing_stacks
        verify_record(read_record(write_record(played.record)))
        (again,) = phh.read(phh.write(played.record))
        assert phh.replay(again).record.events == played.record.events
        for viewer in (None, *played.record.seats):
            (masked,) = phh.read(phh.export(played.record, viewer))
            assert phh.replay(masked).finishing_stacks == hand.finishing_stacks
