"""One stream is damaged, in every way in which a row can be: all others go on, and it is named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from events.canonical import canonical, digest
from events.chain import link
from scripts.cli import main
from tests.api.site import OPENING, Site, read
from tests.events.keeping.test_verification import tamper

UNREADABLE = [
    "body = '{'",
    "body = '5'",
    "body = substr(body, 1, 20)",
    'body = replace(body, \'"schema":1\', \'"schema":"one"\')',
    "body = x'00ff'",
    "hash = '0'",
    "version = 99",
    "version = -9",
    "version = 'two'",
    "stream = 'elsewhere'",
]
"""Changes of the second event of a stream after which it cannot be read."""

UNTRUE = [
    "id = 'other'",
    "type = 'Other'",
    "schema = 7",
    "seat = 'other'",
    "at = '2000-01-01T00:00:00.000Z'",
    "recorded_at = 'never'",
    "recorded_by = x'00'",
    "position = 900",
    "position = -3",
]
"""Changes of its columns after which it is still what its bodies say."""

OF_THE_ROW = [
    "kind = 'puppet'",
    "parent = 'nobody', parent_version = 1, parent_step = 1",
    "parent = id, parent_version = 1, parent_step = 1",
    "parent_version = 'two'",
    "created_at = x'00'",
    "start_hash = x'00'",
    "id = 'elsewhere'",
]
"""Changes of a stream's own row after which it cannot be read."""


