"""Whether an event is admitted at all: the game runs, the seat exists, the phase fits.

Both `apply` and `check` ask here, so that what is cited is exactly what changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from events.event import Event
from projections.kit.common import GameEnded
from projections.rulesets.football_u.actions import Outcome
from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.state import State

Refusal = Literal["phase.over", "seat.unknown", "phase.wrong"]

ACTIONS = frozenset(
    {
        "PlayerRecruited",
        "WalkOnAdded",
        "PlayerUpgraded",
        "GameplanTaken",
        "PlayerScouted",
        "OffseasonPassed",
    }
)
"""The actions of an active team; in a wrong phase they are cited and applied all the same."""

_OFFSEASON = frozenset({"offseason.actions", "offseason.draw"})
_PLAY = frozenset({"game.helmet", "game.roll", "game.whistle", "game.resolve", "game.assign"})

_ADMITTED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(ACTIONS, _OFFSEASON),
    "AbilityUsed": _OFFSEASON | _PLAY,
    "GameplansSpent": _PLAY,
    "DeclarationsClosed": frozenset({"game.helmet", "game.whistle"}),
    "DiceRolled": frozenset({"game.helmet", "game.roll", "game.whistle", "game.resolve"}),
    "XAssigned": frozenset({"game.whistle", "game.resolve", "game.assign"}),
}
"""Event type -> phases; a type that is not here belongs anywhere or to a deck."""

_DECKS: Mapping[tuple[str, str], frozenset[str]] = {
    ("CardsDrawn", "coach"): frozenset({"setup.coaches"}),
    ("CardsDrawn", "player"): frozenset({"offseason.deal", "game.ai-card"}),
    ("CardsDrawn", "chemistry"): _OFFSEASON,
    ("DeckShuffled", "player"): frozenset({"offseason.shuffle"}),
}

_NEVER_REFUSED = frozenset({"TableAdjusted", "NoteAdded"})
_OPEN_AFTER_THE_END = frozenset({"OutcomeRuled", "GameCreated"})
_SEATED = ACTIONS | {"PlayersMoved", "CoachRevealed"}
"""What only a seat can do."""

_NAMING = frozenset({"GameEnded", "OutcomeRuled"})
"""What names seats in its data."""


def refusal(state: State, event: Event) -> Refusal | None:
    """Why an event changes nothing; None: it is admitted. Found first, it ends the judging."""
    kind, phase, seat = event.type, state.phase, event.seat
    if seat in state.teams and phase in _ADMITTED.get(kind, ()):
        return None
    if kind in _NEVER_REFUSED:
        return None
    if phase == "over" and kind not in _OPEN_AFTER_THE_END:
        return "phase.over"
    if seat is None:
        if kind in _SEATED or _needs_seat(event, phase):
            return "seat.unknown"
    elif seat not in state.teams:
        return "seat.unknown"
    if kind in _NAMING and any(named not in state.teams for named in _named(event)):
        return "seat.unknown"
    phases = _ADMITTED.get(kind)
    if phases is None and kind in ("CardsDrawn", "DeckShuffled"):
        phases = _DECKS.get((kind, event.data.deck))
    if phases is not None and phase not in phases:
        return "phase.wrong"
    return None


def seat_of(event: Event) -> Seat:
    """Who did what only a seat can do; without a seat it is refused."""
    assert event.seat is not None
    return event.seat


def _named(event: Event) -> Iterator[str]:
    """The seats that the data of an event names."""
    data = event.data
    if isinstance(data, GameEnded):
        if data.winner is not None:
            yield data.winner
        return
    outcome: Outcome = data.outcome
    yield from outcome.winners or ()
    yield from outcome.stack or ()
    for named in (outcome.weeks, outcome.gameplans, outcome.draws):
        yield from named


def _needs_seat(event: Event, phase: str) -> bool:
    if event.type == "CardsDrawn":
        return bool(event.data.deck != "player")
    return event.type == "AbilityUsed" and not phase.startswith("game.")
