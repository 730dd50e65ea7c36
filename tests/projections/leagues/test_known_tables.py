"""Tables that the world knows, from their results alone."""

from __future__ import annotations

import pytest

from projections.kit.find import rulesets
from projections.leagues.counting import counting, refusals
from projections.leagues.payloads import Award, ResultAwarded, Settings
from projections.leagues.results import Result, of_award
from projections.leagues.standings import Contestant, Row, table

Games = list[tuple[str, int, int, str]]

WORLD_CUP_1994_E: Games = [
    ("Italy", 0, 1, "Ireland"),
    ("Norway", 1, 0, "Mexico"),
    ("Italy", 1, 0, "Norway"),
    ("Mexico", 2, 1, "Ireland"),
    ("Italy", 1, 1, "Mexico"),
    ("Ireland", 0, 0, "Norway"),
]
BY_GOALS = ["goal_difference", "goals", "head_to_head", "lots"]

EURO_2004_C: Games = [
    ("Denmark", 0, 0, "Italy"),
    ("Sweden", 5, 0, "Bulgaria"),
    ("Bulgaria", 0, 2, "Denmark"),
    ("Italy", 1, 1, "Sweden"),
    ("Italy", 2, 1, "Bulgaria"),
    ("Denmark", 2, 2, "Sweden"),
]
BY_MEETINGS = [
    *("head_to_head", "head_to_head_goal_difference", "head_to_head_goals"),
    *("goal_difference", "goals", "lots"),
]


def entered(n: int, home: str, own: int, others: int, away: str) -> ResultAwarded:
    """A result as an organizer enters it."""
    words = {1: ("win", "loss"), 0: ("draw", "draw"), -1: ("loss", "win")}
    outcomes = words[(own > others) - (own < others)]
    awards = [
        Award(team=team, outcome=outcome, amounts={"goals": goals})
        for team, outcome, goals in zip((home, away), outcomes, (own, others), strict=True)
    ]
    return ResultAwarded(fixture=f"f{n}", awards=awards, basis="result")


def rows(ruleset: str, games: Games, tie_breakers: list[str]) -> list[Row]:
    settings = Settings(points={"win": 3, "draw": 1, "loss": 0}, tie_breakers=tie_breakers)
    standings = rulesets()[ruleset].standings
    assert refusals(standings, settings) == {}
    counts = counting(standings, settings)
    results: list[Result] = [
        of_award(entered(n, *game), None, counts.told) for n, game in enumerate(games)
    ]
    teams = sorted({team for home, _, _, away in games for team in (home, away)})
    return table([Contestant(team, team) for team in teams], results, counts)


@pytest.mark.parametrize("ruleset", ["und1c1", "wannabe-football"])
class TestKnownTables:
    def test_world_cup_1994_group_e(self, ruleset: str) -> None:
        found = rows(ruleset, WORLD_CUP_1994_E, BY_GOALS)
        assert [(row.place, row.team) for row in found] == [
            *((1, "Mexico"), (2, "Ireland"), (3, "Italy"), (4, "Norway")),
        ]
        assert {(row.points, row.amounts["goal_difference"]) for row in found} == {(4, 0)}
        assert [row.amounts["goals"] for row in found] == [3, 2, 2, 1]
        assert [row.ties[-1].by for row in found[:3]] == ["goals", "head_to_head", "goals"]
        assert found[1].ties[1].text == (
            "level with Italy on 4 points; ahead by points in the games between them, 3 to 0"
        )

    def test_euro_2004_group_c(self, ruleset: str) -> None:
        found = rows(ruleset, EURO_2004_C, BY_MEETINGS)
        assert [(row.place, row.team, row.points) for row in found] == [
            *((1, "Sweden", 5), (2, "Denmark", 5), (3, "Italy", 5), (4, "Bulgaria", 0)),
        ]
        assert [(tie.own, tie.others) for tie in found[1].ties] == [(2, 3), (2, 1)]
        assert {tie.by for row in found for tie in row.ties} == {"head_to_head_goals"}
        # By goals of all games Italy would be last of the three, and Sweden far ahead.
        by_goals = rows(ruleset, EURO_2004_C, BY_GOALS)
        assert [row.team for row in by_goals] == ["Sweden", "Denmark", "Italy", "Bulgaria"]
        assert {tie.by for row in by_goals for tie in row.ties} == {"goal_difference"}
