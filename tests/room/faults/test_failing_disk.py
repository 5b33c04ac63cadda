"""R21 for SQLite: a disk that fails or is full at any operation of a round."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from seventh.room.check import check
from tests.room.faults.disk import environment
from tests.room.faults.scripts import STRIDE

HERE = Path(__file__).parent


def beneath(failing_disk, data: Path, script: str, *words) -> list[int]:
    """Run a script of this directory on the failing disk; gives the numbers that it prints."""
    control = data.parent / "control"
    done = subprocess.run(
        [sys.executable, HERE / script, data, control, *map(str, words)],
        env=environment(failing_disk, data, control),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


@pytest.mark.parametrize(
    ("work", "error", "how", "stride"),
    [
        pytest.param("scripts:postings", errno.EIO, "once", 1, marks=pytest.mark.slow),
        ("scripts:postings", errno.EIO, "lasting", STRIDE),
        ("scripts:postings", errno.ENOSPC, "once", STRIDE),
        pytest.param("scripts:postings", errno.ENOSPC, "lasting", STRIDE, marks=pytest.mark.slow),
        pytest.param("scripts:high_card_flush", errno.EIO, "once", STRIDE, marks=pytest.mark.slow),
        pytest.param("scripts:high_card_flush", errno.ENOSPC, "lasting", STRIDE, marks=pytest.mark.slow),
    ],
)
def test_R21_a_failed_write_leaves_nothing_half_posted_and_dealing_continues(
    tmp_path, failing_disk, work, error, how, stride
):
    data = tmp_path / "room"
    hits, rounds, operations = beneath(failing_disk, data, "under_faults.py", work, error, how, stride)
    assert operations > 60, "a round writes that often at least"
    assert hits > rounds // 3, "most faults hit a commit; the others hit what is tried again by itself"
    found = check(data, replay=work != "scripts:postings")
    assert [str(finding) for finding in found if not finding.ok] == []


@pytest.mark.slow
def test_R20_a_writer_killed_at_any_operation_of_a_commit_leaves_no_doubt(tmp_path, failing_disk):
    """What the room is told of the change stays true, whatever dies next."""
    kills, there = beneath(failing_disk, tmp_path / "room", "under_kills.py")
    assert kills > 5
    assert there < kills
    found = check(tmp_path / "room")
    assert [str(finding) for finding in found if not finding.ok] == []
