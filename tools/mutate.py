"""Mutation testing: breaks each clause on purpose and requires that its tests fail.

`python -m tools.mutate [--clause B15] [--jobs 2]` copies the project to a temporary directory, applies the mutations of
tests/mutations.toml one at a time (`replace` must occur exactly once in `file`), and runs the tests with the clause's
id in their names. A mutation is caught if a test fails; one that survives, or keeps the tests from running at all,
makes the command fail.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.rules_table import ROOT, tests_of

TABLE = ROOT / "tests" / "mutations.toml"
RULES = ("tests/games/", "tests/hands/", "tests/house/")
"""The folders with tests of the rules themselves; other tests with a clause's id test something built on it."""
LONGEST = 300
"""Seconds after which a mutation counts as caught, because it makes the tests hang."""


@dataclass(frozen=True)
class Mutation:
    """One way to break one clause."""

    clause: str
    file: str
    replace: str
    by: str

    @property
    def occurrences(self) -> int:
        path = ROOT / self.file
        return path.read_text().count(self.replace) if path.is_file() else 0


def mutations() -> list[Mutation]:
    return [Mutation(**entry) for entry in tomllib.loads(TABLE.read_text())["mutation"]]


def copy_project(to: Path) -> None:
    """Copy everything the tests of a clause need."""
    leave_out = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("src", "tests", "tools"):
        shutil.copytree(ROOT / name, to / name, ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", to)


def run(mutation: Mutation, project: Path) -> str:
    """Apply a mutation, run the clause's tests, and restore the file; returns "caught" or what happened instead."""
    if mutation.occurrences != 1:
        return f"does not apply: found {mutation.occurrences} times"
    path = project / mutation.file
    original = path.read_text()
    path.write_text(original.replace(mutation.replace, mutation.by))
    # Without bytecode files none can be stale.
    environment = {**os.environ, "PYTHONPATH": str(project / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    nodes = [test.node for test in tests_of(mutation.clause) if test.file.startswith(RULES)]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider", *nodes]
    try:
        done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return "caught"
    finally:
        path.write_text(original)
    if done.returncode == 0:
        return "SURVIVED"
    return "caught" if done.returncode == 1 else f"BROKE THE TESTS\n{done.stdout.strip()[-1000:]}\n"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description="Break each clause on purpose.")
    parser.add_argument("--clause", action="append", help="only this clause; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="number of mutations to run in parallel")
    options = parser.parse_args(arguments)
    chosen = [mutation for mutation in mutations() if not options.clause or mutation.clause in options.clause]
    if not chosen:
        print("no such clause has a mutation", file=sys.stderr)
        return 2
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="seventh-mutate-") as scratch:
        projects: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(options.jobs):
            copy_project(Path(scratch, str(number)))
            projects.put(Path(scratch, str(number)))

        def attempt(mutation: Mutation) -> str:
            project = projects.get()
            try:
                return run(mutation, project)
            finally:
                projects.put(project)

        survivors = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            for mutation, outcome in zip(chosen, pool.map(attempt, chosen), strict=True):
                survivors += outcome != "caught"
                first_line = mutation.replace.strip().splitlines()[0]
                print(f"{mutation.clause:4} {mutation.file:45} {outcome:10} {first_line[:70]}", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} caught in {time.monotonic() - started:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
