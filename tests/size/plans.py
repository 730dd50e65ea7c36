"""How a database means to find what statements ask for, and which of them read all of a table.

PostgreSQL's statistics are made to say that every table is large, and nothing else of the planner
is changed: so plans are those of a large installation, whatever there is in the tests.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import sqlalchemy as sa
from sqlalchemy import Engine

from events.connections import LogConnection
from events.postgres import PostgresConnection
from events.sqlite import SqliteConnection

ROOT = Path(__file__).parents[2]
OURS = ("events", "projections", "workers", "api", "scripts")

GROWING = frozenset(
    {
        *("origins", "events", "tokens", "people", "webhooks", "deliveries"),
        *("summaries", "sitting", "keyframes", "findings", "facts", "totals", "rolls", "figured"),
        *("leagues", "seasons", "teams", "members", "fixtures", "played", "standings"),
        *("season_games", "season_parts", "season_totals", "season_findings", "season_heads"),
        *("game_worth", "ratings"),
    }
)
"""The tables that hold more the more games, people, leagues, seasons or listeners there are."""

NEXT_TO_NOTHING = frozenset({"kind", "visibility", "status", "ruleset", "level", "event", "counts"})
"""Columns of few values: who asks for one of them has asked for a part of everything."""

STREAMED = frozenset(
    {"Limit", "Nested Loop", "Result", "Subquery Scan", "Unique", "Append", "Merge Append"}
    | {"Incremental Sort", "LockRows", "ProjectSet", "Memoize"}
)
"""Steps that ask for no more than is asked of them: a limit above them is one below them."""

PARTIAL = frozenset({"summaries_not_judged", "summaries_waiting", "seasons_stale", "origins_gone"})
"""Indexes of the rows alone that are asked for."""

MANY = 1_000_000
"""Rows that the planner takes each table for."""

_LARGE = (
    "SET jit = off",
    "ANALYZE",
    "UPDATE pg_class SET reltuples = %(many)s, relpages = 1 WHERE relname = ANY(%(growing)s)"
    " OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN"
    " (SELECT oid FROM pg_class WHERE relname = ANY(%(growing)s)))",
    "UPDATE pg_statistic AS known SET stanullfrac = 0.01, stakind1 = 0,"
    " stakind2 = 0, stakind3 = 0, stakind4 = 0,"
    " stanumbers1 = NULL, stanumbers2 = NULL, stanumbers3 = NULL, stavalues1 = NULL,"
    " stavalues2 = NULL, stavalues3 = NULL,"
    " stadistinct = CASE WHEN attname = ANY(%(few)s) THEN 4 ELSE -0.1 END"
    " FROM pg_attribute WHERE attrelid = starelid AND attnum = staattnum"
    " AND starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)",
)
"""Has the planner take every table for a large one in which each id stands ten times."""

_COMPARED = re.compile(r'(\w+)"?\)?(?:::text)? (?:=|<|>|<=|>=|~~) ')
"""The column of a comparison, as plans write it."""


class Statement(NamedTuple):
    """A statement with its parameters, and which of our functions had it executed."""

    text: str
    parameters: Any
    caller: str


class Collected:
    """The statements that were executed, one of each text."""

    def __init__(self) -> None:
        self.statements: dict[str, Statement] = {}

    def add(self, text: str, parameters: Any) -> None:
        if text not in self.statements and re.match(r"\s*(SELECT|UPDATE|DELETE|INSERT|WITH)", text):
            self.statements[text] = Statement(text, parameters, _caller())


def _caller() -> str:
    for frame in reversed(traceback.extract_stack()):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OURS:
            place = path.relative_to(ROOT)
            if str(place) not in ("events/connections.py", "events/database.py"):
                return f"{frame.name} in {place}"
    return "nobody of ours"


@contextmanager
def collecting(*engines: Engine) -> Iterator[Collected]:
    """Collects what engines, and the log's bare connections, execute meanwhile."""
    found = Collected()

    def executed(_: Any, __: Any, statement: str, parameters: Any, ___: Any, many: bool) -> None:
        found.add(statement, parameters[0] if many and parameters else parameters)

    def watched(kind: type[LogConnection]) -> Any:
        rows = kind.rows

        def noted(self: Any, query: str, values: Any) -> Any:
            marked = query.replace("?", "%s") if kind is PostgresConnection else query
            found.add(marked, tuple(values))
            return rows(self, query, values)

        kind.rows = noted  # type: ignore[method-assign]
        return rows

    kinds: tuple[Any, ...] = (PostgresConnection, SqliteConnection)
    before = [watched(kind) for kind in kinds]
    for engine in engines:
        sa.event.listen(engine, "before_cursor_execute", executed)
    try:
        yield found
    finally:
        for engine in engines:
            sa.event.remove(engine, "before_cursor_execute", executed)
        for kind, rows in zip(kinds, before, strict=True):
            kind.rows = rows


