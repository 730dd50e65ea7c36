"""The tables of a season, one type a row: what the API answers, pages show and files hold."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from projections.kit.common import Time
from projections.kit.grade import Grade
from projections.statistics.fairness import Fairness

Of = Literal["team", "person"]
"""Who is rated."""


class Coverage(Struct, frozen=True, kw_only=True):
    """What a season's numbers rest on: its games by how completely they were recorded."""

    games: int
    full: int
    partial: int
    result: int
    over: int
    deserved: int
    """Games of which it is known what their chances were worth."""


class Total(Struct, frozen=True, kw_only=True):
    """Facts of one kind added up, of a team, a person, or a team's piece.

    `against`: those of the opponents of a team. `known` facts have a value and an expectation.
    `value`, `expected`, `luck`: null where nothing is known, and never 0 for that. `luck` is the
    sum of value - expected over the known facts.
    """

    team: str | None
    person: str | None
    piece: str | None
    name: str
    kind: str
    against: bool
    games: int
    count: int
    known: int
    value: float | None
    expected: float | None
    luck: float | None


class Figured(Struct, frozen=True, kw_only=True):
    """A figure, or the part of it that `label` names, of a team, a person or the whole season.

    `amount` is the figure, null where it is not known; `says` defines it. The sums that it is made
    of stand behind it, as in the statistics; `against`: of the opponents of a team. Of the whole
    season `games` counts the games of each team.
    """

    figure: str
    title: str
    label: str | None
    part: str | None
    team: str | None
    person: str | None
    name: str
    against: bool
    games: int
    amount: float | None
    unit: str
    count: int
    known: int
    value: float | None
    expected: float | None
    luck: float | None
    says: str


class Leading(Struct, frozen=True, kw_only=True):
    """A line of a leaderboard; who is level shares a place. `error`: one standard error of luck.

    `mean`: the value of a try.
    """

    place: int
    team: str | None
    person: str | None
    piece: str | None
    name: str
    games: int
    count: int
    known: int
    value: float | None
    expected: float | None
    mean: float | None
    luck: float | None
    error: float | None


class Luck(Struct, frozen=True, kw_only=True):
    """A team's luck: value - expected over what its ruleset counts as luck, and nineteen of twenty
    honest seasons end within `band` of zero (null: not only tries are counted). `scored_games`: in
    how many games it is known what it scored of which chances."""

    team: str
    name: str
    games: int
    luck: float | None
    band: float | None
    scored_games: int
    scored: float | None
    expected: float | None
    against_scored: float | None
    against_expected: float | None


class Deserved(Struct, frozen=True, kw_only=True):
    """What a team's chances were worth, in the `games` of which that is known, beside its points
    from those games."""

    place: int
    team: str
    name: str
    games: int
    points: float
    deserved: float
    difference: float


class Course(Struct, frozen=True, kw_only=True):
    """Where a team stood after a round; sums since the season began. Null: nothing is known."""

    round: int
    team: str
    name: str
    games: int
    points: float
    luck: float | None
    scored: float | None
    expected: float | None


class Meeting(Struct, frozen=True, kw_only=True):
    """A team's games with one opponent. `outcomes` as `3 win, 1 draw`."""

    team: str
    opponent: str
    name: str
    opponent_name: str
    games: int
    points: float
    opponent_points: float
    outcomes: str


class Form(Struct, frozen=True, kw_only=True):
    """A team's last games, the latest last, and its longest streaks.

    `last`: W, D or L for more, as many or fewer points than the opponents; `said`: the same games
    in words, as `won 2–1, lost the shoot-out 1–1 (3–4)`.
    """

    team: str
    name: str
    last: str
    said: str
    winning: int
    unbeaten: int
    losing: int
    current: str


class Record(Struct, frozen=True, kw_only=True):
    """An extreme of the season and where it happened; `game` null: the reader may not know it."""

    title: str
    value: float
    name: str
    game: str | None
    step: int | None
    says: str


class Rating(Struct, frozen=True, kw_only=True):
    """A rating of skill: `mu` give or take two `sigma`; `low` is what is all but sure."""

    place: int
    of: Of
    who: str
    name: str
    games: int
    mu: float
    sigma: float
    low: float
    high: float


class RatedAfter(Struct, frozen=True, kw_only=True):
    """A rating after a game; `game` null: the reader may not know it, or there was none."""

    n: int
    of: Of
    who: str
    name: str
    game: str | None
    place: int
    mu: float
    sigma: float


class Game(Struct, frozen=True, kw_only=True):
    """A side of a game of the season. Null: not known, or not over; `game`: a result was entered
    without one."""

    game: str | None
    round: int | None
    began: Time
    grade: Grade
    over: bool
    side: str
    team: str
    name: str
    opponents: str
    outcome: str | None
    score: str | None
    points: float | None
    scored: float | None
    expected: float | None
    luck: float | None


class Die(Struct, frozen=True, kw_only=True):
    """A die over a season, or what one `recorder` (a token, and so a device) recorded of it."""

    die: str
    recorder: str | None
    recorded_by: str | None
    fairness: Fairness


class FaceCount(Struct, frozen=True, kw_only=True):
    """A face of a die, for files: one row a face."""

    die: str
    recorder: str | None
    face: str
    share: float
    count: int
    expected: float
    rolls: int
    chance: float


class Imbalance(Struct, frozen=True, kw_only=True):
    """Two ways of counting one thing in a game that do not agree: a finding of the season."""

    game: str
    what: str
    counted: float
    stated: float
    says: str


class Balance(Struct, frozen=True, kw_only=True):
    """Two sums of a season that must agree, and whether they do."""

    what: str
    counted: float
    stated: float
    agrees: bool