@pytest.fixture(scope="module")
def whole(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation with two games, and two leagues with a season each."""
    file = tmp_path_factory.mktemp("whole") / "gametape.db"
    shutil.copy(sqlite_template, file)
    with _opened(file) as site:
        for game in ("bad-game", "good-game"):
            made = site.make(id=game, visibility="public")
            site.record(made, *OPENING)
            site.judge(made)
        for league, season in (("bad-league", "lost"), ("good-league", "spring")):
            league_body = {"id": league, "name": league, "ruleset": "wannabe-football"}
            assert site.post("/leagues", {**league_body, "visibility": "public"}).status_code == 201
            site.post(f"/leagues/{league}/seasons", {"id": season, "name": season})
            for team in ("ants", "bees"):
                site.post(f"/seasons/{season}/teams", {"id": team, "name": team})
            site.post(f"/seasons/{season}/fixtures", {"generate": "round-robin"})
    return file


@pytest.fixture(params=["bad-game", "bad-league"])
def bad(request: pytest.FixtureRequest) -> str:
    """The stream that is damaged."""
    return str(request.param)


@contextmanager
def _opened(file: Path) -> Iterator[Site]:
    site = Site(f"sqlite:///{file}")
    try:
        yield site
    finally:
        site.services.engine.dispose()


def damaged(whole: Path, folder: Path, statement: str) -> Path:
    """A copy of the database after what somebody with the file can do."""
    file = folder / "gametape.db"
    shutil.copy(whole, file)
    database = sqlite3.connect(file)
    for trigger in ("events_no_update", "events_no_delete"):
        database.execute(f"DROP TRIGGER {trigger}")
    database.execute(statement)
    database.commit()
    database.close()
    return file


def addresses(site: Site) -> list[str]:
    """Every address without parts of its own, and all of what is whole."""
    rules = [rule for rule in site.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    whole = {"game": "good-game", "league": "good-league", "season": "spring"}
    whole |= {"ruleset": "wannabe-football", "fixture": "spring-1-1", "team": "ants", "step": 1}
    found = []
    with site.app.test_request_context():
        for rule in rules:
            if rule.arguments <= whole.keys() and "live" not in rule.rule:
                values = {name: whole[name] for name in rule.arguments}
                _, path = rule.build(values) or ("", "")
                found.append(path)
    return sorted(set(found))


def goes_on(file: Path, bad: str, *, everywhere: bool = False) -> tuple[str, Site]:
    """Asks for everything that is whole; which answers name what is left out, in one text."""
    said = ""
    with _opened(file) as site:
        paths = addresses(site) if everywhere else LISTS
        for path in paths:
            answer = site.get(path, at_root=True)
            assert answer.status_code < 500, (path, answer.text)
            said += answer.headers.get("X-Set-Aside", "") + " "
        listed = {game["id"] for game in read(site.get("/games"))}
        listed |= {league["id"] for league in read(site.get("/leagues"))}
        assert {"good-game", "good-league"} <= listed
        told = site.get(f"/{'games' if 'game' in bad else 'leagues'}/{bad}")
        assert told.status_code != 500
        ready = read(site.get("/readyz", at_root=True))
        said += " ".join(f"{one['stream']} is set aside" for one in ready["set_aside"])
    return said, site


LISTS = ["/", "/games", "/leagues", "/people", "/api/v1/games", "/api/v1/leagues"]
LISTS += ["/api/v1/events", "/seasons/spring", "/api/v1/seasons/spring/standings"]


def command(file: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str]:
    """What `gametape` answers and says."""
    monkeypatch.setenv("GAMETAPE_DATABASE", f"sqlite:///{file}")
    monkeypatch.setenv("GAMETAPE_DATA", str(file.parent))
    monkeypatch.delenv("GAMETAPE_REDIS", raising=False)
    done = CliRunner().invoke(main, list(arguments))
    return done.exit_code, done.output


def _events(bad: str, change: str) -> str:
    return f"UPDATE events SET {change} WHERE stream = '{bad}' AND version = 2"


@pytest.mark.parametrize("change", UNREADABLE)
def test_an_event_that_cannot_be_read_hides_nothing_else(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str, change: str
) -> None:
    file = damaged(whole, tmp_path, _events(bad, change))

    said, _ = goes_on(file, bad)
    code, verified = command(file, monkeypatch, "verify")

    assert f"{bad};v=" in said
    assert f"{bad} is set aside" in said
    assert (code, bad in verified) == (1, True)


@pytest.mark.parametrize("change", UNTRUE)
def test_a_column_that_is_untrue_is_named(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str, change: str
) -> None:
    file = damaged(whole, tmp_path, _events(bad, change))

    goes_on(file, bad)

    code, verified = command(file, monkeypatch, "verify")
    assert (code, bad in verified) == (1, True)


@pytest.mark.parametrize("change", OF_THE_ROW)
def test_a_row_of_a_stream_hides_nothing_else(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str, change: str
) -> None:
    file = damaged(whole, tmp_path, f"UPDATE origins SET {change} WHERE id = '{bad}'")

    goes_on(file, bad)

    code, verified = command(file, monkeypatch, "verify")
    assert (code, bad in verified) == (1, True)


@pytest.mark.parametrize("gone", ["version = 1", "version = 2", "version > 0"])
def test_events_that_are_gone_hide_nothing_else(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str, gone: str
) -> None:
    file = damaged(whole, tmp_path, f"DELETE FROM events WHERE stream = '{bad}' AND {gone}")

    said, _ = goes_on(file, bad)

    code, verified = command(file, monkeypatch, "verify")
    assert f"{bad} is set aside" in said
    assert (code, bad in verified) == (1, True)


def test_a_row_of_a_stream_that_is_gone_is_named(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str
) -> None:
    file = damaged(whole, tmp_path, f"DELETE FROM origins WHERE id = '{bad}'")

    goes_on(file, bad)

    code, verified = command(file, monkeypatch, "verify")
    assert (code, bad in verified) == (1, True)


def test_a_field_of_another_type_hides_nothing_else(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str
) -> None:
    """Its hashes fit: somebody has written the whole chain anew, or another version did."""
    file = damaged(whole, tmp_path, "SELECT 1")
    _rewrite(file, bad)

    said, _ = goes_on(file, bad, everywhere=True)
    results = {
        name: command(file, monkeypatch, *arguments)
        for name, arguments in {
            "verify": ["verify"],
            "export": ["export", "--to", str(tmp_path / "out")],
            "rebuild": ["rebuild"],
        }.items()
    }

    assert f"{bad};v=" in said
    assert {name: (code, bad in told) for name, (code, told) in results.items()} == {
        "verify": (1, True),
        "export": (1, True),
        "rebuild": (1, True),
    }
    written = {path.stem for path in (tmp_path / "out").iterdir()}
    assert written == {"bad-game", "bad-league", "good-game", "good-league"} - {bad}


def test_what_is_mended_comes_back_by_itself(whole: Path, tmp_path: Path, bad: str) -> None:
    file = damaged(whole, tmp_path, _events(bad, "body = body || ' '"))
    path = f"/{'games' if 'game' in bad else 'leagues'}/{bad}"
    with _opened(file) as site:
        told = site.get(path)
        assert (told.status_code, read(told)["type"]) == (503, "/problems/damaged")
        assert bad in read(told)["detail"]

        with sqlite3.connect(file) as database:
            database.execute(_events(bad, "body = trim(body)"))

        assert site.get(path).status_code == 200


@pytest.mark.parametrize("change", ["body = '{'", "version = 99", "hash = ''"])
def test_on_either_database_it_is_the_same(either_site: Site, change: str) -> None:
    for game in ("bad-game", "good-game"):
        either_site.record(either_site.make(id=game), *OPENING)
    tamper(either_site.services.engine, _events("bad-game", change))

    site = Site(either_site.services.settings.database)
    listed = site.get("/games")
    told = site.get("/games/bad-game")
    ready = read(site.get("/readyz", at_root=True))
    site.services.engine.dispose()

    assert [game["id"] for game in read(listed)] == ["good-game"]
    assert "bad-game;v=" in listed.headers["X-Set-Aside"]
    assert (told.status_code, read(told)["stream"]) == (503, "bad-game")
    assert [one["stream"] for one in ready["set_aside"]] == ["bad-game"]


def test_who_is_no_admin_hears_of_damage_without_names(whole: Path, tmp_path: Path) -> None:
    file = damaged(whole, tmp_path, _events("bad-game", "body = '{'"))
    with _opened(file) as site:
        site.get("/games")
        ready = read(site.get("/readyz", token=None, at_root=True))

    assert (ready["ready"], ready["damaged"], ready["set_aside"]) == (True, 1, [])


def _rewrite(file: Path, bad: str) -> None:
    """Makes a number of a text in the first event, and hashes everything anew."""
    database = sqlite3.connect(file)
    query = "SELECT version, body FROM events WHERE stream = ? ORDER BY version"
    hash = "0" * 64
    for version, text in database.execute(query, (bad,)).fetchall():
        told: dict[str, Any] = json.loads(text)
        if version == 1:
            told["data"]["name" if "league" in bad else "seats"] = 7
        body = canonical(told)
        hash = link(hash, digest(body))
        database.execute(
            "UPDATE events SET body = ?, hash = ? WHERE stream = ? AND version = ?",
            (body.decode(), hash, bad, version),
        )
    database.commit()
    database.close()
