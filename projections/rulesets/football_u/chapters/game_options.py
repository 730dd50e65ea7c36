"""Chapter "How a Game Is Played": what the sides may do, with their exact chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from projections.kit.ruleset import Option, Viewer
from projections.rulesets.football_u.board.pieces import OTHER, SIDES, WINDOW_PHASES, Side
from projections.rulesets.football_u.chapters.ability_targets import (
    alike,
    picked,
    targeted,
    targets_for,
)
from projections.rulesets.football_u.chapters.declarations import may_reroll
from projections.rulesets.football_u.chapters.offseason_options import may_know, text_options
from projections.rulesets.football_u.components import Ability
from projections.rulesets.football_u.obeying import effects
from projections.rulesets.football_u.obeying.automatic_steps import assigned
from projections.rulesets.football_u.obeying.games import GAMEPLAN, pending_of
from projections.rulesets.football_u.position import dice, scene_ids, words
from projections.rulesets.football_u.position.declarations import declare
from projections.rulesets.football_u.position.game import open_side, player_of, side_of
from projections.rulesets.football_u.position.usable_abilities import Own, side_sources
from projections.rulesets.football_u.position.win_chances import side_wins
from projections.rulesets.football_u.state import Declared, Game, State

MOST_DECLARATIONS = 24
MOST_GAMEPLANS = 4
MOST_ASSIGNMENTS = 12
WIDTH = 4
"""How many of the best gameplans of k dice are tried with one die more."""


class Play(NamedTuple):
    """A declaration: its targets as recorded, and the game after it."""

    targets: tuple[str, ...]
    after: Game


# --- HELMET and WHISTLE windows ---


def declarations(state: State, viewer: Viewer) -> list[Option]:
    """Closing the first open window, or what its side may declare, the best first."""
    game = state.game
    if game is None:
        return []
    side = open_side(game)
    if side is None:
        return text_options(state)
    found = [
        option
        for own in side_sources(state, game, side, WINDOW_PHASES[state.phase])
        if may_know(state, viewer, player_of(game, side), own)
        for option in _uses(state, game, side, own)
    ]
    if state.phase == "game.whistle":
        found += _gameplans(state, game, side)
    found.sort(key=lambda option: -(option.probability or 0))
    closing = [] if _must_use(state, game, side, found) else [_closing(state, game, side)]
    return closing + found[:MOST_DECLARATIONS]


def _must_use(state: State, game: Game, side: Side, found: Sequence[Option]) -> bool:
    """Whether an AI side has to use its card (ruling `ai_abilities`)."""
    must = state.setup.rulings["ai_abilities"] == "must"
    return must and bool(found) and player_of(game, side) not in state.setup.names


def _closing(state: State, game: Game, side: Side) -> Option:
    return _option(
        state,
        game,
        side,
        "DeclarationsClosed",
        {},
        f"{_name(state, game, side)} declare nothing more",
        probability=float(side_wins(state, side)),
    )


def _option(
    state: State,
    game: Game,
    side: Side,
    type_: str,
    data: dict[str, Any],
    label: str,
    **more: Any,
) -> Option:
    """An option of a side; its data names the side only where the seat does not tell it."""
    seat = game.controller[side]
    if side_of(state.setup, game, seat, None) != side:
        data = {**data, "side": side}
    return Option(type_, seat, data, label, more={"side": side}, **more)


def _name(state: State, game: Game, side: Side) -> str:
    return state.setup.name(player_of(game, side))


def _uses(state: State, game: Game, side: Side, own: Own) -> Iterator[Option]:
    name, ability = _name(state, game, side), own.ability
    for play in _plays(state, game, side, own):
        aims = words.listed(_aimed(state, game, target) for target in play.targets)
        at = f" on {aims}" if play.targets else ""
        yield _option(
            state,
            game,
            side,
            "AbilityUsed",
            own.used(play.targets),
            f"{name} use {ability.name}{at}",
            piece=own.piece,
            to=_aim(state, game, side, ability, play.targets),
            probability=float(side_wins(state, side, play.after)),
        )


def _aimed(state: State, game: Game, target: str) -> str:
    """A die on the table, or one of a colour in a pool."""
    if target in game.dice:
        return words.whose_die(state.setup, game, target)
    return words.an(f"{target} die")


def _aim(
    state: State, game: Game, side: Side, ability: Ability, targets: Sequence[str]
) -> str | None:
    """The scene id of the first target: a die on the table, or one of its colour in a pool."""
    effect = targeted(ability)
    if not targets or effect is None:
        return None
    if ability.when == "WHISTLE":
        return targets[0]
    of = effects.side_meant(effect, side)
    return scene_ids.pool_die(of, game.pool[of].index(targets[0]) + 1)


def _plays(state: State, game: Game, side: Side, own: Own) -> Iterator[Play]:
    """Every way to use an ability that differs: one per multiset of equal targets."""
    ability, setup = own.ability, state.setup
    effect = targeted(ability)
    for targets in [()] if effect is None else targets_for(state, game, side, ability, effect):
        if ability.when == "HELMET":
            after = effects.helmet(setup, game, side, ability, own.source, targets)
        else:
            after = effects.whistle(game, side, ability, own.source, targets)
        yield Play(targets, after)


def _gameplans(state: State, game: Game, side: Side) -> list[Option]:
    """Re-rolls of up to four dice: those of k + 1 dice grow out of the best of k."""
    team = state.teams.get(player_of(game, side))
    if team is None:
        return []
    there = [
        id_
        for id_, die in game.dice.items()
        if may_reroll(state, game, side, id_) and not die.rerolled
    ]
    groups = alike(game, there)
    found: list[Option] = []
    best: list[tuple[int, ...]] = [()]
    for _ in range(min(team.gameplans, MOST_GAMEPLANS)):
        longer = {
            tuple(sorted((*chosen, place)))
            for chosen in best
            for place, dice_alike in enumerate(groups)
            if chosen.count(place) < len(dice_alike)
        }
        plans = [(_gameplan(state, game, side, picked(groups, c)), c) for c in sorted(longer)]
        plans.sort(key=lambda plan: -(plan[0].probability or 0))
        best = [chosen for _, chosen in plans[:WIDTH]]
        found += [option for option, _ in plans]
    return found


def _gameplan(state: State, game: Game, side: Side, ids: tuple[str, ...]) -> Option:
    after = declare(game, *(Declared(side, GAMEPLAN, "reroll", die=id_) for id_ in ids))
    return _option(
        state,
        game,
        side,
        "GameplansSpent",
        {"dice": list(ids)},
        f"{_name(state, game, side)} re-roll {_dice(state, game, ids)}",
        piece=scene_ids.plans(game.controller[side]),
        to=ids[0],
        probability=float(side_wins(state, side, after)),
    )


def _dice(state: State, game: Game, ids: Sequence[str]) -> str:
    return words.listed(words.die(state.setup, game.dice[id_]) for id_ in ids)


# --- rolls ---


def rolls(state: State, _: Viewer) -> list[Option]:
    """The rolls that are awaited, each die with the faces it can show."""
    game = state.game
    if game is None:
        return []
    found = [
        _roll(state, game, side, awaited)
        for side in SIDES
        if (awaited := _awaited(state, game, side))
    ]
    return found + (text_options(state) if state.phase == "game.resolve" else [])


def _awaited(state: State, game: Game, side: Side) -> list[tuple[str, str]]:
    """(die as it is recorded, its colour) of what a side is to roll."""
    if state.phase == "game.roll":
        return [] if game.rolled[side] else [(color, color) for color in game.pool[side]]
    rerolls, added = pending_of(game, side)
    return [(id_, game.dice[id_].color) for id_ in rerolls] + [(c, c) for c in added]


def _roll(state: State, game: Game, side: Side, awaited: Sequence[tuple[str, str]]) -> Option:
    faces = [tuple(dict.fromkeys(state.setup.faces[color])) for _, color in awaited]
    return _option(
        state,
        game,
        side,
        "DiceRolled",
        {"dice": [{"die": die, "face": None} for die, _ in awaited]},
        f"{_name(state, game, side)} roll {len(awaited)} dice",
        faces=faces,
        probability=float(side_wins(state, side)),
    )


# --- X's ---


def assignments(state: State, _: Viewer) -> list[Option]:
    """For each side that is to assign: the best way first, then others that cancel fewer points."""
    game = state.game
    if game is None:
        return []
    return [
        _assignment(state, game, side, pairs)
        for side in SIDES
        if dice.needs_assignment(state.setup, game, side)
        for pairs in ways(state, game, side)
    ]


def ways(state: State, game: Game, side: Side) -> list[list[tuple[str, str]]]:
    """Legal ways to match a side's X's that differ in points cancelled, the best first."""
    setup = state.setup
    free = dice.x_dice(setup, game, side)
    xs = [id_ for id_ in sorted(free, key=dice.number) for _ in range(free[id_])]
    worth = dice.victims(setup, game, side)
    targets = {
        id_: worth.get(id_, 0)
        for id_, die in game.dice.items()
        if die.side == OTHER[side] and die.cancelled is None and die.color in setup.offense
    }
    most = min(len(xs), len(targets))
    may_spare = setup.rulings["x_forced"] == "may"
    fewest = 1 if may_spare else min(len(xs), len(worth))
    by_points: dict[int, tuple[str, ...]] = {}
    for count in range(fewest, most + 1):
        for chosen in _by_worth(targets, count):
            spares_some = len(chosen) < len(xs) and not set(worth) <= set(chosen)
            if may_spare or not spares_some:
                by_points.setdefault(sum(targets[id_] for id_ in chosen), chosen)
    best = sorted(by_points, reverse=True)[:MOST_ASSIGNMENTS]
    return [list(zip(xs, by_points[points], strict=False)) for points in best]


def _by_worth(targets: dict[str, int], count: int) -> Iterator[tuple[str, ...]]:
    """Choices of `count` dice that differ in the points of the dice, dearest first."""
    groups: dict[int, list[str]] = {}
    for id_ in sorted(targets, key=lambda die: (-targets[die], dice.number(die))):
        groups.setdefault(targets[id_], []).append(id_)
    equal = list(groups.values())
    for chosen in combinations_with_replacement(range(len(equal)), count):
        if all(chosen.count(place) <= len(equal[place]) for place in chosen):
            yield picked(equal, chosen)


def _assignment(state: State, game: Game, side: Side, pairs: Sequence[tuple[str, str]]) -> Option:
    after = assigned(state.setup, game, side, list(pairs))
    hit = _dice(state, game, [target for _, target in pairs])
    return _option(
        state,
        game,
        side,
        "XAssigned",
        {"assign": [{"x": x, "target": target} for x, target in pairs]},
        f"{_name(state, game, side)} cancel {hit}",
        piece=pairs[0][0],
        to=pairs[0][1],
        probability=float(side_wins(state, side, after)),
    )
