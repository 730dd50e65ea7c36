"""What a season's statistics make of a ruleset's facts, as data and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from events.event import Event
from projections.kit.fact import Fact
from projections.kit.figures import Figure

Level = Literal["team", "person", "piece", "any-team"]
"""Whose sums: a team's, a person's, those of a team's chip, unit or card, or of any team's."""

Measure = Literal["count", "value", "mean", "luck"]
"""How many facts; the sum of their values; value a fact; the sum of value - expected where both are
known."""

Chances = Mapping[str, float]
"""Outcome (a key of the standings' points) -> its probability."""


class Fallen(msgspec.Struct, frozen=True):
    """A die that fell: its name, the face, and all its faces, each as likely as another.

    `seat`: whose die it is, where that is not the seat of the event.
    """

    die: str
    face: int | str
    faces: tuple[int | str, ...]
    seat: str | None = None


class Account(msgspec.Struct, frozen=True):
    """Two ways of counting one thing, `what`, that must agree."""

    what: str
    counted: float
    stated: float

    @property
    def balances(self) -> bool:
        """Whether both agree."""
        return abs(self.counted - self.stated) < 1e-6


@dataclass(frozen=True, slots=True)
class Leader:
    """A leaderboard: facts of `kinds`, ranked by `measure`, most first.

    `unit` says in a word what the value counts. Whoever has fewer than `least` facts is left out.
    `tries`: the kinds that are tried and expected, where they are not those that are counted.
    """

    title: str
    kinds: Sequence[str]
    measure: Measure
    unit: str
    level: Level = "piece"
    least: int = 1
    tries: Sequence[str] = ()


def _no_dice(_before: Any, _event: Event) -> Sequence[Fallen]:
    return ()


def _unknown(_state: Any, _facts: Sequence[Fact]) -> Mapping[str, Chances] | None:
    return None


def _no_accounts(_state: Any, _facts: Sequence[Fact]) -> Sequence[Account]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """How facts become a season's numbers; kinds are those of the ruleset's facts.

    `luck` sums value - expected over `luck` kinds, less the opponents' sum where `mutual`.
    """

    luck: Sequence[str] = ()
    lucky: str = "what had a chance"
    """What those facts are, in words and in the plural."""
    mutual: bool = False
    tries: bool = True
    """Whether all those facts are tries (value 0 or 1), so that their chances tell the spread."""
    chances: Sequence[str] = ()
    """Kinds whose success is a point on the score, `expected` its chance."""
    score: str = "points"
    """What the score counts, in the plural."""
    leaders: Mapping[str, Leader] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """What is made of the facts by what is in them, by name."""
    dice: Callable[[Any, Event], Sequence[Fallen]] = _no_dice
    """The dice that fell with an event, given the state before it."""
    deserved: Callable[[Any, Sequence[Fact]], Mapping[str, Chances] | None] = _unknown
    """Side -> what its chances in an ended game were worth; None: the facts do not tell."""
    deserves: str = "the points that the chances of each game would bring on average"
    """What a team deserves, in words."""
    accounts: Callable[[Any, Sequence[Fact]], Sequence[Account]] = _no_accounts
    """The sums of a game that must agree, given its latest state and all its facts."""
    own_piece: Callable[[str, str], str] = lambda _seat, piece: piece
    """The name of a seat's piece that stays the same whichever seat its team sits at."""
    seat_piece: Callable[[str, str], str] = lambda _seat, own: own
    """The piece of a seat that has that name: what `own_piece` undoes."""
    piece_name: Callable[[Any, str], str | None] = lambda _box, _own: None
    """What people call the piece of that name, as a box (of the ruleset's type) has it; None: the
    box has none of it."""
