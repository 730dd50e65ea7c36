"""What rights rest on: a token's children are found, branches are seen by no more than parents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_NARROW = """
UPDATE origins SET visibility = '{of_parent}' WHERE visibility IN ({wider})
AND parent IN (SELECT id FROM origins WHERE visibility = '{of_parent}')
"""


def upgrade() -> None:
    """Adds an index and tables, and hides branches that older versions let be seen by more."""
    op.create_table(
        "confirmations",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("side", sa.Text, primary_key=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "opened_hands",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "signed_out",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("tokens_by_maker", "tokens", ["created_by"])
    for of_parent, wider in (("private", "'unlisted', 'public'"), ("unlisted", "'public'")):
        statement = sa.text(_NARROW.format(of_parent=of_parent, wider=wider))
        while op.get_bind().execute(statement).rowcount:
            pass
