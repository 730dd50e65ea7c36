"""Forms with what nobody can type are refused in words, whichever page has them."""

from __future__ import annotations

import pytest

from tests.api import seasons
from tests.api.site import ADMIN, Game, Site, event
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


@pytest.mark.parametrize("page", PAGES)
def test_what_no_database_keeps_is_refused(site: Site, game: Game, page: str) -> None:
    seasons.open_season(site, "wannabe-football")
    one, other = (site.token("recorder", game=game.id, seat=seat) for seat in ("1", "2"))
    site.record(game, event("GameEnded", "1", reason="concession"), token=one)
    visitor = Visitor(site, other if "{" in page else ADMIN)
    path = page.format(game=game.id)
    forms = {action: fields for action, fields in visitor.forms(path).items() if "csrf" in fields}
    before = site.content(), site.get("/people").json
    tried = [(action, name) for action in forms for name in forms[action].keys() - {"csrf"}]
    assert tried
    for action, name in tried:
        refused = visitor.post(action, {**forms[action], name: "Ana\0"}, 422)
        assert "U+0000" in text(refused), (action, name)
    assert (site.content(), site.get("/people").json) == before
