"""A small season of a league in an installation, its fixtures played by simulated games."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from events.event import Draft
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from tests.api.site import ADMIN, Game, Site, read

SEASON = "spring"
LEAGUE = "table"
TEAMS = ("ant", "bee", "cat")


def open_season(site: Site, ruleset: str, visibility: str = "public") -> None:
    """A league with a season of three teams that meet once each: rounds 1 to 3."""
    league = {"id": LEAGUE, "name": "Table", "ruleset": ruleset, "visibility": visibility}
    _made(site.post("/leagues", league))
    _made(site.post(f"/leagues/{LEAGUE}/seasons", {"id": SEASON, "name": "Spring"}))
    for team in TEAMS:
        person = _made(site.post("/people", {"name": f"{team.title()}'s coach"}))["id"]
        body = {"id": team, "name": team.title(), "people": [person]}
        _made(site.post(f"/seasons/{SEASON}/teams", body))
    _made(site.post(f"/seasons/{SEASON}/fixtures", {"generate": "round-robin"}))


def fixtures(site: Site) -> list[dict[str, Any]]:
    """The fixtures of the season."""
    found: list[dict[str, Any]] = read(site.get(f"/seasons/{SEASON}/fixtures"))
    return found


def coaches(site: Site) -> dict[str, str]:
    """Team -> who plays for it."""
    entered = read(site.get(f"/seasons/{SEASON}/teams"))
    return {team["id"]: team["people"][0] for team in entered}


def play(
    site: Site,
    fixture: dict[str, Any],
    seed: int,
    steps: int | None = None,
    seats: Sequence[str] | None = None,
) -> Game:
    """Plays a simulated game for a fixture, up to a step, and has it judged."""
    rules = rulesets()[read(site.get(f"/seasons/{SEASON}"))["ruleset"]]
    creation = simulate.creation(rules, sample(rules), seats)
    created, *rest = (draft for draft, _ in simulate.game(rules, sample(rules), creation, seed))
    made = created.data
    people = coaches(site)
    sitting = [
        {**seat, "name": team.title(), "person": people[team]}
        for seat, team in zip(made["seats"], fixture["teams"], strict=True)
    ]
    body = {name: made[name] for name in ("ruleset", "box", "options")}
    body |= {"id": f"game-{seed}", "seats": sitting, "fixture": fixture["id"]}
    answer = site.post("/games", {**body, "visibility": "public"})
    assert answer.status_code == 201, answer.text
    game = site.of(answer)
    record(site, game, rest[: steps and steps - 1])
    return game


def enter(site: Site, fixture: dict[str, Any], *outcomes: str, basis: str = "result") -> int:
    """A result that is entered for a fixture, whatever was played; the version of its event."""
    awards = [
        {"team": team, "outcome": outcome}
        for team, outcome in zip(fixture["teams"], outcomes, strict=True)
    ]
    data = {"fixture": fixture["id"], "awards": awards, "basis": basis}
    body = {"events": [{"type": "ResultAwarded", "data": data}]}
    return int(_made(site.post(f"/leagues/{LEAGUE}/events", body))["version"])


def record(site: Site, game: Game, drafts: Sequence[Draft]) -> None:
    """Appends drafts and has the game judged."""
    entries = [
        {"type": draft.type, "seat": draft.seat, "data": msgspec.to_builtins(draft.data)}
        for draft in drafts
    ]
    if entries:
        site.record(game, *entries, token=ADMIN)
    site.judge(game)


@contextmanager
def played_once(template: Path, folder: Path, ruleset: str) -> Iterator[Site]:
    """An installation with a whole season, for tests that only read it."""
    file = folder / "gametape.db"
    shutil.copy(template, file)
    site = Site(f"sqlite:///{file}")
    play_all(site, ruleset)
    yield site
    site.services.engine.dispose()


def play_all(site: Site, ruleset: str) -> list[Game]:
    """A whole season: three games."""
    open_season(site, ruleset)
    return [play(site, fixture, seed) for seed, fixture in enumerate(fixtures(site), 1)]


def _made(answer: Any) -> Any:
    assert answer.status_code == 201, answer.text
    return read(answer)
