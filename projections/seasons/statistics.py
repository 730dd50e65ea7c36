"""The tables of a season that its sums give: totals, leaders, luck, what was deserved, dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

import msgspec
import sqlalchemy as sa

from events.tables import tokens
from projections.kit.figures import PREFIX
from projections.kit.statistics import Leader
from projections.seasons.context import Season, amount
from projections.seasons.sql import summed
from projections.statistics.contributions import UNIT, WHOLE
from projections.statistics.fairness import fairness
from projections.statistics.tables import (
    Balance,
    Coverage,
    Deserved,
    Die,
    FaceCount,
    Imbalance,
    Leading,
    Luck,
    Total,
)
from projections.tables import AMOUNTS, rolls, season_findings, season_games, season_totals

_T = season_totals.c


def seasons_of(engine: sa.Engine, person: str) -> list[str]:
    """The seasons in whose games a person sat, in the order of their ids."""
    c = season_totals.c
    query = (
        sa.select(c.season)
        .where(c.level == "person", c.who == person, c.games > 0)
        .group_by(c.season)
        .order_by(c.season)
    )
    with engine.connect() as connection:
        return list(connection.scalars(query))


def coverage(season: Season) -> Coverage:
    """How many games a season's sums rest on, by grade."""
    query = sa.select(_T.kind, _T.count).where(_T.season == season.id, _T.level == "season")
    with season.engine.connect() as connection:
        found = dict(connection.execute(query).all())
    grades = {grade: found.get(f"grade:{grade}", 0) for grade in ("full", "partial", "result")}
    return Coverage(
        games=sum(grades.values()),
        **grades,
        over=found.get("over", 0),
        deserved=found.get("deserved", 0),
    )


def totals(
    season: Season,
    level: str = "team",
    *,
    team: str | None = None,
    person: str | None = None,
    kind: str | None = None,
) -> Iterator[Total]:
    """The sums at a level (`team`, `against`, `person` or `piece`), row by row."""
    query = sa.select(season_totals).where(_T.season == season.id, _T.level == level, _T.games > 0)
    chosen = {"team": team, "who": person, "kind": kind}
    for name, value in chosen.items():
        if value is not None:
            query = query.where(_T[name] == value)
    query = query.where(~_T.kind.startswith(PREFIX))
    with season.engine.connect() as connection:
        rows = connection.execute(query.order_by(_T.team, _T.who, _T.kind)).all()
    people = season.people({row.who for row in rows}) if level == "person" else {}
    for row in rows:
        who = _who(season, level, row.team, row.who, people)
        yield Total(
            **who,
            kind=row.kind,
            against=level == "against",
            games=row.games,
            count=row._mapping["count"],
            known=row.known,
            value=amount(row.value) if row.valued else None,
            expected=amount(row.expected) if row.known or row.expected else None,
            luck=amount(row.luck) if row.known else None,
        )


def _who(
    season: Season, level: str, team: str, who: str, people: Mapping[str, str]
) -> dict[str, Any]:
    if level == "person":
        return {"team": None, "person": who, "piece": None, "name": people[who]}
    piece = who if level in ("piece", "any-team") else None
    called = (season.team(team), piece and season.piece(piece))
    name = " ".join(word for word in called if word)
    return {"team": team or None, "person": None, "piece": piece, "name": name}


def leaders(season: Season, board: Leader, most: int | None = None) -> list[Leading]:
    """A leaderboard, best first, `most` lines of it; who is level comes in the order of ids."""
    sums = {name: summed(_of_board(board, name)).label(name) for name in AMOUNTS}
    measure = _ranked_by(sums, board)
    resting_on = sums[_RESTING_ON[board.measure]].element
    anyone = board.level == "any-team"
    team = sa.literal("").label("team") if anyone else _T.team
    games = sa.func.sum(_T.games) if anyone else sa.func.max(_T.games)
    by = [_T.who] if anyone else [_T.team, _T.who]
    query = (
        sa.select(team, _T.who, games.label("games"), *sums.values())
        .where(_T.season == season.id, _T.level == ("piece" if anyone else board.level))
        .where(_T.kind.in_([*board.kinds, *board.tries]), _T.games > 0)
        .group_by(*by)
        .having(resting_on >= max(1, board.least))
        .order_by(measure.desc(), *by)
        .limit(most)
    )
    with season.engine.connect() as connection:
        rows = connection.execute(query).all()
    people = season.people({row.who for row in rows}) if board.level == "person" else {}
    found: list[Leading] = []
    for n, row in enumerate(rows, 1):
        level = n > 1 and _measured(rows[n - 2], board) == _measured(row, board)
        found.append(
            Leading(
                place=found[-1].place if level else n,
                **_who(season, board.level, row.team, row.who, people),
                games=row.games,
                count=row._mapping["count"],
                known=row.known,
                value=amount(row.value) if row.valued else None,
                expected=amount(row.expected) if row.known else None,
                mean=amount(row.value / row.valued) if row.valued else None,
                luck=amount(row.luck) if row.known else None,
                error=sqrt(row.spread / UNIT) if row.known and row.spread > 0 else None,
            )
        )
    return found


