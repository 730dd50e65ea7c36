"""What a game adds to its season's sums, at every level that somebody asks for.

| level | team | who | kind |
| --- | --- | --- | --- |
| `team`, `against` | whose | | kind of its own facts, of its opponents' |
| `person` | | a person | kind of fact |
| `piece` | whose | chip, unit or card | kind of fact |
| `die` | whose | die, its faces and the recorder, as JSON | the face |
| `points` | whose | the round, six digits | `outcome:<o>` |
| `round` | whose | the round, six digits | `luck`, `score` |
| `season-long` | whose | | as both, and `conceded`, the score of its opponents |
| `season-long` | whose | | `deserved:<o>` with, in the same games, `earned:<o>` |
| `meeting` | whose | an opponent | `outcome:<o>` |
| `season` | | | `grade:<grade>`, `over`, `deserved`, and the figures of a season |

The kinds of figures are those of `projections.kit.figures.kind_of`. Of those that ask for the most
or the least, the games are counted by their value at the level of `values_of`: `<kind>=<value>`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import add, sub
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from projections.kit.figures import EXTREMES, PREFIX, Figure, figure_of, kind_of
from projections.kit.grade import Grade
from projections.kit.statistics import Chances, Statistics

UNIT = 10**9
"""Amounts other than counts are in billionths, whole numbers: their sums are exact."""

ROUND_DIGITS = 6

WHOLE = "season-long"
"""The level of what a team did in the whole season."""


class Amounts(msgspec.Struct, frozen=True):
    """Numbers of facts, of those with a value, with value and expectation; sums in billionths.

    `spread` is the variance of `luck`, over the known facts that are tries (value 0 or 1).
    """

    count: int = 0
    valued: int = 0
    known: int = 0
    value: int = 0
    expected: int = 0
    luck: int = 0
    spread: int = 0

    def plus(self, other: Amounts) -> Amounts:
        """Both together."""
        return Amounts(*map(add, astuple(self), astuple(other)))

    def minus(self, other: Amounts) -> Amounts:
        """What is left without the other."""
        return Amounts(*map(sub, astuple(self), astuple(other)))


class Key(NamedTuple):
    """Which sum of a season; see the table above."""

    level: str
    team: str
    who: str
    kind: str


Parts = Mapping[Key, Amounts]


class Group(msgspec.Struct, frozen=True):
    """A game's facts of one kind, seat and piece, added up."""

    kind: str
    seat: str
    side: str | None
    piece: str | None
    person: str | None
    amounts: Amounts


class Rolled(msgspec.Struct, frozen=True):
    """How often a die showed a face; `faces` as JSON."""

    side: str | None
    die: str
    faces: str
    face: str
    recorder: str
    count: int


class Played(msgspec.Struct, frozen=True):
    """A side's team, the outcome if it counts, and what its chances were worth if that is known.

    `rarest`: the chance and the step of its least likely success. `score`: `1–1 (4–3)`.
    """

    side: str
    team: str
    outcome: str | None = None
    deserved: Chances | None = None
    rarest: tuple[float, int] | None = None
    score: str | None = None


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What a season needs to know of one game. `steps`: how many events are effective in it;
    `balanced`: what was counted agrees with the table, else perhaps a chance was not seen."""

    game: str
    steps: int = 0
    season: str
    round: int
    began: str
    grade: Grade
    over: bool
    played: Sequence[Played]
    groups: Sequence[Group]
    rolled: Sequence[Rolled] = ()
    balanced: bool = True


ENTERED = "fixture:"


def entered(fixture: str) -> str:
    """What stands for the game of a result that was entered without one: no id of a game."""
    return f"{ENTERED}{fixture}"


def is_entered(game: str) -> bool:
    """Whether there was no game, only a result that was entered."""
    return game.startswith(ENTERED)


class Score(msgspec.Struct, frozen=True):
    """A side's luck, and points made of chances beside those expected; null: not known."""

    luck: int | None
    spread: int
    scored: int | None
    expected: int | None


def in_billionths(amount: float) -> int:
    """The whole number of billionths that stands for an amount."""
    return round(amount * UNIT)


