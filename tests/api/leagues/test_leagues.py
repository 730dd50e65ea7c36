"""Leagues over HTTP: their logs, whose they are, and what follows of the games."""

from __future__ import annotations

from typing import Any

import pytest

from events.database import writing
from events.verification import verify_all
from projections import tables
from projections.seasons.league_read_model import LeagueReadModel
from tests.api.club import ADMIN, Club, club
from tests.api.site import CREATION, OPENING, Site, event, read, read_lines


@pytest.fixture
def league(site: Site) -> Club:
    return club(site)


def pairs(league: Club) -> dict[tuple[str, ...], str]:
    return {tuple(one["teams"]): one["id"] for one in league.get("/seasons/autumn/fixtures")}


def fixture(league: Club, home: str, away: str) -> str:
    return pairs(league).get((home, away)) or pairs(league)[away, home]


def win(league: Club, winner: str, loser: str, goals: int = 1, **body: Any) -> Any:
    """A game that `winner` won, whoever was at home."""
    found = fixture(league, winner, loser)
    at_home = (winner, loser) in pairs(league)
    return league.play(found, goals if at_home else 0, 0 if at_home else goals, **body)


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


def test_a_game_counts_once_it_has_ended_and_its_branches_never_do(league: Club) -> None:
    found = fixture(league, "ants", "bees")
    game = league.site.make(league.token, fixture=found)
    league.site.record(game, *OPENING)
    league.site.judge(game)
    shown = {one["id"]: one for one in league.get("/seasons/autumn/fixtures")}
    assert (shown[found]["game"], shown[found]["result"]) == (game.id, None)
    league.site.record(game, event("GameEnded", None, reason="abandoned"))
    league.site.judge(game)
    assert {row["played"] for row in league.rows().values()} == {0}
    second = league.play(found, 2, 0)
    branch = league.site.of(league.site.post(f"{second.path}/branches", {"step": 1}))
    league.site.record(branch, event("GameEnded", None, reason="concession", winner="2"))
    league.site.judge(branch)
    third = league.play(found, 0, 5)
    shown = {one["id"]: one for one in league.get("/seasons/autumn/fixtures")}
    assert shown[found]["game"] == second.id != third.id
    assert [row["points"] for row in league.rows().values()] == [3, 0, 0]


def test_sides_are_known_by_the_names_of_teams(league: Club) -> None:
    found = fixture(league, "ants", "bees")
    home, away = next(pair for pair, id_ in pairs(league).items() if id_ == found)
    seats = [{"seat": "1", "name": away.upper()}, {"seat": "2", "name": "Whoever"}]
    league.play(found, 2, 0, seats=seats)
    assert league.standings()[0][1:] == (away, 3)
    assert league.rows()[home]["points"] == 0


@pytest.mark.parametrize("told", [True, False])
def test_a_game_stays_its_team_s_whatever_the_teams_are_called_later(
    league: Club, told: bool
) -> None:
    """Home and away sit the other way round; `told`: the game says which team each side is."""
    found = fixture(league, "ants", "bees")
    home, away = next(pair for pair, id_ in pairs(league).items() if id_ == found)
    seats = [{"seat": "1", "name": away.title()}, {"seat": "2", "name": home.title()}]
    game = league.play(found, 2, 0, seats=seats)
    created = read(league.site.get(f"{game.path}/events"))["events"][0]["data"]
    assert created["teams"] == {"1": away, "2": home}
    if not told:
        older = {key: value for key, value in created.items() if key != "teams"}
        league.site.record(game, event("EventAmended", None, target=1, data=older))
        league.site.judge(game)
    before = league.standings()
    assert before[0][1:] == (away, 3)
    for team, name in ((home, "Newts"), (away, "Owls")):
        league.record("TeamEntered", season="autumn", team=team, name=name)
    assert {row[1:] for row in league.standings()} == {row[1:] for row in before}
    league.site.judge(game)
    league.site.services.leagues.rebuild("club")
    assert {row[1:] for row in league.standings()} == {row[1:] for row in before}


def test_who_makes_a_game_may_say_which_team_each_side_is(league: Club) -> None:
    found = fixture(league, "ants", "bees")
    league.play(found, 2, 0, teams={"1": "bees", "2": "ants"})
    assert league.standings()[0][1:] == ("bees", 3)
    for wrong in ({"1": "cats", "2": "ants"}, {"1": "bees"}, {"1": "bees", "3": "ants"}):
        body = {**CREATION, "fixture": found, "teams": wrong}
        answer = league.ask("POST", "/games", json=body)
        assert answer.status_code == 422
        assert "meet here: say for each side which of them it is" in answer.text
    assert league.site.post("/games", {**CREATION, "teams": {"1": "ants"}}).status_code == 422


