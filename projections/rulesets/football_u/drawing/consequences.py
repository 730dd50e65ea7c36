"""Says what followed from an event by itself: a final score, overtime, a new season, a title."""

from __future__ import annotations

from collections.abc import Sequence

from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.position.tie_breaks import rank
from projections.rulesets.football_u.state import Result, State


def aftermath(before: State, after: State) -> list[str]:
    """Clauses for what the rules decided after an event, in order."""
    clauses: list[str] = []
    old, new = before.season.results, results_of(after, before.season.number)
    if len(new) > len(old):
        clauses.append(final_score(after, new[-1]))
    elif before.game is not None and after.game is not None and _overtime(before, after):
        clauses.append(f"level: overtime {after.game.ot}")
    if len(after.history) > len(before.history):
        clauses.append(f"season {after.history[-1].season} ends: {_standings(after)}")
    elif after.history and [p.wins for p in after.history] != [p.wins for p in before.history]:
        clauses.append(f"season {after.history[-1].season} is counted anew: {_standings(after)}")
    if after.result is not None and before.result != after.result:
        clauses.append(title(after))
    elif after.game is not None and (before.game is None or before.game.id != after.game.id):
        clauses.append(_next(after))
    return clauses


def results_of(state: State, season: int) -> Sequence[Result]:
    """The finished games of a season, which is the present one or a past one."""
    if state.season.number == season:
        return state.season.results
    return next((past.results for past in state.history if past.season == season), ())


def _overtime(before: State, after: State) -> bool:
    game, now = before.game, after.game
    return game is not None and now is not None and game.id == now.id and now.ot > game.ot


def final_score(state: State, result: Result) -> str:
    """A finished game: the winner first, with the points of the deciding roll."""
    winner = "visitor" if result.winner == result.visitor else "home"
    name = state.setup.name
    loser = result.home if winner == "visitor" else result.visitor
    won = result.points["visitor" if winner == "visitor" else "home"]
    lost = result.points["home" if winner == "visitor" else "visitor"]
    overtime = f" in overtime {result.ot}" if result.ot else ""
    return f"final: {name(result.winner)} {won}, {name(loser)} {lost}{overtime}"


def _standings(state: State) -> str:
    seats = sorted(state.setup.seats, key=lambda seat: -state.ranking[seat])
    return ", ".join(
        f"{state.setup.names[seat]} {words.ordinal_rank(rank(state, seat))}" for seat in seats
    )


def title(state: State) -> str:
    """Who won the whole game, and why."""
    result = state.result
    if result is None:
        return "no title"
    winners = result.winners or ((result.winner,) if result.winner is not None else ())
    if not winners:
        return f"nobody wins the title ({words.end(result.reason)})"
    names = words.listed(state.setup.name(seat) for seat in winners)
    return f"{names} win the title ({words.end(result.reason)})"


def _next(state: State) -> str:
    game = state.game
    if game is None:
        return ""
    kind = {"bowl": "the bowl game", "final": "the championship game"}.get(game.kind, "next")
    return f"{kind}: {state.setup.name(game.visitor)} at {state.setup.name(game.home)}"
