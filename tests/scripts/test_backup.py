"""Everything is saved while it runs, and comes back as it was, in either database."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from events.database import connect
from events.tables import metadata
from scripts.cli import main
from tests.api import seasons
from tests.api.site import OPENING, Site, read
from tests.postgres import Postgres
from workers.referee import referee

Pages = dict[tuple[str, str], tuple[int, bytes]]

_ONCE = re.compile(rb'name="csrf" (content|value)="\w+"')
"""What each page says once."""


def gametape(monkeypatch: pytest.MonkeyPatch, folder: Path, database: str, *told: object) -> Result:
    monkeypatch.setenv("GAMETAPE_DATA", str(folder))
    monkeypatch.setenv("GAMETAPE_DATABASE", database)
    monkeypatch.delenv("GAMETAPE_REDIS", raising=False)
    return CliRunner().invoke(main, [str(argument) for argument in told])


def filled(database: str) -> tuple[Site, dict[str, str | None]]:
    """An installation with something of everything, and who may ask."""
    site = Site(database)
    seasons.open_season(site, "wannabe-football")
    game = site.make(id="final", visibility="private")
    site.record(game, *OPENING)
    hidden = site.make(id="hidden")
    site.record(hidden, *OPENING)
    site.post("/games/final/branches", {"id": "a-branch", "step": 2})
    site.post("/webhooks", {"url": "https://example.org/told", "events": ["game.finished"]})
    organizer = site.token("organizer", league=seasons.LEAGUE)
    return site, {
        "admin": site.token("admin"),
        "nobody": None,
        "organizer": organizer,
        "recorder": game.recorder,
        "spectator": hidden.spectator,
    }


def answers(site: Site, callers: dict[str, str | None]) -> Pages:
    """What each caller is told: exports, lists, pages."""
    here = site.services
    for game in here.store.ids("game"):
        referee(here.store, here.tapes, here.games, game)
    paths = ["/", "/games", "/leagues", "/people", f"/seasons/{seasons.SEASON}", "/games/final"]
    paths += [f"/api/v1/games/{game}" for game in ("final", "hidden", "a-branch")]
    paths += [f"/api/v1/games/{game}/export" for game in ("final", "hidden", "a-branch")]
    paths += ["/api/v1/webhooks", "/api/v1/people", "/api/v1/events", "/api/v1/tokens"]
    found = {}
    for who, token in callers.items():
        for path in paths:
            answer = site.get(path, token, at_root=True)
            found[who, path] = (answer.status_code, _ONCE.sub(b"", answer.get_data()))
    return found


def tables_of(database: str) -> dict[str, list[Any]]:
    engine = connect(database)
    with engine.connect() as connection:
        rows = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in metadata.sorted_tables
            if table.name != "streams"
        }
    engine.dispose()
    return rows


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
@pytest.mark.parametrize("from_", ["sqlite", "postgres"])
def test_what_is_restored_answers_as_before(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    from_: str,
    to: str,
) -> None:
    database = request.getfixturevalue(f"{from_}_url")
    site, callers = filled(database)
    before = answers(site, callers)
    (tmp_path / "secrets.key").write_text("sealed with this")
    saved = gametape(monkeypatch, tmp_path, database, "backup", tmp_path / "all.backup")
    assert saved.exit_code == 0, saved.output
    site.services.engine.dispose()
    new = tmp_path / "new"
    place = f"sqlite:///{new / 'gametape.db'}"
    if to == "postgres":
        server: Postgres = request.getfixturevalue("postgres_server")
        server.execute(f"CREATE DATABASE empty_{from_}")
        place = server.url(f"empty_{from_}")

    told = gametape(monkeypatch, new, place, "restore", tmp_path / "all.backup")

    assert told.exit_code == 0, told.output
    assert tables_of(place) == tables_of(database)
    back = Site(place)
    assert answers(back, callers) == before
    back.services.engine.dispose()
    key = new / "secrets.key"
    assert (key.read_text(), key.stat().st_mode & 0o777) == ("sealed with this", 0o600)
    assert (tmp_path / "all.backup").stat().st_mode & 0o777 == 0o600
    again = gametape(monkeypatch, new, place, "restore", tmp_path / "all.backup")
    assert again.exit_code == 2
    assert "already" in again.output
    assert gametape(monkeypatch, new, place, "verify").exit_code == 0


def test_only_whole_backups_of_a_known_program_are_restored(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Site(sqlite_url).services.engine.dispose()
    file = tmp_path / "all.backup"
    assert gametape(monkeypatch, tmp_path, sqlite_url, "backup", file).exit_code == 0
    again = gametape(monkeypatch, tmp_path, sqlite_url, "backup", file)
    assert (again.exit_code, "already" in again.output) == (2, True)
    new = tmp_path / "new"

    def refusal(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        place = f"sqlite:///{new / 'gametape.db'}"
        told = gametape(monkeypatch, new, place, "restore", tmp_path / name)
        assert (told.exit_code, told.output.count("\n")) == (2, 1), told.output
        assert not new.exists() or not list(new.iterdir())
        return told.output

    whole = file.read_bytes()
    assert "cut short" in refusal("cut", whole[: len(whole) // 2])
    assert "no backup" in refusal("picture", b"\x89PNG\r\n\x1a\n")
    assert "no backup" in refusal("empty", b"")
    changed, newer = tmp_path / "changed.zip", tmp_path / "newer.zip"
    with (
        zipfile.ZipFile(file) as old,
        zipfile.ZipFile(changed, "w") as other,
        zipfile.ZipFile(newer, "w") as later,
    ):
        for name in old.namelist():
            content = old.read(name)
            other.writestr(name, content + b"[]\n" if "tokens" in name else content)
            if name == "manifest.json":
                content = json.dumps({**json.loads(content), "revision": "9999"}).encode()
            later.writestr(name, content)
    assert "tokens" in refusal("changed", changed.read_bytes())
    assert "newer" in refusal("newer", newer.read_bytes())


def test_a_backup_of_a_folder_is_named_after_its_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    site = Site(sqlite_url)
    assert read(site.get("/games")) == []
    told = gametape(monkeypatch, tmp_path, sqlite_url, "backup", f"{tmp_path}/backups/")

    [file] = (tmp_path / "backups").iterdir()
    assert told.exit_code == 0
    assert file.name.startswith("gametape-20")
    site.services.engine.dispose()


def test_one_damaged_game_is_put_back_alone(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    site, _ = filled(sqlite_url)
    site.services.engine.dispose()

    def told(*words: object) -> Result:
        return gametape(monkeypatch, tmp_path, sqlite_url, *words)

    file = tmp_path / "all.backup"
    assert told("backup", file).exit_code == 0
    sound = told("restore", file, "--only", "final")
    assert (sound.exit_code, "nothing was changed" in sound.output) == (0, True)
    engine = connect(sqlite_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER events_no_delete")
        connection.exec_driver_sql("DELETE FROM events WHERE stream = 'final' AND version = 2")
    engine.dispose()
    assert told("verify").exit_code == 1

    mended = told("restore", file, "--only", "final")

    assert mended.exit_code == 0, mended.output
    assert "final is sound again: 1 event put back." in mended.output
    assert told("verify").exit_code == 0
    nowhere = told("restore", file, "--only", "nowhere")
    assert (nowhere.exit_code, nowhere.output.count("\n")) == (2, 1)
    lost = told("restore", tmp_path / "lost.backup", "--only", "final")
    assert (lost.exit_code, lost.output.count("\n")) == (2, 1)
