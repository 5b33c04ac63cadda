"""What whoever runs the room may choose about its web side."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from seventh.room.settings import RoomSettings


class BadSetting(ValueError):
    """A setting that cannot be used; the message is the one line to show."""


@dataclass(frozen=True)
class Rate:
    """How often something may be done: so many at once, and so many more with every second."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """How much one connection, account or address may ask for (R34)."""

    frame_bytes: int = 16_384
    """The largest frame that a client may send."""
    body_bytes: int = 65_536
    """The largest body of a request."""
    frames: Rate = Rate(60, 30)
    """Frames of one connection."""
    account_frames: Rate = Rate(120, 60)
    """Frames of one account, over all of its connections."""
    address_frames: Rate = Rate(1200, 600)
    requests: Rate = Rate(120, 40)
    """HTTP requests of one account."""
    address_requests: Rate = Rate(300, 100)
    entries: Rate = Rate(20, 0.2)
    """New guests, registrations and log-ins from one address; a password costs the server work too."""
    account_connections: int = 8
    address_connections: int = 64
    connections: int = 5000
    """Of everybody together."""
    watched: int = 16
    """Tables that one connection may watch."""
    strikes: int = 60
    """Refusals of a connection within ten seconds after which it is closed."""
    waiting: int = 64
    """Answers that may wait for a slow reader."""
    waiting_events: int = 400
    """Events of one table that are kept for a slow reader; beyond that it sees a gap."""
    slow_seconds: float = 15.0
    """How long a reader may leave a frame unread before the connection is dropped."""
    hello_seconds: float = 10.0
    """How long a connection may wait before it says hello."""
    ping_interval: float = 20.0
    ping_timeout: float = 20.0


def limits_of(room: RoomSettings) -> Limits:
    """The limits that whoever runs the room has chosen."""
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
    """Where the room is reached, and by whom."""

    public_url: str = ""
    """The address people type, if it is not the server's own; decides about Origin and Secure cookies."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed; none by default."""
    notices: tuple[str, ...] = ()
    """Lines that stand on every page, such as an age limit and a help line."""
    limits: Limits = field(default_factory=lambda: limits_of(RoomSettings()))
    metrics_open: bool = False
    """Whether /metrics answers to addresses other than this machine's."""

    def __post_init__(self) -> None:
        if self.public_url:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
                raise BadSetting(
                    f"the public URL is {self.public_url!r}; write it as https://cards.example.org, without a path"
                )

    @property
    def secure(self) -> bool:
        """Whether people reach the room by https, so that cookies must never travel otherwise."""
        return self.public_url.startswith("https:")
