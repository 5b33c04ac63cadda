"""The package as a wheel: everything in it, and it runs where there is no checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from seventh import __version__

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
UV = ROOT / ".seventh" / "uv" / "bin" / "uv"
CACHE = ROOT / ".seventh" / "uv-cache"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_for_every_machine(wheel):
    assert wheel.name == f"seventh-{__version__}-py3-none-any.whl"


def test_the_wheel_holds_every_file_of_the_package(wheel):
    source = ROOT / "src"
    ours = {
        path.relative_to(source).as_posix()
        for path in (source / "seventh").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert {name for name in held if ".dist-info/" not in name} == ours
    assert {"seventh/py.typed", "seventh/cli/__init__.py"} <= ours
    assert any(name.endswith("LICENSE") for name in held)


def test_the_wheel_runs_elsewhere(wheel, tmp_path):
    """In an environment of its own, with the pinned packages from the cache that the set-up filled."""
    if not UV.exists() or not CACHE.exists():
        pytest.skip("not set up by ./seventh, so there is neither uv nor a cache of the pinned packages")
    elsewhere = tmp_path / "venv"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SEVENTH"))}
    environment |= {"VIRTUAL_ENV": str(elsewhere), "UV_CACHE_DIR": str(CACHE), "HOME": "/nonexistent"}

    def run(*words: object) -> str:
        done = subprocess.run([*map(str, words)], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(UV, "venv", "--offline", "--python", sys.executable, elsewhere)
    run(UV, "pip", "install", "--offline", "--require-hashes", "-r", ROOT / "requirements" / "runtime.txt")
    run(UV, "pip", "install", "--offline", "--no-deps", wheel)
    assert run(elsewhere / "bin" / "seventh", "--version") == f"{__version__}\n"
    assert run(elsewhere / "bin" / "seventh", "rank", "AsKsQsJsTs2c3d").startswith("poker         royal flush ")
    where = run(elsewhere / "bin" / "python", "-c", "import seventh; print(seventh.__file__)")
    assert Path(where).is_relative_to(elsewhere)
