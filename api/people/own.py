"""What is kept about somebody: who may change and erase it, and all of it as one document."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from api.access import permissions
from api.access.callers import ADMIN, all_callers
from api.access.issuing import links_of_person
from api.http.problems import Problem
from api.paging import Which
from api.people import records
from api.people.records import PersonalRecord, Played, RatingInSeason
from api.services import Services
from projections.kit.common import Time
from projections.people import Person
from projections.tables import facts, members, seasons, sitting, summaries, teams

_ALL = 1_000_000
_FACT = ("game", "step", "kind", "seat", "piece", "value", "expected")


class PersonsLink(Struct, frozen=True):
    """A link that somebody has, or had, for himself."""

    id: str
    name: str | None
    created_at: Time
    expires: Time | None
    revoked_at: Time | None


class Membership(Struct, frozen=True):
    """A team of a season to which somebody belongs."""

    league: str
    season: str
    team: str
    name: str


class Everything(Struct, frozen=True):
    """All that is kept about somebody: his name, where he sat, what was counted of him, his links.

    The log itself has nothing of him but his id. What is hidden in games that go on is left out.
    """

    id: str
    name: str | None
    created_at: Time
    erased_at: Time | None
    teams: list[Membership]
    records: list[PersonalRecord]
    ratings: list[RatingInSeason]
    games: list[Played]
    facts: list[dict[str, Any]]
    links: list[PersonsLink]


def may_rename(here: Services, person: str) -> bool:
    """Whether the present caller may change what somebody is called."""
    return any(permissions.may_change_person(here, one, person) for one in all_callers())


def may_erase(person: str) -> bool:
    """Whether the present caller may erase somebody's name, and have all that is kept of him."""
    return any(permissions.may_erase_person(one, person) for one in all_callers())


def require_rename(here: Services, person: str) -> None:
    """Raises 403."""
    if not may_rename(here, person):
        detail = "A name is for himself, an admin, or who organizes all that he plays in to change."
        raise Problem(403, detail)


def require_own(person: str) -> None:
    """Raises 403 for everybody but an admin and the person himself."""
    if not may_erase(person):
        detail = "This is for an admin or the person himself: an organizer of his makes him a link."
        raise Problem(403, detail)


def everything(here: Services, person: Person) -> Everything:
    """All that is kept about somebody, whoever may see the games."""
    sat = records.games(here, ADMIN, person.id, Which(size=_ALL)).entries
    own = sa.select(*(facts.c[name] for name in _FACT), facts.c.data)
    # What is hidden until a game has ended for all is hidden from whoever finds his file, too.
    own = own.join(summaries, summaries.c.game == facts.c.game)
    open_ = sa.or_(facts.c.secret.is_(False), summaries.c.open)
    own = own.where(facts.c.person == person.id, open_)
    games = sa.select(sitting.c.game).where(sitting.c.person == person.id)
    own = own.where(facts.c.game.in_(games))
    with here.engine.connect() as connection:
        counted = connection.execute(own.order_by(facts.c.game, facts.c.step, facts.c.n)).mappings()
        told = [dict(row) for row in counted]
    links = links_of_person(here, person.id)
    return Everything(
        id=person.id,
        name=person.name,
        created_at=person.created_at,
        erased_at=person.erased_at,
        teams=_memberships(here, person.id),
        records=records.records(here, ADMIN, person.id),
        ratings=records.ratings(here, ADMIN, person.id),
        games=list(sat),
        facts=told,
        links=[
            PersonsLink(one.id, one.name, one.created_at, one.expires_at, one.revoked_at)
            for one in links
        ],
    )


def _memberships(here: Services, person: str) -> list[Membership]:
    """The teams that somebody is or was in."""
    query = (
        sa.select(seasons.c.league, teams.c.season, teams.c.team, teams.c.name)
        .join(seasons, seasons.c.season == teams.c.season)
        .join(members, (members.c.season == teams.c.season) & (members.c.team == teams.c.team))
        .where(members.c.person == person)
        .order_by(teams.c.season, teams.c.team)
    )
    with here.engine.connect() as connection:
        return [Membership(*row) for row in connection.execute(query)]


def as_file(found: Everything) -> bytes:
    """The document as the file that somebody takes home."""
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
