"""Conditions of rules that differ by one word: which unit, where, which card, which ruling."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit.ruleset import ALL
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import event, opening, placed

HAND = ["lfa-captain", "lfa-fighter-a", "lfa-ground-shot-a", "lfa-transport-a", "lfa-bomber-b"]
HAND += ["lfa-comms-officer", "lfa-lieutenant-a"]
COUNTERS: dict[str, Any] = {
    "lfa-fighter-a": {"at": "-1,0", "facing": 0},
    "lfa-bomber-b": {"at": "-2,0", "facing": 0},
    "lfa-transport-a": {"at": "-1,1", "facing": 0},
    "lfa-sky-shot-a": {"at": "-1,1", "carried_by": "lfa-transport-a"},
    "lfa-ground-shot-a": {"at": "0,3"},
    "brk-fighter-a": {"at": "2,0", "facing": 3},
    "brk-ground-shot-a": {"at": "1,0"},
}


def table(
    *lines: str,
    rulings: dict[str, str] | None = None,
    scenario: str = "sample-plain",
    pointers: dict[str, Any] | None = None,
    **units: dict[str, Any],
) -> State:
    """The turn of the LFA after score-sheet lines; `units` as `lfa_fighter_a={...}`."""
    named = {name.replace("_", "-"): counter for name, counter in units.items()}
    counters = {f"/board/units/{unit}": c for unit, c in {**COUNTERS, **named}.items()}
    state = opening(scenario, rulings=rulings)
    if scenario != "sample-plain":
        counters = {f"/board/units/{unit}": c for unit, c in named.items()}
    state = placed(
        state,
        {"/turn/phase": "turn", "/turn/seat": "lfa", "/seats/lfa/hand": HAND}
        | counters
        | (pointers or {}),
    )
    return after(state, *lines)


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = RULESET.apply(state, event(RULESET.read(line)))
    return state


def found(state: State, line: str) -> list[str]:
    findings = RULESET.check(state, event(RULESET.read(line)))
    return sorted(f.rule.removeprefix("undaunted-2200.") for f in findings)


MANOEUVRE = "lfa: lfa-transport-a ! manoeuvre"
FLIES = "lfa: mv lfa-transport-a 0,1"
AT_EDGE = {"at": "3,1", "facing": 0}


@pytest.mark.parametrize(
    ("state", "line", "rules"),
    [
        pytest.param(
            table("lfa: lfa-ground-shot-a ! move-2", lfa_ground_shot_a={"at": "0,4"}),
            "lfa: mv lfa-ground-shot-a |L",
            ["move.edge"],
            id="ground unit at the edge",
        ),
        pytest.param(
            table("lfa: lfa-fighter-a ! -", lfa_fighter_a={"at": "2,1", "facing": 0}),
            "lfa: mv lfa-fighter-a 3,1 |L",
            [],
            id="edge after a move",
        ),
        pytest.param(
            table(
                "lfa: lfa-fighter-a ! -",
                rulings={"edge-choice": "no"},
                lfa_fighter_a={"at": "2,1", "facing": 0},
            ),
            "lfa: mv lfa-fighter-a 3,1 |L",
            ["move.edge"],
            id="edge after a move under a ruling",
        ),
        pytest.param(
            table("lfa: lfa-fighter-a ! -", rulings={"edge-choice": "no"}, lfa_fighter_a=AT_EDGE),
            "lfa: mv lfa-fighter-a |L",
            [],
            id="edge at once under a ruling",
        ),
        pytest.param(
            table("lfa: lfa-fighter-a ! manoeuvre", lfa_ground_shot_a={"at": "-1,0"}),
            "lfa: mv lfa-fighter-a 0,0 +lfa-ground-shot-a@0",
            ["cargo.not-manoeuvre"],
            id="combat ship picks up",
        ),
        pytest.param(
            table(MANOEUVRE, lfa_ground_shot_a={"at": "0,1"}),
            f"{FLIES} +lfa-ground-shot-a@1",
            [],
            id="pick-up",
        ),
        pytest.param(
            table(MANOEUVRE, brk_ground_shot_a={"at": "0,1"}),
            f"{FLIES} +brk-ground-shot-a@1",
            ["cargo.unit"],
            id="pick-up of an enemy",
        ),
        pytest.param(
            table(MANOEUVRE, lfa_fighter_a={"at": "0,1", "facing": 0}),
            f"{FLIES} +lfa-fighter-a@1",
            ["cargo.unit"],
            id="pick-up of a ship",
        ),
        pytest.param(
            table(MANOEUVRE),
            f"{FLIES} +lfa-ground-shot-a@1",
            ["cargo.unit"],
            id="pick-up elsewhere",
        ),
        pytest.param(
            table(
                MANOEUVRE,
                lfa_transport_b={"at": "0,1", "facing": 0},
                lfa_sky_shot_b={"at": "0,1", "carried_by": "lfa-transport-b"},
            ),
            f"{FLIES} +lfa-sky-shot-b@1",
            ["cargo.unit"],
            id="pick-up off another transport",
        ),
        pytest.param(
            table(
                MANOEUVRE,
                lfa_transport_b={"at": "0,1", "facing": 0},
                lfa_sky_shot_b={"at": "0,1", "carried_by": "lfa-transport-b"},
            ),
            f"{FLIES} -lfa-sky-shot-b@1",
            ["cargo.unit"],
            id="drop-off from another transport",
        ),
        pytest.param(
            table(MANOEUVRE), f"{FLIES} -lfa-sky-shot-a@5", ["cargo.unit"], id="drop-off beyond"
        ),
        pytest.param(table(MANOEUVRE), f"{FLIES} -lfa-sky-shot-a@1", [], id="drop-off at the end"),
        pytest.param(
            table(MANOEUVRE, rulings={"cargo-end-space": "not-last"}),
            f"{FLIES} -lfa-sky-shot-a@1",
            ["cargo.unit"],
            id="drop-off at the end under a ruling",
        ),
        pytest.param(
            table(MANOEUVRE, rulings={"cargo-end-space": "not-last"}),
            f"{FLIES} -lfa-sky-shot-a@0",
            [],
            id="drop-off at the start under a ruling",
        ),
        pytest.param(
            table(
                "lfa: lfa-bomber-b ! trident-attack-2-either",
                "lfa: > brk-ground-shot-a",
                "lfa: d10 1 1",
            ),
            "lfa: > brk-ground-shot-a",
            ["combat.trident-line"],
            id="trident at the same target",
        ),
        pytest.param(
            table("lfa: lfa-ground-shot-a ! control", lfa_ground_shot_a={"at": "0,0"}),
            "lfa: lfa-captain ! command-2",
            [],
            id="control is done at once",
        ),
        pytest.param(
            table(
                lfa_ground_shot_a={"at": "0,0"},
                brk_transport_a={"at": "0,0", "facing": 3},
                brk_sky_shot_a={"at": "0,0", "carried_by": "brk-transport-a"},
                pointers={"/board/objectives/o1": {"owner": "breakers", "cubes": 2}},
            ),
            "lfa: lfa-ground-shot-a ! control",
            [],
            id="nobody defends from aboard",
        ),
        pytest.param(
            table(
                lfa_ground_shot_a={"at": "0,0"},
                brk_sky_shot_a={"at": "0,0", "carried_by": None},
                pointers={"/board/objectives/o1": {"owner": "breakers", "cubes": 2}},
            ),
            "lfa: lfa-ground-shot-a ! control",
            ["control.defended"],
            id="somebody defends on foot",
        ),
        pytest.param(
            table("lfa: lfa-captain ! bolster-2"),
            "lfa: take lfa-fighter-a lfa-fighter-a lfa-transport-a",
            ["choose.count"],
            id="three cards of two",
        ),
        pytest.param(
            table("lfa: lfa-lieutenant-a ! bolster-2-a"),
            "lfa: take lfa-bomber-b",
            ["choose.squad"],
            id="card of the other squad",
        ),
        pytest.param(
            table("lfa: lfa-lieutenant-a ! bolster-2-a"),
            "lfa: take lfa-tank",
            ["choose.squad", "choose.zone"],
            id="card that there is not",
        ),
        pytest.param(
            table("lfa: lfa-captain ! command-2"), "lfa: draw ?", [], id="fewer than two commanded"
        ),
        pytest.param(
            table("lfa: lfa-captain ! coordinate"),
            "lfa: lfa-fighter-a ! -",
            ["action.unfinished"],
            id="a coordinated draw is left",
        ),
        pytest.param(
            table("lfa: lfa-captain ! command-2"),
            "lfa: lfa-fighter-a ! -",
            [],
            id="a commanded draw is left",
        ),
        pytest.param(
            table(pointers={"/turn": {"phase": "draw"}}),
            "lfa: draw ?",
            ["draw.count"],
            id="fewer than four drawn",
        ),
        pytest.param(
            table(rulings={"command-hunker": "forbidden"}),
            "lfa: lfa-captain _",
            ["card.discord"],
            id="command hunkers under a ruling",
        ),
        pytest.param(
            table(rulings={"command-hunker": "forbidden"}),
            "lfa: lfa-captain ! command-2",
            [],
            id="command acts under that ruling",
        ),
        pytest.param(
            table(rulings={"command-hunker": "forbidden"}),
            "lfa: lfa-fighter-a _",
            [],
            id="fighter hunkers under that ruling",
        ),
        pytest.param(
            table(
                "lfa: lfa-bomber-b ! trident-attack-2-either",
                "lfa: mv lfa-bomber-b -1,0",
                "lfa: > brk-ground-shot-a",
                "lfa: d10 1 1",
                rulings={"waive": "must"},
                brk_sky_shot_a={"at": "-1,1", "carried_by": None},
            ),
            "lfa: done",
            [],
            id="a trident may stop",
        ),
        pytest.param(
            table(
                "lfa: lfa-fighter-a ! attack-3-air",
                "lfa: mv lfa-fighter-a 0,0",
                rulings={"waive": "must"},
            ),
            "lfa: done",
            ["action.unfinished"],
            id="an attack is left under a ruling",
        ),
        pytest.param(
            table("lfa: lfa-fighter-a ! attack-3-air", "lfa: mv lfa-fighter-a 0,0"),
            "lfa: done",
            [],
            id="an attack is left",
        ),
    ],
)
def test_what_breaks_which_rules(state: State, line: str, rules: list[str]) -> None:
    assert found(state, line) == rules


def offered(state: State) -> list[str]:
    """What the table awaits and what it offers, which must be the same types."""
    awaited = list(dict.fromkeys(entry["type"] for entry in RULESET.view(state, ALL)["awaiting"]))
    options = list(dict.fromkeys(option.type for option in RULESET.options(state, ALL)))
    assert awaited == options
    return awaited


def test_moving_is_not_offered_while_an_attack_must_be_made() -> None:
    begun = (
        "lfa: lfa-fighter-a ! dual-attack-2-both",
        "lfa: > brk-fighter-a",
        "lfa: d10 1 1",
    )
    target = {"at": "1,0", "facing": 3}
    state = table(*begun, rulings={"waive": "must"}, brk_fighter_a=target)
    assert offered(state) == ["TargetChosen"]
    assert found(state, "lfa: mv lfa-fighter-a 0,0") == ["action.unfinished"]
    assert offered(table(*begun, brk_fighter_a=target)) == ["UnitMoved", "TargetChosen"]


def test_a_commanded_draw_cannot_be_left_before_the_movement() -> None:
    state = table("lfa: lfa-fighter-a ! command-2")
    assert offered(state) == ["CardsDrawn"]
    assert found(state, "lfa: done") == ["action.unfinished"]
    assert offered(after(state, "lfa: draw ? ?")) == ["UnitMoved"]


def four(card: str, seat: str = "lfa-a") -> State:
    """A turn of a four-player game in which `seat` holds one card."""
    return placed(
        opening("sample-plain", FOUR),
        {"/turn/phase": "turn", "/turn/seat": seat, f"/seats/{seat}/hand": [card]},
    )


@pytest.mark.parametrize(
    ("state", "line", "rules"),
    [
        (four("lfa-captain"), "lfa-a: lfa-captain ! command-2@lfa-b", []),
        (four("lfa-captain"), "lfa-a: lfa-captain ! command-2@breakers-a", ["team.owner"]),
        (
            four("lfa-lieutenant-b", "lfa-b"),
            "lfa-b: lfa-lieutenant-b ! bolster-2-b@lfa-a",
            ["team.owner"],
        ),
        (four("lfa-fighter-a"), "lfa-a: lfa-fighter-a ! manoeuvre@lfa-b", ["team.owner"]),
        (
            four("lfa-fighter-a"),
            "lfa-a: lfa-fighter-a ! command-2@lfa-b",
            ["action.not-listed", "team.owner"],
        ),
        (
            four("lfa-captain"),
            "lfa-a: lfa-captain ! coordinate@lfa-b",
            ["coordinate.no-discord", "team.owner"],
        ),
    ],
)
def test_what_a_commander_may_do_for_the_teammate(
    state: State, line: str, rules: list[str]
) -> None:
    assert found(state, line) == rules


HIT: dict[str, Any] = {
    "/turn": {"phase": "turn", "seat": "lfa"},
    "/pending": {
        "seat": "lfa",
        "card": "lfa-fighter-a",
        "unit": "lfa-fighter-a",
        "action": "attack-3-air",
        "owner": "lfa",
        "casualty": {"unit": "brk-fighter-a", "seat": "breakers", "stage": "card"},
    },
    "/seats/breakers/hand": [None],
    "/seats/breakers/discard": [],
}


@pytest.mark.parametrize(
    ("count", "rules"), [(0, ["casualty.order", "casualty.zone"]), (1, ["casualty.order"])]
)
def test_no_casualty_comes_from_an_empty_deck(count: int, rules: list[str]) -> None:
    """Its unseen cards may all be in the hand."""
    unseen = ["brk-fighter-a", *["brk-hacker"] * count]
    state = placed(opening(), {**HIT, "/seats/breakers/deck": {"count": count, "unseen": unseen}})
    assert found(state, "breakers: lose deck brk-fighter-a") == rules
    zones = [o.data["from"] for o in RULESET.options(state, ALL) if o.type == "CasualtyTaken"]
    assert ("deck" in zones) == bool(count)


SCANNED = {"/turn/phase": "turn", "/seats/lfa/hand": ["lfa-comms-officer", "lfa-discord"]}


@pytest.mark.parametrize(
    ("pointers", "severity"),
    [
        ({"/seats/lfa/deck": ["lfa-discord"], "/seats/lfa/discard": []}, "illegal"),
        ({"/seats/lfa/deck": ["lfa-captain"], "/seats/lfa/discard": [None]}, "illegal"),
        ({"/seats/lfa/deck": ["lfa-discord"], "/seats/lfa/discard": [None]}, "unverifiable"),
        ({"/seats/lfa/deck": [None], "/seats/lfa/discard": []}, "unverifiable"),
    ],
    ids=["all is known", "no Discord is hidden", "hidden in the pile", "hidden in the deck"],
)
def test_a_search_is_in_doubt_only_where_a_discord_may_be_hidden(
    pointers: dict[str, Any], severity: str
) -> None:
    state = after(placed(opening(), {**SCANNED, **pointers}), "lfa: lfa-comms-officer ! scan")
    (finding,) = RULESET.check(state, event(RULESET.read("lfa: found 1h 2p 0d")))
    assert (finding.rule, finding.severity) == ("undaunted-2200.scan.count", severity)


def test_what_is_supplied_of_unknown_cards_takes_only_cards_of_this_box() -> None:
    state = table(
        "lfa: lfa-captain ! bolster-2", pointers={"/seats/lfa/supply": ["lfa-bomber-b", "x"]}
    )
    assert [o.data for o in RULESET.options(state, ALL) if o.type == "CardsChosen"] == [
        {"cards": ["lfa-bomber-b"]}
    ]


def searching(viewer: str) -> tuple[State, Any]:
    """The commander searches the cards of the teammate: what a link is offered."""
    state = placed(
        four("lfa-comms-officer"),
        {
            "/seats/lfa-b/hand": ["lfa-discord", "lfa-bomber-b"],
            "/seats/lfa-b/discard": ["lfa-discord"],
            "/seats/lfa-b/deck": ["lfa-ground-shot-b"] * 4,
        },
    )
    state = after(state, "lfa-a: lfa-comms-officer ! scan@lfa-b")
    (option,) = RULESET.options(state, viewer)
    return state, option


@pytest.mark.parametrize("viewer", ["lfa-a", "breakers-a", "public"])
def test_who_cannot_see_the_teammates_cards_says_what_the_search_found(viewer: str) -> None:
    state, option = searching(viewer)
    assert option.data == {"hand": None, "discard": 1, "deck": None}
    true = searching(ALL)[1].data
    assert all(true[zone] in values for zone, values in option.choices.items())
    told = {**option.data, **{zone: true[zone] for zone in option.choices}}
    assert RULESET.check(state, event(Draft(type="DiscordsFound", seat="lfa-a", data=told))) == []


@pytest.mark.parametrize("viewer", [ALL, "lfa-b"])
def test_who_sees_the_cards_is_offered_what_is_there(viewer: str) -> None:
    state, option = searching(viewer)
    assert option.choices is None
    assert (
        RULESET.check(state, event(Draft(type=option.type, seat="lfa-a", data=option.data))) == []
    )


def test_no_more_discords_are_offered_than_there_are() -> None:
    """Six lie in the supply, two are the commander's, one is in the pile: one is left."""
    _, option = searching("lfa-a")
    assert option.choices == {"hand": [0, 1], "deck": [0, 1]}
