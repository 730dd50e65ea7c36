"""Appending to a store that holds much already, beside one that holds little."""

from __future__ import annotations

from itertools import count

import sqlalchemy as sa
from sqlalchemy import Engine

from events.chain import START
from events.database import connect, migrate, writing
from events.store import EventStore
from scripts.bench import Row
from scripts.bench.rounds import Work, rates
from scripts.bench.stores import GAME, draft

SMALL = 10_000
"""Events of the small store."""
LIVE = 8
"""Games that go on, spread over the whole store."""
ROUNDS = 61
APPENDS = 20
MOST = 1.2

_SERIES = {
    "sqlite": "WITH RECURSIVE s (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n + 1 < {}) ",
    "postgresql": "WITH s (n) AS (SELECT generate_series(0, {} - 1)) ",
}
# Rows as an append would have written them, but for their hashes.
_ORIGINS = """
INSERT INTO origins {}SELECT 'old-' || n, 'game', NULL, NULL, NULL, '{}', 'unlisted', '2026' FROM s
"""
_EVENTS = """
INSERT INTO events {}SELECT n + 1, 'old-' || (n / {}), n % {} + 1, '01a22ac9-05a2-77f9-9d9e-' || n,
    'PassAttempted', 1, 'a', '{}' || n || '{}', '2026-03-01T19:30:00.000Z',
    '2026-03-01T19:30:00.000Z', 'bench', '{}' FROM s
"""
_BODY = (
    '{"at":"2026-03-01T19:30:00.000Z","data":{"from":"a-4","reroll":null,"to":"a-9"},'
    '"id":"01a22ac9-05a2-77f9-9d9e-',
    '","recorded_at":"2026-03-01T19:30:00.000Z","recorded_by":"bench","schema":1,"seat":"a",'
    '"type":"PassAttempted"}',
)


def growth(database: str, small: str, large: str, events: int) -> Row:
    """How much longer an append takes with `events` in the store; two URLs of empty databases."""
    engines = {"small": _filled(small, SMALL), "large": _filled(large, events)}
    games = {"small": SMALL // GAME, "large": events // GAME}
    found = rates({name: _appending(engines[name], games[name]) for name in engines}, ROUNDS)
    for engine in engines.values():
        engine.dispose()
    return Row(
        work=f"append to a store of {events:,} events, {database}",
        unit="µs",
        ours=1e6 / found["large"],
        theirs=1e6 / found["small"],
        rival=f"the same with {SMALL:,} events",
        bar=MOST,
        at_most=True,
    )


def _filled(url: str, events: int) -> Engine:
    engine = connect(url)
    migrate(engine)
    series = _SERIES[engine.dialect.name]
    origins = _ORIGINS.format(series.format(events // GAME + 1), START)
    rows = _EVENTS.format(series.format(events), GAME, GAME, *_BODY, START)
    with writing(engine) as connection:
        for statement in (origins, rows):
            connection.execute(sa.text(statement.replace(":", "\\:")))
    return engine


def _appending(engine: Engine, games: int) -> Work:
    store, numbers = EventStore(engine), count()

    def work() -> int:
        for _ in range(APPENDS):
            game = next(numbers) % LIVE * games // LIVE
            store.append(f"old-{game}", [draft()], recorded_by="bench")
        return APPENDS

    return work
