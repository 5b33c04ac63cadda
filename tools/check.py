"""Run by `./seventh test` once everything is installed: linters, type checker, tests.

`--quick` skips the tests marked `slow`. `--coverage` also prints which lines of the package no test executed, least
covered modules first; tracing makes the tests slower. Other arguments go to pytest:
`./seventh test tests/hands -k joker` lints nothing and runs just those.

If a few tests fail, they are run once more, one at a time: on a busy machine even a wait of minutes may end too early.
What fails twice has failed; what passed only the second time is listed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # this file is run as a script

from tools.system_packages import provide  # noqa: E402

BIN = Path(sys.executable).parent

STEPS = (
    ("ruff", [str(BIN / "ruff"), "check", "--quiet", "."]),
    ("ruff format", [str(BIN / "ruff"), "format", "--quiet", "--check", "."]),
    ("import-linter", [sys.executable, str(BIN / "lint-imports"), "--no-cache"]),
    ("mypy", [sys.executable, "-m", "mypy", "--no-error-summary"]),
    ("tsc", [sys.executable, str(ROOT / "tools" / "check_javascript.py")]),
)
BESIDE = ("mypy", "tsc")
"""Those that take long: they run beside the tests, on a core that waits for a browser anyway, and report after them."""

QUICK = ["-m", "not slow", "--durations=3", "--durations-min=5"]
"""Lists the slowest tests, so that they can be marked as slow."""

RETRIED = 10
"""The number of failures up to which the failed tests are run again."""

FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"

COVERAGE = ["--cov=seventh", "--cov-report=term-missing:skip-covered"]


def run(name: str, command: list[str]) -> bool:
    return report(name, *result_of(command, quiet=not name.startswith("pytest")))


def result_of(command: list[str], quiet: bool = True) -> tuple[subprocess.CompletedProcess[str], float]:
    """What a command said, unless it spoke for itself, and how many seconds it took."""
    started = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=quiet, text=True)
    return done, time.monotonic() - started


def report(name: str, done: subprocess.CompletedProcess[str], seconds: float) -> bool:
    if done.returncode:
        print((done.stdout or "") + (done.stderr or ""), end="")
    print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'} ({seconds:.1f} s)", flush=True)
    return done.returncode == 0


def main(arguments: list[str]) -> int:
    os.environ.setdefault("SEVENTH_CACHE", str(ROOT / ".seventh" / "cache"))
    # Under CI a missing package fails the tests that need it, with a message.
    provide()
    options = [*(QUICK if "--quick" in arguments else []), *(COVERAGE if "--coverage" in arguments else [])]
    words = [word for word in arguments if word not in ("--quick", "--coverage")]
    if words:
        return subprocess.run([sys.executable, "-m", "pytest", *options, *words], cwd=ROOT).returncode
    results = [run(name, command) for name, command in STEPS if name not in BESIDE]
    # One more than the number of cores, because browsers and servers wait as much as they work; `worksteal` keeps
    # all of them busy although a few tests take minutes and most almost no time.
    workers = str(len(os.sched_getaffinity(0)) + 1) if hasattr(os, "sched_getaffinity") else "auto"
    pytest = [sys.executable, "-m", "pytest"]
    with ThreadPoolExecutor(1) as beside:
        later = {name: beside.submit(result_of, command) for name, command in STEPS if name in BESIDE}
        tested = run("pytest", [*pytest, "-n", workers, "--dist", "worksteal", *options])
        results += [report(name, *done.result()) for name, done in later.items()]
    results.append(tested or passes_again(pytest, options))
    return 0 if all(results) else 1


def passes_again(pytest: list[str], options: list[str]) -> bool:
    """Run the tests that failed once more, if they are few."""
    failed = sorted(json.loads(FAILED.read_text())) if FAILED.exists() else []
    if not 0 < len(failed) <= RETRIED:
        return False
    print("running again, one at a time:", *failed, sep="\n  ", flush=True)
    return run("pytest of the failed tests", [*pytest, *options, "--last-failed", "--last-failed-no-failures=none"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
