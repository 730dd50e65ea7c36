"""The pages of leagues and seasons, as a browser without scripts gets them."""

from __future__ import annotations

import html
import re

import pytest

from tests.api.club import Club, club, elsewhere
from tests.api.site import Site, event, read
from tests.api.web.forms import Visitor, text


def words(markup: str) -> str:
    """What a person reads of it."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def main(page: str) -> str:
    """The words of a page's main part."""
    return words(page.split('<main id="main"')[1].split("</main>")[0])


def table(page: str) -> list[list[str]]:
    """The words of each cell of the table of a season."""
    body = page.split("data standings")[1].split("<tbody>")[1].split("</tbody>")[0]
    return [
        [words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in body.split("<tr>")[1:]
    ]


@pytest.fixture
def league(site: Site) -> Club:
    return club(site)


def test_an_organizer_makes_a_league_and_a_season_without_scripts(site: Site) -> None:
    organizer = Visitor(site, site.token("organizer"))
    assert "No league yet" in organizer.get("/leagues")
    sent = organizer.send(
        "/leagues", "/leagues", name="Thursday <Table>", ruleset="wannabe-football"
    )
    league = sent.headers["Location"]
    assert "<h1>Thursday &lt;Table&gt;</h1>" in organizer.get(league)
    refused = organizer.post(league, {**season_form(organizer, league), "points": "win"}, 422)
    assert "Write an outcome and its points" in text(refused)
    strange = {**season_form(organizer, league), "tie_breakers": "beauty"}
    assert "Not known: beauty" in text(organizer.post(league, strange, 422))
    right = {"points": "shootout win 3, draw 0", "tie_breakers": "goals, head to head, name"}
    opened = organizer.post(league, {**season_form(organizer, league), **right})
    season = opened.headers["Location"]
    shown = main(organizer.get(season))
    said = "shootout win 3, shootout loss 1, draw 0, loss 0; then goals, points in the games"
    assert said in shown
    form = {"csrf": organizer.fields(season, season)["csrf"], "do": "team"}
    for name, people in (("Ants", "Ana Alm, Bo Ek"), ("Bees", ""), ("Cats", "ana  alm")):
        organizer.post(season, {**form, "name": name, "people": people})
    assert "ants take part already" in text(organizer.post(season, {**form, "name": "ants"}, 422))
    assert "Name it" in text(organizer.post(season, {**form, "name": " "}, 422))
    organizer.post(season, {**form, "do": "rename", "team": "cats", "name": "", "people": "Cy"})
    assert table(organizer.get(season))[2][1] == "Cats Cy"
    change = {"do": "rename", "team": "cats", "name": "Cats", "people": "Ana Alm"}
    organizer.post(season, {**form, **change, "team": "dogs"}, 422)
    organizer.post(season, {**form, **change})
    organizer.post(season, {**form, "do": "generate", "legs": "2"})
    page = organizer.get(season)
    assert "0 of 6 games played" in main(page)
    assert len(read(site.get("/people"))) == 3
    assert [row[1] for row in table(page)] == ["Ants Ana Alm, Bo Ek", "Bees", "Cats Ana Alm"]
    assert "Nobody yet" in main(organizer.get(f"{season}/people"))
    organizer.post(season, {**form, "do": "close"})
    shown = main(organizer.get(season))
    assert "The season is closed" in shown and "Enter a team" not in shown
    assert ">Award</a>" not in organizer.get(season)
    organizer.post(season, {**form, "do": "reopen", "reason": "one more"})
    assert "Enter a team" in main(organizer.get(season))
    organizer.post(season, {**form, "do": "close"})
    listed = Visitor(site, None)
    listed.get(league, 404)
    assert "Thursday" not in listed.get("/leagues")
    organizer.post(league, {**form, "do": "visibility", "visibility": "public"})
    assert "Thursday &lt;Table&gt;" in listed.get("/leagues")
    assert f'href="{season}">Autumn</a>' in listed.get("/")
    public = listed.get(season)
    assert "Organize" not in public
    assert "<form" not in public.split("<main")[1].split("</main>")[0]
    # The names of people are for those who have sat with them.
    assert "Ana Alm" not in public


def season_form(visitor: Visitor, league: str) -> dict[str, str]:
    csrf = visitor.fields(league, league)["csrf"]
    return {"csrf": csrf, "do": "season", "name": "Autumn"}


def test_the_table_names_what_decided(league: Club) -> None:
    fixtures = {tuple(one["teams"]): one["id"] for one in league.get("/seasons/autumn/fixtures")}
    for (home, away), fixture in fixtures.items():
        goals = {"ants": 1, "bees": 2, "cats": 3}
        beaten = {"ants": "bees", "bees": "cats", "cats": "ants"}
        won = goals[home] if beaten[home] == away else 0
        league.play(fixture, won, 0 if won else goals[away])
    page = Visitor(league.site, league.token).get("/seasons/autumn")
    assert [row[:3] for row in table(page)] == [
        ["1", "Cats", "2"],
        ["2", "Bees", "2"],
        ["3", "Ants", "2"],
    ]
    assert "Cats: level with Bees on 3 points; ahead by goals, 3 to 2." in main(page)
    assert "3 of 3 games played" in main(page)
    assert page.count(">Replay</a>") == 3
    league.site.make(id="friendly")
    for visitor, listed in ((Visitor(league.site, league.token), 3), (Visitor(league.site), 3)):
        assert 'href="/games?league=club"' in visitor.get("/leagues/club")
        assert visitor.get("/games?league=club").count('class="game-row"') == listed


def test_a_fixture_leads_to_the_form_of_its_game(league: Club) -> None:
    visitor = Visitor(league.site, league.token)
    page = visitor.get("/seasons/autumn")
    address = html.unescape(re.findall(r'href="(/new/wannabe-football[^"]*)"', page)[0])
    path = address.partition("?")[0]
    form = visitor.fields(address, path)
    assert form["fixture"] == "autumn-1-1"
    home, away = next(
        one["teams"] for one in league.get("/seasons/autumn/fixtures") if one["round"] == 1
    )
    assert [form["name-1"].lower(), form["name-2"].lower()] == [home, away]
    made = visitor.post(path, form)
    game = made.headers["Location"].split("/")[2]
    page = visitor.get("/seasons/autumn")
    assert f'href="/games/{game}"' in page and ">Watch</a>" in page
    assert page.count(">Record</a>") == 2


def test_a_result_is_awarded_and_taken_back(league: Club) -> None:
    visitor = Visitor(league.site, league.token)
    path = "/seasons/autumn/fixtures/autumn-1-1"
    home, away = league.get("/seasons/autumn/fixtures")[0]["teams"]
    form = visitor.fields(path, path)
    award = {"csrf": form["csrf"], "do": "award", "reason": "no-show"}
    award |= {f"{home}.outcome": "win", f"{away}.outcome": "loss"}
    wrong = visitor.post(path, {**award, f"{home}.goals": "three"}, 422)
    assert "Not a valid integer" in text(wrong)
    visitor.post(path, {**award, f"{home}.goals": "3", f"{away}.goals": "0"})
    page = visitor.get("/seasons/autumn")
    assert table(page)[0] == ["1", home.title(), "1", *"10000", "+3", "3", "?", "3"]
    assert "awarded" in main(page)
    assert "no-show" in main(visitor.get(path))
    log = "/leagues/club/log"
    assert f"{home.title()} – {away.title()} is awarded" in main(visitor.get(log))
    retract = {"csrf": form["csrf"], "version": "9"}
    visitor.post(log, {**retract, "version": "900"}, 422)
    visitor.post(log, retract)
    assert "taken back" in main(visitor.get(log))
    assert {row[-1] for row in table(visitor.get("/seasons/autumn"))} == {"0"}
    visitor.post(path, {"csrf": form["csrf"], "do": "move", "round": "7", "at": "2026-12-03T19:00"})
    assert "Round 7, Thu 3 Dec 2026 19:00 UTC" in main(visitor.get(path))
    visitor.post(path, {"csrf": form["csrf"], "do": "cancel", "reason": "flood"})
    assert "Cancelled" in main(visitor.get(path))
    team = {"csrf": form["csrf"], "do": "withdraw", "team": home, "results": "annulled"}
    visitor.post("/seasons/autumn", team)
    assert "withdrawn" in main(visitor.get("/seasons/autumn"))


def test_a_shoot_out_is_shown_with_its_score_and_winner(league: Club) -> None:
    home, away = league.get("/seasons/autumn/fixtures")[0]["teams"]
    visitor = Visitor(league.site, league.token)
    path = "/seasons/autumn/fixtures/autumn-1-1"
    award = {"csrf": visitor.fields(path, path)["csrf"], "do": "award", "basis": "result"}
    award |= {f"{home}.outcome": "shootout_loss", f"{away}.outcome": "shootout_win"}
    award |= {f"{home}.goals": "1", f"{away}.goals": "1"}
    kicks = {f"{home}.shootout_goals": "4", f"{away}.shootout_goals": "3"}
    refused = text(visitor.post(path, {**award, **kicks}, 422))
    assert "4 to 3 in the shoot-out does not go with the outcome; change one of them." in refused
    assert "awards" not in refused  # no field of the form is called so
    kicks = {f"{home}.shootout_goals": "3", f"{away}.shootout_goals": "4"}
    visitor.post(path, {**award, **kicks})
    said = f"{away.title()} win the shoot-out 4–3, result only"
    assert said in main(visitor.get("/seasons/autumn"))
    assert f"It counts 1 – 1 ({said})" in main(visitor.get(path))
    assert [row[:3] + row[-1:] for row in table(visitor.get("/seasons/autumn"))[:2]] == [
        ["1", away.title(), "1", "2"],
        ["2", home.title(), "1", "1"],
    ]
    rows = {row["team"]: row for row in league.get("/seasons/autumn/form")["rows"]}
    assert rows[home]["said"] == "lost the shoot-out 1–1 (3–4)"
    assert rows[away]["said"] == "won the shoot-out 1–1 (4–3)"
    assert "shootout win 1–1 (4–3)" in main(visitor.get(f"/seasons/autumn/teams/{away}"))
    assert "won the shoot-out 1–1 (4–3)" in visitor.get("/seasons/autumn/statistics")


def test_the_score_of_football_u_is_its_place_on_the_ranking_track(site: Site) -> None:
    body = {"id": "club", "name": "The Club", "ruleset": "football-u"}
    assert site.post("/leagues", body).status_code == 201
    site.post("/leagues/club/seasons", {"id": "cup", "name": "Cup"})
    for team in ("a", "b"):
        site.post("/seasons/cup/teams", {"id": team, "name": f"Team {team}"})
    site.post("/seasons/cup/fixtures", {"id": "final", "teams": ["a", "b"]})
    awards = [
        {"team": "a", "outcome": "2 of 2", "amounts": {"spaces": 12, "titles": 1}},
        {"team": "b", "outcome": "0 of 2", "amounts": {"spaces": 7, "titles": 0}},
    ]
    award = {"type": "ResultAwarded", "data": {"fixture": "final", "awards": awards}}
    answer = site.post("/leagues/club/events", {"events": [award]})
    assert answer.status_code == 201, answer.text
    assert "Team a 12–7 Team b" in main(Visitor(site).get("/seasons/cup"))


def test_times_are_those_of_the_season_s_own_clocks(league: Club) -> None:
    """A game that began at half past eleven in the evening in UTC began the next day in Berlin."""
    visitor = Visitor(league.site, league.token)
    path = "/seasons/autumn/fixtures/autumn-1-1"
    csrf = visitor.fields("/seasons/autumn", "/seasons/autumn")["csrf"]
    zone = {"csrf": csrf, "do": "zone", "time_zone": "Moon/Crater"}
    refused = text(visitor.post("/seasons/autumn", zone, 422))
    assert "There is no time zone Moon/Crater; write one such as Europe/Berlin or UTC." in refused
    visitor.post("/seasons/autumn", {**zone, "time_zone": "Europe/Berlin"})
    assert "Times of Europe/Berlin." in main(visitor.get("/seasons/autumn"))
    assert "Time (Europe/Berlin)" in main(visitor.get(path))
    visitor.post(path, {"csrf": csrf, "do": "move", "at": "2026-12-03T19:00"})
    moved = league.get("/seasons/autumn/fixtures")[0]["at"]
    assert moved == "2026-12-03T19:00:00+01:00"
    league.record("FixtureMoved", fixture="autumn-2-1", at="2026-07-03T22:30:00Z")
    shown = main(visitor.get("/seasons/autumn"))
    assert "Thu 3 Dec 2026 19:00 CET" in shown and "Sat 4 Jul 2026 00:30 CEST" in shown
    assert "is moved, Sat 4 Jul 2026 00:30 CEST" in main(visitor.get("/leagues/club/log"))
    league.record("FixtureMoved", fixture="autumn-3-1", at="9999-12-31T23:59:59Z")
    assert "Fri 31 Dec 9999 23:59 UTC" in main(visitor.get("/seasons/autumn"))
    game = league.site.make(league.token, fixture="autumn-1-1", id="late")
    over = event("GameEnded", None, reason="time", at_="2026-03-01T23:30:00Z")
    league.site.record(game, over)
    league.site.judge(game)
    header = league.get("/games/late")
    assert (header["played_at"][:16], header["time_zone"]) == ("2026-03-01T23:30", "Europe/Berlin")
    for page in ("/games/late", "/games/late/sheet", "/games/late/referee"):
        assert "Mon 2 Mar 2026" in visitor.get(page), page
    assert "Mon 2 Mar" in main(visitor.get("/games"))
    rows = league.get("/seasons/autumn/games")["rows"]
    assert {row["began"][:16] for row in rows} == {"2026-03-01T23:30"}


def test_a_fixture_with_two_games_shows_both_and_lets_one_be_chosen(league: Club) -> None:
    path = "/seasons/autumn/fixtures/autumn-1-1"
    visitor = Visitor(league.site, league.token)
    league.play("autumn-1-1", 2, 0, id="one")
    assert "one of them counts" not in visitor.get(path)
    league.play("autumn-1-1", 1, 3, id="two")
    shown = main(visitor.get(path))
    said = r"2 – 0 [^–]* UTC counts, the first that came to a result 1 – 3 [^–]* UTC"
    assert re.search(said, shown)
    form = {"csrf": visitor.fields(path, path)["csrf"], "do": "choose", "game": "two"}
    visitor.post(path, form)
    shown = main(visitor.get(path))
    assert "It counts 1 – 3" in shown
    assert re.search(r"1 – 3 [^–]* UTC counts, chosen 2 – 0 [^–]* UTC", shown)


def test_a_team_that_withdraws_takes_its_open_fixtures_along(league: Club) -> None:
    visitor = Visitor(league.site, league.token)
    assert "0 of 3 games played" in main(visitor.get("/seasons/autumn"))
    form = visitor.fields("/seasons/autumn", "/seasons/autumn")
    team = {"csrf": form["csrf"], "do": "withdraw", "team": "ants", "results": "kept"}
    visitor.post("/seasons/autumn", team)
    page = visitor.get("/seasons/autumn")
    assert "0 of 1 game played" in main(page)
    assert (page.count(">Record</a>"), main(page).count("Ants withdrew")) == (1, 2)


def test_what_a_withdrawn_team_played_is_shown_as_annulled(league: Club) -> None:
    visitor = Visitor(league.site, league.token)
    one = league.get("/seasons/autumn/fixtures")[0]
    league.play(one["id"], 1, 3)
    form = visitor.fields("/seasons/autumn", "/seasons/autumn")
    team = {"csrf": form["csrf"], "do": "withdraw", "team": one["teams"][0], "results": "kept"}
    for results, annulled in (("kept", False), ("annulled", True)):
        visitor.post("/seasons/autumn", {**team, "results": results})
        said = f"annulled: {one['teams'][0].title()} withdrew"
        assert (said in main(visitor.get("/seasons/autumn"))) == annulled
        page = main(visitor.get(f"/seasons/autumn/fixtures/{one['id']}"))
        assert ("It does not count: 1 – 3" in page) == annulled
        assert ("It counts 1 – 3" in page) != annulled
        assert f"{one['teams'][0].title()} withdrew from Autumn" in page
        assert ("Award it" in page) != annulled
        assert "Cancel the fixture" not in page


def test_lots_decide_where_nothing_else_does(site: Site) -> None:
    league = club(site, settings={"tie_breakers": ["lots"]})
    for one in league.get("/seasons/autumn/fixtures"):
        league.play(one["id"], 1, 1)
    visitor = Visitor(site, league.token)
    assert "lots may be drawn" in main(visitor.get("/seasons/autumn"))
    form = visitor.fields("/seasons/autumn", "/seasons/autumn")
    lots = {"csrf": form["csrf"], "do": "lots", "lot-1": "cats", "lot-2": "ants", "lot-3": "bees"}
    visitor.post("/seasons/autumn", lots)
    assert [row[1] for row in table(visitor.get("/seasons/autumn"))] == ["Cats", "Ants", "Bees"]


def test_who_does_not_organize_cannot(league: Club) -> None:
    site = league.site
    visitors = [
        Visitor(site, None),
        Visitor(site, site.token("spectator", league="club")),
        Visitor(site, elsewhere(site)),
    ]
    before = site.content()
    for visitor in visitors:
        shown = re.search(r'name="csrf" (?:content|value)="(\w+)"', visitor.get("/sign-in"))
        assert shown
        for path, do in (
            ("/leagues", ""),
            ("/leagues/club", "rename"),
            ("/leagues/club/log", ""),
            ("/seasons/autumn", "team"),
            ("/seasons/autumn/fixtures/autumn-1-1", "cancel"),
        ):
            form = {"csrf": shown[1], "do": do, "name": "X", "version": "2"}
            answer = visitor.client.post(path, data=form)
            assert answer.status_code in (403, 404), (path, answer.status_code)
    Visitor(site, league.token).post("/leagues/club", {"do": "rename", "name": "X"}, 403)
    assert site.content() == before


def test_a_guest_s_link_opens_the_league(league: Club) -> None:
    organizer = Visitor(league.site, league.token)
    form = {"csrf": organizer.fields("/leagues/club", "/leagues/club")["csrf"], "do": "link"}
    made = text(organizer.post("/leagues/club", form, 200))
    token = re.findall(r"/leagues/club#([\w-]+)", made)[0]
    guest = Visitor(league.site, token)
    assert "Autumn" in guest.get("/leagues/club")
    assert "Organize" not in guest.get("/seasons/autumn")


def test_the_form_of_four_players_or_teams(site: Site) -> None:
    body = {"id": "club", "name": "The Club", "ruleset": "football-u"}
    assert site.post("/leagues", body).status_code == 201
    site.post("/leagues/club/seasons", {"id": "cup", "name": "Cup"})
    for team in ("a", "b", "c", "d"):
        site.post("/seasons/cup/teams", {"id": team, "name": f"Team {team}"})
    site.post("/seasons/cup/fixtures", {"id": "final", "teams": ["c", "a", "d", "b"]})
    page = Visitor(site).get("/seasons/cup")
    address = html.unescape(re.findall(r'href="(/new/football-u[^"]*)"', page)[0])
    form = Visitor(site).fields(address, "/new/football-u")
    assert [form[f"name-{n}"] for n in (1, 2, 3, 4)] == ["Team c", "Team a", "Team d", "Team b"]


def test_one_browser_organizes_two_leagues(league: Club) -> None:
    site = league.site
    assert site.post("/leagues", {"id": "other", "name": "Other"}).status_code == 201
    visitor = Visitor(site, league.token)
    second = {"token": site.token("organizer", league="other")}
    csrf = {"X-CSRF-Token": visitor.fields("/leagues/club", "/leagues/club")["csrf"]}
    signed_in = visitor.client.post("/api/v1/session", json=second, headers=csrf)
    assert signed_in.status_code == 201
    for one in ("club", "other"):
        fields = visitor.fields(f"/leagues/{one}", f"/leagues/{one}")
        form = {"csrf": fields["csrf"], "do": "rename", "name": f"The {one} league"}
        visitor.post(f"/leagues/{one}", form)
        assert f"The {one} league" in visitor.get(f"/leagues/{one}")
    site.make(id="derby", fixture="autumn-1-1", visibility="private")
    assert "derby" in visitor.get("/seasons/autumn")
    visitor.get("/games/derby/record")


def test_only_what_so_many_teams_can_come_to_is_offered(site: Site) -> None:
    league = club(site, ruleset="football-u")
    page = Visitor(site, league.token).get("/seasons/autumn/fixtures/autumn-1-1")
    assert re.findall(r'<option value="(\d of \d)"', page) == ["0 of 2", "1 of 2", "2 of 2"] * 2
    assert "the share of the rivals that were beaten" in main(page)
