"""What follows by itself after every event, until somebody is awaited again.

`advance` makes one step; `settle` repeats it. Nobody records what the rules decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import LAST_WEEK, SIDES, Die, Side
from projections.rulesets.football_u.obeying.seasons import ended, kicked_off, next_game, reset
from projections.rulesets.football_u.position import dice
from projections.rulesets.football_u.position.declarations import resolved
from projections.rulesets.football_u.position.game import (
    ai_side,
    entered,
    has_source,
    orange_stock,
    overtime_round,
    player_of,
)
from projections.rulesets.football_u.position.roster import chemistry_deck, player_deck
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import BOTH, Game, Result, State, Verdict


def settle(state: State) -> State:
    """The state in which somebody is awaited, or the game is over."""
    # `advance` again and again, written out: a call for each step would cost a game a twentieth.
    after: State | None = state
    while after is not None:
        state = after
        game = state.game
        if game is None:
            step = _STEPS.get(state.phase)
            after = step(state) if step else None
        else:
            play = _GAME_STEPS.get(state.phase)
            after = play(state, game) if play else None
    return state


def advance(state: State) -> State | None:
    """One step of settling; None: somebody is awaited."""
    game = state.game
    if game is not None:
        play = _GAME_STEPS.get(state.phase)
        return play(state, game) if play else None
    step = _STEPS.get(state.phase)
    return step(state) if step else None


# --- set-up and offseason ---


def _coaches_dealt(state: State) -> State | None:
    if len(state.dealt) < len(state.teams):
        return None
    return replace(state, phase="offseason.shuffle", status="playing")


def _offseason(state: State) -> State | None:
    if any(state.owed.values()):
        deck = max(0, chemistry_deck(state))
        if max(state.owed.values()) > deck:
            owed = {seat: min(debt, deck) for seat, debt in state.owed.items()}
            return replace(state, owed=owed)
        due = "offseason.draw"
    elif len(state.stacks) == 1 and LAST_WEEK in state.stacks:
        return kicked_off(state)
    else:
        due = "offseason.actions"
    return replace(state, phase=due) if state.phase != due else None


# --- a game of football ---


def _start(state: State, game: Game) -> State:
    ai = ai_side(state.setup, game)
    if ai is not None and game.ai_card is None and player_deck(state) > 0:
        return entered(state, game, "game.ai-card")
    return entered(state, game, "game.helmet")


def _ai_card(state: State, game: Game) -> State | None:
    if ai_side(state.setup, game) is not None:
        return None
    return entered(state, game, "game.helmet")


def _helmet(state: State, game: Game) -> State | None:
    now = _emptied(state, game, "HELMET")
    if "open" in now.window.values() or now.text:
        return replace(state, game=now) if now is not game else None
    return entered(state, now, "game.roll")


def _emptied(state: State, game: Game, when: str) -> Game:
    """The game with the windows closed whose side has nothing left to declare."""
    window = game.window
    for side in SIDES:
        if window[side] == "open" and not has_source(state, game, side, when):
            window = {**window, side: "none"}
    return game if window is game.window else replace(game, window=window)


def _roll(state: State, game: Game) -> State | None:
    rolled, pool = game.rolled, game.pool
    if (rolled["visitor"] or not pool["visitor"]) and (rolled["home"] or not pool["home"]):
        done = game if rolled == BOTH else replace(game, rolled=BOTH)
        return entered(state, done, "game.whistle")
    return None


def _whistle(state: State, game: Game) -> State | None:
    now = _emptied(state, game, "WHISTLE")
    if "open" in now.window.values():
        return replace(state, game=now) if now is not game else None
    return entered(state, resolved(now), "game.resolve")


def _resolve(state: State, game: Game) -> State | None:
    if game.pending.rerolls or game.pending.adds or game.text:
        return None
    return entered(state, game, "game.assign")


def _assign(state: State, game: Game) -> State | None:
    setup = state.setup
    needing = [side for side in SIDES if dice.needs_assignment(setup, game, side)]
    if not needing:
        return scored(state, game)
    ai = ai_side(setup, game) if setup.solo else None
    if ai is None or ai not in needing:
        return None
    pairs = dice.best_assignment(setup, game, ai)
    return replace(state, game=assigned(setup, game, ai, pairs))


def assigned(setup: Setup, game: Game, side: Side, pairs: list[tuple[str, str]]) -> Game:
    """The game after a side's X's: each target is cancelled by the first X named for it."""
    on_table = dict(game.dice)
    hit: list[Die] = []
    for x, target in pairs:
        die = on_table.get(target)
        if die is not None and die.cancelled is None:
            on_table[target] = replace(die, cancelled=x)
            hit.append(die)
    dice.recount(setup, game.dice, on_table, hit)
    return replace(game, dice=on_table, assigned={**game.assigned, side: True})


def scored(state: State, game: Game) -> State:
    """The points decide; a tie goes to overtime until the orange dice are used up."""
    points = dice.points(state.setup, game)
    if points["visitor"] > points["home"]:
        return finished(state, game, "visitor", points)
    if points["home"] > points["visitor"] or 2 * game.ot > orange_stock(state, game):
        return finished(state, game, "home", points)
    if game.ot == 0:
        game = replace(game, regulation=points)
    overtime = overtime_round(state, game, game.ot + 1)
    return entered(replace(state, last=game), overtime, "game.roll")


def finished(state: State, game: Game, winner: Side, points: dict[Side, int]) -> State:
    """The state after a game: its result, the win, and what comes next."""
    who = player_of(game, winner)
    result = Result(
        game.id, game.kind, game.visitor, game.home, points, game.regulation, game.ot, who
    )
    season = replace(state.season, results=(*state.season.results, result))
    if game.kind == "final":
        return ended(replace(state, season=season, last=game), Verdict(who, "championship"))
    wins, out = state.wins, state.out
    if who in wins:
        wins = {**wins, who: wins[who] + 1}
    if game.ai_card is not None and state.setup.rulings["ai_card"] == "out":
        out = (*out, game.ai_card)
    season = replace(season, next=season.next + 1)
    return next_game(replace(state, season=season, wins=wins, out=out, game=None, last=game))


def _coaches_known(state: State) -> State | None:
    if any(state.teams[seat].coach.card is None for seat in state.season.hired):
        return None
    return reset(state)


_STEPS: Mapping[str, Callable[[State], State | None]] = {
    "setup.coaches": _coaches_dealt,
    "offseason.actions": _offseason,
    "offseason.draw": _offseason,
    "season.coaches": _coaches_known,
}

_GAME_STEPS: Mapping[str, Callable[[State, Game], State | None]] = {
    "game.start": _start,
    "game.ai-card": _ai_card,
    "game.helmet": _helmet,
    "game.roll": _roll,
    "game.whistle": _whistle,
    "game.resolve": _resolve,
    "game.assign": _assign,
}
