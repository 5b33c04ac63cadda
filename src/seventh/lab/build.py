"""`python -m seventh.lab.build [GAME ...]`: derive the stored counts anew and compare them with the package's.

With `--write` the files are replaced instead. All games together take some five minutes on one core.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from pathlib import Path

import numpy as np

from seventh.games.boston_7_stud import exact as boston
from seventh.games.high_card_flush import exact as high_card_flush
from seventh.games.seven_card_thrill import exact as thrill
from seventh.lab import recount, stored

GAMES = (high_card_flush.GAME, boston.GAME, thrill.GAME)
FOLDER = Path(__file__).parent / "data"


def differences(old: stored.Counts, new: stored.Counts) -> list[str]:
    """The names of arrays that are not the same, number for number."""
    return [name for name in sorted(old.keys() | new.keys()) if not _same(old, new, name)]


def _same(old: stored.Counts, new: stored.Counts, name: str) -> bool:
    if name not in old or name not in new:
        return False
    return old[name].dtype == new[name].dtype and np.array_equal(old[name], new[name])


def write(game: str, counts: stored.Counts) -> int:
    """Store counts and their checksum; how many bytes they take."""
    content = stored.encoded(counts)
    FOLDER.joinpath(stored.file_name(game)).write_bytes(content)
    sums = FOLDER / stored.CHECKSUMS
    listed = stored.parse_checksums(sums.read_text(encoding="ascii")) if sums.exists() else {}
    listed[stored.file_name(game)] = hashlib.sha256(content).hexdigest()
    sums.write_text("".join(f"{digest}  {name}\n" for name, digest in sorted(listed.items())), encoding="ascii")
    return len(content)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m seventh.lab.build", description=__doc__)
    parser.add_argument("games", nargs="*", choices=(*GAMES, []), metavar="GAME", help=f"of {', '.join(GAMES)}; all")
    parser.add_argument("--write", action="store_true", help="replace the stored counts")
    options = parser.parse_args(arguments)
    failed = False
    for game in options.games or GAMES:
        started = time.monotonic()
        counts = recount.everything(game, _show if sys.stderr.isatty() else lambda _: None)
        seconds = time.monotonic() - started
        if options.write:
            sys.stdout.write(f"{game}: {write(game, counts):,} bytes written after {seconds:.0f} s\n")
            continue
        wrong = differences(stored.load(game), counts)
        failed = failed or bool(wrong)
        verdict = f"DIFFERENT: {', '.join(wrong)}" if wrong else "same as stored, every number"
        sys.stdout.write(f"{game}: {verdict} ({seconds:.0f} s)\n")
        sys.stdout.flush()
    return 1 if failed else 0


def _show(part: float) -> None:
    sys.stderr.write(f"\r{part:6.1%}" if part < 1 else "\r      \r")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
