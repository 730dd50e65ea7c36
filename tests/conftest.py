"""What tests of every folder share: fresh databases on both servers, and Redis.

Each process of a parallel run starts servers of its own, and only if a test asks for them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import redis
import structlog
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine

from events.database import connect, migrate
from events.store import EventStore
from projections import tables
from tests.postgres import Postgres, postgres
from tests.redis_server import redis_server

_numbers = count(1)

# How long an example takes says how busy the machine is.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """How many processes share the tests out: one more than there are processors.

    For tests of pages wait for the browser half of their time. Single files run right here: for
    them it takes longer to make a second database, Redis and browser than to use one.
    """
    if all(Path(argument.partition("::")[0]).is_file() for argument in config.args):
        return 0
    return len(os.sched_getaffinity(0)) + 1


def pytest_sessionfinish() -> None:
    """What threads still have to say once their servers are gone comes after the last test."""
    structlog.configure(processors=[_drop])


def _drop(*_: Any) -> Any:
    raise structlog.DropEvent


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A running PostgreSQL whose database `template` has all tables."""
    with postgres() as server:
        server.execute("CREATE DATABASE template")
        _migrated(server.url("template"))
        yield server


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, to be copied."""
    file = tmp_path_factory.mktemp("sqlite") / "template.db"
    _migrated(f"sqlite:///{file}")
    return file


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """The address of a migrated PostgreSQL database of this test's own."""
    name = f"test_{next(_numbers)}"
    postgres_server.execute(f"CREATE DATABASE {name} TEMPLATE template")
    yield postgres_server.url(name)
    postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """The address of a migrated SQLite database of this test's own."""
    file = tmp_path / "gametape.db"
    shutil.copy(sqlite_template, file)
    return f"sqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a migrated database, on each kind in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def sqlite_engine(sqlite_url: str) -> Iterator[Engine]:
    """An engine for a migrated SQLite database of this test's own."""
    yield from _engine(sqlite_url)


@pytest.fixture
def postgres_engine(postgres_url: str) -> Iterator[Engine]:
    """An engine for a migrated PostgreSQL database of this test's own."""
    yield from _engine(postgres_url)


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """An engine for a migrated database, on each kind in turn."""
    yield from _engine(database_url)


@pytest.fixture
def store(engine: Engine) -> EventStore:
    """An empty store, on each kind of database in turn."""
    return EventStore(engine)


@pytest.fixture(scope="session")
def _redis() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture
def redis_url(_redis: str) -> str:
    """The address of an empty Redis."""
    redis.from_url(_redis).flushall()
    return _redis


def _engine(url: str) -> Iterator[Engine]:
    engine = connect(url)
    yield engine
    engine.dispose()


def _migrated(url: str) -> None:
    engine = connect(url)
    migrate(engine)
    tables.prepare(engine)
    engine.dispose()
