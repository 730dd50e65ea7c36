"""Indexes in the order of lists, for each way in which somebody may know of what is listed.

On PostgreSQL text is compared as the log compares its ids, character by character: an index in the
order of another language does not serve a comparison with them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0006"


COMPARED = {
    "tokens": ("id", "game", "league", "created_by", "created_at"),
    "people": ("id", "sought"),
    "webhooks": ("id", "league", "created_by", "created_at"),
    "deliveries": ("id", "webhook", "subject", "cause", "created_at", "due_at"),
}


def upgrade() -> None:
    """Makes the indexes."""
    on_postgres = op.get_context().dialect.name == "postgresql"
    if on_postgres:
        _by_characters()
    op.drop_index("origins_by_kind", "origins")
    for table, name, columns in (
        ("origins", "by_kind", ["kind", "created_at", "id"]),
        ("origins", "by_visibility", ["visibility", "kind", "created_at", "id"]),
        ("tokens", "in_order", ["created_at", "id"]),
        ("tokens", "of_maker", ["created_by", "created_at", "id"]),
        ("tokens", "of_person", ["person"]),
        ("people", "by_name", ["sought", "id"]),
        ("webhooks", "in_order", ["created_at", "id"]),
        ("webhooks", "by_maker", ["created_by", "created_at", "id"]),
        ("webhooks", "by_league", ["league"]),
        ("deliveries", "in_order", ["webhook", "created_at", "id"]),
    ):
        op.create_index(f"{table}_{name}", table, columns)
    gone = sa.text("kind = 'deleted'")
    op.create_index("origins_gone", "origins", ["id"], postgresql_where=gone, sqlite_where=gone)
    if on_postgres:
        _words()


def _by_characters() -> None:
    for table, columns in COMPARED.items():
        changes = (f'ALTER COLUMN {column} TYPE text COLLATE "C"' for column in columns)
        op.execute(f"ALTER TABLE {table} {', '.join(changes)}")


def _words() -> None:
    """An index of what words contain, where the server has the extension for it."""
    found = sa.text("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
    connection = op.get_bind()
    if connection.execute(found).first() is None:
        return
    connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    op.execute("CREATE INDEX people_by_words ON people USING gin (sought gin_trgm_ops)")
