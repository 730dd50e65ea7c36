"""What was declared after the roll, and its resolution (How a Game Is Played 4 and 5)."""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import Die, Side
from projections.rulesets.football_u.state import Added, Declared, Game, Pending


def declare(game: Game, *items: Declared) -> Game:
    """The game with further items declared."""
    return replace(game, declared=(*game.declared, *items)) if items else game


def resolved(game: Game) -> Game:
    """The game after all declarations: of several items on a die only the last one counts.

    Faces are set and dice cancelled; re-rolls and added dice become pending.
    """
    if not game.declared:
        return game
    last = {item.die: place for place, item in enumerate(game.declared)}
    declared = tuple(
        item if item.die is None or last[item.die] == place else replace(item, live=False)
        for place, item in enumerate(game.declared)
    )
    work = _Work(game)
    for item in declared:
        if item.live:
            work.take(item)
    return replace(
        game,
        declared=declared,
        dice=work.dice,
        bonus=work.bonus,
        pending=Pending(tuple(work.rerolls), tuple(work.adds)),
    )


class _Work:
    """The parts of a game that resolving changes."""

    def __init__(self, game: Game) -> None:
        self.dice: dict[str, Die] = dict(game.dice)
        self.bonus: dict[Side, int] = dict(game.bonus)
        self.rerolls: list[str] = []
        self.adds: list[Added] = []

    def take(self, item: Declared) -> None:
        """Carries out one live item; a die that is gone changes nothing."""
        die = self.dice.get(item.die) if item.die is not None else None
        if item.op == "add_points" and item.to is not None:
            self.bonus[item.to] += item.points or 0
        elif item.op == "add_dice" and item.to is not None:
            self.adds += [Added(item.to, color) for color in item.dice or ()]
        elif die is not None and item.die is not None:
            if item.op == "reroll":
                self.rerolls.append(item.die)
            elif item.op == "set_face" and item.face is not None:
                self.dice[item.die] = replace(die, face=item.face)
            elif item.op == "cancel":
                self.dice[item.die] = replace(die, cancelled="ability")
