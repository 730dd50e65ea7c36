"""Figures on the pages of a season: with their definitions, each leading to its events."""

from __future__ import annotations

from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from projections.kit.figures import Figure, each, kind_of
from projections.kit.find import rulesets
from projections.statistics.contributions import Amounts
from projections.statistics.figures import amount
from tests.api import seasons
from tests.api.seasons import SEASON
from tests.api.site import Game, Site, read
from tests.api.web.seasons.test_dashboards import PAGE, page


def rows(site: Site, **asked: str) -> list[dict[str, Any]]:
    answer = site.get(f"/seasons/{SEASON}/figures?{urlencode(asked)}")
    found: list[dict[str, Any]] = read(answer)["rows"]
    return found


def test_every_figure_is_shown_with_its_definition(told: Site) -> None:
    text = unescape(page(told, PAGE))
    shown = [*rows(told), *rows(told, level="season")]
    assert {row["figure"] for row in shown} >= {"possession", "goals-by-box", "events-per-game"}
    for row in shown:
        assert row["title"] in text
        assert row["says"] in text
    (mine,) = rows(told, figure="possession", team="ant")
    assert f"{100 * mine['amount']:.0f} %" in page(told, f"/seasons/{SEASON}/teams/ant")


@pytest.mark.parametrize("level", ["team", "against", "season"])
def test_a_figure_opens_the_events_that_it_is_made_of(told: Site, level: str) -> None:
    opened = rows(told, level=level)
    assert opened
    for row in opened[::4]:
        if row["figure"].endswith("per-game"):
            continue
        asked = {"kind": kind_of(row["figure"], row["label"] or ""), "team": row["team"] or ""}
        asked |= {"against": "1"} if level == "against" else {}
        text = unescape(page(told, f"/seasons/{SEASON}/events?{urlencode(asked)}"))
        assert f"{row['count']} event" in text, row
        assert row["title"] in text


def test_the_page_of_a_person_shows_figures(site: Site, played: list[Game]) -> None:
    assert played
    who = seasons.coaches(site)["ant"]
    text = unescape(page(site, f"/people/{who}"))
    mine = [row for row in rows(site, level="person", person=who) if row["amount"] is not None]
    assert "actions" in {row["figure"] for row in mine}
    assert all(row["says"] in text for row in mine)
    (asked,) = (row for row in mine if row["figure"] == "actions")
    query = urlencode({"kind": "figure:actions", "person": who})
    assert f"{asked['count']} event" in page(site, f"/seasons/{SEASON}/events?{query}")


@pytest.mark.parametrize("ruleset", rulesets())
def test_each_figure_says_what_it_is(ruleset: str) -> None:
    for name, figure in rulesets()[ruleset].statistics.figures.items():
        assert figure.says.endswith(".") and figure.title, name
        assert not figure.percent or figure.measure in ("mean", "ratio", "share"), name
        assert {label for line in figure.board for label in line} >= set(
            figure.labels if figure.board else ()
        )


def test_an_amount_that_rests_on_nothing_is_not_known() -> None:
    def of(measure: Any, **sums: int) -> float | None:
        figure = Figure(title="t", says="s.", kinds=(), counts=each(), measure=measure)
        return amount(figure, Amounts(**sums))

    for measure in ("value", "mean", "luck", "ratio", "most", "share"):
        assert of(measure) is None, measure
    assert of("mean", count=4, valued=2, value=10**9) == 0.5
    assert of("ratio", count=2, known=2, expected=2 * 10**9, luck=-(10**9)) == 0.5
