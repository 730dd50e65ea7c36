from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.damage import Unreadable
from events.event import Event
from projections.leagues.judge import contradiction
from projections.leagues.obey import apply, league, read
from projections.leagues.payloads import PAYLOADS, Award, ResultAwarded, Settings
from projections.leagues.state import withdrew
from projections.leagues.text import sentence


def told(*events: tuple[str, dict[str, Any]]) -> list[Event]:
    return [Event(version=n, type=type_, data=data) for n, (type_, data) in enumerate(events, 1)]


START: list[tuple[str, dict[str, Any]]] = [
    ("LeagueCreated", {"name": "Club", "ruleset": "und1c1"}),
    ("SeasonOpened", {"season": "s", "name": "Autumn"}),
    ("TeamEntered", {"season": "s", "team": "a", "name": "Ants", "people": ["p1"]}),
    ("TeamEntered", {"season": "s", "team": "b", "name": "Bees"}),
    ("FixtureScheduled", {"season": "s", "fixture": "f", "teams": ["a", "b"], "round": 1}),
]


def test_a_season_is_what_its_events_say() -> None:
    state = league(
        told(
            *START,
            ("LeagueRenamed", {"name": "The Club"}),
            ("TeamEntered", {"season": "s", "team": "a", "name": "Anteaters"}),
            ("TeamWithdrawn", {"season": "s", "team": "b", "results": "annulled"}),
            ("FixtureMoved", {"fixture": "f", "at": "2026-12-03T19:00:00.000Z"}),
            ("FixtureCancelled", {"fixture": "f"}),
            ("LotsDrawn", {"season": "s", "teams": ["b", "a"]}),
            ("SeasonClosed", {"season": "s"}),
            ("SeasonReopened", {"season": "s"}),
            ("GameChosen", {"fixture": "f", "game": "second"}),
            ("SeasonClosed", {"season": "s"}),
        )
    )
    season = state.seasons["s"]
    assert season.fixtures["f"].chosen == "second"
    assert (state.name, season.ruleset, season.closed) == ("The Club", "und1c1", True)
    assert [(team.name, team.withdrawn) for team in season.teams.values()] == [
        ("Anteaters", None),
        ("Bees", "annulled"),
    ]
    fixture = season.fixtures["f"]
    assert (fixture.round, fixture.at, fixture.cancelled) == (1, "2026-12-03T19:00:00.000Z", True)
    assert season.lots == (("b", "a"),)


def test_a_game_that_is_chosen_is_told_without_its_id() -> None:
    state = league(told(*START))
    chosen = Event(version=9, type="GameChosen", data={"fixture": "f", "game": "second"})
    said = sentence(state, chosen.type, read(chosen).data)
    assert "Bees" in said
    assert "second" not in said


NOWHERE: list[tuple[str, dict[str, Any]]] = [
    ("SeasonOpened", {"season": "s", "name": "Again", "ruleset": "football-u"}),
    ("SeasonClosed", {"season": "x"}),
    ("SeasonReopened", {"season": "x"}),
    ("GameChosen", {"fixture": "g", "game": "second"}),
    ("TeamEntered", {"season": "x", "team": "c", "name": "Cats"}),
    ("TeamWithdrawn", {"season": "s", "team": "c"}),
    ("FixtureScheduled", {"season": "x", "fixture": "g", "teams": ["a", "b"]}),
    ("FixtureScheduled", {"season": "s", "fixture": "f", "teams": ["b", "a"]}),
    ("FixtureMoved", {"fixture": "g", "round": 3}),
    ("FixtureCancelled", {"fixture": "g"}),
    ("ResultAwarded", {"fixture": "g", "awards": [{"team": t, "outcome": "win"} for t in "ab"]}),
    ("LotsDrawn", {"season": "x", "teams": ["a", "b"]}),
    ("NoteAdded", {"text": "so"}),
    ("EventRetracted", {"target": 2}),
    ("NoSuchType", {}),
]


@pytest.mark.parametrize(("type_", "data"), NOWHERE)
def test_what_refers_to_nothing_changes_nothing(type_: str, data: dict[str, Any]) -> None:
    state = league(told(*START))
    event = read(Event(version=9, type=type_, data=data))
    assert apply(state, event) == state


def test_every_type_is_tried_here() -> None:
    tried = {type_ for type_, _ in [*START, *NOWHERE]}
    assert set(PAYLOADS) - tried == {"LeagueRenamed", "EventAmended", "EventInserted"}


