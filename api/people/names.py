"""Who plays, as a caller may know it: finding people, changing and erasing their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from msgspec import Struct

from api.access import permissions
from api.access.callers import Caller
from api.games.recording import announce
from api.http.problems import Problem, not_found
from api.paging import Page, Which, paged
from api.services import Services
from events.tables import people, streams
from projections.people import Person, bare
from projections.tables import sitting


class PersonDocument(Struct, frozen=True):
    """Somebody who plays; `erased`: the name was erased, and only the id is left."""

    id: str
    name: str
    erased: bool


def document(person: Person) -> PersonDocument:
    """A person as he is listed."""
    return PersonDocument(person.id, person.shown, person.name is None)


def all_known(here: Services, asking: Caller) -> sa.ColumnElement[bool]:
    """The SQL condition on `people` for whom the caller may know of.

    Admins and organizers know everybody; others who sat in games that they may see.
    """
    if asking.role in ("admin", "organizer"):
        return sa.true()
    sat = sa.select(sitting.c.game).join(streams, streams.c.id == sitting.c.game)
    seen = sat.where(sitting.c.person == people.c.id, permissions.all_seen(asking))
    return sa.exists(seen.correlate(people))


def listed(here: Services, asking: Caller, words: str, which: Which) -> Page[PersonDocument]:
    """A page of the people whom the caller may know of, by name; `words`: what names hold."""
    query = sa.select(people.c.id, people.c.name).where(search(words), all_known(here, asking))
    with here.engine.connect() as connection:
        page = paged(connection, [query], (people.c.sought, people.c.id), which)
    return page.of([PersonDocument(row.id, row.name, False) for row in page.entries])


def find(here: Services, asking: Caller, person: str) -> Person:
    """A person whom the caller may know of. Raises 404."""
    himself = [] if asking.person == person else [all_known(here, asking)]
    found = here.people.find(people.c.id == person, *himself)
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
    return sa.and_(people.c.sought.is_not(None), *found)


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
