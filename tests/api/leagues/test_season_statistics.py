from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.api import seasons
from tests.api.seasons import SEASON
from tests.api.site import ADMIN, API, Game, Site, read

TABLES = (
    "statistics",
    "statistics?level=against",
    "statistics?level=person",
    "statistics?level=piece",
    "figures",
    "figures?level=against",
    "figures?level=person",
    "figures?level=season",
    "leaders",
    "leaders?stat=passing",
    "luck",
    "deserved",
    "course",
    "form",
    "head-to-head",
    "records",
    "ratings",
    "ratings?of=person",
    "ratings/history",
    "dice",
    "dice?by=recorder",
    "games",
    "findings",
    "balance",
)


def table(site: Site, path: str, token: str | None = ADMIN) -> Any:
    answer = site.get(f"/seasons/{SEASON}/{path}", token)
    assert answer.status_code == 200, answer.text
    return read(answer)


def rows_of(site: Site, path: str, token: str | None = ADMIN) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table(site, path, token)["rows"]
    return rows


def file(site: Site, path: str) -> list[dict[str, str]]:
    answer = site.get(f"/seasons/{SEASON}/{path}", headers={"Accept": "text/csv"})
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_every_table_is_there_as_json_and_as_csv(told: Site) -> None:
    for path in TABLES:
        rows = rows_of(told, path)
        lines = file(told, path)
        if path.startswith("dice"):
            rows = [face for die in rows for face in die["fairness"]["faces"]]
        elif path != "findings":
            assert rows, path
        assert len(lines) == len(rows), path
        for row, line in zip(rows, lines, strict=True):
            for name in row.keys() & line.keys():
                _same(row[name], line[name])
        by_query = told.get(f"/seasons/{SEASON}/{path}{'&' if '?' in path else '?'}format=csv")
        assert by_query.content_type.startswith("text/csv")
        assert read(told.get(f"/seasons/{SEASON}/{path}"))["rests_on"]["games"] == 3


def _same(value: Any, cell: str) -> None:
    if value is None:
        assert cell == ""
    elif isinstance(value, bool):
        assert cell == str(value).lower()
    elif isinstance(value, float | int):
        assert float(cell) == pytest.approx(value, rel=1e-8)
    else:
        assert cell.removeprefix("'") == value


def test_a_season_adds_up_to_its_games(told: Site) -> None:
    wanted: dict[str, list[float]] = {}
    for n in (1, 2, 3):
        for row in read(told.get(f"/games/game-{n}/statistics"))["rows"]:
            if row["piece"] is None and row["seat"] is not None:
                sums = wanted.setdefault(row["kind"], [0, 0.0])
                sums[0] += row["count"]
                sums[1] += row["luck"] or 0
    found: dict[str, list[float]] = {}
    for row in rows_of(told, "statistics"):
        sums = found.setdefault(row["kind"], [0, 0.0])
        sums[0] += row["count"]
        sums[1] += row["luck"] or 0
    assert found.keys() == wanted.keys()
    for kind, sums in wanted.items():
        assert found[kind] == pytest.approx(sums, abs=1e-6), kind


def test_points_of_the_course_are_those_of_the_standings(told: Site) -> None:
    last = {row["team"]: row["points"] for row in rows_of(told, "course")}
    standings = read(told.get(f"/seasons/{SEASON}/standings"))["rows"]
    assert last == {row["team"]: row["points"] for row in standings}
    deserved = {row["team"]: row["points"] for row in rows_of(told, "deserved")}
    assert deserved == last


@pytest.mark.usefixtures("played")
def test_who_may_see_the_league_sees_its_sums_and_who_may_not_does_not(site: Site) -> None:
    assert rows_of(site, "luck", token=None)
    site.patch(f"/leagues/{seasons.LEAGUE}", {"visibility": "private"})
    for path in TABLES:
        assert site.get(f"/seasons/{SEASON}/{path}", None).status_code == 404, path
    assert rows_of(site, "luck")


def test_games_that_one_may_not_know_of_are_not_named(site: Site, played: list[Game]) -> None:
    for game in played:
        site.patch(game.path, {"visibility": "private"})
    assert rows_of(site, "games", token=None) == []
    assert {row["game"] for row in rows_of(site, "records", token=None)} == {None}
    assert {row["game"] for row in rows_of(site, "ratings/history", token=None)} == {None}
    assert {row["game"] for row in rows_of(site, "games")} == {game.id for game in played}


