"""What is handed on: frames in other pages, score sheets, files, plays for BG Stats."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from projections.kit import box, simulate
from projections.kit.find import rulesets
from projections.kit.notation import lines, sheet
from tests.api.site import HANDS, Game, Site, read
from tests.api.web.forms import Visitor, text
from tests.api.web.games import Served, enter, played

WON_BY_HOME = 3
"""A seed with which the first side wins."""


def test_a_step_may_stand_in_pages_of_others_and_nothing_else_may(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    visitor = Visitor(site, None)
    shown = visitor.client.get("/games/over/20/embed")
    assert "frame-ancestors *" in shown.headers["Content-Security-Policy"]
    assert "default-src 'self'" in shown.headers["Content-Security-Policy"]
    assert shown.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for path in ("/", "/games/over/20", "/games/over/sheet", "/boxes", "/sign-in"):
        policy = visitor.client.get(path).headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy


def test_a_frame_shows_the_step_as_everybody_may_see_it(site: Site, game: Game) -> None:
    path = f"/games/{game.id}/3/embed"
    assert "you need its link" in Visitor(site, game.recorder).get(path, 404)
    site.patch(game.path, {"visibility": "public"})
    page = Visitor(site, game.recorder).get(path)
    assert "step 3 of 4" in page
    assert '<svg class="board"' in page
    assert not any(card in page for card in (*HANDS["1"], *HANDS["2"]))
    assert "steps 1 to 4" in Visitor(site, None).get(f"/games/{game.id}/9/embed", 404)


def test_a_frame_works_in_a_page_of_another_site(page: Page, served: Served) -> None:
    page.goto("/games/whole/20")
    page.locator(".share-step summary").click()
    snippet = page.locator("[data-share=embed]").input_value()
    other = served.url.replace("127.0.0.1", "localhost")
    page.goto(f"{other}/blog?{urlencode({'html': snippet})}")
    frame = page.frame_locator("iframe")
    expect(frame.locator("svg.board")).to_be_visible()
    frame.get_by_role("link", name="On", exact=True).click()
    expect(frame.get_by_text("step 21 of")).to_be_visible()


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_the_text_of_a_score_sheet_can_be_read_again(site: Site, ruleset: str) -> None:
    rules = rulesets()[ruleset]
    sample = box.sample(rules)
    game = simulate.game(rules, sample, simulate.creation(rules, sample), 1)
    drafts = [draft for draft, _ in game][:150]
    enter(site, f"told-{ruleset}", drafts)
    answer = Visitor(site).client.get(f"/games/told-{ruleset}/sheet.txt")
    assert answer.mimetype == "text/plain"
    written = text(answer)
    assert written == sheet(rules.write, drafts)
    assert [d.type for d in lines(rules.read, written)] == [d.type for d in drafts]


def test_the_score_sheet_is_printed_by_turns(site: Site) -> None:
    drafts = played(3, ("Foxes", "Stoats"))
    enter(site, "over", drafts)
    page = Visitor(site, None).get("/games/over/sheet")
    assert page.count("<li value=") == len(drafts)
    assert "Turn 1, Foxes" in page
    assert unescape(page).count("<code>…</code>") == 1


def test_a_score_sheet_hides_what_its_reader_may_not_see(site: Site, game: Game) -> None:
    site.patch(game.path, {"visibility": "public"})
    for path in (f"/games/{game.id}/sheet", f"/games/{game.id}/sheet.txt"):
        shown = text(Visitor(site, None).client.get(path))
        assert not any(card in shown for card in (*HANDS["1"], *HANDS["2"]))
        assert Visitor(site, None).client.get(f"{path}?seat=1").status_code == 403


def test_a_score_sheet_is_printed_without_the_chrome(page: Page, served: Served) -> None:
    page.goto("/games/whole/sheet")
    page.emulate_media(media="print")
    for chrome in ("nav", ".foot", "[data-print]"):
        expect(page.locator(chrome).first).to_be_hidden()
    expect(page.locator(".sheet-block").first).to_be_visible()


def play_of(page: str) -> dict[str, Any]:
    """The play in the link to BG Stats on a page."""
    found = re.search(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"', page)
    assert found
    play: dict[str, Any] = json.loads(unquote(unescape(found[1]).partition("?data=")[2]))
    return play


def test_a_finished_game_is_a_play_for_bg_stats(site: Site) -> None:
    enter(site, "won", played(WON_BY_HOME, ("Foxes & Co", "Stoats 2")))
    play = play_of(Visitor(site, None).get("/games/won"))
    assert play["sourceName"] == "gametape"
    assert play["sourcePlayId"] == "won"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["game"]["name"] == "Wannabe Football"
    assert play["game"]["sourceGameId"] == "wannabe-football"
    header = site.get("/games/won").get_json()
    assert play["players"] == [
        {
            "name": seat["name"],
            "sourcePlayerId": seat["name"],
            "winner": header["result"]["winner"] == seat["seat"],
            "score": header["score"][seat["seat"]],
        }
        for seat in header["seats"]
    ]


def test_a_person_is_the_player_and_his_side_the_role(site: Site) -> None:
    ana = read(site.post("/people", {"name": "Ana"}))["id"]
    drafts = played(WON_BY_HOME, ("Foxes", "Stoats"))
    seats = [
        {**seat, "person": ana} if n == 0 else seat
        for n, seat in enumerate(drafts[0].data["seats"])
    ]
    enter(
        site, "seated", [replace(drafts[0], data={**drafts[0].data, "seats": seats}), *drafts[1:]]
    )
    player, other = play_of(Visitor(site, None).get("/games/seated"))["players"]
    assert (player["name"], player["sourcePlayerId"], player["role"]) == ("Ana", ana, "Foxes")
    assert other["name"] == "Stoats" and "role" not in other


def test_a_running_game_is_no_play_yet(site: Site) -> None:
    enter(site, "on", played(1, ("Herons", "Swifts"))[:60])
    assert "bgstats" not in Visitor(site, None).get("/games/on")


def test_an_unlisted_game_offers_no_frame(site: Site, game: Game) -> None:
    page = Visitor(site, game.spectator).get(f"/games/{game.id}")
    assert "iframe" not in page
    assert "not public" in page


def imported(visitor: Visitor, content: bytes, status: int) -> str:
    fields = visitor.fields("/import", "/import")
    sent = {**fields, "file": (io.BytesIO(content), "game.jsonl")}
    return unescape(text(visitor.post("/import", sent, status)))


def test_an_export_comes_back_by_the_page(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    export = site.get("/games/over/export").get_data()
    organizer = Visitor(site)
    assert 'href="/import"' in organizer.get("/games")
    assert "/games/over" in imported(organizer, export, 303)
    events = export.splitlines()
    before = site.content()
    broken = b"\n".join([*events[:-2], events[-1]])
    assert "Nothing was stored" in imported(organizer, broken, 422)
    assert "Choose the file" in imported(organizer, b"", 422)
    assert site.content() == before
    Visitor(site, None).get("/import", 403)


def test_a_game_of_elsewhere_is_taken_in(site: Site) -> None:
    enter(site, "over", played(3, ("Foxes", "Stoats")))
    export = site.get("/games/over/export").get_data()
    with site.services.engine.connect() as connection:
        assert connection.dialect.name == "sqlite"
    renamed = export.replace(b'"game":"over"', b'"game":"away"')
    page = imported(Visitor(site), renamed, 303)
    assert "/games/away" in page
    assert "Foxes" in Visitor(site).get("/games/away")
