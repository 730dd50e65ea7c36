"""People: the names behind the ids in the log, in a table so that they can be erased."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text),
        # Lower case, without accents: SQLite's own functions know no letters beyond ASCII.
        sa.Column("sought", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("erased_at", sa.Text),
    )
