"""Who wins the game of football under way: its dice handed to `odds`.

Assumed: nothing more is declared, X's are assigned best, dice are fair. Overtime is counted in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from projections.rulesets.football_u.board.pieces import OTHER, SIDES, Side
from projections.rulesets.football_u.position import roll_odds
from projections.rulesets.football_u.position.declarations import resolved
from projections.rulesets.football_u.position.game import (
    ORANGE,
    orange_stock,
    overtime_dice,
    player_of,
)
from projections.rulesets.football_u.position.roll_odds import DefenseDie, Drive, OffenseDie
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game, Kickoff, State


class _Dice(NamedTuple):
    """One side's dice: points of offense dice, (X's, points) of defense dice, further X's."""

    offense: list[OffenseDie]
    defense: list[DefenseDie]
    extra_x: int = 0


def visitor_wins(state: State, game: Game | None = None) -> Fraction:
    """Exact chance of the visitor to win the game under way, overtime included.

    `game` may be another position of the same game. Raises ValueError when there is none.
    """
    game = game or state.game
    if game is None:
        raise ValueError("No game is being played.")
    setup, now = state.setup, resolved(game) if state.phase == "game.whistle" else game
    dice = {side: _on_table(setup, now, side) for side in SIDES}
    roll = _roll(dice, now.bonus)
    return roll.win + roll.tie * overtime_value(state, game, game.ot + 1)


def side_wins(state: State, side: Side, game: Game | None = None) -> Fraction:
    """Exact chance of a side to win the game under way."""
    visitor = visitor_wins(state, game)
    return visitor if side == "visitor" else 1 - visitor


def at_kickoff(setup: Setup, kickoff: Kickoff) -> Fraction:
    """Chance of the visitor of a game just before its first roll."""
    dice = {side: _rolled(setup, kickoff.pool[side]) for side in SIDES}
    roll = _roll(dice, kickoff.bonus)
    return roll.win + roll.tie * _overtime(setup, kickoff.overtime, kickoff.orange, 1)


def overtime_value(state: State, game: Game, first: int) -> Fraction:
    """Chance of the visitor from the start of overtime round `first` on."""
    pools = {side: overtime_dice(state, player_of(game, side)) for side in SIDES}
    return _overtime(state.setup, pools, orange_stock(state, game), first)


def _overtime(
    setup: Setup, pools: Mapping[Side, Iterable[str]], stock: int, first: int
) -> Fraction:
    dice = {side: _rolled(setup, pools[side]) for side in SIDES}
    orange = _points(setup, setup.faces.get(ORANGE, ("",)))
    drives = [_drive(dice, side) for side in SIDES]
    return roll_odds.overtime(*drives, orange, stock, first)


def _roll(dice: dict[Side, _Dice], bonus: dict[Side, int]) -> roll_odds.Chances:
    more = bonus["visitor"] - bonus["home"]
    return roll_odds.chances(_drive(dice, "visitor"), _drive(dice, "home"), more)


def _drive(dice: dict[Side, _Dice], side: Side) -> Drive:
    against = dice[OTHER[side]]
    return Drive(tuple(sorted(dice[side].offense)), tuple(sorted(against.defense)), against.extra_x)


def _rolled(setup: Setup, pool: Iterable[str]) -> _Dice:
    """Dice that are still to be rolled."""
    dice = _Dice([], [])
    for color in pool:
        _add(setup, dice, color, setup.faces[color])
    return dice


def _add(setup: Setup, dice: _Dice, color: str, faces: tuple[str, ...]) -> None:
    if color in setup.offense:
        dice.offense.append(_points(setup, faces))
    else:
        dice.defense.append(tuple((setup.cancels.get(f, 0), setup.points.get(f, 0)) for f in faces))


def _points(setup: Setup, faces: tuple[str, ...]) -> OffenseDie:
    return tuple(setup.points.get(face, 0) for face in faces)


def _on_table(setup: Setup, game: Game, side: Side) -> _Dice:
    """A side's dice as they lie: pending ones may show any face, cancelled ones count nothing."""
    if not game.rolled[side]:
        return _rolled(setup, game.pool[side])
    dice = _rolled(setup, (a.color for a in game.pending.adds if a.side == side))
    extra_x = 0
    for id_, die in game.dice.items():
        if die.side != side or die.cancelled is not None:
            continue
        pending = id_ in game.pending.rerolls
        _add(setup, dice, die.color, setup.faces[die.color] if pending else (die.face,))
        if not pending and die.color in setup.offense:
            extra_x += setup.cancels.get(die.face, 0)
    return _without_x(dice) if game.assigned[side] else dice._replace(extra_x=extra_x)


def _without_x(dice: _Dice) -> _Dice:
    """The dice of a side that has assigned its X's."""
    return _Dice(dice.offense, [tuple((0, p) for _, p in die) for die in dice.defense])
