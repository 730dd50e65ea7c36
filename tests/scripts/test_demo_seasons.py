"""The simulated seasons of `serve --demo`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from api.services import Services, open_services
from api.settings import Settings
from events.store import WrongVersion
from projections.games.validation import creation_errors
from projections.kit.box import components, sample
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from projections.seasons import kept_standings, validation
from projections.tables import leagues
from scripts import demo_seasons
from scripts.demo_seasons import add_season, add_seasons
from scripts.simulated_season import (
    CARELESS,
    CORRECTED,
    NOTE,
    PLAYED,
    TEAMS,
    game_log,
    league_log,
    league_of,
    meetings,
    person_of,
    recorded,
    season_of,
)
from scripts.storing import store_game
from tests.api.site import Site, read
from tests.api.web.forms import Visitor
from workers.referee import referee

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ALL = list(rulesets().values())
FOOTBALL = rulesets()["wannabe-football"]


@pytest.fixture
def here(sqlite_url: str) -> Iterator[Services]:
    opened = open_services(Settings(database=sqlite_url, synchronous="NORMAL"))
    yield opened
    opened.engine.dispose()


def judge(here: Services, rules: Ruleset[Any]) -> dict[str, Any]:
    """What a worker does; the row of each game of the season."""
    rows = {}
    for one in recorded(meetings(rules, NOW)):
        referee(here.store, here.tapes, here.games, one.game)
        rows[one.game] = here.games.summary(one.game)
    return rows


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_everything_in_a_season_is_as_the_door_wants_it(rules: Ruleset[Any]) -> None:
    all_ = meetings(rules, NOW)
    assert validation.append_errors((), list(league_log(rules, all_))) == {}
    assert len(all_) == 15
    assert all((one.at < NOW) == (one.round <= PLAYED) for one in all_)
    for one in recorded(all_):
        log = game_log(rules, one)
        parts = components(rules, sample(rules).content)
        assert creation_errors(rules, log[0].data, parts) == {}
        assert log[0].data["fixture"] == one.id
        assert log[1].data["text"] == NOTE
    assert game_log(rules, one) == log, "the same meeting is the same game"


@pytest.mark.parametrize("ruleset", ["wannabe-football", "football-u"])
def test_a_season_has_a_table_findings_and_a_correction(here: Services, ruleset: str) -> None:
    rules = rulesets()[ruleset]
    assert add_season(here, rules) == len(recorded(meetings(rules, NOW))) == 11
    rows = judge(here, rules)
    assert all(row["outcomes"] for row in rows.values()), "each came to a result"
    table = kept_standings.rows(here.engine, season_of(rules))
    assert {row["team"] for row in table} == set(TEAMS)
    assert [row["played"] for row in table] == [PLAYED] * len(TEAMS)
    by_place = {one.place: one.game for one in meetings(rules, NOW)}
    assert rows[by_place[CARELESS]]["illegal"] > 0
    corrected = rows[by_place[CORRECTED]]
    assert corrected["version"] == corrected["step"] + 2
    assert corrected["illegal"] == 0, "what was recorded twice was taken back"


def test_everything_is_public_and_labelled(here: Services) -> None:
    for rules in (FOOTBALL, rulesets()["football-u"]):
        add_season(here, rules)
        query = sa.select(leagues.c.name).where(leagues.c.league == league_of(rules))
        with here.engine.connect() as connection:
            assert "simulated" in str(connection.scalar(query))
        for stream in (league_of(rules), *(one.game for one in recorded(meetings(rules, NOW)))):
            found = here.store.stream(stream)
            assert found is not None
            assert found.visibility == "public"
    people = here.people.find()
    assert {person.id for person in people} == {person_of(team) for team in TEAMS}
    assert all(person.shown.endswith("(simulated)") for person in people)


def test_what_was_interrupted_goes_on(here: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = store_game
    stored: list[str] = []

    def until_the_fifth(*args: Any, **more: Any) -> None:
        if len(stored) == 4:
            raise KeyboardInterrupt
        stored.append(args[2])
        whole(*args, **more)

    monkeypatch.setattr(demo_seasons, "store_game", until_the_fifth)
    with pytest.raises(KeyboardInterrupt):
        add_season(here, FOOTBALL)
    monkeypatch.setattr(demo_seasons, "store_game", whole)
    told: list[str] = []
    monkeypatch.setattr(demo_seasons, "rulesets", lambda: {"wannabe-football": FOOTBALL})
    add_seasons(here, told.append)
    assert told == ["The simulated season of Wannabe Football is there, with 7 more games."]
    add_seasons(here, told.append)
    assert len(told) == 1
    games = [one.game for one in recorded(meetings(FOOTBALL, NOW))]
    for game in games:
        tape = here.tapes.get(game)
        assert tape is not None
        assert tape.ended


def test_a_season_can_be_kept_in_postgresql(postgres_url: str) -> None:
    opened = open_services(Settings(database=postgres_url))
    assert add_season(opened, FOOTBALL) == 11
    judge(opened, FOOTBALL)
    assert [row["played"] for row in kept_standings.rows(opened.engine, season_of(FOOTBALL))] == [
        4
    ] * 6
    opened.engine.dispose()


def test_an_erased_person_stays_so(here: Services) -> None:
    add_season(here, FOOTBALL)
    here.people.erase(person_of("foxes"))
    assert add_season(here, FOOTBALL) == 0
    erased = here.people.get(person_of("foxes"))
    assert erased is not None
    assert erased.name is None


def test_a_game_is_stored_whole_or_not_at_all(here: Services) -> None:
    [first, *_] = recorded(meetings(FOOTBALL, NOW))
    log = game_log(FOOTBALL, first)
    here.store.append(first.game, log[:1], recorded_by="somebody")
    with pytest.raises(WrongVersion):
        store_game(here, FOOTBALL, first.game, log)
    stream = here.store.stream(first.game)
    assert stream is not None
    assert stream.version == 1


def test_whoever_played_a_season_has_a_record_and_a_rating(sqlite_url: str) -> None:
    site = Site(sqlite_url)
    add_season(site.services, FOOTBALL)
    judge(site.services, FOOTBALL)
    people = [read(site.get(f"/people/{person_of(team)}", None)) for team in TEAMS]
    assert sorted(one["ratings"][0]["place"] for one in people) == [1, 2, 3, 4, 5, 6]
    standings = read(site.get(f"/seasons/{season_of(FOOTBALL)}/standings?of=people"))["rows"]
    counted = {row["team"]: row["played"] for row in standings}
    for person in people:
        [rating], [record] = person["ratings"], person["records"]
        assert (rating["season"], rating["league"]) == (season_of(FOOTBALL), league_of(FOOTBALL))
        # One result was entered without a game: it is rated, and nobody sat there.
        assert rating["games"] == counted[person["id"]]
        assert record["played"] == len(person["games"]) <= rating["games"]
        assert rating["low"] < rating["mu"] < rating["high"]
    page = Visitor(site, None).get(f"/people/{person_of('foxes')}")
    assert f"{people[0]['ratings'][0]['mu']:.1f}" in page
    sums = f"/seasons/{season_of(FOOTBALL)}/statistics?level=person"
    first = site.get(sums)
    assert "Ada Abara" in str(read(first))
    site.delete(f"/people/{person_of('foxes')}")
    again = site.get(sums, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert "Ada Abara" not in str(read(again))
    site.patch(f"/leagues/{league_of(FOOTBALL)}", {"visibility": "unlisted"})
    assert read(site.get(f"/people/{person_of('foxes')}", None))["ratings"] == []
    site.services.engine.dispose()
