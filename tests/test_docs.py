"""What we write is true: examples run and print what they show, links lead somewhere, no page names our machine."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import seventh

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MODULES = ["seventh", *(found.name for found in pkgutil.walk_packages(seventh.__path__, "seventh."))]
page_by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@page_by_page
def test_python_examples(page):
    session = "".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert session.count(">>> ") == len(test.examples)


@page_by_page
def test_commands(page):
    for block in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ \./seventh (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run([sys.executable, "-m", "seventh", *command.split()], capture_output=True, text=True)
            assert done.stdout + done.stderr == expected, command
        assert block.count("$ ") == block.count("$ ./seventh ")


def test_the_readme_has_examples_of_both_kinds():
    assert blocks(ROOT / "README.md", "pycon")
    assert blocks(ROOT / "README.md", "console")


@page_by_page
def test_every_example_is_of_a_kind_that_is_run(page):
    assert set(re.findall(r"^```(\w+)$", page.read_text(), re.MULTILINE)) <= {"pycon", "console"}


@page_by_page
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def our_files() -> list[Path]:
    """What git tracks or would track, or in a checkout without git whatever is not made by tools."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        paths = [ROOT / name for name in listed.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        made = re.compile(r"\.seventh|\.git|__pycache__|\..*_cache|\.hypothesis|dist")
        paths = [path for path in ROOT.rglob("*") if not any(made.fullmatch(p) for p in path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_registry_or_a_place_on_the_machine_it_was_written_on():
    telling = re.compile(
        rb"pypi\.(?!com)\w+|pythonhosted|https?://(?!127\.0\.0\.1)[^\s\"']*/simple\b|^\s*--(extra-)?index-url"
        rb"|(?<![\w.*)\]}-])/(work|root)/",
        re.MULTILINE,
    )
    others = [path for path in our_files() if path != Path(__file__)]
    assert not [str(path) for path in others if telling.search(path.read_bytes())]
