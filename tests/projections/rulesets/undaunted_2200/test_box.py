"""Boxes: what their check finds, what a game of one admits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from projections.kit import box as boxes
from projections.kit import replay
from projections.kit.common import GameCreated, Seated
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR, TWO
from tests.projections.rulesets.games import point
from tests.projections.rulesets.undaunted_2200.table import opening


def box() -> Any:
    return json.loads(json.dumps(RULESET.sample_box))


PLAIN = "scenarios/sample-plain"
FAULTS: list[tuple[str, Any, str]] = [
    ("units/lfa-fighter-a/faction", "martians", "units/lfa-fighter-a/faction"),
    ("units/lfa-ground-shot-a/lines", [0], "units/lfa-ground-shot-a/lines"),
    ("units/lfa-bomber-a/lines", [0, 0], "units/lfa-bomber-a/lines"),
    ("units/lfa-fighter-a/comms", "gives", "units/lfa-fighter-a/comms"),
    ("units/lfa-fighter-a/nihabh", True, "units/lfa-fighter-a/nihabh"),
    ("units/lfa-fighter-a/cargo_actions", ["pilot"], "units/lfa-fighter-a/cargo_actions"),
    ("units/lfa-transport-a/cargo_actions", ["control"], "units/lfa-transport-a/cargo_actions"),
    ("cards/lfa-fighter-a/unit", "ufo", "cards/lfa-fighter-a/unit"),
    ("cards/lfa-fighter-a/unit", "lfa-fighter-b", "cards/lfa-fighter-a/unit"),
    ("cards/lfa-fighter-a/move", None, "cards/lfa-fighter-a/move"),
    ("cards/lfa-fighter-a/actions", ["dance"], "cards/lfa-fighter-a/actions"),
    ("cards/lfa-captain/unit", "lfa-fighter-a", "cards/lfa-captain/unit"),
    ("cards/lfa-fighter-a/commander", True, "cards/lfa-fighter-a/commander"),
    ("cards/lfa-discord/actions", ["jam"], "cards/lfa-discord/actions"),
    ("cards/lfa-discord/side", "breakers", "cards/discord"),
    ("boards/plain/radius", None, "boards/plain/radius"),
    ("boards/plain/terrain", {"9,9": "obstacle"}, "boards/plain/terrain"),
    (f"{PLAIN}/board", "moon", f"{PLAIN}/board"),
    (f"{PLAIN}/reserve", ["ufo"], f"{PLAIN}/reserve"),
    (f"{PLAIN}/promoted", ["ufo"], f"{PLAIN}/promoted"),
    (f"{PLAIN}/special", {"boom": {"text": "x"}}, f"{PLAIN}/special"),
    (f"{PLAIN}/goal", {"lfa": 4}, f"{PLAIN}/goal"),
    (f"{PLAIN}/starting/lfa/units", [], f"{PLAIN}/counters"),
    (f"{PLAIN}/starting/lfa/a", ["brk-hacker"], f"{PLAIN}/starting"),
    (
        f"{PLAIN}/counters/lfa-fighter-a",
        {"at": "9,9", "facing": 0},
        f"{PLAIN}/counters/lfa-fighter-a",
    ),
    (f"{PLAIN}/counters/lfa-fighter-a", {"at": "0,0"}, f"{PLAIN}/counters/lfa-fighter-a"),
    (f"{PLAIN}/counters/lfa-fighter-a", {}, f"{PLAIN}/counters/lfa-fighter-a"),
    (
        f"{PLAIN}/counters/lfa-fighter-a",
        {"carried_by": "lfa-transport-a"},
        f"{PLAIN}/counters/lfa-fighter-a",
    ),
    (
        f"{PLAIN}/counters/lfa-sky-shot-a",
        {"carried_by": "lfa-fighter-a"},
        f"{PLAIN}/counters/lfa-sky-shot-a",
    ),
    (f"{PLAIN}/objectives/o1/at", "9,9", f"{PLAIN}/objectives/o1"),
    (
        "scenarios/sample-domes/objects/turret-1/on_hit/effects",
        [{"explode": 1}],
        "scenarios/sample-domes/objects/turret-1/on_hit",
    ),
    (
        "scenarios/sample-domes/objects/turret-1/on_hit/effects",
        [{"score": 0}],
        "scenarios/sample-domes/objects/turret-1/on_hit",
    ),
    (
        "scenarios/sample-domes/objects/turret-1/spaces",
        ["9,9"],
        "scenarios/sample-domes/objects/turret-1/spaces",
    ),
    (
        "scenarios/sample-squads/choices/lfa/A/pick",
        3,
        "scenarios/sample-squads/choices/lfa/A",
    ),
    (
        "scenarios/sample-squads/choices/lfa/A/from",
        ["lfa-fighter-b"],
        "scenarios/sample-squads/choices/lfa/A",
    ),
]


@pytest.mark.parametrize(("path", "value", "where"), FAULTS)
def test_a_fault_is_found_where_it_is(path: str, value: Any, where: str) -> None:
    content = box()
    *way, last = path.split("/")
    at = content
    for key in way:
        at = at[key]
    at[last] = value
    errors = boxes.refusals(RULESET, content)
    assert point(errors, "/" + where)


def test_promoted_cards_replace_the_others() -> None:
    content = box()
    content["scenarios"]["sample-plain"]["promoted"] = ["lfa-captain-promoted"]
    assert boxes.refusals(RULESET, content) == {}
    unseen = opening(box=content).seats["lfa"].deck.unseen
    assert "lfa-captain-promoted" in unseen
    assert "lfa-captain" not in unseen


def test_the_first_kind_of_a_unit_goes_into_the_deck() -> None:
    content = box()
    card = content["cards"]["lfa-fighter-a"]
    content["cards"]["lfa-fighter-a-2"] = {**card, "copies": 2}
    own = opening(box=content).seats["lfa"]
    assert own.deck.unseen.count("lfa-fighter-a") == 1
    assert "lfa-fighter-a-2" not in own.deck.unseen
    assert own.supply.count("lfa-fighter-a-2") == 2


def created(seats: tuple[str, ...], options: dict[str, Any], team: str | None = None) -> Any:
    sitting = [Seated(seat=seat, name=seat, team=team) for seat in seats]
    return GameCreated(ruleset=RULESET.id, seats=sitting, options=options)


def test_what_a_box_admits() -> None:
    parts = boxes.components(RULESET, box())
    assert RULESET.admits(created(TWO, {}), parts) == {}
    assert RULESET.admits(created(FOUR[::-1], {"scenario": "sample-plain"}), parts) == {}
    assert "seats" in RULESET.admits(created(TWO[:1], {}), parts)
    assert "seats" in RULESET.admits(created((*TWO, "lfa-a"), {}), parts)
    assert "seats" in RULESET.admits(created(TWO, {}, team="x"), parts)
    assert "scenario" in RULESET.admits(created(TWO, {"scenario": "x"}), parts)["options"]
    assert RULESET.offers(parts)["options"]["scenario"][0] == "sample-domes"


def test_the_first_scenario_is_the_default() -> None:
    parts = boxes.components(RULESET, box())
    full = replay.completed(RULESET, created(TWO, {}), parts)
    assert full.options["scenario"] == "sample-domes"
    assert RULESET.complete(full, parts) == full
    assert set(full.options["rulings"]) == set(RULESET.rulebook.rulings)
