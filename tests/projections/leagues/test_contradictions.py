"""What of an entered result contradicts itself, each way by itself."""

from __future__ import annotations

from itertools import product

import pytest

from projections.leagues.judge import contradiction, possible
from projections.leagues.payloads import Award, ResultAwarded

Amounts = dict[str, int]

OUTCOMES = ("win", "loss", "draw", "shootout_win", "shootout_loss")
FITTING = {
    ("win", "loss"),
    ("loss", "win"),
    ("draw", "draw"),
    ("shootout_win", "shootout_loss"),
    ("shootout_loss", "shootout_win"),
}


def wrong(
    one: str,
    other: str,
    amounts: Amounts | None = None,
    others: Amounts | None = None,
    *,
    decided: bool = False,
) -> str | None:
    """What is said of a result between two; None: nothing is wrong."""
    awards = [
        Award(team="a", outcome=one, amounts=amounts or {}),
        Award(team="b", outcome=other, amounts=others or {}),
    ]
    found = contradiction(
        ResultAwarded(fixture="f", awards=awards, basis="decision" if decided else "result")
    )
    assert found in ({}, {"awards": found.get("awards")})
    [said] = found.get("awards", [None])
    return said


@pytest.mark.parametrize(("one", "other"), list(product(OUTCOMES, OUTCOMES)))
def test_what_one_team_has_the_other_has_against_it(one: str, other: str) -> None:
    said = wrong(one, other)
    if (one, other) in FITTING:
        assert said is None
    else:
        told = one.replace("_", " "), other.replace("_", " ")
        assert said == f"One team cannot have {told[0]} while the other has {told[1]}."


def test_a_decision_may_let_both_lose_whatever_the_goals_and_nothing_else() -> None:
    assert wrong("loss", "loss", {"goals": 2}, {"goals": 1}, decided=True) is None
    assert wrong("loss", "loss", {"goals": 2}, {"goals": 1}) is not None
    assert wrong("win", "win", decided=True) is not None
    assert wrong("win", "loss", {"goals": 1}, {"goals": 2}, decided=True) is not None


@pytest.mark.parametrize(("one", "other"), sorted(FITTING))
def test_goals_go_with_the_outcome(one: str, other: str) -> None:
    for own, others in product(range(3), range(3)):
        fits = (own > others) - (own < others) == {"win": 1, "loss": -1}.get(one, 0)
        said = wrong(one, other, {"goals": own}, {"goals": others})
        word = one.replace("_", " ")
        told = f"{own} to {others} goals is no {word}; change the outcome or the goals."
        assert said == (None if fits else told)
    assert wrong(one, other, {"goals": 9}) is None
    assert wrong(one, other, {}, {"goals": 9}) is None


def test_victory_points_need_not_go_with_the_outcome() -> None:
    assert wrong("win", "loss", {"vp_scored": 1}, {"vp_scored": 5}) is None


@pytest.mark.parametrize("name", ["goals", "vp_scored", "shootout_goals", "spaces", "titles"])
def test_nothing_is_fewer_than_none(name: str) -> None:
    assert wrong("win", "loss", {name: 0}) is None
    for amounts in (({name: -1}, {}), ({}, {name: -1})):
        said = wrong("win", "loss", *amounts)
        assert said is not None
        assert said.endswith("cannot be fewer than none; write 0 or more.")


DIFFERENCE = "A goal difference of {} does not go with the rest; leave it out and it follows."


@pytest.mark.parametrize(
    ("amounts", "others", "told"),
    [
        ({"goal_difference": 2}, {}, None),
        ({"goal_difference": 2}, {"goal_difference": -2}, None),
        ({"goals": 3, "goal_difference": 2}, {"goals": 1, "goal_difference": -2}, None),
        ({"goals": 3, "goal_difference": 2}, {"goal_difference": -2}, None),
        ({"goals": 3}, {"goals": 1, "goal_difference": -2}, None),
        ({"goals": 3, "goal_difference": 1}, {"goals": 1}, 1),
        ({"goals": 3}, {"goals": 1, "goal_difference": -1}, -1),
        ({"goal_difference": 2}, {"goal_difference": -1}, 2),
        ({"goal_difference": -2}, {}, -2),
        ({"goal_difference": 0}, {}, 0),
        ({}, {"goal_difference": 2}, 2),
    ],
)
def test_a_difference_goes_with_the_rest(
    amounts: Amounts, others: Amounts, told: int | None
) -> None:
    expected = None if told is None else DIFFERENCE.format(told)
    assert wrong("win", "loss", amounts, others) == expected


