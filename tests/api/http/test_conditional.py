"""Every GET of a game has a tag that changes exactly when the answer may have."""

from __future__ import annotations

import re

import pytest

from tests.api.site import DRAWN, Game, Site, event

PARTS = [
    "",
    "/events",
    "/events?view=effective",
    "/state",
    "/state?step=2",
    "/options",
    "/timeline",
    "/replay",
    "/replay?of=scene",
    "/board.svg",
    "/findings",
    "/statistics",
    "/branches",
    "/export",
]


@pytest.mark.parametrize("part", PARTS)
def test_what_is_known_already_is_not_sent_again(site: Site, game: Game, part: str) -> None:
    first = site.get(game.path + part)
    tag = first.headers["ETag"]
    assert re.fullmatch(r'"4(-[0-9a-f]+)*"', tag)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(first.vary)

    again = site.get(game.path + part, headers={"If-None-Match": f'"x", W/{tag}'})
    assert again.status_code == 304
    assert not again.get_data()
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(again.vary)


@pytest.mark.parametrize("part", PARTS)
def test_a_tag_is_of_one_version_and_one_viewer(site: Site, game: Game, part: str) -> None:
    def tag(token: str) -> str:
        return str(site.get(game.path + part, token).headers["ETag"])

    tags = [tag(game.recorder), tag(game.spectator)]
    site.judge(game)
    tags += [tag(game.recorder), tag(game.spectator)]
    site.record(game, DRAWN)
    tags.append(tag(game.recorder))
    assert len(set(tags)) == len(tags)
    assert tags[-1].startswith('"5-')


def test_a_tag_of_a_past_version_has_its_number(site: Site, game: Game) -> None:
    answer = site.get(f"{game.path}/state?version=2")
    assert answer.headers["ETag"].startswith('"2-')


def test_a_past_version_is_tagged_anew_when_the_game_ends(site: Site, game: Game) -> None:
    """For then it shows everything."""
    path = f"{game.path}/state?version=3"
    before = site.get(path, game.spectator).headers["ETag"]
    site.record(game, event("GameEnded", None, reason="time"))
    after = site.get(path, game.spectator, headers={"If-None-Match": before})
    assert after.status_code == 200


def test_the_tag_of_the_branches_changes_with_them(site: Site, game: Game) -> None:
    path = f"{game.path}/branches"
    none = site.get(path).headers["ETag"]
    branch = site.of(site.post(path, {"step": 2}))
    one = site.get(path).headers["ETag"]
    site.record(branch, event("NoteAdded", None, text="what if"))
    assert len({none, one, site.get(path).headers["ETag"]}) == 3


def test_a_visibility_changes_the_header_s_tag(site: Site, game: Game) -> None:
    before = site.get(game.path).headers["ETag"]
    site.patch(game.path, {"visibility": "public"})
    assert site.get(game.path).headers["ETag"] != before


def test_large_answers_are_compressed_on_request(site: Site, game: Game) -> None:
    path = f"{game.path}/replay"
    plain = site.get(path)
    packed = site.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.vary
    assert "Content-Encoding" not in plain.headers
    assert len(packed.get_data()) < len(plain.get_data()) / 2


def test_lines_and_documents_have_tags_of_their_own(site: Site, game: Game) -> None:
    path = f"{game.path}/events"
    document = site.get(path)
    lines = site.get(path, headers={"Accept": "application/x-ndjson"})
    assert document.headers["ETag"] != lines.headers["ETag"]
    assert "Accept" in document.vary
    assert "Accept" in lines.vary