_RESTING_ON = {"count": "count", "value": "count", "mean": "valued", "luck": "known"}
"""The number of facts that a measure is made of."""


def _ranked_by(sums: Mapping[str, Any], board: Leader) -> Any:
    if board.measure == "mean":
        return sa.cast(sums["value"].element, sa.Float) / sums["valued"].element
    return sums[board.measure].element


def _of_board(board: Leader, name: str) -> Any:
    """An amount of the kinds that are counted; where others are tried, their number and chances."""
    kinds = board.kinds if name in ("value", "valued") else board.tries
    return sa.case((_T.kind.in_(kinds), _T[name]), else_=0) if board.tries else _T[name]


def _measured(row: sa.Row[Any], board: Leader) -> float:
    if board.measure == "mean":
        return float(row.value / row.valued)
    return int(getattr(row, board.measure))


def luck(season: Season) -> list[Luck]:
    """Each team's luck and the score its chances were worth, in the order of the teams."""
    sums = _season_long(season)
    statistics = season.rules.statistics
    found = []
    for team, name in season.names.items():
        lucky, score = sums.get((team, "luck")), sums.get((team, "score"))
        other = sums.get((team, "conceded"))
        found.append(
            Luck(
                team=team,
                name=name,
                games=lucky._mapping["count"] if lucky else 0,
                luck=amount(lucky.luck) if lucky else None,
                band=1.96 * sqrt(lucky.spread / UNIT) if lucky and statistics.tries else None,
                scored_games=score._mapping["count"] if score else 0,
                scored=amount(score.value) if score else None,
                expected=amount(score.expected) if score else None,
                against_scored=amount(other.value) if other else None,
                against_expected=amount(other.expected) if other else None,
            )
        )
    return found


def _season_long(season: Season) -> dict[tuple[str, str], sa.Row[Any]]:
    """Each team's luck, and its own and its opponents' score by chances, over the season."""
    kinds = ("luck", "score", "conceded")
    query = sa.select(season_totals).where(
        _T.season == season.id, _T.level == WHOLE, _T.kind.in_(kinds), _T.games > 0
    )
    with season.engine.connect() as connection:
        return {(row.team, row.kind): row for row in connection.execute(query)}


def deserved(season: Season) -> list[Deserved]:
    """The table as the chances would have it, over the games of which they are known."""
    query = sa.select(_T.team, _T.kind, _T.count, _T.value).where(
        _T.season == season.id, _T.level == WHOLE, _T.games > 0
    )
    games: defaultdict[str, int] = defaultdict(int)
    earned: defaultdict[str, float] = defaultdict(float)
    worth: defaultdict[str, float] = defaultdict(float)
    with season.engine.connect() as connection:
        for row in connection.execute(query):
            what, _, outcome = row.kind.partition(":")
            if what == "earned":
                games[row.team] += row._mapping["count"]
                earned[row.team] += season.points(outcome) * row._mapping["count"]
            elif what == "deserved":
                worth[row.team] += season.points(outcome) * row.value / UNIT
    order = sorted(games, key=lambda team: (-round(worth[team], 6), season.team(team).casefold()))
    found: list[Deserved] = []
    for n, team in enumerate(order, 1):
        level = bool(found) and round(found[-1].deserved, 6) == round(worth[team], 6)
        found.append(
            Deserved(
                place=found[-1].place if level else n,
                team=team,
                name=season.team(team),
                games=games[team],
                points=earned[team],
                deserved=worth[team],
                difference=earned[team] - worth[team],
            )
        )
    return found


