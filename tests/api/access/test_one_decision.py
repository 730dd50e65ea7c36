"""Webhooks are told of a stream whose maker may see it, as the pages and the API decide."""

from __future__ import annotations

import pytest

from api.access import permissions
from api.access.callers import caller_of
from projections import rights
from tests.api.site import Site


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_callers_and_webhooks_are_decided_alike(site: Site, visibility: str) -> None:
    owner, stranger = site.token("organizer"), site.token("organizer")
    league = {"id": "club", "name": "Club", "ruleset": "wannabe-football"}
    assert site.post("/leagues", {**league, "visibility": visibility}, owner).status_code == 201
    game = site.make(owner, id="g", visibility=visibility)
    bound = site.token("organizer", owner, league="club")
    here, told = site.services, []
    for secret in (owner, stranger, bound, game.recorder, game.spectator):
        asking = caller_of(secret, here)
        assert asking is not None
        assert asking.token is not None
        assert asking.role is not None
        for id_, see in (("g", permissions.may_see), ("club", permissions.may_see_league)):
            stream = here.store.stream(id_)
            assert stream is not None
            with here.engine.connect() as connection:
                known = rights.may_see(connection, asking.token, asking.role, id_)
            assert known == see(here, asking, stream), (asking, id_)
            told.append(known)
    assert all(told) == (visibility == "public")
    assert any(told)
