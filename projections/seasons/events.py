"""The events that a number of a season is made of, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from projections.kit.figures import FINDINGS, PREFIX, figure_of, kind_of
from projections.seasons.context import Season
from projections.seasons.sql import FACT_OF, FINDER, SEAT_OF, STANDS, billionths
from projections.statistics.contributions import UNIT
from projections.tables import facts, figured, findings, rolls, season_games, sitting

MOST_COUNTED = 2_000
"""Events that are counted one by one; of more it is said that there are more."""

_F = facts.c
_G = season_games.c


class Chosen(Struct, frozen=True, kw_only=True):
    """Which facts: of these kinds; of a team (or `against` it), a person, a team's piece.

    Kinds are those of facts, or those of figures and then of nothing else.
    """

    kinds: Sequence[str] = ()
    team: str | None = None
    against: bool = False
    person: str | None = None
    piece: str | None = None


class Observed(Struct, frozen=True, kw_only=True):
    """A fact and where it happened, in a game that `began` then; of a die `value` is its face."""

    game: str
    began: str
    step: int
    version: int
    kind: str
    team: str | None
    piece: str | None
    value: float | str | None
    expected: float | None


def observed(
    season: Season, chosen: Chosen, allowed: Any, start: int, most: int
) -> tuple[list[Observed], int]:
    """The facts in the order of games and steps, and how many there are on all pages (of more
    than MOST_COUNTED one more than that).

    `allowed`: the SQL query of the games that the reader may know of. What is private in a game
    that has not ended for all is not there.
    """
    if any(kind.startswith(kind_of(FINDINGS)) for kind in chosen.kinds):
        return _broken(season, chosen, allowed, start, most)
    in_figures = any(kind.startswith(PREFIX) for kind in chosen.kinds)
    query = (_in_figures if in_figures else _chosen)(season, chosen, allowed)
    ordered = query.order_by(_G.began, _G.game, _F.step, _F.version, _F.n)
    return _page(season, query, ordered.limit(most).offset(start))


class LuckSums(Struct, frozen=True):
    """What a team's luck is made of, over the games that the reader may know of."""

    own: float
    opponents: float


def lucky(
    season: Season, team: str, allowed: Any, start: int, most: int
) -> tuple[list[Observed], int, LuckSums]:
    """The facts that a team's luck is made of, its own and its opponents' where luck is mutual, as
    `observed` has them, and what they add up to."""
    own = _G.side == _F.side
    columns = (_F.game, _F.step, _F.version, _F.n, _F.kind, _F.piece, _F.value, _F.expected)
    query = (
        sa.select(*columns, _side_of(season).label("team"), _G.began)
        .join_from(facts, season_games, _G.game == _F.game)
        .where(*_known_luck(season, team, allowed))
    )
    ordered = query.order_by(_G.began, _G.game, _F.step, _F.version, _F.n)
    rows, total = _page(season, query, ordered.limit(most).offset(start))
    amount_ = billionths(_F.value) - billionths(_F.expected)
    sums = [sa.func.sum(sa.case((side, amount_), else_=0)) for side in (own, sa.not_(own))]
    added = sa.select(*sums).join_from(facts, season_games, _G.game == _F.game)
    with season.engine.connect() as connection:
        found = connection.execute(added.where(*_known_luck(season, team, allowed))).one()
    return rows, total, LuckSums(*(int(one or 0) / UNIT for one in found))


def _known_luck(season: Season, team: str, allowed: Any) -> list[Any]:
    """The facts of which it is known what came off and how likely it was, in the team's games."""
    statistics = season.rules.statistics
    return [
        *(_G.season == season.id, _G.team == team, _G.grade != "result", _G.game.in_(allowed)),
        *(_F.kind.in_(statistics.luck), _F.side.is_not(None), _F.withdrawn_by.is_(None)),
        *(_F.value.is_not(None), _F.expected.is_not(None)),
        sa.or_(_G.over, sa.not_(_F.secret)),
        sa.true() if statistics.mutual else _G.side == _F.side,
    ]


def _side_of(season: Season) -> Any:
    """The team of a fact's side."""
    other = season_games.alias()
    return (
        sa.select(other.c.team)
        .where(other.c.season == season.id, other.c.game == _F.game, other.c.side == _F.side)
        .scalar_subquery()
    )


def _page(
    season: Season, query: sa.Select[Any], wanted: sa.Select[Any]
) -> tuple[list[Observed], int]:
    """The rows that are wanted of a query, whose columns are named as the fields of Observed."""
    with season.engine.connect() as connection:
        total = _counted(connection, query)
        rows = connection.execute(wanted).all()
    names = Observed.__struct_fields__
    return [Observed(**{name: getattr(row, name) for name in names}) for row in rows], total


def _counted(connection: sa.Connection, query: sa.Select[Any]) -> int:
    some = query.limit(MOST_COUNTED + 1).subquery()
    return connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0


