"""Obeys what the table decided (OutcomeRuled) and ends that the rules do not derive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from events.event import Event
from projections.kit.common import GameEnded
from projections.rulesets.football_u.actions import Outcome, OutcomeRuled
from projections.rulesets.football_u.board.pieces import Die, Seat
from projections.rulesets.football_u.obeying.automatic_steps import finished
from projections.rulesets.football_u.obeying.effects import owing
from projections.rulesets.football_u.obeying.games import with_game
from projections.rulesets.football_u.obeying.ruled_results import finished_game, result_ruled
from projections.rulesets.football_u.obeying.seasons import bowl_game, ended, shared
from projections.rulesets.football_u.position.dice import in_order, less, points
from projections.rulesets.football_u.position.game import begun
from projections.rulesets.football_u.position.roster import with_team
from projections.rulesets.football_u.position.time_track import Stacks, shifted
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Bowl, Game, Pending, State, Verdict

What = Literal["game-effect", "effect", "game", "result", "bowl", "order", "champion"]


def admitted(state: State, outcome: Outcome) -> What | None:
    """What an outcome decides now; None: nothing that is open, so it changes nothing."""
    game = state.game
    match outcome.kind:
        case "effect":
            if game is not None:
                return "game-effect" if game.text else None
            return "effect" if state.text else None
        case "game" if outcome.winner is not None:
            if game is not None and outcome.game in (None, game.id):
                return "game"
            return "result" if finished_game(state, outcome.game) else None
        case "bowl" if _bowl_open(state, outcome):
            return "bowl"
        case "order" if outcome.stack is not None and _all_at_start(state):
            return "order"
        case "champion" if outcome.winners is not None:
            final = game is not None and game.kind == "final"
            return "champion" if final or state.status == "ended" else None
    return None


def _bowl_open(state: State, outcome: Outcome) -> bool:
    game = state.game
    teams = (*state.setup.seats, *state.setup.box.opponents)
    return (
        game is not None
        and game.kind == "bowl"
        and not begun(game)
        and outcome.visitor in teams
        and outcome.home in teams
        and outcome.visitor != outcome.home
    )


def _all_at_start(state: State) -> bool:
    return state.phase.startswith("offseason.") and list(state.stacks) == [0]


def outcome_ruled(state: State, event: Event) -> State:
    """The table's word; what is not open stays as it is."""
    data: OutcomeRuled = event.data
    outcome = data.outcome
    what = admitted(state, outcome)
    game = state.game
    match what:
        case "game-effect" if game is not None:
            return with_game(state, _effect_in_game(state.setup, game, outcome))
        case "effect":
            return _effect(replace(state, text=state.text[1:]), outcome)
        case "game" if game is not None and outcome.winner is not None:
            ruled = {**points(state.setup, game), **(outcome.points or {})}
            return finished(with_game(state, game), game, outcome.winner, ruled)
        case "result":
            return result_ruled(state, outcome)
        case "bowl":
            return bowl_game(state, Bowl(outcome.visitor or "", outcome.home or ""))
        case "order":
            return replace(state, stacks=ordered(state, outcome.stack or ()))
        case "champion":
            return replace(ended(state, verdict(state, outcome.winners or ())), closing=None)
    return state


def _effect_in_game(setup: Setup, game: Game, outcome: Outcome) -> Game:
    """The oldest text effect is settled: faces, pools and points as the table says."""
    dice = _ruled_dice(game, outcome)
    pool = dict(game.pool)
    for side, change in outcome.pool.items():
        added = (color for color in change.add if color in setup.order)
        pool[side] = in_order(setup, (*less(pool[side], change.remove), *added))
    bonus = dict(game.bonus)
    for side, more in (outcome.points or {}).items():
        bonus[side] += more
    pending = Pending(tuple(die for die in game.pending.rerolls if die in dice), game.pending.adds)
    return replace(game, text=game.text[1:], dice=dice, pool=pool, bonus=bonus, pending=pending)


def _ruled_dice(game: Game, outcome: Outcome) -> dict[str, Die]:
    dice = dict(game.dice)
    for ruled in outcome.dice:
        die = dice.get(ruled.die)
        if die is None:
            continue
        if ruled.remove:
            del dice[ruled.die]
        elif ruled.face is not None:
            dice[ruled.die] = replace(die, face=ruled.face)
    return dice


def _effect(state: State, outcome: Outcome) -> State:
    """The oldest OFFSEASON text effect: weeks, gameplans and draws as the table says."""
    for seat, weeks in outcome.weeks.items():
        if seat in state.teams:
            state = shifted(state, seat, weeks)
    for seat, tokens in outcome.gameplans.items():
        if seat in state.teams:
            team = state.teams[seat]
            team = replace(team, gameplans=max(0, team.gameplans + tokens))
            state = with_team(state, seat, team)
    for seat, draws in outcome.draws.items():
        if seat in state.teams:
            state = owing(state, seat, draws)
    return state


def ordered(state: State, stack: Sequence[Seat]) -> Stacks:
    """The starting stack as named, bottom to top; tokens that are not named stay beneath."""
    named = [seat for seat in dict.fromkeys(stack) if seat in state.teams]
    beneath = [seat for seat in state.stacks[0] if seat not in named]
    return {0: (*beneath, *named)}


def verdict(state: State, winners: Sequence[Seat]) -> Verdict:
    """The title as the table gives it."""
    named = [seat for seat in state.setup.seats if seat in winners]
    if len(named) > 1:
        return shared(named, "ruled")
    return Verdict(named[0] if named else None, "ruled")


def game_ended(state: State, event: Event) -> State:
    """An end by concession, agreement or time, or because the game was abandoned."""
    data: GameEnded = event.data
    last_word = Verdict(data.winner, data.reason)
    status: Literal["ended", "abandoned"] = "abandoned" if data.reason == "abandoned" else "ended"
    return replace(ended(state, last_word, status), closing=None)
