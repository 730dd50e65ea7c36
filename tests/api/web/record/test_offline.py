"""The record page when the network or the server is away: nothing is lost, nothing doubled."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.api.site import OPENING, Game, Site, read
from tests.api.web.games import Served, enter
from tests.api.web.tables import begun, note, on_a_phone, saved, sit_down, stored
from tests.api.web.taps import Taps, as_stored, recordable
from tests.children import PATIENCE

STATES = """() => new Promise((resolve) => {
    const opening = indexedDB.open("gametape");
    opening.onsuccess = () => {
        const all = opening.result.transaction("states").objectStore("states").getAll();
        all.onsuccess = () => resolve(all.result);
    };
})"""
"""How games stood last, as the browser keeps it."""


@pytest.fixture(scope="module")
def served(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that may be stopped: nobody else's pages are on it."""
    file = tmp_path_factory.mktemp("offline") / "gametape.db"
    shutil.copy(sqlite_template, file)
    server = Served(Site(f"sqlite:///{file}"))
    yield server
    server.leave()
    server.site.services.engine.dispose()


@pytest.fixture
def browser_context_args(served: Served) -> dict[str, Any]:
    return {"base_url": served.url, "reduced_motion": "reduce"}


@pytest.fixture
def game(served: Served) -> Game:
    return begun(served)


@pytest.fixture
def table(page: Page, game: Game) -> Page:
    return on_a_phone(page, game)


@pytest.fixture
def kept_table(table: Page, game: Game) -> Page:
    """A table whose page the browser has at hand."""
    kept(table, game)
    return table


def kept(page: Page, game: Game) -> None:
    """Waits until the browser has the page at hand."""
    found = """async (path) => navigator.serviceWorker.controller !== null
        && Boolean(await (await caches.open("gametape-tables")).match(path))"""
    until(page, found, f"/games/{game.id}/record")


