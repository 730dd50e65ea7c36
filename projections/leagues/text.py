"""TELLS: a league's event as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from projections.leagues.payloads import (
    FixtureCancelled,
    FixtureMoved,
    FixtureScheduled,
    GameChosen,
    LeagueCreated,
    LeagueRenamed,
    LotsDrawn,
    ResultAwarded,
    SeasonClosed,
    SeasonOpened,
    SeasonReopened,
    TeamEntered,
    TeamWithdrawn,
)
from projections.leagues.state import League

Clock = Callable[[str, str | None], str]
"""A moment and a time zone -> the moment as people of that zone write it."""


def sentence(state: League, type_: str, data: Any, clock: Clock = lambda at, _: at) -> str:
    """What an event says, with the names as they are in `state`: of any time of the league."""
    tell = _TOLD.get(type(data))
    if getattr(data, "at", None) is not None:
        data = replace(data, at=clock(data.at, _time_zone(state, data)))
    if tell is not None:
        return tell(state, data)
    text = getattr(data, "text", None)
    return f"Note: {text}" if text else f"{type_}."


def _time_zone(state: League, data: FixtureScheduled | FixtureMoved) -> str | None:
    season = state.home.get(data.fixture)
    return None if season is None else state.seasons[season].settings.time_zone


def _opened(state: League, data: SeasonOpened) -> str:
    return f"{data.name} opens."


def _closed(state: League, data: SeasonClosed) -> str:
    return f"{_season(state, data.season)} is closed{_because(data.reason)}."


def _reopened(state: League, data: SeasonReopened) -> str:
    return f"{_season(state, data.season)} is opened again{_because(data.reason)}."


def _entered(state: League, data: TeamEntered) -> str:
    return f"{data.name} enter {_season(state, data.season)}."


def _withdrawn(state: League, data: TeamWithdrawn) -> str:
    name = _team(state, data.season, data.team)
    return f"{name} withdraw; their results are {data.results}{_because(data.reason)}."


def _scheduled(state: League, data: FixtureScheduled) -> str:
    names = _versus(_team(state, data.season, team) for team in data.teams)
    return f"{names} is scheduled{_when(data.round, data.at)}."


def _moved(state: League, data: FixtureMoved) -> str:
    return f"{_fixture(state, data.fixture)} is moved{_when(data.round, data.at)}."


def _cancelled(state: League, data: FixtureCancelled) -> str:
    return f"{_fixture(state, data.fixture)} is cancelled{_because(data.reason)}."


def _awarded(state: League, data: ResultAwarded) -> str:
    season = state.home.get(data.fixture, "")
    said = ", ".join(
        f"{_team(state, season, one.team)} {one.outcome.replace('_', ' ')}" for one in data.awards
    )
    verb = "is awarded" if data.basis == "decision" else "is known by its result"
    return f"{_fixture(state, data.fixture)} {verb}: {said}{_because(data.reason)}."


def _chosen(state: League, data: GameChosen) -> str:
    names = _fixture(state, data.fixture)
    if data.game is None:
        return f"For {names} the first game that was played counts again{_because(data.reason)}."
    return f"For {names} it is chosen which of their games counts{_because(data.reason)}."


def _drawn(state: League, data: LotsDrawn) -> str:
    names = ", then ".join(_team(state, data.season, team) for team in data.teams)
    return f"Lots are drawn: {names}."


def _season(state: League, season: str) -> str:
    found = state.seasons.get(season)
    return season if found is None else found.name


def _team(state: League, season: str, team: str) -> str:
    found = state.seasons.get(season)
    entered = None if found is None else found.teams.get(team)
    return team if entered is None else entered.name


def _fixture(state: League, fixture: str) -> str:
    season = state.home.get(fixture)
    if season is None:
        return fixture
    return _versus(
        _team(state, season, team) for team in state.seasons[season].fixtures[fixture].teams
    )


def _versus(names: Iterable[str]) -> str:
    return " – ".join(names)


def _when(round_: int | None, at: str | None) -> str:
    said = f", round {round_}" if round_ is not None else ""
    return f"{said}, {at}" if at is not None else said


def _because(reason: str | None) -> str:
    return f" ({reason})" if reason else ""


_TOLD: dict[type, Callable[[League, Any], str]] = {
    LeagueCreated: lambda _, data: f"{data.name} is made.",
    LeagueRenamed: lambda _, data: f"The league is called {data.name} now.",
    SeasonOpened: _opened,
    SeasonClosed: _closed,
    SeasonReopened: _reopened,
    TeamEntered: _entered,
    TeamWithdrawn: _withdrawn,
    FixtureScheduled: _scheduled,
    FixtureMoved: _moved,
    FixtureCancelled: _cancelled,
    ResultAwarded: _awarded,
    GameChosen: _chosen,
    LotsDrawn: _drawn,
}
