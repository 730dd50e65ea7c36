"""JUDGES: why a league refuses an event. What is refused says nothing that `apply` could follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from projections.kit.ruleset import Errors, Standings
from projections.leagues import counting
from projections.leagues.counting import label
from projections.leagues.payloads import (
    Award,
    FixtureCancelled,
    FixtureMoved,
    FixtureScheduled,
    GameChosen,
    LeagueCreated,
    LotsDrawn,
    ResultAwarded,
    SeasonClosed,
    SeasonOpened,
    SeasonReopened,
    Settings,
    TeamEntered,
    TeamWithdrawn,
)
from projections.leagues.state import League, Season, withdrew

Rulesets = Mapping[str, Standings]
"""How each ruleset that is installed counts, by its id."""


def refusals(state: League, data: Any, rulesets: Rulesets) -> Errors:
    """What is wrong with an event's payload after `state`, by field; empty: nothing."""
    match data:
        case LeagueCreated(ruleset=ruleset):
            return _unknown_ruleset(ruleset, rulesets) if ruleset else {}
        case SeasonOpened() as opened:
            return _opening(state, opened, rulesets)
        case SeasonReopened(season=season):
            return _in(state, season, _reopening)
        case SeasonClosed(season=season) | TeamEntered(season=season):
            return _in(state, season, lambda _: {})
        case TeamWithdrawn(season=season, team=team):
            return _in(state, season, lambda it: _entered("team", it, [team]))
        case LotsDrawn(season=season, teams=teams):
            return _in(state, season, lambda it: _once(teams) or _entered("teams", it, teams))
        case FixtureScheduled() as scheduled:
            return _scheduling(state, scheduled)
        case FixtureMoved(fixture=fixture) | FixtureCancelled(fixture=fixture):
            return {} if fixture in state.home else _no_fixture(fixture)
        case GameChosen(fixture=fixture):
            return {} if fixture in state.home else _no_fixture(fixture)
        case ResultAwarded() as award:
            return _awarding(state, award, rulesets)
    return {}


def objections(state: League, data: Any) -> Errors:
    """Why an event may not be told now, though it refers to what is there; empty: it may."""
    if isinstance(data, SeasonReopened):
        return {}
    if closed := closed_season(state, data):
        return closed
    if isinstance(data, FixtureScheduled):
        return _left(state.seasons[data.season], data.teams)
    return contradiction(data) if isinstance(data, ResultAwarded) else {}


def closed_season(state: League, data: Any) -> Errors:
    """Why nothing of a season is changed: it is closed. Empty: it is open, or none is named."""
    named = getattr(data, "season", None) or state.home.get(getattr(data, "fixture", ""))
    season = None if isinstance(data, SeasonOpened) else state.seasons.get(named or "")
    if season is None or not season.closed:
        return {}
    field = "season" if hasattr(data, "season") else "fixture"
    return {field: [_open_first(season)]}


def changed_though_closed(before: League, after: League) -> Errors:
    """Why a correction may not be told: it changes a season that is closed before it.

    That it is closed may be taken back.
    """
    for season in before.seasons.values():
        present = after.seasons.get(season.id)
        if season.closed and (present is None or replace(present, closed=True) != season):
            return {"target": [_open_first(season)]}
    return {}


def _open_first(season: Season) -> str:
    return f"{season.name} is closed; open it again first, then change it."


def _reopening(season: Season) -> Errors:
    return {} if season.closed else {"season": [f"{season.name} is open."]}


def _unknown_ruleset(ruleset: str, rulesets: Rulesets) -> Errors:
    if ruleset in rulesets:
        return {}
    return {"ruleset": [f"There is no ruleset {ruleset}; there are {', '.join(rulesets)}."]}


def _opening(state: League, opened: SeasonOpened, rulesets: Rulesets) -> Errors:
    if opened.season in state.seasons:
        return {"season": [f"There is a season {opened.season} already; choose another id."]}
    ruleset = opened.ruleset or state.ruleset
    if ruleset is None:
        return {"ruleset": [f"{state.name} has no ruleset of its own: say what this season plays."]}
    if unknown := _unknown_ruleset(ruleset, rulesets):
        return unknown
    wrong = counting.refusals(rulesets[ruleset], opened.settings or Settings())
    return {"settings": wrong} if wrong else {}


