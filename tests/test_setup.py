"""The root script: one command from a bare checkout to a running program, and one clear line where that cannot be.

These tests run it for real, in copies of this checkout and mostly with nothing installed.
"""

import ast
import os
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import LIMIT, until
from tools.check import STEPS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "seventh"
PYTHON = str(Path(sysconfig.get_config_var("BINDIR"), f"python3.{sys.version_info.minor}"))
"""The interpreter that our virtual environment was made from: what a person has before the set-up."""

HAND = "AsKsQsJsTs2c3d"
NOT_PART_OF_A_CHECKOUT = (".seventh", ".git", "__pycache__", ".*_cache", ".hypothesis", "dist", "*.nbc", "*.nbi")
CLOSED = "http://127.0.0.1:9/simple"
NO_PIP_REGISTRY = {"PIP_INDEX_URL": CLOSED, "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": ""}
NO_PIP_REGISTRY["PIP_CONFIG_FILE"] = os.devnull
NO_UV_REGISTRY = {"UV_DEFAULT_INDEX": CLOSED, "UV_HTTP_RETRIES": "0"}


def copy_checkout(to: Path) -> Path:
    return Path(shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(*NOT_PART_OF_A_CHECKOUT)))


def start(checkout: Path, *words: str, python: str = PYTHON, **more) -> subprocess.Popen[str]:
    """Start the script as a user with an unusable home directory."""
    ours = ("PYTHON", "SEVENTH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"HOME": "/nonexistent", **more.pop("environment", {})}
    return subprocess.Popen(
        [python, str(checkout / "seventh"), *words],
        cwd=checkout,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def run(checkout: Path, *words: str, **more) -> tuple[int, str, str]:
    with start(checkout, *words, **more) as process:
        said, complained = process.communicate(timeout=10 * LIMIT)
    return process.returncode, said, complained


def assert_ranks(checkout: Path, **more) -> None:
    code, said, complained = run(checkout, "rank", HAND, **more)
    assert (code, complained) == (0, ""), complained
    assert said.startswith("poker         royal flush ")


def one_line(answer: tuple[int, str, str]) -> str:
    """What a failed start says: one line on stderr, nothing on stdout, exit code 1."""
    code, said, complained = answer
    assert (code, said) == (1, ""), complained
    assert complained.startswith("seventh: ")
    assert complained.endswith("\n")
    assert complained.count("\n") == 1, complained
    return complained


@pytest.fixture
def checkout(tmp_path):
    yield copy_checkout(tmp_path / "checkout")
    shutil.rmtree(tmp_path)  # pytest would keep hundreds of megabytes


@pytest.fixture(scope="module")
def registry(tmp_path_factory):
    """Skips where pip itself cannot fetch what the script fetches first."""
    pinned, folder = ROOT / "requirements" / "uv.txt", tmp_path_factory.mktemp("uv")
    words = f"-m pip download --quiet --no-deps --require-hashes --retries 1 --timeout 20 -r {pinned} -d {folder}"
    fetched = subprocess.run([PYTHON, *words.split()], capture_output=True, text=True)
    if fetched.returncode:
        pytest.skip(f"pip reaches no registry: {fetched.stderr.strip().splitlines()[-1]}")


def interpreters(*versions: str) -> list[str]:
    found = [path for version in versions for path in [shutil.which(f"python{version}")] if path]
    found += [str(path) for path in sorted(Path.home().glob(".pyenv/versions/*/bin/python"))]
    return found


def version_of(python: str) -> tuple[int, ...]:
    asked = subprocess.run([python, "-c", "import sys; print('%d %d' % sys.version_info[:2])"], capture_output=True)
    return tuple(map(int, asked.stdout.split())) if asked.returncode == 0 else ()


def test_too_old_a_python_is_reported_in_one_line(checkout):
    old = interpreters("2.7", "3.6", "3.7", "3.8", "3.9", "3.10")
    versions = {version: python for python in old for version in [version_of(python)] if () < version < (3, 11)}
    if not versions:
        pytest.skip("no Python older than 3.11 on this machine")
    for version, python in versions.items():
        line = one_line(run(checkout, "rank", HAND, python=python))
        assert "needs Python 3.11 or later" in line
        assert ".".join(map(str, version)) in line
    assert not (checkout / ".seventh").exists()


def test_old_interpreters_can_parse_the_script():
    tree = ast.parse(SCRIPT.read_text(), feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef, ast.Nonlocal, ast.Starred)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    imported = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert {alias.name for node in imported for alias in node.names} <= set(sys.stdlib_module_names)


def test_the_script_is_executable():
    assert os.access(SCRIPT, os.X_OK)
    assert SCRIPT.read_text().startswith("#!/usr/bin/env python3\n")


def test_a_file_where_the_set_up_belongs_gives_one_line(checkout):
    (checkout / ".seventh").touch()
    assert "this checkout must be writable" in one_line(run(checkout, "rank", HAND))


def ordinary_user() -> tuple[str, dict]:
    """An interpreter and a user that permission bits bind: ourselves, or nobody if we are root."""
    if os.geteuid():
        return PYTHON, {}
    as_nobody: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []}
    for python in (PYTHON, "/usr/bin/python3"):
        try:
            asked = subprocess.run(
                [python, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"],
                **as_nobody, cwd="/", capture_output=True,
            )  # fmt: skip
        except (OSError, LookupError, ValueError):
            continue
        if asked.returncode == 0:
            return python, as_nobody
    return pytest.skip("root, and no Python 3.11 with pip that user nobody can run")


@pytest.fixture
def open_folder():
    """A folder that every user can reach; pytest's own is for its owner alone."""
    folder = Path(tempfile.mkdtemp(prefix="seventh-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_checkout_gives_one_line(open_folder):
    python, user = ordinary_user()
    checkout = copy_checkout(open_folder / "checkout")
    checkout.chmod(0o555)
    line = one_line(run(checkout, "rank", HAND, python=python, **user))
    assert "this checkout must be writable" in line
    assert "Permission denied" in line


def test_an_ordinary_user_sets_it_up(open_folder, registry):
    python, user = ordinary_user()
    checkout = copy_checkout(open_folder / "checkout")
    if user:
        for path in (checkout, *checkout.rglob("*")):
            shutil.chown(path, user["user"], user["group"])
    assert_ranks(checkout, python=python, **user)


def test_no_pip_gives_one_line(checkout, tmp_path):
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    line = one_line(run(checkout, "rank", HAND, python=str(tmp_path / "bare" / "bin" / "python")))
    assert "has no pip; install it first" in line


def test_no_network_gives_one_line(checkout):
    line = one_line(run(checkout, "rank", HAND, environment=NO_PIP_REGISTRY))
    assert "is the network up" in line
    assert str(checkout / ".seventh" / "setup.log") in line


def test_a_fresh_checkout_is_set_up_once_and_may_move(checkout, registry):
    assert_ranks(checkout)
    log = checkout / ".seventh" / "setup.log"
    first = log.read_text()
    assert_ranks(checkout)
    assert_ranks(checkout, environment=NO_PIP_REGISTRY | NO_UV_REGISTRY)
    assert log.read_text() == first
    moved = checkout.rename(checkout.with_name("moved elsewhere"))
    assert_ranks(moved)
    assert not list(moved.rglob("seventh-*.dist-info"))


def test_starts_at_the_same_time_set_up_once(checkout, registry):
    together = [start(checkout, "rank", HAND) for _ in range(3)]
    answers = [process.communicate(timeout=10 * LIMIT) for process in together]
    assert [process.returncode for process in together] == [0, 0, 0], answers
    assert len(set(answers)) == 1
    assert (checkout / ".seventh" / "setup.log").read_text().count("\n$ ") == 3


@pytest.mark.parametrize("reached", ["setup.log", "uv/bin/uv", "venv/bin/python"])
def test_a_set_up_that_was_killed_is_repaired_by_the_next_start(checkout, registry, reached):
    first = start(checkout, "rank", HAND, start_new_session=True)
    try:
        until((checkout / ".seventh" / reached).exists, reached)
    finally:
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate()
    (checkout / ".seventh" / "venv" / "pyvenv.cfg").unlink(missing_ok=True)  # what the worst moment leaves behind
    assert_ranks(checkout)


def test_a_set_up_that_failed_half_way_is_not_taken_for_the_one_before(checkout, registry):
    """The new one has emptied the environment; going back must set up again, not trust the old stamp."""
    assert_ranks(checkout)
    pinned = checkout / "requirements" / "runtime.txt"
    before = pinned.read_text()
    pinned.write_text(before + "\n# changed\n")
    shutil.rmtree(checkout / ".seventh" / "uv-cache")
    assert "is the network up" in one_line(run(checkout, "rank", HAND, environment=NO_UV_REGISTRY))
    pinned.write_text(before)
    assert_ranks(checkout)


def test_the_checks_run_in_a_checkout_that_was_moved():
    """Scripts that pip and uv install name their interpreter by its old place, so none is started by itself."""
    for name, command in STEPS:
        program = Path(command[0])
        assert program.stat().st_mode & stat.S_IXUSR, name
        assert program.read_bytes()[:2] != b"#!", name


def test_ranking_one_hand_waits_for_no_kernels():
    asked = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "seventh", "rank", HAND], capture_output=True, text=True, check=True
    )
    imported = {line.rsplit("|", 1)[-1].strip() for line in asked.stderr.splitlines()}
    assert "seventh.hands.poker" in imported
    assert not {name for name in imported if name.split(".")[0] in ("numpy", "numba", "llvmlite")}
