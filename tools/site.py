"""Build the documentation as a site: `python -m tools.site [FOLDER]`, by default in `site/`.

A warning is an error. The site needs no network: open its `index.html`, or serve the folder with any web server.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run MkDocs in strict mode; its warnings and errors are in `stderr`."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder.resolve())]
    quiet = {"NO_MKDOCS_2_WARNING": "1", "SEVENTH_GAMES": ""}  # the theme's own announcement; no plug-ins
    done = subprocess.run(
        [*command, "--config-file", str(ROOT / "mkdocs.yml")],
        cwd=ROOT,
        env={**os.environ, **quiet},
        capture_output=True,
        text=True,
    )
    done.stderr = "".join(line for line in done.stderr.splitlines(keepends=True) if not line.startswith("INFO "))
    return done


def main(arguments: list[str]) -> int:
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print("usage: python -m tools.site [FOLDER]", file=sys.stderr)
        return 2
    folder = Path(arguments[0]) if arguments else ROOT / "site"
    done = build(folder)
    print(done.stdout + done.stderr, end="", file=sys.stderr)
    if done.returncode == 0:
        print(f"Built the site: {folder / 'index.html'}")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
