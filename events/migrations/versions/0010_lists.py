"""Indexes in the order of lists, for each way in which somebody may know of what is listed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0005"


def upgrade() -> None:
    """Makes the indexes."""
    op.drop_index("origins_by_kind", "origins")
    for table, name, columns in (
        ("origins", "by_kind", ["kind", "created_at", "id"]),
        ("origins", "by_visibility", ["visibility", "kind", "created_at", "id"]),
        ("tokens", "in_order", ["created_at", "id"]),
        ("tokens", "by_maker", ["created_by", "created_at", "id"]),
        ("people", "by_name", ["sought", "id"]),
        ("webhooks", "in_order", ["created_at", "id"]),
        ("webhooks", "by_maker", ["created_by", "created_at", "id"]),
        ("webhooks", "by_league", ["league"]),
        ("deliveries", "in_order", ["webhook", "created_at", "id"]),
    ):
        op.create_index(f"{table}_{name}", table, columns)
    if op.get_context().dialect.name == "postgresql":
        _words()


def _words() -> None:
    """An index of what words contain, where the server has the extension for it."""
    found = sa.text("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
    connection = op.get_bind()
    if connection.execute(found).first() is None:
        return
    connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    op.execute("CREATE INDEX people_by_words ON people USING gin (sought gin_trgm_ops)")
