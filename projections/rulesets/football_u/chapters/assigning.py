"""Chapter "How a Game Is Played" (Assign): checks of the X's, and the ways to match them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.actions import Cancellation, XAssigned
from projections.rulesets.football_u.board.pieces import OTHER, Side
from projections.rulesets.football_u.chapters.acting import check_actor
from projections.rulesets.football_u.chapters.rolling import check_arrival
from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.position.dice import needs_assignment, victims, x_dice
from projections.rulesets.football_u.position.game import side_of
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import Game, State

Findings = Iterator[Finding]


def check_assignment(state: State, event: Event) -> Findings:
    """A side's X's and the dice that they cancel."""
    data: XAssigned = event.data
    state, game = yield from check_arrival(state, event)
    if game is None:
        return
    side = side_of(state.setup, game, event.seat, data.side)
    yield from check_actor(game, side, event.seat, state)
    if not needs_assignment(state.setup, game, side):
        name = words.side_name(state.setup, game, side)
        message = f"{name} have nothing to match: {_idle(state, game, side)}."
        yield RULES.illegal("assign.not-awaited", message, None, name)
        return
    yield from _check_x(state, game, side, data.assign)
    yield from _check_targets(state, game, side, data.assign)


def _idle(state: State, game: Game, side: Side) -> str:
    """Why a side matches nothing."""
    if game.assigned[side]:
        return "their X's were matched"
    if not x_dice(state.setup, game, side):
        return "none of their dice shows an X"
    return f"no die of {words.side_name(state.setup, game, OTHER[side])} scores"


def _check_x(state: State, game: Game, side: Side, pairs: Sequence[Cancellation]) -> Findings:
    """`assign.x`, `assign.unused`: every X once, and none left over."""
    left = x_dice(state.setup, game, side)
    named = {pair.target for pair in pairs}
    for pair in pairs:
        left[pair.x] = left.get(pair.x, 0) - 1
    wrong = next((x for x, count in left.items() if count < 0), None)
    if wrong is not None:
        die = words.whose_die(state.setup, game, wrong)
        name = words.side_name(state.setup, game, side)
        message = f"{words.capital(die)} is no X that {name} have left: name another die."
        yield RULES.illegal("assign.x", message, None, die)
    if state.setup.rulings["x_forced"] == "must" and any(count > 0 for count in left.values()):
        standing = (die for die in victims(state.setup, game, side) if die not in named)
        spared = next(standing, None)
        if spared is not None:
            die = words.whose_die(state.setup, game, spared)
            name = words.side_name(state.setup, game, side)
            message = f"{name} have an X left for {die}: match it too."
            yield RULES.illegal("assign.unused", message, die, None)


def _check_targets(state: State, game: Game, side: Side, pairs: Sequence[Cancellation]) -> Findings:
    """`assign.target`, `assign.duplicate`: opposing offense dice, each once."""
    for pair in pairs:
        die = game.dice.get(pair.target)
        if die is None or die.side != OTHER[side] or die.color not in state.setup.offense:
            named = words.whose_die(state.setup, game, pair.target)
            other = words.possessive(words.side_name(state.setup, game, OTHER[side]))
            message = f"{words.capital(named)} cannot be cancelled: {other} offense dice can."
            yield RULES.illegal("assign.target", message, None, named)
            break
    counts = Counter(pair.target for pair in pairs)
    for target in counts:
        die = game.dice.get(target)
        if counts[target] > 1 or (die is not None and die.cancelled is not None):
            named = words.whose_die(state.setup, game, target)
            message = f"{words.capital(named)} is cancelled already: match the X with another die."
            yield RULES.illegal("assign.duplicate", message, 1, named)
            break
