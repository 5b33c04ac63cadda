"""`./seventh test --quick` runs some tests of every package, but never all of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tools import check

ROOT = Path(__file__).parent.parent


@pytest.fixture
def commands(monkeypatch):
    """The commands that are run instead of running them."""
    run = []

    def note(command, **_):
        run.append(command[1:])
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", note)
    monkeypatch.setattr(check, "provide", lambda: None)
    return run


def test_quick_leaves_out_what_is_slow_and_no_linter(commands):
    check.main([])
    everything = commands.copy()
    commands.clear()
    check.main(["--quick"])
    assert commands[:-1] == everything[:-1] == [command[1:] for _, command in check.STEPS]
    assert commands[-1] == [*everything[-1], *check.QUICK]
    assert "not slow" not in everything[-1]


def test_other_arguments_are_passed_to_pytest(commands):
    check.main(["--quick", "tests/hands", "-k", "joker", "-x"])
    check.main(["tests/hands", "--quick"])
    check.main(["tests/hands", "-x"])
    assert commands == [
        ["-m", "pytest", *check.QUICK, "tests/hands", "-k", "joker", "-x"],
        ["-m", "pytest", *check.QUICK, "tests/hands"],
        ["-m", "pytest", "tests/hands", "-x"],
    ]


@pytest.mark.slow
def test_quick_has_some_tests_of_every_package_and_not_all():
    words = [sys.executable, "tools/check.py", "--quick", "--collect-only", "-q"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout
    chosen = dict(re.findall(r"^(tests/\S+\.py): (\d+)$", said, re.MULTILINE))
    files = {path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    assert {Path(name).parent for name in chosen} == {file.parent for file in files}
    assert "tests/test_wheel.py" not in chosen
    assert len(chosen) > len(files) / 2


def test_coverage_is_an_option(commands):
    check.main(["--coverage", "tests/hands"])
    assert commands == [["-m", "pytest", *check.COVERAGE, "tests/hands"]]


def test_pre_commit_runs_the_linters_of_the_tests():
    config = ROOT / ".pre-commit-config.yaml"
    assert subprocess.run([check.BIN / "pre-commit", "validate-config", config]).returncode == 0
    (repository,) = yaml.safe_load(config.read_text())["repos"]
    hooks = {hook["name"]: hook["entry"].split() for hook in repository["hooks"]}
    assert hooks.keys() == {"ruff check" if name == "ruff" else name for name, _ in check.STEPS}
    for program, *_ in hooks.values():
        assert (ROOT / program).exists()
