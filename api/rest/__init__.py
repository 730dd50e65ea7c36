"""The REST API, one module a resource."""

from __future__ import annotations

from api.rest import (
    archive,
    boxes,
    branches,
    events,
    feed,
    games,
    health,
    leagues,
    live,
    options,
    people,
    picture,
    replay,
    rulesets,
    season_statistics,
    seasons,
    session,
    state,
    supposing,
    timeline,
    tokens,
    verdicts,
    webhooks,
)

PREFIX = "/api/v1"

RESOURCES = (
    games.blueprint,
    events.blueprint,
    live.blueprint,
    state.blueprint,
    options.blueprint,
    timeline.blueprint,
    replay.blueprint,
    picture.blueprint,
    verdicts.blueprint,
    supposing.blueprint,
    branches.blueprint,
    archive.blueprint,
    feed.blueprint,
    rulesets.blueprint,
    boxes.blueprint,
    leagues.blueprint,
    seasons.blueprint,
    season_statistics.blueprint,
    people.blueprint,
    tokens.blueprint,
    webhooks.blueprint,
    session.blueprint,
)
"""Every resource under PREFIX, in the order of the documentation."""

AT_ROOT = (health.blueprint,)
