"""The documentation is correct: examples print what they show, links work, no page names our machine."""

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import seventh
from seventh.room.settings import RoomSettings, load_settings
from tests.known import known
from tests.waiting import LIMIT
from tests.web.serving import serving

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MODULES = ["seventh", *(found.name for found in pkgutil.walk_packages(seventh.__path__, "seventh."))]
page_by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
tutorials_are_slow = pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] if page.parent.name == "tutorials" else []) for page in PAGES],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@page_by_page
def test_python_examples(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    session = "".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert session.count(">>> ") == len(test.examples)


@tutorials_are_slow
def test_commands(page, tmp_path):
    """Commands are run one after another in a folder with the page's house files; `...` matches any output."""
    for name in ("examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    write_files(page, tmp_path)
    for block in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ \./seventh (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run(
                [sys.executable, "-m", "seventh", *shlex.split(command)],
                input="a password\n" if command.startswith("user add") else "",
                capture_output=True,
                text=True,
                cwd=tmp_path,
            )
            printed = done.stdout + done.stderr
            pattern = ".*?".join(map(re.escape, expected.split("...")))
            assert printed == expected or re.fullmatch(pattern, printed, re.DOTALL), f"{command}: {printed}"
        assert block.count("$ ") == block.count("$ ./seventh ")


def write_files(page: Path, folder: Path) -> list[Path]:
    """The files that a page shows, whose first line is a comment with the file's name."""
    found = []
    for text in (*blocks(page, "toml"), *blocks(page, "python")):
        found.append(folder / known(re.match(r"# (\w+\.(?:py|toml))\n", text))[1])
        found[-1].write_text(text)
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "toml")], ids=lambda page: page.stem)
def test_house_and_settings_files(page, tmp_path):
    for path in write_files(page, tmp_path):
        if path.name == "settings.toml":
            assert load_settings(path) != RoomSettings()
        elif path.suffix == ".toml":
            house = seventh.load_house(path)
            assert house.hash != seventh.game(house.game).house.hash
            assert seventh.game(house.game, house).edge().wagers


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.stem)
def test_programs_play_in_a_room(page, tmp_path):
    """A complete program is a bot: it is given the address of a room and a number of rounds, and says how each went."""
    programs = [path for path in write_files(page, tmp_path) if path.suffix == ".py"]
    with serving() as server:
        for program in programs:
            done = subprocess.run(
                [sys.executable, str(program), server.url, "3"], capture_output=True, text=True, timeout=LIMIT
            )
            assert (done.returncode, done.stderr) == (0, ""), program
            assert len(re.findall(r"^\w+ \d: net [+-]\d+ chips$", done.stdout, re.MULTILINE)) == 3, done.stdout


def test_the_readme_has_examples_of_both_kinds():
    assert blocks(ROOT / "README.md", "pycon")
    assert blocks(ROOT / "README.md", "console")


@page_by_page
def test_every_example_is_of_a_kind_that_is_run(page):
    kinds = set(re.findall(r"^```(\w+)$", page.read_text(), re.MULTILINE))
    assert kinds <= {"pycon", "console", "python", "toml"}


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
