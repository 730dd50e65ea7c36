"""The streams that cannot be read: set aside by whoever met one, until they are mended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from events.damage import Broken
from events.database import writing
from projections.tables import set_aside


class SetAside:
    """Keeps the table `set_aside`."""

    def __init__(self, engine: sa.Engine) -> None:
        """Works on `engine`."""
        self._engine = engine

    def all(self) -> list[Broken]:
        """What is set aside, by stream."""
        columns = (set_aside.c[name] for name in ("stream", "version", "reason"))
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(*columns).order_by(set_aside.c.stream))
            return [Broken(*row) for row in found]

    def note(self, broken: Broken) -> None:
        """Sets a stream aside. Never raises for a database that cannot be written just now."""
        with suppress(SQLAlchemyError):
            if broken not in self.all():
                self._replace([broken.stream], [broken])

    def look_again(self, look: Callable[[str], Broken | None]) -> None:
        """Keeps of those that are set aside what `look` still finds broken."""
        for known in self.all():
            found = look(known.stream)
            if found != known:
                self._replace([known.stream], [found] if found else [])

    def _replace(self, streams: Iterable[str], broken: Iterable[Broken]) -> None:
        with writing(self._engine) as connection:
            connection.execute(set_aside.delete().where(set_aside.c.stream.in_(streams)))
            for one in broken:
                row = {"stream": one.stream, "version": one.version, "reason": one.reason}
                connection.execute(set_aside.insert().values(row))
