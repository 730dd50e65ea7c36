"""What leaves its place in an unusual way comes to where it belongs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.projections.rulesets.undaunted_2200.table import opening, placed
from tests.projections.rulesets.undaunted_2200.test_rules import HIT, after, four


@pytest.mark.parametrize("line", ["lfa-a: bid lfa-captain", "lfa-a: end"])
def test_a_commander_who_is_discarded_out_of_turn_passes_the_command_too(line: str) -> None:
    state = placed(four("lfa-captain"), {"/turn/seat": "breakers-a"})
    assert state.sides["lfa"].commander == "lfa-a"
    state = after(state, line)
    assert state.sides["lfa"].commander_next == "lfa-b"
    assert "lfa-captain" in state.seats["lfa-b"].discard
    assert "lfa-captain" not in state.seats["lfa-a"].discard


def test_a_supplied_commander_passes_the_command() -> None:
    state = placed(four("lfa-lieutenant-a"), {"/seats/lfa-a/supply": ["lfa-captain"]})
    state = after(state, "lfa-a: lfa-lieutenant-a ! bolster-2-a", "lfa-a: take lfa-captain")
    assert state.sides["lfa"].commander_next == "lfa-b"
    assert "lfa-captain" in state.seats["lfa-b"].discard


def test_no_more_cards_are_shown_than_the_hand_covers() -> None:
    """One null of the hand is one card, whatever is named; what is known of it stays."""
    state = placed(
        opening(),
        {
            "/turn": {"phase": "turn", "seat": "lfa"},
            "/seats/lfa/hand": ["lfa-captain", None],
            "/seats/lfa/discard": [],
            "/seats/lfa/deck": {"count": 1, "unseen": ["lfa-fighter-a", "lfa-sky-shot-a"]},
        },
    )
    ended = after(state, "lfa: end lfa-fighter-a lfa-sky-shot-a").seats["lfa"]
    assert ended.discard == ("lfa-captain", "lfa-fighter-a")
    assert ended.deck.unseen == ("lfa-sky-shot-a",)


@pytest.mark.parametrize(("source", "stays"), [("debris-1", False), ("turret-1", True)])
def test_a_strike_puts_debris_back_in_the_box_and_nothing_else(source: str, stays: bool) -> None:
    hand = {"/seats/lfa/hand": ["lfa-artillery"]}
    state = placed(opening("sample-domes"), {"/turn": {"phase": "turn", "seat": "lfa"}, **hand})
    state = after(state, "lfa: lfa-artillery ! strike-3-either")
    state = after(state, f"lfa: > debris-2 from {source}", "lfa: d10 1 1 1")
    assert state.pending is None and state.last_attack is not None
    assert not state.last_attack.success
    assert (source in state.objects) == stays


@pytest.mark.parametrize(
    ("carried", "effect"), [("brk-sky-shot-a", "redirected"), ("brk-fighter-a", "none")]
)
def test_a_hit_on_a_spent_transport_passes_to_ground_units_alone(carried: str, effect: str) -> None:
    transport = "brk-transport-a"
    casualty = {"unit": transport, "seat": "breakers", "stage": "card"}
    attack = {"target": transport, "defence": 6, "dice": [9], "success": True, "effect": "none"}
    spent: dict[str, Any] = {
        "/pending": {**HIT["/pending"], "casualty": casualty},
        "/last_attack": attack,
        "/seats/breakers/supply": [],
        f"/board/units/{transport}": {"at": "0,0", "facing": 0, "routed": True},
        "/board/units/brk-sky-shot-a": {"at": "1,0", "carried_by": None},
        f"/board/units/{carried}": {"at": "0,0", "carried_by": transport},
    }
    state = placed(opening(), {**HIT, **spent})
    assert state.units[carried].carried_by == transport
    state = after(state, "breakers: lose none")
    assert state.last_attack is not None and state.last_attack.effect == effect
    assert (state.pending is not None) == (effect == "redirected")
