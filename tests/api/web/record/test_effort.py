"""How many characters a recorder types: counted over a simulated game of each ruleset."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from api.games.serializers import lined
from projections.kit import box
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL
from tests.api.web.taps import as_stored, recordable
from tests.projections.rulesets.games import plain

MOST = 6
"""Characters of the median event."""

SHORTEST = (Path(__file__).parents[1] / "data/shortest.js").read_text("utf-8")
"""The fewest characters after which Enter records the event; else those of its line."""


def cases(ruleset: str, every: int) -> Iterator[dict[str, Any]]:
    """Events of a game with the options that the page has before each."""
    rules = rulesets()[ruleset]
    played = list(recordable(ruleset, 3))
    for index in range(1, len(played), every):
        before, (draft, _) = played[index - 1][1], played[index]
        options = [plain(lined(rules, option)) for option in rules.options(before, ALL)]
        event = as_stored(draft)
        yield {
            "options": options,
            "line": rules.write(draft),
            "event": event,
            "label": next((o["label"] for o in options if _is(o, event)), ""),
            "told": list(_answers(event["data"])),
        }


def _is(option: dict[str, Any], event: dict[str, Any]) -> bool:
    return all(option[key] == event[key] for key in ("type", "seat", "data"))


def _answers(data: dict[str, Any]) -> Iterator[str]:
    """What somebody types who answers with faces or cards alone."""
    # Elsewhere `dice` are the ids of dice that lie there.
    faces = [str(die["face"]) for die in data.get("dice", []) if isinstance(die, dict)]
    if faces:
        yield "".join(faces)
        yield " ".join(faces)
    cards = data.get("cards")
    if isinstance(cards, list) and cards:
        yield "?"
        told = ["?" if card is None else str(card).lower() for card in cards]
        for length in range(1, 6):
            yield " ".join(card[-length:].lstrip("0") or card for card in told)
            yield " ".join(card.rpartition("-")[2] or card for card in told)


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_the_median_event_takes_six_characters(page: Page, ruleset: str) -> None:
    page.goto("/")
    found = list(cases(ruleset, 6))
    content = dict(box.sample(rulesets()[ruleset]).content)
    counted: list[int] = page.evaluate(SHORTEST, [plain(content), found])
    print(ruleset, "median", statistics.median(counted), "mean", round(statistics.mean(counted), 1))
    assert statistics.median(counted) <= MOST, list(zip(counted, found, strict=True))
