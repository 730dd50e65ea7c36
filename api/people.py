"""People as a caller may know them: who is listed for whom, and what they have played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from api import access
from api.auth import Caller
from api.problems import Problem, not_found
from api.recording import announce
from api.services import Services
from events.tables import people, streams
from projections import almanac
from projections import ratings as season_ratings
from projections.people import Person, bare
from projections.readmodel import played, sitting, summaries

OUTCOMES = ("won", "drawn", "lost")


class PersonDocument(Struct, frozen=True):
    """Somebody who plays; `erased`: the name was erased, and only the id is left."""

    id: str
    name: str
    erased: bool


class Played(Struct, frozen=True):
    """A game in which a person sat. `outcome`: won, drawn, lost; null while it has no result."""

    game: str
    ruleset: str
    seat: str
    side: str
    name: str
    team: str | None
    status: str
    outcome: str | None
    score: Any
    grade: str
    created_at: str


class Record(Struct, frozen=True):
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
    records: list[Record]
    ratings: list[RatingInSeason]
    games: list[Played]


def document(person: Person) -> PersonDocument:
    """A person as he is listed."""
    return PersonDocument(person.id, person.shown, person.name is None)


def all_known(here: Services, asking: Caller) -> sa.ColumnElement[bool]:
    """The SQL condition on `people` for whom the caller may know of.

    Admins and organizers know everybody; others who sat in games that they may see.
    """
    if asking.role in ("admin", "organizer"):
        return sa.true()
    return people.c.id.in_(_sat(here, asking).with_only_columns(sitting.c.person))


def find(here: Services, asking: Caller, person: str) -> Person:
    """A person whom the caller may know of. Raises 404."""
    found = here.people.find(people.c.id == person, all_known(here, asking))
    if not found:
        raise not_found(f"There is no person {person}, or nobody you may know of.")
    return found[0]


def known(here: Services, asking: Caller, told: Mapping[str, str]) -> Mapping[str, str]:
    """Of the people of a game, by id, those who have a page for the caller."""
    if not told:
        return told
    found = here.people.find(people.c.id.in_(told), all_known(here, asking))
    return {person.id: person.shown for person in found}


def search(words: str | None) -> sa.ColumnElement[bool]:
    """The SQL condition on `people` for names that hold each of the words; not for erased ones."""
    parts = bare(words or "").split()
    found = (people.c.sought.contains(part, autoescape=True) for part in parts)
    return sa.and_(people.c.erased_at.is_(None), *found)


def rename(here: Services, person: str, name: str) -> Person:
    """Gives somebody another name, also in old games. Raises 409 where it was erased."""
    _judge_anew(here, here.people.rename(person, name))
    found = here.people.get(person)
    if found is None or found.name is None:
        raise Problem(409, f"The name of {person} was erased, for good; enter a new person.")
    return found


def erase(here: Services, person: str) -> None:
    """Erases somebody's name, for good."""
    _judge_anew(here, here.people.erase(person))


def _judge_anew(here: Services, games: Sequence[str]) -> None:
    """Wakes the referee for games whose findings named somebody."""
    for game in games:
        stream = here.store.stream(game)
        if stream is not None:
            announce(here, game, stream.version)


def games(
    here: Services, asking: Caller, person: str, page: int, size: int
) -> tuple[list[Played], int]:
    """A page of the games in which a person sat and that the caller may see; how many in all."""
    sat = _sat(here, asking).where(sitting.c.person == person)
    newest = sat.order_by(streams.c.created_at.desc(), streams.c.id.desc(), sitting.c.seat)
    with here.engine.connect() as connection:
        total = connection.scalar(sa.select(sa.func.count()).select_from(sat.subquery())) or 0
        rows = connection.execute(newest.limit(size).offset(min((page - 1) * size, total)))
        return [_played(dict(row)) for row in rows.mappings()], total


def records(here: Services, asking: Caller, person: str) -> list[Record]:
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
        .where(sitting.c.person == person, access.all_seen(here, asking))
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
        if (season := almanac.opened(here.engine, id_)) is not None
        for one in season_ratings.standing(season, "person")
        if one.who == person
    ]


def tally(rows: Iterable[Mapping[str, Any]]) -> list[Record]:
    """Records of rows that have `ruleset`, `status`, `result`, `side` and `seat`."""
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        if (outcome := outcome_of(row)) is not None:
            counts.setdefault(row["ruleset"], dict.fromkeys(OUTCOMES, 0))[outcome] += 1
    return [
        Record(ruleset, sum(count.values()), *(count[outcome] for outcome in OUTCOMES))
        for ruleset, count in sorted(counts.items())
    ]


def outcome_of(row: Mapping[str, Any]) -> str | None:
    """won, drawn or lost for whoever sits there; None: the game has no result that counts."""
    result = row["result"]
    if row["status"] != "ended" or not result:
        return None
    winners = result.get("winners") or [result.get("winner")]
    if winners == [None]:
        return "drawn"
    return "won" if {row["side"], row["seat"]} & set(winners) else "lost"


def _sat(here: Services, asking: Caller) -> sa.Select[*tuple[Any, ...]]:
    """Who sat where, in every game that the caller may see."""
    columns = [c for c in sitting.c if c.name != "game"]
    told = [summaries.c[name] for name in ("game", "ruleset", "status", "score", "result", "grade")]
    return (
        sa.select(*columns, *told, streams.c.created_at)
        .join_from(sitting, summaries, summaries.c.game == sitting.c.game)
        .join(streams, streams.c.id == sitting.c.game)
        .where(access.all_seen(here, asking))
    )


def _played(row: Mapping[str, Any]) -> Played:
    return Played(
        outcome=outcome_of(row),
        **{name: row[name] for name in Played.__struct_fields__ if name != "outcome"},
    )
