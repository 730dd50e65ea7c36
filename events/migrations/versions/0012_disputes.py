"""Where it is kept that a side disputes how a game ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Makes the table."""
    on_postgres = op.get_context().dialect.name == "postgresql"
    text = sa.Text(collation="C") if on_postgres else sa.Text()
    op.create_table(
        "disputes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", text, nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("note", sa.Text),
    )
