"""A roll or X assignment that comes while sides may still declare (4.3 of the ruleset's text).

Nobody has to record "nothing to declare": the event closes what is open and is then judged in the
phase that this reaches.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from events.event import Event
from projections.football_u.settling import settle
from projections.football_u.state import SIDES, WINDOW_PHASES, Game, Side, State, Window

_ANSWERED_IN = {
    "DiceRolled": ("game.roll", "game.resolve"),
    "XAssigned": ("game.assign",),
}


class Reached(NamedTuple):
    """The state in which a roll or X assignment is judged.

    `admitted`: it is the same roll of the same game, in a phase that takes the event.
    `dropped`: text effects were left unsettled. `closed`: the sides whose windows it closed.
    """

    state: State
    admitted: bool
    dropped: bool
    closed: tuple[Side, ...]


def reached(state: State, event: Event) -> Reached:
    """Closes windows and drops unsettled texts as far as the event needs it, and settles."""
    before, dropped = state.game, False
    closed: tuple[Side, ...] = ()
    while state.game is not None and _same_roll(before, state.game):
        game = state.game
        if state.phase in WINDOW_PHASES:
            closed = closed or tuple(side for side in SIDES if game.window[side] == "open")
            drops = bool(game.text) and state.phase == "game.helmet"
            state = settle(replace(state, game=_closed(game, drops)))
        elif _waits_for_text_only(state, game) and event.type == "XAssigned":
            drops = True
            state = settle(replace(state, game=replace(game, text=())))
        else:
            break
        dropped = dropped or drops
    same = state.game is not None and _same_roll(before, state.game)
    return Reached(state, same and state.phase in _ANSWERED_IN[event.type], dropped, closed)


def _same_roll(before: Game | None, game: Game) -> bool:
    return before is not None and (before.id, before.ot) == (game.id, game.ot)


def _waits_for_text_only(state: State, game: Game) -> bool:
    pending = game.pending
    return (
        state.phase == "game.resolve" and bool(game.text) and not (pending.rerolls or pending.adds)
    )


def _closed(game: Game, drops_text: bool) -> Game:
    window: dict[Side, Window] = {
        side: "closed" if state == "open" else state for side, state in game.window.items()
    }
    return replace(game, window=window, text=() if drops_text else game.text)
