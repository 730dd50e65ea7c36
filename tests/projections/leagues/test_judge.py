"""What a league refuses: events that name what is not there, each by its field."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from events.event import Event
from projections.kit.find import rulesets
from projections.leagues.judge import changed_though_closed, objections, refusals
from projections.leagues.obey import league, read
from projections.leagues.state import League
from tests.projections.leagues.test_obey import START, told

RULESETS = {id_: ruleset.standings for id_, ruleset in rulesets().items()}
STATE = league(told(*START))


def refused(type_: str, /, **data: Any) -> dict[str, Any]:
    event = read(Event(version=9, type=type_, data=data))
    return dict(refusals(STATE, event.data, RULESETS))


GOOD: list[tuple[str, dict[str, Any]]] = [
    ("LeagueCreated", {"name": "Club"}),
    ("LeagueCreated", {"name": "Club", "ruleset": "und1c1"}),
    ("LeagueRenamed", {"name": "The Club"}),
    ("SeasonOpened", {"season": "t", "name": "Spring"}),
    ("SeasonClosed", {"season": "s"}),
    ("TeamEntered", {"season": "s", "team": "c", "name": "Cats"}),
    ("TeamWithdrawn", {"season": "s", "team": "a"}),
    ("LotsDrawn", {"season": "s", "teams": ["b", "a"]}),
    ("FixtureScheduled", {"season": "s", "fixture": "g", "teams": ["b", "a"]}),
    ("FixtureMoved", {"fixture": "f", "round": 2}),
    ("FixtureCancelled", {"fixture": "f"}),
    ("GameChosen", {"fixture": "f", "game": "second"}),
]


@pytest.mark.parametrize(("type_", "data"), GOOD)
def test_what_names_what_is_there_is_not_refused(type_: str, data: dict[str, Any]) -> None:
    assert refused(type_, **data) == {}


@pytest.mark.parametrize(
    ("type_", "data", "field"),
    [
        ("LeagueCreated", {"name": "Club", "ruleset": "chess"}, "ruleset"),
        ("SeasonOpened", {"season": "s", "name": "Again"}, "season"),
        ("SeasonOpened", {"season": "t", "name": "Again", "ruleset": "chess"}, "ruleset"),
        ("SeasonClosed", {"season": "x"}, "season"),
        ("SeasonReopened", {"season": "x"}, "season"),
        ("SeasonReopened", {"season": "s"}, "season"),
        ("TeamEntered", {"season": "x", "team": "c", "name": "Cats"}, "season"),
        ("TeamWithdrawn", {"season": "x", "team": "a"}, "season"),
        ("TeamWithdrawn", {"season": "s", "team": "c"}, "team"),
        ("LotsDrawn", {"season": "x", "teams": ["a", "b"]}, "season"),
        ("LotsDrawn", {"season": "s", "teams": ["a", "c"]}, "teams"),
        ("LotsDrawn", {"season": "s", "teams": ["a", "a"]}, "teams"),
        ("FixtureScheduled", {"season": "x", "fixture": "g", "teams": ["a", "b"]}, "season"),
        ("FixtureScheduled", {"season": "s", "fixture": "f", "teams": ["a", "b"]}, "fixture"),
        ("FixtureScheduled", {"season": "s", "fixture": "g", "teams": ["a", "c"]}, "teams"),
        ("FixtureMoved", {"fixture": "g", "round": 2}, "fixture"),
        ("FixtureCancelled", {"fixture": "g"}, "fixture"),
        ("GameChosen", {"fixture": "g", "game": "second"}, "fixture"),
        (
            "ResultAwarded",
            {"fixture": "g", "awards": [{"team": t, "outcome": "win"} for t in "ab"]},
            "fixture",
        ),
    ],
)
def test_what_names_what_is_not_there_is_refused_by_its_field(
    type_: str, data: dict[str, Any], field: str
) -> None:
    found = refused(type_, **data)
    assert list(found) == [field]
    assert all(said.endswith(".") for said in found[field])


CLOSED = league(told(*START, ("TeamWithdrawn", {"season": "s", "team": "b"})))
CLOSED = replace(CLOSED, seasons={"s": replace(CLOSED.seasons["s"], closed=True)})


def objected(state: League, type_: str, /, **data: Any) -> dict[str, Any]:
    return dict(objections(state, read(Event(version=9, type=type_, data=data)).data))


WON = {"fixture": "f", "awards": [{"team": "a", "outcome": "win"}, {"team": "b", "outcome": "win"}]}


@pytest.mark.parametrize(
    ("type_", "data", "field"),
    [
        ("TeamEntered", {"season": "s", "team": "c", "name": "Cats"}, "season"),
        ("TeamWithdrawn", {"season": "s", "team": "a"}, "season"),
        ("LotsDrawn", {"season": "s", "teams": ["b", "a"]}, "season"),
        ("SeasonClosed", {"season": "s"}, "season"),
        ("FixtureScheduled", {"season": "s", "fixture": "g", "teams": ["b", "a"]}, "season"),
        ("FixtureMoved", {"fixture": "f", "round": 2}, "fixture"),
        ("FixtureCancelled", {"fixture": "f"}, "fixture"),
        ("GameChosen", {"fixture": "f", "game": "second"}, "fixture"),
        ("ResultAwarded", WON, "fixture"),
    ],
)
def test_what_changes_a_closed_season_is_objected_to(
    type_: str, data: dict[str, Any], field: str
) -> None:
    assert objected(CLOSED, type_, **data) == {
        field: ["Autumn is closed; open it again first, then change it."]
    }


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("SeasonReopened", {"season": "s"}),
        ("SeasonOpened", {"season": "s", "name": "Spring"}),
        ("SeasonOpened", {"season": "t", "name": "Spring"}),
        ("LeagueRenamed", {"name": "The Club"}),
        ("FixtureMoved", {"fixture": "g", "round": 2}),
    ],
)
def test_what_changes_no_closed_season_is_not_objected_to(type_: str, data: dict[str, Any]) -> None:
    assert objected(CLOSED, type_, **data) == {}


def test_open_seasons_take_what_agrees_with_itself() -> None:
    left = league(told(*START, ("TeamWithdrawn", {"season": "s", "team": "b"})))
    scheduled = {"season": "s", "fixture": "g", "teams": ["b", "a"]}
    assert objected(STATE, "FixtureScheduled", **scheduled) == {}
    assert list(objected(left, "FixtureScheduled", **scheduled)) == ["teams"]
    assert list(objected(STATE, "ResultAwarded", **WON)) == ["awards"]
    assert objected(STATE, "FixtureMoved", fixture="f", round=2) == {}


def test_a_correction_changes_a_closed_season_only_by_opening_it() -> None:
    season = CLOSED.seasons["s"]
    other = replace(CLOSED, seasons={"s": replace(season, name="Winter")})
    opened = replace(CLOSED, seasons={"s": replace(season, closed=False)})
    both = replace(CLOSED, seasons={"s": replace(season, closed=False, name="Winter")})
    new = replace(CLOSED, seasons={"s": season, "t": replace(season, id="t")})
    refusal = {"target": ["Autumn is closed; open it again first, then change it."]}
    for after in (CLOSED, opened, new, replace(CLOSED, name="The Club")):
        assert changed_though_closed(CLOSED, after) == {}
    for after in (other, both, replace(CLOSED, seasons={})):
        assert changed_though_closed(CLOSED, after) == refusal
    assert changed_though_closed(opened, both) == {}


def awarded(*awards: dict[str, Any], state: League = STATE) -> dict[str, Any]:
    event = Event(version=9, type="ResultAwarded", data={"fixture": "f", "awards": list(awards)})
    return dict(refusals(state, read(event).data, RULESETS))


HOME, AWAY = {"team": "a", "outcome": "win"}, {"team": "b", "outcome": "loss"}


def test_a_result_is_of_both_teams_in_outcomes_and_amounts_that_are_counted() -> None:
    assert awarded(HOME, AWAY) == {}
    assert awarded({**HOME, "amounts": {"goals": 2}}, {**AWAY, "amounts": {"goals": 1}}) == {}
    assert awarded(HOME, {**AWAY, "outcome": "fled"}) == {
        "awards": {1: {"outcome": ["There is no outcome fled; there are win, draw, loss."]}}
    }
    [said] = awarded({**HOME, "amounts": {"corners": 2, "goals": 1}}, AWAY)["awards"][0]["amounts"]
    assert said == ("Not counted: corners; counted are goal_difference, goals, xg_difference.")
    for wrong in ((HOME, AWAY, AWAY), (HOME, {**AWAY, "team": "c"})):
        [said] = awarded(*wrong)["awards"]
        assert said.startswith("There is one award for each of Ants, Bees, not Ants")


def test_what_was_annulled_is_awarded_to_nobody_and_what_was_kept_is() -> None:
    for results, said in (
        ("annulled", ["Bees withdrew from Autumn; enter the team again first."]),
        ("kept", None),
    ):
        left = {"season": "s", "team": "b", "results": results}
        found = awarded(HOME, AWAY, state=league(told(*START, ("TeamWithdrawn", left))))
        assert found == ({} if said is None else {"fixture": said})


def test_a_result_in_a_ruleset_that_is_not_installed_is_not_refused() -> None:
    season = replace(STATE.seasons["s"], ruleset="chess")
    assert awarded(HOME, AWAY, state=replace(STATE, seasons={"s": season})) == {}
