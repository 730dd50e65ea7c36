"""What is made with a token ends with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from events import clock
from tests.api.site import Game, Site, read


def in_(**time: int) -> str:
    return clock.stamp(datetime.now(UTC) + timedelta(**time))


@pytest.mark.parametrize("generations", [1, 2, 3])
def test_children_of_a_revoked_token_are_revoked(site: Site, game: Game, generations: int) -> None:
    made = read(site.post("/tokens", {"role": "recorder", "game": game.id}))
    line = [made["token"]]
    for _ in range(generations):
        line.append(site.token("recorder", line[-1], game=game.id))
    watching = site.token("spectator", line[-1], game=game.id)
    assert site.get(game.path, watching).status_code == 200
    assert site.delete(f"/tokens/{made['id']}").status_code == 204
    assert [site.get(game.path, token).status_code for token in [*line, watching]] == [401] * (
        generations + 2
    )
    assert site.get(game.path, game.spectator).status_code == 200


def test_a_revoked_organizer_s_games_have_no_links_any_more(site: Site) -> None:
    made = read(site.post("/tokens", {"role": "organizer"}))
    game = site.make(made["token"])
    site.delete(f"/tokens/{made['id']}")
    assert site.get(game.path, game.recorder).status_code == 401
    assert site.get(game.path, game.spectator).status_code == 401


def test_a_link_that_expires_makes_none_that_outlives_it(site: Site, game: Game) -> None:
    soon, later = in_(minutes=5), in_(days=5)
    ending = site.token("recorder", game=game.id, expires=soon)
    child = {"role": "recorder", "game": game.id}
    assert read(site.post("/tokens", child, ending))["expires"] == soon
    refused = site.post("/tokens", {**child, "expires": later}, ending)
    assert refused.status_code == 422
    assert soon in read(refused)["errors"]["expires"][0]
    sooner = in_(minutes=1)
    assert read(site.post("/tokens", {**child, "expires": sooner}, ending))["expires"] == sooner


def test_a_branch_s_links_last_no_longer_than_the_link_that_made_it(site: Site, game: Game) -> None:
    soon = in_(minutes=5)
    ending = site.token("recorder", game=game.id, expires=soon)
    branch = site.of(site.post(f"{game.path}/branches", {"step": 4}, ending))
    listed = read(site.get(f"/tokens?game={branch.id}"))
    assert [token["expires"] for token in listed] == [soon, soon]


def test_links_made_in_a_session_outlive_it(site: Site) -> None:
    _, once = site.services.tokens.make("organizer", name="sign-in", link=True)
    browser = site.app.test_client()
    csrf = browser.post("/api/v1/session", json={"token": once}).get_json()["csrf"]
    body = {"ruleset": "wannabe-football", "seats": [{"seat": s, "name": s} for s in ("1", "2")]}
    headers = {"X-CSRF-Token": csrf}
    game = site.of(browser.post("/api/v1/games", json=body, headers=headers))
    assert browser.delete("/api/v1/session", headers=headers).status_code == 204
    assert site.get(game.path, game.recorder).status_code == 200
    assert all(token["expires"] is None for token in read(site.get(f"/tokens?game={game.id}")))