def parts(sheet: Sheet, statistics: Statistics) -> Parts:
    """What a game adds to every sum of its season."""
    found: dict[Key, Amounts] = {}
    for key, amounts in (
        *_facts(sheet, statistics),
        *_dice(sheet),
        *_course(sheet, statistics),
        *_coverage(sheet),
        *_of_the_season(sheet, statistics),
    ):
        there = found.get(key)
        found[key] = amounts if there is None else _together(statistics, key.kind, there, amounts)
    return {**found, **_values(found, statistics)}


_VALUES = "-values"


def values_of(level: str) -> str:
    """The level at which the games are counted by their value of a figure of that level."""
    return f"{level}{_VALUES}"


def other_figures(found: Parts, kinds: Collection[str]) -> Parts:
    """The parts that are of figures, but for figures of these kinds."""
    return {
        key: amounts
        for key, amounts in found.items()
        if key.kind.startswith(PREFIX) and _without_value(key) not in kinds
    }


def _without_value(key: Key) -> str:
    return key.kind.rpartition("=")[0] if key.level.endswith(_VALUES) else key.kind


def _values(found: Parts, statistics: Statistics) -> Parts:
    """The value of the game in each figure that asks for the most or the least."""
    return {
        key._replace(level=values_of(key.level), kind=f"{key.kind}={amounts.value}"): Amounts(
            count=1, valued=1, value=amounts.value
        )
        for key, amounts in found.items()
        if amounts.valued and extreme(statistics, key.kind)
    }


def _figure(statistics: Statistics, kind: str) -> Figure | None:
    return statistics.figures.get(figure_of(kind)[0]) if kind.startswith(PREFIX) else None


def extreme(statistics: Statistics, kind: str) -> str | None:
    """`most` or `least` for a kind of a figure of which one value counts; None: it is summed."""
    figure = _figure(statistics, kind)
    return figure.measure if figure is not None and figure.measure in EXTREMES else None


def _is_of_a_side(statistics: Statistics, kind: str) -> bool:
    figure = _figure(statistics, kind)
    return figure is None or figure.per == "team"


def _together(statistics: Statistics, kind: str, one: Amounts, other: Amounts) -> Amounts:
    both, measure = one.plus(other), extreme(statistics, kind)
    if measure is None or not (one.valued and other.valued):
        return both
    return replace(both, value=EXTREMES[measure](one.value, other.value))


def _of_the_season(sheet: Sheet, statistics: Statistics) -> Iterator[tuple[Key, Amounts]]:
    """Figures of the whole season; of those that are per game a finished one is one try."""
    sums: defaultdict[str, int] = defaultdict(int)
    for group in sheet.groups:
        figure = _figure(statistics, group.kind)
        if figure is not None and figure.per == "season":
            yield Key("season", "", "", group.kind), group.amounts
        elif figure is not None and figure.per == "game":
            sums[figure_of(group.kind)[0]] += group.amounts.value
    if not sheet.over or sheet.grade == "result":
        return
    for name, figure in statistics.figures.items():
        if figure.per == "game":
            total = sums[name] if figure.kinds else sheet.steps * UNIT
            yield Key("season", "", "", kind_of(name)), Amounts(count=1, valued=1, value=total)


def _facts(sheet: Sheet, statistics: Statistics) -> Iterator[tuple[Key, Amounts]]:
    team_of = {played.side: played.team for played in sheet.played}
    for group in sheet.groups:
        if not _is_of_a_side(statistics, group.kind):
            continue
        if group.person is not None:
            yield Key("person", "", group.person, group.kind), group.amounts
        team = team_of.get(group.side or "")
        if team is None:
            continue
        yield Key("team", team, "", group.kind), group.amounts
        for side, other in team_of.items():
            if side != group.side:
                yield Key("against", other, "", group.kind), group.amounts
        if group.piece is not None:
            piece = statistics.own_piece(group.seat, group.piece)
            yield Key("piece", team, piece, group.kind), group.amounts


def _dice(sheet: Sheet) -> Iterator[tuple[Key, Amounts]]:
    team_of = {played.side: played.team for played in sheet.played}
    for rolled in sheet.rolled:
        team = team_of.get(rolled.side or "", "")
        who = die_key(rolled.die, rolled.faces, rolled.recorder)
        yield Key("die", team, who, rolled.face), Amounts(count=rolled.count)


def die_key(die: str, faces: str, recorder: str) -> str:
    """A die as a `who`: its name, its faces (JSON) and who recorded it."""
    return msgspec.json.encode([die, faces, recorder]).decode()


