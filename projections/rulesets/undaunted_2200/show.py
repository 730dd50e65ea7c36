"""DRAWS: a state as a scene: the title, the seats, the board, and what lies beside it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from projections.kit.drawing.scene import Scene, SceneSeat
from projections.kit.ruleset import Viewer
from projections.rulesets.undaunted_2200.awaiting import awaited
from projections.rulesets.undaunted_2200.drawing.board import board
from projections.rulesets.undaunted_2200.drawing.panels import panels
from projections.rulesets.undaunted_2200.position.words import seat_name, side_name
from projections.rulesets.undaunted_2200.setup import SIDES, Setup
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.view import is_over, redacted, score, visible_bids

PHASES = {
    "setup": "squads are chosen",
    "draw": "cards are drawn",
    "bid": "the initiative is bid for",
    "turn": "cards are played",
}


def show(state: State, viewer: Viewer) -> Scene:
    """The scene of a position as a viewer knows it."""
    known = redacted(state, viewer)
    bids: Any = visible_bids(state, viewer)
    known = replace(known, turn=replace(known.turn, bids=bids))
    return Scene(
        ruleset="undaunted-2200",
        title=_title(state),
        seats=_seats(state),
        board=board(known),
        panels=panels(known),
    )


def _title(state: State) -> str:
    setup, result, turn = state.setup, state.result, state.turn
    points = score(state)
    scores = ", ".join(f"{side_name(setup, side)} {points[side]}" for side in SIDES)
    if is_over(state) and result is not None:
        won = f"{side_name(setup, result.winner)} won" if result.winner else "No winner"
        return f"{scores} cubes. {won} in round {turn.number}."
    doing = PHASES.get(turn.phase, turn.phase)
    who = f"{seat_name(setup, turn.seat)}, " if turn.seat else ""
    return f"{scores} cubes. Round {turn.number}: {who}{doing}."


def _seats(state: State) -> list[SceneSeat]:
    setup, points = state.setup, score(state)
    due = {seat for seat, _ in awaited(state)}
    found = []
    for seat in setup.seats:
        side = setup.side_of[seat]
        fill = _colour(setup, side)
        notes = ["initiative"] if state.initiative == side else []
        if setup.four and state.sides[side].commander == seat:
            notes.append("commander")
        found.append(
            SceneSeat(
                id=seat,
                name=setup.names[seat],
                person=setup.persons[seat],
                slot=SIDES.index(side) + 1,
                mark=side[0].upper() + (setup.squad_of[seat] or ""),
                side="near" if side == SIDES[0] else "far",
                score=str(points[side]),
                turn=seat in due,
                note=", ".join(notes) or None,
                fill=fill,
                ink=_ink(fill) if fill else None,
            )
        )
    return found


def _colour(setup: Setup, side: str) -> str | None:
    """The colour of the faction that leads a side: that of its id, else of its first unit."""
    factions = setup.box.factions
    units = [unit for unit in setup.units.values() if unit.side == side]
    leading = side if side in factions else next((unit.faction for unit in units), "")
    return factions[leading].colour if leading in factions else None


def _ink(fill: str) -> str:
    """White or near black, whichever is easier to read on a colour."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return "#1b1b1b" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"
