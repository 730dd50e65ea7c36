"""Who may do what in a league."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.access.callers import caller_of
from projections import rights
from tests.api.club import ADMIN, Club, club, elsewhere
from tests.api.site import CREATION, OPENING, Site, event, read


@pytest.fixture
def league(site: Site) -> Club:
    return club(site)


ROLES = ("admin", "organizer", "other", "guest", "anybody")


NOTE = {"events": [event("NoteAdded", text="x")]}
PAIR = {"teams": ["ants", "bees"]}
MATRIX: list[tuple[str, str, Any, tuple[int, ...]]] = [
    ("GET", "/leagues/club", None, (200, 200, 404, 200, 404)),
    ("GET", "/leagues/club/events", None, (200, 200, 404, 200, 404)),
    ("GET", "/leagues/club/export", None, (200, 200, 404, 200, 404)),
    ("GET", "/seasons/autumn", None, (200, 200, 404, 200, 404)),
    ("GET", "/seasons/autumn/standings", None, (200, 200, 404, 200, 404)),
    ("GET", "/games/derby", None, (200, 200, 404, 200, 404)),
    ("GET", "/games/derby/state?seat=1", None, (200, 200, 404, 403, 404)),
    ("POST", "/games/derby/events", NOTE, (201, 201, 404, 403, 401)),
    ("POST", "/games", {**CREATION, "fixture": "autumn-1-1"}, (201, 201, 403, 403, 401)),
    ("POST", "/leagues", {"name": "Mine"}, (201, 403, 403, 403, 401)),
    ("PATCH", "/leagues/club", {"visibility": "unlisted"}, (200, 200, 404, 403, 401)),
    ("POST", "/leagues/club/events", NOTE, (201, 201, 404, 403, 401)),
    ("POST", "/leagues/club/seasons", {"name": "Spring"}, (201, 201, 404, 403, 401)),
    ("POST", "/seasons/autumn/teams", {"name": "Dogs"}, (201, 201, 404, 403, 401)),
    ("POST", "/seasons/autumn/fixtures", PAIR, (201, 201, 404, 403, 401)),
    ("POST", "/tokens", {"role": "spectator", "league": "club"}, (201, 201, 403, 403, 401)),
    ("POST", "/tokens", {"role": "organizer", "league": "club"}, (201, 201, 403, 403, 401)),
    ("POST", "/tokens", {"role": "organizer"}, (201, 403, 403, 403, 401)),
]


def test_who_may_what(league: Club) -> None:
    site = league.site
    site.record(site.make(id="derby", fixture="autumn-1-1"), *OPENING)
    tokens = {
        "admin": ADMIN,
        "organizer": league.token,
        "other": elsewhere(site),
        "guest": site.token("spectator", league.token, league="club"),
        "anybody": None,
    }
    for method, path, body, expected in MATRIX:
        more = {} if body is None else {"json": body}
        found = tuple(site.ask(method, path, tokens[role], **more).status_code for role in ROLES)
        assert found == expected, (method, path, body)


def test_no_token_is_made_for_a_league_that_is_not_there(league: Club) -> None:
    before = league.site.content()
    for role in ("organizer", "spectator"):
        answer = league.site.post("/tokens", {"role": role, "league": "nosuch"})
        assert answer.status_code == 422, answer.text
        assert read(answer)["errors"]["league"] == ["There is no league nosuch; make it first."]
    assert league.site.content() == before
    league.site.make(id="derby")
    assert league.site.post("/tokens", {"role": "organizer", "league": "derby"}).status_code == 422


def test_a_private_league_and_its_private_games_are_shut_to_guests(league: Club) -> None:
    site = league.site
    guest = site.token("spectator", league="club")
    site.make(id="derby", fixture="autumn-1-1", visibility="private")
    assert site.get("/games/derby", guest).status_code == 404
    league.ask("PATCH", "/leagues/club", json={"visibility": "private"})
    assert site.get("/seasons/autumn", guest).status_code == 404
    assert site.get("/seasons/autumn", league.token).status_code == 200
    shown = {one["id"]: one["game"] for one in league.get("/seasons/autumn/fixtures")}
    assert shown["autumn-1-1"] == "derby"


def test_who_made_a_league_organizes_it(site: Site) -> None:
    maker, other = site.token("organizer"), site.token("organizer")
    assert site.post("/leagues", {"id": "club", "name": "C"}, maker).status_code == 201
    season = {"name": "Autumn", "ruleset": "und1c1"}
    assert site.post("/leagues/club/seasons", season, maker).status_code == 201
    assert site.post("/leagues/club/seasons", season, other).status_code == 404


@pytest.mark.parametrize("who", ["admin", "organizer", "other"])
def test_no_fixture_is_taken_before_it_is_made(league: Club, who: str) -> None:
    site = league.site
    token = {"admin": ADMIN, "organizer": league.token, "other": elsewhere(site)}[who]
    told = {
        "fixture": ["There is no fixture winter-1-1; the organizer of its league makes it first."]
    }
    made = site.post("/games", {**CREATION, "fixture": "winter-1-1"}, token)
    assert (made.status_code, read(made)["errors"]) == (422, told)
    game = site.make(token)
    created = read(site.get(f"{game.path}/events", token))["events"][0]["data"]
    amended = event("EventAmended", target=1, data={**created, "fixture": "winter-1-1"})
    body = {"events": [amended]}
    for recorder in (token, game.recorder):
        answer = site.post(f"{game.path}/events", body, recorder)
        assert (answer.status_code, read(answer)["errors"]) == (422, told)


def test_no_fixture_is_taken_by_an_import_before_it_is_made(league: Club, tmp_path: Path) -> None:
    there = Site(f"sqlite:///{tmp_path / 'there.db'}")
    game = league.site.make(league.token, fixture="autumn-1-1")
    lines = league.site.get(f"{game.path}/export").get_data()
    post = {"data": lines, "content_type": "application/x-ndjson"}
    answer = there.ask("POST", "/import", there.token("organizer"), **post)
    assert answer.status_code == 422
    assert "autumn-1-1" in read(answer)["errors"]["fixture"][0]
    assert there.ask("POST", "/import", ADMIN, **post).status_code == 201


def test_what_a_league_gave_goes_with_the_game(league: Club) -> None:
    """Who has made links to a game of his league has made the game none the more for that."""
    site = league.site
    game = site.make(id="derby", fixture="autumn-1-1", visibility="private")
    link = {"role": "spectator", "game": game.id}
    assert site.post("/tokens", link, league.token).status_code == 201
    assert site.get(game.path, league.token).status_code == 200
    asking = caller_of(league.token, site.services)
    assert asking is not None

    (created,) = read(site.get(f"{game.path}/events"))["events"]
    left = {**created["data"], "fixture": None, "teams": None}
    moved = event("EventAmended", None, target=1, data=left)
    site.record(game, moved, *OPENING, token=ADMIN)
    site.judge(game)

    assert site.get(f"{game.path}/state", league.token).status_code == 404
    assert site.post(f"{game.path}/events", NOTE, league.token).status_code == 404
    assert [one["id"] for one in read(site.get("/games", league.token))] == []
    with site.services.engine.connect() as connection:
        assert not rights.may_see(connection, str(asking.token), "organizer", game.id)


def test_who_made_a_game_keeps_it_whoever_makes_links_to_it(league: Club) -> None:
    site, loose = league.site, league.site.token("organizer")
    game = site.make(loose, visibility="private")
    for token in (ADMIN, loose):
        link = {"role": "recorder", "game": game.id}
        assert site.post("/tokens", link, token).status_code == 201
    assert site.get(game.path, loose).status_code == 200
    assert [one["id"] for one in read(site.get("/games", loose))] == [game.id]