def test_a_correction_changes_what_depends_on_it_in_every_export(
    site: Site, played: list[Game]
) -> None:
    """The last die of the second game falls otherwise; what is of Ant, Bee or Cat alone stays."""
    before = {path: file(site, path) for path in TABLES}
    game, fixture = played[1], seasons.fixtures(site)[1]
    events = read(site.get(f"{game.path}/events?limit=5000"))["events"]
    roll = next(
        e for e in reversed(events) if e["type"] == "DiceRolled" and len(e["data"]["dice"]) == 1
    )
    (die,) = roll["data"]["dice"]
    face = die["face"] % 6 + 1
    data = {"target": roll["version"], "data": {"dice": [{**die, "face": face}]}}
    site.record(game, {"type": "EventAmended", "data": data}, token=ADMIN)
    site.judge(game)
    after = {path: file(site, path) for path in TABLES}
    (other,) = set(seasons.TEAMS) - set(fixture["teams"])
    for path in TABLES:
        if path.startswith(("ratings", "dice", "leaders", "head-to-head", "deserved", "form")):
            continue
        mine = [row for row in before[path] if row.get("team") == other]
        assert mine == [row for row in after[path] if row.get("team") == other], path
        elsewhere = [row for row in before[path] if row.get("game") not in (None, game.id)]
        if path == "games":
            assert elsewhere == [row for row in after[path] if row["game"] != game.id]
    counts = {(row["die"], row["face"]): int(row["count"]) for row in after["dice"]}
    for row in before["dice"]:
        shift = (row["die"] == die["die"]) * (
            (row["face"] == str(face)) - (row["face"] == str(die["face"]))
        )
        assert counts[row["die"], row["face"]] == int(row["count"]) + shift
    # and taking it back restores every number
    amended = read(site.get(f"{game.path}"))["version"]
    site.record(game, {"type": "EventRetracted", "data": {"target": amended}}, token=ADMIN)
    site.judge(game)
    assert {path: file(site, path) for path in TABLES} == before


def test_what_is_hidden_in_a_running_game_is_in_no_export(site: Site) -> None:
    """Of a fact that only one seat may know nothing is counted until the game is over."""
    seasons.open_season(site, "football-u")
    game = seasons.play(site, seasons.fixtures(site)[0], 1, 100, ("1", "2"))
    private = [row for row in site.services.games.facts(game.id) if row["secret"]]
    open_ = [row for row in site.services.games.facts(game.id) if not row["secret"]]
    assert private
    for kind in {row["kind"] for row in private}:
        counted = sum(row["count"] for row in rows_of(site, f"statistics?kind={kind}"))
        assert counted == sum(row["kind"] == kind for row in open_)
        pieces = sum(row["count"] for row in rows_of(site, f"statistics?level=piece&kind={kind}"))
        assert pieces == sum(row["kind"] == kind and row["piece"] is not None for row in open_)


@pytest.mark.usefixtures("played")
def test_tables_are_sent_again_only_when_they_changed(site: Site) -> None:
    path = f"/seasons/{SEASON}/luck"
    tag = site.get(path).headers["ETag"]
    assert site.get(path, headers={"If-None-Match": tag}).status_code == 304
    site.patch(f"/leagues/{seasons.LEAGUE}", {"visibility": "private"})
    assert site.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_what_cannot_be_answered_says_so(told: Site) -> None:
    refused = {
        "leaders?stat=nosuch": "there are: scorers",
        "statistics?level=nosuch": "Must be one of: team",
        "figures?figure=nosuch": "There is no figure nosuch; there are: possession",
        "figures?level=season&team=x": "Those of the season are nobody's",
        "dice?format=xml": "Must be one of: json, csv",
        "luck?nosuch=1": "Unknown field",
        "ratings?of=nobody": "Must be one of: team, person",
    }
    for path, text in refused.items():
        answer = told.get(f"/seasons/{SEASON}/{path}")
        assert answer.status_code == 422, path
        assert text in answer.text, path
    assert told.get("/seasons/nosuch/luck").status_code == 404
    assert read(told.get(f"/seasons/{SEASON}/statistics?team=nosuch"))["rows"] == []


def test_a_name_that_looks_like_a_formula_is_no_formula(site: Site) -> None:
    seasons.open_season(site, "und1c1")
    site.post(f"/seasons/{SEASON}/teams", {"id": "dog", "name": "=1+1"})
    rows = file(site, "luck")
    assert [row["name"] for row in rows if row["team"] == "dog"] == ["'=1+1"]


@pytest.mark.parametrize("ruleset", ["und1c1", "wannabe-football"])
def test_what_has_no_expectation_has_none_in_any_table(site: Site, ruleset: str) -> None:
    seasons.open_season(site, ruleset)
    game = seasons.play(site, seasons.fixtures(site)[0], 1)
    expected = {
        fact["kind"] for fact in site.services.games.facts(game.id) if fact["expected"] is not None
    }
    for level in ("team", "against", "person", "piece"):
        rows = rows_of(site, f"statistics?level={level}")
        without = [row for row in rows if row["kind"] not in expected]
        assert without
        assert {(row["expected"], row["luck"]) for row in without} == {(None, None)}
        lines = file(site, f"statistics?level={level}")
        empty = [line for line in lines if line["kind"] not in expected]
        assert {(line["expected"], line["luck"]) for line in empty} == {("", "")}


