from __future__ import annotations

import pytest
from sqlalchemy import Engine

from tests.projections.tapes import Table


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)
