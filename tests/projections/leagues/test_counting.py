"""Criteria of a table: which are compared, and what they are called."""

from __future__ import annotations

import pytest

from projections.leagues.counting import Counting, label


@pytest.mark.parametrize(
    ("criterion", "words"),
    [
        ("points", "points"),
        ("goal_difference", "goal difference"),
        ("-luck", "luck"),
        ("xg_difference", "xG difference"),
        ("lots", "lots"),
        ("name", "name"),
        ("head_to_head", "points in the games between them"),
        ("head_to_head_goals", "goals in the games between them"),
    ],
)
def test_a_criterion_is_told_in_words(criterion: str, words: str) -> None:
    assert label(criterion) == words


@pytest.mark.parametrize(
    ("tie_breakers", "criteria"),
    [
        ([], ("points",)),
        (["goals", "name"], ("points", "goals", "name")),
        (["goals", "points", "name"], ("points", "goals", "name")),
    ],
)
def test_points_are_compared_first_and_once(
    tie_breakers: list[str], criteria: tuple[str, ...]
) -> None:
    assert Counting({"win": 3}, tie_breakers).criteria == criteria
