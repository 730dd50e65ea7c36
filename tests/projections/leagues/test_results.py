"""What a result was for a team, as numbers and in words."""

from __future__ import annotations

import pytest

from projections.leagues.payloads import Award, ResultAwarded
from projections.leagues.results import Line, Told, made_of, of_award, of_game, told, without


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Told(2, [1], ()), "2–1"),
        (Told(0, [0], ()), "0–0"),
        (Told(1, [1], (4, 3)), "1–1 (4–3)"),
        (Told(5, [1, 2.5], ()), "5–1–2.5"),
        (Told(None, [1], ()), ""),
        (Told(1, [None], ()), ""),
        (Told(1, [2, None], (1, 2, 3)), ""),
    ],
)
def test_a_result_in_numbers(result: Told, text: str) -> None:
    assert result.text == text


def lines(*amounts: dict[str, float | None]) -> list[Line]:
    return [Line(team, "draw", said) for team, said in zip("abc", amounts, strict=False)]


def test_a_result_is_told_from_the_side_of_each_team() -> None:
    both = lines({"goals": 2, "kicks": 3}, {"goals": 1, "kicks": 5})
    assert told(both, "a", "goals", "kicks") == Told(2, [1], [3, 5])
    assert told(both, "b", "goals", "kicks") == Told(1, [2], [5, 3])
    assert told(both, "a", "goals", None) == Told(2, [1], ())
    assert told(both, "a", None, None) == Told(None, [None], ())


def test_a_shoot_out_is_told_where_all_of_it_is_known() -> None:
    assert told(lines({"kicks": 3}, {"kicks": None}), "a", "goals", "kicks").kicks == ()
    assert told(lines({"kicks": 3}, {}), "b", "goals", "kicks").kicks == ()
    assert told(lines({"kicks": 0}, {"kicks": 1}), "a", "goals", "kicks").kicks == [0, 1]


def test_a_game_is_what_its_ruleset_says() -> None:
    found = of_game("f", "g", {"a": {"outcome": "win", "goals": 2, "xg": None}})
    assert (found.fixture, found.game, found.basis) == ("f", "g", "game")
    assert found.lines == [Line("a", "win", {"goals": 2, "xg": None})]


def award(*amounts: dict[str, int]) -> ResultAwarded:
    awards = [
        Award(team=team, outcome="draw", amounts=said)
        for team, said in zip("abc", amounts, strict=False)
    ]
    return ResultAwarded(fixture="f", awards=awards, basis="result")


def amounts(*said: dict[str, int], names: tuple[str, ...]) -> list[dict[str, float | None]]:
    found = of_award(award(*said), "g", names)
    assert (found.fixture, found.game, found.basis) == ("f", "g", "result")
    return [dict(line.amounts) for line in found.lines]


def test_of_what_was_entered_the_differences_follow() -> None:
    names = ("goals", "goal_difference")
    assert amounts({"goals": 3}, {"goals": 1}, names=names) == [
        {"goals": 3, "goal_difference": 2},
        {"goals": 1, "goal_difference": -2},
    ]
    assert amounts({"goals": 3}, {}, names=names)[0] == {"goals": 3, "goal_difference": None}
    assert amounts({}, {"goals": 3}, names=names)[0] == {"goals": None, "goal_difference": None}
    told = {"goals": 3, "goal_difference": 1}
    assert amounts(told, {"goals": 1}, names=names)[0] == told
    three = amounts({"goals": 3}, {"goals": 1}, {"goals": 0}, names=names)
    assert [one["goal_difference"] for one in three] == [None, None, None]


def test_a_difference_is_made_of_what_begins_alike() -> None:
    known = ("vp_scored", "goals", "goal_difference")
    assert made_of("goal_difference", known) == "goals"
    assert made_of("vp_difference", known) == "vp_scored"
    assert made_of("xg_difference", known) is None
    assert made_of("goals", known) is None
    assert made_of("goal_difference", ["goal_difference"]) is None


def test_who_is_annulled_is_in_no_result() -> None:
    results = [
        of_game(name, name, {team: {"outcome": "win"} for team in name}) for name in ("ab", "bc")
    ]
    assert without(results, frozenset("a")) == results[1:]
    assert without(results, frozenset()) == results
    assert without(results, frozenset("b")) == []
