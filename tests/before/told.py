"""What an installation says of all that it holds, in a form to be kept, read and compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from events.canonical import canonical, digest
from tests.api.site import Site, read
from workers.referee import referee
from workers.sweep import behind

Told = dict[str, Any]

DATABASE = "database.sqlite.xz"
DATABASE_SAYS = "database.json"
EXPORTS_SAY = "exports.json"

GAME = (
    *("ruleset", "visibility", "parent", "fixture", "seats", "grade", "status"),
    *("turn", "score", "result", "version", "step", "checked_version"),
)
"""What is kept of a game's header."""

LEAGUE = ("name", "ruleset", "visibility", "version")

TABLES = (
    *("standings", "statistics", "statistics?level=person", "luck", "deserved", "course", "form"),
    *("head-to-head", "records", "ratings", "ratings?of=person", "dice", "games", "findings"),
    "balance",
)
"""What is kept of a season."""

WORDS = ("says", "text")
"""What says again in a sentence what the rest of a row says."""


def catch_up(site: Site) -> None:
    """Judges what no worker of this version has judged."""
    here = site.services
    for game in behind(here.engine):
        referee(here.store, here.tapes, here.games, game)


def told(site: Site) -> Told:
    """Games, leagues, people and webhooks; rows of tables and findings as a line of text each."""
    streams = site.services.store.streams()
    hashes = {stream.id: stream.head_hash for stream in streams}
    games = sorted(stream.id for stream in streams if stream.kind == "game")
    leagues = sorted(stream.id for stream in streams if stream.kind == "league")
    return {
        "games": {game: {"hash": hashes[game], **_game(site, game)} for game in games},
        "leagues": {one: {"hash": hashes[one], **_league(site, one)} for one in leagues},
        "people": [_line(person) for person in _get(site, "/people")],
        "webhooks": [_webhook(site, one) for one in _get(site, "/webhooks")],
    }


def kept(file: Path) -> Told:
    """What an installation said when the file was written."""
    found: Told = json.loads(file.read_text("utf-8"))
    return found


def keep(file: Path, said: Told) -> None:
    """Writes what an installation says, a line a fact."""
    file.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _game(site: Site, game: str) -> Told:
    header = _get(site, f"/games/{game}")
    findings = _get(site, f"/games/{game}/findings")["findings"]
    sums = _get(site, f"/games/{game}/statistics")["rows"]
    return {
        **{name: header[name] for name in GAME},
        "state": digest(canonical(_get(site, f"/games/{game}/state"))),
        "findings": [_finding(found) for found in findings],
        "sums": [_line(row) for row in sums if row["piece"] is None],
    }


def _league(site: Site, league: str) -> Told:
    document = _get(site, f"/leagues/{league}")
    seasons = [season["id"] for season in _get(site, f"/leagues/{league}/seasons")]
    said = {name: document[name] for name in LEAGUE}
    return {**said, "seasons": {season: _season(site, season) for season in seasons}}


def _season(site: Site, season: str) -> Told:
    path = f"/seasons/{season}"
    return {
        "status": _get(site, path)["status"],
        "teams": [_line(team) for team in _get(site, f"{path}/teams")],
        "fixtures": [_line(fixture) for fixture in _get(site, f"{path}/fixtures")],
        **{
            table: [_line(row) for row in _get(site, f"{path}/{table}")["rows"]] for table in TABLES
        },
    }


def _webhook(site: Site, webhook: Mapping[str, Any]) -> Told:
    deliveries = _get(site, f"/webhooks/{webhook['id']}/deliveries")
    return {
        "url": webhook["url"],
        "events": webhook["events"],
        "deliveries": sorted(_line(delivery) for delivery in deliveries),
    }


def _finding(found: Mapping[str, Any]) -> str:
    place = f"version {found['version']}, step {found['step']}"
    return f"{place}: {found['rule']} ({found['severity']})"


def _line(row: Mapping[str, Any]) -> str:
    """A row in a line, without what it leaves open and what it says twice."""
    told = {key: value for key, value in row.items() if value is not None and key not in WORDS}
    return ", ".join(f"{name}: {_text(value)}" for name, value in told.items())


def _text(value: Any) -> str:
    """A value in words; databases add up in different orders, so floats are rounded."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, dict):
        return f"({_line(value)})"
    return str(value)


def _get(site: Site, path: str) -> Any:
    answer = site.get(path)
    assert answer.status_code == 200, answer.text
    return read(answer)
