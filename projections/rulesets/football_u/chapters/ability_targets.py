"""Chapter "Player Abilities": what they aim at, colours of a pool (HELMET) or dice (WHISTLE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from typing import TypeVar

from projections.rulesets.football_u.board.pieces import Side
from projections.rulesets.football_u.box.check import TARGETED
from projections.rulesets.football_u.components import Ability, Effect
from projections.rulesets.football_u.obeying.effects import side_meant
from projections.rulesets.football_u.state import Game, State

T = TypeVar("T")

MOST_TARGETS = 4
"""Most targets that are listed for one use of an ability."""


def targeted(ability: Ability) -> Effect | None:
    """The effect of an ability that takes targets; there is one at most."""
    return next((effect for effect in ability.effects if effect.op in TARGETED), None)


def of_kind(state: State, color: str, effect: Effect) -> bool:
    """Whether a colour is of the kind that an effect is for."""
    return effect.kind == "any" or state.setup.kind.get(color) == effect.kind


def may_target(state: State, game: Game, side: Side, effect: Effect, id_: str) -> bool:
    """Whether a WHISTLE effect may aim at a die: there, of the right side, kind and face."""
    die = game.dice.get(id_)
    if die is None or not of_kind(state, die.color, effect):
        return False
    if effect.side != "any" and die.side != side_meant(effect, side):
        return False
    return effect.op != "set_face" or effect.face in state.setup.faces[die.color]


def targets_for(
    state: State, game: Game, side: Side, ability: Ability, effect: Effect
) -> list[tuple[str, ...]]:
    """Every legal way to aim an ability in its window that differs, at up to four targets."""
    most = min(effect.count or 0, MOST_TARGETS)
    if ability.when == "HELMET":
        pool = game.pool[side_meant(effect, side)]
        return _multisets([c for c in pool if of_kind(state, c, effect)], most)
    again = effect.op == "reroll"
    there = [
        id_
        for id_, die in game.dice.items()
        if may_target(state, game, side, effect, id_) and not (again and die.rerolled)
    ]
    kinds = alike(game, there)
    places = [place for place, dice in enumerate(kinds) for _ in dice]
    return [picked(kinds, chosen) for chosen in _multisets(places, most)]


def _multisets(things: Sequence[T], most: int) -> list[tuple[T, ...]]:
    """The multisets of 1 to `most` of these things, each as often as it is there."""
    return [
        chosen
        for count in range(1, most + 1)
        for chosen in combinations_with_replacement(dict.fromkeys(things), count)
        if all(chosen.count(thing) <= things.count(thing) for thing in chosen)
    ]


def alike(game: Game, ids: Iterable[str]) -> list[list[str]]:
    """Dice in groups that look alike: same side, colour and face."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for id_ in ids:
        die = game.dice[id_]
        groups.setdefault((die.side, die.color, die.face), []).append(id_)
    return list(groups.values())


def picked(groups: Sequence[Sequence[str]], chosen: Sequence[int]) -> tuple[str, ...]:
    """The first dice of each group, as many as the group is chosen."""
    return tuple(
        groups[place][nth] for place in dict.fromkeys(chosen) for nth in range(chosen.count(place))
    )
