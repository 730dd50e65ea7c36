"""The statements with which a season is written, made once: making them takes longer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from projections.statistics import contributions
from projections.statistics.contributions import Key
from projections.tables import (
    AMOUNTS,
    facts,
    fixtures,
    game_worth,
    played,
    rolls,
    season_findings,
    season_games,
    season_heads,
    season_parts,
    season_totals,
    sitting,
    summaries,
)

OF: sa.BindParameter[Any] = sa.bindparam("of")
"""The game."""


def summed(column: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    """The sum of whole numbers as one; PostgreSQL makes a decimal of it."""
    return sa.cast(sa.func.sum(column), sa.BigInteger)


def billionths(column: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    """An amount as the whole number that stands for it."""
    return sa.cast(sa.func.round(column * contributions.UNIT), sa.BigInteger)


def _total(where: sa.ColumnElement[bool], amount: Any) -> sa.ColumnElement[int]:
    total = sa.func.sum(sa.case((where, amount), else_=0))
    return sa.cast(sa.func.coalesce(total, 0), sa.BigInteger)


def _upserts(table: sa.Table, names: Sequence[str]) -> Mapping[str, Any]:
    """For each database an insert that adds the named amounts to a row that is there already."""
    found = {}
    for name, dialect in (("postgresql", postgresql), ("sqlite", sqlite)):
        insert = dialect.insert(table)
        more = {name: table.c[name] + insert.excluded[name] for name in names}
        keys = list(table.primary_key)
        found[name] = insert.on_conflict_do_update(index_elements=keys, set_=more)
    return found


def _summed() -> sa.Select[Any]:
    """A game's facts added up; while it runs (`over` false) those that everybody may see."""
    keys = (facts.c.kind, facts.c.seat, facts.c.side, facts.c.piece, facts.c.person)
    value, expected = (billionths(facts.c[name]) for name in ("value", "expected"))
    known = sa.and_(facts.c.value.is_not(None), facts.c.expected.is_not(None))
    tries = sa.and_(known, facts.c.value.in_((0, 1)), facts.c.expected.between(0, 1))
    chance = facts.c.expected
    return (
        sa.select(
            *keys,
            sa.func.count().label("count"),
            sa.func.count(facts.c.value).label("valued"),
            _total(known, 1),
            _total(facts.c.value.is_not(None), value),
            _total(facts.c.expected.is_not(None), expected),
            _total(known, value - expected),
            _total(tries, billionths(chance * (1 - chance))),
        )
        .where(facts.c.game == OF, facts.c.withdrawn_by.is_(None), facts.c.kind != "withdrawn")
        .where(sa.or_(sa.bindparam("over", type_=sa.Boolean), facts.c.private.is_(None)))
        .group_by(*keys)
    )


def _rolls_counted() -> sa.Select[Any]:
    seat = sa.and_(sitting.c.game == rolls.c.game, sitting.c.seat == rolls.c.seat)
    keys = (sitting.c.side, rolls.c.die, rolls.c.faces, rolls.c.face, rolls.c.recorder)
    return (
        sa.select(*keys, sa.func.count().label("count"))
        .join_from(rolls, sitting, seat, isouter=True)
        .where(rolls.c.game == OF)
        .group_by(*keys)
    )


FORGET_ROLLS = rolls.delete().where(rolls.c.game == OF, rolls.c.step >= sa.bindparam("first"))
ADD_ROLLS = rolls.insert()
FORGET_WORTH = game_worth.delete().where(game_worth.c.game == OF)
ADD_WORTH = game_worth.insert()
FORGET_GAME = season_games.delete().where(season_games.c.game == OF)
ADD_GAME = season_games.insert()
FORGET_FINDINGS = season_findings.delete().where(season_findings.c.game == OF)
SEASONS = sa.union(
    sa.select(played.c.season).where(played.c.game == OF),
    sa.select(season_parts.c.season).where(season_parts.c.game == OF),
)
OLD = sa.select(*(season_parts.c[name] for name in ("season", *Key._fields, *AMOUNTS))).where(
    season_parts.c.game == OF
)
SIDES = (
    sa.select(played, fixtures.c.round)
    .join_from(played, fixtures, fixtures.c.fixture == played.c.fixture, isouter=True)
    .where(played.c.game == OF, played.c.counts)
    .order_by(played.c.side)
)
HEAD = (
    sa.select(summaries.c.ruleset, summaries.c.grade, summaries.c.status, game_worth)
    .join_from(summaries, game_worth, game_worth.c.game == summaries.c.game)
    .where(summaries.c.game == OF)
)
RAREST = (
    sa.select(facts.c.side, facts.c.value, facts.c.expected, facts.c.step)
    .where(facts.c.game == OF, facts.c.kind.in_(sa.bindparam("kinds", expanding=True)))
    .where(facts.c.withdrawn_by.is_(None), facts.c.private.is_(None))
    .where(facts.c.value.in_((1, -1)), facts.c.expected.is_not(None), facts.c.side.is_not(None))
    .order_by(facts.c.step, facts.c.n)
)
GROUPS = _summed()
ROLLED = _rolls_counted()
PART = ("game", "season", *Key._fields)
FORGET_PARTS = season_parts.delete().where(
    *(season_parts.c[name] == sa.bindparam(f"old_{name}") for name in PART)
)
ADD_PARTS = season_parts.insert()
ADD_UP = _upserts(season_totals, ("games", *AMOUNTS))
BUMP = _upserts(season_heads, ("version",))
