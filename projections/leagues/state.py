"""What a league has come to: its seasons with their teams and fixtures, in the order of entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from projections.leagues.payloads import ResultAwarded, Settings

Withdrawn = Literal["kept", "annulled"]
"""What becomes of the results of a team that leaves."""


class Team(Struct, frozen=True, kw_only=True):
    """A team in a season, and what it was called before. `withdrawn` None: it takes part."""

    id: str
    name: str
    former: Sequence[str] = ()
    people: Sequence[str] = ()
    withdrawn: Withdrawn | None = None


class Fixture(Struct, frozen=True, kw_only=True):
    """Teams that are to meet, the home team first. `chosen`: the game that the organizer chose."""

    id: str
    teams: Sequence[str]
    round: int | None = None
    at: str | None = None
    cancelled: bool = False
    awarded: ResultAwarded | None = None
    awarded_at: str | None = None
    chosen: str | None = None


class Season(Struct, frozen=True, kw_only=True):
    """A season; `lots` are the drawings of lots, the latest last."""

    id: str
    name: str
    ruleset: str
    settings: Settings = Settings()
    closed: bool = False
    teams: Mapping[str, Team] = {}
    fixtures: Mapping[str, Fixture] = {}
    lots: Sequence[Sequence[str]] = ()

    def without(self, fixture: Fixture) -> list[Team]:
        """The teams of a fixture that have left the season."""
        entered = (self.teams.get(team) for team in fixture.teams)
        return [team for team in entered if team is not None and team.withdrawn is not None]

    def is_off(self, fixture: Fixture) -> bool:
        """Whether a fixture is not to be played any more, come to a result or not."""
        return fixture.cancelled or bool(self.without(fixture))


def withdrew(teams: Sequence[Team]) -> str:
    """That teams have left a season: `Ants and Bees withdrew`; empty: none has."""
    return f"{' and '.join(team.name for team in teams)} withdrew" if teams else ""


class League(Struct, frozen=True, kw_only=True):
    """A league. `home` is the season of each fixture."""

    name: str
    ruleset: str | None = None
    seasons: Mapping[str, Season] = {}
    home: Mapping[str, str] = {}
