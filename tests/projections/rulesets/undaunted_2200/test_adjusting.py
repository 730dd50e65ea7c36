"""TableAdjusted: any part of any position, whatever is set."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from events.event import Draft
from projections.kit import replay
from projections.kit.ruleset import ALL, PUBLIC
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR, TWO
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import draft_of, event, game, opening, placed

DERIVED = ("awaiting", "score", "ruleset", "scenario")


def view_of(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(RULESET.view(state, ALL)))
    return found


def settable(state: State) -> dict[str, Any]:
    """The view without what is derived from it."""
    view = {key: value for key, value in view_of(state).items() if key not in DERIVED}
    board = {k: v for k, v in view["board"].items() if k not in ("name", "terrain")}
    return {**view, "board": board}


def misfits(state: State, pointers: dict[str, Any]) -> bool:
    told = event(Draft(type="TableAdjusted", data={"set": pointers}))
    return bool(RULESET.check(state, told))


def test_a_whole_view_sets_the_position_that_it_shows() -> None:
    for seats in (TWO, FOUR):
        steps = game("sample-domes", seats, 1)
        start = opening("sample-domes", seats)
        for _, state in steps[1 : len(steps) - 1 : 61]:
            whole = settable(state)
            gone = set(start.objects) - set(state.objects)
            pointers = {"": whole} | {f"/board/objects/{id_}": None for id_ in gone}
            assert not misfits(start, pointers)
            assert settable(placed(start, pointers)) == settable(state)


def test_every_place_of_a_view_can_be_set_by_its_pointer() -> None:
    _, state = game("sample-domes", TWO, 1)[150]
    for pointer, value in pointers_of(settable(state)):
        assert not misfits(state, {pointer: value}), pointer
        assert view_of(placed(state, {pointer: value})) == view_of(state), pointer


def pointers_of(value: Any, at: str = "") -> list[tuple[str, Any]]:
    inner = value.items() if isinstance(value, dict) else ()
    found = [] if at == "" else [(at, value)]
    for key, part in inner:
        found += pointers_of(part, f"{at}/{key}")
    return found


def test_the_parts_of_the_turn_go_together() -> None:
    state = placed(opening(), {"/turn/phase": "turn", "/initiative": "breakers"})
    assert (state.turn.seat, state.turn.order) == ("breakers", ("breakers", "lfa"))
    assert state.turn.draws == {}
    state = placed(state, {"/turn/phase": "draw"})
    assert (state.turn.seat, state.turn.order) == (None, ())
    assert state.turn.draws == {"lfa": 4, "breakers": 4}
    state = placed(state, {"/turn/draws/lfa": 1})
    assert state.turn.draws["lfa"] == 1
    hands = {"/seats/lfa/hand": [], "/seats/breakers/hand": ["brk-hacker"]}
    bids = {"/turn": {"phase": "bid", "bids": {"lfa": "lfa-captain"}}, **hands}
    state = placed(state, bids)
    assert (state.turn.draws, state.turn.bids) == ({}, {"lfa": "lfa-captain"})
    assert placed(state, {"/turn/phase": "turn"}).turn.bids == {}


def test_values_that_do_not_fit_are_left_out() -> None:
    state = opening("sample-domes")
    for pointer, value in (
        ("/sides/lfa/commander", "breakers"),
        ("/sides/lfa/vp_supply", -1),
        ("/sides/lfa/vp_supply", 10**9),
        ("/sides/lfa/vp_supply", True),
        ("/turn/order", ["lfa", "lfa"]),
        ("/turn/draws/nobody", 1),
        ("/board/units/ufo", {"at": "0,0"}),
        ("/board/units/lfa-bomber-a/carried_by", "ufo"),
        ("/board/units/lfa-bomber-a/at", "here"),
        ("/board/objects/lfa-bomber-a", {"kind": "marker"}),
        ("/board/objects/rock", {"kind": "debris"}),
        ("/board/objects/rock/defence", 3),
        ("/seats/lfa/side", "breakers"),
        ("/seats/lfa/chosen", ["ufo"]),
        ("/pending/seat", "lfa"),
        ("/pending", {"seat": "nobody", "card": "x", "unit": None, "action": None, "owner": "lfa"}),
        ("/result", {"winner": "nobody", "reason": "vp"}),
        ("/status", "asleep"),
        ("/last_attack", {"target": "x"}),
        ("", 3),
        ("no/slash", 3),
    ):
        assert misfits(state, {pointer: value}), pointer
        assert placed(state, {pointer: value}) == state, pointer


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_nothing_that_is_set_stops_the_game(seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice([TWO, FOUR])
    steps = game(rng.choice(["sample-domes", "sample-squads"]), seats, 1)
    _, state = rng.choice(steps)
    places = [*pointers_of(view_of(rng.choice(steps)[1])), ("/pending/attack", None)]
    values = [value for _, value in places] + [None, -1, 7, "x", [], {}, True, "9,9"]
    told = [draft_of(step) for step, _ in rng.sample(steps[1:], 12)]
    for version, draft in enumerate(told, 5):
        pointers = {rng.choice(places)[0]: rng.choice(values) for _ in range(3)}
        happened = event(Draft(type="TableAdjusted", data={"set": pointers}), version)
        for one in (happened, event(draft, version)):
            assert all(finding.message for finding in RULESET.check(state, one))
            state = RULESET.apply(state, one)
            assert replay.thaw(State, replay.freeze(state), state.setup) == state
        for viewer in (ALL, PUBLIC, seats[0]):
            msgspec.json.encode(RULESET.view(state, viewer))
            msgspec.json.encode(RULESET.show(state, viewer))
            options = RULESET.options(state, viewer)
            assert len(options) <= 300
            for option in options:
                after = RULESET.apply(state, event(Draft(**plain(option)), version))
                assert isinstance(after, State)
        RULESET.private(state, happened)


def plain(option: Any) -> dict[str, Any]:
    data = msgspec.to_builtins(option.data)
    told = {name: values[0] for name, values in (option.choices or {}).items() if values}
    data |= {name: value for name, value in told.items() if data[name] is None}
    return {"type": option.type, "seat": option.seat, "data": data}
