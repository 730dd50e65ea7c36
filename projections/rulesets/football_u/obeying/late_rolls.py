"""What comes while sides may still declare: a roll, X's, or already the next game or season.

Nobody has to record "nothing to declare": the event closes what is open and is then judged in the
phase that this reaches.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from events.event import Event
from projections.rulesets.football_u.actions import DiceRolled
from projections.rulesets.football_u.board.pieces import WINDOW_PHASES, Side
from projections.rulesets.football_u.obeying.automatic_steps import settle
from projections.rulesets.football_u.position.abilities import use_of
from projections.rulesets.football_u.position.game import is_actor, side_of
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game, State, Window

ANSWERED_IN = {
    "DiceRolled": ("game.roll", "game.resolve"),
    "XAssigned": ("game.assign",),
}
"""Event type -> the phases that take it as it is."""

BEGINS = {
    "CardsDrawn": "game.ai-card",
    "DeckShuffled": "offseason.shuffle",
    "AbilityUsed": "game.helmet",
}
"""Event type -> what it can begin after a game in which nothing was left but declaring."""


class Reached(NamedTuple):
    """The state in which a roll or X assignment is judged.

    `admitted`: it is the same roll of the same game, or the next one, and takes the event.
    `dropped`: text effects were left unsettled.
    """

    state: State
    admitted: bool
    dropped: bool


def answering(state: State, event: Event) -> tuple[State, Game | None]:
    """The state in which the event takes effect, and its game; None: it has none."""
    if state.phase in ANSWERED_IN[event.type]:
        return state, state.game
    arrived = reached(state, event)
    return arrived.state, arrived.state.game if arrived.admitted else None


def reached(state: State, event: Event) -> Reached:
    """Closes windows and drops unsettled texts as far as the event needs it, and settles."""
    before, dropped = state.game, False
    while (step := closing(state, event, before)) is not None:
        dropped = dropped or _text_lost(state, step)
        state = settle(step)
    admitted = state.phase in ANSWERED_IN[event.type] and _is_for(state, event, before)
    return Reached(state, admitted, dropped)


def closing(state: State, event: Event, before: Game | None) -> State | None:
    """One step towards the phase that answers the event; None: it is reached, or never will be.

    `before` is the game in which the event came.
    """
    game = state.game
    if event.type not in ANSWERED_IN:
        return _ended_for_next(state, event) if event.type in BEGINS else None
    if game is None or not _is_for(state, event, before):
        return None
    if state.phase in WINDOW_PHASES:
        return replace(state, game=_closed(game, drops_text=state.phase == "game.helmet"))
    if event.type == "XAssigned" and _waits_for_text_only(state, game):
        return replace(state, game=replace(game, text=()))
    return None


def met(state: State, event: Event) -> State:
    """The state in which an event takes effect, after what it closed."""
    if event.type not in ANSWERED_IN:
        return begun_next(state, event) or state
    arrived = reached(state, event) if state.phase in WINDOW_PHASES else None
    return arrived.state if arrived is not None and arrived.admitted else state


def begun_next(state: State, event: Event) -> State | None:
    """The state in which the game is over, for an event that begins what comes next; else None."""
    if event.type not in BEGINS:
        return None
    ended = _ended_for_next(state, event)
    return None if ended is None else settle(ended)


def _ended_for_next(state: State, event: Event) -> State | None:
    game = state.game
    if game is None or state.phase != "game.whistle" or not _may_begin(state, event):
        return None
    ended = replace(state, game=_closed(game, drops_text=False))
    after = settle(ended)
    return ended if after.phase == BEGINS[event.type] and _fits(after, event) else None


def _may_begin(state: State, event: Event) -> bool:
    """Whether a card is drawn or shuffled for the next game or season, or used before a roll."""
    if event.type != "AbilityUsed":
        return bool(event.data.deck == "player")
    return event.data.source.card in state.setup.helmets


def _fits(state: State, event: Event) -> bool:
    """Whether a HELMET ability is one of a side of the next game, in time."""
    game = state.game
    if event.type != "AbilityUsed" or game is None:
        return True
    use = use_of(state, event)
    helmet = use.ability is not None and use.ability.when == "HELMET"
    side = side_of(state.setup, game, event.seat, event.data.side)
    acts = is_actor(state.setup, game, side, event.seat)
    return use.available and helmet and acts


def _is_for(state: State, event: Event, before: Game | None) -> bool:
    """Whether an event is about the roll in which it came, or is the first roll after it."""
    game = state.game
    if game is None or before is None:
        return False
    if before is game or (before.id, before.ot) == (game.id, game.ot):
        return True
    return event.type == "DiceRolled" and _rolls_next(state.setup, game, event, before)


def _rolls_next(setup: Setup, game: Game, event: Event, before: Game) -> bool:
    """Whether a side of the game just begun rolled its dice, and not the old ones once more."""
    data: DiceRolled = event.data
    side = side_of(setup, game, event.seat, data.side)
    acts = is_actor(setup, game, side, event.seat)
    colors = all(rolled.die in setup.kind for rolled in data.dice)
    fallen = sorted((rolled.die, rolled.face) for rolled in data.dice)
    old = side_of(setup, before, event.seat, data.side)
    lying = sorted((die.color, die.face) for die in before.dice.values() if die.side == old)
    return acts and colors and fallen != lying


def _text_lost(state: State, after: State) -> bool:
    return state.game is not None and after.game is not None and state.game.text != after.game.text


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