def test_the_first_game_that_came_to_an_outcome_counts_until_another_is_chosen(
    league: Club,
) -> None:
    found, site = fixture(league, "ants", "bees"), league.site
    late = site.make(league.token, fixture=found, id="a-late-one")
    first = league.play(found, 2, 0, id="the-first")
    over = event("GameEnded", None, reason="concession", winner="2")
    site.record(late, *OPENING, over)
    site.judge(late)

    def shown() -> tuple[str, list[str]]:
        one = next(one for one in league.get("/seasons/autumn/fixtures") if one["id"] == found)
        return one["game"], one["games"]

    assert shown() == (first.id, [first.id, late.id])
    before = league.export()
    chosen = league.record("GameChosen", fixture=found, game=late.id, reason="a friendly")
    assert shown() == (late.id, [late.id, first.id])
    assert league.export()["/standings"] != before["/standings"]
    league.record("GameChosen", fixture=found)
    assert league.export() == before
    league.record("EventRetracted", target=chosen)
    other = site.make(league.token, id="elsewhere")
    for game in (other.id, "nosuch"):
        body = {"events": [event("GameChosen", fixture=found, game=game)]}
        answer = league.ask("POST", "/leagues/club/events", json=body)
        assert "That game was not made for this fixture" in answer.text
    # A correction of the first one's ending leaves it the first.
    ended = event("EventAmended", None, target=3, data={"reason": "concession", "winner": "1"})
    site.record(first, ended)
    site.judge(first)
    site.services.leagues.rebuild("club")
    assert shown()[0] == first.id


def test_an_award_counts_instead_of_the_game_until_it_is_retracted(league: Club) -> None:
    win(league, "ants", "bees")
    before = league.export()
    awards = [
        {"team": "bees", "outcome": "win", "amounts": {"goals": 3}},
        {"team": "ants", "outcome": "loss", "amounts": {"goals": 0}},
    ]
    found = fixture(league, "ants", "bees")
    version = league.record("ResultAwarded", fixture=found, awards=awards, reason="no-show")
    rows = league.rows()
    assert (rows["bees"]["points"], rows["ants"]["points"]) == (3, 0)
    assert rows["bees"]["amounts"]["goal_difference"] == 3
    assert league.export() != before
    league.record("EventRetracted", target=version)
    assert league.export() == before


def test_a_result_without_a_game_is_entered(league: Club) -> None:
    awards = [
        {"team": "ants", "outcome": "draw", "amounts": {"goals": 1}},
        {"team": "cats", "outcome": "draw", "amounts": {"goals": 1}},
    ]
    found = fixture(league, "ants", "cats")
    league.record("ResultAwarded", fixture=found, awards=awards, basis="result")
    assert {row["points"] for team, row in league.rows().items() if team != "bees"} == {1}
    shown = {one["id"]: one for one in league.get("/seasons/autumn/fixtures")}
    assert (shown[found]["game"], shown[found]["result"]["basis"]) == (None, "result")


def test_what_a_score_does_not_tell_is_not_known_of_a_game_recorded_by_its_result(
    league: Club,
) -> None:
    win(league, "ants", "bees")
    row = league.rows()["ants"]
    assert (row["amounts"]["goals"], row["amounts"]["fair_play"]) == (1, None)
    assert row["unknown"] == {"fair_play": 1}


AWARD = [{"team": "ants", "outcome": "win"}, {"team": "bees", "outcome": "loss"}]


