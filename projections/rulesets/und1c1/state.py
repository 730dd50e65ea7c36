"""The state of a game: what lies on the table and what the rules need to remember.

Nothing here refers back to a state, so the records are no business of the garbage collector.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from projections.rulesets.und1c1.board.pitch import Place
from projections.rulesets.und1c1.payloads.fields import Must, Phase, RollKind, Status
from projections.rulesets.und1c1.payloads.seats import BySeat, Seat
from projections.rulesets.und1c1.setup import Setup

PlayerId = str

Breach = tuple[Seat, Seat]
"""Whose players are too many, and in whose penalty area."""


class Chip(Struct, frozen=True, gc=False):
    """A chip on the pitch; `flipped` is the number of the turn at whose end it is turned up."""

    at: Place
    flipped: int | None = None


Chips = dict[PlayerId, Chip]


class Turn(Struct, frozen=True, gc=False):
    """Whose turn it is and what is left of it; `seat` is None before the first kick-off."""

    number: int
    seat: Seat | None
    phase: Phase
    actions_left: int
    must: Must | None
    next_must: Must | None
    tractor_used: bool
    lost: bool
    cards_played: BySeat[int]

    @property
    def whose(self) -> Seat:
        """Whose turn it is; `a` where it is nobody's yet."""
        return self.seat or "a"


class Padlocks(Struct, frozen=True, gc=False):
    """The boxes of both padlocks; None: off the pitch."""

    white: str | None = None
    black: str | None = None


class Captain(Struct, frozen=True, gc=False):
    """Who wears the captain ring, and the re-rolls left."""

    player: PlayerId | None
    rerolls_left: int


class Cards(Struct, frozen=True, gc=False):
    """A coach's strategy cards; None in a list is a card nobody has shown the recorder."""

    pile: int
    hand: tuple[str | None, ...] = ()
    in_play: tuple[str, ...] = ()
    discard: tuple[str | None, ...] = ()


class Effect(Struct, frozen=True, gc=False):
    """An effect of a played card that waits or lasts until the end of turn `until`."""

    seat: Seat
    card: str
    player: PlayerId | None
    lasts: Literal["roll", "turn", "game"]
    until: int | None


class Roll(Struct, frozen=True, gc=False):
    """Dice that are awaited; `by` is the acting coach (None for the kick-off roll)."""

    kind: RollKind
    by: Seat | None
    player: PlayerId | None
    opponent: PlayerId | None
    receiver: PlayerId | None
    target: int | None
    modifiers: BySeat[int]
    rolls: BySeat[int | None]
    rerolled: BySeat[bool]
    draws: int
    responded: bool

    @property
    def first(self) -> Seat:
        """Whose roll it is: the acting coach, `a` at the kick-off."""
        return self.by or "a"


class Interception(Struct, frozen=True, gc=False):
    """The coach who failed a pass names one of the closest opponents."""

    by: Seat
    candidates: tuple[PlayerId, ...]
    kind: Literal["interception"] = "interception"


class FreeMove(Struct, frozen=True, gc=False):
    """The winner of a duel may move on; `then` is the phase that follows."""

    by: Seat
    player: PlayerId
    range: int
    then: Literal["actions", "end_turn"]
    kind: Literal["free_move"] = "free_move"


class Reposition(Struct, frozen=True, gc=False):
    """Movements after a save; `queue` are the coaches still to come."""

    by: Seat
    moves_left: int
    queue: tuple[Seat, ...]
    kind: Literal["reposition"] = "reposition"


class Result(Struct, frozen=True, gc=False):
    """How the game ended."""

    winner: Seat | None
    reason: str


class LastPass(Struct, frozen=True, gc=False):
    """Passer and receiver of the last successful pass or cross of the side with the ball."""

    passer: PlayerId
    receiver: PlayerId


class State(Struct, frozen=True, gc=False):
    """A game at one step. Of `roll`, `interception`, `free_move`, `reposition` at most one is set:
    the one that the phase needs. `reopen` is there right after the dice have decided something.
    `xg` sums the chances of each coach's shots and headers before their dice. `crowded`: who has
    had too many players in whose penalty area since the referee said so.
    """

    setup: Setup
    status: Status
    turn: Turn
    chips: BySeat[Chips]
    ball: PlayerId | None
    padlocks: Padlocks
    score: BySeat[int]
    captains: BySeat[Captain]
    cards: BySeat[Cards]
    effects: tuple[Effect, ...]
    ready: BySeat[bool]
    roll: Roll | None = None
    interception: Interception | None = None
    free_move: FreeMove | None = None
    reposition: Reposition | None = None
    final_turns_left: int | None = None
    result: Result | None = None
    last_pass: LastPass | None = None
    actions_used: int = 0
    xg: BySeat[float] = BySeat(0.0, 0.0)
    reopen: Reopen | None = None
    crowded: tuple[Breach, ...] = ()


class Reopen(Struct, frozen=True, gc=False):
    """The state when the last die had fallen, before its consequences, and that event's version."""

    state: State
    version: int


Pending = Roll | Interception | FreeMove | Reposition

NO_ROLLS: BySeat[int | None] = BySeat(None, None)
NOT_REROLLED = BySeat(False, False)
NO_MODIFIERS = BySeat(0, 0)
NOT_READY = BySeat(False, False)
READY = BySeat(True, True)
NONE_PLAYED = BySeat(0, 0)
OFF_PITCH = Padlocks()

KICKOFF_ROLL = Roll(
    "kickoff", None, None, None, None, None, NO_MODIFIERS, NO_ROLLS, NOT_REROLLED, 0, False
)

STATUS_OF: dict[Phase, Status] = {
    "setup": "setup",
    "kickoff_roll": "setup",
    "kickoff": "playing",
    "actions": "playing",
    "roll": "playing",
    "choose_interceptor": "playing",
    "free_move": "playing",
    "lineup": "playing",
    "reposition": "playing",
    "end_turn": "playing",
    "draw": "playing",
    "over": "ended",
}


def pending_of(state: State) -> Pending | None:
    """What the table waits for beyond the turn's own events."""
    return state.roll or state.interception or state.free_move or state.reposition


def without_pending(state: State) -> State:
    """The state with whatever was pending dropped."""
    return replace(state, roll=None, interception=None, free_move=None, reposition=None)
