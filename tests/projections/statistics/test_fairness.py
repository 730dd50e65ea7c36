from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import erfc, exp, sqrt
from random import Random
from typing import Any

import pytest

from projections.statistics import fairness as dice
from projections.statistics.chance import above, critical, noncentrality
from projections.statistics.fairness import chance_of, fairness

D6 = [str(n) for n in range(1, 7)]


def strays(counts: tuple[int, ...], weights: tuple[int, ...]) -> Fraction:
    rolls, whole = sum(counts), sum(weights)
    found = Fraction(0)
    for count, weight in zip(counts, weights, strict=True):
        found += Fraction((count * whole - rolls * weight) ** 2, rolls * weight * whole)
    return found


@pytest.mark.parametrize(
    ("counts", "weights"),
    [((3, 1, 0), (1, 1, 1)), ((0, 5), (1, 2)), ((2, 2, 1, 1), (1, 2, 1, 2)), ((6, 0), (1, 1))],
)
def test_the_exact_chance_is_that_of_every_way_to_fall(
    counts: tuple[int, ...], weights: tuple[int, ...]
) -> None:
    """Every sequence of rolls is gone through, each face as often as the die has it."""
    sides = [face for face, weight in enumerate(weights) for _ in range(weight)]
    rolls = sum(counts)
    bar, hits = strays(counts, weights), 0
    for fallen in product(sides, repeat=rolls):
        seen = Counter(fallen)
        hits += strays(tuple(seen[face] for face in range(len(weights))), weights) >= bar
    chance, how = chance_of(counts, weights)
    assert how == "exact"
    assert chance == pytest.approx(hits / len(sides) ** rolls, abs=1e-9)


def test_simulation_and_limit_agree_with_the_exact_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, weights = (30, 19, 26), (1, 1, 1)
    exact, how = chance_of(counts, weights)
    assert how == "exact"
    chance_of.cache_clear()
    monkeypatch.setattr(dice, "MOST_EXACT", 0)
    simulated, how = chance_of(counts, weights)
    chance_of.cache_clear()
    assert how == "simulated"
    assert simulated == pytest.approx(exact, abs=0.03)
    assert above(float(strays(counts, weights)), 2) == pytest.approx(exact, abs=0.02)


def test_the_chi_square_distribution_has_the_values_of_the_tables() -> None:
    for degrees, level, square in [(1, 0.05, 3.841), (2, 0.05, 5.991), (5, 0.05, 11.070)]:
        assert critical(degrees, level) == pytest.approx(square, abs=1e-3)
    assert critical(9, 0.01) == pytest.approx(21.666, abs=1e-3)
    # Cohen's table: power .80 at .05 with 5 degrees of freedom
    assert noncentrality(5, 0.05, 0.8) == pytest.approx(12.83, abs=0.02)


def test_a_loaded_die_is_found_out_and_a_fair_one_is_not() -> None:
    fair = fairness(dict(zip(D6, (98, 103, 91, 110, 95, 103), strict=True)), D6)
    loaded = fairness(dict(zip(D6, (70, 90, 85, 95, 80, 180), strict=True)), D6)
    assert (fair.rolls, fair.odd, fair.how) == (600, False, "simulated")
    assert loaded.odd
    assert loaded.says.startswith("Hardly chance. In 600 rolls")
    assert fair.says.startswith("Nothing to see. In 600 rolls a fair die strays this far")


def test_what_would_be_noticed_is_noticed_four_times_in_five() -> None:
    rolls, random = 5_000, Random(3)
    share = fairness(dict.fromkeys(D6, rolls // 6), D6).notices
    assert share is not None
    weights = [share, *[(1 - share) / 5] * 5]
    odd = sum(fairness(Counter(random.choices(D6, weights, k=rolls)), D6).odd for _ in range(200))
    assert 0.7 < odd / 200 < 0.9


def test_the_more_dice_are_looked_at_the_farther_one_may_stray() -> None:
    counts = dict(zip(D6, (130, 100, 80, 95, 95, 100), strict=True))
    alone, among = fairness(counts, D6), fairness(counts, D6, looked_at=20)
    assert alone.chance == among.chance
    assert (alone.odd, among.odd) == (False, False)
    worse = dict(zip(D6, (135, 100, 75, 95, 95, 100), strict=True))
    assert fairness(worse, D6).odd
    assert not fairness(worse, D6, looked_at=20).odd
    assert "one of 20 dice" in among.says


def test_faces_that_a_die_has_twice_fall_twice_as_often() -> None:
    found = fairness({"X": 20, "1": 10}, ["X", "1", "X"])
    assert found.square == 0
    assert [(face.face, face.expected) for face in found.faces] == [("1", 10), ("X", 20)]


def test_few_rolls_tell_little_and_say_so() -> None:
    found = fairness({"6": 2}, D6)
    assert not found.odd
    assert found.notices is None
    assert "With so few rolls" in found.says
    with pytest.raises(ValueError, match="0 rolls"):
        fairness({}, D6)
    with pytest.raises(ValueError, match="1 different"):
        fairness({"X": 3}, ["X", "X"])


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.5, "in 50 of 100 seasons"),
        (0.095, "in 10 of 100 seasons"),
        (0.0949, "in 9.5 of 100 seasons"),
        (0.0095, "in 0.9 of 100 seasons"),
        (0.0094, "in 94 of 10,000 seasons"),
        (0.0001, "in 1 of 10,000 seasons"),
        (0.00009, "in fewer than 1 of 10,000 seasons"),
    ],
)
def test_how_often_is_said_in_numbers_that_are_not_zero(chance: float, said: str) -> None:
    assert dice._often(chance) == said


