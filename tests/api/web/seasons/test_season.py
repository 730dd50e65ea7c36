"""An organizer's evening in a browser: a league, a season, its teams, a game, the table."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Response, expect

from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served, judge
from tests.api.web.tables import saved


def sign_in(page: Page, token: str) -> None:
    page.goto("/sign-in")
    page.fill("[data-sign-in] input[name=token]", token)
    with page.expect_navigation():
        page.press("[data-sign-in] input[name=token]", "Enter")


def fits(page: Page) -> bool:
    """Whether nothing of the page lies beyond its right edge."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide <= 0


def test_an_organizer_plays_a_season_s_first_game(page: Page, served: Served) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sign_in(page, served.site.token("organizer"))
    page.click("nav >> text=Leagues")
    page.fill("#name", "Thursday Table")
    page.select_option("#ruleset", "wannabe-football")
    page.click("text=Make it")
    expect(page.locator("h1")).to_have_text("Thursday Table")
    assert fits(page)
    page.fill("#season", "Autumn")
    page.click("text=Open it")
    for team, coach in (("Herons", "Ines"), ("Otters", "Sam"), ("Pikes", "Kim")):
        page.fill("#name", team)
        page.fill("#people", coach)
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(".standings")).to_contain_text(team)
    page.click("text=Generate the fixtures")
    expect(page.locator(".meetings li")).to_have_count(3)
    assert fits(page)
    season = page.url
    play(page, served)
    page.goto(season)
    top = page.locator(".standings tbody tr").first.locator("td, th")
    expect(top.first).to_have_text("1")
    expect(top.last).to_have_text("3")
    expect(page.locator(".meetings li").filter(has_text="2–1")).to_have_count(1)
    expect(page.locator(".lede")).to_have_text("1 of 3 games played. Times of UTC.")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert fits(page)
    page.get_by_role("link", name=re.compile("replay")).click()
    expect(page.locator("h1")).to_be_visible()


def play(page: Page, served: Served) -> None:
    """Records the first fixture at its table: two goals to one, then time is up."""
    page.get_by_role("link", name=re.compile("^Record ")).first.click()
    page.click("text=To the table")
    expect(page.locator("[data-history] li").first).to_be_visible()
    for line in ('T{"score":{"1":2,"2":1}}', "END time"):
        page.fill("#line", line)
        with page.expect_response(_is_append):
            page.press("#line", "Enter")
        saved(page)
    game = page.url.split("/")[-2]
    judge(served.site, game)


def _is_append(answer: Response) -> bool:
    return answer.request.method == "POST" and answer.url.endswith("/events")


def test_the_forms_work_in_the_dark_by_keyboard(browser: Browser, served: Served) -> None:
    context = browser.new_context(base_url=served.url, color_scheme="dark")
    page = context.new_page()
    sign_in(page, served.site.token("organizer"))
    page.goto("/leagues")
    page.focus("#name")
    page.keyboard.type("Night Table")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Night Table")
    context.close()