def _course(sheet: Sheet, statistics: Statistics) -> Iterator[tuple[Key, Amounts]]:
    number = f"{sheet.round:0{ROUND_DIGITS}d}"
    for played in sheet.played:
        team, score = played.team, score_of(sheet, statistics, played.side)
        if score.luck is not None:
            lucky = Amounts(count=1, known=1, luck=score.luck, spread=score.spread)
            yield Key("round", team, number, "luck"), lucky
            yield Key(WHOLE, team, "", "luck"), lucky
        if score.scored is not None and score.expected is not None:
            amounts = Amounts(1, 1, 1, score.scored, score.expected, score.scored - score.expected)
            yield Key("round", team, number, "score"), amounts
            yield Key(WHOLE, team, "", "score"), amounts
            for other in sheet.played:
                if other is not played:
                    yield Key(WHOLE, other.team, "", "conceded"), amounts
        if played.outcome is not None:
            yield from _outcome(sheet, played, number)


def _outcome(sheet: Sheet, played: Played, number: str) -> Iterator[tuple[Key, Amounts]]:
    team, kind, once = played.team, f"outcome:{played.outcome}", Amounts(count=1)
    yield Key("points", team, number, kind), once
    yield Key(WHOLE, team, "", kind), once
    for other in sheet.played:
        if other is not played and other.outcome is not None:
            yield Key("meeting", team, other.team, kind), once
    if played.deserved:
        yield Key(WHOLE, team, "", f"earned:{played.outcome}"), once
        for outcome, chance in played.deserved.items():
            amounts = Amounts(count=1, value=in_billionths(chance))
            yield Key(WHOLE, team, "", f"deserved:{outcome}"), amounts


def _coverage(sheet: Sheet) -> Iterator[tuple[Key, Amounts]]:
    def key(kind: str) -> Key:
        return Key("season", "", "", kind)

    yield key(f"grade:{sheet.grade}"), Amounts(count=1)
    if sheet.over:
        yield key("over"), Amounts(count=1)
    if any(played.outcome is not None and played.deserved for played in sheet.played):
        yield key("deserved"), Amounts(count=1)


def score_of(sheet: Sheet, statistics: Statistics, side: str) -> Score:
    """A side's luck (less its opponents' where luck is mutual) and its score by chances."""
    own = [group for group in sheet.groups if group.side == side]
    others = [group for group in sheet.groups if group.side not in (side, None)]
    lucky = _sum(own, statistics.luck)
    opposed = _sum(others, statistics.luck) if statistics.mutual else Amounts()
    chances = _sum(own, statistics.chances)
    seen = sheet.grade != "result"
    known = seen and lucky.known + opposed.known > 0
    told = seen and sheet.balanced and bool(statistics.chances)
    counted = told and chances.known == chances.count
    return Score(
        luck=lucky.luck - opposed.luck if known else None,
        spread=lucky.spread + opposed.spread,
        scored=chances.value if counted else None,
        expected=chances.expected if counted else None,
    )


def _sum(groups: Iterable[Group], kinds: Sequence[str]) -> Amounts:
    total = Amounts()
    for group in groups:
        if group.kind in kinds:
            total = total.plus(group.amounts)
    return total


def difference(before: Parts, after: Parts) -> list[tuple[Key, int, Amounts]]:
    """What changes in the season's sums, in the order of keys: games and amounts to add."""
    found = []
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old != new:
            games = (new is not None) - (old is not None)
            found.append((key, games, (new or Amounts()).minus(old or Amounts())))
    return found


def rows(sheet: Sheet, statistics: Statistics) -> Iterator[Mapping[str, Any]]:
    """The rows of `season_games`: one a side."""
    for played in sheet.played:
        score = score_of(sheet, statistics, played.side)
        yield {
            "season": sheet.season,
            "game": sheet.game,
            "side": played.side,
            "team": played.team,
            "round": sheet.round,
            "began": sheet.began,
            "grade": sheet.grade,
            "over": sheet.over,
            "outcome": played.outcome,
            "score": played.score,
            "scored": score.scored,
            "expected": score.expected,
            "luck": score.luck,
            "rarest": played.rarest and played.rarest[0],
            "rarest_step": played.rarest and played.rarest[1],
        }
