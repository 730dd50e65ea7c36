"""What the server counts of itself."""

from __future__ import annotations

from time import perf_counter

from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram

_NAME = "gametape-metrics"


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


def registry() -> CollectorRegistry:
    """The registry of the present application."""
    return metrics().registry


def metrics() -> Metrics:
    """The counters of the present application."""
    found: Metrics = current_app.extensions[_NAME]
    return found


def count(app: Flask) -> None:
    """Counts the requests of `app`."""
    counters = app.extensions[_NAME] = Metrics()
    children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def begin() -> None:
        g.began = perf_counter()

    def end(response: Response) -> Response:
        endpoint = request.endpoint or "none"
        key = (request.method, endpoint, response.status_code)
        if key not in children:
            requests = counters.requests.labels(request.method, endpoint, response.status_code)
            children[key] = (requests, counters.seconds.labels(endpoint))
        requests, seconds = children[key]
        requests.inc()
        seconds.observe(perf_counter() - g.began)
        return response

    app.before_request(begin)
    app.after_request(end)
