"""Attacks a server on this machine: `python -m tools.attack`, or `python -m tools.attack pings fragments`.

Each attack does what an anonymous client on the network could do, within a limit of time and bytes (R39). It prints one
line: what was tried, what happened, and how long `/healthz` took meanwhile for a client at another address. By default
the tool starts a server of its own with default settings; `--url` attacks one that runs, on a loopback address only.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import ipaddress
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

ATTACKER, BYSTANDER = "127.0.0.1", "127.0.0.2"
"""Addresses of this machine: limits of the first one must not affect the second."""
MOST_BYTES = 64_000_000
PATIENCE = 60.0
"""How long the bystander waits for an answer."""


@dataclass
class Target:
    """The server under attack."""

    host: str
    port: int
    pid: int = 0
    seconds: float = 5.0
    latencies: list[float] = field(default_factory=list)

    def connect(self, source: str = ATTACKER, read_buffer: int = 0) -> socket.socket:
        plain = socket.socket()
        if read_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, read_buffer)
        plain.settimeout(self.seconds)
        plain.bind((source, 0))
        plain.connect((self.host, self.port))
        return plain

    def socket(self, read_buffer: int = 0) -> socket.socket:
        """A WebSocket of an anonymous visitor."""
        plain = self.connect(read_buffer=read_buffer)
        plain.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        if b" 101 " not in plain.recv(1000):
            raise ConnectionRefusedError("the server refused the handshake")
        plain.sendall(frame(1, b'{"do":"hello","version":1,"token":""}'))
        return plain

    def memory(self) -> float:
        """Resident memory of the server in MB; 0 if it is not our own."""
        if not self.pid:
            return 0.0
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1000
        return 0.0

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Measure how long `/healthz` takes for a bystander."""
        self.latencies, done = [], threading.Event()

        def look() -> None:
            while not done.is_set():
                started = time.perf_counter()
                calling = http.client.HTTPConnection(
                    self.host, self.port, timeout=PATIENCE, source_address=(BYSTANDER, 0)
                )
                try:
                    calling.request("GET", "/healthz")
                    ok = calling.getresponse().status == 200
                except OSError:
                    ok = False
                calling.close()
                self.latencies.append(time.perf_counter() - started if ok else PATIENCE)
                done.wait(0.02)

        watching = threading.Thread(target=look)
        watching.start()
        try:
            yield
        finally:
            done.set()
            watching.join()


