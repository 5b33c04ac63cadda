"""How long `seventh serve` takes to be ready: `PYTHONPATH=src python -m benchmarks.start [--data DIR] [--runs N]`.

From the start of the process to the first successful answer of `/healthz`, with an empty data directory or a copy of
`--data`. The CPU time of the room's process, up to then, is what its start takes on an idle machine: the writer process
loads beside it, on the other core.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

LONGEST = 120.0
"""Seconds to wait for a server."""


def start(data: Path) -> tuple[float, float]:
    """Serve this data until it answers; the seconds this took, and the CPU seconds of the room's process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "seventh", "serve", "--port", str(port), "--no-browser", "--data", str(data)]
    began = time.perf_counter()
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}  # as `./seventh` starts it
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    try:
        while not answers(port):
            if process.poll() is not None or time.perf_counter() - began > LONGEST:
                raise SystemExit(f"the server did not start: {process.communicate()[1].decode()}")
            time.sleep(0.01)
        return time.perf_counter() - began, cpu_of(process.pid)
    finally:
        process.terminate()
        process.communicate()


def answers(port: int) -> bool:
    """Whether the server says that it is healthy."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=LONGEST) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def cpu_of(process: int) -> float:
    """The CPU seconds of a process (Linux)."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main(data: Path | None, runs: int) -> None:
    taken = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as scratch:
            room = Path(scratch) / "room"
            if data is not None:
                shutil.copytree(data, room)
                for ending in (".key", ".anchor"):
                    if (beside := data.with_name(data.name + ending)).exists():
                        shutil.copy(beside, room.with_name(room.name + ending))
            taken.append(start(room))
    what = f"a copy of {data}" if data is not None else "an empty data directory"
    wall, cpu = (sorted(values) for values in zip(*taken, strict=True))
    print(f"{what}: ready after {wall[0]:.2f} s (best of {runs}, median {wall[runs // 2]:.2f} s);", end=" ")
    print(f"CPU of the room's process {cpu[0]:.2f} s (median {cpu[runs // 2]:.2f} s)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    main(given.data, given.runs)
