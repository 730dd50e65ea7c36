"""The streams of which there is more in the log than in the read model.

They are found by what is new: positions since the last look, rows of other code. What was up to
date then and has nothing new is not looked at, however much of it there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from events import clock
from events.database import writing
from events.tables import events, origins, streams
from projections.kit.find import code_version, rulesets
from projections.tables import leagues, looked, news, summaries

AT_ONCE = 500
"""Streams looked up in one go; databases limit how many values a statement has."""

MARGIN = timedelta(hours=1)
"""How long before the last look a branch without events may have been made that it did not see."""


def behind(engine: sa.Engine, kind: str) -> list[str]:
    """The streams of a kind (`game`, `league`) that are behind their logs, the oldest first.

    Games also where other code judged them.
    """
    query = (
        sa.select(news.c.stream)
        .join(origins, origins.c.id == news.c.stream)
        .where(news.c.kind == kind)
        .order_by(origins.c.created_at, origins.c.id)
    )
    with writing(engine) as connection:
        _look(connection)
        return list(connection.scalars(query))


def _look(connection: sa.Connection) -> None:
    """Brings the table `news` up to the log."""
    last = connection.execute(sa.select(looked)).first()
    position = connection.scalar(sa.select(sa.func.max(events.c.position))) or 0
    seen = {"position": position, "at": clock.now()}
    if last is None:
        found = [sa.select(origins.c.id, origins.c.kind)]
        connection.execute(looked.insert().values(id=1, **seen))
    else:
        moved = connection.scalars(_MOVED, {"last": last.position, "now": position}).all()
        found = [*_those(moved), _branches(last.at), *_judged_otherwise()]
        if position != last.position:
            connection.execute(looked.update().values(seen))
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for some in found:
        entry = insert(news).from_select(["stream", "kind"], some.where(sa.true()))
        connection.execute(entry.on_conflict_do_nothing())
    for up_to_date in (_judged(), _taken_in()):
        connection.execute(news.delete().where(news.c.stream.in_(up_to_date)))


_MOVED = (
    sa.select(events.c.stream)
    .where(events.c.position > sa.bindparam("last"), events.c.position <= sa.bindparam("now"))
    .distinct()
)
"""The streams with events after one position up to another."""


def _those(moved: Sequence[str]) -> Iterator[sa.Select[Any]]:
    for start in range(0, len(moved), AT_ONCE):
        some = origins.c.id.in_(moved[start : start + AT_ONCE])
        yield sa.select(origins.c.id, origins.c.kind).where(some)


def _branches(at: str) -> sa.Select[Any]:
    """The branches that are new since then: one may begin without events of its own."""
    since = clock.stamp(datetime.fromisoformat(at) - MARGIN)
    branch = origins.c.kind == "game", origins.c.parent.is_not(None), origins.c.created_at >= since
    return sa.select(origins.c.id, origins.c.kind).where(*branch)


def _judged_otherwise() -> Iterator[sa.Select[Any]]:
    """The games that are entered and not judged, or judged by code that is not the present one."""
    game = sa.select(summaries.c.game, sa.literal("game"))
    yield game.where(summaries.c.checked_version == sa.literal_column("0"))
    for ruleset in rulesets():
        of_ruleset, code = summaries.c.ruleset == ruleset, code_version(ruleset)
        # Two ranges of the index; "another one" would be all of it.
        yield game.where(of_ruleset, summaries.c.code < code)
        yield game.where(of_ruleset, summaries.c.code > code)


def _judged() -> sa.Select[Any]:
    """The games among the news that are judged up to their logs, by the present code."""
    present = [
        sa.and_(summaries.c.ruleset == ruleset, summaries.c.code == code_version(ruleset))
        for ruleset in rulesets()
    ]
    return (
        sa.select(news.c.stream)
        .join(summaries, summaries.c.game == news.c.stream)
        .join(streams, streams.c.id == news.c.stream)
        .where(summaries.c.checked_version == streams.c.version, sa.or_(sa.false(), *present))
    )


def _taken_in() -> sa.Select[Any]:
    """The leagues among the news whose tables are up to their logs."""
    return (
        sa.select(news.c.stream)
        .join(leagues, leagues.c.league == news.c.stream)
        .join(streams, streams.c.id == news.c.stream)
        .where(leagues.c.version == streams.c.version)
    )
