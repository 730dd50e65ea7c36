"""Obeys the `game` of a TableAdjusted: a game of football at any point of it."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import SIDES, Die, SeatOrOpponent, Side
from projections.rulesets.football_u.obeying.seasons import bowl_id, fixtures
from projections.rulesets.football_u.payloads.adjustment import SetGame, SetSource, TableAdjusted
from projections.rulesets.football_u.position.declarations import resolved
from projections.rulesets.football_u.position.dice import in_order
from projections.rulesets.football_u.position.game import (
    entered,
    new_game,
    overtime_pool,
    player_of,
    pool_of,
)
from projections.rulesets.football_u.state import (
    BOTH,
    NEITHER,
    NO_BONUS,
    NO_WINDOWS,
    Added,
    Bowl,
    Declared,
    Game,
    Pending,
    SideText,
    Source,
    State,
)


def set_game(state: State, given: SetGame, data: TableAdjusted) -> State:
    """The state with the game as given, in the phase that the adjustment names."""
    phase = "game.start" if data.phase is UNSET else data.phase
    if not phase.startswith("game."):
        return state
    visitor, home = _sides(state, given)
    state = new_game(state, given.id, given.kind, visitor, home)
    if state.game is not None:
        state = replace(state, game=_with_parts(state, state.game, given))
    if data.season is UNSET or data.season.next is UNSET:
        state = _on_schedule(state, given, Bowl(visitor, home))
    return replace(state, phase=phase)


def with_windows(state: State, data: TableAdjusted) -> State:
    """The windows of a phase that was set, as its sides have something to declare."""
    game = state.game
    if game is None or (data.game in (UNSET, None) and data.phase is UNSET):
        return state
    state = entered(state, replace(game, window=NO_WINDOWS), state.phase)
    if state.game is None or not data.game:
        return state
    window = {**state.game.window, **(data.game.window or {})}
    return replace(state, game=replace(state.game, window=window))


AFTER_ROLL = ("game.whistle", "game.resolve", "game.assign")
"""The phases for which dice lie on the table."""


def at_phase(state: State, game: Game, before: str = "game.start") -> State:
    """The game under way in the phase that was set; `before`: the phase it was in.

    What comes after that phase has not happened yet; where no dice lie they are rolled first.
    """
    phase = state.phase
    if phase in AFTER_ROLL and not _is_rolled(game):
        return replace(state, phase="game.roll")
    if phase == before:
        return state
    if phase not in AFTER_ROLL:
        game = _unrolled(game, added=before in ("game.resolve", "game.assign"))
    elif phase == "game.whistle":
        game = _undeclared(game)
    elif before == "game.whistle":
        game = resolved(game)
    if phase == "game.ai-card":
        game = replace(game, ai_card=None, ai_used=False)
    if phase == "game.assign":
        game = replace(game, pending=Pending(), text=())
    return replace(state, game=game)


def _is_rolled(game: Game) -> bool:
    return all(game.rolled[side] or not game.pool[side] for side in SIDES)


def _unrolled(game: Game, added: bool) -> Game:
    """The game before its roll; `added`: points declared after it are in its bonus."""
    bonus = dict(game.bonus)
    for item in game.declared if added else ():
        if item.live and item.op == "add_points" and item.to is not None:
            bonus[item.to] -= item.points or 0
    return replace(_undeclared(game), dice={}, rolled=NEITHER, bonus=bonus)


def _undeclared(game: Game) -> Game:
    """The game after its roll: what was declared has been done, no X is matched yet."""
    dice = {
        id_: replace(die, cancelled=None) if die.cancelled in game.dice else die
        for id_, die in game.dice.items()
    }
    return replace(game, dice=dice, declared=(), pending=Pending(), text=(), assigned=NEITHER)


def _sides(state: State, given: SetGame) -> tuple[SeatOrOpponent, SeatOrOpponent]:
    """The teams as given, else as the schedule of this season has them."""
    games = fixtures(state)
    scheduled = {game.id: (game.visitor, game.home) for game in games}
    bowl = state.season.bowl or state.setup.bowls.get(state.season.number)
    if bowl is not None:
        scheduled[bowl_id(state.season.number)] = (bowl.visitor, bowl.home)
    visitor, home = scheduled.get(given.id, (games[0].visitor, games[0].home))
    known = (*state.setup.seats, *state.setup.box.opponents)
    return (
        given.visitor if given.visitor in known else visitor,
        given.home if given.home in known else home,
    )


def _on_schedule(state: State, given: SetGame, bowl: Bowl) -> State:
    ids = [game.id for game in fixtures(state)]
    season = state.season
    if given.kind == "bowl":
        season = replace(season, next=len(ids), bowl=bowl)
    elif given.id in ids:
        season = replace(season, next=ids.index(given.id))
    return replace(state, season=season)


def _with_parts(state: State, game: Game, given: SetGame) -> Game:
    known = state.setup.order
    dice = {
        id_: Die("visitor" if id_[0] == "v" else "home", d.color, d.face, d.rerolled, d.cancelled)
        for id_, d in given.dice.items()
        if d.color in known
    }
    pending = Pending(
        tuple(die for die in given.pending.rerolls if die in dice),
        tuple(Added(a.side, a.color) for a in given.pending.adds if a.color in known),
    )
    return replace(
        game,
        ai_card=given.ai_card,
        ai_used=given.ai_used,
        ot=given.ot,
        pool=_pools(state, game, given),
        dice=dice,
        rolled={**(BOTH if dice else NEITHER), **(given.rolled or {})},
        declared=_declared(state, given),
        pending=pending,
        text=tuple(SideText(t.side, source(t.source)) for t in given.text),
        bonus={**NO_BONUS, **given.bonus},
        assigned={**NEITHER, **given.assigned},
    )


def source(given: SetSource) -> Source:
    """A source as a state keeps it."""
    return Source(given.kind, given.card)


def _pools(state: State, game: Game, given: SetGame) -> dict[Side, tuple[str, ...]]:
    setup = state.setup
    pools: dict[Side, tuple[str, ...]] = {}
    for side in SIDES:
        who = player_of(game, side)
        if side in given.pool:
            pools[side] = in_order(setup, (c for c in given.pool[side] if c in setup.order))
        else:
            pools[side] = overtime_pool(state, who, given.ot) if given.ot else pool_of(state, who)
    return pools


def _declared(state: State, given: SetGame) -> tuple[Declared, ...]:
    known = state.setup.order
    return tuple(
        Declared(
            d.side,
            source(d.source),
            d.op,
            d.die,
            d.live,
            d.face,
            d.to,
            d.points,
            None if d.dice is None else tuple(c for c in d.dice if c in known),
        )
        for d in given.declared
    )
