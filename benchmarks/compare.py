"""Compares this checkout with an earlier one: `python -m benchmarks.compare ../earlier games stud`.

Each benchmark runs alternately in both checkouts, several times, with the same interpreter. For every line that both
print, the largest figure of each is shown with their ratio: above 1, this checkout's figure is larger.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


def printed(checkout: Path, words: list[str]) -> dict[str, float]:
    """The first figure of each line a benchmark prints, by the text of the line."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed in {checkout}: {done.stderr.strip().splitlines()[-1]}")
    found: dict[str, float] = {}
    part = ""
    for line in done.stdout.splitlines():
        figures = NUMBER.findall(line)
        label = " ".join(NUMBER.sub("#", line).split())
        if line and not line.startswith(" "):
            part = line.strip()
        if figures:
            found.setdefault(f"{part} | {label}" if line.startswith(" ") else label, float(figures[0].replace(",", "")))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("earlier", type=Path, help="the other checkout")
    parser.add_argument("benchmark", nargs="+", help="a benchmark module; quoted together with its options, if any")
    parser.add_argument("--times", type=int, default=3)
    asked = parser.parse_args()
    for benchmark in asked.benchmark:
        name, *options = benchmark.split()
        best: list[dict[str, float]] = [{}, {}]
        for _ in range(asked.times):
            for side, checkout in enumerate((asked.earlier.resolve(), HERE)):
                for label, figure in printed(checkout, [f"benchmarks.{name}", *options]).items():
                    best[side][label] = max(figure, best[side].get(label, figure))
        print(f"{benchmark}: earlier, now, ratio; the largest of {asked.times}")
        for label in best[0]:
            if label in best[1] and best[0][label]:
                before, now = best[0][label], best[1][label]
                print(f"  {before:>12,.1f} {now:>12,.1f}  {now / before:.2f}  {label}")


if __name__ == "__main__":
    main()
