"""A page of what a query finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa


def paged(
    connection: sa.Connection,
    query: sa.Select[Any],
    order: Sequence[sa.ColumnElement[Any]],
    start: int,
    most: int,
) -> tuple[Sequence[sa.Row[Any]], int]:
    """The rows of a query in that order, `most` from `start`, and how many there are in all."""
    total = connection.scalar(sa.select(sa.func.count()).select_from(query.subquery())) or 0
    some = query.order_by(*order).limit(most).offset(min(start, total))
    return connection.execute(some).all(), total
