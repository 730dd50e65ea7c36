"""gametape backup and gametape restore."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click
import sqlalchemy as sa

from events.database import connect
from events.keeping import backup as backups
from events.keeping.backup import BadBackup, Manifest
from events.keeping.mending import mend
from projections import tables
from scripts import installation
from scripts.console import err, out, plural
from scripts.fault import Fault
from workers.soundness import broken

KEYS = "*.key"
"""Files beside the database without which something in it cannot be read."""


@click.command()
@click.argument("place", metavar="TO", type=click.Path())
def backup(place: str) -> None:
    """Writes everything that cannot be made anew into one file, TO, or into the folder TO.

    Events, people, who may see what, tokens, webhooks and their secrets, boxes: as of one moment,
    while the server runs. The file is read back before it counts, and takes the place of no other.
    Keep it as you keep passwords; it can be restored into SQLite and PostgreSQL alike.

    \b
    gametape backup games.backup
    gametape backup /srv/backups/            a new file, named after the time
    """
    here = installation.found()
    folder = installation.witness_file().parent
    witness = f"{installation.witness_file().name}.key"
    keys = {file.name: file.read_bytes() for file in folder.glob(KEYS) if file.name != witness}
    to = Path(place)
    if to.is_dir() or place.endswith("/"):
        to = to / f"gametape-{datetime.now():%Y%m%d-%H%M%S}.backup"
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        made = backups.write(here.engine, to, tables.metadata.tables.keys(), keys)
    except FileExistsError as error:
        raise Fault(f"{error.filename} is there already; name another file.") from None
    except OSError as error:
        raise Fault(f"{to} cannot be written: {error.strerror}.") from None
    out.print(f"{to} holds {_counted(made)} as of {made.made_at}, and was read back.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--only", metavar="ID", help="One damaged game or league, into what is here.")
def restore(file: Path, only: str | None) -> None:
    """Puts a backup into a new data folder or an empty database, never over what is there.

    With --only it mends one game or league of this installation that is damaged or lost: what was
    recorded in it since the backup stays, and nothing else is touched.

    What can be made anew, a worker does, as after an update. Exit code 1: all was restored, and
    something of it was damaged already when it was saved; it is said what.

    \b
    GAMETAPE_DATA=/srv/new gametape restore games.backup
    GAMETAPE_DATABASE=postgresql://localhost/new gametape restore games.backup
    gametape restore games.backup --only final
    """
    if only is not None:
        _mend(file, only)
        return
    try:
        made = backups.read(file)
        folder = installation.witness_file().parent
        keys = [folder / Path(part).name for part in made.parts if part.startswith("beside/")]
        for there in (installation.witness_file(), *keys):
            if there.exists():
                raise Fault(f"{there} is there already; name a new folder with GAMETAPE_DATA.")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _new_database() as engine:
            beside = backups.restore(engine, file)
        for name, content in beside.items():
            _write_key(folder / Path(name).name, content)
    except BadBackup as error:
        raise Fault(str(error)) from None
    except OSError as error:
        raise Fault(f"{error.filename or file} cannot be used: {error.strerror}.") from None
    here = installation.opened()
    installation.testify()
    damaged = [found for stream in here.store.ids() if (found := broken(here.store, stream))]
    for one in damaged:
        err.print(str(one), markup=False)
    out.print(f"Restored {_counted(made)} as of {made.made_at} into {here.engine.url!r}.")
    sys.exit(1 if damaged else 0)


def _mend(file: Path, stream: str) -> None:
    here = installation.found()
    try:
        put_back = mend(here.engine, file, stream)
    except BadBackup as error:
        raise Fault(str(error)) from None
    except OSError as error:
        raise Fault(f"{file} cannot be used: {error.strerror}.") from None
    if found := broken(here.store, stream):
        raise Fault(str(found))
    if not put_back:
        out.print(f"{stream} is sound; nothing was changed.")
        return
    events = plural(put_back, "event")
    out.print(f"{stream} is sound again: {events} put back. A worker brings the rest up to date.")


@contextmanager
def _new_database() -> Iterator[sa.Engine]:
    """An empty database; on SQLite its file is there only once all went well. Raises Fault."""
    address = sa.make_url(installation.settings().database)
    if address.get_backend_name() != "sqlite":
        engine = connect(installation.settings().database)
        try:
            yield engine
        finally:
            engine.dispose()
        return
    file = Path(address.database or "").absolute()
    for there in (file, file.with_name(f"{file.name}-wal")):
        if there.exists():
            raise Fault(f"{there} is there already; name a new folder with GAMETAPE_DATA.")
    draft = file.with_name(f"{file.name}.restoring")
    draft.unlink(missing_ok=True)
    engine = connect(f"sqlite:///{draft}")
    try:
        yield engine
        engine.dispose()
        draft.chmod(0o600)
        draft.replace(file)
    finally:
        engine.dispose()
        for end in ("", "-wal", "-shm"):
            draft.with_name(f"{draft.name}{end}").unlink(missing_ok=True)


def _write_key(file: Path, content: bytes) -> None:
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(opened, content)
    finally:
        os.close(opened)


def _counted(made: Manifest) -> str:
    counts = {name: made.parts[f"tables/{name}.jsonl"].rows or 0 for name in ("origins", "events")}
    return f"{plural(counts['origins'], 'game or league', 'games and leagues')} with " + plural(
        counts["events"], "event"
    )