def test_a_closed_season_is_changed_only_when_it_is_opened_again(league: Club) -> None:
    found = fixture(league, "ants", "bees")
    awarded = league.record("ResultAwarded", fixture=found, awards=AWARD)
    league.record("SeasonClosed", season="autumn")
    before = league.site.content()
    refused: list[tuple[str, dict[str, Any]]] = [
        ("ResultAwarded", {"fixture": found, "awards": AWARD}),
        ("TeamEntered", {"season": "autumn", "team": "dogs", "name": "Dogs"}),
        ("TeamWithdrawn", {"season": "autumn", "team": "ants"}),
        ("FixtureScheduled", {"season": "autumn", "fixture": "x", "teams": ["ants", "bees"]}),
        ("FixtureMoved", {"fixture": found, "round": 9}),
        ("FixtureCancelled", {"fixture": found}),
        ("GameChosen", {"fixture": found}),
        ("LotsDrawn", {"season": "autumn", "teams": ["ants", "bees"]}),
        ("SeasonClosed", {"season": "autumn"}),
        ("EventRetracted", {"target": awarded}),
        ("EventAmended", {"target": awarded, "data": {"fixture": found, "awards": AWARD}}),
        (
            "EventInserted",
            {"after": 3, "type": "FixtureMoved", "data": {"fixture": found, "round": 2}},
        ),
    ]
    for type_, data in refused:
        answer = league.ask("POST", "/leagues/club/events", json={"events": [event(type_, **data)]})
        assert answer.status_code == 422, type_
        assert "Autumn is closed; open it again first, then change it." in answer.text, type_
    game = {**CREATION, "fixture": fixture(league, "ants", "cats")}
    answer = league.ask("POST", "/games", json=game)
    assert (answer.status_code, "Autumn is closed; open it again" in answer.text) == (422, True)
    assert league.site.content() == before
    league.record("SeasonReopened", season="autumn", reason="a protest")
    league.record("EventRetracted", target=awarded)
    again = {"events": [event("SeasonReopened", season="autumn")]}
    assert "Autumn is open." in league.ask("POST", "/leagues/club/events", json=again).text
    closed = league.record("SeasonClosed", season="autumn")
    league.record("EventRetracted", target=closed)
    assert league.get("/seasons/autumn")["status"] == "open"


def test_the_fixtures_of_a_team_that_withdrew_are_closed_with_it(league: Club) -> None:
    win(league, "ants", "bees")
    league.record("TeamWithdrawn", season="autumn", team="bees")
    shown = {frozenset(one["teams"]): one for one in league.get("/seasons/autumn/fixtures")}
    assert {tuple(sorted(pair)) for pair, one in shown.items() if one["open"]} == {("ants", "cats")}
    left = fixture(league, "bees", "cats")
    answer = league.ask("POST", "/games", json={**CREATION, "fixture": left})
    assert "Bees withdrew from Autumn; enter the team again first" in answer.text
    body = {"teams": ["bees", "cats"]}
    answer = league.ask("POST", "/seasons/autumn/fixtures", json=body)
    assert "Bees withdrew from Autumn; enter the team again first." in answer.text
    league.record("TeamEntered", season="autumn", team="bees", name="Bees")
    assert league.ask("POST", "/games", json={**CREATION, "fixture": left}).status_code == 201


