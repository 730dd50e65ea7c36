"""A season to be read: its ruleset, what it counts, and what its teams are called."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from projections.leagues.counting import Counting
from projections.people import People
from projections.seasons.kept_standings import counted
from projections.statistics.contributions import UNIT
from projections.tables import season_heads, seasons, teams


@dataclass(frozen=True, slots=True, eq=False)
class Season:
    """A season. `version` counts the changes of its sums; `names`: team -> name, in their order.

    Two are the same when whatever is read of their sums is: so it may be kept by season.
    """

    id: str
    league: str
    name: str
    rules: Ruleset[Any]
    counts: Counting
    names: Mapping[str, str]
    version: int
    engine: sa.Engine

    def __eq__(self, other: object) -> bool:
        """Whether the other one has the same sums, names and points."""
        return isinstance(other, Season) and self._rests_on() == other._rests_on()

    def __hash__(self) -> int:
        """Goes with equality."""
        return hash(self._rests_on())

    def _rests_on(self) -> tuple[object, ...]:
        worth, names = self.counts.points.items(), self.names.items()
        return self.engine, self.id, self.version, tuple(worth), tuple(names)

    def points(self, outcome: str | None) -> float:
        """The points that an outcome is worth."""
        return float(self.counts.points.get(outcome or "", 0))

    def team(self, team: str) -> str:
        """What a team is called."""
        return self.names.get(team, team)

    def people(self, wanted: Collection[str]) -> Mapping[str, str]:
        """What these persons are called."""
        return People(self.engine).names(wanted)


def opened(engine: sa.Engine, season: str) -> Season | None:
    """The season of that id; None: there is none, or its ruleset is not installed."""
    with engine.connect() as connection:
        query = sa.select(seasons).where(seasons.c.season == season)
        row = connection.execute(query).mappings().first()
        if row is None or row["ruleset"] not in rulesets():
            return None
        entered = sa.select(teams.c.team, teams.c.name).where(teams.c.season == season)
        names = dict(connection.execute(entered.order_by(teams.c.n)).all())
        version = connection.scalar(
            sa.select(season_heads.c.version).where(season_heads.c.season == season)
        )
    return Season(
        id=season,
        league=row["league"],
        name=row["name"],
        rules=rulesets()[row["ruleset"]],
        counts=counted(dict(row)),
        names=names,
        version=version or 0,
        engine=engine,
    )


def amount(billionths: float | None) -> float | None:
    """The amount that a stored number stands for."""
    return None if billionths is None else billionths / UNIT
