"""Type-checks the JavaScript (JSDoc types) with the TypeScript compiler pinned in `requirements/javascript`.

The compiler is installed under `.seventh` by npm, once per lock file. Without npm the check is skipped with a message;
with CI set in the environment it fails instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "requirements" / "javascript"
INSTALLED = ROOT / ".seventh" / "javascript"
FILES = ("package.json", "package-lock.json")


def install(npm: str) -> None:
    """Install the pinned compiler, unless already installed."""
    if (
        all(_same(PINNED / name, INSTALLED / name) for name in FILES)
        and (INSTALLED / "node_modules/typescript").exists()
    ):
        return
    INSTALLED.mkdir(parents=True, exist_ok=True)
    (INSTALLED / FILES[-1]).unlink(missing_ok=True)  # an interrupted installation is repeated
    shutil.copy(PINNED / FILES[0], INSTALLED)
    shutil.copy(PINNED / FILES[-1], INSTALLED / "lock")
    os.replace(INSTALLED / "lock", INSTALLED / FILES[-1])
    command = [npm, "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    settings = {**os.environ, "npm_config_cache": str(INSTALLED / "cache"), "npm_config_update_notifier": "false"}
    done = subprocess.run(command, cwd=INSTALLED, env=settings, capture_output=True, text=True)
    if done.returncode:
        (INSTALLED / FILES[-1]).unlink()
        raise SystemExit(
            f"npm could not install TypeScript: {(done.stderr.strip() or 'no reason given').splitlines()[-1]}"
        )


def _same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def main() -> int:
    npm = shutil.which("npm")
    if npm is None:
        print("npm not found: JavaScript types are not checked (apt-get install npm)")
        return 1 if os.environ.get("CI") else 0
    install(npm)
    compiler = INSTALLED / "node_modules" / "typescript" / "bin" / "tsc"
    return subprocess.run(["node", str(compiler), "--project", str(PINNED)], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
