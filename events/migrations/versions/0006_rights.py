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

# What is in a deleted stream may become tombstones, in their places: nothing else changes.
_SAME = " AND ".join(f"NEW.{c} = OLD.{c}" for c in ("position", "stream", "version", "id", "hash"))
_TOMBSTONE = f"""
NEW.type = 'Deleted' AND {_SAME}
AND EXISTS (SELECT 1 FROM origins WHERE id = OLD.stream AND kind = 'deleted')
"""
_SQLITE = [
    "DROP TRIGGER events_no_update",
    f"""
    CREATE TRIGGER events_no_update BEFORE UPDATE ON events WHEN NOT ({_TOMBSTONE})
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """,
]
_POSTGRES = [
    f"""
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF {_TOMBSTONE} THEN RETURN NEW; END IF;
        END IF;
        RAISE EXCEPTION 'events are never changed or deleted';
    END $$
    """,
]


def upgrade() -> None:
    """Adds what is new, and hides branches that older versions let be seen by more."""
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
    op.add_column("tokens", sa.Column("person", sa.Text))
    op.create_index("tokens_by_maker", "tokens", ["created_by"])
    on_postgres = op.get_context().dialect.name == "postgresql"
    for statement in _POSTGRES if on_postgres else _SQLITE:
        op.execute(sa.text(statement.replace(":", "\\:")))
    for of_parent, wider in (("private", "'unlisted', 'public'"), ("unlisted", "'public'")):
        narrow = sa.text(_NARROW.format(of_parent=of_parent, wider=wider))
        while op.get_bind().execute(narrow).rowcount:
            pass
