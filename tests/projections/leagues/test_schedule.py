from __future__ import annotations

from collections import Counter

import pytest

from projections.leagues.schedule import round_robin
from projections.leagues.sides import teams_of_sides


@pytest.mark.parametrize("number", range(2, 21))
def test_everybody_meets_everybody_home_and_away_in_balance(number: int) -> None:
    teams = [f"t{n}" for n in range(number)]
    rounds = round_robin(teams)
    met = Counter(frozenset(pair) for one in rounds for pair in one.pairs)
    assert set(met.values()) == {1}
    assert len(met) == number * (number - 1) // 2
    assert len(rounds) == (number if number % 2 else number - 1)
    for one in rounds:
        playing = [team for pair in one.pairs for team in pair]
        assert sorted([*playing, *([one.bye] if one.bye else [])]) == sorted(teams)
    homes = Counter(pair[0] for one in rounds for pair in one.pairs)
    assert all(abs(homes[team] - (number - 1) / 2) <= 0.5 for team in teams)
    byes = Counter(one.bye for one in rounds if one.bye)
    assert byes == (Counter(teams) if number % 2 else Counter())


def test_the_second_leg_turns_all_pairs_around() -> None:
    rounds = round_robin(["a", "b", "c", "d"], 2)
    first = [pair for one in rounds[:3] for pair in one.pairs]
    second = [pair for one in rounds[3:] for pair in one.pairs]
    assert second == [(away, home) for home, away in first]


@pytest.mark.parametrize("number", [4, 6, 20])
def test_who_stays_put_is_at_home_every_other_round_and_places_alternate(number: int) -> None:
    teams = [f"t{n}" for n in range(number)]
    rounds = round_robin(teams, 2)
    at_home = [one.pairs[0][0] == teams[0] for one in rounds]
    first, second = at_home[: number - 1], at_home[number - 1 :]
    assert first == [n % 2 == 0 for n in range(number - 1)]
    assert second == [not home for home in first]
    left, right = teams[1 : number // 2], teams[number // 2 : -1]
    alternate = list(enumerate(zip(left, reversed(right), strict=True)))
    assert rounds[0].pairs[1:] == [(a, b) if n % 2 == 0 else (b, a) for n, (a, b) in alternate]


def test_one_team_meets_nobody() -> None:
    assert round_robin(["a"]) == round_robin([]) == []


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ({"1": ["X"], "2": ["Y"]}, {"1": "ants", "2": "bees"}),
        ({"1": ["The Bees"], "2": ["Y"]}, {"1": "bees", "2": "ants"}),
        ({"1": ["X"], "2": ["ants"]}, {"1": "bees", "2": "ants"}),
        ({"1": ["THE ANTS", "X"], "2": ["Y", "the bees"]}, {"1": "ants", "2": "bees"}),
        # Both sides go by one name: then the order tells.
        ({"1": ["The Bees"], "2": ["bees"]}, {"1": "ants", "2": "bees"}),
        ({"1": ["X"], "2": ["Y"], "3": ["Z"]}, {"1": "ants", "2": "bees"}),
        ({"1": ["bees"]}, {"1": "bees"}),
    ],
)
def test_a_side_is_the_team_it_goes_by(
    sides: dict[str, list[str]], expected: dict[str, str]
) -> None:
    assert teams_of_sides(sides, {"ants": "The Ants", "bees": "The Bees"}) == expected
