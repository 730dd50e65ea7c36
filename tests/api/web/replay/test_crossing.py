"""A live replay while answers overtake one another: what is newer stays in sight."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from events.event import Draft
from tests.api.web.crossing import hold, may_cross, settled
from tests.api.web.games import Served, enter, judge, played
from workers.queue import News

ANSWERS = 5
BEGUN = 40


@pytest.fixture
def game(served: Served, request: pytest.FixtureRequest) -> str:
    name = f"crossing-{len(request.node.originalname)}"
    enter(served.site, name, played(7, ("Larks", "Herons"))[:BEGUN])
    return name


@pytest.fixture
def replay(page: Page, game: str) -> Page:
    may_cross(page)
    with page.expect_response("**/replay?*"):
        page.goto(f"/games/{game}")
    return page


def record(served: Served, game: str, drafts: Sequence[Draft]) -> None:
    events = [{"type": one.type, "seat": one.seat, "data": one.data} for one in drafts]
    answer = served.site.post(f"/games/{game}/events", {"events": events})
    assert answer.status_code == 201, answer.text


def test_the_last_step_is_shown_whichever_answer_is_late(
    replay: Page, served: Served, game: str
) -> None:
    coming = iter(played(7, ("Larks", "Herons"))[BEGUN:])
    asked = 0
    for late in range(ANSWERS):
        hold(replay, f"n === {late}")
        record(served, game, [next(coming)])
        replay.wait_for_timeout(200)
        record(served, game, [next(coming)])
        replay.wait_for_timeout(200)
        judge(served.site, game)
        served.site.services.live.tell(News(game, checked_version=served.steps(game)))
        steps = str(served.steps(game))
        expect(replay.locator("[data-steps-number]")).to_have_text(steps)
        asked = max(asked, settled(replay))
        assert replay.locator("[data-step-number]").inner_text() == steps, f"{late} came late"
        assert replay.locator("[data-steps-number]").inner_text() == steps, f"{late} came late"
        expect(replay.locator(".move[aria-current=step]")).to_have_attribute("data-step", steps)
    assert asked >= ANSWERS


def test_a_correction_is_shown_though_the_scene_before_it_comes_late(
    replay: Page, served: Served, game: str
) -> None:
    first = replay.locator("[data-dock=board]").inner_html()
    hold(replay, "n === 0 && address.includes('/replay?')")
    replay.keyboard.press("Home")
    replay.keyboard.press("End")
    gone = [Draft(type="EventRetracted", data={"target": BEGUN - n}) for n in range(20)]
    record(served, game, gone)
    expect(replay.locator("[data-steps-number]")).to_have_text(str(BEGUN - 20))
    settled(replay)
    expect(replay.locator("[data-step-number]")).to_have_text(str(BEGUN - 20))
    shown = replay.locator("[data-dock=board]").inner_html()
    replay.reload()
    settled(replay)
    assert replay.locator("[data-dock=board]").inner_html() == shown != first


def test_who_steps_back_meanwhile_is_left_there(replay: Page, served: Served, game: str) -> None:
    hold(replay, "address.includes('/games/crossing') && !address.includes('/api/')")
    record(served, game, played(7, ("Larks", "Herons"))[BEGUN : BEGUN + 1])
    replay.wait_for_timeout(300)
    replay.keyboard.press("ArrowLeft")
    expect(replay.locator("[data-steps-number]")).to_have_text(str(BEGUN + 1))
    settled(replay)
    expect(replay.locator("[data-step-number]")).to_have_text(str(BEGUN - 1))