def test_how_the_chance_was_found_is_said() -> None:
    few = fairness(dict(zip(D6, (4, 1, 2, 0, 2, 2), strict=True)), D6)
    assert (few.how, few.error, few.degrees) == ("exact", 0.0, 5)
    assert "(counted exactly)" in few.says
    some = fairness(dict(zip(D6, (98, 103, 91, 110, 95, 103), strict=True)), D6)
    spread = (some.chance * (1 - some.chance) / 2_000) ** 0.5
    assert some.error == pytest.approx(2 * spread)
    assert f"(2,000 fair dice simulated, give or take {200 * spread:.1f} in 100)" in some.says
    loaded = fairness(dict(zip(D6, (70, 90, 85, 95, 80, 180), strict=True)), D6)
    assert loaded.error > 0 and "give or take" not in loaded.says
    many = fairness(dict.fromkeys(D6, 200), D6)
    assert (many.how, many.chance, many.error) == ("limit", 1.0, 0.0)
    assert "(by the chi-square distribution)" in many.says and "dice looked at" not in many.says
    told: Any = [(face.face, face.share, face.expected) for face in many.faces]
    assert told == [(face, pytest.approx(1 / 6), pytest.approx(200)) for face in D6]


def test_what_would_be_noticed_is_said_of_the_first_face() -> None:
    found = fairness({"X": 400, "10": 100, "9": 100}, ["X", "10", "9", "X", "X", "X"])
    assert [face.face for face in found.faces] == ["9", "10", "X"]
    assert found.notices is not None
    says = f"showed its 9 {100 * found.notices:.1f} times in a hundred instead of 16.7"
    assert says in found.says
    # Cohen: a shift of w, where w * w is the noncentrality for each roll
    shift = noncentrality(2, dice.LEVEL, dice.POWER)
    assert found.notices == pytest.approx(1 / 6 + (shift * (1 / 6) * (5 / 6) / 600) ** 0.5)


@pytest.mark.parametrize("rolls", [1_000, 1_001])
def test_many_rolls_are_not_simulated(rolls: int) -> None:
    counts = (rolls // 2, rolls // 4, rolls - rolls // 2 - rolls // 4)
    _, how = chance_of(counts, (2, 1, 1))
    assert how == ("limit" if rolls > 1_000 else "simulated")


@pytest.mark.parametrize(
    ("counts", "how"),
    [
        ((3000, 2999), "exact"),  # 6,000 ways to fall
        ((3000, 3000), "limit"),
        ((36, 36, 36), "exact"),  # 5,995
        ((37, 36, 36), "simulated"),  # 6,105
        ((334, 333, 333), "simulated"),  # 1,000 rolls
        ((334, 334, 333), "limit"),
    ],
)
def test_a_chance_is_exact_while_it_can_be_gone_through(counts: tuple[int, ...], how: str) -> None:
    assert chance_of(counts, (1,) * len(counts))[1] == how


def test_of_many_rolls_the_chance_is_that_of_chi_square() -> None:
    square = 2 * 100**2 / 3000
    chance, how = chance_of((3100, 2900), (1, 1))
    assert (how, chance) == ("limit", pytest.approx(erfc(sqrt(square / 2)), rel=1e-9))
    three, _ = chance_of((1100, 1000, 900), (1, 1, 1))
    assert three == pytest.approx(exp(-20 / 2), rel=1e-9)  # with two degrees of freedom


def test_what_would_be_noticed_of_a_first_face_that_is_rarer_than_others() -> None:
    found = fairness({"1": 100, "2": 200}, ["1", "2", "2"])
    assert found.notices is not None
    shift = noncentrality(1, 0.01, 0.8)
    assert found.notices == pytest.approx(1 / 3 + sqrt(shift * (1 / 3) * (2 / 3) / 300))


def test_a_die_is_odd_by_how_many_are_looked_at_in_words_too() -> None:
    alone, among = (fairness({"1": 75, "2": 45}, ["1", "2"], n) for n in (1, 4))
    assert 0.01 / 4 < alone.chance == among.chance < 0.01
    assert (alone.odd, among.odd) == (True, False)
    assert alone.says.startswith("Hardly chance.")
    assert among.says.startswith("Nothing to see.")
