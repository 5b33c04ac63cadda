"""Type-checks the JavaScript (JSDoc types) with the TypeScript compiler pinned in `requirements/javascript`.

Also checks that scripts as they are served, without comments, are the same programs: the compiler prints both alike.

The compiler is installed under `.seventh` by npm, once per lock file. Without npm the check is skipped with a message;
with CI set in the environment it fails instead.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from seventh.web.bundles import SCRIPTS, stripped

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
    typed = subprocess.run(["node", str(compiler), "--project", str(PINNED)], cwd=ROOT).returncode
    return typed or compare()


COMPARE = """
const ts = require("typescript");
const printer = ts.createPrinter({ removeComments: true });
const printed = (name, text) => {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  if (file.parseDiagnostics.length) return `${name}: ${file.parseDiagnostics[0].messageText}`;
  return printer.printFile(file);
};
for (const [name, source, served] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  if (printed(name, source) !== printed(name, served)) {
    console.log(`${name}: what is served differs from the source`);
    process.exitCode = 1;
  }
}
"""


def compare() -> int:
    """Whether every script without its comments parses to the same program."""
    scripts = {path: path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.rglob("*.js"))}
    pairs = [(path.relative_to(SCRIPTS).as_posix(), text, stripped(text)) for path, text in scripts.items()]
    environment = {**os.environ, "NODE_PATH": str(INSTALLED / "node_modules")}
    return subprocess.run(["node", "-e", COMPARE], input=json.dumps(pairs), text=True, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
