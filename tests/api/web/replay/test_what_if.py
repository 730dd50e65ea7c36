"""What if: a branch from a step of a replay, listed at its step and compared."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from events.event import Draft
from tests.api.site import ADMIN, DRAWN, Game, Site, read
from tests.api.web.forms import Visitor, text
from tests.api.web.games import Served, enter, played

CELLS = re.compile(r'<th scope="row"><a href="[^"]*\?step=(\d+)">.*?<td>(.*?)</td><td>(.*?)</td>')


def branched(site: Site, step: int) -> str:
    """A branch of the finished game `over`, made on its page by an organizer."""
    drafts = played(3, ("Foxes", "Stoats"))
    enter(site, "over", drafts)
    visitor = Visitor(site)
    answer = visitor.send(f"/games/over/{step}", f"/games/over/{step}/branch")
    return answer.headers["Location"].split("/")[2]


def test_a_branch_opens_its_table_and_leaves_the_game_alone(site: Site) -> None:
    branch = branched(site, 40)
    header = read(site.get(f"/games/{branch}"))
    assert header["parent"] == {"game": "over", "step": 40}
    assert header["step"] == 40
    note = {"type": "NoteAdded", "data": {"text": "what if"}}
    site.post(f"/games/{branch}/events", {"events": [note]})
    assert read(site.get("/games/over"))["step"] == len(played(3, ("Foxes", "Stoats")))


def test_who_records_a_game_by_its_link_may_record_the_branch(site: Site, game: Game) -> None:
    recorder = Visitor(site, game.recorder)
    answer = recorder.send(f"/games/{game.id}/3", f"/games/{game.id}/3/branch")
    assert "data-notation" in recorder.get(answer.headers["Location"])
    assert "data-notation" in recorder.get(f"/games/{game.id}/record")


def test_a_branch_is_listed_at_its_step(site: Site) -> None:
    branch = branched(site, 40)
    visitor = Visitor(site)
    page = visitor.get("/games/over/40")
    listed = re.search(r'<li data-at="40" aria-current="step">(.*?)</li>', page)
    assert listed
    assert f"/games/{branch}/compare" in listed[1]
    assert '<li data-at="40">' in visitor.get("/games/over/41")
    assert f'href="/games/{branch}/compare"' in visitor.get(f"/games/{branch}")


def test_lines_are_compared_from_where_they_part(site: Site) -> None:
    drafts = played(3, ("Foxes", "Stoats"))
    branch = branched(site, 40)
    notes = [Draft(type="NoteAdded", data={"text": f"Thought {n}"}) for n in (1, 2)]
    site.services.store.append(branch, [drafts[40], *notes], recorded_by="admin")
    page = Visitor(site).get(f"/games/{branch}/compare")
    rows = CELLS.findall(page)
    assert [int(row[0]) for row in rows] == list(range(42, len(drafts) + 1))
    assert "Thought 1" in rows[0][2] and "Thought" not in rows[0][1]
    assert "this line ends before" in rows[2][2]
    assert "The lines part at step 42" in page
    assert page.count('<svg class="board"') == 2
    boards = re.findall(r'<svg class="board".*?</svg>', page, re.DOTALL)
    later = Visitor(site).get(f"/games/{branch}/compare?step=60")
    assert re.findall(r'<svg class="board".*?</svg>', later, re.DOTALL) != boards
    assert "step 60 of" in later and "43, its last" in later


def test_a_branch_without_events_says_so(site: Site) -> None:
    branch = branched(site, 40)
    assert "Nothing is recorded in this branch yet" in Visitor(site).get(f"/games/{branch}/compare")


def test_what_is_no_branch_has_nothing_to_compare(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    assert "no branch" in Visitor(site, None).get("/games/over/compare", 404)


def test_whoever_may_not_see_all_cannot_ask_what_if(site: Site, game: Game) -> None:
    watcher = Visitor(site, game.spectator)
    page = watcher.get(f"/games/{game.id}/3")
    assert "What if" not in page
    csrf = re.search(r'name="csrf" content="([^"]+)"', page)
    assert csrf
    before = site.content()
    watcher.post(f"/games/{game.id}/3/branch", {"csrf": csrf[1]}, 403)
    watcher.post(f"/games/{game.id}/3/branch", {"csrf": "x"}, 403)
    recorder = Visitor(site, game.recorder)
    fields = recorder.fields(f"/games/{game.id}/3", f"/games/{game.id}/3/branch")
    assert "steps 1 to 4" in text(recorder.post(f"/games/{game.id}/99/branch", fields, 404))
    assert site.content() == before


def test_a_branch_of_a_running_game_shows_strangers_nothing(site: Site, game: Game) -> None:
    site.patch(game.path, {"visibility": "public"})
    recorder = Visitor(site, game.recorder)
    answer = recorder.send(f"/games/{game.id}/4", f"/games/{game.id}/4/branch")
    branch = answer.headers["Location"].split("/")[2]
    site.record(game, DRAWN)
    stranger = Visitor(site, None)
    assert branch not in stranger.get(f"/games/{game.id}/4")
    stranger.get(f"/games/{branch}/compare", 404)


def test_the_question_and_the_addresses_follow_the_step(page: Page, served: Served) -> None:
    page.goto("/sign-in")
    page.get_by_label("Token").fill(ADMIN)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".you")).to_have_text("admin")
    page.goto("/games/whole/20")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="What if, from step 21?")).to_be_visible()
    page.locator(".share-step summary").click()
    for kind, ending in (("link", "/whole/21"), ("picture", "step=21"), ("embed", "/21/embed")):
        assert ending in page.locator(f"[data-share={kind}]").input_value()
    assert "step=21" in (page.locator("[data-share=file]").get_attribute("href") or "")
    page.get_by_role("button", name="What if, from step 21?").click()
    expect(page.locator("[data-recorder]")).to_be_visible()
    branch = page.url.split("/")[-2]
    assert read(served.site.get(f"/games/{branch}"))["parent"] == {"game": "whole", "step": 21}