def _in(state: League, season: str, judge: Callable[[Season], Errors]) -> Errors:
    found = state.seasons.get(season)
    if found is None:
        return {"season": [f"{state.name} has no season {season}; open it first."]}
    return judge(found)


def _entered(field: str, season: Season, teams: Iterable[str]) -> Errors:
    absent = [team for team in teams if team not in season.teams]
    if not absent:
        return {}
    return {field: [f"Not entered in {season.name}: {', '.join(absent)}; enter the team first."]}


def _once(teams: list[str]) -> Errors:
    return {} if len(set(teams)) == len(teams) else {"teams": ["A team stands here twice."]}


def _no_fixture(fixture: str) -> Errors:
    return {"fixture": [f"There is no fixture {fixture} in this league; schedule it first."]}


def _scheduling(state: League, scheduled: FixtureScheduled) -> Errors:
    if scheduled.fixture in state.home:
        return {"fixture": [f"There is a fixture {scheduled.fixture} already; choose another id."]}
    teams = scheduled.teams
    return _in(state, scheduled.season, lambda it: _once(teams) or _entered("teams", it, teams))


def _left(season: Season, teams: Iterable[str]) -> Errors:
    gone = withdrew([season.teams[team] for team in teams if season.teams[team].withdrawn])
    if not gone:
        return {}
    return {"teams": [f"{gone} from {season.name}; enter the team again first."]}


def _awarding(state: League, award: ResultAwarded, rulesets: Rulesets) -> Errors:
    if award.fixture not in state.home:
        return _no_fixture(award.fixture)
    season = state.seasons[state.home[award.fixture]]
    fixture = season.fixtures[award.fixture]
    named = [one.team for one in award.awards]
    if sorted(named) != sorted(fixture.teams):
        expected, got = _names(season, fixture.teams), _names(season, named)
        return {"awards": [f"There is one award for each of {expected}, not {got}."]}
    if annulled := [team for team in fixture.teams if season.teams[team].withdrawn == "annulled"]:
        return {"fixture": _left(season, annulled)["teams"]}
    return _outcomes(award, season, rulesets)


def _names(season: Season, teams: Iterable[str]) -> str:
    return ", ".join(season.teams[team].name if team in season.teams else team for team in teams)


def _outcomes(award: ResultAwarded, season: Season, rulesets: Rulesets) -> Errors:
    standings = rulesets.get(season.ruleset)
    if standings is None:
        return {}
    known = counting.counting(standings, season.settings)
    for n, one in enumerate(award.awards):
        if one.outcome not in known.points:
            said = f"There is no outcome {one.outcome}; there are {', '.join(known.points)}."
            return {"awards": {n: {"outcome": [said]}}}
        # What the ruleset counts may stand in an award, though this season's tie-breakers do not.
        amounts = {*known.told, *counting.counting(standings, Settings()).told}
        if strange := [name for name in one.amounts if name not in amounts]:
            said = f"Not counted: {', '.join(strange)}; counted are {', '.join(sorted(amounts))}."
            return {"awards": {n: {"amounts": [said]}}}
    return {}


_ANSWERS = {
    "win": "loss",
    "loss": "win",
    "draw": "draw",
    "shootout_win": "shootout_loss",
    "shootout_loss": "shootout_win",
}
"""The outcome of the other team, of two."""


