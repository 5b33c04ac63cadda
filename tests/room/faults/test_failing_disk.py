"""R21 for SQLite: a disk that fails or is full at any operation of a round."""

import errno
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from disk import FOREVER
from scripts import STRIDE

from seventh.room.check import check

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def failing_disk(tmp_path_factory):
    """The library that makes a disk fail, compiled."""
    compiler = shutil.which("cc")
    if compiler is None:
        reason = "there is no C compiler (cc) to make a failing disk with"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    library = tmp_path_factory.mktemp("disk") / "failing_disk.so"
    source = HERE / "failing_disk.c"
    subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-o", library, source, "-ldl"], check=True)
    return library


def beneath(failing_disk, data: Path, script: str, *words) -> list[int]:
    """Run a script of this directory on the failing disk; gives the numbers that it prints."""
    control = data.parent / "control"
    data.mkdir()
    control.write_bytes(struct.pack("4q", 0, FOREVER, FOREVER, 0))
    environment = {"LD_PRELOAD": failing_disk, "FAILING_DISK_BELOW": data, "FAILING_DISK_CONTROL": control}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)  # what the tests share is found from there too
    done = subprocess.run(
        [sys.executable, HERE / script, data, control, *map(str, words)],
        env=os.environ | {name: str(value) for name, value in environment.items()},
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
def test_R21_a_failed_write_leaves_nothing_half_posted_and_dealing_goes_on(
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
