"""System packages needed by the tests: a browser, a database server, and npm for the TypeScript compiler.

On Debian as root, missing packages are installed. Otherwise a message says what is missing, and the tests that need it
are skipped; with CI set in the environment they fail instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NEEDED = {
    "chromium-headless-shell": "browser tests",
    "postgresql": "tests on PostgreSQL",
    "npm": "JavaScript type checks",
}
"""Debian packages and their purpose."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Any of them will do. The first has the same engine without a window, and needs a quarter less CPU time."""


def is_there(package: str) -> bool:
    if package == "postgresql":
        servers = Path("/usr/lib/postgresql").glob("*/bin/initdb")
        return shutil.which("initdb") is not None or any(servers)
    return any(shutil.which(name) for name in (BROWSERS if package in BROWSERS else (package,)))


def provide() -> bool:
    """Install missing packages, if possible; returns whether everything is installed."""
    missing = [package for package in NEEDED if not is_there(package)]
    if not missing:
        return True
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"installing {' and '.join(missing)} for the tests", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run_apt(["update"], environment)
        install = ["install", "--yes", "--no-install-recommends"]
        # One by one: some releases of Debian have no browser without its window, and the others are needed anyway.
        for package in missing:
            names = ("chromium-headless-shell", "chromium") if package in BROWSERS else (package,)
            any(_run_apt([*install, name], environment) for name in names)
        missing = [package for package in missing if not is_there(package)]
    for package in missing:
        print(f"{package} not found: {NEEDED[package]} are skipped (apt-get install {package})", flush=True)
    return not missing


def _run_apt(arguments: list[str], environment: dict[str, str]) -> bool:
    done = subprocess.run(["apt-get", "--quiet", *arguments], env=environment, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        print(f"apt-get {' '.join(arguments)} failed: {last}", flush=True)
    return done.returncode == 0
