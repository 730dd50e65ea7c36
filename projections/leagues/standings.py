"""A season's table: points, then the tie-breakers; each row says what decided its place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from projections.leagues.counting import (
    FEWER,
    LOTS,
    NAME,
    Counting,
    amount,
    is_among,
)
from projections.leagues.results import Line, Result
from projections.leagues.sayings import Level, decided, undecided
from projections.leagues.state import Withdrawn

EXACT = 9
"""Decimals to which sums of fractions are compared."""

Key = float | str


class Contestant(Struct, frozen=True):
    """A team, or a person in a personal table. `withdrawn`: `kept` or `annulled`."""

    id: str
    name: str
    withdrawn: Withdrawn | None = None


class Tie(Struct, frozen=True):
    """Why a row stands above or below a neighbour (`other`) that has as many points.

    `by`: the criterion that decided, None: nothing did; `own`, `others`: what it compared.
    """

    other: str
    by: str | None
    own: Any
    others: Any
    text: str


class Row(Struct, frozen=True, kw_only=True):
    """One line of the table.

    `place` is shared by those whom nothing decides between, None for whose results are annulled.
    `outcomes` counts them; `amounts` are sums or means over what is known (None: nothing is), and
    `unknown` counts the games of which an amount is not known.
    """

    place: int | None
    team: str
    name: str
    played: int
    points: float
    outcomes: Mapping[str, int]
    amounts: Mapping[str, float | None]
    unknown: Mapping[str, int] = {}
    ties: Sequence[Tie] = ()
    withdrawn: Withdrawn | None = None


class _Step(Struct, frozen=True):
    """One comparison that a team went through; `decides`: what it compares is known of all."""

    criterion: str
    value: Any
    decides: bool


class _Score(Struct, frozen=True):
    """What a team's results come to."""

    played: int
    points: float
    outcomes: Mapping[str, int]
    amounts: Mapping[str, float | None]
    unknown: Mapping[str, int]

    def sure(self, name: str) -> float | None:
        """An amount where it is known of every game."""
        return None if name in self.unknown else self.amounts.get(name)


def table(
    contestants: Sequence[Contestant],
    results: Sequence[Result],
    counts: Counting,
    lots: Sequence[Sequence[str]] = (),
) -> list[Row]:
    """The table of a season, from the top.

    Results with a team that is no contestant, or one whose results are annulled, count for nobody.
    """
    taking_part = [one for one in contestants if one.withdrawn != "annulled"]
    known = {one.id for one in taking_part}
    valid = [one for one in results if all(line.team in known for line in one.lines)]
    order = _Order(taking_part, valid, counts, lots)
    rows: list[Row] = []
    for group in order.groups():
        place = len(rows) + 1
        rows += [order.row(one, place) for one in group]
    rows = [_with_ties(rows, n, order) for n in range(len(rows))]
    return rows + [_annulled(one) for one in contestants if one not in taking_part]


