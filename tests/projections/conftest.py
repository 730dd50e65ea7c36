from __future__ import annotations

import pytest
from sqlalchemy import Engine

from tests.projections.games.tapes import Table


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)
