"""A stream that was deleted takes nothing more: looked up where an event is written.

Whoever appends may have looked at the stream before it was deleted by somebody else.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

# Tombstones alone are written there, as by a backup that is restored; no branch leaves it.
_EVENT = """
NEW.type <> 'Deleted'
AND EXISTS (SELECT 1 FROM origins WHERE id = NEW.stream AND kind = 'deleted')
"""
_ORIGIN = """
NEW.parent IS NOT NULL AND NEW.kind <> 'deleted'
AND EXISTS (SELECT 1 FROM origins WHERE id = NEW.parent AND kind = 'deleted')
"""
_TABLES = {"events": _EVENT, "origins": _ORIGIN}

_SQLITE = """
CREATE TRIGGER {table}_of_deleted BEFORE INSERT ON {table} WHEN {condition}
BEGIN SELECT RAISE(ABORT, 'the stream was deleted'); END
"""
_POSTGRES = """
CREATE FUNCTION refuse_{table}_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {condition} THEN
        RAISE EXCEPTION 'the stream was deleted'
        USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {table}_of_deleted BEFORE INSERT ON {table}
FOR EACH ROW EXECUTE FUNCTION refuse_{table}_of_deleted()
"""


def upgrade() -> None:
    """Makes the triggers."""
    on_postgres = op.get_context().dialect.name == "postgresql"
    for table, condition in _TABLES.items():
        made = (_POSTGRES if on_postgres else _SQLITE).format(table=table, condition=condition)
        op.execute(sa.text(made))
