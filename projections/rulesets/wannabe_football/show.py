"""DRAWS: a state as a scene: the title, the seats, the pitch with the ball and the last moves."""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.drawing.scene import Badge, Board, Item, Scene, SceneSeat
from projections.kit.ruleset import Viewer
from projections.rulesets.wannabe_football.awaiting import Entry, awaiting
from projections.rulesets.wannabe_football.drawing.panels import panels, prompt
from projections.rulesets.wannabe_football.drawing.pitch import KEY, LINES, VIEW, goal, places, spot
from projections.rulesets.wannabe_football.position.words import zone_words
from projections.rulesets.wannabe_football.setup import RIVAL, Seat, Setup
from projections.rulesets.wannabe_football.state import PitchCard, State
from projections.rulesets.wannabe_football.text import score_line
from projections.rulesets.wannabe_football.view import seen_by

MOVES_SHOWN = 3
"""So many of the last cards lie on the pitch as arrows."""


def show(state: State, viewer: Viewer) -> Scene:
    """The whole drawing for a viewer."""
    entries = awaiting(state)
    return Scene(
        ruleset="wannabe-football",
        title=f"{score_line(state.setup, state.score)}. {_turn(state)}{prompt(state, entries)}.",
        seats=_seats(state, entries),
        board=Board(
            key=KEY,
            view=VIEW,
            turnable=True,
            lines=LINES,
            places=state.setup.once(places),
            items=_items(state),
        ),
        panels=panels(seen_by(state, viewer), entries),
    )


def _turn(state: State) -> str:
    if state.turn.seat is None or state.turn.phase == "over":
        return ""
    extra = ", extra time" if state.deck == 0 else ""
    return f"Turn {state.turn.number}, {state.setup.names[state.turn.seat]}{extra}. "


def _seats(state: State, entries: Sequence[Entry]) -> tuple[SceneSeat, ...]:
    acting = {entry["seat"] for entry in entries}
    return tuple(_seat(state, seat, seat in acting) for seat in state.setup.seats)


def _seat(state: State, seat: Seat, turn: bool) -> SceneSeat:
    seated = state.setup.seated[seat]
    team = state.setup.team[seat]
    side = state.sides[seat]
    return SceneSeat(
        id=seat,
        name=seated.name,
        person=seated.person,
        slot=int(team),
        mark=state.setup.marks[seat],
        score=str(state.score[team]),
        side="near" if team == "1" else "far",
        turn=turn,
        note=side.capitalize() if side else None,
    )


def _items(state: State) -> dict[str, Item]:
    items: dict[str, Item] = {}
    latest = state.pitch[-MOVES_SHOWN:]
    for age, entry in enumerate(reversed(latest)):
        items.setdefault(f"way-{entry.card}", _way(state.setup, entry, age))
    ball = _ball(state)
    return items if ball is None else {**items, "ball": ball}


def _way(setup: Setup, entry: PitchCard, age: int) -> Item:
    card = setup.player_cards[entry.card]
    team = setup.team[entry.seat]
    start = setup.starts[entry.seat][card.id]
    tip = setup.tips[entry.seat][card.id]
    end = zone_words(tip, team) if tip else "goal"
    return Item(
        kind="line",
        title=f"{setup.names[entry.seat]}: {card.kind} from {zone_words(start, team)} to {end}",
        through=(start, tip or goal(RIVAL[team])),
        head=True,
        seat=entry.seat,
        offset=14,
        curve=0.3 if card.arrow == "curled" else None,
        dash=card.kind == "shot",
        icon="star" if card.star else None,
        fade=age,
    )


def _ball(state: State) -> Item | None:
    restart = state.restart
    at = spot(state.setup, restart) if restart else state.ball
    if at is None:
        return None
    badges: tuple[Badge, ...] = ()
    if restart is not None and not restart.shot_ok:
        badges = (Badge(text="×", corner="ne", shape="disc", title="no direct shot"),)
    return Item(kind="token", shape="ball", title="the ball", at=at, size=30, z=5, badges=badges)
