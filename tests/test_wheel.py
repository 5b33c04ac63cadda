"""The package as a wheel: everything in it, and it runs where there is no checkout.

The environments are made for the test, from the pinned packages in the cache that the set-up filled.
"""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import HeaderParser
from importlib import import_module
from pathlib import Path

import pytest

from seventh import __version__
from seventh.extras import EXTRAS

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


class Elsewhere:
    """An environment with nothing but the wheel and what was installed with it."""

    def __init__(self, folder: Path) -> None:
        if not UV.exists() or not CACHE.exists():
            pytest.skip("not set up by ./seventh, so there is neither uv nor a cache of the pinned packages")
        self.folder, self.venv = folder, folder / "venv"
        ours = ("PYTHON", "SEVENTH")
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self._environment |= {"VIRTUAL_ENV": str(self.venv), "UV_CACHE_DIR": str(CACHE), "HOME": "/nonexistent"}
        self.run(UV, "venv", "--offline", "--python", sys.executable, self.venv)

    def install(self, *words: object) -> None:
        self.run(UV, "pip", "install", "--offline", *words)

    def ask(self, *words: object) -> subprocess.CompletedProcess[str]:
        command = [*map(str, words)]
        return subprocess.run(command, cwd=self.folder, env=self._environment, capture_output=True, text=True)

    def run(self, *words: object) -> str:
        done = self.ask(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        return self.run(self.venv / "bin" / "python", "-c", code)


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


def test_the_core_needs_two_packages(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(archive.read(name).decode())
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert needed == ["cryptography", "msgspec"]
    assert set(metadata.get_all("Provides-Extra", [])) == {*EXTRAS, "all"}


def test_the_pinned_packages_are_those_of_the_extras():
    """`core.txt` and `runtime.txt` are compiled from pyproject.toml; `requirements/compile.sh` does it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [name for names in project["optional-dependencies"].values() for name in names if "seventh[" not in name]

    def pinned(group: str) -> set[str]:
        return set(re.findall(r"^([\w-]+)==", (ROOT / "requirements" / f"{group}.txt").read_text(), re.MULTILINE))

    assert set(project["dependencies"]) <= pinned("core")
    assert pinned("core") <= pinned("runtime")
    assert {re.sub(r"\[.*\]", "", name) for name in extras} <= pinned("runtime")


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_provides_the_modules_listed_for_it(extra):
    for module in EXTRAS[extra]:
        import_module(module)


CORE = """
import seventh

game = seventh.game("high-card-flush")
hand = game.deal(seed=7).act("bet wager=raise amount=500")
assert hand.outcome is not None
assert seventh.verify(seventh.write_record(hand)).unchecked == ()
assert seventh.rank("KsKd4h4cAs2d3c").name == seventh.hand_name(4774)
for found in seventh.all_games():
    assert str(found.rules())
    assert found.deal(seed=1, players=2).finish()._repr_html_()
assert seventh.read_phh(seventh.write_phh(seventh.game("seven-card-stud").deal(seed=1).finish()))

for ask in (
    game.edge,
    lambda: game.advise("AsKsQs9s2d3c4h"),
    lambda: game.simulate(1000),
    lambda: seventh.equity("(AsKs)Qs", "(????)2c"),
    lambda: seventh.rank_hands(["KsKd4h4cAs2d3c"]),
    lambda: seventh.random_hands(3),
):
    try:
        ask()
    except seventh.MissingExtra as missing:
        print(missing)
"""


def test_the_core_alone_plays_ranks_and_verifies_and_says_what_an_extra_is_needed_for(wheel, tmp_path):
    elsewhere = Elsewhere(tmp_path)
    elsewhere.install("--constraint", ROOT / "requirements" / "core.txt", wheel)
    asked = ["game(...).edge", "game(...).advise", "game(...).simulate", "equity", "rank_hands", "random_hands"]
    install = "needs numpy and numba: pip install 'seventh[lab]'"
    assert elsewhere.python(CORE).splitlines() == [f"seventh.{name}() {install}" for name in asked]
    for command in (elsewhere.venv / "bin" / "seventh", f"{elsewhere.venv}/bin/python -m seventh"):
        done = elsewhere.ask(*str(command).split(), "rank", "AsKsQsJsTs2c3d")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "seventh: seventh rank needs cyclopts and rich: pip install 'seventh[cli]'\n"


def test_the_command_line_without_the_lab_or_the_room_says_what_it_needs(wheel, tmp_path):
    elsewhere = Elsewhere(tmp_path)
    elsewhere.install("--constraint", ROOT / "requirements" / "runtime.txt", f"seventh[cli] @ {wheel.as_uri()}")
    seventh = elsewhere.venv / "bin" / "seventh"
    assert elsewhere.run(seventh, "rank", "AsKsQsJsTs2c3d").startswith("poker         royal flush ")
    assert elsewhere.run(seventh, "rules", "high-card-flush").startswith("High Card Flush\n")
    for words, needs in (
        (("edge", "high-card-flush"), "seventh edge needs numpy and numba: pip install 'seventh[lab]'"),
        (("equity", "(AsKs)Qs", "(????)2c"), "seventh equity needs numpy and numba: pip install 'seventh[lab]'"),
        (("serve", "--port", "0"), "pip install 'seventh[room]'"),
    ):
        done = elsewhere.ask(seventh, *words)
        assert (done.returncode, done.stdout) == (1, ""), words
        assert done.stderr.startswith("seventh: ")
        assert done.stderr.endswith(f"{needs}\n"), done.stderr
        assert done.stderr.count("\n") == 1


def test_the_wheel_with_everything_runs_elsewhere(wheel, tmp_path):
    elsewhere = Elsewhere(tmp_path)
    elsewhere.install("--require-hashes", "-r", ROOT / "requirements" / "runtime.txt")
    elsewhere.install("--no-deps", wheel)
    seventh = elsewhere.venv / "bin" / "seventh"
    assert elsewhere.run(seventh, "--version") == f"{__version__}\n"
    assert elsewhere.run(seventh, "rank", "AsKsQsJsTs2c3d").startswith("poker         royal flush ")
    where = elsewhere.python("import seventh; print(seventh.__file__)")
    assert Path(where).is_relative_to(elsewhere.venv)
