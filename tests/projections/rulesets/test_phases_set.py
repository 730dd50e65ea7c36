"""The table sets a phase: it is that phase, unless nobody could be awaited in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

import pytest

from events.event import Draft
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL
from projections.rulesets.football_u.obeying.seasons import next_game
from projections.rulesets.football_u.payloads import fields as football_u
from projections.rulesets.football_u.position.declarations import resolved
from projections.rulesets.football_u.position.dice import needs_assignment
from projections.rulesets.football_u.position.game import ai_side, has_source
from projections.rulesets.football_u.position.time_track import active_team
from projections.rulesets.und1c1.payloads import fields as und1c1
from projections.rulesets.undaunted_2200 import state as undaunted_2200
from projections.rulesets.undaunted_2200.obeying.squads import open_choices
from projections.rulesets.wannabe_football.obeying.hands import is_refilled
from projections.rulesets.wannabe_football.obeying.turns import owner_of
from projections.rulesets.wannabe_football.payloads import fields as wannabe_football
from tests.projections.rulesets.games import examples, plain, played
from tests.projections.rulesets.test_walks import tables

SIDES = ("visitor", "home")


def _football_u(state: Any, phase: str) -> bool:
    if not phase.startswith("game."):
        idle = {
            "offseason.actions": active_team(state.stacks) is None,
            "offseason.draw": not any(state.owed.values()),
            "season.coaches": all(state.teams[s].coach.card for s in state.season.hired),
        }
        return idle.get(phase, False)
    game, setup = state.game or next_game(state).game, state.setup
    if game is None or phase == "game.start":
        return True
    if phase == "game.ai-card":
        return ai_side(setup, game) is None
    if phase == "game.helmet":
        return not any(has_source(state, game, side, "HELMET") for side in SIDES)
    if phase == "game.roll":
        return False
    if not all(game.rolled.values()):
        return True
    if phase == "game.whistle":
        return not any(has_source(state, game, side, "WHISTLE") for side in SIDES)
    if state.phase == "game.whistle":
        game = resolved(game)
    if phase == "game.resolve":
        return not (game.pending.rerolls or game.pending.adds or game.text)
    return not any(needs_assignment(setup, game, s) for s in SIDES if s != ai_side(setup, game))


def _und1c1(state: Any, phase: str) -> bool:
    prepared = (state.chips.of(s) and state.captains.of(s).player for s in ("a", "b"))
    return phase == "setup" and all(prepared)


def _undaunted_2200(state: Any, phase: str) -> bool:
    if phase == "setup":
        return not open_choices(state)
    commanders = [side.commander for side in state.sides.values()]
    hands = [s for s in commanders if state.seats[s].hand and s not in state.turn.bids]
    return phase == "bid" and not hands


def _wannabe_football(state: Any, phase: str) -> bool:
    opponents = state.setup.opponents[state.turn.actor or owner_of(state)]
    dealt = all(hand.count >= 4 for hand in state.hands.values())
    idle = {
        "setup": dealt and state.starter is not None,
        "draw": state.deck == 0,
        "refill": is_refilled(state),
        "steal": not any(state.hands[seat].cards for seat in opponents),
    }
    return idle.get(phase, False)


class Phases(NamedTuple):
    """The phases of a ruleset, and whether nobody could be awaited in one that is set."""

    all: tuple[str, ...]
    setting: Callable[[str], dict[str, Any]]
    is_idle: Callable[[Any, str], bool]
    never: frozenset[str] = frozenset()
    """Those of which the name alone says too little for anybody to be awaited."""


PHASES: Mapping[str, Phases] = {
    "football-u": Phases(
        get_args(football_u.Phase),
        lambda phase: {"phase": phase},
        _football_u,
        frozenset({"game.start"}),
    ),
    "und1c1": Phases(
        get_args(und1c1.Phase),
        lambda phase: {"turn": {"phase": phase}},
        _und1c1,
        frozenset({"roll", "choose_interceptor", "free_move", "reposition"}),
    ),
    "undaunted-2200": Phases(
        get_args(undaunted_2200.Phase),
        lambda phase: {"set": {"/turn/phase": phase}},
        _undaunted_2200,
    ),
    "wannabe-football": Phases(
        get_args(wannabe_football.Phase),
        lambda phase: {"turn": {"phase": phase}},
        _wannabe_football,
        frozenset({"discard", "whistle", "exchange"}),
    ),
}
EACH = 3
"""Positions of every phase of a game that are looked at."""


def phase_of(rules: Any, state: Any) -> str:
    return str(plain(rules.view(state, ALL))["turn"]["phase"])


def positions(rules: Any) -> Iterator[Any]:
    """Of simulated games of every kind of table; of phases that none has, the worked examples'."""
    met: set[str] = set()
    for seating, options in tables(rules):
        created = simulate.creation(rules, sample(rules), seating, options)
        seen: Counter[str] = Counter()
        for _, state in simulate.game(rules, sample(rules), created, 3):
            phase = phase_in(rules, state)
            seen[phase] += 1
            if seen[phase] <= EACH:
                yield state
        met |= set(seen)
    for example in examples(rules.id):
        for state in played(rules.id, [*example["given"], *example["when"]]).states:
            if phase_in(rules, state) not in met:
                yield state


def phase_in(rules: Any, state: Any) -> str:
    """As `phase_of`, without a view of each of thousands of positions."""
    return str(state.phase if rules.id == "football-u" else state.turn.phase)


@pytest.mark.parametrize("ruleset", PHASES)
def test_a_phase_that_is_set_is_the_phase_unless_nobody_could_be_awaited(ruleset: str) -> None:
    rules, phases = rulesets()[ruleset], PHASES[ruleset]
    held = set(phases.never)
    for before in positions(rules):
        for phase in phases.all:
            draft = Draft(type="TableAdjusted", seat=None, data=phases.setting(phase))
            after = rules.apply(before, simulate.as_event(rules, draft, 2))
            now = phase_of(rules, after)
            about = phase_of(rules, before), phase, now
            if now == "over":
                assert phase == "over" or phases.is_idle(before, phase), about
                continue
            assert rules.view(after, ALL)["awaiting"] and rules.options(after, ALL), about
            if phase not in phases.never and not phases.is_idle(before, phase):
                assert now == phase, about
                held.add(phase)
    assert held | {"over"} == set(phases.all)


def test_every_ruleset_has_its_phases_here() -> None:
    assert set(PHASES) == set(rulesets())
