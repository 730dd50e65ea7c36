"""Every event of a league as a sentence, in the names that it has."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Event
from projections.leagues.obey import league, read
from projections.leagues.payloads import PAYLOADS
from projections.leagues.text import sentence
from tests.projections.leagues.test_obey import START, told

STATE = league(told(*START))
BERLIN = league(
    told(
        START[0],
        (
            "SeasonOpened",
            {"season": "s", "name": "Autumn", "settings": {"time_zone": "Europe/Berlin"}},
        ),
        *START[2:],
    )
)
AT = "2026-12-03T19:00:00.000Z"
AWARDS = [{"team": "a", "outcome": "shootout_win"}, {"team": "b", "outcome": "shootout_loss"}]

SAID: list[tuple[str, dict[str, Any], str]] = [
    ("LeagueCreated", {"name": "Club"}, "Club is made."),
    ("LeagueRenamed", {"name": "The Club"}, "The league is called The Club now."),
    ("SeasonOpened", {"season": "t", "name": "Spring"}, "Spring opens."),
    ("SeasonClosed", {"season": "s"}, "Autumn is closed."),
    ("SeasonClosed", {"season": "s", "reason": "snow"}, "Autumn is closed (snow)."),
    ("SeasonReopened", {"season": "s"}, "Autumn is opened again."),
    ("SeasonReopened", {"season": "x", "reason": "sun"}, "x is opened again (sun)."),
    ("TeamEntered", {"season": "s", "team": "c", "name": "Cats"}, "Cats enter Autumn."),
    (
        "TeamWithdrawn",
        {"season": "s", "team": "a", "results": "annulled"},
        "Ants withdraw; their results are annulled.",
    ),
    (
        "TeamWithdrawn",
        {"season": "s", "team": "z", "reason": "ill"},
        "z withdraw; their results are kept (ill).",
    ),
    (
        "FixtureScheduled",
        {"season": "s", "fixture": "g", "teams": ["b", "a"]},
        "Bees – Ants is scheduled.",
    ),
    (
        "FixtureScheduled",
        {"season": "s", "fixture": "g", "teams": ["b", "z"], "round": 2, "at": AT},
        f"Bees – z is scheduled, round 2, {AT}.",
    ),
    ("FixtureMoved", {"fixture": "f", "round": 3}, "Ants – Bees is moved, round 3."),
    ("FixtureMoved", {"fixture": "f", "at": AT}, f"Ants – Bees is moved, {AT}."),
    ("FixtureMoved", {"fixture": "x"}, "x is moved."),
    ("FixtureCancelled", {"fixture": "f"}, "Ants – Bees is cancelled."),
    ("FixtureCancelled", {"fixture": "f", "reason": "snow"}, "Ants – Bees is cancelled (snow)."),
    (
        "ResultAwarded",
        {"fixture": "f", "awards": AWARDS},
        "Ants – Bees is awarded: Ants shootout win, Bees shootout loss.",
    ),
    (
        "ResultAwarded",
        {"fixture": "f", "awards": AWARDS, "basis": "result", "reason": "a sheet"},
        "Ants – Bees is known by its result: Ants shootout win, Bees shootout loss (a sheet).",
    ),
    (
        "GameChosen",
        {"fixture": "f", "game": "second"},
        "For Ants – Bees it is chosen which of their games counts.",
    ),
    (
        "GameChosen",
        {"fixture": "f", "reason": "both agree"},
        "For Ants – Bees the first game that was played counts again (both agree).",
    ),
    ("LotsDrawn", {"season": "s", "teams": ["b", "a"]}, "Lots are drawn: Bees, then Ants."),
    ("NoteAdded", {"text": "It rains."}, "Note: It rains."),
]


@pytest.mark.parametrize(("type_", "data", "said"), SAID)
def test_an_event_is_a_sentence(type_: str, data: dict[str, Any], said: str) -> None:
    event = read(Event(version=9, type=type_, data=data))
    assert sentence(STATE, event.type, event.data) == said


def test_every_type_but_corrections_is_told_here() -> None:
    assert set(PAYLOADS) - {type_ for type_, _, _ in SAID} == {
        "EventAmended",
        "EventInserted",
        "EventRetracted",
    }


def test_a_moment_is_told_by_the_clocks_of_its_season() -> None:
    moved = read(Event(version=9, type="FixtureMoved", data={"fixture": "f", "at": AT}))
    nowhere = read(Event(version=9, type="FixtureMoved", data={"fixture": "x", "at": AT}))

    def clock(at: str, zone: str | None) -> str:
        return f"{at} in {zone}"

    told_ = {
        place: sentence(state, event.type, event.data, clock)
        for place, state, event in (
            ("Berlin", BERLIN, moved),
            ("nowhere", BERLIN, nowhere),
            ("UTC", STATE, moved),
        )
    }
    assert told_ == {
        "Berlin": f"Ants – Bees is moved, {AT} in Europe/Berlin.",
        "nowhere": f"x is moved, {AT} in None.",
        "UTC": f"Ants – Bees is moved, {AT} in None.",
    }
