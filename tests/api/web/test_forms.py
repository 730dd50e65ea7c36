"""Forms with what nobody can type, or with too much, are refused in words on every page."""

from __future__ import annotations

import pytest

from tests.api import seasons
from tests.api.site import ADMIN, Game, Site, event, read
from tests.api.web.forms import Visitor, text

PAGES = [
    "/people",
    "/webhooks",
    "/leagues",
    f"/leagues/{seasons.LEAGUE}",
    f"/seasons/{seasons.SEASON}",
    "/new/wannabe-football",
    "/games/{game}",
    "/games/{game}/links",
]


def asked_to_confirm(site: Site, game: Game) -> str:
    """The token of a side whose other side alone has recorded that the game ended."""
    one, other = (site.token("recorder", game=game.id, seat=seat) for seat in ("1", "2"))
    site.record(game, event("GameEnded", "1", reason="concession"), token=one)
    return other


@pytest.mark.parametrize("page", PAGES)
def test_what_no_database_keeps_is_refused(site: Site, game: Game, page: str) -> None:
    seasons.open_season(site, "wannabe-football")
    visitor = Visitor(site, asked_to_confirm(site, game) if "{" in page else ADMIN)
    path = page.format(game=game.id)
    forms = {action: fields for action, fields in visitor.forms(path).items() if "csrf" in fields}
    before = site.content(), site.get("/people").json
    tried = [(action, name) for action in forms for name in forms[action].keys() - {"csrf"}]
    assert tried
    for action, name in tried:
        refused = visitor.post(action, {**forms[action], name: "Ana\0"}, 422)
        assert "U+0000" in text(refused), (action, name)
    assert (site.content(), site.get("/people").json) == before


@pytest.mark.parametrize("field", ["name", "people"])
def test_a_name_that_is_too_long_is_not_cut(site: Site, field: str) -> None:
    seasons.open_season(site, "wannabe-football")
    visitor, path = Visitor(site), f"/seasons/{seasons.SEASON}"
    before = site.content(), site.get("/people").json
    entered = {"do": "team", "name": "Larks", "people": "Ines", field: "x" * 201}
    assert "200" in text(visitor.send(path, path, 422, **entered))
    assert (site.content(), site.get("/people").json) == before


def test_a_note_that_is_too_long_is_not_cut(site: Site, game: Game) -> None:
    visitor, page = Visitor(site, asked_to_confirm(site, game)), f"/games/{game.id}"
    fields = visitor.fields(page, f"{page}/confirm-end")
    long = visitor.post(f"{page}/dispute-end", {**fields, "note": "x" * 4001}, 422)
    assert "4000" in text(long)
    assert read(site.get(game.path))["disputed"] == {}
    visitor.post(f"{page}/dispute-end", {**fields, "note": "x" * 4000})
    assert len(read(site.get(game.path))["disputed"]["2"]["note"]) == 4000