def until(page: Page, found: str, argument: Any = None) -> None:
    """Waits until a promise of the page is kept with something true."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        with suppress(Error):  # the page is being left
            if page.evaluate(found, argument):
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {found}")


def notes(served: Served, game: Game) -> list[str]:
    return [e["data"]["text"] for e in stored(served, game.id) if e["type"] == "NoteAdded"]


def test_without_a_server_the_page_opens_again_and_shows_what_is_unsent(
    kept_table: Page, served: Served, game: Game
) -> None:
    kept_table.click("text=Not shown")
    saved(kept_table)
    before = stored(served, game.id)
    served.stop()
    try:
        note(kept_table, "The lights went out.")
        expect(kept_table.locator("[data-sync]")).to_have_text("1 unsent")
        kept_table.reload()
        expect(kept_table.locator("[data-sync]")).to_have_text("1 unsent")
        expect(kept_table.locator("[data-unsent]")).to_contain_text("The lights went out.")
        expect(kept_table.locator("[data-prompt]")).to_contain_text("Ana")
        expect(kept_table.locator("svg.board")).to_be_visible()
        note(kept_table, "And on again.")
        expect(kept_table.locator("[data-sync]")).to_have_text("2 unsent")
    finally:
        served.start()
    saved(kept_table)
    assert stored(served, game.id)[: len(before)] == before
    assert notes(served, game) == ["The lights went out.", "And on again."]
    assert len(stored(served, game.id)) == len(before) + 2


def test_taps_between_which_network_page_and_server_come_and_go(page: Page, served: Served) -> None:
    name = "interrupted"
    drafts = [draft for draft, _ in recordable("und1c1", 3)][:36]
    enter(served.site, name, drafts[:20])
    game = Game(name, served.site.token("recorder", game=name), "")
    sit_down(page, game)
    kept(page, game)
    hand = Taps(page, served, name)
    hand.record(drafts[20:23])
    # The network goes while an event is told, and comes back.
    page.context.set_offline(True)
    hand.tell(drafts[23])
    unsent(page)
    page.context.set_offline(False)
    shown(page, 24)
    hand.record(drafts[24:27])
    # The server ends; the page is opened anew without it.
    served.stop()
    try:
        hand.tell(drafts[27])
        unsent(page)
        page.reload()
        unsent(page)
    finally:
        served.start()
    shown(page, 28)
    # The page is left before it is answered.
    hand.tell(drafts[28])
    page.reload()
    shown(page, 29)
    hand.record(drafts[29:])
    assert stored(served, name) == [as_stored(draft) for draft in drafts[1:]]


def unsent(page: Page) -> None:
    expect(page.locator("[data-sync]")).to_have_text("1 unsent")


def shown(page: Page, version: int) -> None:
    """Waits until the page shows the game at a version."""
    table = page.locator("[data-recorder]")
    expect(table).to_have_attribute("data-version", str(version))


AS_BEFORE_AN_UPGRADE = """async (path) => {
    const [now, old] = ["/static/record/record-page.js", "/static/recorder.js"];
    const tables = await caches.open("gametape-tables");
    const older = await caches.open("gametape-shell-older");
    const page = await tables.match(path), code = await (await caches.match(now)).text();
    const text = (await page.text()).replace(now, old);
    await tables.put(path, new Response(text, { headers: page.headers }));
    const moved = code.replaceAll('"./', '"/static/record/').replaceAll('"../', '"/static/');
    await older.put(old, new Response(moved, { headers: { "Content-Type": "text/javascript" } }));
}"""
"""Leaves the page as an older version kept it, whose script had another name."""


def test_a_page_that_was_kept_before_an_upgrade_opens_with_the_parts_of_then(
    kept_table: Page, served: Served, game: Game
) -> None:
    kept_table.evaluate(AS_BEFORE_AN_UPGRADE, f"/games/{game.id}/record")
    served.stop()
    try:
        kept_table.reload()
        note(kept_table, "Written by old hands.")
        expect(kept_table.locator("[data-sync]")).to_have_text("1 unsent")
    finally:
        served.start()
    saved(kept_table)
    assert notes(served, game) == ["Written by old hands."]


def test_pages_that_were_kept_before_an_upgrade_are_renewed(
    kept_table: Page, served: Served, game: Game
) -> None:
    path = f"/games/{game.id}/record"
    kept_table.evaluate(AS_BEFORE_AN_UPGRADE, path)
    other = begun(served)
    kept(on_a_phone(kept_table.context.new_page(), other), other)
    renewed = """async (path) => {
        const page = await (await caches.open("gametape-tables")).match(path);
        return !(await page.text()).includes("/static/recorder.js")
            && !(await caches.keys()).includes("gametape-shell-older");
    }"""
    until(kept_table, renewed, path)
    served.stop()
    try:
        kept_table.reload()
        expect(kept_table.locator("svg.board")).to_be_visible()
    finally:
        served.start()


def test_answers_that_are_lost_double_nothing(table: Page, served: Served, game: Game) -> None:
    lost: list[str] = []

    def swallow(route: Any) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.request.post_data)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    table.context.route("**/events", swallow)
    note(table, "Once.")
    expect(table.locator("[data-sync]")).to_have_text("1 unsent")
    table.reload()
    saved(table)
    assert len(lost) == 2
    assert lost[0] == lost[1]
    assert notes(served, game) == ["Once."]


def test_what_was_taken_back_before_it_was_sent_is_stored_and_retracted(
    table: Page, served: Served, game: Game
) -> None:
    table.context.set_offline(True)
    table.click("text=Not shown")
    expect(table.locator("[data-sync]")).to_have_text("1 unsent")
    table.click(".foot-bar [data-do=undo]")
    expect(table.locator("[data-unsent] del")).to_be_visible()
    table.context.set_offline(False)
    saved(table)
    drawn, undone = stored(served, game.id)[len(OPENING) :]
    assert drawn["type"] == "CardsDrawn"
    assert undone == {
        "type": "EventRetracted",
        "seat": None,
        "data": {"target": len(OPENING) + 2, "reason": "typo"},
    }


def test_a_line_written_without_a_server_is_read_when_it_is_back(
    table: Page, served: Served, game: Game
) -> None:
    served.stop()
    try:
        table.fill("#line", 'N "by candle light"')
        table.press("#line", "Enter")
        expect(table.locator("[data-unsent]")).to_contain_text("candle light")
    finally:
        served.start()
    saved(table)
    assert stored(served, game.id)[-1]["type"] == "NoteAdded"
    assert len(stored(served, game.id)) == len(OPENING) + 1


def test_another_session_does_not_find_what_was_kept(
    kept_table: Page, served: Served, game: Game
) -> None:
    kept_table.goto("/")
    kept_table.click("[data-sign-out]")
    until(kept_table, "async () => !(await caches.has('gametape-tables'))")
    served.stop()
    try:
        with pytest.raises(Exception, match="ERR_"):
            kept_table.goto(f"/games/{game.id}/record")
    finally:
        served.start()


def test_a_page_of_a_session_that_is_over_is_forgotten(
    kept_table: Page, served: Served, game: Game
) -> None:
    kept_table.context.clear_cookies()
    kept_table.goto("/")
    until(kept_table, "async () => !(await caches.has('gametape-tables'))")
    until(kept_table, f"async () => (await ({STATES})()).length === 0")


def test_a_link_that_ended_keeps_what_is_unsent(table: Page, served: Served, game: Game) -> None:
    mine = next(
        token["id"]
        for token in read(served.site.get(f"/tokens?game={game.id}"))
        if token["role"] == "recorder"
    )
    assert served.site.delete(f"/tokens/{mine}").status_code == 204
    note(table, "Am I still here?")
    expect(table.locator(".settle")).to_contain_text("kept on this device")
    table.evaluate(
        """async ([csrf, token]) => fetch("/api/v1/session", {
            method: "POST", body: JSON.stringify({token}),
            headers: {"Content-Type": "application/json", "X-CSRF-Token": csrf}})""",
        [
            table.locator("meta[name=csrf]").get_attribute("content"),
            served.site.token("recorder", game=game.id),
        ],
    )
    table.click("text=Try again")
    saved(table)
    assert notes(served, game) == ["Am I still here?"]


def test_the_app_can_be_installed(browser: Browser, served: Served) -> None:
    page = browser.new_page(base_url=served.url)
    page.goto("/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"], found
    assert '"name": "gametape"' in found["data"]
    hindrances = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in hindrances} <= {"in-incognito"}
    page.close()