@pytest.mark.parametrize(
    ("home", "away", "said"),
    [
        (("win", 2), ("win", 1), "One team cannot have win while the other has win."),
        (("win", 1), ("loss", 3), "1 to 3 goals is no win; change the outcome or the goals."),
        (("draw", 1), ("draw", 3), "1 to 3 goals is no draw; change the outcome or the goals."),
        (("win", 1), ("loss", -1), "Goals cannot be fewer than none; write 0 or more."),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(
    league: Club, home: tuple[str, int], away: tuple[str, int], said: str
) -> None:
    awards = [
        {"team": team, "outcome": outcome, "amounts": {"goals": goals}}
        for team, (outcome, goals) in (("ants", home), ("bees", away))
    ]
    found = fixture(league, "ants", "bees")
    body = {"events": [event("ResultAwarded", fixture=found, awards=awards)]}
    answer = league.ask("POST", "/leagues/club/events", json=body)
    assert answer.status_code == 422
    assert read(answer)["errors"]["events"]["0"]["data"]["awards"] == [said]


def test_a_decision_may_let_both_lose(league: Club) -> None:
    lost = [{"team": team, "outcome": "loss", "amounts": {"goals": 0}} for team in ("ants", "bees")]
    league.record("ResultAwarded", fixture=fixture(league, "ants", "bees"), awards=lost)
    assert {row["points"] for row in league.rows().values()} == {0}


def test_a_withdrawn_team_takes_its_results_along_where_they_are_annulled(league: Club) -> None:
    win(league, "ants", "bees")
    win(league, "cats", "ants")
    league.record("TeamWithdrawn", season="autumn", team="cats", results="annulled")
    assert league.standings() == [(1, "ants", 3), (2, "bees", 0), (None, "cats", 0)]


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


ROLES = ("admin", "organizer", "other", "guest", "anybody")


NOTE = {"events": [event("NoteAdded", text="x")]}
PAIR = {"teams": ["ants", "bees"]}
MATRIX: list[tuple[str, str, Any, tuple[int, ...]]] = [
    ("GET", "/leagues/club", None, (200, 200, 404, 200, 404)),
    ("GET", "/leagues/club/events", None, (200, 200, 404, 200, 404)),
    ("GET", "/leagues/club/export", None, (200, 200, 404, 200, 404)),
    ("GET", "/seasons/autumn", None, (200, 200, 404, 200, 404)),
    ("GET", "/seasons/autumn/standings", None, (200, 200, 404, 200, 404)),
    ("GET", "/games/derby", None, (200, 200, 404, 200, 404)),
    ("GET", "/games/derby/state?seat=1", None, (200, 200, 404, 403, 404)),
    ("POST", "/games/derby/events", NOTE, (201, 201, 404, 403, 401)),
    ("POST", "/games", {**CREATION, "fixture": "autumn-1-1"}, (201, 201, 403, 403, 401)),
    ("POST", "/leagues", {"name": "Mine"}, (201, 403, 403, 403, 401)),
    ("PATCH", "/leagues/club", {"visibility": "unlisted"}, (200, 200, 404, 403, 401)),
    ("POST", "/leagues/club/events", NOTE, (201, 201, 404, 403, 401)),
    ("POST", "/leagues/club/seasons", {"name": "Spring"}, (201, 201, 404, 403, 401)),
    ("POST", "/seasons/autumn/teams", {"name": "Dogs"}, (201, 201, 404, 403, 401)),
    ("POST", "/seasons/autumn/fixtures", PAIR, (201, 201, 404, 403, 401)),
    ("POST", "/tokens", {"role": "spectator", "league": "club"}, (201, 201, 403, 403, 401)),
    ("POST", "/tokens", {"role": "organizer", "league": "club"}, (201, 201, 403, 403, 401)),
    ("POST", "/tokens", {"role": "organizer"}, (201, 403, 403, 403, 401)),
]


def elsewhere(site: Site) -> str:
    """Who organizes another league."""
    assert site.post("/leagues", {"id": "elsewhere", "name": "Elsewhere"}).status_code == 201
    return site.token("organizer", league="elsewhere")


def test_who_may_what(league: Club) -> None:
    site = league.site
    site.record(site.make(id="derby", fixture="autumn-1-1"), *OPENING)
    tokens = {
        "admin": ADMIN,
        "organizer": league.token,
        "other": elsewhere(site),
        "guest": site.token("spectator", league.token, league="club"),
        "anybody": None,
    }
    for method, path, body, expected in MATRIX:
        more = {} if body is None else {"json": body}
        found = tuple(site.ask(method, path, tokens[role], **more).status_code for role in ROLES)
        assert found == expected, (method, path, body)


def test_no_token_is_made_for_a_league_that_is_not_there(league: Club) -> None:
    before = league.site.content()
    for role in ("organizer", "spectator"):
        answer = league.site.post("/tokens", {"role": role, "league": "nosuch"})
        assert answer.status_code == 422, answer.text
        assert read(answer)["errors"]["league"] == ["There is no league nosuch; make it first."]
    assert league.site.content() == before
    league.site.make(id="derby")
    assert league.site.post("/tokens", {"role": "organizer", "league": "derby"}).status_code == 422


def test_a_private_league_and_its_private_games_are_shut_to_guests(league: Club) -> None:
    site = league.site
    guest = site.token("spectator", league="club")
    site.make(id="derby", fixture="autumn-1-1", visibility="private")
    assert site.get("/games/derby", guest).status_code == 404
    league.ask("PATCH", "/leagues/club", json={"visibility": "private"})
    assert site.get("/seasons/autumn", guest).status_code == 404
    assert site.get("/seasons/autumn", league.token).status_code == 200
    shown = {one["id"]: one["game"] for one in league.get("/seasons/autumn/fixtures")}
    assert shown["autumn-1-1"] == "derby"


def test_who_made_a_league_organizes_it(site: Site) -> None:
    maker, other = site.token("organizer"), site.token("organizer")
    assert site.post("/leagues", {"id": "club", "name": "C"}, maker).status_code == 201
    season = {"name": "Autumn", "ruleset": "und1c1"}
    assert site.post("/leagues/club/seasons", season, maker).status_code == 201
    assert site.post("/leagues/club/seasons", season, other).status_code == 404


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
    site.make(outsider, id="early", fixture="autumn-9-1")
    body = {"id": "autumn-9-1", "teams": ["ants", "bees"]}
    assert league.ask("POST", "/seasons/autumn/fixtures", json=body).status_code == 409
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
