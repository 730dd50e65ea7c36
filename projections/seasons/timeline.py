"""The tables of a season that follow its games: course, form, meetings, records, the games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from projections.seasons.context import Season, amount
from projections.seasons.sql import summed
from projections.statistics.contributions import UNIT, is_entered
from projections.statistics.form import Line, forms, meetings
from projections.statistics.tables import Course, Form, Game, Meeting, Record
from projections.tables import season_games, season_totals, teams

_G = season_games.c
_T = season_totals.c

RECENT = 30
"""Games of each team that are looked at for its form."""

KEPT = 16
"""Seasons of which a table that takes long is kept in memory."""


@lru_cache(KEPT)
def course(
    season: Season, most: int | None = None, *, points_alone: bool = False
) -> Sequence[Course]:
    """Where each team stood after each round, in at most about `most` rounds evenly chosen.

    `points_alone` leaves out luck and scores, for it is faster. Kept until the season changes.
    """
    rounds, width = _rounds(season, most)
    # Literals: PostgreSQL does not know two parameters for the same when it groups.
    wide = sa.literal_column(str(width), sa.Integer)
    bucket = (sa.cast(_T.who, sa.Integer) + wide - sa.literal_column("1", sa.Integer)) // wide
    sums = [summed(_T[name]).label(f"{name}_") for name in ("count", "value", "expected", "luck")]
    levels = ("points",) if points_alone else ("points", "round")
    query = (
        sa.select(_T.team, bucket.label("bucket"), _T.kind, *sums)
        .where(_T.season == season.id, _T.level.in_(levels), _T.games > 0)
        .group_by(_T.team, bucket, _T.kind)
        .order_by(bucket)
    )
    standing: defaultdict[str, _Standing] = defaultdict(_Standing)
    last: dict[tuple[int, str], Course] = {}
    with season.engine.connect() as connection:
        for row in connection.execute(query):
            own = standing[row.team]
            own.add(season, row)
            number = min(row.bucket * width, rounds)
            last[row.bucket, row.team] = own.after(season, row.team, number)
    return tuple(last.values())


class _Standing:
    """A team's sums as the season goes on."""

    def __init__(self) -> None:
        self.games, self.points = 0, 0.0
        self.luck: int | None = None
        self.scored: int | None = None
        self.expected: int | None = None

    def add(self, season: Season, row: sa.Row[Any]) -> None:
        """Adds a round's row of one kind."""
        what, _, outcome = row.kind.partition(":")
        if what == "outcome":
            self.games += row.count_
            self.points += season.points(outcome) * row.count_
        elif what == "luck":
            self.luck = (self.luck or 0) + row.luck_
        else:
            self.scored = (self.scored or 0) + row.value_
            self.expected = (self.expected or 0) + row.expected_

    def after(self, season: Season, team: str, number: int) -> Course:
        """The sums after a round."""
        return Course(
            round=number,
            team=team,
            name=season.team(team),
            games=self.games,
            points=self.points,
            luck=amount(self.luck),
            scored=amount(self.scored),
            expected=amount(self.expected),
        )


