"""The database: one engine for SQLite or PostgreSQL, its transactions and its migrations.

Both drivers stay in autocommit and SQLAlchemy's transactions begin in so many words. So the store
can append on the bare driver connection, in one round trip on PostgreSQL.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any, Literal

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url

Synchronous = Literal["FULL", "NORMAL"]

BUSY_SECONDS = 30
"""How long a writer waits for another process's transaction on SQLite."""

_OWNER = 0o600
"""Nobody else on the machine reads what is recorded."""


CONNECT_SECONDS = 5
"""How long PostgreSQL may take to admit a connection before it counts as away."""

_MIGRATIONS = Path(__file__).parent / "migrations"
_NEVER_WRITTEN_ANEW, _OVERWRITES = 0, 1
"""What SQLite's file says of itself, as its `user_version`."""

WITNESS = ".witness"
"""What the name of the witness beside a file of SQLite ends in."""

_MAGIC = b"SQLite format 3\0"
_HEADER = 100
"""Bytes with which a file of SQLite begins, and says how large it is."""

_MIGRATING = 0x67616D65
"""Key of the PostgreSQL advisory lock that lets one process migrate at a time."""


def connect(url: str, *, synchronous: Synchronous = "FULL") -> Engine:
    """An engine for `sqlite:///path` or `postgresql://...` (psycopg 3), with a pool.

    `synchronous` is SQLite's: FULL survives a power cut, NORMAL may lose the last commits in one.
    Raises ValueError for any other database, Unusable for a file that is none.
    """
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return _sqlite(address.render_as_string(hide_password=False), synchronous)
        case "postgresql":
            address = address.set(drivername="postgresql+psycopg")
            return _postgres(address.render_as_string(hide_password=False))
        case other:
            raise ValueError(f"The log is kept in SQLite or PostgreSQL, not in {other}.")


def migrate(engine: Engine) -> None:
    """Brings the tables up to date; several processes may do so at once.

    Raises Unusable for tables that a newer or another program made: nothing is changed then.
    """
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        found = revision_of(connection)
        if found is not None and found not in revisions():
            latest = revisions()[-1]
            raise newer(f"its tables are of revision {found}, and this one knows {latest}")
        if (
            found is None
            and engine.dialect.name == "sqlite"
            and inspect(connection).get_table_names()
        ):
            file = engine.url.database
            raise Unusable(f"{file} is a database of another program; nothing was changed")
        upgrade(connection, "head")


class Unusable(Exception):
    """The database is not one that this program may touch; the message is a sentence."""


def newer(why: str) -> Unusable:
    """What is raised where a newer program made the tables; `why` is a clause."""
    return Unusable(
        f"The database belongs to a newer gametape ({why}); use that one. Nothing was changed"
    )


def examine(file: Path) -> None:
    """Raises Unusable for a file that is no database of SQLite, or a part of one.

    One that is empty or not there is the beginning of a new installation, unless another is known
    to have been here.
    """
    size = file.stat().st_size if file.exists() else 0
    if not size:
        traces = (f"{file.name}{end}" for end in (WITNESS, "-wal"))
        found = [name for name in traces if _holds_something(file.with_name(name))]
        if found:
            what = "is empty (0 bytes)" if file.exists() else "is gone"
            raise Unusable(
                f"The database {file} {what}, and {' and '.join(found)} beside it are of one that "
                "was here. Restore a backup into a new folder; nothing was changed"
            )
        return
    with file.open("rb") as opened:
        header = opened.read(_HEADER)
    if header[:16] != _MAGIC[:size]:
        raise Unusable(f"{file} is no database of SQLite; nothing was changed")
    # While it is written, the first page tells of pages that come a moment later.
    for _ in range(5):
        pages = int.from_bytes(header[28:32], "big")
        whole = pages * (int.from_bytes(header[16:18], "big") or 1)
        if len(header) == _HEADER and file.stat().st_size >= whole:
            return
        sleep(0.1)
    raise Unusable(
        f"The database {file} is cut short: it has {file.stat().st_size:,} bytes and should have "
        f"{whole:,}. Restore a backup into a new folder; nothing was changed"
    )


def _holds_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def revisions() -> list[str]:
    """The revisions of the tables that this program knows, the oldest first."""
    known = ScriptDirectory(str(_MIGRATIONS)).walk_revisions()
    return [one.revision for one in reversed(list(known))]


def revision_of(connection: Connection) -> str | None:
    """The revision of a database's tables; None: it has none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, revision: str) -> None:
    """Brings the tables up to a revision, in the transaction that is open."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def overwrite(engine: Engine) -> None:
    """Leaves nothing in the files of SQLite of what was deleted or changed before.

    Deleted content is overwritten where it lay; here the write-ahead log is brought in and emptied,
    and a file that lost content before that was so is written anew, once. On PostgreSQL that is its
    VACUUM's work.
    """
    if engine.dialect.name != "sqlite":
        return
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        if cursor.execute("PRAGMA user_version").fetchone() == (_NEVER_WRITTEN_ANEW,):
            cursor.execute("VACUUM")
            cursor.execute(f"PRAGMA user_version = {_OVERWRITES}")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def empty_log(engine: Engine) -> None:
    """Brings in SQLite's write-ahead log and empties it, where nobody reads or writes just now.

    What `overwrite` could not, because somebody was reading from it, is done so later.
    """
    if engine.dialect.name != "sqlite":
        return
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS}")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that will write. On SQLite it takes the write lock at its beginning.

    A transaction that reads first and writes later fails there when somebody wrote in between.
    """
    with engine.connect().execution_options(begin="IMMEDIATE") as connection, connection.begin():
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one moment of the whole database, while others write."""
    mode = "DEFERRED" if engine.dialect.name == "sqlite" else "ISOLATION LEVEL REPEATABLE READ"
    with engine.connect().execution_options(begin=mode) as connection, connection.begin():
        yield connection


def _sqlite(url: str, synchronous: Synchronous) -> Engine:
    if (file := make_url(url).database) and file != ":memory:":
        examine(Path(file))
    engine = create_engine(
        url,
        connect_args={
            "isolation_level": None,
            "timeout": BUSY_SECONDS,
            "check_same_thread": False,
        },
        pool_size=16,
        max_overflow=16,
        pool_use_lifo=True,
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        for pragma in (
            "journal_mode = WAL",
            f"synchronous = {synchronous}",
            "foreign_keys = ON",
            "recursive_triggers = ON",
            "secure_delete = ON",
            "cache_size = -16384",
        ):
            connection.execute(f"PRAGMA {pragma}").close()
        _shut(engine.url.database)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {mode}")

    return engine


def _shut(file: str | None) -> None:
    """Leaves the files of a database to their owner; those that SQLite makes later are alike."""
    for name in (file, f"{file}-wal", f"{file}-shm") if file and file != ":memory:" else ():
        with suppress(OSError):  # it is not there, or somebody else's
            there = Path(name)
            if stat.S_IMODE(there.stat().st_mode) != _OWNER:
                there.chmod(_OWNER)


def _postgres(url: str) -> Engine:
    engine = create_engine(
        url,
        connect_args={"connect_timeout": CONNECT_SECONDS},
        pool_size=16,
        max_overflow=16,
        pool_use_lifo=True,
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.autocommit = True
        # append_events() must see what was committed while it waited for its lock.
        connection.execute("SET default_transaction_isolation = 'read committed'")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("begin", "")
        # IMMEDIATE is what SQLite calls it; here a transaction may always write.
        connection.exec_driver_sql("BEGIN" if mode == "IMMEDIATE" else f"BEGIN {mode}")

    return engine
