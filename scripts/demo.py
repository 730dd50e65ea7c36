"""Simulated public games for an installation that has none, labelled so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec

from api.services import Services
from events.event import Draft
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from scripts.console import progress
from scripts.simulation import play, seating, spoil
from scripts.storing import is_there, store_game

GAMES = 3
"""Demo games of each ruleset; the last one has a careless recorder."""

NAMES = ("Ada", "Bruno", "Chidi", "Dana", "Emeka", "Farah", "Goran", "Hana")
NOTE = "A simulated game for trying things out; nobody played it."


def add_demo(here: Services) -> int:
    """Adds the demo games that are not there yet; how many that were."""
    missing = [
        (rules, number)
        for rules in rulesets().values()
        for number in range(1, GAMES + 1)
        if not is_there(here, _id(rules, number))
    ]
    for rules, number in progress(missing, "Simulating demo games", len(missing)):
        _add(here, rules, number)
    return len(missing)


def _id(rules: Ruleset[Any], number: int) -> str:
    return f"demo-{rules.id}-{number}"


def _add(here: Services, rules: Ruleset[Any], number: int) -> None:
    drafts = play(rules, sample(rules), number, seating(rules, None))
    if number == GAMES:
        drafts = spoil(rules, drafts, Random(number))
    began = datetime.now(UTC) - timedelta(days=3 * number, hours=number)
    labelled = list(_labelled(drafts))
    store_game(here, rules, _id(rules, number), labelled, began=began, visibility="public")


def _labelled(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """With invented people at the table, and a note that says so."""
    created = drafts[0]
    seats = [
        {**seat, "name": f"{name} (simulated)"}
        for seat, name in zip(created.data["seats"], NAMES, strict=False)
    ]
    yield msgspec.structs.replace(created, data={**created.data, "seats": seats})
    yield Draft(type="NoteAdded", data={"text": NOTE})
    yield from drafts[1:]
