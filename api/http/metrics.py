"""What the server counts of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Any

from flask import Flask, Response, current_app, request
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""Those that are counted by name; who invents others adds no number."""

_NAME = "gametape-metrics"
_BEGAN = "gametape.began"


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        """Makes a registry of its own, so that several applications count apart."""
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "gametape_requests",
            "Requests answered",
            ["method", "endpoint", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "gametape_request_seconds",
            "Time until an answer begins",
            ["endpoint"],
            registry=self.registry,
        )
        self.appended = Counter(
            "gametape_events_appended", "Events recorded", registry=self.registry
        )


class Refereeing(Collector):
    """How the referee is, asked when somebody looks at the numbers."""

    def __init__(self, health: Callable[[], Mapping[str, float]]) -> None:
        """`health` gives `redis`, `workers`, `waiting` and `lag`."""
        self._health = health

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The numbers of now."""
        found = self._health()
        for name, what in (
            ("redis", "Whether Redis answers"),
            ("workers", "Workers that live"),
            ("waiting", "Games that wait for the referee"),
            ("lag", "Seconds that the longest waiting of them waits"),
        ):
            yield GaugeMetricFamily(f"gametape_referee_{name}", what, float(found[name]))


def registry() -> CollectorRegistry:
    """The registry of the present application."""
    return metrics().registry


def metrics() -> Metrics:
    """The counters of the present application."""
    found: Metrics = current_app.extensions[_NAME]
    return found


def count(app: Flask, health: Callable[[], Mapping[str, Any]]) -> None:
    """Counts the requests of `app`; `health` says how the referee is."""
    counters = app.extensions[_NAME] = Metrics()
    counters.registry.register(Refereeing(health))
    inner = app.wsgi_app
    known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def begin(environ: dict[str, Any], start_response: Any) -> Any:
        environ[_BEGAN] = perf_counter()
        return inner(environ, start_response)

    def end(response: Response) -> Response:
        method = request.method if request.method in METHODS else "other"
        key = (method, request.endpoint or "none", response.status_code)
        if key not in known:
            known[key] = (counters.requests.labels(*key), counters.seconds.labels(key[1]))
        requests, seconds = known[key]
        requests.inc()
        seconds.observe(perf_counter() - request.environ[_BEGAN])
        return response

    app.wsgi_app = begin  # type: ignore[method-assign]
    app.after_request(end)
