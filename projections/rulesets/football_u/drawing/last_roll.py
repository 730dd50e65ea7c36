"""Draws the dice of the roll that was scored last: the field shows the next game already."""

from __future__ import annotations

from projections.kit.drawing.scene import Panel, PanelDie, Roll
from projections.rulesets.football_u.board.pieces import SIDES, Die, Side
from projections.rulesets.football_u.position import dice, words
from projections.rulesets.football_u.position.game import player_of
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game


def panel(setup: Setup, game: Game) -> Panel:
    """What each side's dice showed, with those that were cancelled, and what they came to."""
    rolls = [_roll(setup, game, side) for side in SIDES]
    return Panel(id="last-roll", kind="dice", dock="stage", title="Last roll", rolls=rolls)


def _roll(setup: Setup, game: Game, side: Side) -> Roll:
    who = player_of(game, side)
    return Roll(
        id=f"last-{side}",
        seat=who if who in setup.seats else None,
        label=setup.name(who),
        dice=[_die(setup, id_, die) for id_, die in game.dice.items() if die.side == side],
        sum=str(dice.points(setup, game)[side]),
    )


def _die(setup: Setup, id_: str, die: Die) -> PanelDie:
    said = f"{die.color} die {id_}: {words.face(setup, die.face)}"
    by = "an ability" if die.cancelled == "ability" else die.cancelled
    return PanelDie(
        id=f"last-{id_}",
        face=words.sign(setup, die.face),
        tone=die.color,
        state=("cancelled",) if by else (),
        title=said
        + (", rolled again" if die.rerolled else "")
        + (f", cancelled by {by}" if by else ""),
    )