def dice(season: Season, *, by_recorder: bool = False, team: str | None = None) -> list[Die]:
    """Every die of a season and how fair it fell: over all, or as each recorder recorded it."""
    query = sa.select(_T.who, _T.kind, summed(_T.count)).where(
        _T.season == season.id, _T.level == "die", _T.games > 0
    )
    if team is not None:
        query = query.where(_T.team == team)
    fallen: defaultdict[tuple[str, str, str | None], dict[str, int]] = defaultdict(dict)
    with season.engine.connect() as connection:
        for who, face, count in connection.execute(query.group_by(_T.who, _T.kind)):
            die, faces, recorder = msgspec.json.decode(who)
            seen = fallen[die, faces, recorder if by_recorder else None]
            seen[face] = seen.get(face, 0) + count
        recorders = {recorder for _, _, recorder in fallen if recorder is not None}
        called = _recorders(connection, recorders)
    dice_ = {key: seen for key, seen in fallen.items() if len(set(_faces(key[1]))) > 1}
    return [
        Die(
            die=die,
            recorder=recorder,
            recorded_by=called.get(recorder) if recorder else None,
            fairness=fairness(seen, _faces(faces), len(dice_)),
        )
        for (die, faces, recorder), seen in sorted(
            dice_.items(), key=lambda item: (item[0][0], item[0][2] or "", item[0][1])
        )
    ]


def _faces(faces: str) -> list[str]:
    return msgspec.json.decode(faces, type=list[str])


def _recorders(connection: sa.Connection, wanted: set[str]) -> Mapping[str, str]:
    """What the tokens of recorders are called."""
    query = sa.select(tokens.c.id, tokens.c.name, tokens.c.role).where(tokens.c.id.in_(wanted))
    return {row.id: row.name or f"a {row.role}" for row in connection.execute(query)}


def faces(dice_: Sequence[Die]) -> Iterator[FaceCount]:
    """Dice face by face."""
    for die in dice_:
        for face in die.fairness.faces:
            yield FaceCount(
                die=die.die,
                recorder=die.recorder,
                face=face.face,
                share=face.share,
                count=face.count,
                expected=face.expected,
                rolls=die.fairness.rolls,
                chance=die.fairness.chance,
            )


def imbalances(season: Season) -> list[Imbalance]:
    """Sums that should agree and do not, game by game."""
    c = season_findings.c
    query = sa.select(season_findings).where(c.season == season.id).order_by(c.game, c.n)
    with season.engine.connect() as connection:
        return [
            Imbalance(
                game=row.game,
                what=row.what,
                counted=row.counted,
                stated=row.stated,
                says=f"{row.what}: the events add up to {row.counted:g}, the table has "
                f"{row.stated:g}. Look for an event that is missing or recorded twice.",
            )
            for row in connection.execute(query)
        ]


def balance(season: Season) -> list[Balance]:
    """The sums of the whole season that must agree, each counted in two ways."""
    statistics = season.rules.statistics
    found = [_balance("rolls, by face and one by one", *_rolls(season))]
    teams = luck(season)
    if statistics.mutual:
        found.append(_balance("luck of all teams", _added(row.luck for row in teams), 0))
    if statistics.chances:
        for what, own, other in (
            (f"{statistics.score} for and against", "scored", "against_scored"),
            (f"{statistics.score} expected, for and against", "expected", "against_expected"),
        ):
            sums = [_added(getattr(row, field) for row in teams) for field in (own, other)]
            found.append(_balance(what, *sums))
    outcomes = _outcomes(season)
    for won, lost in (("win", "loss"), ("shootout_win", "shootout_loss")):
        if won in season.counts.points:
            what = f"{won.replace('_', ' ')} and {lost.replace('_', ' ')}"
            found.append(_balance(what, outcomes.get(won, 0), outcomes.get(lost, 0)))
    return found


def _added(amounts: Iterable[float | None]) -> float:
    """The sum of what is known."""
    return sum(one for one in amounts if one is not None)


def _balance(what: str, counted: float, stated: float) -> Balance:
    agrees = abs(counted - stated) < 1e-6
    return Balance(what=what, counted=counted, stated=stated, agrees=agrees)


def _rolls(season: Season) -> tuple[int, int]:
    """The rolls that the season's sums count, and those of its games one by one."""
    of_season = sa.select(season_games.c.game).where(season_games.c.season == season.id)
    one_by_one = sa.select(sa.func.count()).where(rolls.c.game.in_(of_season))
    added = sa.select(sa.func.sum(_T.count)).where(_T.season == season.id, _T.level == "die")
    with season.engine.connect() as connection:
        return int(connection.scalar(added) or 0), connection.scalar(one_by_one) or 0


def _outcomes(season: Season) -> Mapping[str, int]:
    query = (
        sa.select(_T.kind, summed(_T.count))
        .where(_T.season == season.id, _T.level == WHOLE, _T.kind.startswith("outcome:"))
        .group_by(_T.kind)
    )
    with season.engine.connect() as connection:
        return {kind.removeprefix("outcome:"): n for kind, n in connection.execute(query)}
