"""Settings of the web server."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from seventh.room.settings import RoomSettings


class BadSetting(ValueError):
    """An invalid setting; the message is one line."""


@dataclass(frozen=True)
class Rate:
    """A rate limit: the size of a burst, and the sustained rate per second."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class LabLimits:
    """Limits of the computations for the lab's pages (R39)."""

    processes: int = 2
    """How many compute at the same time; started when needed."""
    queue: int = 32
    """How many computations may wait."""
    questions: Rate = Rate(60, 6)
    """New computations per address."""
    address_questions: int = 10
    """How many computations of an address may run or wait at the same time."""
    patience: float = 0.8
    """How long a request waits before it is answered with the progress, in seconds."""
    forgotten: float = 8.0
    """After how many seconds without being asked for a computation is given up."""
    longest: float = 300.0
    """The longest computation, in seconds."""
    idle: float = 600.0
    """After how many seconds without work the processes end."""


@dataclass(frozen=True)
class Limits:
    """Limits per connection, account and address (R34, R39). The addresses of an IPv6 /64 network count as one."""

    frame_bytes: int = 16_384
    """Maximum size of a client frame."""
    head_bytes: int = 16_384
    """Maximum size of a request's URL and headers."""
    body_bytes: int = 65_536
    """Maximum size of a request body."""
    upload_bytes: int = 262_144
    """Maximum size of a request with a file to replay."""
    head_seconds: float = 10.0
    """How long a request's URL and headers may take to arrive, and how long a new connection may be silent."""
    body_seconds: float = 20.0
    """How long a request's body may take to arrive."""
    frames: Rate = Rate(60, 30)
    """Frames per connection."""
    account_frames: Rate = Rate(120, 60)
    """Frames per account, over all its connections."""
    address_frames: Rate = Rate(1200, 600)
    control_frames: Rate = Rate(60, 5)
    """Pings, pongs and fragments per connection; more end it."""
    handshakes: Rate = Rate(250, 20)
    """New WebSocket connections per address."""
    requests: Rate = Rate(120, 40)
    """HTTP requests per account."""
    address_requests: Rate = Rate(300, 100)
    static_requests: Rate = Rate(1000, 200)
    """Requests per address for files that are the same for everybody, which browsers keep."""
    entries: Rate = Rate(20, 0.2)
    """New guests, registrations and logins per address; hashing a password is expensive."""
    replays: Rate = Rate(20, 0.5)
    """Files replayed per address."""
    account_connections: int = 8
    address_connections: int = 64
    connections: int = 5000
    """Total number of WebSocket connections."""
    address_http: int = 100
    """How many connections an address may have besides its WebSockets."""
    http: int = 1000
    """Total number of connections besides WebSockets."""
    watched: int = 16
    """Maximum number of tables a connection may watch."""
    strikes: int = 60
    """Refusals within ten seconds after which a connection is closed."""
    waiting: int = 64
    """Maximum number of queued answers for a slow client."""
    waiting_events: int = 400
    """Maximum number of queued events per table for a slow client; beyond that it sees a gap."""
    slow_seconds: float = 15.0
    """How long a client may leave a frame unread before the connection is dropped."""
    hello_seconds: float = 10.0
    """How long a connection may take to send `hello`."""
    lab: LabLimits = LabLimits()
    ping_interval: float = 20.0
    ping_timeout: float = 20.0

    @property
    def most_bytes(self) -> int:
        """Maximum size of any request body."""
        return max(self.body_bytes, self.upload_bytes)


def limits_of(room: RoomSettings) -> Limits:
    """The limits from the room's settings."""
    return Limits(
        frame_bytes=room.frame_bytes,
        frames=Rate(room.asks_burst, room.asks_per_second),
        account_frames=Rate(2 * room.asks_burst, room.account_asks_per_second),
        entries=Rate(20, room.accounts_per_hour / 3600),
        address_connections=room.address_connections,
        waiting=room.outgoing_frames,
    )


@dataclass(frozen=True)
class WebSettings:
    """Settings of the web server."""

    public_url: str = ""
    """The URL people use, if it is not the server's own address; determines the Origin check and Secure cookies."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies (addresses or networks) whose X-Forwarded-For and X-Forwarded-Proto are trusted; none by default."""
    notices: tuple[str, ...] = ()
    """Lines shown on every page, such as an age limit and a helpline."""
    limits: Limits = field(default_factory=lambda: limits_of(RoomSettings()))
    metrics_open: bool = False
    """Whether /metrics is available to other machines."""

    def __post_init__(self) -> None:
        if self.public_url:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
                raise BadSetting(
                    f"the public URL is {self.public_url!r}; write it as https://cards.example.org, without a path"
                )

    @property
    def secure(self) -> bool:
        """Whether the public URL is HTTPS, so that cookies must be Secure."""
        return self.public_url.startswith("https:")
