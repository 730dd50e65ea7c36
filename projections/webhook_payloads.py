"""What webhooks are told of games and seasons: ids and public facts, no names, nothing hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from events import clock
from events.tables import events, origins
from events.webhooks import outbox
from events.webhooks.outbox import Notice
from projections import rights
from projections.tables import findings, fixtures, seasons, summaries

Key = tuple[int, str, int]
"""A finding: the version of its event, its rule, and the how manieth of that rule there."""


class GameNotices:
    """What is new of a game once it is judged further, and who is to be told."""

    def __init__(self, connection: sa.Connection, game: str, first: int) -> None:
        """`first`: the first step to be judged anew."""
        self._connection = connection
        self._game = game
        self._anybody = outbox.anybody(connection)
        if self._anybody:
            self._before = _standing(connection, game)
            self._findings = set(_keys(connection, game, first))
            self._first = first

    def tell(self) -> None:
        """Puts what is new in the read model since then into the outbox."""
        if not self._anybody:
            return
        after = _standing(self._connection, self._game)
        finished = _result(after) not in (None, _result(self._before))
        rows = _keys(self._connection, self._game, 1 if finished else self._first)
        new = {
            key: row
            for key, row in rows.items()
            if key not in self._findings and (row["step"] >= self._first or row["secret"])
        }
        if not new and not finished:
            return
        found = _about(self._connection, self._game)
        if self._first > found["step"]:  # nothing was recorded: an end counts for all from now on
            found["at"] = clock.now()
        if found["parent"] is None:  # what-if lines are nobody's news
            notices = [_finding(found, key, row) for key, row in new.items()]
            notices += [_finished(found, after)] if finished else []
            told = outbox.listeners(self._connection, found["league"])
            outbox.enqueue(self._connection, told, notices, rights.may_see)


def _about(connection: sa.Connection, game: str) -> dict[str, Any]:
    """The game's ruleset, fixture, season, league, parent, and the time of its last event."""
    last = sa.select(events.c.recorded_at).where(events.c.stream == game)
    last = last.order_by(events.c.version.desc()).limit(1)
    query = (
        sa.select(
            summaries.c.game,
            summaries.c.ruleset,
            summaries.c.version,
            summaries.c.step,
            summaries.c.fixture,
            fixtures.c.season,
            fixtures.c.league,
            origins.c.parent,
            last.scalar_subquery().label("at"),
        )
        .join_from(summaries, origins, origins.c.id == summaries.c.game)
        .join(fixtures, fixtures.c.fixture == summaries.c.fixture, isouter=True)
        .where(summaries.c.game == game)
    )
    return dict(connection.execute(query).mappings().one())


def _standing(connection: sa.Connection, game: str) -> dict[str, Any]:
    """How the game stands as far as it is judged; nothing: it is not."""
    row = connection.execute(_STANDING, {"of": game}).mappings().first()
    return {} if row is None else dict(row)


def _result(row: Mapping[str, Any]) -> Any:
    """What makes a result another one; None while there is none for all."""
    if not row.get("open"):
        return None
    return [row[name] for name in ("status", "score", "result", "outcomes")]


def _keys(connection: sa.Connection, game: str, first: int) -> dict[Key, dict[str, Any]]:
    """The findings from a step on that everybody may know of: once it is open, all."""
    rows = connection.execute(_FOUND, {"of": game, "first": first}).mappings()
    seen: Counter[tuple[int, str]] = Counter()
    found = {}
    for row in rows:
        seen[row["version"], row["rule"]] += 1
        key = (row["version"], row["rule"], seen[row["version"], row["rule"]])
        found[key] = dict(row)
    return found


def _ids(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("game", "ruleset", "league", "season", "fixture")}


def _finding(found: Mapping[str, Any], key: Key, row: Mapping[str, Any]) -> Notice:
    version, rule, n = key
    told = {"version": version, "rule": rule} | {k: row[k] for k in ("severity", "citation")}
    return Notice(
        type="finding",
        subject=found["game"],
        cause=f"finding {found['game']} {version} {rule} {n}",
        data=_ids(found) | told,
        stream=found["game"],
        league=found["league"],
        at=found["at"],
    )


def _finished(found: Mapping[str, Any], after: Mapping[str, Any]) -> Notice:
    told = {name: after[name] for name in ("status", "score", "result", "outcomes", "grade")}
    return Notice(
        type="game.finished",
        subject=found["game"],
        cause=f"game.finished {found['game']} {found['version']}",
        data=_ids(found) | told,
        stream=found["game"],
        league=found["league"],
        at=found["at"],
        changes=True,
    )


def tell_of_table(
    connection: sa.Connection, season: str, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Posts that the table of a season is another one now; a team's name is no part of that."""
    league = connection.scalar(sa.select(seasons.c.league).where(seasons.c.season == season))
    if told := outbox.listeners(connection, league):
        outbox.enqueue(connection, told, [_changed(season, league, rows)], rights.may_see)


def _changed(season: str, league: str | None, rows: Iterable[Mapping[str, Any]]) -> Notice:
    table = [{name: row[name] for name in ("place", "team", "played", "points")} for row in rows]
    return Notice(
        type="standings.changed",
        subject=season,
        cause=f"standings.changed {season} {clock.new_id()}",
        data={"league": league, "season": season, "standings": table},
        stream=league or season,
        league=league,
        at=clock.now(),
        changes=True,
    )


# Built once: they run for every judged event while anybody listens.
_STANDING = sa.select(
    *(summaries.c[name] for name in ("status", "open", "score", "result", "outcomes", "grade"))
).where(summaries.c.game == sa.bindparam("of"), summaries.c.checked_version > 0)
_TOLD = ("version", "step", "rule", "severity", "citation", "secret")
_FOUND = (
    sa.select(*(findings.c[name] for name in _TOLD))
    .join(summaries, summaries.c.game == findings.c.game)
    .where(findings.c.game == sa.bindparam("of"), findings.c.step >= sa.bindparam("first"))
    .where(sa.or_(sa.not_(findings.c.secret), summaries.c.open))
    .order_by(findings.c.version, findings.c.n)
)
