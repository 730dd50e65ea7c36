"""The replay page in a browser, on a phone and on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from events.event import Draft
from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served, enter, played

SHOWN_TO_NOBODY = "[data-dock=tray-far] .hand .card:not(.back):not(.is-vacant)"
WATCH_MOVES = """() => {
    window.moved = 0;
    const look = () => {
        window.moved = Math.max(window.moved, document.getAnimations().length);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Looks at each frame how much moves at once."""

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def opened(page: Page, path: str) -> None:
    """Opens a replay and waits until its scripts have taken it over."""
    with page.expect_response("**/replay?*"):
        page.goto(path)
    page.wait_for_function("document.querySelector('[data-replay]') !== null")


def at(page: Page, step: int, game: str = "whole") -> None:
    """Everything on the page says that it shows that step."""
    expect(page.locator("[data-step-number]")).to_have_text(str(step))
    expect(page.locator(".move[aria-current=step]")).to_have_attribute("data-step", str(step))
    said = page.locator(f".move[data-step='{step}'] [data-says]").inner_text()
    expect(page.locator(".says")).to_have_text(said)
    expect(page).to_have_url(f"{page.url.split('/games')[0]}/games/{game}/{step}")
    title = page.locator("[data-replay]").get_attribute("data-title")
    expect(page).to_have_title(f"{title}, step {step} · gametape")
    assert page.locator(".tape input").input_value() == str(step)


@SIZES
def test_steps_by_buttons(page: Page, served: Served, size: Any) -> None:
    end = served.steps("whole")
    page.set_viewport_size(size)
    opened(page, "/games/whole/20")
    at(page, 20)
    for button, step in (("next", 21), ("prev", 20), ("last", end), ("next", end), ("first", 1)):
        page.locator(f".transport [data-go={button}]").click()
        at(page, step)


def test_steps_by_keys(page: Page, served: Served) -> None:
    end = served.steps("whole")
    opened(page, "/games/whole/20")
    keys = (("ArrowRight", 21), ("ArrowLeft", 20), ("End", end), ("Home", 1), ("ArrowRight", 2))
    for key, step in keys:
        page.keyboard.press(key)
        at(page, step)


def test_up_and_down_lead_from_turn_to_turn(page: Page) -> None:
    opened(page, "/games/whole/20")
    turns = page.locator("[data-replay]").get_attribute("data-turns") or ""
    starts = [int(step) for step in turns.split()]
    after = next(step for step in starts if step > 20)
    page.keyboard.press("ArrowDown")
    at(page, after)
    page.keyboard.press("ArrowUp")
    at(page, starts[starts.index(after) - 1])
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    at(page, 1)


def test_keys_rest_while_a_field_has_the_focus(page: Page) -> None:
    opened(page, "/games/whole/20")
    page.locator(".share-step summary").click()
    page.locator("#share-link").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    at(page, 20)


def test_what_is_shown_is_the_scene_of_the_step(page: Page) -> None:
    opened(page, "/games/whole/20")
    page.keyboard.press("ArrowRight")
    at(page, 21)
    words = page.locator("[data-position] p").all_text_contents()
    board = page.locator("svg.board").get_attribute("aria-label")
    page.goto("/games/whole/21")
    assert words == page.locator("[data-position] p").all_text_contents()
    assert board == page.locator("svg.board").get_attribute("aria-label") == words[0]


def test_a_move_leads_to_its_step_and_the_address_can_be_shared(page: Page, served: Served) -> None:
    opened(page, "/games/whole")
    at_last = page.locator(".move[aria-current=step]")
    expect(at_last).to_have_attribute("data-step", str(served.steps("whole")))
    page.locator(".move[data-step='44']").click()
    at(page, 44)
    page.reload()
    at(page, 44)


def test_the_tape_is_a_slider(page: Page) -> None:
    opened(page, "/games/whole/20")
    slider = page.get_by_role("slider", name="Step of the game")
    slider.fill("70")
    at(page, 70)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 69)


def test_the_chart_leads_to_the_step_that_is_clicked(page: Page) -> None:
    opened(page, "/games/whole/20")
    box = page.locator(".race").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    shown = int(page.locator("[data-step-number]").inner_text())
    assert 50 <= shown <= 54
    page.locator(".race a").first.click()
    goal = page.locator(".move.goal").first.get_attribute("data-step")
    expect(page.locator("[data-step-number]")).to_have_text(goal or "")


def test_play_goes_on_by_itself_and_stops_at_a_key(page: Page, served: Served) -> None:
    end = served.steps("whole")
    page.clock.install(time=0)
    opened(page, f"/games/whole/{end - 2}")
    page.clock.pause_at(1_000_000)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop (space)")).to_be_visible()
    page.clock.run_for(1200)
    at(page, end - 1)
    page.keyboard.press("Space")
    page.clock.run_for(5000)
    at(page, end - 1)
    page.get_by_role("button", name="Play (space)").click()
    page.clock.run_for(4000)
    at(page, end)
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()


def test_f_turns_the_board(page: Page) -> None:
    opened(page, "/games/whole/20")
    near = page.locator("[data-dock=bar-near] b")
    expect(near).to_have_text("Foxes")
    page.keyboard.press("f")
    expect(near).to_have_text("Stoats")
    page.get_by_role("button", name="Turn the board (F)").first.click()
    expect(near).to_have_text("Foxes")


def test_the_keys_are_listed(page: Page) -> None:
    opened(page, "/games/whole/20")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    at(page, 20)


def test_findings_are_marked_and_said(page: Page) -> None:
    opened(page, "/games/spoiled/1")
    flawed = page.locator(".move.is-flawed")
    assert flawed.count() > 0
    expect(flawed.first.get_by_role("img", name="against the rules")).to_be_visible()
    why = flawed.first.locator(".why").first.inner_text()
    flawed.first.click()
    expect(page.locator(".step-findings")).to_contain_text(why)
    page.keyboard.press("Home")
    expect(page.locator(".step-findings li")).to_have_count(0)


def test_a_seat_sees_its_own_cards_only(page: Page) -> None:
    opened(page, "/games/whole/20")
    assert page.locator("[data-dock=tray-far] .hand .card:not(.is-vacant)").count() > 0
    with page.expect_navigation():
        page.get_by_label("Seen by").select_option("1")
    assert page.url.endswith("/games/whole/20?seat=1")
    expect(page.locator(SHOWN_TO_NOBODY)).to_have_count(0)
    with page.expect_response("**seat=1**"):
        page.keyboard.press("ArrowRight")
        page.reload()
    assert page.url.endswith("/games/whole/21?seat=1")
    expect(page.locator(SHOWN_TO_NOBODY)).to_have_count(0)


def test_the_links_to_share_name_the_step(page: Page) -> None:
    opened(page, "/games/whole/20")
    page.keyboard.press("ArrowRight")
    page.locator(".share-step summary").click()
    expect(page.locator("#share-link")).to_have_value(f"{page.url}")
    picture = page.locator("#share-picture").input_value()
    assert picture.endswith("/board.svg?step=21")
    answer = page.request.get(picture)
    assert answer.ok
    assert answer.headers["content-type"].startswith("image/svg+xml")


def test_things_travel_but_not_for_who_wants_stillness(browser: Browser, served: Served) -> None:
    for motion, moving in (("no-preference", True), ("reduce", False)):
        context = browser.new_context(base_url=served.url, viewport=DESK, reduced_motion=motion)
        page = context.new_page()
        opened(page, "/games/whole/20")
        page.evaluate(WATCH_MOVES)
        for step in range(21, 29):
            page.keyboard.press("ArrowRight")
            at(page, step)
        assert (page.evaluate("window.moved") > 0) is moving
        context.close()


def test_a_lost_connection_is_said(page: Page) -> None:
    page.route("**/replay?*", lambda route: route.abort())
    page.goto("/games/whole/20")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".says")).to_contain_text("could not be loaded")
    page.unroute("**/replay?*")
    page.keyboard.press("ArrowRight")
    at(page, 22)


def test_who_stands_at_the_end_follows_a_live_game(page: Page, served: Served) -> None:
    drafts = played(7, ("Larks", "Herons"))
    enter(served.site, "going-on", drafts[:40])
    opened(page, "/games/going-on")
    step, steps = page.locator("[data-step-number]"), page.locator("[data-steps-number]")
    expect(step).to_have_text("40")
    record(served, *drafts[40:42])
    expect(step).to_have_text("42")
    expect(steps).to_have_text("42")
    page.keyboard.press("Home")
    record(served, drafts[42])
    expect(steps).to_have_text("43")
    expect(step).to_have_text("1")
    record(served, Draft(type="EventRetracted", data={"target": 43}))
    expect(steps).to_have_text("42")


def record(served: Served, *drafts: Draft) -> None:
    events = [{"type": one.type, "seat": one.seat, "data": one.data} for one in drafts]
    answer = served.site.post("/games/going-on/events", {"events": events})
    assert answer.status_code == 201, answer.text


@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games",
        "/games/spoiled/40",
        "/games/spoiled/referee",
        "/rulesets",
        "/rulesets/wannabe-football",
        "/sign-in",
        "/games/nobody",
    ],
)
def test_no_page_is_wider_than_the_screen(page: Page, path: str, size: Any, scheme: Any) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    narrowest = {"width": 340, "height": 700}
    page.set_viewport_size(narrowest)
    assert page.evaluate("document.documentElement.scrollWidth") <= narrowest["width"]


@SIZES
def test_without_scripts_everything_is_there(browser: Browser, served: Served, size: Any) -> None:
    context = browser.new_context(base_url=served.url, viewport=size, java_script_enabled=False)
    page = context.new_page()
    page.goto("/games/spoiled/30")
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator(".says")).not_to_be_empty()
    assert page.locator(".move").count() == served.steps("spoiled")
    assert page.locator(".move.is-flawed").count() > 0
    assert page.locator("[data-dock=tray-near] .card").count() > 0
    page.locator("summary", has_text="Position as text").click()
    expect(page.locator("[data-position] p").first).to_be_visible()
    expect(page.locator("[data-go=play]")).to_be_hidden()
    page.get_by_label("Step on (right arrow)").click()
    assert page.url.endswith("/games/spoiled/31")
    page.get_by_label("Seen by").select_option("public")
    page.get_by_role("button", name="Show").click()
    assert page.url.endswith("/games/spoiled/31?seat=public")
    page.locator(".move[data-step='40']").click()
    assert page.url.endswith("/games/spoiled/40?seat=public")
    context.close()
