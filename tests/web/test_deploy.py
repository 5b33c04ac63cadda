"""The examples in deploy/: each is checked by the program it is for, and a round is played through each proxy.

nginx, Caddy and systemd are not installed for the tests; what is missing is skipped.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from seventh.room.store.schema import web_sessions
from seventh.web.autoplay import play
from seventh.web.client import connect
from seventh.web.settings import WebSettings
from tests.waiting import LIMIT, soon
from tests.web.serving import Server, serving

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer"))


def needs(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


# systemd.


def test_units_are_valid_and_call_what_is_there(tmp_path: Path) -> None:
    verify = needs("systemd-analyze")
    assert len(UNITS) == 5
    for name in UNITS:
        text = (DEPLOY / name).read_text()
        for command in re.findall(r"^ExecStart=/opt/seventh/(\S+)", text, re.MULTILINE):
            assert os.access(ROOT / command, os.X_OK), command
        text = text.replace("/opt/seventh/", f"{ROOT}/").replace("User=seventh", "User=root")
        (tmp_path / name).write_text(text.replace("Group=seventh", "Group=root"))
    done = subprocess.run([verify, "verify", *(str(tmp_path / name) for name in UNITS)], capture_output=True, text=True)
    about_ours = [line for line in done.stderr.splitlines() if "seventh" in line]
    assert about_ours == []
    assert done.returncode == 0, done.stderr


def test_the_service_passes_options_that_serve_has() -> None:
    said = subprocess.run([sys.executable, "-m", "seventh", "serve", "--help"], capture_output=True, text=True).stdout
    texts = [(DEPLOY / name).read_text() for name in ("seventh.service", "Containerfile")]
    options = {option for text in texts for option in re.findall(r"(?<=[ \"])--[a-z-]+", text)}
    of_others = {"--system", "--uid", "--home-dir", "--shell", "--no-cache-dir", "--require-hashes", "--only-binary",
                 "--interval", "--timeout", "--start-period", "--name"}  # fmt: skip
    wanted = {option.replace("--no-browser", "--browser") for option in options - of_others}
    assert {"--data", "--key", "--anchor", "--public-url", "--trusted-proxy"} <= wanted
    assert all(option in said for option in wanted), wanted


@pytest.mark.slow
def test_backup_and_drill(tmp_path: Path) -> None:
    """Three backups of which two are kept, and the newest is restored and audited."""
    command = tmp_path / "seventh"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m seventh "$@"\n')
    command.chmod(0o700)
    where = {
        **os.environ,
        "SEVENTH": str(command),
        "DATA": str(tmp_path / "room"),
        "BACKUPS": str(tmp_path / "backups"),
        "KEEP": "2",
    }
    with serving(data=tmp_path / "room"):
        (tmp_path / "backups").mkdir()
        for old in ("room-2026-01-01T000000Z.db", "room-2026-01-02T000000Z.db"):
            (tmp_path / "backups" / old).write_bytes(b"old")
        subprocess.run([DEPLOY / "seventh-backup"], env=where, check=True)
        kept = sorted(path.name for path in (tmp_path / "backups").iterdir())
        assert kept[0] == "room-2026-01-02T000000Z.db"
        assert len(kept) == 2
        done = subprocess.run([DEPLOY / "seventh-drill"], env=where, check=True, capture_output=True, text=True)
    assert "WRONG" not in done.stdout
    assert done.stdout.endswith(f"The backup {tmp_path}/backups/{kept[1]} can be restored.\n")


def test_the_container_file_copies_what_is_there_and_does_not_run_as_root() -> None:
    """There is no container builder here, so only what can be read is tested; `test_wheel.py` installs the same
    packages in an empty environment."""
    lines = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text()).splitlines()
    steps = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    kinds = [kind for kind, _ in steps]
    assert kinds[0] == "FROM"
    assert set(kinds) <= {
        "FROM",
        "RUN",
        "COPY",
        "ENV",
        "USER",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "ENTRYPOINT",
    }
    for kind, words in steps:
        if kind == "COPY":
            *sources, _ = words.split()
            assert all((ROOT / source).exists() for source in sources)
    assert dict(steps)["USER"] == "10001:10001"
    assert kinds.index("USER") < kinds.index("ENTRYPOINT")
    assert kinds.index("USER") > max(number for number, kind in enumerate(kinds) if kind == "RUN")
    environment = dict(pair.split("=") for pair in dict(steps)["ENV"].split())
    assert environment["SEVENTH_KEY_FILE"].startswith("/custody/")
    assert environment["SEVENTH_ANCHOR"].startswith("/custody/")


# Proxies.


def free_port() -> int:
    with socket.socket() as trying:
        trying.bind(("127.0.0.1", 0))
        return int(trying.getsockname()[1])


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A certificate for localhost that this process trusts, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, plain)
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(files[0]))
    return files


def nginx(folder: Path, port: int, behind: str, certificate: tuple[Path, Path]) -> list[str]:
    """The example with the addresses of the test, checked; returns the command that runs it."""
    program = needs("nginx")
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}").replace(
        "listen 80", f"listen 127.0.0.1:{free_port()}"
    )
    text = re.sub(r"\n *listen \[::\].*", "", text).replace("cards.example.org;", "localhost;")
    text = re.sub(r"(ssl_certificate) .*;", rf"\1 {certificate[0]};", text)
    text = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {certificate[1]};", text)
    text = text.replace("http://127.0.0.1:8777", behind)
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "all.conf").write_text(
        f"daemon off; error_log stderr; pid {folder}/nginx.pid;\n"
        f"events {{}}\nhttp {{ access_log off;\n{places}{text}\n}}\n"
    )
    command = [program, "-p", str(folder), "-c", str(folder / "all.conf")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    return command


def caddy(folder: Path, port: int, behind: str, certificate: tuple[Path, Path]) -> list[str]:
    program = needs("caddy")
    text = (DEPLOY / "Caddyfile").read_text()
    ours = f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate[0]} {certificate[1]}"
    text = text.replace("cards.example.org {", ours).replace("127.0.0.1:8777", behind.removeprefix("http://"))
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}")
    subprocess.run([program, "validate", "--adapter", "caddyfile", "--config", file], check=True, capture_output=True)
    return [program, "run", "--adapter", "caddyfile", "--config", str(file)]


@contextmanager
def running(command: list[str], port: int, home: Path) -> Iterator[None]:
    process = subprocess.Popen(command, env={**os.environ, "HOME": str(home)}, stderr=subprocess.DEVNULL)

    def answers() -> bool:
        assert process.poll() is None, "the proxy does not start"
        with socket.socket() as trying:
            return trying.connect_ex(("127.0.0.1", port)) == 0

    try:
        asyncio.run(asyncio.wait_for(_until(answers), LIMIT))
        yield
    finally:
        process.terminate()
        process.wait(LIMIT)


async def _until(answers: object) -> None:
    await soon(answers, "the proxy")  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [nginx, caddy], ids=lambda proxy: proxy.__name__)
def test_R31_a_round_is_played_through_the_proxy(proxy: object, tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    port = free_port()
    url = f"https://localhost:{port}"
    with serving(WebSettings(public_url=url, trusted_proxies=("127.0.0.1",))) as server:
        command = proxy(tmp_path, port, server.url, certificate)  # type: ignore[operator]
        with running(command, port, tmp_path):
            through(server, url)


def through(server: Server, url: str) -> None:
    client = httpx.Client(
        base_url=url, timeout=LIMIT, transport=httpx.HTTPTransport(local_address="127.0.0.2", verify=True)
    )
    with client:
        home = client.get("/")
        assert home.status_code == 200
        assert "strict-transport-security" in home.headers
        assert "content-encoding" not in home.headers
        # The room knows the address of the client, and not the one that the client claims.
        entered = client.post("/api/guest", json={}, headers={"X-Forwarded-For": "203.0.113.9"})
        assert entered.status_code == 200
        assert "__Host-" in entered.headers["set-cookie"]
        with server.room.store.reading() as connection:
            addresses = {row.address for row in connection.execute(web_sessions.select())}
        assert addresses == {"127.0.0.2"}
        assert client.get("/metrics").status_code == 403
        assert "Play chips" not in client.get("/", headers={"Host": "other.example.org"}).text
        assert client.get("/healthz").json()["ok"]
    token = server.guest()

    async def round_by_socket() -> int:
        async with connect(url, token) as player:
            seat = httpx.post(
                f"{url}/api/seat",
                json={"game": "high-card-flush", "buy_in": 30_000},
                headers={"Authorization": f"Bearer {token}"},
                timeout=LIMIT,
            ).json()
            await player.watch(seat["table"])
            return await play(player, seat["table"], 1, lambda _: 0)

    assert asyncio.run(asyncio.wait_for(round_by_socket(), LIMIT)) >= 2, "a wager and a decision"
