"""Metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class _Sent(Collector):
    """Reports the number of frames sent."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily("seventh_frames_sent", "Frames sent to clients", value=self._metrics.sent)


class Metrics:
    """The metrics of one application."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = known = CollectorRegistry()
        self.requests = Counter("seventh_http_requests", "HTTP requests", ("method", "status"), registry=known)
        self.request_seconds = Histogram(
            "seventh_http_request_seconds", "Duration of HTTP requests", buckets=_FAST, registry=known
        )
        self.connections = Gauge("seventh_connections", "Open WebSocket connections", registry=known)
        frames = Counter("seventh_frames_received", "Frames received from clients", ("do",), registry=known)
        self._frames = cache(frames.labels)
        self.sent = 0
        """Frames sent: a plain integer, since there are thousands a second."""
        known.register(_Sent(self))
        self.merged = Counter(
            "seventh_frames_merged", "Frames replaced by newer ones before a slow client read them", registry=known
        )
        self.refused = Counter("seventh_refused", "Refused requests", ("code",), registry=known)
        self.dropped = Counter("seventh_dropped", "Connections closed by the server", ("why",), registry=known)
        self.answer_seconds = Histogram(
            "seventh_action_answer_seconds",
            "Time from an action's arrival to its answer, including the commit and the views of everybody at the table",
            buckets=_FAST,
            registry=known,
        )
        self.commit_seconds = Histogram(
            "seventh_commit_seconds", "Time from requesting a change until it is on disk", buckets=_FAST,
            registry=known,
        )  # fmt: skip

    def received(self, do: object) -> None:
        """Count a frame from a client."""
        self._frames(do).inc()

    def gauge(self, name: str, about: str, value: object) -> None:
        """Register a gauge that is evaluated when scraped."""
        Gauge(name, about, registry=self.registry).set_function(value)  # type: ignore[arg-type]

    def text(self) -> bytes:
        return bytes(generate_latest(self.registry))  # type: ignore[no-untyped-call]
