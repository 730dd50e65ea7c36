"""What somebody has played, as far as a caller may see it: games, records, ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

import sqlalchemy as sa
from msgspec import Struct

from api.access import permissions
from api.access.callers import Caller
from api.paging import Page, Which, paged
from api.services import Services
from events.tables import streams
from projections.kit.common import Status, Time
from projections.kit.grade import Grade
from projections.seasons import context
from projections.seasons import ratings as season_ratings
from projections.tables import fixtures, game_worth, played, seasons, sitting, summaries

Outcome = Literal["won", "drawn", "lost"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_NOTED = ("game", "ruleset", "status", "score", "result", "grade", "open_illegal")


class Played(Struct, frozen=True):
    """A game in which a person sat. `outcome`: won, drawn, lost; null while it has no result."""

    game: str
    ruleset: str
    seat: str
    side: str
    name: str
    team: str | None
    status: Status
    outcome: Outcome | None
    score: Any
    grade: Grade
    created_at: Time


class PersonalRecord(Struct, frozen=True):
    """How a person did in the games of one ruleset that have a result."""

    ruleset: str
    played: int
    won: int
    drawn: int
    lost: int


class RatingInSeason(Struct, frozen=True):
    """A person's rating in a season: `mu` with its uncertainty `sigma`; `low`: all but sure."""

    season: str
    name: str
    league: str
    ruleset: str
    place: int
    games: int
    mu: float
    sigma: float
    low: float
    high: float


class PersonInFull(Struct, frozen=True):
    """Somebody with a page of his games, newest first, his records over all of them, his ratings.

    Ratings are those of the seasons that you may see.
    """

    id: str
    name: str
    erased: bool
    records: list[PersonalRecord]
    ratings: list[RatingInSeason]
    games: list[Played]


def games(here: Services, asking: Caller, person: str, which: Which) -> Page[Played]:
    """A page of the games in which a person sat and that the caller may see, newest first."""
    sat = _sat(here, asking).where(sitting.c.person == person)
    newest = streams.c.created_at.desc(), streams.c.id.desc(), sitting.c.seat
    with here.engine.connect() as connection:
        page = paged(connection, [sat], newest, which)
    return page.of([_played(row._asdict()) for row in page.entries])


def records(here: Services, asking: Caller, person: str) -> list[PersonalRecord]:
    """How a person did in the games that the caller may see, by ruleset."""
    sat = _sat(here, asking).where(sitting.c.person == person, summaries.c.result.is_not(None))
    with here.engine.connect() as connection:
        return tally([dict(row) for row in connection.execute(sat).mappings()])


def ratings(here: Services, asking: Caller, person: str) -> list[RatingInSeason]:
    """A person's ratings in the seasons whose leagues the caller may see, by season."""
    query = (
        sa.select(played.c.season)
        .distinct()
        .join(sitting, sitting.c.game == played.c.game)
        .join(streams, streams.c.id == played.c.league)
        .where(sitting.c.person == person, permissions.all_seen(asking))
        .order_by(played.c.season)
    )
    with here.engine.connect() as connection:
        found = list(connection.scalars(query))
    return [
        RatingInSeason(
            season=season.id,
            name=season.name,
            league=season.league,
            ruleset=season.rules.id,
            place=one.place,
            games=one.games,
            mu=one.mu,
            sigma=one.sigma,
            low=one.low,
            high=one.high,
        )
        for id_ in found
        if (season := context.opened(here.engine, id_)) is not None
        for one in season_ratings.standing(season, "person")
        if one.who == person
    ]


def noted(
    here: Services, games: Sequence[str]
) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Sequence[Any]]]:
    """What the referee has noted of each of these games, and who sits there in seat order."""
    told = [summaries.c[name] for name in _NOTED]
    played_at = sa.func.coalesce(game_worth.c.began, streams.c.created_at).label("played_at")
    query = (
        sa.select(*told, played_at, seasons.c.settings)
        .join(streams, streams.c.id == summaries.c.game)
        .join(game_worth, game_worth.c.game == summaries.c.game, isouter=True)
        .join(fixtures, fixtures.c.fixture == summaries.c.fixture, isouter=True)
        .join(seasons, seasons.c.season == fixtures.c.season, isouter=True)
    )
    seated = sa.select(sitting).where(sitting.c.game.in_(games)).order_by(sitting.c.n)
    seats: defaultdict[str, list[Any]] = defaultdict(list)
    with here.engine.connect() as connection:
        rows = connection.execute(query.where(summaries.c.game.in_(games))).mappings()
        known = {row["game"]: dict(row) for row in rows}
        for seat in connection.execute(seated):
            seats[seat.game].append(seat)
    return known, seats


def tally(rows: Iterable[Mapping[str, Any]]) -> list[PersonalRecord]:
    """Records of rows that have `ruleset`, `status`, `result`, `side` and `seat`."""
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        if (outcome := outcome_of(row)) is not None:
            counts.setdefault(row["ruleset"], dict.fromkeys(OUTCOMES, 0))[outcome] += 1
    return [
        PersonalRecord(ruleset, sum(count.values()), *(count[outcome] for outcome in OUTCOMES))
        for ruleset, count in sorted(counts.items())
    ]


def outcome_of(row: Mapping[str, Any]) -> Outcome | None:
    """won, drawn or lost for whoever sits there; None: the game has no result that counts."""
    result = row["result"]
    if row["status"] != "ended" or not result:
        return None
    winners = result.get("winners") or [result.get("winner")]
    if winners == [None]:
        return "drawn"
    return "won" if {row["side"], row["seat"]} & set(winners) else "lost"


def _sat(here: Services, asking: Caller) -> sa.Select[*tuple[Any, ...]]:
    """Who sat where, in every game that the caller may see; what-if lines were not played."""
    columns = [c for c in sitting.c if c.name != "game"]
    told = [summaries.c[name] for name in ("game", "ruleset", "status", "score", "result", "grade")]
    return (
        sa.select(*columns, *told, streams.c.created_at)
        .join_from(sitting, summaries, summaries.c.game == sitting.c.game)
        .join(streams, streams.c.id == sitting.c.game)
        .where(permissions.all_seen(asking), streams.c.parent.is_(None))
    )


def _played(row: Mapping[str, Any]) -> Played:
    return Played(
        outcome=outcome_of(row),
        **{name: row[name] for name in Played.__struct_fields__ if name != "outcome"},
    )
