"""What dice are called, also those of other boxes."""

from __future__ import annotations

from typing import Any

import pytest

from projections.rulesets.football_u.position import words
from tests.projections.rulesets.football_u.desk import at_table, other_box


@pytest.mark.parametrize(
    ("face", "said"),
    [
        ({"points": 7, "cancels": 0}, "a touchdown"),
        ({"points": 3, "cancels": 0}, "a field goal"),
        ({"points": 5, "cancels": 0}, "5 points"),
        ({"points": 0, "cancels": 1}, "an X"),
        ({"points": 0, "cancels": 2}, "2 X's"),
        ({"points": 7, "cancels": 1}, "7 points and 1 X"),
        ({"points": 0, "cancels": 0}, "a blank"),
    ],
)
def test_a_face_is_called_by_all_that_it_counts(face: dict[str, Any], said: str) -> None:
    content = other_box()
    content["faces"]["3"] = face
    assert words.face(at_table(content).setup, "3") == said
