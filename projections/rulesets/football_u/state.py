"""The state of a game: everything that the rules need to know."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from projections.rulesets.football_u.board.pieces import (
    Coach,
    Die,
    Entry,
    Seat,
    SeatOrOpponent,
    Side,
)
from projections.rulesets.football_u.setup import Setup


class Credit(Struct, frozen=True, gc=False):
    """Weeks that the next action of a kind costs less."""

    on: str
    weeks: int


class Team(Struct, frozen=True):
    """A team's belongings. A None in `chemistry` is a card that nobody named.

    `dice`, `ready` and `players` follow from the roster (see `roster.with_roster`): the dice of
    the active cards, how many unused abilities there are for each time, the number of players.
    """

    team: str
    name: str
    coach: Coach
    roster: dict[str, tuple[Entry, ...]]
    gameplans: int = 0
    chemistry: tuple[str | None, ...] = ()
    credits: tuple[Credit, ...] = ()
    dice: tuple[str, ...] = ()
    ready: dict[str, int] = {}
    players: int = 0


class Result(Struct, frozen=True):
    """A finished game of football; see SetResult in adjustment.py."""

    game: str
    kind: Literal["regular", "bowl", "final"]
    visitor: SeatOrOpponent
    home: SeatOrOpponent
    points: dict[Side, int]
    regulation: dict[Side, int] | None
    ot: int
    winner: SeatOrOpponent


class Bowl(Struct, frozen=True, gc=False):
    """The teams of the bowl game."""

    visitor: SeatOrOpponent
    home: SeatOrOpponent


class Kickoff(Struct, frozen=True):
    """A game just before its first roll, for statistics: its dice and bonus points.

    `overtime`: the dice of the first overtime; `orange`: how many there are to add in later ones.
    """

    game: str
    visitor: SeatOrOpponent
    home: SeatOrOpponent
    pool: dict[Side, tuple[str, ...]]
    bonus: dict[Side, int]
    overtime: dict[Side, tuple[str, ...]]
    orange: int


class Season(Struct, frozen=True):
    """The season under way. `next`: index of the next game; the bowl's is behind all others."""

    number: int = 1
    kicked_off: bool = False
    next: int = 0
    results: tuple[Result, ...] = ()
    bowl: Bowl | None = None
    hired: tuple[Seat, ...] = ()


class PastSeason(Struct, frozen=True):
    """A finished season: wins and spaces moved by seat."""

    season: int
    wins: dict[Seat, int]
    moved: dict[Seat, int]
    results: tuple[Result, ...]


class Source(Struct, frozen=True, gc=False):
    """Where a declaration comes from; a gameplan has no card."""

    kind: Literal["player", "coach", "chemistry", "ai", "gameplan"]
    card: str | None = None


class Declared(Struct, frozen=True, gc=False):
    """A declared WHISTLE item: one per targeted die or untargeted effect.

    `live` is false once a later item on the same die has superseded it. `face` belongs to
    `set_face`; `to` with `points` or `dice` to `add_points` and `add_dice`.
    """

    side: Side
    source: Source
    op: Literal["reroll", "set_face", "cancel", "add_points", "add_dice"]
    die: str | None = None
    live: bool = True
    face: str | None = None
    to: Side | None = None
    points: int | None = None
    dice: tuple[str, ...] | None = None


class Added(Struct, frozen=True, gc=False):
    """A die that a side is still to roll."""

    side: Side
    color: str


class Pending(Struct, frozen=True):
    """What is still to be rolled in `game.resolve`: dice on the table, and added ones."""

    rerolls: tuple[str, ...] = ()
    adds: tuple[Added, ...] = ()


class SideText(Struct, frozen=True, gc=False):
    """An unsettled text effect of a game."""

    side: Side
    source: Source


class SeatText(Struct, frozen=True, gc=False):
    """An unsettled OFFSEASON text effect."""

    seat: Seat
    source: Source


NOTHING_PENDING = Pending()
NEITHER: dict[Side, bool] = {"visitor": False, "home": False}
BOTH: dict[Side, bool] = {"visitor": True, "home": True}
NO_BONUS: dict[Side, int] = {"visitor": 0, "home": 0}
Window = Literal["open", "closed", "none"]
NO_WINDOWS: dict[Side, Window] = {"visitor": "none", "home": "none"}


class Game(Struct, frozen=True):
    """The game of football being played.

    `controller`: the seat that acts for a side. `window`: `open`, `closed` (ended by its owner or
    overtaken) or `none` (nothing to declare). `stirred`: a HELMET ability was declared.
    """

    id: str
    kind: Literal["regular", "bowl", "final"]
    visitor: SeatOrOpponent
    home: SeatOrOpponent
    controller: dict[Side, Seat]
    pool: dict[Side, tuple[str, ...]]
    ai_card: str | None
    ai_used: bool
    ot: int
    dice: dict[str, Die]
    rolled: dict[Side, bool]
    window: dict[Side, Window]
    declared: tuple[Declared, ...]
    pending: Pending
    text: tuple[SideText, ...]
    bonus: dict[Side, int]
    assigned: dict[Side, bool]
    regulation: dict[Side, int] | None
    stirred: bool


class Verdict(Struct, frozen=True, omit_defaults=True):
    """The result of the whole game; `winners` only where it is shared."""

    winner: Seat | None
    reason: str
    winners: tuple[Seat, ...] | None = None


class State(Struct, frozen=True):
    """Everything that the rules need to know of a game of Football U.

    `stacks`: week -> tokens, bottom to top, non-empty ones only. `dealt`: the seats whose coach
    card was dealt. `owed`: chemistry draws owed by seat. `kickoffs`: games of all seasons.
    `last`: the roll of this season that was scored last, as it lay then. `closing`: the position
    in which a season's wins were counted, until the next game begins.
    """

    setup: Setup
    phase: str
    status: Literal["setup", "playing", "ended", "abandoned"]
    stacks: dict[int, tuple[Seat, ...]]
    spaces: dict[str, str | None]
    ranking: dict[Seat, int]
    wins: dict[Seat, int]
    out: tuple[str, ...]
    teams: dict[Seat, Team]
    dealt: tuple[Seat, ...]
    owed: dict[Seat, int]
    text: tuple[SeatText, ...]
    season: Season
    game: Game | None
    history: tuple[PastSeason, ...]
    result: Verdict | None
    kickoffs: tuple[Kickoff, ...] = ()
    last: Game | None = None
    closing: State | None = None
