"""`python -m seventh.games.build [GAME ...]`: rebuild the stored counts and compare them with the games' folders.

With `--write` the files are replaced instead. All games together take about five minutes on one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from seventh.games import GAMES
from seventh.games.mathematics import games_with
from seventh.lab import stored


def differences(old: stored.Counts, new: stored.Counts) -> list[str]:
    """The names of the arrays that differ."""
    return [name for name in sorted(old.keys() | new.keys()) if not _same(old, new, name)]


def _same(old: stored.Counts, new: stored.Counts, name: str) -> bool:
    if name not in old or name not in new:
        return False
    return old[name].dtype == new[name].dtype and np.array_equal(old[name], new[name])


def main(arguments: list[str] | None = None) -> int:
    games = games_with(lambda mathematics: mathematics.recount)
    parser = argparse.ArgumentParser(prog="python -m seventh.games.build", description=__doc__)
    parser.add_argument("games", nargs="*", choices=(*games, []), metavar="GAME", help=f"of {', '.join(games)}; all")
    parser.add_argument("--write", action="store_true", help="replace the stored counts")
    options = parser.parse_args(arguments)
    failed = False
    for name in options.games or games:
        game, started = GAMES[name], time.monotonic()
        assert game.mathematics is not None
        assert game.mathematics.recount is not None
        counts = game.mathematics.recount(None, _show if sys.stderr.isatty() else lambda _: None)
        seconds = time.monotonic() - started
        if options.write:
            written = stored.write(Path(str(game.folder)), counts)
            sys.stdout.write(f"{name}: {written:,} bytes written after {seconds:.0f} s\n")
            continue
        wrong = differences(stored.load(game.package), counts)
        failed = failed or bool(wrong)
        verdict = f"DIFFERENT: {', '.join(wrong)}" if wrong else "same as stored, every number"
        sys.stdout.write(f"{name}: {verdict} ({seconds:.0f} s)\n")
        sys.stdout.flush()
    return 1 if failed else 0


def _show(part: float) -> None:
    sys.stderr.write(f"\r{part:6.1%}" if part < 1 else "\r      \r")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
