"""What a client can do before it logs in is bounded (R39)."""

from __future__ import annotations

import contextlib
import logging
import socket
from dataclasses import replace

import httpx
import pytest

from seventh.web.addresses import Networks, network_of
from seventh.web.settings import Limits, Rate, WebSettings
from tests.waiting import LIMIT, until
from tests.web.serving import OPEN, Server, serving

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
HANDSHAKE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def connected(server: Server, read_buffer: int = 0) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    plain = socket.socket()
    if read_buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, read_buffer)
    plain.settimeout(LIMIT)
    plain.connect((host, int(port)))
    return plain


def upgraded(server: Server, read_buffer: int = 0) -> socket.socket:
    """A WebSocket that has said nothing yet."""
    plain = connected(server, read_buffer)
    plain.sendall(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b" 101 " in plain.recv(1000)
    return plain


def frame(opcode: int, body: bytes = b"", final: bool = True) -> bytes:
    assert len(body) < 126
    return bytes([opcode | (0x80 if final else 0), 0x80 | len(body)]) + bytes(4) + body


def everything(plain: socket.socket) -> bytes:
    """All that the server sends until it hangs up."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while more := plain.recv(65_536):
            found += more
    return found


def poured(plain: socket.socket, piece: bytes, most: int = 4_000_000) -> int:
    """Send a piece until the server hangs up; returns the number of bytes that it took."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            sent += plain.send(piece)
    return sent


def alive(server: Server) -> bool:
    return httpx.get(f"{server.url}/healthz", timeout=LIMIT).json()["ok"] is True


FLOODS = {
    "pings": frame(9),
    "pongs": frame(10),
    "fragments": frame(0, final=False),
}


@pytest.mark.parametrize("what", FLOODS)
def test_R39_control_frames_and_fragments_count(server, what):
    flood, start = FLOODS[what], frame(1, final=False) if what == "fragments" else b""
    with upgraded(server) as plain:
        plain.sendall(frame(1, b'{"do":"hello","version":1,"token":""}') + start)
        assert poured(plain, flood * 500) < 4_000_000
    with upgraded(server) as plain:
        plain.sendall(start + flood * 100)
        assert (1008).to_bytes(2, "big") + b"too many control frames" in everything(plain)
    assert alive(server)


def test_R39_a_message_in_few_fragments_is_fine(server):
    with upgraded(server) as plain:
        said = b'{"do":"hello","version":1,"token":""}'
        plain.sendall(frame(1, said[:5], final=False) + frame(9, b"hm") + frame(0, said[5:]))
        found = b""
        while b"welcome" not in found:
            found += plain.recv(1000)
        assert b"\x8a\x02hm" in found, "the ping between the fragments is answered"


def test_R39_tiny_messages_are_parsed_no_faster_than_they_are_answered(server):
    with upgraded(server) as plain:
        plain.sendall(frame(1, b'{"do":"hello","version":1,"token":""}'))
        assert poured(plain, frame(1, b"{") * 1000) < 4_000_000
    assert alive(server)


def test_R39_messages_after_a_close_count(server):
    """The server has closed and waits for the client's answer, which sends messages instead."""
    with upgraded(server) as plain:
        plain.sendall(frame(1, b"not a hello"))
        while b"malformed" not in plain.recv(65_536):
            pass
        assert poured(plain, frame(1, b"{") * 1000) < 4_000_000
    assert alive(server)


def test_R39_unread_pongs_do_not_pile_up():
    limits = replace(OPEN, control_frames=Rate(1e9, 1e9), slow_seconds=LIMIT)
    with serving(limits=limits) as server, upgraded(server, read_buffer=4096) as plain:
        plain.settimeout(0.5)
        plain.sendall(frame(1, b'{"do":"hello","version":1,"token":""}'))
        sent = poured(plain, frame(9, b"x" * 125) * 100, 8_000_000)
        assert sent > 5_000_000, "the pings are read"
        sizes = server.call(lambda: [held.transport.get_write_buffer_size() for held in server.admission._open])
        assert max(sizes) < 500_000


ENDLESS = {
    "headers": (HEAD, b"X-Filler: " + b"x" * 200 + b"\r\n"),
    "one header": (HEAD + b"X-Filler: ", b"x" * 1000),
    "one name": (HEAD, b"x" * 1000),
    "a URL": (b"GET /", b"x" * 1000),
    "a method": (b"", b"X" * 1000),
    "line breaks": (b"", b"\r\n" * 500),
    "trailers": (
        b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
        b"X-Filler: " + b"x" * 200 + b"\r\n",
    ),
    "chunk extensions": (
        b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2;",
        b"x" * 1000,
    ),
    "a refused body": (b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", b"x" * 1000),
    "headers of a handshake": (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
        b"X-Filler: " + b"x" * 200 + b"\r\n",
    ),
}


@pytest.mark.parametrize("endless", ENDLESS.values(), ids=ENDLESS)
def test_R39_requests_have_a_size(server, endless):
    start, piece = endless
    with connected(server) as plain:
        plain.sendall(start)
        assert poured(plain, piece) < 4_000_000
    assert alive(server)


def test_R39_a_head_that_is_too_large_is_told_so(server):
    with connected(server) as plain:
        plain.sendall(HEAD + b"X-Filler: " + b"x" * 20_000)
        assert everything(plain).startswith(b"HTTP/1.1 431 ")


def test_R39_requests_up_to_the_limit_pass_whole_or_in_pieces_or_several_at_once(server):
    head = HEAD + b"X-Filler: " + b"x" * 15_000 + b"\r\n\r\n"
    last = head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with connected(server) as plain:
        for place in range(0, len(head), 777):
            plain.sendall(head[place : place + 777])
        plain.sendall(head * 3 + last)
        assert everything(plain).count(b"HTTP/1.1 200 OK") == 5


def test_R39_few_requests_are_sent_ahead(server):
    with connected(server) as plain:
        plain.sendall((HEAD + b"\r\n") * 150)
        assert everything(plain).count(b"HTTP/1.1 200 OK") < 20
    assert alive(server)


def test_R39_a_client_that_asks_too_often_has_to_connect_again():
    with serving(limits=replace(OPEN, address_requests=Rate(2, 0.01))) as server, connected(server) as plain:
        plain.sendall((HEAD + b"\r\n") * 5)
        found = everything(plain)
        assert (found.count(b"HTTP/1.1 200 "), found.count(b"HTTP/1.1 429 ")) == (2, 1)


def test_R39_an_invalid_handshake_is_not_kept(server):
    with connected(server) as plain:
        many = b"".join(b"X-%d: 1\r\n" % n for n in range(500))
        plain.sendall(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + many + b"\r\n"
        )
        assert b" 101 " not in everything(plain)


SLOW = replace(OPEN, head_seconds=0.3, body_seconds=0.3, slow_seconds=0.5)


@pytest.fixture(scope="module")
def hasty():
    with serving(limits=SLOW) as running:
        yield running


@pytest.mark.parametrize(
    ("start", "answer"),
    [
        (b"", b""),
        (b"GET / HT", b"HTTP/1.1 408 "),
        (HEAD + b"X-Filler: x", b"HTTP/1.1 408 "),
        (b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{", b""),
    ],
    ids=["nothing", "half a line", "half the headers", "half the body"],
)
def test_R39_a_request_has_to_arrive_in_time(hasty, start, answer):
    with connected(hasty) as plain:
        plain.sendall(start)
        assert everything(plain)[:13] == answer


def test_R39_a_second_request_has_to_arrive_in_time_too(hasty):
    with connected(hasty) as plain:
        plain.sendall(HEAD + b"\r\n" + b"GET /hea")
        found = everything(plain)
        assert found.startswith(b"HTTP/1.1 200 OK")
        assert b"HTTP/1.1 408 " in found


@pytest.mark.slow
def test_R39_pages_that_are_not_read_are_dropped(hasty):
    with connected(hasty, read_buffer=4096) as plain:
        plain.sendall(b"GET /static/fonts/sans.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)

        def dropped() -> bool:
            try:
                plain.sendall(b"x")
            except OSError:
                return True
            return False

        until(dropped, "the end of the connection")
        until(lambda: hasty.call(lambda: len(hasty.admission)) == 0)


def test_R39_connections_of_an_address_and_in_all_are_limited_and_given_back():
    def gone() -> bool:
        return server.call(lambda: len(server.admission)) == 0

    for limits, most in (
        (replace(OPEN, address_connections=2, address_http=3), 5),
        (replace(OPEN, connections=3, http=4), 7),
    ):
        with serving(limits=limits) as server:
            for _ in range(2):
                with contextlib.ExitStack() as held:
                    for _ in range(most):
                        held.enter_context(connected(server))
                    with connected(server) as plain:
                        assert everything(plain).startswith(b"HTTP/1.1 429 ")
                until(gone)
            assert alive(server)


def test_R39_connections_of_a_proxy_are_not_those_of_one_client():
    settings = WebSettings(trusted_proxies=("127.0.0.1",), limits=replace(OPEN, address_connections=1, address_http=1))
    with serving(settings) as server, contextlib.ExitStack() as held:
        for _ in range(10):
            held.enter_context(connected(server))
        assert alive(server)


def test_R39_new_sockets_of_an_address_are_limited():
    with serving(limits=replace(OPEN, handshakes=Rate(3, 0.01))) as server:
        for _ in range(3):
            upgraded(server).close()
        answer = httpx.get(f"{server.url}/ws", headers=HANDSHAKE, timeout=LIMIT)
        assert (answer.status_code, answer.text) == (429, "too many new connections from this address; wait a moment\n")
        assert alive(server)


def test_R39_the_addresses_of_an_ipv6_network_count_as_one():
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::") != network_of("2001:db8:1:2::")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("") == ""
    settings = WebSettings(trusted_proxies=("127.0.0.1",), limits=Limits(entries=Rate(2, 0.01)))
    with serving(settings) as server:
        codes = [
            server.browser().post("/api/guest", json={}, headers={"X-Forwarded-For": address}).status_code
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:3", "2001:db8:0:1::1")
        ]
    assert codes == [200, 200, 429, 200]


def test_proxies_are_addresses_and_networks():
    known = Networks(("10.0.0.0/8", "2001:db8::/32", "192.0.2.1"))
    for address, trusted in {"10.1.2.3": True, "192.0.2.1": True, "192.0.2.2": False, "2001:db8::9": True,
                             "unix": False, "": False}.items():  # fmt: skip
        assert (address in known) is trusted
    assert "192.0.2.1" not in Networks(())


def test_a_refused_handshake_is_no_error_in_the_log(caplog):
    with serving(limits=replace(OPEN, handshakes=Rate(1, 0.01))) as server, caplog.at_level(logging.WARNING):
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        for path, more in (("/nowhere", ""), ("/ws", "Origin: https://evil.example\r\n"), ("/ws", ""), ("/ws", "")):
            with connected(server) as plain:
                plain.sendall(
                    f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    f"{key}{more}\r\n".encode()
                )
                assert plain.recv(12) in (b"HTTP/1.1 404", b"HTTP/1.1 403", b"HTTP/1.1 101", b"HTTP/1.1 429")
                plain.shutdown(socket.SHUT_WR)
                everything(plain)
        until(lambda: server.call(lambda: len(server.admission)) == 0)
    assert [record.getMessage() for record in caplog.records] == []
