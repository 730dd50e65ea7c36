"""READS: the events of a league's stream."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from projections.kit.common import CORRECTIONS, Name, NoteAdded, Payload, Text

Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")]
"""Ids of leagues, seasons, teams, fixtures and games."""

PersonId = Annotated[str, Meta(min_length=1, max_length=100)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
Moment = Annotated[str, Meta(max_length=40, extra_json_schema={"format": "date-time"})]
Round = Annotated[int, Meta(ge=1, le=10_000)]


class Settings(Payload, frozen=True, kw_only=True):
    """What a season counts otherwise than its ruleset does; null: as the ruleset does.

    `points` by outcome, for the outcomes named; `tie_breakers` in order, all of them. `time_zone`:
    whose clocks the season goes by, as `Europe/Berlin`; null: UTC.
    """

    points: dict[Word, Annotated[int, Meta(ge=-1000, le=1000)]] | None = None
    tie_breakers: Annotated[list[Word], Meta(max_length=20)] | None = None
    time_zone: Word | None = None


class LeagueCreated(Payload, frozen=True, kw_only=True):
    """Version 1 of every league. `ruleset`: what its seasons play unless they say otherwise."""

    name: Name
    ruleset: Id | None = None


class LeagueRenamed(Payload, frozen=True):
    """The league goes by another name from now on."""

    name: Name


class SeasonOpened(Payload, frozen=True, kw_only=True):
    """A season begins; `ruleset` null: the league's. Its id is one of the whole installation."""

    season: Id
    name: Name
    ruleset: Id | None = None
    settings: Settings | None = None


class SeasonClosed(Payload, frozen=True):
    """The season is over: nothing of it is changed until it is opened again."""

    season: Id
    reason: Text | None = None


class SeasonReopened(Payload, frozen=True):
    """A season that was closed may be changed again."""

    season: Id
    reason: Text | None = None


class TeamEntered(Payload, frozen=True, kw_only=True):
    """A team takes part in a season, or does so under another name, with other people.

    `people` are ids of persons: names are no part of a log.
    """

    season: Id
    team: Id
    name: Name
    people: Annotated[list[PersonId], Meta(max_length=40)] = []


class TeamWithdrawn(Payload, frozen=True, kw_only=True):
    """A team leaves a season. `results`: whether what it played still counts."""

    season: Id
    team: Id
    results: Literal["kept", "annulled"] = "kept"
    reason: Text | None = None


class FixtureScheduled(Payload, frozen=True, kw_only=True):
    """These teams are to meet, the home team first. Its id is one of the whole installation."""

    season: Id
    fixture: Id
    teams: Annotated[list[Id], Meta(min_length=2, max_length=4)]
    round: Round | None = None
    at: Moment | None = None


class FixtureMoved(Payload, frozen=True, kw_only=True):
    """A fixture is put into another round, or to another time; null: as it was."""

    fixture: Id
    round: Round | None = None
    at: Moment | None = None


class FixtureCancelled(Payload, frozen=True):
    """A fixture is not played, or does not count."""

    fixture: Id
    reason: Text | None = None


class Award(Payload, frozen=True, kw_only=True):
    """What a fixture comes to for one team: an outcome of the ruleset, and amounts by name.

    A difference that is left out follows from the amount that begins alike (`goals` gives
    `goal_difference`).
    """

    team: Id
    outcome: Word
    amounts: dict[Word, int] = {}


class ResultAwarded(Payload, frozen=True, kw_only=True):
    """The result that counts for a fixture, whatever was recorded of its game.

    `basis`: `decision` (a forfeit, a protest) or `result`: it was played, and only its result is
    known.
    """

    fixture: Id
    awards: Annotated[list[Award], Meta(min_length=2, max_length=4)]
    basis: Literal["decision", "result"] = "decision"
    reason: Text | None = None


class GameChosen(Payload, frozen=True):
    """Which game counts for a fixture that has several; null: the first that came to an outcome."""

    fixture: Id
    game: Id | None = None
    reason: Text | None = None


class LotsDrawn(Payload, frozen=True):
    """Lots were drawn among teams that are level: the first drawn is placed first."""

    season: Id
    teams: Annotated[list[Id], Meta(min_length=2, max_length=400)]


PAYLOADS: dict[str, type[Struct]] = {
    kind.__name__: kind
    for kind in (
        LeagueCreated,
        LeagueRenamed,
        SeasonOpened,
        SeasonClosed,
        SeasonReopened,
        TeamEntered,
        TeamWithdrawn,
        FixtureScheduled,
        FixtureMoved,
        FixtureCancelled,
        ResultAwarded,
        GameChosen,
        LotsDrawn,
        NoteAdded,
    )
} | CORRECTIONS
"""Every event type of a league -> its payload type."""