def _chosen(season: Season, chosen: Chosen, allowed: Any) -> sa.Select[Any]:
    side = _G.side != _F.side if chosen.against else _G.side == _F.side
    query = (
        sa.select(*_COLUMNS, _F.value, _F.expected)
        .join_from(facts, season_games, sa.and_(_G.game == _F.game, side))
        .where(*_seen(season, allowed, _F.secret))
    )
    if chosen.kinds:
        query = query.where(_F.kind.in_(chosen.kinds))
    if chosen.team is not None:
        query = query.where(_G.team == chosen.team)
    if chosen.person is not None:
        query = query.where(_F.person == chosen.person)
    if chosen.piece is not None:
        seats = {seat for seating in season.rules.seatings for seat in seating}
        named = {season.rules.statistics.seat_piece(seat, chosen.piece) for seat in seats}
        query = query.where(_F.piece.in_(sorted(named)))
    return query


_COLUMNS = (
    *(_F[name] for name in ("game", "step", "version", "n", "kind", "piece")),
    *(_G[name] for name in ("team", "began", "side")),
)


def _seen(
    season: Season, allowed: Any, secret: sa.Column[Any]
) -> tuple[sa.ColumnElement[bool], ...]:
    """What the reader may see of the facts of a season that count."""
    open_now = sa.or_(_G.over, sa.not_(secret))
    return _G.season == season.id, STANDS, open_now, _G.game.in_(allowed)


def _in_figures(season: Season, chosen: Chosen, allowed: Any) -> sa.Select[Any]:
    """What figures are made of; of a figure of the season each fact is told once."""
    sides = sitting.c.side
    of_a_side = _G.side != sides if chosen.against else _G.side == sides
    first = season_games.alias("first")
    least = sa.select(sa.func.min(first.c.side)).where(first.c.game == _G.game).scalar_subquery()
    nobody = sa.and_(sides.is_(None), _G.side == least)
    query = (
        sa.select(*_COLUMNS, figured.c.value, figured.c.expected)
        .join_from(figured, facts, FACT_OF)
        .join(sitting, SEAT_OF, isouter=True)
        .join(season_games, sa.and_(_G.game == _F.game, sa.or_(of_a_side, nobody)))
        .where(*_seen(season, allowed, figured.c.secret), figured.c.kind.in_(chosen.kinds))
    )
    if chosen.team is not None:
        query = query.where(_G.team == chosen.team, sides.is_not(None))
    if chosen.person is not None:
        query = query.where(sitting.c.person == chosen.person)
    return query


def _broken(
    season: Season, chosen: Chosen, allowed: Any, start: int, most: int
) -> tuple[list[Observed], int]:
    """The events in which the referee found these rules broken."""
    f, side = findings.c, sitting.c.side
    columns = [f.game, f.step, f.version, f.n, f.rule.label("kind"), _G.team, _G.began]
    unsaid = [sa.null().label(name) for name in ("piece", "value", "expected")]
    of_a_side = _G.side != side if chosen.against else _G.side == side
    query = (
        sa.select(*columns, *unsaid)
        .join_from(findings, sitting, FINDER)
        .join(season_games, sa.and_(_G.game == f.game, of_a_side))
        .where(_G.season == season.id, _G.game.in_(allowed), f.severity == "illegal")
        .where(sa.or_(_G.over, sa.not_(f.secret)))
        .where(f.rule.in_([figure_of(kind)[1] for kind in chosen.kinds]))
    )
    if chosen.team is not None:
        query = query.where(_G.team == chosen.team)
    if chosen.person is not None:
        query = query.where(sitting.c.person == chosen.person)
    ordered = query.order_by(_G.began, f.game, f.step, f.version, f.n)
    return _page(season, query, ordered.limit(most).offset(start))


def rolled(
    season: Season,
    die: str,
    face: str | None,
    team: str | None,
    allowed: Any,
    start: int,
    most: int,
) -> tuple[list[Observed], int]:
    """The rolls of a die, or those that showed a face, and how many there are."""
    r = rolls.c
    games = sa.select(_G.game).where(_G.season == season.id, _G.game.in_(allowed))
    began = sa.select(sa.func.min(_G.began)).where(_G.game == r.game).scalar_subquery()
    own = (
        sa.select(_G.team)
        .join(sitting, sa.and_(sitting.c.game == _G.game, sitting.c.side == _G.side))
        .where(_G.game == r.game, sitting.c.seat == r.seat, _G.season == season.id)
        .scalar_subquery()
    )
    query = sa.select(
        r.game,
        r.step,
        r.version,
        r.n,
        r.die.label("kind"),
        own.label("team"),
        sa.null().label("piece"),
        r.face.label("value"),
        sa.null().label("expected"),
        began.label("began"),
    ).where(r.game.in_(games), r.die == die)
    if face is not None:
        query = query.where(r.face == face)
    if team is not None:
        query = query.where(own == team)
    ordered = query.order_by(sa.text("began"), r.game, r.step, r.version, r.n)
    return _page(season, query, ordered.limit(most).offset(start))
