"""Leagues over HTTP: their logs, whose they are, and what follows of the games."""

from __future__ import annotations

from typing import Any

import pytest

from events.database import writing
from events.keeping.verification import verify_all
from projections import tables
from projections.seasons.league_read_model import LeagueReadModel
from tests.api.club import ADMIN, Club, club, fixture, pairs, win
from tests.api.site import CREATION, OPENING, Site, event, read, read_lines


@pytest.fixture
def league(site: Site) -> Club:
    return club(site)


def test_a_league_is_made_once(site: Site) -> None:
    wanted = {"id": "club", "name": "The Club", "ruleset": "und1c1", "visibility": "public"}
    first = site.post("/leagues", wanted)
    assert first.status_code == 201
    assert first.headers["Location"].endswith("/api/v1/leagues/club")
    document = read(first)
    assert (document["version"], document["seasons"], document["visibility"]) == (1, [], "public")
    assert site.post("/leagues", wanted).status_code == 200
    assert site.post("/leagues", {**wanted, "name": "Another"}).status_code == 409
    assert site.post("/leagues", {**wanted, "id": "chess", "ruleset": "chess"}).status_code == 422
    site.make(id="game")
    assert site.post("/leagues", {**wanted, "id": "game"}).status_code == 409
    assert [one["id"] for one in read(site.get("/leagues", None))] == ["club"]
    assert site.get("/games/club").status_code == 404
    assert site.post("/games/club/events", {"events": [OPENING[0]]}).status_code == 404


def test_a_season_is_generated_played_and_ranked(either_site: Site) -> None:
    league = club(either_site)
    listed = league.get("/seasons/autumn/fixtures")
    assert {frozenset(one["teams"]) for one in listed} == {
        frozenset(pair) for pair in (("ants", "bees"), ("ants", "cats"), ("bees", "cats"))
    }
    assert sorted(one["teams"][0] for one in listed) == ["ants", "bees", "cats"]
    assert [one["round"] for one in listed] == [1, 2, 3]
    assert league.standings() == [(1, "ants", 0), (2, "bees", 0), (3, "cats", 0)]
    win(league, "cats", "ants", 2)
    game = win(league, "bees", "cats")
    assert league.standings() == [(1, "cats", 3), (2, "bees", 3), (3, "ants", 0)]
    text = "level with Bees on 3 points; ahead by goals, 2 to 1"
    assert league.rows()["cats"]["ties"][0]["text"] == text
    found = [one for one in league.get("/seasons/autumn/fixtures") if one["game"] == game.id]
    assert found[0]["result"]["basis"] == "game"
    assert {line["team"]: line["outcome"] for line in found[0]["result"]["lines"]} == {
        "bees": "win",
        "cats": "loss",
    }
    assert list(verify_all(either_site.services.store)) == []


def test_generating_again_is_a_retry(league: Club) -> None:
    again = league.ask("POST", "/seasons/autumn/fixtures", json={"generate": "round-robin"})
    assert again.status_code == 200
    twice = {"generate": "round-robin", "legs": 2, "first_round": 4}
    answer = league.ask("POST", "/seasons/autumn/fixtures", json=twice)
    assert len(read(answer)) == 6
    homes = [one["teams"][0] for one in read(answer)]
    assert {team: homes.count(team) for team in homes} == {"ants": 2, "bees": 2, "cats": 2}


def test_a_correction_of_an_old_game_changes_what_depends_on_it(league: Club) -> None:
    old = win(league, "ants", "bees")
    win(league, "ants", "cats", 3)
    win(league, "bees", "cats", 2)
    before = league.rows()
    at_home = ("ants", "bees") in pairs(league)
    right = {"1": 0, "2": 2} if at_home else {"1": 2, "2": 0}
    league.site.record(old, event("EventAmended", None, target=2, data={"score": right}))
    league.site.judge(old)
    after = league.rows()
    assert (before["ants"]["points"], after["ants"]["points"]) == (6, 3)
    assert (before["bees"]["points"], after["bees"]["points"]) == (3, 6)
    assert after["cats"] == before["cats"]


