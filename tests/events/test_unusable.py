"""A database that is none, or is not ours to change, is said to be so, and nothing is changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from events.database import Unusable, connect, migrate
from projections import tables


def test_a_newer_database_is_left_alone(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(Unusable, match="newer gametape"):
        migrate(engine)

    with engine.begin() as connection:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        assert found.scalar() == "9999"


def test_tables_that_a_newer_program_derived_are_not_dropped(engine: Engine) -> None:
    newer = tables.SCHEMA + 1
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE readmodel_schema SET version = {newer}")
        connection.exec_driver_sql("INSERT INTO set_aside VALUES ('derby', 1, 'kept')")

    with pytest.raises(Unusable, match="newer gametape"):
        tables.prepare(engine)

    with engine.connect() as connection:
        assert connection.execute(sa.select(tables.set_aside)).all() == [("derby", 1, "kept")]


@pytest.mark.parametrize("trace", ["gametape.db.witness", "gametape.db-wal"])
@pytest.mark.parametrize("content", [None, b""])
def test_an_old_installation_never_becomes_a_new_one(
    tmp_path: Path, trace: str, content: bytes | None
) -> None:
    file = tmp_path / "gametape.db"
    (tmp_path / trace).write_bytes(b"of old")
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(Unusable, match="of one that was here"):
        connect(f"sqlite:///{file}")

    assert (file.exists(), {path.name for path in tmp_path.iterdir()} - {file.name}) == (
        content is not None,
        {trace},
    )


def test_an_empty_file_alone_is_a_beginning(tmp_path: Path) -> None:
    (tmp_path / "gametape.db").touch()

    engine = connect(f"sqlite:///{tmp_path / 'gametape.db'}")
    migrate(engine)
    engine.dispose()


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n" * 900, b"{}", b"SQLite format 4\0" * 90])
def test_another_file_is_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "gametape.db"
    file.write_bytes(content)

    with pytest.raises(Unusable, match="no database of SQLite"):
        connect(f"sqlite:///{file}")

    assert file.read_bytes() == content


def test_half_a_database_is_cut_short(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "gametape.db"
    whole = file.read_bytes()
    for size in (len(whole) // 2, 4_096, 60):
        file.write_bytes(whole[:size])
        with pytest.raises(Unusable, match=f"cut short: it has {size:,} bytes"):
            connect(sqlite_url)
        assert file.read_bytes() == whole[:size]


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "gametape.db"
    with sqlite3.connect(file) as foreign:
        foreign.execute("CREATE TABLE songs (name)")
    engine = connect(f"sqlite:///{file}")

    with pytest.raises(Unusable, match="another program"):
        migrate(engine)

    assert sa.inspect(engine).get_table_names() == ["songs"]
    engine.dispose()
