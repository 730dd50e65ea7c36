"""A roll or X assignment that comes while sides may still declare (4.3 of the ruleset's text).

Nobody has to record "nothing to declare": the event closes what is open and is then judged in the
phase that this reaches.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from events.event import Event
from projections.rulesets.football_u.board.pieces import SIDES, WINDOW_PHASES, Side
from projections.rulesets.football_u.obeying.automatic_steps import settle
from projections.rulesets.football_u.state import Game, State, Window

ANSWERED_IN = {
    "DiceRolled": ("game.roll", "game.resolve"),
    "XAssigned": ("game.assign",),
}
"""Event type -> the phases that take it as it is."""


class Reached(NamedTuple):
    """The state in which a roll or X assignment is judged.

    `admitted`: it is the same roll of the same game, in a phase that takes the event.
    `dropped`: text effects were left unsettled. `closed`: the sides whose windows it closed.
    """

    state: State
    admitted: bool
    dropped: bool
    closed: tuple[Side, ...]


def answering(state: State, event: Event) -> tuple[State, Game | None]:
    """The state in which the event takes effect, and its game; None: it has none."""
    if state.phase in ANSWERED_IN[event.type]:
        return state, state.game
    arrived = reached(state, event)
    return arrived.state, arrived.state.game if arrived.admitted else None


def reached(state: State, event: Event) -> Reached:
    """Closes windows and drops unsettled texts as far as the event needs it, and settles."""
    before, dropped = state.game, False
    closed = tuple(s for s in SIDES if before is not None and before.window[s] == "open")
    while (step := closing(state, event, before)) is not None:
        dropped = dropped or _text_lost(state, step)
        state = settle(step)
    same = state.game is not None and _same_roll(before, state.game)
    return Reached(state, same and state.phase in ANSWERED_IN[event.type], dropped, closed)


def closing(state: State, event: Event, before: Game | None) -> State | None:
    """One step towards the phase that answers the event; None: it is reached, or never will be.

    `before` is the game in which the event came.
    """
    game = state.game
    if game is None or not _same_roll(before, game) or event.type not in ANSWERED_IN:
        return None
    if state.phase in WINDOW_PHASES:
        return replace(state, game=_closed(game, drops_text=state.phase == "game.helmet"))
    if event.type == "XAssigned" and _waits_for_text_only(state, game):
        return replace(state, game=replace(game, text=()))
    return None


def _text_lost(state: State, after: State) -> bool:
    return state.game is not None and after.game is not None and state.game.text != after.game.text


def _same_roll(before: Game | None, game: Game) -> bool:
    return before is not None and (before.id, before.ot) == (game.id, game.ot)


def _waits_for_text_only(state: State, game: Game) -> bool:
    pending = game.pending
    return (
        state.phase == "game.resolve" and bool(game.text) and not (pending.rerolls or pending.adds)
    )


def _closed(game: Game, *, drops_text: bool) -> Game:
    window: dict[Side, Window] = {
        side: "closed" if state == "open" else state for side, state in game.window.items()
    }
    return replace(game, window=window, text=() if drops_text else game.text)
