"""The installation that a command works on, as the environment names it."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa

from api.services import Services, open_services
from api.settings import Settings
from events.database import WITNESS, connect, examine
from events.keeping.witness import Witness
from events.store import EventStore
from events.tables import events
from scripts.data_folder import data_folder, own
from scripts.fault import Fault


def settings() -> Settings:
    """What the environment says. Raises Fault for a value that is none."""
    try:
        return Settings.from_environ()
    except ValueError as error:
        raise Fault(str(error)) from None


def opened() -> Services:
    """The installation's log and all that reads it, its database brought up to date.

    Raises Fault for a database of another kind and a data folder that cannot be made.
    """
    told = settings()
    if "GAMETAPE_DATABASE" not in os.environ:
        try:
            own(data_folder())
        except OSError as error:
            raise Fault(f"{data_folder()} cannot be made: {error.strerror}.") from None
    try:
        return open_services(told)
    except ValueError as error:
        raise Fault(f"GAMETAPE_DATABASE: {error}") from None


def witness_file() -> Path:
    """Where the witness of the log lies: beside the file of SQLite, else in the data folder."""
    address = sa.make_url(settings().database)
    if address.get_backend_name() == "sqlite":
        return Path(f"{address.database}{WITNESS}").absolute()
    return data_folder() / "log.witness"


def testify() -> None:
    """Has the witness write down what is in the log, if there is one. Raises NotSigned, OSError."""
    database = settings().database
    if not _is_there(database):
        return
    engine = connect(database)
    try:
        Witness(witness_file()).take(EventStore(engine))
    finally:
        engine.dispose()


def found() -> Services:
    """As `opened`, for who only reads: raises Fault where nothing was ever recorded."""
    if not _is_there(settings().database):
        where = "" if "GAMETAPE_DATABASE" in os.environ else f" in {data_folder()}"
        raise Fault(
            f"There is no installation{where}: nothing was ever recorded there. Name the one "
            "that is meant with GAMETAPE_DATA or GAMETAPE_DATABASE."
        )
    return opened()


def _is_there(database: str) -> bool:
    """Whether a database holds a log; one that cannot be read is left to `opened` to tell."""
    address = sa.make_url(database)
    if address.get_backend_name() == "sqlite":
        file = Path(address.database or "")
        if not file.is_file() or not file.stat().st_size:
            examine(file)
            return False
    try:
        engine = connect(database)
    except ValueError:
        return True
    try:
        return sa.inspect(engine).has_table(events.name)
    finally:
        engine.dispose()
