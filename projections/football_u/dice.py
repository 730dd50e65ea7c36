"""Dice of a game: pools before the roll, points and X's after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from projections.football_u.state import LETTER, OTHER, Game, Setup, Side


def in_order(setup: Setup, pool: Iterable[str]) -> tuple[str, ...]:
    """Colours sorted by type and strength, strongest first (Dice Strength)."""
    return tuple(sorted(pool, key=setup.order.__getitem__))


def less(pool: Sequence[str], colors: Iterable[str]) -> tuple[str, ...]:
    """A pool without one die of each colour named, as far as it has them."""
    rest = list(pool)
    for color in colors:
        if color in rest:
            rest.remove(color)
    return tuple(rest)


def held(pool: Sequence[str], colors: Iterable[str], count: int) -> list[str]:
    """The first `count` named colours that the pool holds, each as often as it holds it."""
    rest = list(pool)
    found: list[str] = []
    for color in colors:
        if len(found) < count and color in rest:
            rest.remove(color)
            found.append(color)
    return found


def stronger(setup: Setup, color: str, steps: int) -> str:
    """The colour `steps` places stronger (negative: weaker) in its own list (Dice Strength)."""
    strength = setup.box.strength
    colors = strength.offense if color in setup.offense else strength.defense
    return colors[max(0, min(len(colors) - 1, colors.index(color) - steps))]


def number(die: str) -> int:
    """The number of a die id: `v12` -> 12."""
    return int(die[1:])


def next_id(game: Game, side: Side) -> str:
    """The id of the next die that a side lays on the table."""
    letter = LETTER[side]
    return f"{letter}{1 + max((number(die) for die in game.dice if die[0] == letter), default=0)}"


def points(setup: Setup, game: Game, side: Side) -> int:
    """A side's points now: its uncancelled dice and its bonus."""
    worth, total = setup.points, game.bonus[side]
    for die in game.dice.values():
        if die.side == side and die.cancelled is None:
            total += worth.get(die.face, 0)
    return total


def x_dice(setup: Setup, game: Game, side: Side) -> dict[str, int]:
    """A side's uncancelled dice that show an X -> how many X's each is."""
    cancels = setup.cancels
    return {
        id_: count
        for id_, die in game.dice.items()
        if die.side == side and die.cancelled is None and (count := cancels.get(die.face, 0))
    }


def victims(setup: Setup, game: Game, side: Side) -> dict[str, int]:
    """The opponent's uncancelled offense dice that score -> their points."""
    worth, offense, opponent = setup.points, setup.offense, OTHER[side]
    return {
        id_: score
        for id_, die in game.dice.items()
        if die.side == opponent
        and die.cancelled is None
        and die.color in offense
        and (score := worth.get(die.face, 0))
    }


def needs_assignment(setup: Setup, game: Game, side: Side) -> bool:
    """Whether a side is to match its X's: it has one, and the opponent something to cancel."""
    return (
        not game.assigned[side]
        and bool(x_dice(setup, game, side))
        and bool(victims(setup, game, side))
    )


def best_assignment(setup: Setup, game: Game, side: Side) -> list[tuple[str, str]]:
    """(X die, victim) pairs: X's in the order of dice, victims by points, then number.

    Greedy is optimal: a side's X's only lower the opponent's points (Solo Play: AI Defensive Dice).
    """
    free = x_dice(setup, game, side)
    standing = victims(setup, game, side)
    targets = sorted(standing, key=lambda die: (-standing[die], number(die)))
    xs = [die for die in sorted(free, key=number) for _ in range(free[die])]
    return list(zip(xs, targets, strict=False))
