"""Whose fixtures a game may name: it then belongs to a league, and to its organizer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.access import permissions
from api.access.callers import Caller
from api.http.problems import Problem, unprocessable
from api.services import Services
from projections.leagues.state import withdrew
from projections.seasons.league_read_model import Scheduled


def require_fixture(here: Services, asking: Caller, ruleset: str, fixture: str | None) -> None:
    """Raises 403 for a fixture of a league that is not the caller's, 422 for one that is not there,
    is of another game, or is not to be played any more.

    So nobody takes a fixture before its league has made it.
    """
    require_own_fixture(here, asking, {"fixture": fixture})
    found = None if fixture is None else here.leagues.fixture(fixture)
    if found is not None and found.ruleset != ruleset:
        raise unprocessable({"fixture": [f"In {found.season} {found.ruleset} is played."]})
    if found is not None and fixture is not None:
        _require_open(here, found, fixture)


def _require_open(here: Services, found: Scheduled, fixture: str) -> None:
    """Raises 422 for a fixture that is not to be played any more."""
    season = here.leagues.read(found.league).state.seasons.get(found.season)
    if season is None or fixture not in season.fixtures:
        return
    gone = withdrew(season.without(season.fixtures[fixture]))
    why = f"{season.name} is closed; open it again" if season.closed else ""
    why = why or (f"{gone} from {season.name}; enter the team again" if gone else "")
    if why:
        said = f"{why} first, or record the game without a fixture."
        raise unprocessable({"fixture": [said]})


def require_own_fixture(here: Services, asking: Caller, data: Mapping[str, Any]) -> None:
    """Raises 403 where data of GameCreated, or an amendment of it, names another's fixture, 422 for
    one that is not there."""
    amended = data.get("data")
    fixture = (amended if isinstance(amended, Mapping) else data).get("fixture")
    if not isinstance(fixture, str):
        return
    found = here.leagues.fixture(fixture)
    if found is None:
        there = f"There is no fixture {fixture}; the organizer of its league makes it first."
        raise unprocessable({"fixture": [there]})
    if not permissions.may_organize(here, asking, found.league):
        detail = f"{fixture} is a fixture of {found.league}: its organizer says what is played."
        raise Problem(403, detail)


def require_own_fixtures(
    here: Services, asking: Caller, present: str | None, amendments: list[Mapping[str, Any]]
) -> None:
    """Raises as `require_own_fixture` where one of the amendments moves a game to a fixture."""
    for data in amendments:
        amended = data.get("data")
        if isinstance(amended, Mapping) and amended.get("fixture") not in (None, present):
            require_own_fixture(here, asking, data)
