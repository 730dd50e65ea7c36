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

# What a stream is now, from what it began as and its last event: nothing is stored twice, and an
# append writes one row.
_STREAMS = """
CREATE VIEW streams AS
SELECT id, kind,
    coalesce(
        (SELECT max(version) FROM events WHERE stream = origins.id), parent_version, 0) AS version,
    coalesce(
        (SELECT hash FROM events WHERE stream = origins.id ORDER BY version DESC LIMIT 1),
        start_hash) AS head_hash,
    parent, parent_version, parent_step, visibility, created_at,
    coalesce(
        (SELECT recorded_at FROM events WHERE stream = origins.id ORDER BY version DESC LIMIT 1),
        created_at) AS updated_at
FROM origins
"""

# The critical sections of an append; events/postgres.py calls them. Each statement of a volatile
# function sees what was committed before it, so after the lock everything that earlier appends
# wrote. The lock is held until the commit is visible: positions are in commit order, without gaps.
_APPEND_EVENT = """
CREATE FUNCTION append_event(
    stream_ text, version_ integer, id_ text, type_ text, schema_ integer, seat_ text, body_ text,
    at_ text, recorded_at_ text, recorded_by_ text, hash_ text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    place bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(1735288161);
    INSERT INTO events VALUES (
        (SELECT max(position) + 1 FROM events), stream_, version_, id_, type_, schema_, seat_,
        body_, at_, recorded_at_, recorded_by_, hash_)
    ON CONFLICT (stream, version) DO NOTHING RETURNING position INTO place;
    RETURN place;
END $$
"""

_APPEND_EVENTS = r"""
CREATE FUNCTION append_events(
    stream_ text, expected integer, bodies text, digests text, time_ text,
    kind_ text, visibility_ text, start_hash_ text,
    parent_ text, parent_version_ integer, parent_step_ integer,
    OUT present integer, OUT first_position bigint, OUT hashes text
) LANGUAGE plpgsql AS $$
DECLARE
    lines text[] := string_to_array(bodies, E'\n');
    links text[] := string_to_array(digests, E'\n');
    head text;
    is_new boolean := false;
BEGIN
    PERFORM pg_advisory_xact_lock(1735288161);
    SELECT version, hash INTO present, head
    FROM events WHERE stream = stream_ ORDER BY version DESC LIMIT 1;
    IF NOT FOUND THEN
        SELECT coalesce(parent_version, 0), start_hash INTO present, head
        FROM origins WHERE id = stream_;
        is_new := NOT FOUND;
    END IF;
    present := coalesce(present, 0);
    IF expected <> present AND (expected >= 0 OR is_new) THEN
        RETURN;
    END IF;
    IF is_new THEN
        INSERT INTO origins VALUES (
            stream_, kind_, parent_, parent_version_, parent_step_, start_hash_, visibility_,
            coalesce(lines[1]::json ->> 'recorded_at', time_));
        present := coalesce(parent_version_, 0);
        head := start_hash_;
    END IF;
    SELECT coalesce(max(position), 0) + 1 INTO first_position FROM events;
    FOR n IN 1 .. cardinality(links) LOOP
        head := encode(sha256(convert_to(head || links[n], 'UTF8')), 'hex');
        links[n] := head;
    END LOOP;
    INSERT INTO events
    SELECT first_position + line.n - 1, stream_, present + line.n, said.id, said.type, said.schema,
        said.seat, line.body, said.at, said.recorded_at, said.recorded_by, line.hash
    FROM unnest(lines, links) WITH ORDINALITY AS line (body, hash, n),
        json_to_record(line.body::json) AS said (
            id text, type text, schema integer, seat text,
            at text, recorded_at text, recorded_by text)
    ORDER BY line.n;
    hashes := array_to_string(links, E'\n');
END $$
"""


def upgrade() -> None:
    """Makes the tables, what keeps them append-only, and PostgreSQL's append function."""
    on_postgres = op.get_context().dialect.name == "postgresql"
    _origins_and_events(sa.Text(collation="C") if on_postgres else sa.Text())
    _boxes_and_tokens()
    statements = [_STREAMS, *_APPEND_ONLY_SQLITE]
    if on_postgres:
        statements = [_STREAMS, *_APPEND_ONLY_POSTGRES, _APPEND_EVENT, _APPEND_EVENTS]
    for statement in statements:
        op.execute(sa.text(statement.replace(":", "\\:")))


def _origins_and_events(key: sa.Text) -> None:
    op.create_table(
        "origins",
        sa.Column("id", key, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("parent", key, index=True),
        sa.Column("parent_version", sa.Integer),
        sa.Column("parent_step", sa.Integer),
        sa.Column("start_hash", sa.Text, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("created_at", key, nullable=False),
        sa.Index("origins_by_kind", "kind", "created_at"),
    )
    op.create_table(
        "events",
        # On SQLite only an INTEGER is the key of the table itself.
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            primary_key=True,
            autoincrement=False,
        ),
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
