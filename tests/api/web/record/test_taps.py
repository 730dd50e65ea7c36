"""Whole stretches of the four games recorded by taps alone: the log is what was meant."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page

from events.event import Draft
from projections.kit.find import rulesets
from projections.kit.ruleset import PUBLIC
from tests.api.site import Game
from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served, enter
from tests.api.web.tables import sit_down, stored
from tests.api.web.taps import Taps, as_stored, recordable, tellable, with_dice
from tests.projections.rulesets.games import plain

Views = Sequence[dict[str, Any]]
Types = Sequence[str]
Stretch = tuple[int, int]
"""The indices of its first and last event in the game."""

MOST_TAPS = 3
"""The median of an event with its dice."""

GOAL_IN = 10


def a_turn(views: Views, types: Types) -> Stretch:
    """A turn of UND1C1 in which dice are rolled, padlocks laid and a card is drawn."""
    found = (the_turn(views, number) for number in range(2, 20))
    needed = {"DiceRolled", "PadlocksPlaced", "CardsDrawn"}
    return next((a, b) for a, b in found if needed <= set(types[a : b + 1]))


def an_attack(views: Views, _: Types) -> Stretch:
    """The last events up to the first goal of Wannabe Football."""
    goal = next(i for i, view in enumerate(views) if sum(view["score"].values()) > 0)
    return goal - GOAL_IN + 1, goal


def an_offseason_and_a_game(views: Views, _: Types) -> Stretch:
    """From the deal of Football U's first season to the end of its first game."""
    phases = [view["turn"]["phase"] for view in views]
    starts = [i for i, phase in enumerate(phases) if phase == "game.ai-card"]
    return 1, starts[1]


def a_round(views: Views, _: Types) -> Stretch:
    """The second round of Undaunted: draws, bids and both turns."""
    return the_turn(views, 2)


def the_turn(views: Views, number: int) -> Stretch:
    """From the first event after which it is that turn's to make, to that which ends it."""
    own = [i for i, view in enumerate(views) if view["turn"]["number"] == number]
    return own[0] + 1, own[-1] + 1


GAMES: dict[str, Callable[[Views, Types], Stretch]] = {
    "und1c1": a_turn,
    "wannabe-football": an_attack,
    "football-u": an_offseason_and_a_game,
    "undaunted-2200": a_round,
}


def meant(ruleset: str) -> tuple[list[Draft], int]:
    """The events of the first simulated game whose stretch options tell, and where it starts."""
    rules = rulesets()[ruleset]
    for seed in count(1):
        played = list(recordable(ruleset, seed))
        views = [plain(rules.view(state, PUBLIC)) for _, state in played]
        try:
            first, last = GAMES[ruleset](views, [draft.type for draft, _ in played])
        except (StopIteration, IndexError):
            continue
        if first > 0 and tellable(played[: last + 1], rules, first):
            return [draft for draft, _ in played[: last + 1]], first
    raise AssertionError("seeds do not end")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("ruleset", GAMES)
def test_recorded_by_taps_alone(page: Page, served: Served, ruleset: str, size: Any) -> None:
    drafts, first = meant(ruleset)
    game = f"{ruleset}-by-taps-{size['width']}"
    enter(served.site, game, drafts[:first])
    page.set_viewport_size(size)
    sit_down(page, Game(game, served.site.token("recorder", game=game), ""))
    hand = Taps(page, served, game)
    hand.record(drafts[first:])
    assert stored(served, game) == [as_stored(draft) for draft in drafts[1:]]
    assert statistics.median(with_dice(hand.effort)) <= MOST_TAPS, hand.effort
