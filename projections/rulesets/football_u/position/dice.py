"""Dice of a game: pools before the roll, points and X's after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from projections.rulesets.football_u.board.pieces import LETTER, OTHER, Die, Side
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game


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


class Tally(NamedTuple):
    """What the uncancelled dice of a side come to, without its bonus."""

    points: int
    x: int
    standing: int
    """Offense dice that score."""


def tallies(setup: Setup, dice: dict[str, Die]) -> tuple[Tally, Tally]:
    """(visitor's, home's) tally of the dice on the table.

    The last answer is kept: a step asks for the same dice up to three times.
    """
    counted, answer = setup.tallied
    if counted is not dice:
        answer = _tallied(setup, dice)
        setup.tallied = (dice, answer)
    return cast("tuple[Tally, Tally]", answer)


def _tallied(setup: Setup, dice: dict[str, Die]) -> tuple[Tally, Tally]:
    visitor, home = [0, 0, 0], [0, 0, 0]
    _add(setup, visitor, home, dice.values(), 1)
    return Tally(*visitor), Tally(*home)


def recount(
    setup: Setup, old: dict[str, Die], new: dict[str, Die], cancelled: Iterable[Die]
) -> None:
    """Keeps the tally of `new` dice, which are the `old` ones less those just cancelled."""
    before = tallies(setup, old)
    visitor, home = [*before[0]], [*before[1]]
    _add(setup, visitor, home, cancelled, -1)
    setup.tallied = (new, (Tally(*visitor), Tally(*home)))


def _add(
    setup: Setup, visitor: list[int], home: list[int], dice: Iterable[Die], times: int
) -> None:
    """Adds uncancelled dice to the counts (points, X's, standing) of their sides."""
    worth, offense = setup.worth, setup.offense
    for die in dice:
        if die.cancelled is None:
            points, x = worth[die.face]
            if points:
                count = visitor if die.side == "visitor" else home
                count[0] += times * points
                count[1] += times * x
                count[2] += times * (die.color in offense)
            elif x:
                (visitor if die.side == "visitor" else home)[1] += times * x


def points(setup: Setup, game: Game) -> dict[Side, int]:
    """The sides' points now: their uncancelled dice and their bonus."""
    visitor, home = tallies(setup, game.dice)
    bonus = game.bonus
    return {
        "visitor": visitor.points + bonus["visitor"],
        "home": home.points + bonus["home"],
    }


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
    visitor, home = tallies(setup, game.dice)
    own, opponent = (visitor, home) if side == "visitor" else (home, visitor)
    return bool(own.x and opponent.standing and not game.assigned[side])


def best_assignment(setup: Setup, game: Game, side: Side) -> list[tuple[str, str]]:
    """(X die, victim) pairs: X's in the order of dice, victims by points, then number.

    Greedy is optimal: a side's X's only lower the opponent's points (Solo Play: AI Defensive Dice).
    """
    free = x_dice(setup, game, side)
    standing = victims(setup, game, side)
    targets = sorted(standing, key=lambda die: (-standing[die], number(die)))
    xs = [die for die in sorted(free, key=number) for _ in range(free[die])]
    return list(zip(xs, targets, strict=False))