def test_a_result_that_was_entered_counts_like_any_other(either_site: Site) -> None:
    """The third fixture is entered, at first as a result, then it is played after all."""
    site = either_site
    seasons.open_season(site, "und1c1")
    first, second, third = seasons.fixtures(site)
    for seed, fixture in enumerate((first, second), 1):
        seasons.play(site, fixture, seed)
    before = {path: rows_of(site, path) for path in TABLES}
    home, away = third["teams"]
    awards = [
        {"team": home, "outcome": "win", "amounts": {"goals": 2}},
        {"team": away, "outcome": "loss", "amounts": {"goals": 1}},
    ]
    data = {"fixture": third["id"], "awards": awards, "basis": "result"}
    body = {"events": [{"type": "ResultAwarded", "data": data}]}
    version = read(site.post(f"/leagues/{seasons.LEAGUE}/events", body))["version"]
    last = {row["team"]: row["points"] for row in rows_of(site, "course")}
    standings = read(site.get(f"/seasons/{SEASON}/standings"))["rows"]
    assert last == {row["team"]: row["points"] for row in standings}
    assert [row["round"] for row in rows_of(site, "course") if row["team"] == home][-1] == 3
    letters = {row["team"]: row["last"] for row in rows_of(site, "form")}
    assert (letters[home][-1], letters[away][-1]) == ("W", "L")
    (met,) = [row for row in rows_of(site, f"head-to-head?team={home}") if row["opponent"] == away]
    assert (met["games"], met["points"], met["outcomes"]) == (1, 3, "1 win")
    for of, count in (("team", 2), ("person", 2)):
        assert {row["games"] for row in rows_of(site, f"ratings?of={of}")} == {count}
    found = [row for row in rows_of(site, "games") if row["game"] is None]
    assert [(row["team"], row["outcome"], row["grade"]) for row in found] == sorted(
        [(home, "win", "result"), (away, "loss", "result")]
    )
    rests_on = table(site, "luck")["rests_on"]
    assert (rests_on["games"], rests_on["result"], rests_on["over"]) == (3, 1, 3)
    assert rows_of(site, "luck") == before["luck"]
    page = site.get(f"/seasons/{SEASON}/teams/{home}", at_root=True).text
    assert "result only" in page
    back = {"events": [{"type": "EventRetracted", "data": {"target": version}}]}
    site.post(f"/leagues/{seasons.LEAGUE}/events", back)
    assert {path: rows_of(site, path) for path in TABLES} == before
    site.post(f"/leagues/{seasons.LEAGUE}/events", body)
    seasons.play(site, third, 3)
    assert [row for row in rows_of(site, "games") if row["game"] is None] == []
    assert table(site, "luck")["rests_on"]["result"] == 0


def test_every_table_is_documented(told: Site) -> None:
    document = read(told.get("/openapi.json", at_root=True))
    for path in {path.partition("?")[0] for path in TABLES}:
        operation = document["paths"][f"{API}/seasons/{{season}}/{path}"]["get"]
        content = operation["responses"]["200"]["content"]
        assert content.keys() == {"application/json", "text/csv"}, path


def test_a_sum_that_does_not_agree_is_shown_as_a_finding_of_the_season(site: Site) -> None:
    seasons.play_all(site, "und1c1")
    assert all(row["agrees"] for row in rows_of(site, "balance"))
    assert len(rows_of(site, "balance")) == 5
    page = f"/seasons/{SEASON}"
    assert 'id="findings"' not in site.get(page, at_root=True).text
    with site.services.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM rolls WHERE step = (SELECT max(step) FROM rolls)")
    (row,) = [row for row in rows_of(site, "balance") if not row["agrees"]]
    assert row["counted"] > row["stated"]
    text = site.get(page, at_root=True).text
    assert "1 sum that does not agree" in text


def test_a_fixture_that_is_moved_takes_its_game_along(site: Site) -> None:
    seasons.open_season(site, "wannabe-football")
    fixture = seasons.fixtures(site)[0]
    seasons.play(site, fixture, 1)
    assert {row["round"] for row in rows_of(site, "course")} == {fixture["round"]}
    moved = {"type": "FixtureMoved", "data": {"fixture": fixture["id"], "round": 9}}
    answer = site.post(f"/leagues/{seasons.LEAGUE}/events", {"events": [moved]})
    assert answer.status_code == 201, answer.text
    assert {row["round"] for row in rows_of(site, "course")} == {9}
    assert {row["round"] for row in rows_of(site, "games")} == {9}
    version = read(answer)["version"]
    back = {"type": "EventRetracted", "data": {"target": version}}
    site.post(f"/leagues/{seasons.LEAGUE}/events", {"events": [back]})
    assert {row["round"] for row in rows_of(site, "course")} == {fixture["round"]}
    scheduled = read(site.get(f"/leagues/{seasons.LEAGUE}/events?limit=100"))["events"]
    (mine,) = [
        event
        for event in scheduled
        if event["type"] == "FixtureScheduled" and event["data"]["fixture"] == fixture["id"]
    ]
    gone = {"type": "EventRetracted", "data": {"target": mine["version"]}}
    site.post(f"/leagues/{seasons.LEAGUE}/events", {"events": [gone]})
    assert rows_of(site, "statistics") == rows_of(site, "games") == []
    assert table(site, "luck")["rests_on"]["games"] == 0
