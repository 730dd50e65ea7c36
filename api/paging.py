"""A page of what queries find: by its number, or by the key that the page before it ends with.

The number of a page is an offset, which costs what lies before it; a key is a place in an index.
Entries are counted no further than COUNTED: beyond that it is said that there are more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.sql import operators

T = TypeVar("T")
U = TypeVar("U")

COUNTED = 1_000

Key = tuple[str, ...]
"""By what a list is ordered, of its last entry on a page."""


@dataclass(frozen=True, slots=True)
class Which:
    """Which page: its number, of pages of that size, or the `size` entries that follow a key."""

    number: int = 1
    size: int = 20
    after: Key = ()

    @property
    def start(self) -> int:
        """How many entries are left out."""
        return 0 if self.after else (self.number - 1) * self.size


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """The entries of a page; how many there are in all, and whether there are `more` than that.

    `key`: after which the next page goes on; None: there is none.
    """

    entries: Sequence[T]
    which: Which
    total: int
    more: bool = False
    key: Key | None = None

    @property
    def pages(self) -> int:
        """How many pages there are, as far as is counted, and at least to the next one."""
        reached = self.which.number + (self.key is not None) if self.more else 0
        return max(-(-self.total // self.which.size), reached)

    def of(self, entries: Sequence[U]) -> Page[U]:
        """The page with what was made of its entries."""
        return Page(entries, self.which, self.total, self.more, self.key)


def paged(
    connection: sa.Connection,
    queries: Sequence[sa.Select[Any]],
    order: Sequence[sa.ColumnElement[Any]],
    which: Which,
) -> Page[sa.Row[Any]]:
    """A page of what any of these queries finds, in that order of text columns without nulls.

    Each query is asked for its own beginning, so that each may use an index of its own. Rows end
    with the columns of the order.
    """
    by = [_Ordered.of(n, column) for n, column in enumerate(order)]
    with_keys = [query.add_columns(*(one.labelled for one in by)) for query in queries]
    counted, total = with_keys, None
    start = which.start
    if start:
        # Nobody needs to look for a page behind the last one.
        total = _count(connection, counted, by)
        start = start if total > COUNTED else min(start, total)
    after = [query.where(_after(by, which.after)) for query in with_keys if which.after]
    wanted = _together(after or with_keys, by, start + which.size + 1)
    found = connection.execute(wanted.limit(which.size + 1).offset(start)).all()
    if total is None and not which.after and len(found) <= which.size:
        total = len(found)
    if total is None:
        total = _count(connection, counted, by)
    shown = found[: which.size]
    key = tuple(shown[-1][-len(by) :]) if len(found) > which.size else None
    return Page(shown, which, min(total, COUNTED), total > COUNTED, key)


@dataclass(frozen=True, slots=True)
class _Ordered:
    name: str
    column: sa.ColumnElement[Any]
    descending: bool

    @classmethod
    def of(cls, n: int, order: sa.ColumnElement[Any]) -> _Ordered:
        down = isinstance(order, sa.UnaryExpression) and order.modifier is operators.desc_op
        return cls(f"key_{n}", order.element if down else order, down)

    @property
    def labelled(self) -> sa.Label[Any]:
        return self.column.label(self.name)

    def ordering(self, column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        return column.desc() if self.descending else column


def _after(by: Sequence[_Ordered], key: Sequence[str]) -> sa.ColumnElement[bool]:
    """The condition on what comes after a key; the first column alone bounds it for an index."""
    first, least = by[0], key[0]
    beyond = first.column < least if first.descending else first.column > least
    if len(by) == 1 or len(key) == 1:
        return beyond
    level = sa.and_(first.column == least, _after(by[1:], key[1:]))
    bound = first.column <= least if first.descending else first.column >= least
    return sa.and_(bound, sa.or_(beyond, level))


def _together(
    queries: Sequence[sa.Select[Any]], by: Sequence[_Ordered], most: int
) -> sa.Select[Any]:
    """The first rows of all the queries, each once, in order."""
    begun = [query.order_by(*(one.ordering(one.column) for one in by)) for query in queries]
    if len(begun) == 1:
        return begun[0]
    some = sa.union(*(sa.select(query.limit(most).subquery()) for query in begun)).subquery()
    return sa.select(some).order_by(*(one.ordering(some.c[one.name]) for one in by))


def _count(
    connection: sa.Connection, queries: Sequence[sa.Select[Any]], by: Sequence[_Ordered]
) -> int:
    some = _together(queries, by, COUNTED + 1).limit(COUNTED + 1).subquery()
    return connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0