def test_correcting_the_league_changes_exactly_what_depends_on_it(league: Club) -> None:
    win(league, "ants", "bees")
    win(league, "bees", "cats")
    before = league.export()
    log = league.get("/leagues/club/events")["events"]
    entered = next(one for one in log if one["data"].get("team") == "bees")
    better = {**entered["data"], "name": "Bumblebees"}
    league.record("EventAmended", target=entered["version"], data=better)
    after = league.export()
    assert str(after).replace("Bumblebees", "Bees") == str(before)
    scheduled = next(
        one for one in log if one["data"].get("fixture") == fixture(league, "bees", "cats")
    )
    league.record("EventRetracted", target=scheduled["version"])
    assert {team: row["played"] for team, row in league.rows().items()} == {
        "ants": 1,
        "bees": 1,
        "cats": 0,
    }
    assert len(league.get("/seasons/autumn/fixtures")) == 2
    shown = league.get("/leagues/club/events?view=effective")["events"]
    assert [one["step"] for one in shown] == list(range(1, len(shown) + 1))
    assert next(one for one in shown if one["data"].get("team") == "bees")["amended_by"] == 9


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("TeamEntered", {"season": "spring", "team": "dogs", "name": "Dogs"}, "season"),
    ("TeamEntered", {"season": "autumn", "team": "Dogs!", "name": "Dogs"}, "team"),
    ("TeamWithdrawn", {"season": "autumn", "team": "dogs"}, "team"),
    ("SeasonOpened", {"season": "autumn", "name": "Again"}, "season"),
    ("SeasonOpened", {"season": "spring", "name": "S", "ruleset": "chess"}, "ruleset"),
    (
        "SeasonOpened",
        {"season": "spring", "name": "S", "settings": {"points": {"triumph": 5}}},
        "settings",
    ),
    ("FixtureScheduled", {"season": "autumn", "fixture": "x", "teams": ["ants"]}, "teams"),
    ("FixtureScheduled", {"season": "autumn", "fixture": "x", "teams": ["ants"] * 2}, "teams"),
    (
        "FixtureScheduled",
        {"season": "autumn", "fixture": "x", "teams": ["ants", "dogs"]},
        "teams",
    ),
    ("FixtureMoved", {"fixture": "x", "round": 2}, "fixture"),
    ("FixtureCancelled", {"fixture": "x"}, "fixture"),
    (
        "ResultAwarded",
        {
            "fixture": "autumn-1-1",
            "awards": [{"team": t, "outcome": "glory"} for t in ("cats", "bees")],
        },
        "awards",
    ),
    (
        "ResultAwarded",
        {
            "fixture": "autumn-1-1",
            "awards": [{"team": t, "outcome": "draw"} for t in ("dogs", "bees")],
        },
        "awards",
    ),
    ("LotsDrawn", {"season": "autumn", "teams": ["ants", "ants"]}, "teams"),
    ("EventRetracted", {"target": 1}, "target"),
    ("EventAmended", {"target": 3, "data": {"season": "spring"}}, "data"),
    ("EventInserted", {"after": 3, "type": "LeagueCreated", "data": {"name": "B"}}, "type"),
    ("LeagueCreated", {"name": "B"}, "type"),
    ("GameEnded", {"reason": "time"}, "type"),
]


def test_what_refers_to_nothing_is_refused(league: Club) -> None:
    before = league.site.content()
    good = event("NoteAdded", None, text="so far so good")
    for type_, data, field in REFUSED:
        body = {"events": [good, {"type": type_, "data": data}]}
        answer = league.ask("POST", "/leagues/club/events", json=body)
        assert answer.status_code == 422, (type_, data, answer.text)
        errors = read(answer)["errors"]["events"]["1"]
        assert field in {**errors, **errors.get("data", {})}, (type_, data)
    assert league.site.content() == before


def test_ids_make_retries_safe_and_versions_guard_writes(league: Club) -> None:
    id_ = "0195f0a0-0000-7000-8000-000000000001"
    note = {"type": "NoteAdded", "data": {"text": "so"}, "id": id_}
    first = league.ask("POST", "/leagues/club/events", json={"events": [note]})
    again = league.ask("POST", "/leagues/club/events", json={"events": [note]})
    assert (first.status_code, again.status_code) == (201, 200)
    assert read(first) == read(again)
    other = {**note, "data": {"text": "other"}}
    assert league.ask("POST", "/leagues/club/events", json={"events": [other]}).status_code == 409
    stale = {"events": [event("NoteAdded", None, text="x")], "expected_version": 1}
    answer = league.ask("POST", "/leagues/club/events", json=stale)
    assert (answer.status_code, read(answer)["version"]) == (409, 9)
    named = league.ask("PATCH", "/leagues/club", json={"name": "X"}, headers={"If-Match": '"3-x"'})
    assert named.status_code == 409
    assert read(league.ask("PATCH", "/leagues/club", json={"name": "X"}))["name"] == "X"


def test_tags_change_with_what_they_are_of(league: Club) -> None:
    def tag(path: str) -> str:
        answer = league.ask("GET", path)
        same = league.ask("GET", path, headers={"If-None-Match": answer.headers["ETag"]})
        assert same.status_code == 304
        return str(answer.headers["ETag"])

    paths = ("/leagues/club", "/seasons/autumn/fixtures", "/seasons/autumn/standings")
    before = {path: tag(path) for path in paths}
    win(league, "ants", "bees")
    after = {path: tag(path) for path in paths}
    assert [before[path] == after[path] for path in paths] == [True, False, False]


