"""The Parquet files of an installation, read back and held against its database."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from events.database import connect, writing
from events.tables import events, streams
from projections import tables
from scripts.cli import main
from scripts.parquet import contents, files
from scripts.parquet.columns import TYPES
from scripts.parquet.contents import CONTENTS
from tests.api import seasons
from tests.api.site import Site, event
from tests.scripts.conftest import SHORT, Gametape


@pytest.fixture(params=["sqlite", "postgres"])
def exported(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Path, sa.Engine]]:
    """The files of a season that was played, in small row groups, and the database."""
    url = request.getfixturevalue(f"{request.param}_url")
    monkeypatch.setenv("GAMETAPE_DATA", str(tmp_path))
    monkeypatch.setenv("GAMETAPE_DATABASE", url)
    monkeypatch.setattr(files, "FETCHED", 50)
    monkeypatch.setattr(files, "GROUP_ROWS", 100)
    site = Site(url)
    seasons.play_all(site, "und1c1")
    site.make(id="untouched")
    careless = site.make(id="careless")
    site.record(careless, event("CardPlayed", "2", card="P02"))
    site.judge(careless)
    site.services.engine.dispose()
    told = CliRunner().invoke(main, ["export", "--parquet", str(tmp_path / "files")])
    assert told.exit_code == 0, told.output
    engine = connect(url)
    yield tmp_path / "files", engine
    engine.dispose()


def _all(folder: Path, name: str) -> Any:
    return pq.read_table(folder / f"{name}.parquet")


def _asked(engine: sa.Engine, query: sa.Select[Any]) -> Any:
    with engine.connect() as connection:
        return connection.execute(query).one()


def test_the_files_add_up_to_what_the_database_holds(exported: tuple[Path, sa.Engine]) -> None:
    folder, engine = exported
    sources = {table.name: table for table in CONTENTS}
    assert {file.stem for file in folder.iterdir()} == set(sources)
    for name, table in sources.items():
        rows = sa.select(sa.func.count()).select_from(table.query.subquery())
        found = _all(folder, name)
        assert found.num_rows == _asked(engine, rows)[0], name
        assert found.num_rows, f"nothing to compare in {name}"
    with engine.connect() as connection:
        for table in CONTENTS:
            for column in table.columns:
                if column.kind in ("whole", "number", "billionths"):
                    total = sa.select(sa.func.sum(table.query.subquery().c[column.name]))
                    unit = 10**9 if column.kind == "billionths" else 1
                    wanted = connection.scalar(total)
                    got = pc.sum(_all(folder, table.name)[column.name]).as_py()
                    where = f"{column.name} of {table.name}"
                    if wanted is None:
                        assert got is None, where
                    else:
                        assert float(got) == pytest.approx(float(wanted) / unit), where


def test_every_column_has_its_type_and_is_described(exported: tuple[Path, sa.Engine]) -> None:
    folder, _ = exported
    for table in CONTENTS:
        schema = pq.read_schema(folder / f"{table.name}.parquet")
        assert schema.names == [column.name for column in table.columns]
        assert schema.metadata[b"description"].decode() == table.told
        for column in table.columns:
            field = schema.field(column.name)
            assert field.metadata[b"description"].decode() == column.told
            said = str(field.type).replace("decimal128", "decimal").replace("tz=", "")
            assert said.replace("[", "(").replace("]", ")") == TYPES[column.kind].split(" (")[0]


def test_an_event_comes_back_as_it_is_in_the_log(exported: tuple[Path, sa.Engine]) -> None:
    folder, engine = exported
    found = _all(folder, "events").slice(7, 1).to_pylist()[0]
    with engine.connect() as connection:
        row = connection.execute(sa.select(events).order_by(events.c.position).offset(7)).first()
    assert row is not None
    assert found["body"] == row.body
    assert found["recorded_at"] == datetime.fromisoformat(row.recorded_at)
    assert found["recorded_at"].utcoffset() == datetime.now(UTC).utcoffset()
    sums = _all(folder, "season_sums")
    assert any(isinstance(value, Decimal) for value in sums["value"].to_pylist())


def test_rows_are_written_group_by_group(exported: tuple[Path, sa.Engine]) -> None:
    folder, engine = exported
    written = pq.ParquetFile(folder / "events.parquet").metadata
    count = _asked(engine, sa.select(sa.func.count()).select_from(events))[0]
    groups = [written.row_group(n).num_rows for n in range(written.num_row_groups)]
    assert sum(groups) == count > 500
    assert set(groups[:-1]) == {100}


def test_a_large_row_group_is_written_before_it_has_all_its_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "GROUP_BYTES", 1_000)
    batch = pa.RecordBatch.from_pydict({"body": ["x" * 600]})
    assert [len(group) for group in files._groups(iter([batch] * 5))] == [2, 2, 1]


def test_a_game_that_nobody_judged_is_there_without_a_verdict(
    exported: tuple[Path, sa.Engine],
) -> None:
    folder, engine = exported
    games = {row["game"]: row for row in _all(folder, "games").to_pylist()}
    mine = games["untouched"]
    version = _asked(engine, sa.select(streams.c.version).where(streams.c.id == "untouched"))[0]
    assert (mine["version"], mine["checked_version"]) == (version, 0)


def test_the_files_are_for_their_owner_alone(exported: tuple[Path, sa.Engine]) -> None:
    folder, _ = exported
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_a_damaged_value_is_named_and_unknown_and_nothing_else_is_lost(
    gametape: Gametape, tmp_path: Path, sqlite_url: str
) -> None:
    assert gametape("simulate", SHORT, "--into", "club").exit_code == 0
    engine = connect(sqlite_url)
    with writing(engine) as connection:
        connection.execute(sa.text("DROP TRIGGER events_no_update"))
        connection.execute(events.update().where(events.c.version == 3).values(at="yesterday"))
        connection.execute(tables.facts.update().where(tables.facts.c.n == 0).values(step="x"))
    told = gametape("export", "--parquet", tmp_path / "files")
    assert told.exit_code == 1
    assert "events (3, club-1, 3): at is no time." in told.stderr
    found = _all(tmp_path / "files", "events")
    assert found["at"].null_count == 1
    assert found.num_rows == _asked(engine, sa.select(sa.func.count()).select_from(events))[0]
    engine.dispose()


def test_a_folder_that_is_not_empty_is_left_alone(
    gametape: Gametape, stored: str, tmp_path: Path
) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "mine").write_text("mine")
    told = gametape("export", "--parquet", tmp_path / "files")
    assert told.exit_code == 2
    assert told.stderr == f"{tmp_path / 'files'} is not empty; name a new folder.\n"
    assert [file.name for file in (tmp_path / "files").iterdir()] == ["mine"]


def test_an_empty_folder_is_filled(gametape: Gametape, stored: str, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    assert gametape("export", "--parquet", tmp_path / "files").exit_code == 0
    assert (tmp_path / "files" / "events.parquet").exists()


def test_without_the_library_it_is_said_what_is_missing(
    gametape: Gametape, stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = gametape("export", "--parquet", tmp_path / "files")
    assert told.exit_code == 2
    assert "pip install 'gametape[parquet]'" in told.stderr
    assert told.stderr.count("\n") == 1
    assert not (tmp_path / "files").exists()


def test_games_are_not_named_with_it(gametape: Gametape, stored: str, tmp_path: Path) -> None:
    told = gametape("export", stored, "--parquet", tmp_path / "files")
    assert told.exit_code == 2
    assert "name no games" in told.stderr


def test_the_document_of_the_columns_is_up_to_date() -> None:
    assert contents.DOCUMENT.read_text("utf-8") == contents.told()
