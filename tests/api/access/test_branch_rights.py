"""A branch, however it is made, opens nothing of the game it left: not then and not later."""

from __future__ import annotations

from typing import Any

import pytest

from events.canonical import canonical
from tests.api.site import ADMIN, HANDS, OPENING, Game, Site, event, read, read_lines

ENDED = event("GameEnded", None, reason="agreement")


def handmade(site: Site, parent: Game, token: str | None = ADMIN) -> bytes:
    """An export of a branch that nobody made, of what can be read of its parent."""
    lines = read_lines(site.get(f"{parent.path}/export", token))
    fork = {"game": parent.id, "version": 4, "step": 4, "hash": lines[5]["hash"]}
    header = {"gametape": 1, "game": "stolen", "version": 4, "hash": lines[5]["hash"]}
    told = [{**header, "redacted": False, "parent": fork}, lines[1]]
    return b"".join(canonical(line) + b"\n" for line in told)


def bring_in(site: Site, content: bytes, token: str) -> Any:
    return site.ask("POST", "/import", token, data=content, content_type="application/x-ndjson")


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_a_handmade_branch_is_taken_in_from_who_sees_all_of_its_parent(
    site: Site, game: Game, visibility: str
) -> None:
    site.patch(game.path, {"visibility": visibility})
    content, before = handmade(site, game), site.content()
    stranger = site.token("organizer")
    answer = bring_in(site, content, stranger)
    assert answer.status_code == (403 if visibility == "public" else 422), answer.text
    assert site.get("/games/stolen").status_code == 404
    assert not [card for card in HANDS["1"] if card in answer.text]
    assert site.content()[:3] == before[:3]
    assert bring_in(site, content, ADMIN).status_code == 201


def test_a_parent_that_one_may_not_know_of_is_as_if_it_were_not_there(
    site: Site, game: Game
) -> None:
    stranger = site.token("organizer")
    hidden = bring_in(site, handmade(site, game), stranger)
    unknown = bring_in(site, handmade(site, game).replace(b'"final"', b'"other"'), stranger)
    assert hidden.status_code == unknown.status_code == 422
    assert hidden.text.replace("final", "other") == unknown.text


def test_who_made_the_parent_brings_its_branch_back(site: Site) -> None:
    organizer = site.token("organizer")
    mine = site.make(organizer, id="mine")
    site.record(mine, *OPENING)
    assert bring_in(site, handmade(site, mine), organizer).status_code == 201


def test_a_branch_is_never_seen_by_more_than_its_parent(site: Site, game: Game) -> None:
    site.record(game, ENDED)
    what_if = site.of(site.post(f"{game.path}/branches", {"step": 4}, game.spectator))
    again = site.of(site.post(f"{what_if.path}/branches", {"step": 3}, what_if.recorder))
    for branch in (what_if, again):
        answer = site.patch(branch.path, {"visibility": "public"}, branch.recorder)
        assert answer.status_code == 422, answer.text
        assert "unlisted" in read(answer)["errors"]["visibility"][0]
        assert site.get(branch.path, None).status_code == 404
    site.patch(game.path, {"visibility": "public"})
    for branch in (what_if, again):
        assert site.patch(branch.path, {"visibility": "public"}, branch.recorder).status_code == 200
    site.patch(game.path, {"visibility": "unlisted"})
    for branch in (what_if, again):
        assert site.get(branch.path, None).status_code == 404
        assert read(site.get(branch.path))["visibility"] == "unlisted"


def test_a_private_game_s_branches_are_private(site: Site, game: Game) -> None:
    site.patch(game.path, {"visibility": "private"})
    made = site.of(site.post(f"{game.path}/branches", {"step": 4}))
    assert read(site.get(made.path))["visibility"] == "private"
    assert site.get(made.path, made.spectator).status_code == 404
    assert bring_in(site, handmade(site, game), ADMIN).status_code == 201
    assert read(site.get("/games/stolen"))["visibility"] == "private"


def test_hiding_a_game_shuts_the_branches_of_those_who_only_watched_it(
    site: Site, game: Game
) -> None:
    """A branch has a recorder's link, which opens private games too."""
    site.record(game, ENDED)
    watched = site.of(site.post(f"{game.path}/branches", {"step": 4}, game.spectator))
    recorded = site.of(site.post(f"{game.path}/branches", {"step": 4}, game.recorder))
    further = site.token("recorder", watched.recorder, game=watched.id)
    site.patch(game.path, {"visibility": "private"})
    for token in (watched.recorder, watched.spectator, further):
        assert site.get(f"{watched.path}/state", token).status_code in (401, 404)
    assert site.get(f"{recorded.path}/state", recorded.recorder).status_code == 200


def test_hiding_a_public_game_shuts_the_branches_of_strangers(site: Site, game: Game) -> None:
    site.record(game, ENDED)
    site.patch(game.path, {"visibility": "public"})
    stranger = site.make(id="elsewhere").spectator
    branch = site.of(site.post(f"{game.path}/branches", {"step": 4}, stranger))
    assert site.get(branch.path, branch.recorder).status_code == 200
    site.patch(game.path, {"visibility": "unlisted"})
    assert site.get(branch.path, branch.recorder).status_code == 401


def test_the_page_of_links_says_why_a_branch_stays_unlisted(site: Site, game: Game) -> None:
    branch = site.of(site.post(f"{game.path}/branches", {"step": 4}))
    answer = site.patch(branch.path, {"visibility": "public"})
    said = read(answer)["errors"]["visibility"]
    assert said == ["A branch is seen by no more than the game it left, and final is unlisted."]
