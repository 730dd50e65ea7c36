"""Games: made once, found again, shown in short, branched off."""

from __future__ import annotations

import json

import pytest

from projections.kit.find import rulesets
from tests.api.site import ADMIN, CREATION, OPENING, Game, Site, event, read


def test_a_new_game_has_its_header_and_links(either_site: Site) -> None:
    answer = either_site.post("/games", {**CREATION, "visibility": "public"})
    assert answer.status_code == 201
    header = read(answer)
    assert answer.headers["Location"] == f"/api/v1/games/{header['id']}"
    assert header["links"]["recorder"].startswith(f"{header['links']['web']}/record#")
    assert header["links"]["spectator"].startswith(f"{header['links']['web']}#")
    del header["links"], header["created_at"], header["updated_at"], header["turn"]
    del header["played_at"], header["unjudged_since"]
    rulings = header["options"].pop("rulings")
    assert rulings == rulesets()[CREATION["ruleset"]].rulebook.decided({})
    assert header["options"].pop("policy") == "record"
    assert header == {
        "id": header["id"],
        "ruleset": "wannabe-football",
        "edition": "1",
        "box": header["box"],
        "seats": [
            {"seat": "1", "name": "Ana", "team": None, "person": None},
            {"seat": "2", "name": "Bo", "team": None, "person": None},
        ],
        "options": header["options"],
        "fixture": None,
        "visibility": "public",
        "parent": None,
        "grade": "full",
        "status": "setup",
        "score": {"1": 0, "2": 0},
        "result": None,
        "version": 1,
        "step": 1,
        "time_zone": None,
        "unconfirmed": None,
        "opened": None,
        "confirmed": {"1": None, "2": None},
        "disputed": {},
        "checked_version": 0,
        "findings": {"illegal": 0, "unverifiable": 0},
    }
    first = read(either_site.get(f"/games/{header['id']}/events"))["events"][0]
    assert (first["version"], first["type"], first["seat"]) == (1, "GameCreated", None)
    assert first["data"]["box"] == header["box"]


def test_links_are_shown_only_when_they_are_made(site: Site, game: Game) -> None:
    assert list(read(site.get(game.path))["links"]) == ["web"]


def test_the_same_game_again_gets_new_links(site: Site) -> None:
    first = site.make(id="twice")
    again = site.post("/games", {**CREATION, "id": "twice"})
    assert again.status_code == 200
    assert site.of(again).recorder != first.recorder
    assert read(site.get(first.path))["version"] == 1
    other = site.post("/games", {**CREATION, "id": "twice", "edition": "2"})
    assert other.status_code == 409
    assert read(other)["type"] == "/problems/id-reused"


def test_an_organizer_gets_no_links_to_the_games_of_others(site: Site) -> None:
    site.make(id="theirs")
    organizer = site.token("organizer")
    answer = site.post("/games", {**CREATION, "id": "theirs"}, organizer)
    assert answer.status_code == 409


@pytest.mark.parametrize("box", [None, "sample", "wannabe-football/sample"])
def test_every_alias_of_the_sample_is_stored_as_its_id(site: Site, box: str | None) -> None:
    header = read(site.get(site.make(box=box).path))
    assert header["box"] == read(site.get("/rulesets/wannabe-football"))["sample_box"]


def test_the_list_is_of_games_one_may_know_of(site: Site) -> None:
    names = {"public": "Pim", "unlisted": "Una", "private": "Pia"}
    games = {
        visibility: site.make(
            id=visibility,
            visibility=visibility,
            seats=[{"seat": "1", "name": name}, {"seat": "2", "name": "Bo"}],
        )
        for visibility, name in names.items()
    }

    def listed(token: str | None, query: str = "") -> list[str]:
        answer = site.get(f"/games{query}", token)
        ids = [header["id"] for header in read(answer)]
        assert json.loads(answer.headers["X-Pagination"])["total"] == len(ids)
        return ids

    assert listed(ADMIN) == ["private", "unlisted", "public"]
    assert listed(None) == ["public"]
    assert listed(games["unlisted"].spectator) == ["unlisted", "public"]
    assert listed(games["private"].spectator) == ["public"]
    assert listed(games["private"].recorder) == ["private", "public"]
    assert listed(ADMIN, "?q=PI") == ["private", "public"]
    assert listed(ADMIN, "?q=pi+bo&ruleset=wannabe-football") == ["private", "public"]
    assert listed(ADMIN, "?q=100%25") == []
    assert listed(ADMIN, "?ruleset=und1c1") == []
    assert listed(ADMIN, "?league=l1") == []