def test_who_wins_may_have_fewer_victory_points_but_not_fewer_goals() -> None:
    def said(name: str) -> ResultAwarded:
        lines = (("ants", "win", 2), ("bees", "loss", 5))
        awards = [Award(team=team, outcome=o, amounts={name: n}) for team, o, n in lines]
        return ResultAwarded(fixture="f", awards=awards)

    assert contradiction(said("vp_scored")) == {}
    assert contradiction(said("goals")) != {}


def test_a_season_may_have_a_ruleset_settings_and_results_with_their_time() -> None:
    own = {
        "season": "t",
        "name": "Cup",
        "ruleset": "football-u",
        "settings": {"points": {"win": 2}},
    }
    awards = [{"team": "a", "outcome": "win"}, {"team": "b", "outcome": "loss"}]
    log = told(*START, ("SeasonOpened", own), ("ResultAwarded", {"fixture": "f", "awards": awards}))
    at = "2026-12-01T19:00:00.000Z"
    state = league([*log[:-1], Event(version=7, type=log[-1].type, data=log[-1].data, at=at)])
    assert (state.seasons["s"].ruleset, state.seasons["t"].ruleset) == ("und1c1", "football-u")
    assert state.seasons["s"].settings == Settings()
    assert state.seasons["t"].settings.points == {"win": 2}
    assert state.seasons["s"].fixtures["f"].awarded_at == at
    assert league(log).seasons["s"].fixtures["f"].awarded_at is None


ENTERED = {"season": "s", "team": "c", "name": "Cats"}
OPENED = {"season": "t", "name": "Cup"}


def results(outcome: str, teams: int) -> dict[str, Any]:
    awards = [{"team": f"t{n}", "outcome": outcome} for n in range(teams)]
    return {"fixture": "f", "awards": awards}


@pytest.mark.parametrize(
    ("type_", "data", "limits"),
    [
        ("TeamEntered", lambda n: {**ENTERED, "people": ["p" * n]}, (1, 100)),
        ("TeamEntered", lambda n: {**ENTERED, "people": ["p"] * n}, (0, 40)),
        ("ResultAwarded", lambda n: results("w" * n, 2), (1, 60)),
        ("ResultAwarded", lambda n: results("win", n), (2, 4)),
        ("FixtureMoved", lambda n: {"fixture": "f", "at": "2" * n}, (0, 40)),
        ("FixtureMoved", lambda n: {"fixture": "f", "round": n}, (1, 10_000)),
        ("SeasonOpened", lambda n: {**OPENED, "settings": {"points": {"win": n}}}, (-1000, 1000)),
        (
            "SeasonOpened",
            lambda n: {**OPENED, "settings": {"tie_breakers": ["goals"] * n}},
            (0, 20),
        ),
        ("LotsDrawn", lambda n: {"season": "s", "teams": ["a"] * n}, (2, 400)),
        (
            "FixtureScheduled",
            lambda n: {"season": "s", "fixture": "g", "teams": ["a"] * n},
            (2, 4),
        ),
    ],
)
def test_what_is_beyond_its_limits_is_not_read(
    type_: str, data: Callable[[int], dict[str, Any]], limits: tuple[int, int]
) -> None:
    least, most = limits
    for n in (least, most):
        read(Event(version=9, type=type_, data=data(n)))
    for n in (least - 1, most + 1):
        if n >= 0 or least < 0:
            with pytest.raises(Unreadable):
                read(Event(version=9, type=type_, data=data(n)))


def test_who_has_left_is_told_of_a_fixture_whoever_is_not_there() -> None:
    log = told(
        *START,
        ("TeamEntered", {"season": "s", "team": "c", "name": "Cats"}),
        ("TeamWithdrawn", {"season": "s", "team": "b"}),
        ("FixtureScheduled", {"season": "s", "fixture": "g", "teams": ["a", "c"]}),
        ("FixtureScheduled", {"season": "s", "fixture": "h", "teams": ["b", "nobody"]}),
        ("FixtureCancelled", {"fixture": "g"}),
    )
    season = league(log).seasons["s"]
    left = {
        name: [team.id for team in season.without(one)] for name, one in season.fixtures.items()
    }
    assert left == {"f": ["b"], "g": [], "h": ["b"]}
    assert {name for name, one in season.fixtures.items() if season.is_off(one)} == {"f", "g", "h"}
    assert withdrew(season.without(season.fixtures["f"])) == "Bees withdrew"
    assert withdrew([]) == ""
    opened = league(log[:5]).seasons["s"]
    assert not opened.is_off(opened.fixtures["f"])
