"""The log: streams and events, append-only, with boxes and tokens beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_APPEND_ONLY_SQLITE = [
    """
    CREATE TRIGGER events_no_update BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """,
    """
    CREATE TRIGGER events_no_delete BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END
    """,
    # INSERT OR REPLACE would delete without asking the trigger above.
    """
    CREATE TRIGGER events_no_replace BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
      OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version)
      OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END
    """,
]

_APPEND_ONLY_POSTGRES = [
    """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$
    """,
    """
    CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change()
    """,
    """
    CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """,
]

# The critical section of an append, in one round trip; events/postgres.py tells the arguments.
# Each statement of a volatile function sees what was committed before it, so after the lock
# everything that earlier appends wrote.
_APPEND_EVENTS = r"""
CREATE FUNCTION append_events(
    the_stream text, expected integer, ids text[], bodies text, at_time text,
    the_kind text, the_visibility text, the_parent text, the_parent_version integer,
    the_parent_step integer, INOUT head text,
    OUT present integer, OUT known integer, OUT first_position bigint
) LANGUAGE plpgsql AS $$
DECLARE
    written text[] := string_to_array(bodies, E'\n');
    born boolean;
    hash text;
    hashes text[] := '{}';
BEGIN
    PERFORM pg_advisory_xact_lock(1735288161);
    SELECT version, head_hash INTO present, hash FROM streams WHERE id = the_stream;
    SELECT count(*) INTO known FROM events WHERE stream = the_stream AND id = ANY (ids);
    born := present IS NULL;
    IF known > 0 OR expected >= 0 AND expected <> coalesce(present, 0) OR expected < 0 AND born THEN
        present := coalesce(present, 0);
        RETURN;
    END IF;
    IF born THEN
        present := coalesce(the_parent_version, 0);
    ELSE
        head := hash;
    END IF;
    hash := head;
    FOR i IN 1 .. cardinality(written) LOOP
        hash := encode(sha256(convert_to(
            hash || encode(sha256(convert_to(written[i], 'UTF8')), 'hex'), 'UTF8')), 'hex');
        hashes := hashes || hash;
    END LOOP;
    SELECT coalesce(max(position), 0) + 1 INTO first_position FROM events;
    INSERT INTO events
    SELECT first_position + row.n - 1, the_stream, present + row.n,
        said.id, said.type, said.schema, said.seat, row.body,
        said.at, said.recorded_at, said.recorded_by, row.hash
    FROM unnest(written, hashes) WITH ORDINALITY AS row (body, hash, n),
        json_to_record(row.body::json) AS said (
            id text, type text, schema integer, seat text,
            at text, recorded_at text, recorded_by text);
    IF born THEN
        INSERT INTO streams VALUES (
            the_stream, the_kind, present + cardinality(written), hash,
            the_parent, the_parent_version, the_parent_step, the_visibility,
            coalesce(written[1]::json ->> 'recorded_at', at_time), at_time);
    ELSE
        UPDATE streams
        SET version = present + cardinality(written), head_hash = hash, updated_at = at_time
        WHERE id = the_stream;
    END IF;
END $$
"""


def upgrade() -> None:
    """Makes the tables, what keeps them append-only, and PostgreSQL's append function."""
    on_postgres = op.get_context().dialect.name == "postgresql"
    _streams_and_events(sa.Text(collation="C") if on_postgres else sa.Text())
    _boxes_and_tokens()
    statements = _APPEND_ONLY_SQLITE
    if on_postgres:
        statements = [*_APPEND_ONLY_POSTGRES, _APPEND_EVENTS]
    for statement in statements:
        op.execute(sa.text(statement))


def _streams_and_events(key: sa.Text) -> None:
    op.create_table(
        "streams",
        sa.Column("id", key, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("head_hash", sa.Text, nullable=False),
        sa.Column("parent", key, index=True),
        sa.Column("parent_version", sa.Integer),
        sa.Column("parent_step", sa.Integer),
        sa.Column("visibility", sa.Text, nullable=False, server_default="unlisted"),
        sa.Column("created_at", key, nullable=False),
        sa.Column("updated_at", key, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("stream", key, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("id", key, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("seat", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("recorded_by", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "version"),
        sa.UniqueConstraint("stream", "id"),
    )
    op.create_index("streams_by_kind", "streams", ["kind", "created_at"])


def _boxes_and_tokens() -> None:
    op.create_table(
        "boxes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ruleset", sa.Text, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("edition", sa.Text),
        sa.Column("sample", sa.Boolean, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("game", sa.Text, index=True),
        sa.Column("seat", sa.Text),
        sa.Column("league", sa.Text, index=True),
        sa.Column("name", sa.Text),
        sa.Column("link", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("created_by", sa.Text),
        sa.Column("revoked_at", sa.Text),
    )
