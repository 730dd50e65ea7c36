"""Pages as a browser without scripts gets them."""

from __future__ import annotations

import gzip
import re

import pytest
from flask.testing import FlaskClient

from events.event import Draft
from tests.api.site import ADMIN, HANDS, Game, Site
from tests.api.web.games import enter, illegal, illegal_step, judge, played

MOVES = re.compile(r'class="move[^"]*" href="([^"]*)" data-step="(\d+)"')


def shown(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == status
    assert answer.mimetype == "text/html"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    content = answer.get_data()
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(content) if packed else content).decode()


def test_home_without_games_says_what_to_do(site: Site) -> None:
    page = shown(site.client, "/")
    assert "No games yet" in page
    assert "/sign-in" in page


def test_home_shows_the_live_game_first_and_the_recent_ones(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    enter(site, "on", played(1, ("Herons", "Swifts"))[:60])
    enter(site, "later", played(4, ("Larks", "Ravens")))
    page = shown(site.client, "/")
    first, recent = page.split("Recent games")
    assert "On the table now" in first
    assert "Herons" in first
    assert "Foxes" in recent
    assert "Larks" in recent
    assert 'href="/games/over"' in page
    assert "all 3" in page
    assert '<svg class="board"' in page


def test_many_live_games_leave_room_for_the_recent_ones(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    for number in range(9):
        enter(site, f"on-{number}", played(1, ("Herons", "Swifts"))[:20])
    _, recent = shown(site.client, "/").split("Recent games")
    assert "Foxes" in recent
    assert "all 10" in recent


def test_games_are_found_by_name_ruleset_and_status(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    enter(site, "on", played(1, ("Herons", "Swifts"))[:60])
    for query, found in (
        ("", {"over", "on"}),
        ("?q=foxes", {"over"}),
        ("?status=playing", {"on"}),
        ("?ruleset=wannabe-football&status=ended", {"over"}),
        ("?ruleset=und1c1", set()),
        ("?q=%25", set()),
        ("?page=7&status=", set()),
        ("?page=none", {"over", "on"}),
    ):
        page = shown(site.client, f"/games{query}")
        assert set(re.findall(r'class="game-row"><a href="/games/([a-z]+)"', page)) == found, query


def test_pages_of_games_lead_to_each_other(site: Site) -> None:
    drafts = played(1, ("Herons", "Swifts"))[:3]
    for number in range(21):
        enter(site, f"game-{number}", drafts)
    page = shown(site.client, "/games?q=herons")
    assert "21 games" in page
    older = re.search(r'rel="next" href="([^"]*)"', page)
    assert older
    second = shown(site.client, older[1].replace("&amp;", "&"))
    assert second.count('class="game-row"') == 1
    assert "page=1" in second


def test_a_replay_holds_every_step_and_its_scene(site: Site) -> None:
    enter(site, "spoiled", illegal(played(2, ("Larks", "Ravens"))))
    page = shown(site.client, "/games/spoiled/26")
    moves = MOVES.findall(page)
    tape = site.services.tapes.get("spoiled")
    assert tape is not None
    assert moves == [(f"/games/spoiled/{n}", str(n)) for n in range(1, tape.steps + 1)]
    assert 'aria-current="step"' in page
    assert 'class="why" data-severity="illegal"' in page
    assert "Position as text" in page
    assert "<script>" not in page
    assert "style=" not in page


@pytest.mark.parametrize("step", ["0", "9999", "9" * 30, "x", "-1"])
def test_a_step_that_is_not_there_is_said(site: Site, step: str) -> None:
    enter(site, "spoiled", illegal(played(2, ("Larks", "Ravens"))))
    page = shown(site.client, f"/games/spoiled/{step}", 404)
    assert "Not found" in page


def test_names_are_escaped_wherever_they_stand(site: Site) -> None:
    name = '<script>alert(1)</script>"'
    enter(site, "odd", illegal(played(2, (name, "Ravens"))))
    for path in ("/", "/games", "/games/odd/30", "/games/odd/referee"):
        page = shown(site.client, path)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_an_unlisted_game_is_not_there_for_strangers(site: Site) -> None:
    enter(site, "hidden", played(5, ("Elks", "Moose"))[:30], "unlisted")
    assert "Elks" not in shown(site.client, "/")
    assert "you need its link" in shown(site.client, "/games/hidden", 404)
    assert "you need its link" in shown(site.client, "/games/hidden/referee", 404)


def test_a_public_game_that_runs_hides_the_hands(site: Site, game: Game) -> None:
    site.patch(game.path, {"visibility": "public"})
    for path in (f"/games/{game.id}", f"/games/{game.id}/3", f"/games/{game.id}/referee", "/"):
        page = shown(site.client, path)
        for card in (*HANDS["1"], *HANDS["2"]):
            assert card not in page
    assert "Seen by" not in shown(site.client, f"/games/{game.id}")
    assert "Not allowed" in shown(site.client, f"/games/{game.id}?seat=1", 403)


def test_the_referee_tells_rule_citation_and_what_was_recorded(site: Site) -> None:
    drafts = illegal(played(2, ("Larks", "Ravens")))
    enter(site, "spoiled", drafts)
    page = shown(site.client, "/games/spoiled/referee")
    assert "wannabe-football.turn.out-of-turn" in page
    assert 'href="/rulesets/wannabe-football#wannabe-football.turn.out-of-turn"' in page
    assert f'href="/games/spoiled/{illegal_step(drafts)}"' in page
    assert re.search(r"Every one of \d+ events judged", page)
    assert "not noticed" in page


def test_the_referee_tells_what_the_table_noticed(site: Site) -> None:
    drafts = illegal(played(2, ("Larks", "Ravens")))
    about = illegal_step(drafts)
    note = Draft(type="NoteAdded", data={"text": "wrong turn, let it stand", "about": about})
    enter(site, "noted", [*drafts, note])
    page = shown(site.client, "/games/noted/referee")
    assert "noticed: “wrong turn, let it stand”" in page
    tally = re.search(r"Noticed at the table</th>(.*?)</tr>", page, re.DOTALL)
    assert tally
    assert int(re.findall(r">(\d+)<", tally[1])[-1]) >= 1


def test_the_referee_counts_corrections_and_says_how_far_he_is(site: Site) -> None:
    drafts = played(2, ("Larks", "Ravens"))
    passed = [draft.type for draft in drafts].index("PassCalled")
    drafts = drafts[:passed]  # who looks on is not told whether a hidden hand could play
    retracted = Draft(type="EventRetracted", data={"target": passed})
    enter(site, "corrected", [*drafts, retracted])
    page = shown(site.client, "/games/corrected/referee")
    assert "1 correction by the recorder" in page
    assert "Nothing to note" in page
    site.services.store.append("corrected", [drafts[-1]], recorded_by="admin")
    assert f"Judged to version {passed + 1} of {passed + 2}" in shown(
        site.client, "/games/corrected/referee"
    )
    judge(site, "corrected")
    assert f"Every one of {passed} events judged" in shown(site.client, "/games/corrected/referee")


def test_rules_are_told_with_citations_and_rulings(site: Site) -> None:
    assert 'href="/rulesets/wannabe-football"' in shown(site.client, "/rulesets")
    page = shown(site.client, "/rulesets/wannabe-football")
    assert 'id="wannabe-football.turn.out-of-turn"' in page
    assert "How is a level game decided?" in page
    assert "There is no game chess" in shown(site.client, "/rulesets/chess", 404)


def test_an_unknown_address_is_a_page_but_a_problem_in_the_api(site: Site) -> None:
    assert "There is no page /nowhere/at/all" in shown(site.client, "/nowhere/at/all", 404)
    answer = site.client.get("/api/v1/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"
    assert site.client.get("/api/v1/import").status_code == 405


@pytest.mark.parametrize(
    "name", ["ui.css", "drawing/scene-view.js", "replay/replay.js", "icons.svg", "page/theme.js"]
)
def test_what_pages_load_is_there(site: Site, name: str) -> None:
    answer = site.client.get(f"/static/{name}")
    assert answer.status_code == 200
    tag = answer.headers["ETag"]
    again = site.client.get(f"/static/{name}", headers={"If-None-Match": tag})
    assert again.status_code == 304


def test_who_is_signed_in_sees_it(site: Site) -> None:
    client = site.app.test_client()
    assert "Sign in" in shown(client, "/")
    client.post("/api/v1/session", json={"token": ADMIN})
    page = shown(client, "/")
    assert 'class="you">admin<' in page
    assert "Sign out" in page
    assert 'name="csrf"' in page


def test_the_link_of_a_game_opens_it(site: Site, game: Game) -> None:
    client = site.app.test_client()
    shown(client, f"/games/{game.id}", 404)
    client.post("/api/v1/session", json={"token": game.spectator})
    assert "Ana" in shown(client, f"/games/{game.id}")
    client = site.app.test_client()
    client.post("/api/v1/session", json={"token": game.recorder})
    assert "all: nothing hidden" in shown(client, f"/games/{game.id}")
