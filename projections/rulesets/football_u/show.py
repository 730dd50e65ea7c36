"""DRAWS: a state as a scene: the field during a game, else the stage with its tracks and cards."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.drawing.scene import Panel, Scene, SceneSeat
from projections.kit.ruleset import Viewer
from projections.rulesets.football_u.awaiting import Awaited, awaiting
from projections.rulesets.football_u.board.pieces import SIDES, Seat
from projections.rulesets.football_u.drawing import field, last_roll, panels
from projections.rulesets.football_u.drawing.cards import Ids
from projections.rulesets.football_u.position import dice, words
from projections.rulesets.football_u.position.game import player_of
from projections.rulesets.football_u.position.tie_breaks import rank
from projections.rulesets.football_u.position.win_chances import visitor_wins
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import State

INK = "#ffffff"


def show(state: State, viewer: Viewer) -> Scene:
    """The scene of a state as a viewer may see it."""
    awaited = awaiting(state)
    game = state.game
    board = field.board(state, game) if game is not None else None
    ids = Ids((*board.items, *board.places) if board is not None else ())
    return Scene(
        ruleset="football-u",
        title=title(state),
        seats=_seats(state, awaited),
        board=board,
        panels=[*_panels(state, viewer, awaited, ids)],
    )


def title(state: State) -> str:
    """The position in one or two sentences."""
    setup, game = state.setup, state.game
    number = state.season.number
    if state.result is not None:
        winners = state.result.winners or ((state.result.winner,) if state.result.winner else ())
        names = words.listed(setup.name(seat) for seat in winners) if winners else "Nobody"
        return f"{names} won the title: {words.end(state.result.reason)}."
    if game is None:
        phase = state.phase.split(".")[0]
        leader = max(setup.seats, key=lambda seat: state.ranking[seat])
        best = words.ordinal_rank(rank(state, leader))
        return f"Season {number}, {phase}. {setup.names[leader]} are ranked best: {best}."
    points = dice.points(setup, game)
    overtime = f", overtime {game.ot}" if game.ot else ""
    return (
        f"{setup.name(game.visitor)} at {setup.name(game.home)}, season {number}{overtime}:"
        f" {points['visitor']} to {points['home']} now."
    )


# --- seats ---


def _seats(state: State, awaited: list[Awaited]) -> list[SceneSeat]:
    """The teams, and the AI opponent of the game under way as one more."""
    waiting = {entry["seat"] for entry in awaited}
    marks = _marks(state.setup)
    seats = [_seat(state, seat, number, marks, waiting) for number, seat in _numbered(state.setup)]
    game = state.game
    if game is not None:
        points = dice.points(state.setup, game)
        seats += [
            SceneSeat(
                id=player_of(game, side),
                name=state.setup.name(player_of(game, side)),
                slot=len(state.teams) % 4 + 1,
                mark="AI",
                side="far" if side == "visitor" else "near",
                score=str(points[side]),
                note=f"{side}, played by {state.setup.names[game.controller[side]]}",
            )
            for side in SIDES
            if player_of(game, side) not in state.teams
        ]
    return seats


def _numbered(setup: Setup) -> Iterator[tuple[int, Seat]]:
    return enumerate(setup.seats, 1)


def _marks(setup: Setup) -> dict[Seat, str]:
    """A letter for each team, two where letters are shared."""
    letters = [name.strip()[:1].upper() or "?" for name in setup.names.values()]
    return {
        seat: letter if letters.count(letter) == 1 else f"{letter}{seat}"[:2]
        for seat, letter in zip(setup.seats, letters, strict=True)
    }


def _seat(
    state: State, seat: Seat, number: int, marks: dict[Seat, str], waiting: set[Seat | None]
) -> SceneSeat:
    setup, game = state.setup, state.game
    side = next((s for s in SIDES if game is not None and player_of(game, s) == seat), None)
    mat = setup.box.teams.get(setup.mats[seat])
    score = state.ranking[seat]
    if game is not None and side is not None:
        score = dice.points(setup, game)[side]
    return SceneSeat(
        id=seat,
        name=setup.names[seat],
        person=setup.persons[seat],
        slot=(number - 1) % 4 + 1,
        mark=marks[seat],
        side="far" if side == "visitor" or (game is None and number > 2) else "near",
        score=str(score),
        turn=seat in waiting,
        note=side,
        fill=mat.color if mat else None,
        ink=INK if mat else None,
    )


# --- panels ---


def _panels(state: State, viewer: Viewer, awaited: list[Awaited], ids: Ids) -> Iterator[Panel]:
    """Those that come and go stand last, so that the others keep their places."""
    game = state.game
    yield panels.prompt(awaited)
    if game is not None:
        yield panels.odds(state, game, float(visitor_wins(state)))
    elif state.phase.startswith("offseason.") or state.phase.startswith("setup."):
        yield panels.weeks(state)
        yield panels.rack(state, viewer, ids)
    yield panels.ranking(state)
    yield panels.schedule(state)
    yield panels.supply(state)
    for seat in state.setup.seats:
        yield from panels.team(state, viewer, seat, ids)
        yield panels.hand(state, viewer, seat, ids)
    if game is not None and game.ai_card is not None:
        yield panels.ai_card(state.setup, game, game.ai_card, ids)
    if game is not None and game.declared:
        yield panels.declared(state, game)
    if state.last is not None and (not game.dice if game else not _recruiting(state)):
        yield last_roll.panel(state.setup, state.last)


def _recruiting(state: State) -> bool:
    return state.phase.startswith("offseason.")
