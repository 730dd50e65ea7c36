"""The dashboards in a browser: readable by everybody, on a phone and at a desk, and on paper."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.api import seasons
from tests.api.seasons import SEASON
from tests.api.site import Site
from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served

PAGES = [
    f"/seasons/{SEASON}",
    f"/seasons/{SEASON}/statistics?stat=duels&by=recorder&of=person",
    f"/seasons/{SEASON}/teams/ant",
    f"/seasons/{SEASON}/events?kind=tackle&team=ant",
]


@pytest.fixture(scope="module")
def almanac(
    browser: Browser, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A tab on an installation with a season of UND1C1."""
    file = tmp_path_factory.mktemp("almanac") / "gametape.db"
    shutil.copy(sqlite_template, file)
    site = Site(f"sqlite:///{file}")
    seasons.play_all(site, "und1c1")
    server = Served(site)
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    page = context.new_page()
    yield page
    context.close()
    server.leave()
    site.services.engine.dispose()


@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_read_the_dashboards(almanac: Page, path: str) -> None:
    complaints: list[str] = []
    almanac.on("console", lambda message: complaints.append(message.text))
    for scheme, size in (("light", DESK), ("dark", PHONE)):
        almanac.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        almanac.set_viewport_size(size)  # type: ignore[arg-type]
        almanac.goto(path)
        found = Axe().run(almanac, options={"resultTypes": ["violations"]}).response["violations"]
        assert [one for one in found if one["impact"] in ("serious", "critical")] == []
        width = almanac.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"]
        cut = almanac.evaluate(
            "[...document.querySelectorAll('.scroll > table')]"
            ".filter((table) => table.scrollWidth > table.parentElement.clientWidth + 1)"
            ".map((table) => table.textContent.slice(0, 60))"
        )
        assert cut == []
    assert complaints == []


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_name_is_not_broken_where_there_is_room(almanac: Page, size: dict[str, int]) -> None:
    almanac.set_viewport_size(size)  # type: ignore[arg-type]
    almanac.goto(f"/seasons/{SEASON}/statistics")
    lines = almanac.locator("#deserved tbody th a").first.evaluate(
        "(name) => { name.textContent = 'Herons'; return name.getClientRects().length; }"
    )
    assert lines == 1


def test_a_mark_of_a_plot_leads_to_its_events(almanac: Page) -> None:
    almanac.set_viewport_size(DESK)  # type: ignore[arg-type]
    almanac.goto(f"/seasons/{SEASON}/statistics")
    almanac.locator("#dice .plot a").first.click()
    assert almanac.url.endswith("die=black&face=1")
    almanac.locator("table.data tbody a").first.click()
    assert "/games/game-" in almanac.url


def test_printed_there_is_nothing_to_press(almanac: Page) -> None:
    almanac.goto(f"/seasons/{SEASON}/statistics")
    almanac.emulate_media(media="print")
    for part in (".filters", ".masthead nav", ".files"):
        assert not almanac.locator(part).first.is_visible()
    assert almanac.locator("#luck table").is_visible()
    almanac.emulate_media(media="screen")
