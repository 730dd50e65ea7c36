"""No statement reads all of a table that grows: whoever asks, it is found by an index.

The walk takes every address that answers GET, so a new one is in it; then everything that a worker
does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import redis

from events.event import Draft
from projections.seasons import kept_standings
from projections.seasons.league_read_model import LeagueReadModel
from tests.api import seasons
from tests.api.site import ADMIN, OPENING, Site, read
from tests.size.plans import collecting, read_whole
from workers import deliveries, sweep

ENDLESS = ("/live",)

QUERIES = {
    "/api/v1/games": (
        "status=ended",
        "ruleset=wannabe-football&status=playing",
        "league=table",
        "person={person}",
        "page=2&page_size=1",
        "q=bo",
        "q=seldom%20seen&status=ended",
    ),
    "/api/v1/leagues": ("ruleset=wannabe-football", "page=2&page_size=1", "q=table%20seldom"),
    "/api/v1/people": ("page=2&page_size=1", "q=seldom"),
    "/api/v1/tokens": ("game={game}",),
    "/games": ("status=ended",),
}
"""What else is asked of an address."""


@dataclass
class Filled:
    """An installation with something of everything, and the ids that stand in addresses."""

    site: Site
    ids: dict[str, str]
    tokens: dict[str, str | None]


@pytest.fixture(scope="module", params=["postgres", "sqlite"])
def filled(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Filled]:
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        server.execute("CREATE DATABASE statements TEMPLATE template")
        site = Site(server.url("statements"))
    else:
        site = Site(f"sqlite:///{tmp_path_factory.mktemp('statements') / 'gametape.db'}")
    yield fill(site)
    site.services.engine.dispose()


def fill(site: Site) -> Filled:
    organizer = site.token("organizer")
    hook = {"url": "https://example.org/x", "events": ["game.finished", "finding"]}
    webhook = read(site.post("/webhooks", hook, organizer))["id"]
    seasons.open_season(site, "wannabe-football")
    first, second, _ = seasons.fixtures(site)
    game = seasons.play(site, first, 1)
    running = site.make(
        fixture=second["id"],
        seats=[{"seat": "1", "name": "Ana", "person": "p-ana"}, {"seat": "2", "name": "Bo"}],
    )
    site.record(running, *OPENING, token=ADMIN)
    site.judge(running)
    site.make(organizer)
    branch = read(site.post(f"/games/{game.id}/branches", {"step": 3}))["id"]
    person = next(iter(seasons.coaches(site).values()))
    guest = site.token("spectator", league=seasons.LEAGUE)
    return Filled(
        site,
        {
            "game": game.id,
            "league": seasons.LEAGUE,
            "season": seasons.SEASON,
            "fixture": first["id"],
            "team": "ant",
            "person": person,
            "webhook": webhook,
            "ruleset": "wannabe-football",
            "box": read(site.get("/boxes?ruleset=wannabe-football"))[0]["id"],
            "branch": branch,
        },
        {"admin": ADMIN, "organizer": organizer, "guest": guest, "nobody": None},
    )


def test_no_answer_to_a_get_reads_a_whole_table(filled: Filled) -> None:
    site = filled.site
    with collecting(site.services.engine) as collected:
        asked = [
            (address, site.get(address, token, at_root=True).status_code)
            for address in addresses(filled)
            for token in filled.tokens.values()
        ]
    assert {status for _, status in asked} <= {200, 204, 302, 303, 400, 401, 403, 404, 422}, asked
    assert sum(status == 200 for _, status in asked) > 100
    found = read_whole(site.services.engine, collected)
    assert not found, "\n".join(found)
    assert len(collected.statements) > 100


def addresses(filled: Filled) -> list[str]:
    """Every address that answers GET, with ids that are there."""
    found = []
    for rule in filled.site.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.endswith(ENDLESS):
            continue
        if rule.endpoint.endswith("static") or "elsewhere" in rule.rule:
            continue
        values = {name: filled.ids.get(name, "1") for name in rule.arguments}
        with filled.site.app.test_request_context():
            built = rule.build(values)
        assert built is not None, f"{rule.rule} has parts that this test does not know"
        address = built[1]
        found.append(address)
        found += [f"{address}?{query.format(**filled.ids)}" for query in QUERIES.get(address, ())]
    return found


def test_no_part_of_recording_reads_a_whole_table(filled: Filled, redis_url: str) -> None:
    site, here = filled.site, filled.site.services
    hook = {"url": "https://example.org/y", "events": ["standings.changed", "finding"]}
    with collecting(here.engine) as collected:
        game = site.make(
            filled.tokens["organizer"] or "",
            id="another",
            seats=[
                {"seat": "1", "name": "Ana", "person": filled.ids["person"]},
                {"seat": "2", "name": "Bo"},
            ],
        )
        site.record(game, *OPENING)
        site.judge(game)
        site.record(
            game,
            {"type": "EventRetracted", "seat": None, "data": {"target": 3, "reason": "typo"}},
            token=ADMIN,
        )
        site.judge(game)
        site.post(f"/games/{game.id}/preview", {"events": OPENING})
        seasons.play(site, seasons.fixtures(site)[2], 7)
        site.patch(f"/games/{game.id}", {"visibility": "public"})
        site.post("/webhooks", hook)
        site.patch(f"/people/{filled.ids['person']}", {"name": "Another name"})
        site.post(f"/leagues/{seasons.LEAGUE}/seasons", {"id": "next", "name": "Next"})
        site.get("/feed")
        work(here, redis.from_url(redis_url))
    assert not (found := read_whole(here.engine, collected)), "\n".join(found)


def work(here: Any, connection: Any) -> None:
    """What a worker does beside judging a game."""
    here.store.append(
        "late",
        [Draft(type="LeagueCreated", data={"name": "Late", "ruleset": "und1c1"})],
        recorded_by="test",
        kind="league",
    )
    sweep.sweep(here.engine, connection)
    sweep.sweep(here.engine, connection)
    for season in kept_standings.stale(here.engine):
        kept_standings.refresh(here.engine, season)
    for delivery in deliveries.due(here.engine):
        deliveries._claim(here.engine, delivery, deliveries.present())
    assert LeagueReadModel(here.store).behind() == []
