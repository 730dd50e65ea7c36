"""What a finished game is worth in a league."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from projections.kit.fact import Fact
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import event, position, recorded, simulated

SEEN_NO_GAME = {"season": 1, "wins": {"1": 3, "2": 1}, "moved": {"1": 3, "2": 1}, "results": []}


def ended(teams: int, ranking: list[int], winner: str | None = "1", **verdict: Any) -> State:
    places = {str(seat): place for seat, place in enumerate(ranking, 1)}
    result = {"winner": winner, "reason": "farthest", **verdict}
    return position(teams, None, phase="over", board={"ranking": places}, result=result)


def points(state: State) -> dict[str, float]:
    standings = RULESET.standings
    return {
        side: round(standings.points[outcome["outcome"]], 3)
        for side, outcome in standings.outcomes(state).items()
    }


def test_ten_points_for_beating_everybody() -> None:
    assert points(ended(2, [9, 6])) == {"1": 10, "2": 0}
    assert points(ended(3, [9, 6, 3])) == {"1": 10, "2": 5, "3": 0}
    assert points(ended(4, [9, 6, 3, 3])) == {"1": 10, "2": 6.667, "3": 1.667, "4": 1.667}


def test_the_title_counts_before_the_position() -> None:
    assert points(ended(3, [9, 9, 3], "2")) == {"2": 10, "1": 5, "3": 0}


def test_a_shared_title() -> None:
    state = ended(3, [9, 9, 9], None, winners=["1", "3"])
    assert points(state) == {"1": 7.5, "3": 7.5, "2": 0}
    assert [o["titles"] for o in RULESET.standings.outcomes(state).values()] == [1, 0, 1]


def test_solo_and_abandoned_games_do_not_count() -> None:
    assert RULESET.standings.outcomes(ended(1, [16])) == {}
    given_up = recorded(
        position(2, None, phase="offseason.actions"), event("GameEnded", None, reason="abandoned")
    )
    assert RULESET.standings.outcomes(given_up) == {}
    agreed = recorded(
        position(2, None, phase="offseason.actions", board={"ranking": {"2": 4}}),
        event("GameEnded", None, reason="time", winner="2"),
    )
    assert points(agreed) == {"2": 10, "1": 0}


def test_without_a_title_the_position_counts() -> None:
    state = position(2, None, phase="over", board={"ranking": {"1": 4, "2": 5}})
    assert points(state) == {"1": 0, "2": 10}
    assert [o["titles"] for o in RULESET.standings.outcomes(state).values()] == [0, 0]


def test_wins_are_accounted_for_and_deserved_by_the_facts_of_seasons() -> None:
    history = [
        {"season": 1, "wins": {"1": 0, "2": 3}, "moved": {}},
        {"season": 2, "wins": {"1": 2, "2": 1}, "moved": {}},
    ]
    state = position(phase="over", history=history)
    facts = [
        Fact("season", "1", value=0.0, expected=2.0),
        Fact("season", "2", value=3.0, expected=1.0),
        Fact("season", "1", value=2.0, expected=1.5),
        Fact("season", "2", value=1.0, expected=1.5),
        Fact("roll", "1", value=7.0, expected=0.5),
        Fact("roll", "2", value=9.0, expected=50.0),
        Fact("cancel", "2", value=3.0),
    ]
    statistics = RULESET.statistics
    assert statistics.accounts is not None and statistics.deserved is not None
    accounts = [msgspec.structs.astuple(a) for a in statistics.accounts(state, facts)]
    assert accounts == [("wins of seat 1", 2, 2), ("wins of seat 2", 4, 4)]
    assert statistics.deserved(state, facts) == {"1": {"2 of 2": 1.0}, "2": {"0 of 2": 1.0}}
    unseen = [*facts, Fact("season", "1", value=1.0)]
    assert statistics.deserved(state, unseen) is None
    assert statistics.deserved(state, facts[4:]) is None
    assert statistics.deserved(position(1, None, phase="over"), facts) is None


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_a_game_hands_out_five_points_a_team(teams: int) -> None:
    last = simulated(teams, 1)[-1][2]
    assert sum(points(last).values()) == pytest.approx(5 * teams, abs=0.01)
    for outcome in RULESET.standings.outcomes(last).values():
        assert set(outcome) == {"outcome", "titles", "spaces", "season_wins", "luck"}
        assert 0 <= outcome["season_wins"] <= 4


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_luck_is_what_the_season_facts_say(teams: int) -> None:
    steps = simulated(teams, 1)
    facts = [fact for one, before, after in steps for fact in RULESET.facts(before, one, after)]
    outcomes = RULESET.standings.outcomes(steps[-1][2])
    assert any(outcome["luck"] for outcome in outcomes.values())
    for seat, outcome in outcomes.items():
        seasons = [f.data["luck"] for f in facts if f.kind == "season" and f.seat == seat]
        assert outcome["luck"] == pytest.approx(sum(seasons))


def test_a_season_that_was_not_seen_leaves_luck_unknown() -> None:
    def lucks(state: State) -> list[float | None]:
        return [outcome["luck"] for outcome in RULESET.standings.outcomes(state).values()]

    assert lucks(ended(2, [9, 6])) == [None, None]
    last = simulated(2, 1)[-1][2]
    assert None not in lucks(last)
    unseen = recorded(last, event("TableAdjusted", None, history=[SEEN_NO_GAME]))
    assert lucks(unseen) == [None, None]
