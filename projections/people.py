"""The people whose ids stand in the log: their names, and how a name is erased."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from unicodedata import combining, normalize

import sqlalchemy as sa
from msgspec import Struct

from events import clock
from events.database import overwrite, writing
from events.tables import people
from projections.tables import findings, sitting, summaries

FORMER = "a former player"
"""What somebody is called whose name was erased."""

UNKNOWN = "an unknown player"
"""What somebody is called whom this installation does not know, as in an imported game."""


class Person(Struct, frozen=True):
    """Somebody who plays. `name` None: it was erased."""

    id: str
    name: str | None
    created_at: str
    erased_at: str | None

    @property
    def shown(self) -> str:
        """What pages call them."""
        return self.name or FORMER


_COLUMNS = [people.c[name] for name in Person.__struct_fields__]

# Built once, for it runs whenever a game with people is looked at.
_NAMES = sa.select(people.c.id, people.c.name).where(
    people.c.id.in_(sa.bindparam("wanted", expanding=True))
)


class People:
    """The table of people."""

    def __init__(self, engine: sa.Engine) -> None:
        """Works on the table `people` of `engine`, and on the read model where it holds names."""
        self._engine = engine

    def get(self, person: str) -> Person | None:
        """Somebody by his id, erased or not."""
        found = self.find(people.c.id == person)
        return found[0] if found else None

    def named(self, name: str) -> Person | None:
        """Somebody of that name, however it is written; None: nobody, or the name was erased."""
        found = self.find(people.c.sought == bare(name), people.c.erased_at.is_(None), most=1)
        return found[0] if found else None

    def names(self, wanted: Collection[str]) -> Mapping[str, str]:
        """What to call each of these ids."""
        with self._engine.connect() as connection:
            rows = connection.execute(_NAMES, {"wanted": list(wanted)})
            known = {row.id: row.name or FORMER for row in rows}
        return {person: known.get(person, UNKNOWN) for person in wanted}

    def find(self, *conditions: Any, most: int | None = None) -> list[Person]:
        """The people who fulfil SQL conditions, by name, at most `most` of them."""
        query = sa.select(*_COLUMNS).where(*conditions)
        query = query.order_by(people.c.sought, people.c.id)
        query = query.limit(most) if most is not None else query
        with self._engine.connect() as connection:
            return [Person(*row) for row in connection.execute(query)]

    def changed(self) -> str | None:
        """When a name was last changed or erased; None: never."""
        with self._engine.connect() as connection:
            found: str | None = connection.scalar(sa.select(sa.func.max(people.c.changed_at)))
            return found

    def add(self, name: str, person: str | None = None) -> tuple[Person, bool]:
        """Enters somebody; who has that id now, and whether he is new."""
        made = Person(person or clock.new_id(), name, clock.now(), None)
        with writing(self._engine) as connection:
            row = connection.execute(sa.select(*_COLUMNS).where(people.c.id == made.id)).first()
            if row is not None:
                return Person(*row), False
            entry = {field: getattr(made, field) for field in Person.__struct_fields__}
            connection.execute(people.insert().values(sought=bare(name), **entry))
        return made, True

    def rename(self, person: str, name: str) -> list[str]:
        """Gives somebody another name; the games to be judged anew for it.

        Nothing happens to a person that is erased or not known.
        """
        return self._change(person, {"name": name, "sought": bare(name)})

    def erase(self, person: str) -> list[str]:
        """Erases somebody's name for good, also from the files of SQLite; the games to be judged
        anew for it. Safe to repeat."""
        nothing = {"name": None, "sought": None, "erased_at": clock.now()}
        return self._change(person, nothing)

    def _change(self, person: str, values: Mapping[str, Any]) -> list[str]:
        this = people.c.id == person, people.c.erased_at.is_(None)
        with writing(self._engine) as connection:
            known = connection.execute(sa.select(people.c.name).where(*this)).first()
            if known is None or known.name == values["name"]:
                return []
            changed = {**values, "changed_at": clock.now()}
            connection.execute(people.update().where(*this).values(changed))
            unsaid = _unsay(connection, person, known.name)
        overwrite(self._engine)
        return unsaid


def bare(name: str) -> str:
    """A name as a search and an alphabet want it: in lower case, without accents."""
    return "".join(c for c in normalize("NFKD", name.lower()) if not combining(c))


def _unsay(connection: sa.Connection, person: str, name: str) -> list[str]:
    """Takes a name out of the read model where the log has none; the games it stood in.

    They count as not judged yet, so that the referee words them anew.
    """
    seated = sitting.c.person == person, sitting.c.name == name
    games = list(connection.scalars(sa.select(sitting.c.game).where(*seated).distinct()))
    connection.execute(sitting.update().where(*seated).values(name=""))
    for game in games:
        outdated = {"checked_version": 0, "code": "", "names": game}
        connection.execute(summaries.update().where(summaries.c.game == game).values(outdated))
        unworded = {"message": "The referee words this anew.", "expected": None, "got": None}
        connection.execute(findings.update().where(findings.c.game == game).values(unworded))
    return games
