"""`import seventh`: every public name is available, and modules are loaded on first use."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import seventh


def typed_names():
    """What a type checker sees: the names imported for it."""
    tree = ast.parse(Path(seventh.__file__).read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    return {
        alias.asname: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }


def test_type_checkers_completion_and_python_see_the_same_names():
    assert typed_names() == seventh._WHERE
    assert sorted(seventh._WHERE) == sorted(seventh.__all__)
    assert set(seventh.__all__) <= set(dir(seventh))


@pytest.mark.parametrize("name", seventh.__all__)
def test_every_name_is_what_its_module_has(name):
    value = getattr(seventh, name)
    assert value is getattr(sys.modules[seventh._WHERE[name]], name)
    assert value.__doc__


def test_a_name_that_is_not_there_is_an_ordinary_attribute_error():
    with pytest.raises(AttributeError, match="module 'seventh' has no attribute 'edges'"):
        _ = seventh.edges  # type: ignore[attr-defined]
    assert not hasattr(seventh, "edges")


def loaded_after(code):
    """The modules that a fresh interpreter has loaded after some code."""
    asked = f"import sys; before = set(sys.modules); {code}; print(*sorted(set(sys.modules) - before))"
    return set(subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split())


def test_importing_it_loads_nothing_else():
    assert loaded_after("import seventh") <= {"seventh", "__future__"}


def test_ranking_and_rules_load_nothing_of_the_lab_or_the_room():
    loaded = loaded_after("import seventh; seventh.rank('AsKsQsJsTs'); [g.rules() for g in seventh.all_games()]")
    assert "seventh.games" in loaded
    assert not loaded & {"numpy", "numba", "rich", "cyclopts", "fastapi", "sqlalchemy"}


TYPED = """
import seventh
from fractions import Fraction

ev: Fraction = seventh.game("a-game").edge().wagers["main"].ev
name: str = seventh.rank("AsKsQs", by="three_cards").name
share = seventh.equity("(AsKs)Qs", "(????)2c").hands[0].equity
hand: seventh.DealtRound = seventh.game("a-game").deal(seed=1)
"""


@pytest.mark.slow
def test_a_type_checker_sees_the_public_names(tmp_path):
    """In another program, which sees only the installed package."""

    def mypy(code):
        (tmp_path / "program.py").write_text(code)
        words = ["--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache"), "program.py"]
        command = [sys.executable, "-m", "mypy", *words]
        source = {"MYPYPATH": str(Path(seventh.__file__).parent.parent), "PATH": ""}
        done = subprocess.run(command, cwd=tmp_path, env=source, capture_output=True, text=True)
        return [line for line in done.stdout.splitlines() if line.startswith("program.py")]

    assert mypy(TYPED) == []
    (wrong,) = mypy("import seventh\nseventh.equities\n")
    assert 'Module has no attribute "equities"' in wrong
