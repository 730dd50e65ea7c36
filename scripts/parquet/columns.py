"""How a table of the files is described: its columns, their types and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

Kind = Literal["text", "json", "whole", "number", "yes", "time", "billionths"]

TYPES: dict[Kind, str] = {
    "text": "string",
    "json": "string (JSON)",
    "whole": "int64",
    "number": "double",
    "yes": "bool",
    "time": "timestamp(us, UTC)",
    "billionths": "decimal(28, 9)",
}
"""What each kind of column is in a file."""

_KINDS: tuple[tuple[type[Any], Kind], ...] = (
    (sa.JSON, "json"),
    (sa.Boolean, "yes"),
    (sa.Integer, "whole"),
    (sa.Float, "number"),
    (sa.Text, "text"),
)
"""What a column of the database becomes, unless it is said otherwise."""


@dataclass(frozen=True)
class Column:
    """A column of a file: where it comes from, and a clause on what it is."""

    name: str
    source: sa.ColumnElement[Any]
    told: str
    kind: Kind

    @property
    def selected(self) -> sa.ColumnElement[Any]:
        """What is asked of the database: documents as the text they are kept as."""
        plain = sa.cast(self.source, sa.Text) if self.kind == "json" else self.source
        return plain.label(self.name)


@dataclass(frozen=True)
class Table:
    """A file: its name, what a row is, its columns, and where its rows come from in which order."""

    name: str
    told: str
    columns: Sequence[Column]
    source: sa.FromClause
    order: Sequence[sa.ColumnElement[Any]]
    only: sa.ColumnElement[bool] | None = None

    @property
    def query(self) -> sa.Select[Any]:
        """All of its rows."""
        query = sa.select(*(column.selected for column in self.columns)).select_from(self.source)
        query = query if self.only is None else query.where(self.only)
        return query.order_by(*self.order)


def column(
    source: sa.ColumnElement[Any], told: str, name: str | None = None, kind: Kind | None = None
) -> Column:
    """A column, named and of the kind as in the database unless said otherwise."""
    return Column(name or str(source.key), source, told, kind or _kind(source))


def _kind(source: sa.ColumnElement[Any]) -> Kind:
    return next(kind for of, kind in _KINDS if isinstance(source.type, of))
