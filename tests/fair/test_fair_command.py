"""R6: `seventh verify FILE` as a command: exit code 0 verified, 1 with the first problem, 2 not a record."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "records" / "golden"


def run(*words):
    return subprocess.run([sys.executable, "-m", "seventh", "verify", *map(str, words)], capture_output=True, text=True)


def test_R6_a_record_verifies():
    done = run(GOLDEN / "fair-high-card-flush.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Verified: high-card-flush, table ")
    assert "not checked" not in done.stdout
    data = json.loads(run(GOLDEN / "fair-own-cards.json", "--json").stdout)
    assert data["verified"]
    assert data["unchecked"][0] == "server seed and deck: the seed is not revealed yet"


def test_R6_the_first_thing_wrong_is_one_line(tmp_path):
    data = json.loads((GOLDEN / "fair-high-card-flush.json").read_text(encoding="utf-8"))
    data["proof"]["server_seed"] = "00" * 32
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = run(path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"seventh: {path}: the server seed's SHA-256 is 66687aad")
    assert done.stderr.count("\n") == 1
    done = run(path, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["wrong"] == "seed"


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "not JSON"), (b"\xff\xfe", "not UTF-8 text"), (b"[]", "not a record of a round"), (None, "cannot read")],
)
def test_R6_something_that_is_not_a_record_is_refused_in_one_line(tmp_path, content, message):
    path = tmp_path / "file.json"
    if content is not None:
        path.write_bytes(content)
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
