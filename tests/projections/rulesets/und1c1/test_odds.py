"""Chances against plain enumeration of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.position.odds import (
    Side,
    against_target,
    beats,
    by_difference,
    duel,
)
from projections.rulesets.und1c1.position.sums import chance
from tests.projections.rulesets.und1c1.desk import adjusted, played, position

FACES = range(1, 7)


@pytest.mark.parametrize(
    ("delta", "p"),
    [
        (-5, Fraction(0)),
        (-4, Fraction(1, 34)),
        (-3, Fraction(1, 11)),
        (-2, Fraction(3, 16)),
        (-1, Fraction(10, 31)),
        (0, Fraction(1, 2)),
        (1, Fraction(21, 31)),
        (2, Fraction(13, 16)),
        (3, Fraction(10, 11)),
        (4, Fraction(33, 34)),
        (5, Fraction(1)),
        (9, Fraction(1)),
        (-7, Fraction(0)),
    ],
)
def test_the_table_of_six_sides(delta: int, p: Fraction) -> None:
    assert by_difference(6, delta) == p


@pytest.mark.parametrize("sides", [2, 6, 8, 20])
def test_the_two_sides_of_a_duel_sum_to_one(sides: int) -> None:
    for delta in range(-9, 10):
        assert by_difference(sides, delta) + by_difference(sides, -delta) == 1


@pytest.mark.parametrize("lucky", list(product((None, 1, 5, 6), repeat=2)))
@pytest.mark.parametrize("delta", [-4, 0, 3])
def test_a_duel_is_its_rolls_with_draws_rolled_again(
    lucky: tuple[int | None, int | None], delta: int
) -> None:
    s, o = Side(delta, lucky[0]), Side(0, lucky[1])
    rolls = {(x, y): beats(x, y, s, o) for x in FACES for y in FACES}
    p = duel(6, s, o)
    won = sum(Fraction(1, 36) for outcome in rolls.values() if outcome)
    drawn = sum(Fraction(1, 36) for outcome in rolls.values() if outcome is None)
    assert p == won + drawn * p
    for x in FACES:
        after_one = duel(6, s, o, x)
        outcomes = [rolls[x, y] for y in FACES]
        assert after_one == (outcomes.count(True) + outcomes.count(None) * p) / 6
    assert sum(duel(6, s, o, x) for x in FACES) / 6 == p
    assert sum(duel(6, s, o, None, y) for y in FACES) / 6 == p


def test_a_lucky_face_on_both_sides_cancels() -> None:
    lucky = Side(0, 6)
    assert beats(6, 5, lucky, lucky) is True
    assert beats(6, 6, lucky, lucky) is None
    assert beats(6, 6, Side(-3, 6), Side(0)) is True


@pytest.mark.parametrize("target", range(-2, 12))
@pytest.mark.parametrize("modifier", [-1, 0, 2])
@pytest.mark.parametrize("lucky", [None, 5])
def test_a_target_is_reached_by_so_many_faces(
    target: int, modifier: int, lucky: int | None
) -> None:
    good = [f for f in FACES if f + modifier >= target or (lucky and f >= lucky)]
    assert against_target(6, target, Side(modifier, lucky)) == Fraction(len(good), 6)


def test_seven_with_the_playmaker_takes_a_six() -> None:
    assert against_target(6, 7, Side(1)) == Fraction(1, 6)


def test_what_is_awaited_is_what_a_die_would_face() -> None:
    state = position("a8@H9 b5@C13", "a8")
    state = adjusted(state, {"cards": {"a": {"hand": ["top-corner"]}}})
    state = played(state, "a ! top-corner", "a S 8")
    assert state.roll is not None
    assert chance(state, state.roll) == pytest.approx(6 / 35)
    shown = RULESET.view(state, "all")["awaiting"]
    assert [entry.probability for entry in shown] == pytest.approx([6 / 35, 29 / 35])


def test_a_re_roll_offers_the_chance_after_it() -> None:
    state = position("a10@H7 b5@H8 a6@C3", "a10")
    state = played(state, "a D 10x5", "a R w1", "b R k3")
    again = next(o for o in RULESET.options(state, "all") if o.type == "CaptainRerolled")
    assert again.seat == "a"
    assert again.probability == pytest.approx(5 / 6 + 1 / 6 * 13 / 16)


def test_a_cross_tells_both_chances() -> None:
    state = position("a7@N12 a9@H12 b5@G13 b4@I13", "a7")
    cross = next(o for o in RULESET.options(state, "all") if o.type == "CrossAttempted")
    assert cross.probability == pytest.approx(0.5)
    assert "50%" in cross.label and "header 68%" in cross.label and "goal 34%" in cross.label
