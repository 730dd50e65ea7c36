"""Who has won a shoot-out of five kicks each, and when: by every order of goals and misses."""

from __future__ import annotations

from itertools import product

import pytest

from projections.rulesets.wannabe_football.obeying.full_time import shootout_winner
from projections.rulesets.wannabe_football.state import Kick, Shootout, State
from tests.projections.rulesets.wannabe_football.desk import opening

EACH = 5


def told(goals: tuple[bool, ...]) -> Shootout:
    """Kicks in turn, the first team's first."""
    kicks = tuple(Kick("12"[n % 2], goal) for n, goal in enumerate(goals))
    score = {team: sum(goals["12".index(team) :: 2]) for team in ("1", "2")}
    return Shootout(kicks, score)  # type: ignore[arg-type]


def decided(goals: tuple[bool, ...]) -> str | None:
    """By the kicks that are left: who is ahead whatever becomes of them."""
    scored = sum(goals[::2]), sum(goals[1::2])
    taken = len(goals[::2]), len(goals[1::2])
    left = [max(0, EACH - n) for n in taken]
    if len(goals) >= 2 * EACH:
        even = taken[0] == taken[1]
        return None if scored[0] == scored[1] or not even else "12"[scored[1] > scored[0]]
    if scored[0] > scored[1] + left[1]:
        return "1"
    return "2" if scored[1] > scored[0] + left[0] else None


@pytest.fixture(scope="module")
def state() -> State:
    return opening(rulings={"shootout": "best_of_five"})


@pytest.mark.parametrize("number", range(1, 13))
def test_a_shoot_out_ends_as_soon_as_it_is_decided(state: State, number: int) -> None:
    for goals in product((False, True), repeat=number):
        assert shootout_winner(state, told(goals)) == decided(goals), goals
