"""What the package imports is in its core or in an extra, and a missing extra is reported in one line."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import seventh
from seventh.extras import EXTRAS, missing_extra, needs_extra
from tests.known import known

SOURCE = Path(seventh.__file__).parent
CORE = {"cryptography", "msgspec"}
IF_THERE = {"IPython", "uvloop"}
"""Used if already running, and never required."""


def imported():
    """Every module of other people that our code imports, anywhere in a file."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(known(node.module).partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"seventh"}


def test_every_package_that_is_imported_comes_with_the_core_or_an_extra():
    assert imported() == CORE | IF_THERE | {module for modules in EXTRAS.values() for module in modules}


def test_a_missing_extra_is_one_line():
    assert str(missing_extra("edge()", "numpy")) == "edge() needs numpy and numba: pip install 'seventh[lab]'"
    assert str(missing_extra("serve", "fastapi.routing")) == "serve needs fastapi: pip install 'seventh[room]'"
    assert missing_extra("edge()", "somebody_elses") is None


def test_a_missing_module_outside_the_extras_is_an_import_error():
    with pytest.raises(ModuleNotFoundError, match="somebody_elses") as caught, needs_extra("this"):
        import somebody_elses  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(caught.value, seventh.MissingExtra)


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import seventh
try:
    seventh.game("high-card-flush").edge()
except seventh.MissingExtra as missing:
    print(missing, missing.name)
"""


def test_exact_figures_without_numpy():
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True)
    said = "seventh.game(...).edge() needs numpy and numba: pip install 'seventh[lab]' numpy\n"
    assert done.stdout == said, done.stderr
