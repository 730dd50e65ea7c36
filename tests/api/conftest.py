"""An installation for the tests of the API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.site import OPENING, Game, Site


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    """An empty installation on SQLite."""
    yield from _site(sqlite_url)


@pytest.fixture
def either_site(database_url: str) -> Iterator[Site]:
    """An empty installation, on each kind of database in turn."""
    yield from _site(database_url)


@pytest.fixture
def game(site: Site) -> Game:
    """A running game of Wannabe Football with two hidden hands."""
    made = site.make(id="final")
    site.record(made, *OPENING)
    return made


def _site(url: str) -> Iterator[Site]:
    made = Site(url)
    yield made
    made.services.engine.dispose()
