"""The failing disk, compiled."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def failing_disk(tmp_path_factory):
    """The library that makes a disk fail, compiled."""
    compiler = shutil.which("cc")
    if compiler is None:
        reason = "there is no C compiler (cc) to make a failing disk with"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    assert compiler is not None
    library = tmp_path_factory.mktemp("disk") / "failing_disk.so"
    source = HERE / "failing_disk.c"
    subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-o", library, source, "-ldl"], check=True)
    return library
