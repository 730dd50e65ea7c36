"""Which team of a fixture plays each side of a new game: said once, and by ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from api.http.problems import unprocessable
from api.services import Services
from projections.kit.common import Seated
from projections.leagues.sides import teams_of_sides
from projections.leagues.state import Season


def teams_of_fixture(
    here: Services,
    fixture: str | None,
    sides: Mapping[str, str],
    seats: Sequence[Seated],
    wanted: Mapping[str, str] | None,
) -> Mapping[str, str]:
    """Side -> team, as `wanted` or by the names at the table; empty: no league has the fixture.

    `sides`: seat -> side. Raises 422 for teams that do not meet there.
    """
    found = None if fixture is None else here.leagues.fixture(fixture)
    if found is None or fixture is None:
        if wanted:
            raise unprocessable({"teams": ["Say which fixture these teams meet in."]})
        return {}
    season = here.leagues.read(found.league).state.seasons[found.season]
    teams = season.fixtures[fixture].teams
    if wanted is not None:
        _require(season, teams, set(sides.values()), wanted)
        return wanted
    names = {team: _name(season, team) for team in teams}
    return teams_of_sides(_words(here, sides, seats), names)


def _require(
    season: Season, teams: Iterable[str], sides: set[str], wanted: Mapping[str, str]
) -> None:
    if sorted(wanted.values()) != sorted(teams) or set(wanted) != sides:
        meet = " and ".join(_name(season, team) for team in teams)
        raise unprocessable(
            {"teams": [f"{meet} meet here: say for each side which of them it is."]}
        )


def _name(season: Season, team: str) -> str:
    found = season.teams.get(team)
    return team if found is None else found.name


def _words(
    here: Services, sides: Mapping[str, str], seats: Sequence[Seated]
) -> Mapping[str, Sequence[str]]:
    """The words that each side goes by, in seat order."""
    people = here.people.names([one.person for one in seats if one.person and not one.name])
    words: defaultdict[str, list[str]] = defaultdict(list)
    for one in seats:
        name = one.name or people.get(one.person or "", "")
        words[sides.get(one.seat, one.seat)] += [word for word in (one.team, name) if word]
    return words