def _rounds(season: Season, most: int | None) -> tuple[int, int]:
    """The last round, and how many rounds go into one."""
    query = sa.select(sa.func.max(_G.round)).where(_G.season == season.id)
    with season.engine.connect() as connection:
        last = connection.scalar(query) or 0
    return last, 1 if most is None else max(1, -(-last // most))


@lru_cache(KEPT)
def lines(season: Season) -> Sequence[Line]:
    """Who came to what, in the order of the games; kept until the season changes."""
    query = (
        sa.select(_G.game, _G.team, _G.outcome, _G.score)
        .where(_G.season == season.id, _G.outcome.is_not(None))
        .order_by(_G.began, _G.game, _G.side)
    )
    with season.engine.connect() as connection:
        return tuple(
            Line(game, team, outcome, season.points(outcome), score)
            for game, team, outcome, score in connection.execute(query)
        )


def form(season: Season) -> list[Form]:
    """Each team's form and streaks."""
    return forms(lines(season), season.names)


def form_now(season: Season) -> list[Form]:
    """As `form`, seen from each team's last RECENT games: no streak is longer than that."""
    with season.engine.connect() as connection:
        since = min(connection.scalars(_since(season)), default="")
        query = (
            sa.select(_G.game, _G.team, _G.outcome, _G.score)
            .where(_G.season == season.id, _G.began >= since, _G.outcome.is_not(None))
            .order_by(_G.began, _G.game, _G.side)
        )
        found = [
            Line(game, team, outcome, season.points(outcome), score)
            for game, team, outcome, score in connection.execute(query)
        ]
    return forms(found, season.names)


def _since(season: Season) -> sa.Select[Any]:
    """When each team's RECENT-th last game began, "" where it has played fewer."""
    nth = (
        sa.select(_G.began)
        .where(_G.season == season.id, _G.team == teams.c.team, _G.outcome.is_not(None))
        .order_by(_G.began.desc())
        .limit(1)
        .offset(RECENT - 1)
        .scalar_subquery()
    )
    return sa.select(sa.func.coalesce(nth, "")).where(teams.c.season == season.id)


@lru_cache(KEPT)
def head_to_head(season: Season, team: str | None = None) -> Sequence[Meeting]:
    """Each team's games with each other one, or one team's; kept until the season changes."""
    query = sa.select(_T.team, _T.who, _T.kind, _T["count"].label("count_")).where(
        _T.season == season.id, _T.level == "meeting", _T.games > 0
    )
    met: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    with season.engine.connect() as connection:
        for own, other, kind, count in connection.execute(query):
            met[own, other][kind.removeprefix("outcome:")] = count
    found = meetings(met, season.points, season.names)
    return tuple(one for one in found if team is None or one.team == team)


def games(season: Season, team: str | None = None, *, newest: int | None = None) -> Iterator[Game]:
    """The games of a season side by side, in their order; of a team's the `newest` so many."""
    query = sa.select(season_games).where(_G.season == season.id)
    query = query.order_by(_G.began, _G.game, _G.side)
    if team is not None:
        own = sa.select(_G.game).where(_G.season == season.id, _G.team == team)
        own = own.order_by(_G.began.desc(), _G.game.desc()).limit(newest)
        query = query.where(_G.game.in_(own))
    with season.engine.connect() as connection:
        sides: list[sa.Row[Any]] = []
        for row in connection.execute(query, execution_options={"yield_per": 500}):
            if sides and sides[0].game != row.game:
                yield from _game(season, sides)
                sides = []
            sides.append(row)
        yield from _game(season, sides)


def _game(season: Season, sides: Sequence[sa.Row[Any]]) -> Iterator[Game]:
    for row in sides:
        others = (season.team(other.team) for other in sides if other is not row)
        yield Game(
            game=None if is_entered(row.game) else row.game,
            round=row.round or None,
            began=row.began,
            grade=row.grade,
            over=row.over,
            side=row.side,
            team=row.team,
            name=season.team(row.team),
            opponents=", ".join(others),
            outcome=row.outcome,
            score=row.score,
            points=None if row.outcome is None else season.points(row.outcome),
            scored=amount(row.scored),
            expected=amount(row.expected),
            luck=amount(row.luck),
        )


def records(season: Season) -> list[Record]:
    """The extremes of a season; of several alike the first."""
    statistics = season.rules.statistics
    found: list[Record] = []
    if statistics.chances:
        found += _record(season, _G.scored.desc(), "Most in a game", "scored", _scored)
        found += _record(season, _G.rarest, "Least likely success", "rarest", _rarest)
    found += _record(season, _G.luck.desc(), "Luckiest game", "luck", _lucky)
    found += _record(season, _G.luck, "Unluckiest game", "luck", _lucky)
    return found


def _record(season: Season, order: Any, title: str, column: str, says: Any) -> Iterator[Record]:
    query = (
        sa.select(season_games)
        .where(_G.season == season.id, _G[column].is_not(None))
        .order_by(order, _G.began, _G.game, _G.side)
        .limit(1)
    )
    with season.engine.connect() as connection:
        for row in connection.execute(query):
            value = getattr(row, column)
            yield Record(
                title=title,
                value=value if column == "rarest" else value / UNIT,
                name=season.team(row.team),
                game=row.game,
                step=row.rarest_step if column == "rarest" else None,
                says=says(season, row),
            )


def _scored(season: Season, row: sa.Row[Any]) -> str:
    scored, expected = row.scored / UNIT, row.expected / UNIT
    return (
        f"{season.team(row.team)} made {scored:g} {season.rules.statistics.score} of chances "
        f"worth {expected:.1f}."
    )


def _rarest(season: Season, row: sa.Row[Any]) -> str:
    chance = row.rarest
    odds = f"one chance in {1 / chance:.0f}" if 0 < chance < 0.5 else f"{100 * chance:.0f} %"
    return f"{season.team(row.team)} brought it off at {odds}."


def _lucky(season: Season, row: sa.Row[Any]) -> str:
    luck = row.luck / UNIT
    more = "more" if luck >= 0 else "less"
    return f"{season.team(row.team)} had {abs(luck):.1f} {more} than the chances were worth."