def test_where_both_lose_a_difference_need_not_go_with_the_outcome_but_with_the_amounts() -> None:
    assert wrong("loss", "loss", {"goal_difference": 2}, decided=True) is None
    both = {"goals": 3, "goal_difference": 1}
    assert wrong("loss", "loss", both, {"goals": 1}, decided=True) is not None
    points = {"vp_scored": 1, "vp_difference": -4}
    assert wrong("win", "loss", points, {"vp_scored": 5}) is None
    assert wrong("win", "loss", {**points, "vp_difference": 4}, {"vp_scored": 5}) is not None


@pytest.mark.parametrize(("one", "other"), sorted(FITTING))
def test_who_wins_a_shoot_out_has_more_goals_of_it(one: str, other: str) -> None:
    name = "shootout_goals"
    for own, others in product(range(3), range(3)):
        fits = {"shootout_win": own > others, "shootout_loss": own < others}.get(one, False)
        said = wrong(one, other, {name: own}, {name: others})
        told = f"{own} to {others} in the shoot-out does not go with the outcome; "
        assert said == (None if fits else f"{told}change one of them.")
    assert wrong(one, other, {name: 3}) is None
    assert wrong(one, other, {}, {name: 3}) is None


def shared(*outcomes: str, decided: bool = False) -> str | None:
    awards = [Award(team=str(n), outcome=outcome) for n, outcome in enumerate(outcomes)]
    found = contradiction(
        ResultAwarded(fixture="f", awards=awards, basis="decision" if decided else "result")
    )
    [said] = found.get("awards", [None])
    return said


def test_shares_come_to_what_there_is() -> None:
    assert shared("4 of 4", "2 of 4", "0 of 4") is None
    assert shared("3 of 4", "3 of 4", "0 of 4") is None
    assert shared("2 of 2", "0 of 2") is None
    too_many = "The shares of the teams come to 7, not 6: who beats a rival has 2 for it, who is "
    assert shared("4 of 4", "3 of 4", "0 of 4") == f"{too_many}level 1."
    assert shared("4 of 4", "3 of 4", "0 of 4", decided=True) == f"{too_many}level 1."
    assert shared("4 of 4", "0 of 4", "0 of 4") is not None
    assert shared("4 of 4", "0 of 4", "0 of 4", decided=True) is None
    for mixed in (
        ("4 of 4", "2 of 4", "win"),
        ("4 of 4", "2 of 4", "0 of 2"),
        ("2 of 4", "2 of 4"),
    ):
        teams = len(mixed)
        most = 2 * (teams - 1)
        assert shared(*mixed) == (
            f"Of {teams} teams each has a share of {most}; choose one for each."
        )


def test_goals_say_nothing_of_shares() -> None:
    assert wrong("2 of 2", "0 of 2", {"goals": 1}, {"goals": 2}) is None


def test_three_that_have_no_shares_contradict_nothing() -> None:
    awards = [Award(team=str(n), outcome=one) for n, one in enumerate(OUTCOMES[:3])]
    assert contradiction(ResultAwarded(fixture="f", awards=awards)) == {}


def test_a_share_is_of_as_many_halves_as_there_are_rivals_twice() -> None:
    outcomes = ["win", "1 of 2", "1 of 3", "4 of 4", "2 of 6"]
    assert possible(outcomes, 2) == ["win", "1 of 2"]
    assert possible(outcomes, 3) == ["win", "4 of 4"]
    assert possible(outcomes, 4) == ["win", "2 of 6"]
