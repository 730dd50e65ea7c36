"""Every resource of the REST API, in the order of the documentation."""

from __future__ import annotations

from api.rest import boxes, feed, health, people, rulesets, session, tokens, webhooks
from api.rest.games import (
    archive,
    branches,
    confirmations,
    events,
    games,
    live,
    options,
    picture,
    preview,
    replay,
    state,
    timeline,
    verdicts,
)
from api.rest.leagues import leagues, season_statistics, seasons

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
    preview.blueprint,
    branches.blueprint,
    confirmations.blueprint,
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
"""Those under PREFIX."""

AT_ROOT = (health.blueprint,)