def test_games_are_listed_by_league(league: Club) -> None:
    site = league.site
    site.make(id="derby", fixture="autumn-1-1")
    site.make(id="friendly")
    guest = site.token("spectator", league="club")
    for token in (league.token, guest, ADMIN):
        assert [one["id"] for one in read(site.get("/games?league=club", token))] == ["derby"]
    assert [one["id"] for one in read(site.get("/games", guest))] == ["derby"]
    assert read(site.get("/games?league=club", None)) == []


def test_a_game_does_not_slip_into_another_s_league(league: Club) -> None:
    site = league.site
    outsider = site.token("organizer")
    game = site.make(outsider, id="stray")
    created = read(site.get("/games/stray/events"))["events"][0]["data"]
    amended = event("EventAmended", None, target=1, data={**created, "fixture": "autumn-1-1"})
    for token in (outsider, game.recorder):
        answer = site.post("/games/stray/events", {"events": [amended]}, token)
        assert answer.status_code == 403, answer.text
    assert site.post("/games/stray/events", {"events": [amended]}).status_code == 201
    renamed = {
        **created,
        "fixture": "autumn-1-1",
        "seats": [{"seat": "1", "name": "A"}, {"seat": "2", "name": "B"}],
    }
    kept = event("EventAmended", None, target=1, data=renamed)
    assert site.post("/games/stray/events", {"events": [kept]}, game.recorder).status_code == 201
    early = {**CREATION, "id": "early", "fixture": "autumn-9-1"}
    assert site.post("/games", early, outsider).status_code == 422
    body = {"id": "autumn-9-1", "teams": ["ants", "bees"]}
    assert league.ask("POST", "/seasons/autumn/fixtures", json=body).status_code == 201
    wrong = {**CREATION, "ruleset": "und1c1", "fixture": "autumn-1-1"}
    wrong["seats"] = [{"seat": "a", "name": "A"}, {"seat": "b", "name": "B"}]
    assert site.post("/games", wrong).status_code == 422


def test_an_export_is_taken_back_and_the_tables_are_filled_again(
    league: Club, tmp_path: Any
) -> None:
    game = win(league, "ants", "bees")
    exported = league.ask("GET", "/leagues/club/export").get_data()
    of_game = league.site.get(f"{game.path}/export").get_data()
    other = Site(f"sqlite:///{tmp_path / 'other.db'}")
    organizer = other.token("organizer")
    lines = {"data": exported, "headers": {"Content-Type": "application/x-ndjson"}}
    assert other.ask("POST", "/import", organizer, **lines).status_code == 403
    first = other.ask("POST", "/import", **lines)
    assert first.status_code == 201, first.text
    assert first.headers["Location"].endswith("/leagues/club")
    assert other.ask("POST", "/import", **lines).status_code == 200
    broken = exported.replace(b"Bees", b"Fees")
    assert other.ask("POST", "/import", **{**lines, "data": broken}).status_code == 422
    with_game = {**lines, "data": of_game}
    assert other.ask("POST", "/import", organizer, **with_game).status_code == 403
    assert other.ask("POST", "/import", **with_game).status_code == 201
    other.judge(game)
    copy = Club(other, other.token("organizer", league="club"))
    assert copy.export() == league.export()
    assert other.get("/leagues/club/export").get_data() == exported
    other.services.engine.dispose()


def test_tables_that_were_lost_are_filled_again(league: Club) -> None:
    game = win(league, "ants", "bees")
    before, here = league.export(), league.site.services
    with writing(here.engine) as connection:
        tables.metadata.drop_all(connection)
    tables.prepare(here.engine)
    assert here.leagues.behind() == ["club"]
    here.leagues.catch_up("club")
    league.site.judge(game)
    assert league.export() == before
    with writing(here.engine) as connection:
        tables.metadata.drop_all(connection)
    tables.prepare(here.engine)
    league.site.judge(game)
    here.leagues.catch_up("club")
    assert league.export() == before


def test_the_feed_has_the_league_s_events_for_who_may_see_them(league: Club) -> None:
    def leagues(token: str | None) -> list[str]:
        lines = read_lines(league.site.get("/events", token))
        return [line["type"] for line in lines if "league" in line]

    assert leagues(ADMIN)[:2] == ["LeagueCreated", "SeasonOpened"]
    assert leagues(league.token) == leagues(ADMIN)
    assert leagues(None) == []
    lines = {"headers": {"Accept": "application/x-ndjson"}}
    log = read_lines(league.ask("GET", "/leagues/club/events?after=6&version=7", **lines))
    assert [(one["version"], one["type"]) for one in log] == [(7, "FixtureScheduled")]
    assert league.site.get("/leagues/club?version=99").status_code == 404
    assert read(league.site.get("/leagues/club?version=1"))["seasons"] == []