def test_the_list_is_filtered_by_how_games_stand(site: Site) -> None:
    ended, going = site.make(id="ended"), site.make(id="going")
    site.record(ended, event("GameEnded", None, reason="agreement"))
    site.judge(ended)
    assert [g["id"] for g in read(site.get("/games?status=ended"))] == [ended.id]
    assert [g["id"] for g in read(site.get("/games?status=setup"))] == [going.id]


def test_a_person_s_games_are_found(site: Site) -> None:
    seats = [{"seat": "1", "name": "Ana", "person": "p-ana"}, {"seat": "2", "name": "Bo"}]
    game = site.make(seats=seats)
    site.make()
    assert [g["id"] for g in read(site.get("/games?person=p-ana"))] == [game.id]


def test_a_list_comes_in_pages(site: Site) -> None:
    for number in range(5):
        site.make(id=f"game-{number}")
    answer = site.get("/games?page=2&page_size=2")
    assert [header["id"] for header in read(answer)] == ["game-2", "game-1"]
    assert json.loads(answer.headers["X-Pagination"]) == {
        "total": 5,
        "total_pages": 3,
        "first_page": 1,
        "last_page": 3,
        "page": 2,
        "previous_page": 1,
        "next_page": 3,
    }
    assert read(site.get("/games?page=9")) == []


def test_visibility_can_be_changed(site: Site, game: Game) -> None:
    assert site.get(game.path, None).status_code == 404
    answer = site.patch(game.path, {"visibility": "public"}, game.recorder)
    assert answer.status_code == 200
    assert read(answer)["visibility"] == "public"
    assert site.get(game.path, None).status_code == 200
    site.patch(game.path, {"visibility": "private"}, game.recorder)
    assert site.get(game.path, game.spectator).status_code == 404
    assert site.get(game.path, game.recorder).status_code == 200


def test_visibility_changes_only_at_the_version_named(site: Site, game: Game) -> None:
    stale = site.patch(game.path, {"visibility": "public"}, headers={"If-Match": '"2-abc"'})
    assert stale.status_code == 409
    assert read(stale)["version"] == 4
    present = site.get(game.path).headers["ETag"]
    done = site.patch(game.path, {"visibility": "public"}, headers={"If-Match": present})
    assert done.status_code == 200


def test_a_branch_shares_the_log_up_to_its_step(either_site: Site) -> None:
    site = either_site
    game = site.make(id="main-line")
    site.record(game, *OPENING)
    branch = site.of(site.post(f"{game.path}/branches", {"step": 3, "id": "what-if"}))
    header = read(site.get(branch.path))
    assert header["parent"] == {"game": "main-line", "step": 3}
    assert (header["version"], header["step"]) == (4, 3)
    site.record(branch, event("KickOffDecided", None, starter="2"))
    assert read(site.get(f"{branch.path}/state"))["board"]["starter"] == "2"
    assert read(site.get(f"{game.path}/state"))["board"]["starter"] == "1"
    own = read(site.get(f"{branch.path}/events"))["events"]
    assert [(e["version"], e["type"]) for e in own] == [(5, "KickOffDecided")]
    whole = read(site.get(f"{branch.path}/events?view=effective"))["events"]
    assert [(e["step"], e["version"]) for e in whole] == [(1, 1), (2, 2), (3, 3), (4, 5)]
    assert [b["id"] for b in read(site.get(f"{game.path}/branches"))] == ["what-if"]
    assert site.get(f"{branch.path}/state?version=3").status_code == 404


def test_the_same_branch_again_gets_new_links(site: Site, game: Game) -> None:
    body = {"step": 2, "id": "what-if"}
    assert site.post(f"{game.path}/branches", body).status_code == 201
    assert site.post(f"{game.path}/branches", body).status_code == 200
    assert site.post(f"{game.path}/branches", {"step": 3, "id": "what-if"}).status_code == 409
    assert site.post(f"{game.path}/branches", {"step": 9}).status_code == 404


def test_whoever_sees_all_of_a_game_may_branch_it(site: Site, game: Game) -> None:
    assert site.post(f"{game.path}/branches", {"step": 2}, game.spectator).status_code == 403
    site.record(game, event("GameEnded", None, reason="time"))
    answer = site.post(f"{game.path}/branches", {"step": 2}, game.spectator)
    assert answer.status_code == 201
    branch = site.of(answer)
    site.record(branch, event("NoteAdded", None, text="another evening"))
    assert site.get(branch.path, game.spectator).status_code == 404


def test_the_address_of_links_may_be_given(sqlite_url: str) -> None:
    site = Site(sqlite_url, address="https://games.example")
    header = read(site.get(site.make(id="g").path))
    assert header["links"]["web"] == "https://games.example/games/g"
