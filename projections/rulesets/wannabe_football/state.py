"""The state of a game: hands, pitch, decks, turn, and what the table waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeAlias

from msgspec import Struct

from projections.rulesets.wannabe_football.board.zones import Team, Zone
from projections.rulesets.wannabe_football.components import Side
from projections.rulesets.wannabe_football.payloads.fields import (
    CheckKind,
    Phase,
    Reason,
    RestartKind,
    Status,
)
from projections.rulesets.wannabe_football.setup import CardId, Seat, Setup

Cards: TypeAlias = tuple[CardId | None, ...]
"""Cards of one place as they came there, a null for each that nobody saw."""

HAND_LIMIT = 4


class Turn(Struct, frozen=True, gc=False):
    """`seat` owns the turn, `actor` plays next within it; they differ with four players only."""

    number: int
    seat: Seat | None
    actor: Seat | None
    phase: Phase


class Hand(Struct, frozen=True, gc=False):
    """Player Cards and Referee Cards; `count` is all of them, what the limit of four is about."""

    count: int = 0
    cards: Cards = ()
    yellow: int = 0
    red: int = 0


class Bookings(Struct, frozen=True, gc=False):
    """Referee Cards received in the game; a red from a second yellow counts in both."""

    yellows: int = 0
    reds: int = 0


class PitchCard(Struct, frozen=True, gc=False):
    """A card lying on the pitch and who played it."""

    card: CardId
    seat: Seat


class Restart(Struct, frozen=True, gc=False):
    """The next card is free of position, a shot only if `shot_ok`; `spot` is where it is taken."""

    kind: RestartKind
    seat: Seat
    shot_ok: bool
    spot: Zone | None = None


class Resolved(Struct, frozen=True, gc=False):
    """The last Multi Card that was read; `cancelled`: France had it taken back."""

    card: CardId | None
    check: str
    seat: Seat
    outcome: str
    cancelled: bool = False


class Multi(Struct, frozen=True, gc=False):
    """The Multi Cards: face down, used, and kept as goals by team."""

    deck: int
    discards: Cards
    kept: Mapping[Team, Cards]
    last: Resolved | None = None


class Whistle(Struct, frozen=True, gc=False):
    """A tackle that may still be called: `zone` is its dot, `owner` had the turn."""

    seat: Seat
    card: CardId
    owner: Seat
    zone: Zone


class Kick(Struct, frozen=True, gc=False):
    """One kick of a shoot-out."""

    seat: Seat
    goal: bool


class Shootout(Struct, frozen=True, gc=False):
    """Kicks in order and goals by team."""

    kicks: tuple[Kick, ...]
    score: Mapping[Team, int]


class Result(Struct, frozen=True, gc=False, omit_defaults=True):
    """How the game ended; `winner` is a team, None when it is a draw."""

    winner: Team | None
    reason: str
    shootout: Mapping[Team, int] | None = None


class Check(Struct, frozen=True, gc=False, tag=True):
    """A Multi Card decides; `drawn`: it was drawn unseen and its outcome is still to be told."""

    kind: CheckKind
    seat: Seat
    drawn: bool = False


class Resume(Struct, frozen=True, gc=False):
    """What a called whistle interrupted."""

    phase: Phase
    pending: Pending | None


class WhistleCheck(Struct, frozen=True, gc=False, tag=True):
    """A called tackle: the spotter's Multi Card tells whether it was a foul."""

    kind: ClassVar[Phase] = "whistle"
    seat: Seat
    drawn: bool
    offender: Seat
    card: CardId
    zone: Zone
    owner: Seat
    resume: Resume


class Steal(Struct, frozen=True, gc=False, tag=True):
    """A dribbler takes a card from an opponent's hand."""

    kind: ClassVar[Phase] = "steal"
    seat: Seat


class Foul(Struct, frozen=True, gc=False):
    """A foul that was given: who did it, who takes the kick, where, and whether it is a penalty."""

    seat: Seat
    taker: Seat
    zone: Zone
    penalty: bool


