"""The REST API, one module a resource."""

from __future__ import annotations

from api.rest import events, games, options, replay, state

PREFIX = "/api/v1"

RESOURCES = (
    games.blueprint,
    events.blueprint,
    state.blueprint,
    options.blueprint,
    replay.blueprint,
)
"""Every resource under PREFIX, in the order of the documentation."""
