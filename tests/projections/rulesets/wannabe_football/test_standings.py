from __future__ import annotations

from projections.kit.box import components
from projections.kit.ruleset import Fact
from projections.rulesets.wannabe_football import RULESET
from tests.projections.rulesets.wannabe_football.desk import FOUR, event, games, played, position

STANDINGS = RULESET.standings


def ended(score: dict[str, int], **adjusted: object) -> dict[str, str]:
    state = position(turn={"seat": "1", "phase": "play"}, score=score, **adjusted)
    over = played(state, event("GameEnded", reason="time"))
    return {team: outcome["outcome"] for team, outcome in STANDINGS.outcomes(over).items()}


def test_points() -> None:
    assert ended({"1": 2, "2": 1}) == {"1": "win", "2": "loss"}
    assert ended({"1": 1, "2": 1}) == {"1": "draw", "2": "draw"}
    assert STANDINGS.points == {
        "win": 3,
        "shootout_win": 2,
        "shootout_loss": 1,
        "draw": 1,
        "loss": 0,
    }


def test_a_shoot_out_is_worth_two_to_one_and_no_goals() -> None:
    state = position(
        turn={"seat": "2", "phase": "shootout"},
        score={"1": 1, "2": 1},
        shootout={"kicks": [{"seat": "1", "goal": True}], "score": {"1": 1, "2": 0}},
    )
    over = played(state, event("CardsDrawn", "2", deck="multi", cards=["M11"]))
    outcomes = STANDINGS.outcomes(over)
    assert (outcomes["1"]["outcome"], outcomes["2"]["outcome"]) == ("shootout_win", "shootout_loss")
    assert outcomes["1"]["goal_difference"] == 0


def test_a_shoot_out_of_which_no_goal_was_told_counts_none() -> None:
    result = {"winner": "1", "reason": "shootout", "shootout": {}}
    outcomes = STANDINGS.outcomes(position(status="ended", result=result))
    assert [outcomes[team]["shootout_goals"] for team in ("1", "2")] == [0, 0]


def test_fair_play_counts_the_cards_of_both_teammates() -> None:
    state = position(
        FOUR,
        turn={"seat": "1", "phase": "play"},
        bookings={"1": {"yellows": 1}, "3": {"reds": 1}, "2": {"yellows": 2, "reds": 1}},
    )
    outcomes = STANDINGS.outcomes(played(state, event("GameEnded", reason="agreement")))
    assert (outcomes["1"]["fair_play"], outcomes["2"]["fair_play"]) == (-4, -5)


def test_games_that_do_not_count() -> None:
    state = position(turn={"seat": "1", "phase": "play"})
    assert STANDINGS.outcomes(state) == {}
    assert STANDINGS.outcomes(played(state, event("GameEnded", reason="abandoned"))) == {}


def test_simulated_games_share_out_their_goals() -> None:
    for game in games():
        outcomes = STANDINGS.outcomes(game[-1].after)
        assert outcomes["1"]["goal_difference"] == -outcomes["2"]["goal_difference"]
        assert set(outcomes["1"]) - {"outcome"} <= {*STANDINGS.tie_breakers, "shootout_goals"}
        kicks = game[-1].after.shootout
        for team, outcome in outcomes.items():
            told = None if kicks is None else kicks.score[team]
            assert outcome.get("shootout_goals") == told


def test_a_game_set_to_have_ended_of_which_no_result_is_told_does_not_count() -> None:
    assert STANDINGS.outcomes(position(status="ended")) == {}


def test_a_shoot_out_is_one_of_the_games_until_it_is_annulled() -> None:
    decided = RULESET.statistics.figures["shootouts"].counts
    for data, tally in (
        ({"reason": "shootout"}, (1, 1)),
        ({"reason": "goals"}, (0, 1)),
        ({"reason": "shootout", "annulled": "M01"}, (-1, -1)),
        ({"reason": "goals", "annulled": "M01"}, (0, -1)),
    ):
        (counted,) = decided(Fact("game_over", value=2, data=data))
        assert (counted.value, counted.expected) == tally


def test_a_card_is_called_by_its_name_or_by_what_it_does() -> None:
    box = components(RULESET, RULESET.sample_box)
    name = RULESET.statistics.piece_name
    assert name(box, "P01") == "Pass, own left to own right (P01)"
    assert name(box, "P02") == "Pass, own right to own left (P02)"
    assert name(box, "P99") is None