def test_what_is_kept_of_a_league_is_what_its_log_says(league: Club) -> None:
    here = league.site.services
    for type_, data in (
        ("TeamEntered", {"season": "autumn", "team": "dogs", "name": "Dogs"}),
        ("FixtureScheduled", {"season": "autumn", "fixture": "x", "teams": ["dogs", "ants"]}),
        ("EventRetracted", {"target": 10}),
        ("FixtureScheduled", {"season": "autumn", "fixture": "y", "teams": ["bees", "ants"]}),
        ("EventRetracted", {"target": 11}),
    ):
        league.record(type_, **data)
        kept, anew = here.leagues.read("club"), LeagueReadModel(here.store).read("club")
        assert (kept.log.version, kept.state) == (anew.log.version, anew.state)
        assert [one.version for one in kept.log.events] == [one.version for one in anew.log.events]
    assert {"x", "y"} <= kept.state.home.keys()


def test_both_teammates_get_the_points_of_their_side(league: Club) -> None:
    site = league.site
    names = ("Ana", "Bo", "Cy", "Di", "Eve")
    ids = {name: read(site.post("/people", {"name": name}))["id"] for name in names}
    team = {"season": "autumn", "team": "ants", "name": "Ants", "people": [ids["Eve"]]}
    league.record("TeamEntered", **team)
    found = fixture(league, "ants", "bees")
    seats = [
        {"seat": str(n), "name": name, "person": ids[name]} for n, name in enumerate(names[:4], 1)
    ]
    league.play(found, 2, 0, seats=seats)
    winners = {seats[n]["name"] for n in (0, 2)}

    def table(token: str | None = None) -> list[tuple[str, int, float]]:
        rows = league.get("/seasons/autumn/standings?of=people", token)["rows"]
        return [(row["name"], row["played"], row["points"]) for row in rows]

    assert table() == [
        (name, 1, 3 if name in winners else 0)
        for name in sorted(names[:4], key=lambda name: (name not in winners, name))
    ]
    awards = [{"team": "ants", "outcome": "win"}, {"team": "cats", "outcome": "loss"}]
    league.record("ResultAwarded", fixture=fixture(league, "ants", "cats"), awards=awards)
    assert ("Eve", 1, 3) in table()
    guest = site.token("spectator", league="club")
    assert {name for name, _, _ in table(guest)} == set(names[:4])
    assert site.get("/seasons/autumn/standings?of=dogs").status_code == 422


def test_rebuilding_mends_whatever_the_tables_say(league: Club) -> None:
    win(league, "ants", "bees")
    before, here = league.export(), league.site.services
    with writing(here.engine) as connection:
        connection.execute(tables.teams.update().values(name="Nobody"))
        connection.execute(tables.fixtures.delete().where(tables.fixtures.c.round == 1))
        connection.execute(tables.played.update().values(team="cats"))
        connection.execute(tables.standings.update().values(row={}))
        connection.execute(tables.seasons.update().values(status="closed"))
    here.leagues.rebuild("club")
    assert league.export() == before


@pytest.mark.parametrize(
    ("home", "away", "said"),
    [
        ("2 of 2", "2 of 2", "The shares of the teams come to 4, not 2"),
        ("0 of 2", "0 of 2", "The shares of the teams come to 0, not 2"),
        ("3 of 6", "1 of 4", "Of 2 teams each has a share of 2; choose one for each."),
        ("2 of 2", "0 of 2", ""),
        ("1 of 2", "1 of 2", ""),
    ],
)
def test_shares_of_rivals_beaten_go_together(site: Site, home: str, away: str, said: str) -> None:
    league = club(site, ruleset="football-u")
    found = fixture(league, "ants", "bees")
    awards = [{"team": "ants", "outcome": home}, {"team": "bees", "outcome": away}]
    body = {"events": [event("ResultAwarded", fixture=found, awards=awards, basis="result")]}
    answer = league.ask("POST", "/leagues/club/events", json=body)
    assert answer.status_code == (422 if said else 201)
    assert said in answer.text
    less = {"fixture": found, "awards": [{**one, "outcome": "0 of 2"} for one in awards]}
    league.record("ResultAwarded", **less)


def test_what_is_counted_is_never_fewer_than_none(site: Site) -> None:
    league = club(site, ruleset="football-u")
    awards = [
        {"team": "ants", "outcome": "2 of 2", "amounts": {"season_wins": -3}},
        {"team": "bees", "outcome": "0 of 2"},
    ]
    found = fixture(league, "ants", "bees")
    body = {"events": [event("ResultAwarded", fixture=found, awards=awards)]}
    answer = league.ask("POST", "/leagues/club/events", json=body)
    assert answer.status_code == 422
    assert "Season wins cannot be fewer than none; write 0 or more." in answer.text
