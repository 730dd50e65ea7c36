"""Tables as JSON or CSV, whichever the client asks for."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.http.queries import Query, word

CSV = "text/csv"

FORMATS = ("json", "csv")

_CHUNK = 200
"""Rows that are sent together."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a text a formula in a spreadsheet."""


class TableQuery(Query):
    """How a table is sent."""

    format = word("`csv` for a file; left out: as `Accept` says, else JSON.", None, FORMATS)


def wants_csv(query: dict[str, Any]) -> bool:
    """Whether the client asks for CSV, by `?format=` or else by Accept."""
    if query["format"] is not None:
        return bool(query["format"] == "csv")
    best = request.accept_mimetypes.best_match(["application/json", CSV])
    return best == CSV


def as_csv(name: str, kind: type[Struct], rows: Iterable[Struct]) -> Response:
    """Rows as a CSV file (RFC 4180) that is sent as it is made; the first line names the fields.

    What is not known is empty. A text that a spreadsheet would take for a formula is quoted.
    """
    response = Response(_lines(kind.__struct_fields__, rows), content_type=f"{CSV}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept", "Authorization", "Cookie"))
    return response


def _lines(fields: Sequence[str], rows: Iterable[Struct]) -> Iterator[bytes]:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(fields)
    for n, row in enumerate(rows, 1):
        writer.writerow([_cell(getattr(row, field)) for field in fields])
        if n % _CHUNK == 0:
            yield _taken(buffer)
    yield _taken(buffer)


def _taken(buffer: io.StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text.encode()


def _cell(value: Any) -> Any:
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
