"""What a season makes of single facts: for which team each counts, and how much."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.fact import Fact
from projections.kit.figures import Recalled, figure_of, tallies
from projections.rulesets.football_u import RULESET

MATCH: dict[str, Any] = {
    "game": "s1g3",
    "kind": "regular",
    "visitor": "2",
    "home": "1",
    "winner": "2",
    "points": {"visitor": 10, "home": 7},
    "ot": 0,
    "ai": None,
    "upset": True,
}


def counted(
    expected: float | None = 0.25, chances: tuple[Fact, ...] = (), /, **data: Any
) -> dict[str, list[tuple[str | None, str, float | None, float | None]]]:
    """Figure -> (seat, part, value, expected) of all that a match counts for."""
    found: dict[str, list[tuple[str | None, str, float | None, float | None]]] = {}
    match = Fact("match", expected=expected, data={**MATCH, **data})
    known = [Recalled(chance, False) for chance in chances]
    for name, tally, _ in tallies(RULESET.statistics.figures, match, lambda _: known):
        found.setdefault(figure_of(name)[0], []).append(
            (tally.seat, tally.label, tally.value, tally.expected)
        )
    return found


@pytest.mark.parametrize(
    ("winner", "upset", "expected", "visitor", "home", "upsets"),
    [
        ("2", True, 0.25, (1.0, 0.25), (0.0, 0.75), (1.0, 0.0)),
        ("1", False, 0.25, (0.0, 0.25), (1.0, 0.75), (0.0, 0.0)),
        ("1", True, 0.75, (0.0, 0.75), (1.0, 0.25), (0.0, 1.0)),
        ("2", None, None, (1.0, None), (0.0, None), (None, None)),
    ],
)
def test_a_match_counts_for_both_sides_beside_their_chances(
    winner: str,
    upset: bool | None,
    expected: float | None,
    visitor: tuple[float, float | None],
    home: tuple[float, float | None],
    upsets: tuple[float | None, float | None],
) -> None:
    found = counted(expected, winner=winner, upset=upset)
    assert found["matches"] == [("2", "regular", *visitor), ("1", "regular", *home)]
    assert found["points-for"] == [("2", "", 10.0, None), ("1", "", 7.0, None)]
    assert found["points-against"] == [("2", "", 7.0, None), ("1", "", 10.0, None)]
    assert found["upsets"] == [("2", "", upsets[0], None), ("1", "", upsets[1], None)]
    less = None if expected is None else 0.25
    (share,) = found["upset-share"]
    assert share[2:] == (None if upset is None else float(upset), less)
    assert "ai" not in found


@pytest.mark.parametrize(("ot", "value"), [(0, 0.0), (1, 1.0), (2, 1.0)])
def test_a_match_in_overtime(ot: int, value: float) -> None:
    (found,) = counted(ot=ot)["overtime"]
    assert found[2] == value


@pytest.mark.parametrize(
    ("visitor", "home", "winner", "tally"),
    [
        ("o1a", "1", "o1a", (None, "Prairie Poly", 1.0, 0.25)),
        ("o1a", "1", "1", (None, "Prairie Poly", 0.0, 0.25)),
        ("1", "o1a", "o1a", (None, "Prairie Poly", 1.0, 0.75)),
        ("4", "o1a", "4", (None, "Prairie Poly", 0.0, 0.75)),
    ],
)
def test_an_opponent_wins_beside_his_own_chance(
    visitor: str, home: str, winner: str, tally: tuple[Any, ...]
) -> None:
    found = counted(visitor=visitor, home=home, winner=winner, ai="Prairie Poly")
    assert found["ai"] == [tally]


@pytest.mark.parametrize(
    ("winner", "chances", "expected", "value"),
    [
        ("2", [0.5, 0.2, 0.6], 0.5, 1.0),
        ("2", [0.5, 0.25, 0.9], 0.5, 0.0),
        ("1", [0.5, 0.8, 0.6], 0.5, 1.0),
        ("1", [0.5, 0.2, 0.6], 0.5, 0.0),
        ("1", [], 0.5, 0.0),
        ("2", [0.1], None, None),
    ],
)
def test_who_wins_after_a_chance_below_a_quarter_has_come_back(
    winner: str, chances: list[float], expected: float | None, value: float | None
) -> None:
    """The chances of other games are others."""
    odds = [Fact("odds", data={"game": "s1g3", "p_visitor": chance}) for chance in chances]
    other = [Fact("odds", data={"game": "s1g2", "p_visitor": p}) for p in (0.01, 0.99)]
    found = counted(expected, (*other, *odds), winner=winner)
    assert found["comebacks"] == [(winner, "", value, None)]


def test_a_figure_is_secret_when_a_fact_that_it_is_made_of_is() -> None:
    match = Fact("match", expected=0.25, data=MATCH)
    game = MATCH["game"]
    for secrets in ({game}, {"another"}, set()):
        known = [
            Recalled(Fact("odds", data={"game": one, "p_visitor": 0.5}), one in secrets)
            for one in (game, "another")
        ]
        found = tallies(RULESET.statistics.figures, match, lambda _, known=known: known)
        secret = {figure_of(kind)[0] for kind, _, secret in found if secret}
        assert secret == ({"comebacks"} if game in secrets else set())
