"""No page has a serious problem that axe can find, in light and in dark, on a phone and at a desk.

A new page is one more line of PAGES; those of seasons are looked at where they are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from events.event import Draft
from projections.kit.box import sample
from projections.kit.find import rulesets
from tests.api.club import club
from tests.api.site import ADMIN
from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served

GRAVE = ("serious", "critical")

PERSON = "01a22ac9-05a2-77f9-9d9e-000000000001"
BOX = sample(rulesets()["wannabe-football"]).id
PAGES = [
    "/",
    "/games",
    "/new",
    "/new/und1c1",
    "/new/football-u",
    "/new/undaunted-2200",
    "/games/running/record",
    "/games/running/links",
    "/games/spoiled/30",
    "/games/spoiled/referee",
    "/games/whole/sheet",
    "/games/whole/20/embed",
    "/games/guess/compare",
    "/rulesets",
    "/rulesets/und1c1",
    "/boxes",
    f"/boxes/{BOX}",
    "/boxes/new",
    "/import",
    "/people",
    f"/people/{PERSON}",
    "/webhooks",
    "/leagues",
    "/leagues/club",
    "/leagues/club/log",
    "/seasons/autumn",
    "/seasons/autumn/people",
    "/seasons/autumn/fixtures/autumn-1-1",
    "/sign-in",
    "/no/such/page",
]
"""What an admin sees; `guess` is a branch of `whole`, `club` a league with one season, PERSON has a
game."""

EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
LOOKS = {**EVERYTHING, "runOnly": ["color-contrast", "scrollable-region-focusable"]}
"""What may differ in the dark and on a phone."""


@pytest.fixture(scope="module")
def guess(served: Served) -> None:
    """A branch of the game `whole`, one step long; a league; a person."""
    club(served.site)
    cleo = served.site.post("/people", {"id": PERSON, "name": "Cleo"})
    assert cleo.status_code == 201
    seats = [{"seat": "1", "person": PERSON}, {"seat": "2", "name": "Bo"}]
    served.site.judge(served.site.make(id="cleo", seats=seats))
    answer = served.site.post("/games/whole/branches", {"step": 40, "id": "guess"})
    assert answer.status_code == 201
    note = Draft(type="NoteAdded", data={"text": "what if"})
    served.site.services.store.append("guess", [note], recorded_by="admin")


@pytest.fixture(scope="module")
def admin(browser: Browser, served: Served, guess: None) -> Iterator[Page]:
    """One tab for every page: to open and sign in anew takes longer than to look."""
    context = browser.new_context(base_url=served.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/sign-in")
    page.get_by_label("Token").fill(ADMIN)
    page.keyboard.press("Enter")
    expect(page.locator(".you")).to_have_text("admin")
    yield page
    context.close()


def problems(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe finds on the page as it stands: the rule, and where."""
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_serious_problem(admin: Page, path: str) -> None:
    admin.emulate_media(color_scheme="light")
    admin.set_viewport_size(DESK)  # type: ignore[arg-type]
    admin.goto(path)
    # What is folded away counts too.
    admin.eval_on_selector_all("details", "all => all.forEach((one) => (one.open = true))")
    assert problems(admin, EVERYTHING) == []
    admin.emulate_media(color_scheme="dark")
    admin.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert problems(admin, LOOKS) == []
