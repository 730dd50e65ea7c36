"""What finished games count."""

from __future__ import annotations

from projections.rulesets.undaunted_2200 import RULESET
from tests.projections.rulesets.undaunted_2200.table import act, adjusted, opening

STANDINGS = RULESET.standings


def test_a_win_counts_for_the_side_that_has_it() -> None:
    state = adjusted(opening(), sides__lfa__vp_supply=1, seats__breakers__casualties=[None, None])
    state = act(state, "GameEnded", None, reason="concession", winner="lfa")
    found = STANDINGS.outcomes(state)
    assert found["lfa"] == {
        "outcome": "win",
        "vp_difference": 3,
        "vp_scored": 3,
        "casualty_difference": 2,
    }
    assert found["breakers"]["outcome"] == "loss"
    assert found["breakers"]["casualty_difference"] == -2


def test_time_without_a_winner_is_a_draw() -> None:
    found = STANDINGS.outcomes(act(opening(), "GameEnded", None, reason="time"))
    assert {side["outcome"] for side in found.values()} == {"draw"}
    assert STANDINGS.points == {"win": 3, "draw": 1, "loss": 0}


def test_abandoned_and_running_games_do_not_count() -> None:
    assert STANDINGS.outcomes(opening()) == {}
    assert STANDINGS.outcomes(adjusted(opening(), status="ended", turn__phase="over")) == {}
    assert STANDINGS.outcomes(act(opening(), "GameEnded", None, reason="abandoned")) == {}
    assert STANDINGS.outcomes(act(opening(), "GameEnded", None, reason="concession")) == {}
