"""DRAWS: a state as a scene: the pitch, what lies on it, and each coach's belongings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from projections.kit.drawing.scene import Board, Item, Scene, SceneSeat
from projections.kit.ruleset import Viewer
from projections.rulesets.und1c1.awaiting import Awaited, awaiting
from projections.rulesets.und1c1.drawing.panels import panels
from projections.rulesets.und1c1.drawing.printed import (
    GROUND,
    KEY,
    VIEW,
    Drawing,
    kit,
    letters,
    top_of,
)
from projections.rulesets.und1c1.payloads.seats import SEATS, Seat
from projections.rulesets.und1c1.position.chips import offside_row
from projections.rulesets.und1c1.position.words import counted, score_line, side_name
from projections.rulesets.und1c1.state import State

_LETTERS = {"white": "W", "black": "B"}


def show(state: State, viewer: Viewer) -> Scene:
    """The whole drawing for a viewer."""
    drawing = state.setup.once(Drawing)
    entries = awaiting(state)
    return Scene(
        ruleset="und1c1",
        title=f"{score_line(state)}. {_turn(state)}",
        seats=_seats(state, entries),
        board=Board(
            key=KEY,
            view=VIEW,
            turnable=True,
            ground=GROUND,
            lines=drawing.lines,
            places=drawing.places,
            items=_items(state, drawing),
        ),
        panels=tuple(panels(state, viewer, entries)),
    )


def _turn(state: State) -> str:
    turn = state.turn
    if state.status in ("ended", "abandoned"):
        return "The game is over."
    if turn.seat is None:
        return "Before the kick-off."
    left = counted(turn.actions_left, "action")
    return f"Turn {turn.number}, {side_name(state, turn.seat)}, {left} left."


def _seats(state: State, entries: Sequence[Awaited]) -> tuple[SceneSeat, ...]:
    setup = state.setup
    marks = letters(setup)
    due = {entry.seat for entry in entries}
    found = []
    for slot, seat in enumerate(SEATS, 1):
        fill, ink = kit(setup, seat)
        found.append(
            SceneSeat(
                id=seat,
                name=setup.names[seat],
                slot=slot,
                mark=marks[seat],
                side="near" if seat == "a" else "far",
                person=setup.persons[seat],
                score=str(state.score.of(seat)),
                turn=seat in due,
                fill=fill,
                ink=ink,
            )
        )
    return tuple(found)


def _items(state: State, drawing: Drawing) -> Mapping[str, Item]:
    captains = (state.captains.a.player, state.captains.b.player)
    items = {
        player: drawing.chip(player, chip, player in captains)
        for chips in (state.chips.a, state.chips.b)
        for player, chip in chips.items()
    }
    if state.ball is not None:
        items["ball"] = _ball(state.ball)
    for colour in ("white", "black"):
        at = getattr(state.padlocks, colour)
        if at is not None:
            items[f"padlock-{colour}"] = _padlock(colour, at)
    for seat in SEATS:
        row = offside_row(state, seat)
        if row is not None:
            items[f"offside-{seat}"] = _offside_line(state, seat, row)
    return items


def _ball(carrier: str) -> Item:
    return Item(kind="token", shape="ball", on=carrier, anchor="se", size=18, title="the ball")


def _padlock(colour: str, at: str) -> Item:
    return Item(
        kind="token",
        shape="lock",
        at=at,
        tone=colour,
        label=_LETTERS[colour],
        size=26,
        z=-1,
        title=f"{colour} padlock",
    )


def _offside_line(state: State, seat: Seat, row: int) -> Item:
    edge = top_of(row) if seat == "a" else top_of(row - 1)
    name = side_name(state, seat)
    return Item(
        kind="line",
        points=((0, edge), (640, edge)),
        seat=seat,
        dash=True,
        width=2,
        z=-2,
        title=f"off-side line for {name}: row {row}",
    )