def contradiction(award: ResultAwarded) -> Errors:
    """What of a result contradicts itself; a decision may let both of two teams lose."""
    for name in _COUNTED:
        if any(one.amounts.get(name, 0) < 0 for one in award.awards):
            said = f"{label(name).capitalize()} cannot be fewer than none; write 0 or more."
            return {"awards": [said]}
    found = _shares(award)
    if found or len(award.awards) != 2:
        return found
    one, other = award.awards
    both_lose = one.outcome == other.outcome == "loss" and award.basis == "decision"
    if not both_lose and _ANSWERS.get(one.outcome, other.outcome) != other.outcome:
        words = [said.outcome.replace("_", " ") for said in award.awards]
        return {"awards": [f"One team cannot have {words[0]} while the other has {words[1]}."]}
    for name in one.amounts.keys() & other.amounts.keys() & _DECIDING:
        own, others = one.amounts[name], other.amounts[name]
        if not both_lose and _sign(own - others) != _SIGNS.get(one.outcome, _sign(own - others)):
            word = one.outcome.replace("_", " ")
            said = f"{own} to {others} {label(name)} is no {word}; change the outcome or the {name}"
            return {"awards": [f"{said.replace('_', ' ')}."]}
    return _differences(one, other, both_lose) or _shootout(one, other)


def _differences(one: Award, other: Award, both_lose: bool) -> Errors:
    """What contradicts itself in differences that are written down, though they follow."""
    for own, others in ((one, other), (other, one)):
        for name, source in _DIFFERENCES.items():
            told = own.amounts.get(name)
            if told is None:
                continue
            known = source in own.amounts and source in others.amounts
            made = own.amounts[source] - others.amounts[source] if known else told
            free = both_lose or source not in _DECIDING
            sign = _sign(told) if free else _SIGNS.get(own.outcome, _sign(told))
            if told != made or others.amounts.get(name, -told) != -told or _sign(told) != sign:
                said = f"A {label(name)} of {told} does not go with the rest; leave it out"
                return {"awards": [f"{said} and it follows."]}
    return {}


def possible(outcomes: Iterable[str], teams: int) -> list[str]:
    """The outcomes that a team may come to among so many."""
    shares = {outcome: _SHARE.fullmatch(outcome) for outcome in outcomes}
    return [one for one, of in shares.items() if of is None or int(of[2]) == 2 * (teams - 1)]


def _shares(award: ResultAwarded) -> Errors:
    """What contradicts itself where outcomes are shares of the rivals that were beaten.

    A share counts halves: two for each rival beaten, one for a level one. A decision may give less.
    """
    found = [_SHARE.fullmatch(said.outcome) for said in award.awards]
    shares = [(int(one[1]), int(one[2])) for one in found if one is not None]
    if not shares:
        return {}
    teams = len(found)
    most = 2 * (teams - 1)
    if len(shares) != teams or any(of != most for _, of in shares):
        return {"awards": [f"Of {teams} teams each has a share of {most}; choose one for each."]}
    halves, due = sum(own for own, _ in shares), teams * (teams - 1)
    if halves == due or (halves < due and award.basis == "decision"):
        return {}
    said = f"The shares of the teams come to {halves}, not {due}"
    return {"awards": [f"{said}: who beats a rival has 2 for it, who is level 1."]}


def _shootout(one: Award, other: Award) -> Errors:
    """What contradicts itself in a shoot-out: who wins it has more goals of it."""
    goals = [said.amounts.get("shootout_goals") for said in (one, other)]
    if goals[0] is None or goals[1] is None:
        return {}
    wanted = {"shootout_win": 1, "shootout_loss": -1}.get(one.outcome, 0)
    if _sign(goals[0] - goals[1]) == wanted != 0:
        return {}
    score = f"{goals[0]} to {goals[1]} in the shoot-out"
    return {"awards": [f"{score} does not go with the outcome; change one of them."]}


_DIFFERENCES = {"goal_difference": "goals", "vp_difference": "vp_scored"}
"""Differences that follow from amounts, and what each is the difference of."""

_DECIDING = frozenset({"goals"})
"""Amounts of which the winner has more, however he won; victory points are not among them."""

_COUNTED = (*_DIFFERENCES.values(), "shootout_goals", "spaces", "season_wins", "titles")
"""Amounts of which nobody has fewer than none."""

_SHARE = re.compile(r"(\d+) of (\d+)")
"""An outcome that is a share of the rivals, as `3 of 4`."""

_SIGNS = {"win": 1, "loss": -1, "draw": 0, "shootout_win": 0, "shootout_loss": 0}


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