def frame(opcode: int, body: bytes = b"", final: bool = True) -> bytes:
    """A WebSocket frame as a client sends it, masked with zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0x80 | 126]) + len(body).to_bytes(2, "big")
    return bytes([opcode | (0x80 if final else 0)]) + size + bytes(4) + body


def pour(plain: socket.socket, piece: bytes, target: Target, read: bool = True) -> int:
    """Send a piece again and again until the server hangs up or a limit is reached; returns the bytes it took."""
    taken, until = 0, time.monotonic() + target.seconds
    plain.settimeout(0.25)
    many = piece * max(1, 16_384 // len(piece))
    left = memoryview(many)
    while taken < MOST_BYTES and time.monotonic() < until:
        try:
            sent = plain.send(left)
        except TimeoutError:
            continue
        except OSError:
            break
        taken, left = taken + sent, left[sent:] if sent < len(left) else memoryview(many)
        if read and not _drain(plain):
            break
    return taken


def _drain(plain: socket.socket) -> bool:
    """Read what has arrived; false if the server hung up."""
    waits = plain.gettimeout()
    plain.setblocking(False)
    try:
        while plain.recv(65_536):
            pass
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        plain.settimeout(waits)


def is_open(plain: socket.socket) -> bool:
    return _drain(plain)


def _outcome(plain: socket.socket, taken: int, unit: int, what: str) -> str:
    state = "still open" if is_open(plain) else "disconnected"
    return f"{taken // unit:,} {what} ({taken / 1e6:.1f} MB) sent, then {state}"


def _flood(target: Target, piece: bytes, what: str, before: bytes = b"") -> str:
    with target.socket() as plain:
        if before:
            plain.sendall(before)
        return _outcome(plain, pour(plain, piece, target), len(piece), what)


def pings(target: Target) -> str:
    """one socket sends pings"""
    return _flood(target, frame(9), "pings")


def pongs(target: Target) -> str:
    """one socket sends pongs that nobody asked for"""
    return _flood(target, frame(10), "pongs")


def fragments(target: Target) -> str:
    """one socket sends empty fragments of a message that never ends"""
    return _flood(target, frame(0, final=False), "fragments", frame(1, final=False))


def tiny_frames(target: Target) -> str:
    """one socket sends the shortest messages"""
    return _flood(target, frame(1, b"{"), "messages")


def unread_pongs(target: Target) -> str:
    """one socket sends long pings and never reads"""
    before = target.memory()
    with target.socket(read_buffer=4096) as plain:
        taken = pour(plain, frame(9, b"x" * 125), target, read=False)
        return f"{taken / 1e6:.1f} MB of pings sent, memory +{max(0.0, target.memory() - before):.0f} MB"


def handshakes(target: Target) -> str:
    """one address opens and drops sockets"""
    made = refused = 0
    until = time.monotonic() + target.seconds
    while time.monotonic() < until and made + refused < 5000:
        try:
            target.socket().close()
            made += 1
        except OSError:
            refused += 1
    return f"{made:,} handshakes accepted, {refused:,} refused"


def _request(target: Target, start: bytes, piece: bytes) -> str:
    before = target.memory()
    with target.connect() as plain:
        plain.sendall(start)
        taken = pour(plain, piece, target)
        return f"{taken / 1e6:.2f} MB sent, then {'still open' if is_open(plain) else 'disconnected'}, " + (
            f"memory +{max(0.0, target.memory() - before):.0f} MB"
        )


def many_headers(target: Target) -> str:
    """one request has headers without end"""
    return _request(target, b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-Filler: " + b"x" * 200 + b"\r\n")


def one_header(target: Target) -> str:
    """one request has a header without end"""
    return _request(target, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Filler: ", b"x" * 1000)


def long_url(target: Target) -> str:
    """one request has a URL without end"""
    return _request(target, b"GET /", b"x" * 1000)


def trailers(target: Target) -> str:
    """one chunked request has trailers without end"""
    start = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    return _request(target, start, b"X-Filler: " + b"x" * 200 + b"\r\n")


def ignored_body(target: Target) -> str:
    """one request sends a body without end after it has been refused"""
    start = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n"
    return _request(target, start, b"x" * 1000)


def _hold(target: Target, piece: bytes, drip: bytes) -> str:
    """Open many connections, keep each barely alive, and count those that remain."""
    held: list[socket.socket] = []
    refused = 0
    for _ in range(1500):
        try:
            plain = target.connect()
            if piece:
                plain.sendall(piece)
            held.append(plain)
        except OSError:
            refused += 1
    time.sleep(3)  # the kernel accepts connections before the server does
    at_first = sum(map(is_open, held))
    until = time.monotonic() + max(target.seconds, 25.0)
    while time.monotonic() < until:
        time.sleep(1)
        for plain in held:
            with contextlib.suppress(OSError):
                plain.send(drip)
    left = sum(map(is_open, held))
    for plain in held:
        plain.close()
    return f"{at_first:,} of 1,500 connections accepted, {left:,} open after {max(target.seconds, 25):.0f} s"


def half_requests(target: Target) -> str:
    """1,500 requests send a byte of their headers every second"""
    return _hold(target, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Filler: ", b"x")


def slow_bodies(target: Target) -> str:
    """1,500 requests send a byte of their bodies every second"""
    return _hold(target, b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n", b"x")


def silent(target: Target) -> str:
    """1,500 connections send nothing"""
    return _hold(target, b"", b"")


def unread_pages(target: Target) -> str:
    """100 connections ask for large files and never read"""
    asked = b"GET /static/fonts/sans.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8
    held, before = [], target.memory()
    for _ in range(100):
        with contextlib.suppress(OSError):
            plain = target.connect(read_buffer=4096)
            held.append(plain)
    for _ in range(20):
        for plain in held:
            with contextlib.suppress(OSError):
                plain.sendall(asked)
        time.sleep(0.25)
    time.sleep(max(target.seconds, 30.0))
    more, left = target.memory() - before, 0
    for plain in held:
        with contextlib.suppress(OSError):  # a connection that was dropped refuses further data
            for _ in range(3):
                plain.send(b"\r\n")
                time.sleep(0.01)
            left += 1
        plain.close()
    waited = max(target.seconds, 30)
    return f"{left:,} of {len(held):,} connections open after {waited:.0f} s, memory +{max(0.0, more):.0f} MB"


def one_network(target: Target) -> str:
    """300 addresses of one IPv6 /64 network, as a proxy reports them, each create a guest"""
    made = 0
    for _ in range(300):
        calling = http.client.HTTPConnection(target.host, target.port, timeout=PATIENCE, source_address=(TRUSTED, 0))
        address = ipaddress.IPv6Address((0x20010DB8 << 96) | secrets.randbits(64))
        headers = {"Content-Type": "application/json", "X-Forwarded-For": str(address)}
        calling.request("POST", "/api/guest", json.dumps({"token": True}), headers)
        made += calling.getresponse().status == 200
        calling.close()
    return f"{made:,} of 300 guests created"


TRUSTED = "127.0.0.3"
"""The address that our own server takes for a proxy."""

ATTACKS: dict[str, Callable[[Target], str]] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (pings, pongs, fragments, tiny_frames, unread_pongs, handshakes, many_headers, one_header, long_url,
                   trailers, ignored_body, half_requests, slow_bodies, silent, unread_pages, one_network)
}  # fmt: skip


def run(name: str, target: Target) -> str:
    """Carry out one attack; returns its line."""
    attack = ATTACKS[name]
    with target.watched():
        try:
            happened = attack(target)
        except OSError as error:
            happened = f"cut off: {error.strerror or error}"
        time.sleep(0.2)
    found = sorted(target.latencies)
    median, worst = found[len(found) // 2] * 1e3, found[-1] * 1e3
    return f"{name}: {attack.__doc__}: {happened}; /healthz median {median:.0f} ms, worst {worst:,.0f} ms"


@contextlib.contextmanager
def own_server() -> Iterator[tuple[int, int]]:
    """A server with default settings; its port and process id."""
    with socket.socket() as spare:
        spare.bind(("127.0.0.1", 0))
        port = spare.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        words = [sys.executable, "-m", "seventh", "serve", "--port", str(port), "--data", data]
        with (Path(data) / "server.log").open("wb") as logs:
            process = subprocess.Popen(
                [*words, "--trusted-proxy", TRUSTED], stdout=subprocess.PIPE, stderr=logs,
                env={**os.environ, "BROWSER": "true"},
            )  # fmt: skip
            try:
                assert process.stdout is not None
                if not process.stdout.readline():
                    raise SystemExit((Path(data) / "server.log").read_text())
                yield port, process.pid
            finally:
                process.terminate()
                process.wait(60)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    words.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"one of {', '.join(ATTACKS)}; all by default")
    words.add_argument("--url", help="a running server on this machine; by default the tool starts its own")
    words.add_argument("--seconds", type=float, default=5.0, help="how long a flood lasts (at most 30)")
    given = words.parse_args()
    if unknown := [name for name in given.attacks if name not in ATTACKS]:
        words.error(f"{unknown[0]!r} is not an attack; there are {', '.join(ATTACKS)}")
    seconds = min(max(given.seconds, 0.5), 30.0)
    with contextlib.ExitStack() as stack:
        if given.url:
            host, port = _loopback(words, given.url)
            target = Target(host, port, seconds=seconds)
        else:
            port, pid = stack.enter_context(own_server())
            target = Target("127.0.0.1", port, pid, seconds)
        for name in given.attacks or ATTACKS:
            print(run(name, target), flush=True)
    return 0


def _loopback(words: argparse.ArgumentParser, url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
    try:
        allowed = ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        allowed = False
    if parts.scheme != "http" or not allowed or not parts.port:
        words.error(f"{url!r} is refused; only a server on this machine, such as http://127.0.0.1:8777")
    return host, parts.port


if __name__ == "__main__":
    sys.exit(main())
