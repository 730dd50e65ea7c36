"""The command line as a person calls it, on an installation of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scripts.cli import main

Gametape = Callable[..., Result]

SHORT = "wannabe-football"
"""A ruleset whose games are soon over."""


@pytest.fixture
def data(tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of an empty installation without Redis."""
    monkeypatch.setenv("GAMETAPE_DATA", str(tmp_path))
    monkeypatch.setenv("GAMETAPE_DATABASE", sqlite_url)
    monkeypatch.delenv("GAMETAPE_REDIS", raising=False)
    return tmp_path


@pytest.fixture
def gametape(data: Path) -> Gametape:
    """Calls `gametape` with these arguments, without a terminal."""

    def call(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return call


@pytest.fixture
def stored(gametape: Gametape) -> str:
    """A stored game's id."""
    assert gametape("simulate", SHORT, "--into", "club").exit_code == 0
    return "club-1"
