"""R21 for SQLite: a disk that fails or is full at any operation of a round."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
    ("work", "error", "how", "stride"),
    [
        ("scripts:postings", errno.EIO, "once", 1),
        ("scripts:postings", errno.EIO, "lasting", STRIDE),
        ("scripts:postings", errno.ENOSPC, "once", STRIDE),
        ("scripts:postings", errno.ENOSPC, "lasting", STRIDE),
        ("scripts:high_card_flush", errno.EIO, "once", STRIDE),
        ("scripts:high_card_flush", errno.ENOSPC, "lasting", STRIDE),
    ],
)
def test_R21_a_failed_write_leaves_nothing_half_posted_and_dealing_goes_on(
    tmp_path, failing_disk, work, error, how, stride
):
    data, control = tmp_path / "room", tmp_path / "control"
    data.mkdir()
    control.write_bytes(bytes(32))
    environment = {"LD_PRELOAD": failing_disk, "FAILING_DISK_BELOW": data, "FAILING_DISK_CONTROL": control}
    done = subprocess.run(
        [sys.executable, HERE / "under_faults.py", data, control, work, str(error), how, str(stride)],
        env=os.environ | {name: str(value) for name, value in environment.items()},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    hits, rounds, operations = map(int, done.stdout.split())
    assert operations > 60, "a round writes that often at least"
    assert hits > rounds // 3, "most faults hit a commit; the others hit what is tried again by itself"
    found = check(data, replay=work != "scripts:postings")
    assert [str(finding) for finding in found if not finding.ok] == []
