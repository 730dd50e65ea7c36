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
    figured,
    findings,
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


def _amounts(table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """The columns of `Amounts`, summed over rows with a value and an expectation."""
    chance = table.c.expected
    value, expected = (billionths(table.c[name]) for name in ("value", "expected"))
    known = sa.and_(table.c.value.is_not(None), chance.is_not(None))
    tries = sa.and_(known, table.c.value.in_((0, 1)), chance.between(0, 1))
    return [
        sa.func.count().label("count"),
        sa.func.count(table.c.value).label("valued"),
        _total(known, 1),
        _total(table.c.value.is_not(None), value),
        _total(chance.is_not(None), expected),
        _total(known, value - expected),
        _total(tries, billionths(chance * (1 - chance))),
    ]


STANDS = sa.and_(facts.c.withdrawn_by.is_(None), facts.c.kind != "withdrawn")
"""A fact counts: nothing has taken it back."""

_OPEN = sa.bindparam("open", type_=sa.Boolean)
_SEEN = sa.or_(_OPEN, sa.not_(facts.c.secret))


def _summed() -> sa.Select[Any]:
    """A game's facts added up; until it is `open` those that everybody may see."""
    keys = (facts.c.kind, facts.c.seat, facts.c.side, facts.c.piece, facts.c.person)
    return (
        sa.select(*keys, *_amounts(facts)).where(facts.c.game == OF, STANDS, _SEEN).group_by(*keys)
    )


FACT_OF = sa.and_(*(facts.c[name] == figured.c[name] for name in ("game", "version", "n")))
"""The fact that a tally is of."""

SEAT_OF = sa.and_(sitting.c.game == figured.c.game, sitting.c.seat == figured.c.seat)
"""Who sits where a tally counts."""


def _figures_summed() -> sa.Select[Any]:
    """A game's figures added up likewise, with the largest and the smallest value at the end."""
    keys = (figured.c.kind, figured.c.seat, sitting.c.side, sa.null(), sitting.c.person)
    extremes = [
        sa.func.coalesce(billionths(one(figured.c.value)), 0) for one in (sa.func.max, sa.func.min)
    ]
    return (
        sa.select(*keys, *_amounts(figured), *extremes)
        .join_from(figured, facts, FACT_OF)
        .join(sitting, SEAT_OF, isouter=True)
        .where(figured.c.game == OF, STANDS, sa.or_(_OPEN, sa.not_(figured.c.secret)))
        .group_by(figured.c.kind, figured.c.seat, sitting.c.side, sitting.c.person)
    )


FINDER = sa.and_(sitting.c.game == findings.c.game, sitting.c.seat == findings.c.seat)
"""Who sits where an event comes from in which the referee found something."""


def _findings_counted() -> sa.Select[Any]:
    """How often each rule was broken, as sums of the figure of findings."""
    keys = (findings.c.rule, findings.c.seat, sitting.c.side, sitting.c.person)
    return (
        sa.select(*keys, sa.func.count().label("count"))
        .join_from(findings, sitting, FINDER, isouter=True)
        .where(findings.c.game == OF, findings.c.severity == "illegal")
        .where(sa.or_(_OPEN, sa.not_(findings.c.secret)))
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
    sa.select(*(summaries.c[name] for name in ("ruleset", "grade", "open", "step")), game_worth)
    .join_from(summaries, game_worth, game_worth.c.game == summaries.c.game)
    .where(summaries.c.game == OF)
)
RAREST = (
    sa.select(facts.c.side, facts.c.value, facts.c.expected, facts.c.step)
    .where(facts.c.game == OF, facts.c.kind.in_(sa.bindparam("kinds", expanding=True)))
    .where(facts.c.withdrawn_by.is_(None), sa.not_(facts.c.secret))
    .where(facts.c.value.in_((1, -1)), facts.c.expected.is_not(None), facts.c.side.is_not(None))
    .order_by(facts.c.step, facts.c.n)
)
GROUPS = _summed()
FIGURES = _figures_summed()
FIGURES_OF = FIGURES.where(figured.c.kind.in_(sa.bindparam("kinds", expanding=True)))
BROKEN = _findings_counted()
FORGET_FIGURED = figured.delete().where(
    figured.c.game == OF, figured.c.step >= sa.bindparam("first")
)
ADD_FIGURED = figured.insert()
ROLLED = _rolls_counted()
PART = ("game", "season", *Key._fields)
FORGET_PARTS = season_parts.delete().where(
    *(season_parts.c[name] == sa.bindparam(f"old_{name}") for name in PART)
)
ADD_PARTS = season_parts.insert()
ADD_UP = _upserts(season_totals, ("games", *AMOUNTS))
BUMP = _upserts(season_heads, ("version",))
