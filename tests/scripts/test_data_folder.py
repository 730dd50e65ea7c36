"""Nobody else on the machine reads what an installation keeps."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.database import connect, migrate
from scripts.data_folder import own


@pytest.fixture(autouse=True)
def _mask() -> Iterator[None]:
    """As most machines have it: everybody may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    found = {there.name: there for there in (folder, *folder.rglob("*"))}
    return {name: oct(stat.S_IMODE(there.stat().st_mode)) for name, there in found.items()}


def test_a_new_folder_is_its_owner_s(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    own(folder)
    (folder / "logs").mkdir()
    (folder / "logs" / "web.log").write_text("x")
    engine = connect(f"sqlite:///{folder / 'gametape.db'}")
    migrate(engine)
    found = modes(folder)
    engine.dispose()
    assert {name for name, mode in found.items() if mode not in ("0o700", "0o600")} == set()
    assert {"gametape.db", "gametape.db-wal"} <= set(found)


def test_a_folder_that_an_older_version_made_is_shut(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "logs").mkdir(parents=True)
    names = ("gametape.db", "gametape.db-wal", "dump.rdb", "logs/web.log", "serve.lock")
    for name in names:
        (folder / name).write_text("x")
    (folder / "letter.txt").write_text("mine")
    own(folder)
    found = modes(folder)
    assert found.pop("letter.txt") == "0o644"
    assert set(found.values()) == {"0o700", "0o600"}
    assert found["data"] == found["logs"] == "0o700"


def test_a_database_elsewhere_is_shut_too(tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.db"
    file.touch(0o644)
    file.chmod(0o644)
    engine = connect(f"sqlite:///{file}")
    migrate(engine)
    found = modes(tmp_path)
    engine.dispose()
    assert {mode for name, mode in found.items() if name.startswith("elsewhere")} == {"0o600"}
