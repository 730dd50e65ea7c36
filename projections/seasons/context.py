"""A season to be read: its ruleset, what it counts, and what its teams are called."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from projections.games.boxes import Boxes
from projections.kit.box import components
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from projections.leagues.counting import Counting
from projections.people import People
from projections.seasons.kept_standings import counted
from projections.statistics.contributions import UNIT
from projections.tables import game_worth, season_games, season_heads, seasons, teams

KEPT = 16
"""Seasons whose boxes are kept in memory."""


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
    time_zone: str | None = None

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

    def piece(self, piece: str) -> str:
        """What people call a team's piece, as a box of the season's games has it."""
        named = self.rules.statistics.piece_name
        # Objects on a board have an id and no name: `turret-2`.
        words = piece.replace("-", " ") if piece.islower() else piece
        return next((name for box in _boxes(self) if (name := named(box, piece))), words)

    def people(self, wanted: Collection[str]) -> Mapping[str, str]:
        """What these persons are called."""
        return People(self.engine).names(wanted)


@lru_cache(KEPT)
def _boxes(season: Season) -> Sequence[Any]:
    """The boxes that the games of a season were played with; kept until the season changes."""
    query = (
        sa.select(game_worth.c.box)
        .join(season_games, season_games.c.game == game_worth.c.game)
        .where(season_games.c.season == season.id)
        .distinct()
        .order_by(game_worth.c.box)
    )
    known = Boxes(season.engine)
    with season.engine.connect() as connection:
        ids = list(connection.scalars(query))
    found = (known.resolve(season.rules.id, box) for box in ids)
    return [components(season.rules, box.content) for box in found if box is not None]


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
        time_zone=row["settings"].get("time_zone"),
    )


def amount(billionths: float | None) -> float | None:
    """The amount that a stored number stands for."""
    return None if billionths is None else billionths / UNIT
