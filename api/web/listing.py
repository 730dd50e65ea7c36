"""The games that a caller may know of, newest first, by what the game list's form asks for."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from api import access
from api.auth import Caller
from api.services import Services
from events.tables import streams
from projections.readmodel import summaries


def games(
    here: Services, asking: Caller, asked: Mapping[str, str], page: int, size: int
) -> tuple[list[str], int]:
    """The ids of a page of games, and how many there are on all pages.

    `asked` may hold `ruleset`, `status`, and `q`: words that ids, names or teams contain.
    """
    joined = streams.outerjoin(summaries, summaries.c.game == streams.c.id)
    found = sa.select(streams.c.id).select_from(joined).where(streams.c.kind == "game")
    found = found.where(access.all_seen(here, asking))
    for key in ("ruleset", "status"):
        if value := asked.get(key):
            found = found.where(summaries.c[key] == value)
    for part in asked.get("q", "").lower().split():
        found = found.where(summaries.c.names.contains(part, autoescape=True))
    newest = found.order_by(streams.c.created_at.desc(), streams.c.id.desc())
    with here.engine.connect() as connection:
        total = connection.scalar(sa.select(sa.func.count()).select_from(found.subquery())) or 0
        ids = connection.scalars(newest.limit(size).offset(min((page - 1) * size, total)))
        return list(ids), total