class _Order:
    """The results of a season, and how they rank whom."""

    def __init__(
        self,
        contestants: Sequence[Contestant],
        results: Sequence[Result],
        counts: Counting,
        lots: Sequence[Sequence[str]],
    ) -> None:
        self.by_id = {one.id: one for one in contestants}
        self.results, self.counts, self.lots = results, counts, lots
        self.scores = _scores(self.by_id, results, counts)
        self.paths: defaultdict[str, list[_Step]] = defaultdict(list)

    def groups(self) -> list[list[str]]:
        """The teams from the top; those in one group cannot be told apart, and follow by name."""
        return self._split(sorted(self.by_id, key=lambda one: self.by_id[one].name.casefold()), 0)

    def _split(self, group: list[str], at: int) -> list[list[str]]:
        criteria = self.counts.criteria
        if len(group) < 2 or at == len(criteria):
            return [group] if group else []
        criterion = criteria[at]
        values = self._values(criterion, group)
        decides = all(values[one] is not None for one in group)
        buckets: defaultdict[Key, list[str]] = defaultdict(list)
        for one in group:
            self.paths[one].append(_Step(criterion, values[one], decides))
            buckets[_key(criterion, values[one]) if decides else 0].append(one)
        split = len(buckets) > 1
        # Those still level after games among more of them are compared among themselves, anew.
        after = 0 if split and is_among(criterion) else at + 1
        return [
            part for _, bucket in sorted(buckets.items()) for part in self._split(bucket, after)
        ]

    def _values(self, criterion: str, group: Sequence[str]) -> Mapping[str, Any]:
        if criterion == NAME:
            return {one: self.by_id[one].name for one in group}
        if criterion == LOTS:
            return self._drawn(group)
        scores = self.scores
        if is_among(criterion):
            met = [one for one in self.results if _met(one, group)]
            scores = _scores(group, met, self.counts)
        named = amount(criterion)
        if named is None:
            return {one: scores[one].points for one in group}
        return {one: scores[one].sure(named) for one in group}

    def _drawn(self, group: Sequence[str]) -> Mapping[str, Any]:
        """The places in the latest drawing of lots among all of these; nothing without one."""
        for drawn in reversed(self.lots):
            if set(group) <= set(drawn):
                return {one: drawn.index(one) for one in group}
        return dict.fromkeys(group)

    def row(self, one: str, place: int) -> Row:
        """The line of a team."""
        score = self.scores[one]
        return Row(
            place=place,
            team=one,
            name=self.by_id[one].name,
            played=score.played,
            points=score.points,
            outcomes=score.outcomes,
            amounts=score.amounts,
            unknown=score.unknown,
            withdrawn=self.by_id[one].withdrawn,
        )

    def tie(self, own: Row, other: Row, ahead: bool) -> Tie:
        """Why one row stands directly above (`ahead`) or below another with as many points."""
        here, there = self.paths[own.team], self.paths[other.team]
        skipped: list[str] = []
        for mine, theirs in zip(here, there, strict=False):
            if not mine.decides:
                skipped += [mine.criterion] if mine.criterion != LOTS else []
            elif _key(mine.criterion, mine.value) != _key(theirs.criterion, theirs.value):
                level = Level(other.name, own.points, skipped)
                text = decided(level, mine.criterion, mine.value, theirs.value, ahead)
                return Tie(other.team, mine.criterion, mine.value, theirs.value, text)
        text = undecided(Level(other.name, own.points, skipped))
        return Tie(other.team, None, None, None, text)


def _with_ties(rows: Sequence[Row], n: int, order: _Order) -> Row:
    row = rows[n]
    ties = [
        order.tie(row, rows[m], ahead=m > n)
        for m in (n - 1, n + 1)
        if 0 <= m < len(rows) and _level(row, rows[m])
    ]
    return Row(**{name: getattr(row, name) for name in Row.__struct_fields__} | {"ties": ties})


def _level(one: Row, other: Row) -> bool:
    """Whether two rows have as many points, of games: before the first there is nothing to say."""
    return one.points == other.points and bool(one.played or other.played)


def _annulled(one: Contestant) -> Row:
    return Row(
        place=None,
        team=one.id,
        name=one.name,
        played=0,
        points=0,
        outcomes={},
        amounts={},
        withdrawn=one.withdrawn,
    )


def _key(criterion: str, value: Any) -> Key:
    """What sorts a value: smaller is better."""
    if criterion == NAME:
        return str(value).casefold()
    fewer = criterion == LOTS or criterion.startswith(FEWER)
    number: float = value if fewer else -value
    return round(number, EXACT)


def _met(result: Result, group: Sequence[str]) -> bool:
    return sum(line.team in group for line in result.lines) > 1


def _scores(
    teams: Iterable[str], results: Sequence[Result], counts: Counting
) -> Mapping[str, _Score]:
    lines: dict[str, list[Line]] = {team: [] for team in teams}
    for result in results:
        for line in result.lines:
            if line.team in lines:
                lines[line.team].append(line)
    return {team: _score(of_team, counts) for team, of_team in lines.items()}


def _score(lines: Sequence[Line], counts: Counting) -> _Score:
    points = sum(counts.points.get(line.outcome, 0) for line in lines)
    return _Score(
        played=len(lines),
        points=_tidy(points),
        outcomes=dict(Counter(line.outcome for line in lines)),
        amounts={name: _sum(name, lines, counts) for name in counts.amounts},
        unknown={name: n for name in counts.amounts if (n := _unknown(name, lines))},
    )


def _unknown(name: str, lines: Sequence[Line]) -> int:
    return sum(line.amounts.get(name) is None for line in lines)


def _sum(name: str, lines: Sequence[Line], counts: Counting) -> float | None:
    known = [value for line in lines if (value := line.amounts.get(name)) is not None]
    if not known:
        # Who has not played has scored nothing; what was not recorded is not nothing.
        return None if lines or name in counts.averaged else 0
    return _tidy(sum(known) / len(known) if name in counts.averaged else sum(known))


def _tidy(value: float) -> float:
    rounded = round(value, EXACT)
    return int(rounded) if rounded == int(rounded) else rounded
