"""Figures about the running server, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class _Sent(Collector):
    """Shows the number of frames that were sent."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily("seventh_frames_sent", "Frames to clients", value=self._metrics.sent)


class Metrics:
    """Each application has its own."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = known = CollectorRegistry()
        self.requests = Counter("seventh_http_requests", "HTTP requests", ("method", "status"), registry=known)
        self.request_seconds = Histogram(
            "seventh_http_request_seconds", "Time of an HTTP request", buckets=_FAST, registry=known
        )
        self.connections = Gauge("seventh_connections", "Open sockets", registry=known)
        frames = Counter("seventh_frames_received", "Frames from clients", ("do",), registry=known)
        self._frames = cache(frames.labels)
        self.sent = 0
        """Frames to clients: a plain number, since there are thousands a second."""
        known.register(_Sent(self))
        self.merged = Counter("seventh_frames_merged", "Frames replaced before a slow reader took them", registry=known)
        self.refused = Counter("seventh_refused", "Asks that were refused", ("code",), registry=known)
        self.dropped = Counter("seventh_dropped", "Connections that the server ended", ("why",), registry=known)
        self.answer_seconds = Histogram(
            "seventh_action_answer_seconds",
            "From an action's arrival to its answer, the commit and the views of everybody at the table included",
            buckets=_FAST,
            registry=known,
        )
        self.commit_seconds = Histogram(
            "seventh_commit_seconds", "From asking storage for a change until it is on the disk", buckets=_FAST,
            registry=known,
        )  # fmt: skip

    def received(self, do: object) -> None:
        """A frame from a client."""
        self._frames(do).inc()

    def gauge(self, name: str, about: str, value: object) -> None:
        """A figure that is read when somebody asks."""
        Gauge(name, about, registry=self.registry).set_function(value)  # type: ignore[arg-type]

    def text(self) -> bytes:
        return bytes(generate_latest(self.registry))  # type: ignore[no-untyped-call]
