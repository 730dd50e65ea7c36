"""The logs of a simulated season: a league with six teams, and the games they played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Struct

from events.clock import stamp
from events.event import Draft
from projections.kit.box import sample
from projections.kit.ruleset import Ruleset
from projections.leagues.counting import counting
from projections.leagues.payloads import Settings
from projections.leagues.schedule import round_robin
from scripts.simulation import judge, play, seating, spoil

TEAMS = {
    "foxes": ("Foxes", "Ada Abara"),
    "stoats": ("Stoats", "Bruno Berg"),
    "larks": ("Larks", "Chidi Cole"),
    "ravens": ("Ravens", "Dana Dorn"),
    "herons": ("Herons", "Emeka Eze"),
    "swifts": ("Swifts", "Farah Fuchs"),
}
"""Each team with who plays for it."""

PLAYED = 4
"""Rounds that are over; the fifth is still to be played."""

CARELESS, CORRECTED, RESULT_ONLY = (1, 1), (1, 2), (2, 1)
"""Round and number of a game with findings, of one with a correction, of one not recorded."""

NOTE = "A simulated game of a simulated season; nobody played it."
WEEK = timedelta(days=7)
TRIES = 100


class Meeting(Struct, frozen=True):
    """A fixture of the season; `teams`: home and away."""

    id: str
    round: int
    number: int
    teams: tuple[str, str]
    at: datetime

    @property
    def place(self) -> tuple[int, int]:
        """Its round, and its number there."""
        return self.round, self.number

    @property
    def game(self) -> str:
        """The id of the game that is played for it."""
        return f"{self.id}-game"


def league_of(rules: Ruleset[Any]) -> str:
    """The id of the league of a ruleset."""
    return f"demo-league-{rules.id}"


def season_of(rules: Ruleset[Any]) -> str:
    """The id of the season of a ruleset."""
    return f"demo-season-{rules.id}"


def person_of(team: str) -> str:
    """The id of who plays for a team, the same in every league."""
    return str(uuid5(NAMESPACE_URL, f"gametape-demo-person-{team}"))


def meetings(rules: Ruleset[Any], now: datetime) -> list[Meeting]:
    """Everybody meets everybody once, a round a week, of which PLAYED are over."""
    last = now - timedelta(days=2)
    return [
        Meeting(
            id=f"{season_of(rules)}-{n}-{number}",
            round=n,
            number=number,
            teams=pair,
            at=last + (n - PLAYED) * WEEK + number * timedelta(hours=2),
        )
        for n, one in enumerate(round_robin(list(TEAMS)), 1)
        for number, pair in enumerate(one.pairs, 1)
    ]


def recorded(all_: Sequence[Meeting]) -> list[Meeting]:
    """Those of which a game was recorded."""
    return [one for one in all_ if one.round <= PLAYED and one.place != RESULT_ONLY]


def league_log(rules: Ruleset[Any], all_: Sequence[Meeting]) -> Iterator[Draft]:
    """The events of the league: a season, its teams and fixtures, and one awarded result."""
    season, opened = season_of(rules), stamp(all_[0].at - WEEK)
    for type_, data in (
        ("LeagueCreated", {"name": f"{rules.name}, simulated league", "ruleset": rules.id}),
        ("NoteAdded", {"text": "All of this league was simulated; nobody played it."}),
        ("SeasonOpened", {"season": season, "name": "Simulated season"}),
        *(("TeamEntered", {"season": season, **_entry(team)}) for team in TEAMS),
        *(("FixtureScheduled", {"season": season, **_fixture(one)}) for one in all_),
    ):
        yield Draft(type=type_, data=data, at=opened)
    told = next(one for one in all_ if one.place == RESULT_ONLY)
    yield Draft(type="ResultAwarded", data=_award(rules, told), at=stamp(told.at + WEEK / 7))


def _entry(team: str) -> dict[str, Any]:
    return {"team": team, "name": TEAMS[team][0], "people": [person_of(team)]}


def _fixture(one: Meeting) -> dict[str, Any]:
    teams = list(one.teams)
    return {"fixture": one.id, "teams": teams, "round": one.round, "at": stamp(one.at)}


def _award(rules: Ruleset[Any], one: Meeting) -> dict[str, Any]:
    """What the game came to that nobody recorded."""
    *_, last = judge(rules, sample(rules), game_log(rules, one))
    counted = counting(rules.standings, Settings()).amounts
    sides = rules.sides(last.after)
    said = rules.standings.outcomes(last.after)
    home_first = dict.fromkeys(sides[seat] for seat in seating(rules, 2))
    return {
        "fixture": one.id,
        "awards": [
            {
                "team": team,
                "outcome": said[side]["outcome"],
                "amounts": _amounts(said[side], counted),
            }
            for team, side in zip(one.teams, home_first, strict=True)
        ],
        "basis": "result",
        "reason": "Nobody recorded the game; both teams told the result.",
    }


def _amounts(said: Mapping[str, Any], counted: Sequence[str]) -> dict[str, int]:
    return {name: said[name] for name in counted if isinstance(said.get(name), int)}


def game_log(rules: Ruleset[Any], one: Meeting) -> list[Draft]:
    """A whole game between two teams, labelled as simulated; the same meeting, the same game."""
    drafts = play(rules, sample(rules), 100 * one.round + one.number, seating(rules, 2))
    drafts = [_between(drafts[0], one), Draft(type="NoteAdded", data={"text": NOTE}), *drafts[1:]]
    if one.place == CARELESS:
        return _careless(rules, drafts)
    return _corrected(drafts) if one.place == CORRECTED else drafts


def _between(created: Draft, one: Meeting) -> Draft:
    """The creation of a game between the teams of a meeting."""
    seats = [
        {**seat, "name": TEAMS[team][0], "person": person_of(team)}
        for seat, team in zip(created.data["seats"], one.teams, strict=True)
    ]
    return msgspec.structs.replace(
        created, data={**created.data, "seats": seats, "fixture": one.id}
    )


def _careless(rules: Ruleset[Any], drafts: Sequence[Draft]) -> list[Draft]:
    """The game as a careless recorder would have it, which still comes to a result."""
    for seed in range(TRIES):
        spoiled = [*drafts[:2], *spoil(rules, drafts[2:], Random(seed))]
        steps = list(judge(rules, sample(rules), spoiled))
        found = [one for step in steps for one in step.findings if one.severity == "illegal"]
        if found and rules.standings.outcomes(steps[-1].after):
            return spoiled
    raise RuntimeError(f"{rules.id}: no spoiled game of {TRIES} comes to a result")


def _corrected(drafts: Sequence[Draft]) -> list[Draft]:
    """The game with an event in its middle that was recorded twice, which is then taken back."""
    middle = len(drafts) // 2
    taken_back = {"target": middle + 1, "reason": "Recorded twice."}
    twice = [drafts[middle - 1], Draft(type="EventRetracted", data=taken_back)]
    return [*drafts[:middle], *twice, *drafts[middle:]]
