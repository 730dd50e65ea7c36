"""How a table writes numbers."""

from __future__ import annotations

import pytest

from projections.leagues.sayings import number


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [
        (None, "?", "?"),
        (0, "0", "0"),
        (-0.001, "0", "0"),
        (0.004, "0", "0"),
        (3, "3", "+3"),
        (-2, "−2", "−2"),
        (10, "10", "+10"),
        (2.5, "2.5", "+2.5"),
        (1.256, "1.26", "+1.26"),
        (-0.1, "−0.1", "−0.1"),
    ],
)
def test_a_number_as_a_table_shows_it(value: float | None, plain: str, signed: str) -> None:
    assert (number(value), number(value, signed=True)) == (plain, signed)
