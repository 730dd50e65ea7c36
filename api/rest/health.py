"""Whether the server lives, whether it can record, and its numbers."""

from __future__ import annotations

from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from api.access.callers import caller
from api.http import metrics
from api.http.messages import answer
from api.http.openapi import Blueprint
from api.schemas import Ready
from api.services import services

blueprint = Blueprint("health", __name__, description="Health of the server")


@blueprint.route("/healthz", methods=["GET"])
@blueprint.answers(200, {"type": "object"})
@blueprint.open()
def show_health() -> Response:
    """Whether the process answers"""
    return answer({"alive": True})


@blueprint.route("/readyz", methods=["GET"])
@blueprint.answers(200, Ready)
@blueprint.open()
def show_readiness() -> Response:
    """Whether the server can record

    The body says also whether Redis and workers are there, and how far these lag behind;
    recording needs neither. What is damaged is set aside, and all else goes on.
    """
    here = services()
    here.store.stream("readiness")
    damaged = here.set_aside.all()
    told = damaged if caller().role == "admin" else []
    health = here.queue.health()
    return answer(Ready(ready=True, **health, damaged=len(damaged), set_aside=told))


@blueprint.route("/metrics", methods=["GET"])
@blueprint.answers(200, {"type": "string"}, media="text/plain")
@blueprint.open()
def show_metrics() -> Response:
    """Counters and durations for Prometheus"""
    return Response(generate_latest(metrics.registry()), content_type=CONTENT_TYPE_LATEST)
