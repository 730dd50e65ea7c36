"""What abilities do (Abilities and Effects). Bad targets are read literally."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import OTHER, Seat, Side
from projections.rulesets.football_u.components import Ability, Effect
from projections.rulesets.football_u.position import dice
from projections.rulesets.football_u.position.declarations import declare
from projections.rulesets.football_u.position.roster import (
    chemistry_deck,
    gameplan_supply,
    upgraded,
    with_team,
)
from projections.rulesets.football_u.position.time_track import shifted
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import (
    Credit,
    Declared,
    Game,
    SeatText,
    SideText,
    Source,
    State,
)

Targets = Sequence[str]
Pool = tuple[str, ...]


def side_meant(effect: Effect, side: Side) -> Side:
    """The side that an effect concerns, seen from the side that uses it."""
    return OTHER[side] if effect.side == "opponent" else side


# --- OFFSEASON ---


def in_offseason(
    state: State, seat: Seat, ability: Ability, source: Source, targets: Targets
) -> State:
    """The state after an OFFSEASON ability of a team."""
    for effect in ability.effects:
        if effect.op == "text":
            state = replace(state, text=(*state.text, SeatText(seat, source)))
        else:
            state = _OFFSEASON[effect.op](state, seat, effect, targets)
    return state


def _time_back(state: State, seat: Seat, effect: Effect, _: Targets) -> State:
    return shifted(state, seat, -(effect.weeks or 0))


def _gain_gameplans(state: State, seat: Seat, effect: Effect, _: Targets) -> State:
    team = state.teams[seat]
    gained = min(effect.count or 0, max(0, gameplan_supply(state)))
    return with_team(state, seat, replace(team, gameplans=team.gameplans + gained))


def _draw_chemistry(state: State, seat: Seat, effect: Effect, _: Targets) -> State:
    return owing(state, seat, effect.count or 0)


def owing(state: State, seat: Seat, draws: int) -> State:
    """The state with chemistry draws owed, at most what the deck holds."""
    debt = min(state.owed[seat] + draws, max(0, chemistry_deck(state)))
    return replace(state, owed={**state.owed, seat: debt})


def _free_upgrade(state: State, seat: Seat, _: Effect, targets: Targets) -> State:
    team = state.teams[seat]
    for card in targets:
        after = upgraded(state.setup, team, card)
        if after is not team:
            return with_team(state, seat, after)
    return state


def _discount(state: State, seat: Seat, effect: Effect, _: Targets) -> State:
    team = state.teams[seat]
    credit = Credit(effect.on or "recruit", effect.weeks or 0)
    return with_team(state, seat, replace(team, credits=(*team.credits, credit)))


_OFFSEASON: Mapping[str, Callable[[State, Seat, Effect, Targets], State]] = {
    "time_back": _time_back,
    "gain_gameplans": _gain_gameplans,
    "draw_chemistry": _draw_chemistry,
    "free_upgrade": _free_upgrade,
    "discount": _discount,
}


# --- HELMET: at once, on the pools ---


def helmet(
    setup: Setup, game: Game, side: Side, ability: Ability, source: Source, targets: Targets
) -> Game:
    """The game after a HELMET ability of a side."""
    for effect in ability.effects:
        to = side_meant(effect, side)
        if effect.op == "text":
            game = replace(game, text=(*game.text, SideText(side, source)))
        elif effect.op == "add_points":
            game = replace(game, bonus={**game.bonus, to: game.bonus[to] + (effect.points or 0)})
        else:
            pool = _HELMET[effect.op](setup, game.pool[to], effect, targets)
            game = replace(game, pool={**game.pool, to: dice.in_order(setup, pool)})
    return replace(game, stirred=True)


def _add_dice(_: Setup, pool: Pool, effect: Effect, __: Targets) -> Pool:
    return (*pool, *(effect.dice or ()))


def _remove_die(_: Setup, pool: Pool, effect: Effect, targets: Targets) -> Pool:
    return dice.less(pool, dice.held(pool, targets, effect.count or 0))


def _shift_die(setup: Setup, pool: Pool, effect: Effect, targets: Targets) -> Pool:
    old = dice.held(pool, targets, effect.count or 0)
    return (
        *dice.less(pool, old),
        *(dice.stronger(setup, color, effect.steps or 0) for color in old),
    )


_HELMET: Mapping[str, Callable[[Setup, Pool, Effect, Targets], Pool]] = {
    "add_dice": _add_dice,
    "remove_die": _remove_die,
    "shift_die": _shift_die,
}


# --- WHISTLE: declared now, resolved when both sides have ---


def whistle(game: Game, side: Side, ability: Ability, source: Source, targets: Targets) -> Game:
    """The game after a WHISTLE ability of a side was declared."""
    for effect in ability.effects:
        if effect.op == "text":
            game = replace(game, text=(*game.text, SideText(side, source)))
        else:
            game = declare(game, *_items(game, side, effect, source, targets))
    return game


def _items(
    game: Game, side: Side, effect: Effect, source: Source, targets: Targets
) -> list[Declared]:
    to = side_meant(effect, side)
    if effect.op == "add_points":
        return [Declared(side, source, "add_points", to=to, points=effect.points)]
    if effect.op == "add_dice":
        return [Declared(side, source, "add_dice", to=to, dice=effect.dice)]
    op = effect.op
    there = [die for die in targets if die in game.dice][: effect.count]
    if op == "set_face":
        return [Declared(side, source, op, die=die, face=effect.face) for die in there]
    if op in ("reroll", "cancel"):
        return [Declared(side, source, op, die=die) for die in there]
    return []
