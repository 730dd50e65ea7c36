"""The tables that can be dropped and rebuilt: summaries, keyframes, findings, facts, totals."""

from __future__ import annotations

import sqlalchemy as sa

from events.database import writing

SCHEMA = 1
"""Raise it when a table changes: all of them are then dropped and filled again by the workers."""

metadata = sa.MetaData()

schema_version = sa.Table(
    "readmodel_schema", metadata, sa.Column("version", sa.Integer, primary_key=True)
)

summaries = sa.Table(
    "summaries",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("ruleset", sa.Text, nullable=False, index=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("checked_version", sa.Integer, nullable=False),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("grade", sa.Text, nullable=False),
    sa.Column("turn", sa.JSON, nullable=False),
    sa.Column("score", sa.JSON, nullable=False),
    sa.Column("result", sa.JSON(none_as_null=True)),
    sa.Column("fixture", sa.Text, index=True),
    sa.Column("illegal", sa.Integer, nullable=False, default=0),
    sa.Column("unverifiable", sa.Integer, nullable=False, default=0),
    sa.Column("names", sa.Text, nullable=False),
)
"""One row a game, as of `version`; `names` is what a search looks in, in lower case."""

sitting = sa.Table(
    "sitting",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("side", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("team", sa.Text),
    sa.Column("person", sa.Text, index=True),
)
"""Who sits where, for finding a person's games."""

keyframes = sa.Table(
    "keyframes",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)
"""States at some steps (kit.replay.freeze), so that a late step needs no fold from the start."""

findings = sa.Table(
    "findings",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("rule", sa.Text, nullable=False),
    sa.Column("severity", sa.Text, nullable=False),
    sa.Column("message", sa.Text, nullable=False),
    sa.Column("citation", sa.Text, nullable=False),
    sa.Column("expected", sa.JSON(none_as_null=True)),
    sa.Column("got", sa.JSON(none_as_null=True)),
    sa.Column("veiled", sa.Text),
    sa.Column("open_to", sa.JSON(none_as_null=True)),
)

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Text),
    sa.Column("side", sa.Text),
    sa.Column("piece", sa.Text),
    sa.Column("person", sa.Text),
    sa.Column("value", sa.Float),
    sa.Column("expected", sa.Float),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("private", sa.JSON(none_as_null=True)),
    sa.Column("withdrawn_by", sa.Integer),
)
"""`private`: the seats that may see the fact while the game runs (null: everybody).
`withdrawn_by`: the step that took it back, so that it counts nowhere."""

totals = sa.Table(
    "totals",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("piece", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("successes", sa.Float, nullable=False),
    sa.Column("expected", sa.Float, nullable=False),
    sa.Column("luck", sa.Float, nullable=False),
)
"""Sums of a game's facts by kind, seat and piece ("": the table; the sum of the seat)."""


def prepare(engine: sa.Engine) -> None:
    """Makes the tables, or makes them anew when they are of another SCHEMA; safe to repeat."""
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('readmodel'))"))
        schema_version.create(connection, checkfirst=True)
        found = connection.execute(sa.select(schema_version.c.version)).scalar()
        if found != SCHEMA:
            metadata.drop_all(connection)
            metadata.create_all(connection)
            connection.execute(schema_version.insert().values(version=SCHEMA))
