"""Beside the chapters: what the table decided instead of the rules. Checks of OutcomeRuled."""

from __future__ import annotations

from collections.abc import Iterator

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.actions import Outcome, OutcomeRuled
from projections.rulesets.football_u.obeying.rulings import admitted, finished_game, ordered
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import State

Findings = Iterator[Finding]


def check_outcome(state: State, event: Event) -> Findings:
    """Whether something was open, and whether the rules say the same."""
    data: OutcomeRuled = event.data
    outcome = data.outcome
    what = admitted(state, outcome)
    if what is None:
        message = f"{outcome.kind} cannot be ruled now."
        yield RULES.illegal("ruled.kind", message, None, outcome.kind)
    elif what in ("effect", "game-effect"):
        yield RULES.unverifiable("ruled.effect", "Taken from the table.")
    elif what == "game" or (what == "champion" and state.game is not None):
        yield RULES.unverifiable("ruled.game", "Taken from the table.")
    else:
        stood, got = _stood(state, outcome)
        if stood != got:
            yield RULES.illegal("ruled.differs", f"By the rules: {stood}.", stood, got)


def _stood(state: State, outcome: Outcome) -> tuple[str, str]:
    """What the rules gave, and what the table says."""
    if outcome.kind == "game":
        result = finished_game(state, outcome.game)
        assert result is not None
        return result.winner, result.visitor if outcome.winner == "visitor" else result.home
    if outcome.kind == "bowl" and state.game is not None:
        game = state.game
        return f"{game.visitor} at {game.home}", f"{outcome.visitor} at {outcome.home}"
    if outcome.kind == "order":
        ruled = ordered(state, outcome.stack or ())
        return " ".join(state.stacks[0]), " ".join(ruled[0])
    return _champions(state), ", ".join(sorted(outcome.winners or ())) or "nobody"


def _champions(state: State) -> str:
    result = state.result
    if result is None:
        return "nobody"
    winners = result.winners or ((result.winner,) if result.winner is not None else ())
    return ", ".join(sorted(winners)) or "nobody"
