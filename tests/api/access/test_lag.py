"""While the referee lags behind a correction, nobody is told what he had not seen before it."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.find import rulesets
from scripts.bench.games import drafts
from tests.api.site import Site, event, read

EVENTS = 70


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_of_what_was_hidden_and_is_amended_nothing_comes_out(site: Site, ruleset: str) -> None:
    created, *further = drafts(rulesets()[ruleset], 5)[:EVENTS]
    creation = {key: created.data[key] for key in ("ruleset", "seats", "options")}
    game = site.make(visibility="public", **creation)
    told = [event(draft.type, draft.seat, **draft.data) for draft in further]
    site.record(game, *told)
    site.judge(game)
    shown = read(site.get(f"{game.path}/events?limit=1000", None))["events"]
    hiding = [
        (one["version"], one["data"])
        for one, true in zip(shown[1:], told, strict=True)
        if one["data"] != true["data"]
    ]
    amended = [event("EventAmended", None, target=v, data=data) for v, data in hiding]
    site.record(game, *amended, event("NoteAdded", None, text="So it was."))
    lagging = {path: answered(site, f"{game.path}/{path}") for path in PATHS}
    site.judge(game)
    judged = {path: answered(site, f"{game.path}/{path}") for path in PATHS}
    assert lagging == judged


PATHS = ("statistics", "findings", "timeline")


def answered(site: Site, path: str) -> Any:
    """What a stranger is told but for versions, which tell how far the referee is."""
    found = read(site.get(path, None))
    return found.get("rows", found.get("findings")) if isinstance(found, dict) else found
