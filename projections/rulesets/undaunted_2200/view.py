"""The state as JSON for a viewer: what follows from it is added, what is hidden is covered."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from projections.kit.ruleset import ALL, Json, Seat, Viewer
from projections.rulesets.undaunted_2200.awaiting import entries
from projections.rulesets.undaunted_2200.position.sight import ground_of
from projections.rulesets.undaunted_2200.state import Deck, SeatState, State


def is_over(state: State) -> bool:
    """Whether the game has ended or was abandoned: nothing is hidden any more."""
    return state.status in ("ended", "abandoned")


def redacted(state: State, viewer: Viewer) -> State:
    """The position as a viewer knows it. A teammate is another seat like any other.

    Other hands, casualties and unseen cards are counted only. Gives `state` itself where nothing
    is hidden.
    """
    if viewer == ALL or is_over(state):
        return state
    choosing = state.turn.phase == "setup"
    return replace(
        state,
        seats={
            seat: own if seat == viewer else _covered(own, choosing)
            for seat, own in state.seats.items()
        },
    )


def _covered(own: SeatState, choosing: bool) -> SeatState:
    return replace(
        own,
        hand=(None,) * len(own.hand),
        deck=Deck(own.deck.count, (None,) * own.deck.count),
        casualties=(None,) * len(own.casualties),
        chosen=() if choosing else own.chosen,
    )


def view(state: State, viewer: Viewer) -> Mapping[str, Json]:
    """The state view, without `version` and `step`; unchanged parts are those of the state."""
    known = redacted(state, viewer)
    return {
        "ruleset": "undaunted-2200",
        "status": state.status,
        "turn": _turn(state, viewer),
        "awaiting": entries(state),
        "score": score(state),
        "result": state.result,
        "scenario": state.setup.scenario_id,
        "initiative": state.initiative,
        "sides": state.sides,
        "seats": known.seats,
        "board": {
            "name": state.setup.board_id,
            "terrain": ground_of(state).terrain,
            "units": state.units,
            "objects": state.objects,
            "objectives": state.objectives,
        },
        "pending": state.pending,
        "last_attack": state.last_attack,
    }


def score(state: State) -> dict[str, int]:
    """Cubes that have left each side's supply."""
    return {side: own.goal - own.vp_supply for side, own in state.sides.items()}


def visible_bids(state: State, viewer: Viewer) -> dict[Seat, str | None]:
    """The bids as a viewer knows them: those of others are face down until all are in."""
    bids = state.turn.bids
    shown = viewer == ALL or is_over(state)
    return {seat: card if shown or seat == viewer else None for seat, card in bids.items()}


def _turn(state: State, viewer: Viewer) -> Json:
    turn, bids = state.turn, visible_bids(state, viewer)
    if bids == turn.bids:
        return turn
    return {name: getattr(turn, name) for name in turn.__struct_fields__} | {"bids": bids}
