"""Beside the chapters: what the table decided instead of the rules. Checks of OutcomeRuled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.actions import Outcome, OutcomeRuled
from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.obeying.ruled_results import (
    finished_game,
    moves_bowl,
    result_ruled,
)
from projections.rulesets.football_u.obeying.rulings import admitted, ordered
from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.position.game import begun
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import Result, State

Findings = Iterator[Finding]


def check_outcome(state: State, event: Event) -> Findings:
    """Whether something was open, and whether the rules say the same."""
    data: OutcomeRuled = event.data
    outcome = data.outcome
    what = admitted(state, outcome)
    if what is None:
        yield RULES.illegal("ruled.kind", _not_open(state, outcome), None, outcome.kind)
    elif what in ("effect", "game-effect"):
        yield RULES.unverifiable("ruled.effect", "What the card did is taken from the table.")
    elif what == "game" or (what == "champion" and state.game is not None):
        yield RULES.unverifiable("ruled.game", "Who won is taken from the table.")
    else:
        stood, got = _stood(state, outcome)
        if stood != got:
            message = f"As it stood: {stood}. The table says: {got}.{_too_late(state, outcome)}"
            yield RULES.illegal("ruled.differs", message, stood, got)


def _not_open(state: State, outcome: Outcome) -> str:
    """Why there is nothing to decide, and what can be done instead."""
    past = _past_game(state, outcome.game) if outcome.kind == "game" else None
    if past is not None:
        return (
            f"{_pairing(state, past)} is counted and the next game has begun, so nothing changes."
            " Insert the ruling right after that game, or set ranking and wins by hand."
        )
    if outcome.kind == "bowl" and _pairs_nobody(state, outcome):
        return "A bowl is played by two teams that play here, so nothing changes. Name them."
    return _CLOSED[outcome.kind]


def _pairs_nobody(state: State, outcome: Outcome) -> bool:
    teams = (*state.setup.seats, *state.setup.box.opponents)
    two = (outcome.visitor, outcome.home)
    return outcome.visitor == outcome.home or any(who not in teams for who in two)


def _past_game(state: State, game: str | None) -> Result | None:
    past = (result for season in state.history for result in season.results)
    return next((result for result in (*past, *state.season.results) if result.game == game), None)


_CLOSED = {
    "effect": "No card waits for the table to say what it did, so nothing changes.",
    "game": "That game was not played, so nothing changes. Name a game of this season and its"
    " winner.",
    "bowl": "The teams of a bowl are named when it is next and has not begun, so nothing changes."
    " Insert the ruling there.",
    "order": "The tokens are stacked anew before the first of them moves, so nothing changes."
    " Insert the ruling there, or set the time track by hand.",
    "champion": "The title is given at the end of the game or in the championship game, so nothing"
    " changes. End the game first.",
}


def _too_late(state: State, outcome: Outcome) -> str:
    """What a ruling on a finished game no longer reaches, and what to do about it."""
    if outcome.kind != "game":
        return ""
    before, after = state.closing or state, result_ruled(state, outcome)
    after = after.closing or after
    game = state.game
    waits = game is not None and game.kind == "bowl" and not begun(game)
    if waits or not moves_bowl(before, after):
        return ""
    return " The bowl game stays as it was played: say who won it, or insert the ruling before it."


def _pairing(state: State, result: Result) -> str:
    return f"{state.setup.name(result.visitor)} at {state.setup.name(result.home)}"


def _stood(state: State, outcome: Outcome) -> tuple[str, str]:
    """What the rules gave, and what the table says."""
    name = state.setup.name
    if outcome.kind == "game":
        result = finished_game(state, outcome.game)
        assert result is not None
        ruled = result.visitor if outcome.winner == "visitor" else result.home
        return f"{name(result.winner)} won", f"{name(ruled)} won"
    if outcome.kind == "bowl" and state.game is not None:
        game = state.game
        stood = f"{name(game.visitor)} at {name(game.home)}"
        return stood, f"{name(outcome.visitor or '')} at {name(outcome.home or '')}"
    if outcome.kind == "order":
        ruled_order = ordered(state, outcome.stack or ())
        return _order(state, state.stacks[0]), _order(state, ruled_order[0])
    return _champions(state), _titled(state, outcome.winners or ())


def _order(state: State, stack: Sequence[Seat]) -> str:
    """A stack in words: who acts first, and who after him."""
    return " before ".join(state.setup.names[seat] for seat in reversed(stack))


def _champions(state: State) -> str:
    result = state.result
    return _titled(state, () if result is None else result.winners or (result.winner,))


def _titled(state: State, winners: Sequence[Seat | None]) -> str:
    known = [seat for seat in state.setup.seats if seat in winners]
    if not known:
        return "nobody wins the title"
    return f"{words.listed(state.setup.names[seat] for seat in known)} win the title"
