"""A game in the log whose ruleset or box this installation does not have."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from tests.api.site import Game, Site
from workers.referee import referee

CALLS = ("", "/state", "/options", "/events", "/timeline", "/replay", "/board.svg", "/findings")


def recorded_elsewhere(site: Site, game: str, **of: Any) -> None:
    data = {
        "ruleset": "wannabe-football",
        "edition": "first",
        "box": "sample",
        "seats": [{"seat": "1", "name": "Ana"}, {"seat": "2", "name": "Bo"}],
        "options": {},
        **of,
    }
    draft = Draft(type="GameCreated", seat=None, data=data)
    site.services.store.append(game, [draft], recorded_by="somebody")


@pytest.fixture(params=[{"ruleset": "checkers"}, {"box": "lost@0123456789ab"}])
def stranger(site: Site, request: pytest.FixtureRequest) -> str:
    recorded_elsewhere(site, "stranger", **request.param)
    return "stranger"


@pytest.mark.parametrize("call", CALLS)
def test_every_call_says_what_is_missing(site: Site, stranger: str, call: str) -> None:
    answer = site.get(f"/games/{stranger}{call}")
    assert answer.status_code == 501
    assert answer.get_json()["type"] == "/problems/not-installed"
    assert "not installed here" in answer.get_json()["detail"]


def test_the_lists_show_the_other_games(site: Site, stranger: str, game: Game) -> None:
    assert [header["id"] for header in site.get("/games").get_json()] == [game.id]
    for page in ("/", "/games"):
        shown = site.get(page, at_root=True)
        assert shown.status_code == 200
        assert game.id in shown.text and stranger not in shown.text


def test_its_page_says_so_in_words(site: Site, stranger: str) -> None:
    page = site.get(f"/games/{stranger}", at_root=True)
    assert page.status_code == 501
    assert page.content_type.startswith("text/html")
    assert "not installed here" in page.text


def test_the_referee_leaves_it_for_later(site: Site, stranger: str) -> None:
    here = site.services
    assert referee(here.store, here.tapes, here.games, stranger) is None
