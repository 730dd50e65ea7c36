"""OBEYS: the state of a league after an event. Total: what refers to nothing changes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from events.event import Event
from projections.kit.replay import read_event
from projections.leagues.payloads import (
    PAYLOADS,
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
    Settings,
    TeamEntered,
    TeamWithdrawn,
)
from projections.leagues.state import Fixture, League, Season, Team

NOTHING = League(name="")


def league(log: Iterable[Event]) -> League:
    """The league that an effective log tells of, its data read or not."""
    return extended(NOTHING, log)


def extended(state: League, log: Iterable[Event]) -> League:
    """The league after further events. A run of fixtures is scheduled in one go, being long."""
    run: list[FixtureScheduled] = []
    for event in map(read, log):
        if isinstance(event.data, FixtureScheduled):
            run.append(event.data)
            continue
        state, run = _schedule(state, run), []
        state = apply(state, event)
    return _schedule(state, run)


def read(event: Event) -> Event:
    """The event with its data as a payload; None for data of a type that no league has.

    Raises Unreadable for data that no door would have let in.
    """
    return read_event(event, PAYLOADS)


def apply(state: League, event: Event) -> League:
    """The league after an event that has been read."""
    match event.data:
        case LeagueCreated(name=name, ruleset=ruleset):
            return League(name=name, ruleset=ruleset)
        case LeagueRenamed(name=name):
            return replace(state, name=name)
        case SeasonOpened() as opened:
            return _open(state, opened)
        case SeasonClosed(season=season):
            return _in(state, season, lambda it: replace(it, closed=True))
        case SeasonReopened(season=season):
            return _in(state, season, lambda it: replace(it, closed=False))
        case TeamEntered() as entered:
            return _in(state, entered.season, lambda it: _enter(it, entered))
        case TeamWithdrawn() as left:
            return _in(state, left.season, lambda it: _withdraw(it, left))
        case FixtureScheduled() as scheduled:
            return _schedule(state, [scheduled])
        case FixtureMoved() as moved:
            return _of(state, moved.fixture, lambda it: _move(it, moved))
        case FixtureCancelled(fixture=fixture):
            return _of(state, fixture, lambda it: replace(it, cancelled=True))
        case ResultAwarded() as award:
            when = event.at or None
            return _of(state, award.fixture, lambda it: replace(it, awarded=award, awarded_at=when))
        case GameChosen(fixture=fixture, game=game):
            return _of(state, fixture, lambda it: replace(it, chosen=game))
        case LotsDrawn(season=season, teams=teams):
            return _in(state, season, lambda it: replace(it, lots=(*it.lots, tuple(teams))))
    return state


def _open(state: League, opened: SeasonOpened) -> League:
    ruleset = opened.ruleset or state.ruleset
    if opened.season in state.seasons or ruleset is None:
        return state
    season = Season(
        id=opened.season,
        name=opened.name,
        ruleset=ruleset,
        settings=opened.settings or Settings(),
    )
    return replace(state, seasons={**state.seasons, season.id: season})


def _enter(season: Season, entered: TeamEntered) -> Season:
    known = season.teams.get(entered.team)
    called = () if known is None else (*known.former, known.name)
    team = Team(
        id=entered.team,
        name=entered.name,
        former=tuple(name for name in dict.fromkeys(called) if name != entered.name),
        people=tuple(entered.people),
    )
    return replace(season, teams={**season.teams, team.id: team})


def _withdraw(season: Season, left: TeamWithdrawn) -> Season:
    team = season.teams.get(left.team)
    if team is None:
        return season
    gone = replace(team, withdrawn=left.results)
    return replace(season, teams={**season.teams, team.id: gone})


def _schedule(state: League, run: list[FixtureScheduled]) -> League:
    if not run:
        return state
    home, new = dict(state.home), defaultdict[str, dict[str, Fixture]](dict)
    for one in run:
        if one.fixture not in home and one.season in state.seasons:
            home[one.fixture] = one.season
            new[one.season][one.fixture] = Fixture(
                id=one.fixture, teams=tuple(one.teams), round=one.round, at=one.at
            )
    seasons = dict(state.seasons)
    for season, fixtures in new.items():
        known = seasons[season]
        seasons[season] = replace(known, fixtures={**known.fixtures, **fixtures})
    return replace(state, home=home, seasons=seasons)


def _move(fixture: Fixture, moved: FixtureMoved) -> Fixture:
    return replace(fixture, round=moved.round or fixture.round, at=moved.at or fixture.at)


def _with(season: Season, fixture: Fixture) -> Season:
    return replace(season, fixtures={**season.fixtures, fixture.id: fixture})


def _of(state: League, fixture: str, change: Callable[[Fixture], Fixture]) -> League:
    season = state.home.get(fixture)
    if season is None:
        return state
    return _in(state, season, lambda it: _with(it, change(it.fixtures[fixture])))


def _in(state: League, season: str, change: Callable[[Season], Season]) -> League:
    present = state.seasons.get(season)
    if present is None:
        return state
    return replace(state, seasons={**state.seasons, season: change(present)})
