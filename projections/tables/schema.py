"""Which tables can be dropped and filled again, and of which schema they are."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from events.database import newer, writing

SCHEMA = 17
"""Raise it when a table changes: all of them are then dropped and filled again by the workers."""

metadata = sa.MetaData()

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""In the order of characters, as SQLite has it, whatever the server's language.

The log's ids are so: an index in another order does not serve a comparison with them.
"""


def of_words(column: sa.Column[str]) -> None:
    """Adds an index of what a column's words contain, where PostgreSQL has the extension for it."""
    index = sa.Index(
        f"{column.table.name}_by_words",
        column,
        postgresql_using="gin",
        postgresql_ops={column.name: "gin_trgm_ops"},
    )
    index.ddl_if(callable_=_has_trigrams)


def _has_trigrams(*about: Any, **_: Any) -> bool:
    _, _, bind = about
    if bind is None or bind.dialect.name != "postgresql":
        return False
    query = sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
    return bind.execute(query).first() is not None


schema_version = sa.Table(
    "readmodel_schema", metadata, sa.Column("version", sa.Integer, primary_key=True)
)

set_aside = sa.Table(
    "set_aside",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
"""The streams that cannot be read, as in `events.damage.Broken`."""

news = sa.Table(
    "news",
    metadata,
    sa.Column("stream", TEXT, primary_key=True),
    sa.Column("kind", TEXT, nullable=False),
)
"""Streams of which there may be more in the log than here; see `projections.news`."""

looked = sa.Table(
    "looked",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("at", TEXT, nullable=False),
)
"""One row: up to where in the log `news` is, and when that was looked."""


def prepare(engine: sa.Engine) -> None:
    """Makes the tables, or makes them anew when they are of an older SCHEMA; safe to repeat.

    Raises Unusable where a newer program made them: they stay.
    """
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('readmodel'))"))
        schema_version.create(connection, checkfirst=True)
        found = connection.execute(sa.select(schema_version.c.version)).scalar()
        if found is not None and found > SCHEMA:
            raise newer(f"what is derived is of schema {found}, and this one knows {SCHEMA}")
        if found != SCHEMA:
            metadata.drop_all(connection)
            metadata.create_all(connection)
            connection.execute(schema_version.insert().values(version=SCHEMA))
