"""Tokens that links carry, and the form for them, in a browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.api.site import ADMIN
from tests.api.web.games import Served


def test_the_link_of_a_game_opens_it_and_keeps_its_token_out_of_the_address(
    page: Page, served: Served
) -> None:
    token = served.site.token("spectator", game="hidden")
    page.goto("/games/hidden")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"/games/hidden#{token}")
    expect(page.get_by_role("heading", level=1, name="Elks")).to_be_visible()
    assert token not in page.url
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Elks")).to_be_visible()
    cookies = page.context.cookies()
    assert [(one.get("httpOnly"), one.get("sameSite")) for one in cookies] == [(True, "Lax")]


def test_a_link_that_is_not_valid_any_more_says_so(page: Page) -> None:
    page.goto(f"/games/whole/20#{'x' * 43}")
    expect(page.get_by_role("alert")).to_contain_text("ask for a new")
    assert "#" not in page.url
    expect(page.locator("svg.board")).to_be_visible()


def test_an_anchor_is_no_token(page: Page) -> None:
    page.goto("/rulesets/wannabe-football#wannabe-football.turn.out-of-turn")
    expect(page.locator(":target")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_token_can_be_pasted_and_given_back(page: Page) -> None:
    page.goto("/sign-in")
    page.get_by_label("Token").fill("no-token-of-ours-at-all")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("ask for a new")
    page.get_by_label("Token").fill(ADMIN)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".you")).to_have_text("admin")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_sign_in_link_works_once(page: Page, served: Served) -> None:
    _, secret = served.site.services.tokens.make("organizer", name="sign-in", link=True)
    page.goto(f"/sign-in#{secret}")
    expect(page.locator(".you")).to_have_text("organizer")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.goto(f"/sign-in#{secret}")
    expect(page.get_by_role("alert")).to_contain_text("ask for a new")


def test_light_or_dark_is_kept(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate(ground)
    assert light != dark
    page.goto("/games")
    assert page.evaluate(ground) == dark


def test_a_link_asks_who_is_signed_in(page: Page, served: Served) -> None:
    page.goto("/sign-in")
    page.get_by_label("Token").fill(served.site.token("organizer"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".you")).to_have_text("organizer")
    link = f"/games/hidden#{served.site.token('spectator', game='hidden')}"
    for button, heading in (("Stay as I am", "Not found"), ("Use the link", "Elks")):
        page.goto("about:blank")
        page.goto(link)
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("You are signed in as organizer. Use this link’s rights")
        page.get_by_role("button", name=button).click()
        expect(alert).to_have_count(0)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    page.goto("/")
    expect(page.locator(".you")).to_have_text("organizer")
