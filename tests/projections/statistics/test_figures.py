"""What a figure comes to, by its measure; unknown is not zero."""

from __future__ import annotations

from typing import get_args

import pytest

from projections.kit.figures import Figure, Measured
from projections.statistics.contributions import UNIT, Amounts
from projections.statistics.figures import amount

NOTHING = Amounts()
COUNTED = Amounts(count=3)
VALUED = Amounts(count=4, valued=2, value=3 * UNIT)
KNOWN = Amounts(
    count=4, valued=4, known=4, value=3 * UNIT, expected=2 * UNIT, luck=UNIT, spread=UNIT
)
UNEXPECTED = Amounts(count=1, valued=1, known=1, value=UNIT, luck=UNIT)

WORTH: dict[str, list[float | None]] = {
    "count": [0, 3, 4, 4, 1],
    "value": [None, None, 3, 3, 1],
    "most": [None, None, 3, 3, 1],
    "least": [None, None, 3, 3, 1],
    "mean": [None, None, 1.5, 0.75, 1],
    "luck": [None, None, None, 1, 1],
    "ratio": [None, None, None, 1.5, None],
    "share": [None, 1, 1, 1, 1],
}


def test_every_measure_is_here() -> None:
    assert set(WORTH) == set(get_args(Measured))


@pytest.mark.parametrize("measure", WORTH)
def test_what_a_figure_comes_to(measure: Measured) -> None:
    figure = Figure(title="It", says="It.", kinds=("it",), measure=measure)
    sums = (NOTHING, COUNTED, VALUED, KNOWN, UNEXPECTED)
    assert [amount(figure, one) for one in sums] == WORTH[measure]


def test_a_share_is_that_among_both_sides() -> None:
    figure = Figure(title="It", says="It.", kinds=("it",), measure="share")
    assert amount(figure, COUNTED, UNEXPECTED) == 3 / 4
    assert amount(figure, NOTHING, COUNTED) == 0
    assert amount(figure, NOTHING, NOTHING) is None
