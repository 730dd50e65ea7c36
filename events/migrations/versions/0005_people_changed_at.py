"""When a name was last changed or erased: what shows names is not the same any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the column and its index."""
    op.add_column("people", sa.Column("changed_at", sa.Text))
    op.create_index("people_by_change", "people", ["changed_at"])
