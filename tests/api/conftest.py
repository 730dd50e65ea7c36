"""An installation for the tests of the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api import seasons
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


@pytest.fixture(scope="module")
def told(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A season of UND1C1, only to be read."""
    folder = tmp_path_factory.mktemp("season")
    with seasons.played_once(sqlite_template, folder, "und1c1") as site:
        yield site


@pytest.fixture
def played(site: Site) -> list[Game]:
    """The games of a season of UND1C1, one after another."""
    return seasons.play_all(site, "und1c1")


def _site(url: str) -> Iterator[Site]:
    made = Site(url)
    yield made
    made.services.engine.dispose()
