"""An index for what a webhook was told last of a game or season."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the index."""
    op.create_index("deliveries_by_subject", "deliveries", ["webhook", "subject"])
