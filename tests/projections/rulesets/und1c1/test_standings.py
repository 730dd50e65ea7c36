"""What a finished game is worth in a league."""

from __future__ import annotations

from typing import Any

from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import adjusted, game, played, position

STANDINGS = RULESET.standings


def score(a: int, b: int) -> State:
    return adjusted(position("a6@G3 b7@H10", "a6"), {"score": {"a": a, "b": b}})


def outcome(state: State, seat: str) -> Any:
    return STANDINGS.outcomes(state)[seat]


def test_points_and_tie_breakers() -> None:
    assert STANDINGS.points == {"win": 3, "draw": 1, "loss": 0}
    assert STANDINGS.tie_breakers[0] == "points" and STANDINGS.tie_breakers[-1] == "name"


def test_a_game_that_runs_or_was_abandoned_does_not_count() -> None:
    assert STANDINGS.outcomes(score(1, 0)) == {}
    assert STANDINGS.outcomes(played(score(1, 0), '- {GameEnded} {"reason":"abandoned"}')) == {}


def test_more_goals_win() -> None:
    state = played(score(2, 1), '- {GameEnded} {"reason":"time"}')
    assert outcome(state, "a") == {
        "outcome": "win",
        "goals": 2,
        "against": 1,
        "goal_difference": 1,
        "xg_difference": 0.0,
    }
    assert outcome(state, "b")["outcome"] == "loss"


def test_level_is_a_draw() -> None:
    state = played(score(1, 1), '- {GameEnded} {"reason":"time"}')
    assert {outcome(state, seat)["outcome"] for seat in "ab"} == {"draw"}


def test_a_concession_is_worth_three_goals_or_the_score() -> None:
    conceded = played(score(1, 0), 'a {GameEnded} {"reason":"concession"}')
    assert outcome(conceded, "b")["goals"] == 3 and outcome(conceded, "a")["goals"] == 0
    beaten = played(score(1, 6), 'a {GameEnded} {"reason":"concession"}')
    assert outcome(beaten, "b")["goal_difference"] == 5


def test_a_simulated_game_counts() -> None:
    final = game(4)[-1].after
    both = STANDINGS.outcomes(final)
    assert both["a"]["goal_difference"] == final.score.a - final.score.b
    assert both["a"]["xg_difference"] == -both["b"]["xg_difference"]
