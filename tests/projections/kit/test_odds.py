from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from projections.kit.odds import any_of, at_least, drawn_any


@pytest.mark.parametrize("sides", [2, 6, 10])
@pytest.mark.parametrize("needed", range(-1, 13))
def test_at_least_counts_faces(sides: int, needed: int) -> None:
    hits = sum(face >= needed for face in range(1, sides + 1))
    assert at_least(sides, needed) == Fraction(hits, sides)


@pytest.mark.parametrize("dice", range(4))
def test_any_of_counts_throws(dice: int) -> None:
    throws = list(product(range(1, 7), repeat=dice))
    hits = sum(any(face >= 5 for face in throw) for throw in throws)
    assert any_of(at_least(6, 5), dice) == Fraction(hits, len(throws))


@pytest.mark.parametrize("draws", range(7))
def test_drawn_any_counts_hands(draws: int) -> None:
    hands = list(combinations(range(6), draws))
    hits = sum(any(card < 2 for card in hand) for hand in hands)
    assert drawn_any(2, 6, draws) == Fraction(hits, len(hands))


def test_more_cards_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="7 draws"):
        drawn_any(2, 6, 7)
