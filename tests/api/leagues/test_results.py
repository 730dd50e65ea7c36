"""Results of fixtures over HTTP: which game counts, what is awarded, what is closed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.club import Club, club, fixture, pairs, win
from tests.api.site import CREATION, OPENING, Site, event, read


@pytest.fixture
def league(site: Site) -> Club:
    return club(site)


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


def test_teams_of_sides_that_a_game_does_not_have_are_passed_over(league: Club) -> None:
    found = fixture(league, "ants", "bees")
    game = league.play(found, 2, 0, teams={"1": "bees", "2": "ants"})
    created = read(league.site.get(f"{game.path}/events"))["events"][0]["data"]
    away = {**created, "teams": {"x": "bees", "y": "ants"}}
    league.site.record(game, event("EventAmended", None, target=1, data=away))
    league.site.judge(game)
    assert sorted(row[2] for row in league.standings()) == [0, 0, 3]


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


def test_no_correction_of_another_event_changes_a_closed_season(league: Club) -> None:
    found = fixture(league, "ants", "bees")
    log = league.get("/leagues/club/events")["events"]
    season = next(e for e in log if e["type"] == "SeasonOpened")
    again = {**season["data"], "settings": {"points": {"win": 9}}}
    league.record("SeasonOpened", season="spring", name="Spring")
    for team in ("ants", "bees"):
        league.record("TeamEntered", season="spring", team=team, name=team)
    friendly = {"season": "spring", "fixture": "friendly", "teams": ["ants", "bees"]}
    league.record("FixtureScheduled", **friendly)
    elsewhere = league.record("ResultAwarded", fixture="friendly", awards=AWARD)
    league.record("SeasonClosed", season="autumn")
    before = league.site.content()
    refused: list[tuple[str, dict[str, Any]]] = [
        ("EventRetracted", {"target": season["version"]}),
        ("EventAmended", {"target": season["version"], "data": again}),
        ("EventInserted", {"after": 1, "type": "SeasonOpened", "data": again}),
        ("EventAmended", {"target": elsewhere, "data": {"fixture": found, "awards": AWARD}}),
    ]
    for type_, data in refused:
        answer = league.ask("POST", "/leagues/club/events", json={"events": [event(type_, **data)]})
        assert answer.status_code == 422, type_
        assert "Autumn is closed; open it again first, then change it." in answer.text, type_
    assert league.site.content() == before
    league.record("EventRetracted", target=elsewhere)
    league.record("SeasonReopened", season="autumn")
    league.record("EventAmended", target=season["version"], data=again)


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


@pytest.mark.parametrize(
    ("home", "away", "said"),
    [
        ({"goals": -3}, {}, "Goals cannot be fewer than none; write 0 or more."),
        ({}, {"goals": -3}, "Goals cannot be fewer than none; write 0 or more."),
        ({"goals": 3, "goal_difference": -2}, {"goals": 1}, -2),
        ({"goals": 3}, {"goals": 1, "goal_difference": 7}, 7),
        ({"goal_difference": 3}, {"goal_difference": 3}, 3),
        ({"goal_difference": -3}, {}, -3),
        ({}, {"goal_difference": 0}, 0),
    ],
)
def test_an_amount_that_contradicts_the_rest_is_refused(
    league: Club, home: dict[str, int], away: dict[str, int], said: str | int
) -> None:
    awards = [
        {"team": "ants", "outcome": "win", "amounts": home},
        {"team": "bees", "outcome": "loss", "amounts": away},
    ]
    data = {"fixture": fixture(league, "ants", "bees"), "awards": awards}
    body = {"events": [event("ResultAwarded", **data)]}
    answer = league.ask("POST", "/leagues/club/events", json=body)
    assert answer.status_code == 422
    if isinstance(said, int):
        said = (
            f"A goal difference of {said} does not go with the rest; leave it out and it follows."
        )
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
    awards = [
        {"team": team, "outcome": outcome, "amounts": {}}
        for team, outcome in (("cats", "loss"), ("ants", "win"))
    ]
    data = {"fixture": fixture(league, "cats", "ants"), "awards": awards}
    body = {"events": [event("ResultAwarded", **data)]}
    answer = league.ask("POST", "/leagues/club/events", json=body)
    assert answer.status_code == 422
    assert "Cats withdrew from Autumn; enter the team again first." in answer.text


def test_a_walkover_is_awarded_against_a_team_that_withdrew_and_keeps_its_results(
    league: Club,
) -> None:
    league.record("TeamWithdrawn", season="autumn", team="cats", results="kept")
    awards = [{"team": "cats", "outcome": "loss"}, {"team": "ants", "outcome": "win"}]
    league.record("ResultAwarded", fixture=fixture(league, "cats", "ants"), awards=awards)
    assert league.rows()["ants"]["points"] == 3


def test_the_log_names_a_private_game_only_to_who_may_know_of_it(league: Club) -> None:
    found, site = fixture(league, "ants", "bees"), league.site
    assert site.patch("/leagues/club", {"visibility": "public"}).status_code == 200
    game = league.play(found, 2, 0, id="a-secret-one", visibility="private")
    first = league.record("GameChosen", fixture=found, game=game.id)
    league.record("EventAmended", target=first, data={"fixture": found, "game": game.id})
    paths = ("/leagues/club/events", "/leagues/club/events?view=effective", "/leagues/club/export")
    for path in (*paths, "/events"):
        assert game.id in site.get(path, league.token).text, path
        told = site.get(path, None)
        assert told.status_code == 200
        assert game.id not in told.text and "GameChosen" in told.text, path
    before = site.get(paths[0], None).headers["ETag"]
    assert site.patch(game.path, {"visibility": "public"}).status_code == 200
    told = site.get(paths[0], None, headers={"If-None-Match": before})
    assert told.status_code == 200 and game.id in told.text
