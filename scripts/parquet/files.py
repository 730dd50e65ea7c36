"""Tables of the database, written as Parquet files of one moment in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import sqlalchemy as sa

from events.database import reading
from scripts.parquet.columns import Column, Kind, Table

FETCHED = 1_000
"""Rows that are read at once."""

GROUP_ROWS, GROUP_BYTES = 100_000, 32 * 2**20
"""A row group is written when it has as many rows or bytes, whichever comes first."""

_TYPES: Mapping[Kind, Any] = {
    "text": pa.string(),
    "json": pa.string(),
    "whole": pa.int64(),
    "number": pa.float64(),
    "yes": pa.bool_(),
    "time": pa.timestamp("us", "UTC"),
    "billionths": pa.decimal128(28, 9),
}


def write(engine: sa.Engine, folder: Path, contents: Sequence[Table]) -> tuple[int, list[str]]:
    """Writes a file for each table into a folder; how many rows, and what is damaged in them.

    A damaged value is null in the file and named in a sentence. Raises OSError.
    """
    rows, damaged = 0, list[str]()
    with reading(engine) as connection:
        for table in contents:
            rows += _write_table(connection, folder / f"{table.name}.parquet", table, damaged)
    return rows, damaged


def _write_table(connection: sa.Connection, file: Path, table: Table, damaged: list[str]) -> int:
    schema = _schema(table)
    rows = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(_batches(connection, table, schema, damaged)):
            writer.write_table(pa.Table.from_batches(group, schema), row_group_size=GROUP_ROWS)
            rows += sum(batch.num_rows for batch in group)
    return rows


def _schema(table: Table) -> Any:
    fields = (
        pa.field(one.name, _TYPES[one.kind], metadata={"description": one.told})
        for one in table.columns
    )
    return pa.schema(fields, metadata={"description": table.told})


def _batches(
    connection: sa.Connection, table: Table, schema: Any, damaged: list[str]
) -> Iterator[Any]:
    asked = table.query.execution_options(yield_per=FETCHED)
    for rows in connection.execute(asked).partitions():
        columns = zip(*rows, strict=True)
        arrays = [
            _array(of, values, table, rows, damaged)
            for of, values in zip(table.columns, columns, strict=True)
        ]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _groups(batches: Iterator[Any]) -> Iterator[list[Any]]:
    """The batches of each row group."""
    group: list[Any] = []
    for batch in batches:
        group.append(batch)
        rows, size = sum(one.num_rows for one in group), sum(one.nbytes for one in group)
        if rows >= GROUP_ROWS or size >= GROUP_BYTES:
            yield group
            group = []
    if group:
        yield group


def _array(
    column: Column, values: Sequence[Any], table: Table, rows: Sequence[Any], damaged: list[str]
) -> Any:
    """A column as it is in the file; the database may hold what its type does not."""
    kind, make = _TYPES[column.kind], _MAKES.get(column.kind, _as_it_is)
    try:
        return pa.array([None if value is None else make(value) for value in values], kind)
    except _ODD:
        made = []
    for value, row in zip(values, rows, strict=True):
        try:
            made.append(pa.scalar(None if value is None else make(value), kind))
        except _ODD:
            which = ", ".join(str(part) for part in row[:3])
            damaged.append(f"{table.name} ({which}): {column.name} is no {column.kind}.")
            made.append(pa.scalar(None, kind))
    return pa.array(made, kind)


def _as_it_is(value: Any) -> Any:
    return value


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.upper()).astimezone(UTC)


def _billionths(amount: int) -> Decimal:
    return Decimal(amount).scaleb(-9)


_ODD = (ValueError, TypeError, ArithmeticError)
"""What is raised for a value that is not of a column's type, pyarrow's errors among them."""

_MAKES: Mapping[Kind, Callable[[Any], Any]] = {"time": _time, "billionths": _billionths}