class Discard(Struct, frozen=True, gc=False, tag=True):
    """`count` cards leave the hand; for a booking the `foul` is dealt with afterwards."""

    kind: ClassVar[Phase] = "discard"
    seat: Seat
    reason: Reason
    count: int
    foul: Foul | None = None


class Exchange(Struct, frozen=True, gc=False, tag=True):
    """England draws up to `count` new cards; then `resume` goes on."""

    kind: ClassVar[Phase] = "exchange"
    seat: Seat
    count: int
    resume: Phase


MultiCheck: TypeAlias = Check | WhistleCheck
"""What a Multi Card decides."""

MULTI_CHECKS = (Check, WhistleCheck)

Pending: TypeAlias = Check | WhistleCheck | Steal | Discard | Exchange


class State(Struct, frozen=True, gc=False):
    """The whole position after an event.

    `played` counts the cards of the present turn, `direct` is the restart that the top card was
    played from. `revert` is the position just before the last
    Multi Card was resolved (only directly after it): what an overruled outcome goes back to.
    """

    # what changes most stands first, since `replace` looks fields up in this order

    turn: Turn
    hands: Mapping[Seat, Hand]
    pending: Pending | None
    whistle: Whistle | None
    bonus_shot: bool
    played: int
    passes: int
    pass_run: int
    deck: int
    discards: Cards
    restart: Restart | None
    ball: Zone | None
    pitch: tuple[PitchCard, ...]
    multi: Multi
    revert: State | None
    direct: RestartKind | None
    score: Mapping[Team, int]
    bookings: Mapping[Seat, Bookings]
    side_used: Mapping[Seat, bool]
    status: Status
    starter: Seat | None
    shootout: Shootout | None
    result: Result | None
    sides: Mapping[Seat, Side | None]
    setup: Setup


def hand_of(cards: Cards, yellow: int, red: int) -> Hand:
    """A hand with its count."""
    return Hand(len(cards) + yellow + red, cards, yellow, red)


def is_over(state: State) -> bool:
    """Whether the game has ended or was abandoned, so that nothing is hidden any more."""
    return state.status in ("ended", "abandoned")


def mover(state: State) -> Seat | None:
    """Who has to do the next thing; nobody in `setup` and `over`."""
    if state.turn.phase in ("setup", "over"):
        return None
    return state.pending.seat if state.pending else state.turn.actor


def top_card(state: State) -> PitchCard | None:
    """The card that represents the pitch."""
    return state.pitch[-1] if state.pitch else None


def resting_place(setup: Setup, top: PitchCard | None) -> Zone | None:
    """Where the top card leaves the ball: its tip, the ball of a shot; None without a card."""
    if top is None:
        return None
    return setup.tips[top.seat][top.card] or setup.starts[top.seat][top.card]


def in_order(cards: Iterable[CardId | None]) -> Cards:
    """Cards as they are shown: known ids ascending, then the unseen ones."""
    listed = list(cards)
    known = sorted(filter(None, listed))
    return (*known, *(None,) * (len(listed) - len(known)))


def fits(state: State, seat: Seat, card: CardId) -> bool:
    """Whether a card may be played by position; False too when the ball's place is not known."""
    if state.restart is not None:
        return state.restart.shot_ok or state.setup.kinds[card] != "shot"
    return state.setup.starts[seat][card] == state.ball


def fitting(state: State, seat: Seat) -> list[CardId]:
    """The known cards of a hand that may be played by position."""
    cards = state.hands[seat].cards
    return sorted(card for card in cards if card is not None and fits(state, seat, card))


def is_ball_lost(state: State) -> bool:
    """Whether nobody knows where the next card must start."""
    return state.restart is None and state.ball is None


def may_fit(state: State, seat: Seat, card: CardId) -> bool:
    """Whether a card is not known to be in the wrong place."""
    return is_ball_lost(state) or fits(state, seat, card)


def may_hide_a_fit(state: State, seat: Seat) -> bool:
    """Whether nobody can tell if a hand without a known fitting card has one after all."""
    cards = state.hands[seat].cards
    return None in cards or (bool(cards) and is_ball_lost(state))
