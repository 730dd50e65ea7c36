"""What a league refuses: events that name what is not there, each by its field."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Event
from projections.kit.find import rulesets
from projections.leagues.judge import refusals
from projections.leagues.obey import league, read
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
