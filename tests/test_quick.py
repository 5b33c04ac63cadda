"""`./seventh test --quick` runs some tests of every package, but never all of them."""

import json
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
    linters = sorted(command[1:] for _, command in check.STEPS)
    (all_tests,) = (command for command in everything if command not in linters)
    assert sorted(everything) == sorted([*linters, all_tests])  # some run beside the tests
    assert "not slow" not in all_tests
    assert sorted(commands) == sorted([*linters, [*all_tests, *check.QUICK]])


def test_a_type_checker_beside_the_tests_decides_too(monkeypatch, capsys):
    def answer(command, **_):
        wrong = "mypy" in command
        return subprocess.CompletedProcess(command, int(wrong), "x.py:1: error: wrong type\n" if wrong else None, None)

    monkeypatch.setattr(subprocess, "run", answer)
    monkeypatch.setattr(check, "provide", lambda: None)
    assert check.main([]) == 1
    said = capsys.readouterr().out
    assert said.index("pytest: ok") < said.index("wrong type") < said.index("mypy: FAILED") < said.index("tsc: ok")


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
def test_quick_has_some_tests_of_every_package_and_not_all(request):
    files = {path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    items = request.session.items
    if {item.path.relative_to(ROOT) for item in items} >= files:  # looking for all tests again would take long
        chosen = {item.nodeid.partition("::")[0] for item in items if item.get_closest_marker("slow") is None}
    else:
        words = [sys.executable, "tools/check.py", "--quick", "--collect-only", "-q"]
        said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout
        chosen = set(re.findall(r"^(tests/\S+\.py): \d+$", said, re.MULTILINE))
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


def test_a_few_failed_tests_are_run_again_alone_and_decide(monkeypatch, tmp_path, capsys):
    for failed, codes, expected in (
        ({"tests/a.py::b": True}, [1, 0], 0),
        ({"tests/a.py::b": True}, [1, 1], 1),
        ({f"tests/a.py::b{n}": True for n in range(check.RETRIED + 1)}, [1], 1),
        (None, [3], 1),
    ):
        file = tmp_path / "lastfailed"
        file.unlink(missing_ok=True)
        if failed is not None:
            file.write_text(json.dumps(failed))
        ran, left = [], codes.copy()

        def answer(command, left=left, ran=ran, **_):
            testing = command[1:3] == ["-m", "pytest"]
            ran.extend([command] if testing else [])
            return subprocess.CompletedProcess(command, left.pop(0) if testing else 0, "", "")

        monkeypatch.setattr(check, "FAILED", file)
        monkeypatch.setattr(subprocess, "run", answer)
        monkeypatch.setattr(check, "provide", lambda: None)
        assert check.main([]) == expected
        assert len(ran) == len(codes)
        assert ("--last-failed" in ran[-1]) == (len(ran) == 2)
        assert ("tests/a.py::b" in capsys.readouterr().out) == (len(ran) == 2)