def read_whole(engine: Engine, collected: Collected) -> list[str]:
    """A line for each growing table that a statement reads all of."""
    lines = []
    check = _on_postgres if engine.dialect.name == "postgresql" else _on_sqlite
    with check(engine) as tables_of:
        for statement in collected.statements.values():
            for table in sorted(tables_of(statement)):
                said = " ".join(statement.text.split())
                lines.append(f"{statement.caller} reads all of {table}: {said[:300]}")
    return lines


def _fill(engine: Engine) -> None:
    """Puts a row into each table that is empty: the planner takes such a one for empty for ever."""
    known = sa.MetaData()
    known.reflect(engine)
    with engine.begin() as connection:
        for table in known.tables.values():
            if (
                table.name in GROWING
                and connection.execute(sa.select(table).limit(1)).first() is None
            ):
                row = {column.name: _anything(column) for column in table.columns}
                connection.execute(table.insert().values(row))


def _anything(column: sa.Column[Any]) -> Any:
    return {int: 1, float: 1.0, bool: True, bytes: b"", str: "x"}.get(column.type.python_type, {})


@contextmanager
def _on_postgres(engine: Engine) -> Iterator[Any]:
    _fill(engine)
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, cursor_factory=psycopg.ClientCursor) as connection:
        named = {"many": MANY, "few": list(NEXT_TO_NOTHING), "growing": list(GROWING)}
        for step in _LARGE:
            connection.execute(step.encode(), named)
        connection.commit()

        def tables_of(statement: Statement) -> set[str]:
            text = f"EXPLAIN (FORMAT JSON) {statement.text}".encode()
            found = connection.execute(text, statement.parameters or None).fetchone()
            assert found is not None
            plan = found[0] if isinstance(found[0], list) else json.loads(found[0])
            return set(_whole(plan[0]["Plan"], limited=False))

        yield tables_of


def _whole(plan: dict[str, Any], *, limited: bool) -> Iterator[str]:
    """The growing tables that a plan reads all of, or all of one kind."""
    kind, table = plan["Node Type"], plan.get("Relation Name")
    if table in GROWING and kind.endswith("Scan") and not limited:
        conditions = " ".join(_conditions(plan))
        named = set(_COMPARED.findall(conditions)) - NEXT_TO_NOTHING
        if not named and "ROW(" not in conditions and plan.get("Index Name") not in PARTIAL:
            yield str(table)
    for child in plan.get("Plans", ()):
        apart = child.get("Parent Relationship") in ("SubPlan", "InitPlan")
        goes_on = kind == "Limit" or (limited and kind in STREAMED)
        yield from _whole(child, limited=goes_on and not apart)


def _conditions(plan: dict[str, Any]) -> Iterator[str]:
    """What an index is asked for; a bitmap is made by the steps below it."""
    yield plan.get("Index Cond", "")
    if plan["Node Type"].startswith("Bitmap"):
        for child in plan.get("Plans", ()):
            yield from _conditions(child)


@contextmanager
def _on_sqlite(engine: Engine) -> Iterator[Any]:
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None

        def tables_of(statement: Statement) -> set[str]:
            text = f"EXPLAIN QUERY PLAN {statement.text}"
            steps = [row[3] for row in driver.execute(text, statement.parameters or ())]
            # A walk along an index ends where a list does.
            plain = r"SCAN (\w+)\b(?! USING)" if "LIMIT" in statement.text else r"SCAN (\w+)"
            whole = (step for step in steps if not PARTIAL & set(step.split()))
            scanned = (re.match(plain, step) for step in whole)
            return {found[1] for found in scanned if found and found[1] in GROWING}

        yield tables_of
