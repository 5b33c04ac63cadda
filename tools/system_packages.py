"""System packages needed by the tests: a browser, a database server, and npm for the TypeScript compiler.

On Debian as root, missing packages are installed. Otherwise a message says what is missing, and the tests that need it
are skipped; with CI set in the environment they fail instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NEEDED = {"chromium": "browser tests", "postgresql": "tests on PostgreSQL", "npm": "JavaScript type checks"}
"""Debian packages and their purpose."""


def is_there(package: str) -> bool:
    if package == "postgresql":
        servers = Path("/usr/lib/postgresql").glob("*/bin/initdb")
        return shutil.which("initdb") is not None or any(servers)
    return shutil.which(package) is not None


def provide() -> bool:
    """Install missing packages, if possible; returns whether everything is installed."""
    missing = [package for package in NEEDED if not is_there(package)]
    if not missing:
        return True
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"installing {' and '.join(missing)} for the tests", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
            done = subprocess.run(["apt-get", "--quiet", *command], env=environment, capture_output=True, text=True)
            if done.returncode:
                last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
                print(f"apt-get {command[0]} failed: {last}", flush=True)
        missing = [package for package in missing if not is_there(package)]
    for package in missing:
        print(f"{package} not found: {NEEDED[package]} are skipped (apt-get install {package})", flush=True)
    return not missing
