"""People belong to leagues, and what is kept about them to themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.club import ADMIN, Club, club, elsewhere
from tests.api.site import CREATION, Site, read

SOMEBODY = "01a22e83-0fe7-72a5-a1c8-81b2c683e358"


@pytest.fixture
def league(site: Site) -> Club:
    """A league in which Cleo has played."""
    made = club(site)
    assert site.post("/people", {"name": "Cleo", "id": SOMEBODY}).status_code == 201
    seats = [{**CREATION["seats"][0], "person": SOMEBODY}, CREATION["seats"][1]]
    made.play("autumn-1-1", 2, 1, seats=seats)
    return made


def asked(site: Site, method: str, part: str, token: str | None, **more: Any) -> int:
    return site.ask(method, f"/people/{SOMEBODY}{part}", token, **more).status_code


def own_link(league: Club) -> str:
    return league.site.token("person", league.token, person=SOMEBODY)


def test_who_may_rename_export_and_erase(league: Club) -> None:
    site = league.site
    game = site.make()
    callers = {
        "nobody": None,
        "stranger": elsewhere(site),
        "loose": site.token("organizer"),
        "recorder": game.recorder,
        "organizer": league.token,
        "himself": own_link(league),
        "admin": ADMIN,
    }
    found = {}
    for who, token in callers.items():
        renamed = asked(site, "PATCH", "", token, json={"name": f"Cleo {who}"})
        exported = asked(site, "GET", "/export", token)
        found[who] = renamed, exported
    assert found == {
        "nobody": (401, 401),
        "stranger": (403, 403),
        "loose": (403, 403),
        "recorder": (403, 403),
        "organizer": (200, 403),
        "himself": (200, 200),
        "admin": (200, 200),
    }
    for who in ("stranger", "loose", "recorder", "organizer"):
        assert asked(site, "DELETE", "", callers[who]) == 403, who
    assert read(site.get(f"/people/{SOMEBODY}"))["erased"] is False
    assert asked(site, "DELETE", "", callers["himself"]) == 204
    assert read(site.get(f"/people/{SOMEBODY}"))["erased"] is True


def test_who_is_entered_in_a_team_belongs_to_its_league(league: Club) -> None:
    site = league.site
    other = read(site.post("/people", {"name": "Dora"}))["id"]
    path = f"/people/{other}"
    assert site.patch(path, {"name": "Dora D."}, league.token).status_code == 403
    league.record("TeamEntered", season="autumn", team="dogs", name="Dogs", people=[other])
    assert site.patch(path, {"name": "Dora D."}, league.token).status_code == 200


@pytest.mark.parametrize("plays_in", ["a league", "a team", "a game of no league"])
def test_nobody_comes_by_a_person_by_entering_him(site: Site, plays_in: str) -> None:
    """Neither by a team nor by a game of a league of his own."""
    owner = club(site)
    person = read(site.post("/people", {"name": "Dora", "id": SOMEBODY}))["id"]
    seats = [{**CREATION["seats"][0], "person": person}, CREATION["seats"][1]]
    if plays_in == "a league":
        owner.play("autumn-1-1", 2, 1, seats=seats)
    elif plays_in == "a team":
        owner.record("TeamEntered", season="autumn", team="dogs", name="Dogs", people=[person])
    else:
        site.make(site.token("organizer"), seats=seats, visibility="private")
    thief = site.token("organizer")
    league = {"id": "mine", "name": "Mine", "ruleset": CREATION["ruleset"]}
    for path, body in (
        ("/leagues", league),
        ("/leagues/mine/seasons", {"id": "spring", "name": "Spring"}),
        ("/seasons/spring/teams", {"id": "elks", "name": "Elks", "people": [person]}),
        ("/seasons/spring/teams", {"id": "foxes", "name": "Foxes"}),
        ("/seasons/spring/fixtures", {"id": "f1", "teams": ["elks", "foxes"]}),
        ("/games", {**CREATION, "seats": seats, "fixture": "f1"}),
    ):
        assert site.post(path, body, thief).status_code == 201, path
    link = {"role": "person", "person": person}
    assert site.post("/tokens", link, thief).status_code == 403
    assert asked(site, "PATCH", "", thief, json={"name": "Mine"}) == 403
    assert "Change the name" not in site.get(f"/people/{person}", thief, at_root=True).text
    assert site.post("/tokens", link).status_code == 201


def test_an_organizer_s_own_games_of_no_league_are_no_hindrance(league: Club) -> None:
    site, owner = league.site, league.site.token("organizer")
    mine = {"id": "mine", "name": "Mine", "ruleset": CREATION["ruleset"]}
    person = read(site.post("/people", {"name": "Dora"}))["id"]
    team = {"id": "elks", "name": "Elks", "people": [person]}
    assert site.post("/leagues", mine, owner).status_code == 201
    season = {"id": "spring", "name": "Spring"}
    assert site.post("/leagues/mine/seasons", season, owner).status_code == 201
    assert site.post("/seasons/spring/teams", team, owner).status_code == 201
    seats = [{**CREATION["seats"][0], "person": person}, CREATION["seats"][1]]
    site.make(owner, seats=seats)
    link = {"role": "person", "person": person}
    assert site.post("/tokens", link, owner).status_code == 201


def test_a_link_is_for_one_person_and_nothing_else(league: Club) -> None:
    site, link = league.site, own_link(league)
    other = read(site.post("/people", {"name": "Dora"}))["id"]
    for path in (f"/people/{other}/export", "/games/derby", "/leagues/club"):
        assert site.get(path, link).status_code in (403, 404), path
    assert site.delete(f"/people/{other}", link).status_code == 403
    assert site.get(f"/people/{SOMEBODY}", link).status_code == 200
    refused = [
        ({"role": "person"}, ADMIN, 422),
        ({"role": "spectator", "person": SOMEBODY}, ADMIN, 422),
        ({"role": "person", "person": "x"}, ADMIN, 422),
        ({"role": "person", "person": SOMEBODY}, elsewhere(site), 403),
    ]
    for body, token, status in refused:
        assert site.post("/tokens", body, token).status_code == status, body
    made = read(site.post("/tokens", {"role": "person", "person": SOMEBODY}, league.token))
    assert made["link"].endswith(f"/people/{SOMEBODY}#{made['token']}")


def test_a_file_has_all_that_is_kept(league: Club) -> None:
    site = league.site
    answer = site.get(f"/people/{SOMEBODY}/export", own_link(league))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    found = read(answer)
    assert (found["id"], found["name"]) == (SOMEBODY, "Cleo")
    assert [game["outcome"] for game in found["games"]] == ["won"]
    assert found["records"][0]["won"] == 1
    assert len(found["links"]) == 1
    assert "token" not in found["links"][0]


def test_the_page_offers_what_one_may_do(league: Club) -> None:
    site = league.site
    path = f"/people/{SOMEBODY}"

    def page(token: str) -> str:
        return site.get(path, token, at_root=True).text

    assert "Erase the name" not in page(league.token)
    assert "Make a link for Cleo" in page(league.token)
    assert "Change the name" not in page(elsewhere(site))
    mine = page(own_link(league))
    assert "Erase the name" in mine
    assert "All that is kept, as a file" in mine
