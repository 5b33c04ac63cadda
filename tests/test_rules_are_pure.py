"""Rules read no clock, random source, file or socket: import-linter checks imports, this what it cannot see."""

import ast
import importlib.util
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import seventh
from seventh.games import GAMES
from seventh.games.registry import BUILT_IN

ROOT = Path(__file__).parent.parent
SOURCE = Path(seventh.__file__).parent
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
(CONTRACT,) = (contract for contract in CONTRACTS if contract["name"].startswith("Rules read no clock"))
MODULES = {
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}


def is_held(module):
    """Whether the contract covers a module: by its own name, or as part of a package."""
    return any(
        fnmatchcase(module, pattern) or module.startswith(f"{pattern}.") for pattern in CONTRACT["source_modules"]
    )


RULES = [module for module in MODULES if is_held(module)]


@pytest.mark.parametrize("folder", BUILT_IN)
def test_the_rules_of_every_game_are_covered(folder):
    (game,) = (game for game in GAMES.values() if game.package == f"seventh.games.{folder}")
    for part in (game.house, game.round, game.rules, game.words):
        for kind in getattr(part, "__mro__", (part,)):
            if kind.__module__.startswith("seventh."):
                assert is_held(kind.__module__), kind


@pytest.mark.parametrize("module", RULES)
def test_no_rule_opens_a_file_or_talks_to_a_terminal(module):
    calls = [node.func for node in ast.walk(ast.parse(MODULES[module].read_text())) if isinstance(node, ast.Call)]
    names = {call.id for call in calls if isinstance(call, ast.Name)}
    assert not names & {"open", "input", "print", "exec", "eval", "__import__", "import_module"}


def test_the_contract_can_fail(tmp_path):
    """A copy of the package in which a rule reads the clock."""
    copy = tmp_path / "src" / "seventh"
    for module, path in MODULES.items():
        target = copy / path.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"import time\n" if module == "seventh.rounds.view" else path.read_bytes())
    config = tmp_path / "pyproject.toml"
    config.write_text((ROOT / "pyproject.toml").read_text())
    assert importlib.util.find_spec("importlinter")
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [sys.executable, str(lint), "--no-cache", "--config", str(config)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "src"), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert f"{CONTRACT['name']} BROKEN" in done.stdout
    assert "seventh.rounds.view -> time" in done.stdout
