"""Adds a simulated season of each game, labelled so, to an installation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from api.services import Services
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from scripts.simulated_season import (
    TEAMS,
    game_log,
    league_log,
    league_of,
    meetings,
    person_of,
    recorded,
)
from scripts.storing import RECORDER, is_there, store_game


def add_seasons(here: Services, tell: Callable[[str], None]) -> None:
    """Adds what is not there yet of each ruleset's season; `tell` hears of each that was not whole.

    It may be interrupted at any time, and goes on there the next time.
    """
    for rules in rulesets().values():
        if new := add_season(here, rules):
            tell(f"The simulated season of {rules.name} is there, with {new} more games.")


def add_season(here: Services, rules: Ruleset[Any]) -> int:
    """Adds what is not there yet of one season; how many games that were."""
    for team, (_, person) in TEAMS.items():
        here.people.add(f"{person} (simulated)", person_of(team))
    all_, league = meetings(rules, datetime.now(UTC)), league_of(rules)
    if not is_there(here, league):
        here.store.append(
            league,
            list(league_log(rules, all_)),
            recorded_by=RECORDER,
            expected="no_stream",
            kind="league",
            visibility="public",
        )
        here.leagues.catch_up(league)
        here.queue.wake_seasons()
    missing = [one for one in recorded(all_) if not is_there(here, one.game)]
    for one in missing:
        log = game_log(rules, one)
        store_game(here, rules, one.game, log, began=one.at, visibility="public")
    return len(missing)
