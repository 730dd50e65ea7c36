"""A game that enforces its rules always offers something that it takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.site import Site, event, read

FIVE: dict[str, Any] = {
    f"a{n}": {"at": at} for n, at in ((6, "E12"), (7, "F12"), (8, "G12"), (9, "H12"))
}
CHIPS: dict[str, Any] = {**FIVE, "a11": {"at": "I12"}, "a1": {"at": "Ga"}, "b1": {"at": "Gb"}}


@pytest.mark.parametrize("phase", ["actions", "end_turn"])
def test_five_in_the_area_whom_no_action_is_left_to_move(site: Site, phase: str) -> None:
    seats = [{"seat": "a", "name": "Ada"}, {"seat": "b", "name": "Bo"}]
    game = site.make(ruleset="und1c1", seats=seats, options={"policy": "enforce"})
    turn = {"number": 5, "seat": "a", "phase": phase, "actions_left": 0}
    set_up = event("TableAdjusted", None, clear=True, turn=turn, players=CHIPS, ball="a9")
    site.record(game, set_up)
    padlocks = {"white": "E11", "black": "J11"}
    entry = {"type": "PadlocksPlaced", "seat": "a", "data": padlocks}
    refused = site.post(f"{game.path}/events", {"events": [entry]}, game.recorder)
    assert refused.status_code == 422
    for type_ in ("TableAdjusted", "PadlocksPlaced"):
        (option, *_) = options(site, game)
        assert option["type"] == type_
        site.record(game, {key: option[key] for key in ("type", "seat", "data")})
    assert read(site.get(f"{game.path}/state"))["turn"]["phase"] == "draw"


def options(site: Site, game: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(site.get(f"{game.path}/options"))["options"]
    return found
