"""The state as JSON for a viewer: what the table shows him."""

from __future__ import annotations

from typing import Any

from projections.kit.ruleset import Viewer
from projections.rulesets.und1c1.awaiting import awaiting
from projections.rulesets.und1c1.payloads.seats import SEATS, Seat
from projections.rulesets.und1c1.position.chips import offside_row
from projections.rulesets.und1c1.position.hands import sees_hand
from projections.rulesets.und1c1.state import State, pending_of


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The state as JSON for a viewer; what did not change is the same object as before."""
    chips = state.chips
    return {
        "ruleset": "und1c1",
        "status": state.status,
        "turn": state.turn,
        "awaiting": awaiting(state),
        "score": state.score,
        "result": state.result,
        "board": {
            "players": {**chips.a, **chips.b},
            "ball": state.ball,
            "padlocks": state.padlocks,
            "offside": {seat: offside_row(state, seat) for seat in SEATS},
        },
        "captains": state.captains,
        "cards": {seat: _cards(state, viewer, seat) for seat in SEATS},
        "effects": state.effects,
        "pending": pending_of(state),
        "final_turns_left": state.final_turns_left,
        "ready": state.ready,
        "sample": state.setup.box.sample,
    }


def _cards(state: State, viewer: Viewer, seat: Seat) -> dict[str, Any]:
    cards = state.cards.of(seat)
    return {
        "pile": cards.pile,
        "hand": cards.hand if sees_hand(state, viewer, seat) else None,
        "hand_count": len(cards.hand),
        "in_play": cards.in_play,
        "discard": cards.discard,
    }
