"""What a season makes of single facts, and what is said of its dice, accounts and pieces."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from events.event import Draft
from projections.kit import box as boxes
from projections.kit.fact import Fact
from projections.kit.figures import figure_of, tallies
from projections.rulesets.undaunted_2200 import RULESET
from tests.projections.rulesets.undaunted_2200.table import event, opening

STATISTICS = RULESET.statistics


@pytest.mark.parametrize(
    ("expected", "range_"),
    [(0.0, "0"), (0.09, "0"), (0.1, "1"), (0.55, "5"), (0.95, "9"), (1.0, "9")],
)
def test_a_shot_falls_into_the_range_of_its_chance(expected: float, range_: str) -> None:
    figures = {"calibration": STATISTICS.figures["calibration"]}
    shot = Fact("shot", "lfa", value=1.0, expected=expected)
    (found,) = [figure_of(kind)[1] for kind, *_ in tallies(figures, shot, lambda _: ())]
    assert found == range_ and range_ in figures["calibration"].labels


@pytest.mark.parametrize(("as_", "share"), [("hunker", 1.0), ("rally", 0.0), ("action", 0.0)])
def test_of_the_cards_played_those_hunkered_are_a_share(as_: str, share: float) -> None:
    figures = {"hunkered": STATISTICS.figures["hunkered"]}
    played = Fact("play", "lfa", "lfa-fighter-a", 1.0, data={"as": as_})
    (found,) = [tally for _, tally, *_ in tallies(figures, played, lambda _: ())]
    assert found.value == share


def test_the_dice_of_a_roll_are_those_with_a_face_that_they_have() -> None:
    dice = [{"die": "d10", "face": face} for face in (1, 10)]
    one = event(Draft(type="DiceRolled", seat="lfa", data={"dice": dice}))
    fallen = STATISTICS.dice(opening(), one)
    assert [(die.die, die.face) for die in fallen] == [("d10", 1), ("d10", 10)]
    assert {tuple(die.faces) for die in fallen} == {tuple(range(1, 11))}
    assert STATISTICS.dice(None, one) == ()


def shot(value: float | None, *dice: int) -> Fact:
    return Fact("shot", "lfa", "lfa-fighter-a", value, 0.5, {"dice": list(dice), "defence": 7})


def cubes(side: str, value: float) -> Fact:
    return Fact("vp", side, None, value, data={"side": side})


@pytest.mark.parametrize(
    ("one", "balances"),
    [
        (shot(1.0, 7), True),
        (shot(0.0, 7), False),
        (shot(0.0, 6), True),
        (shot(1.0, 6), False),
        (shot(1.0, 2, 8), True),
        (shot(0.0, 8, 2), False),
        (shot(None, 9), True),
        (shot(1.0), True),
    ],
)
def test_a_hit_is_a_die_that_reaches_the_defence(one: Fact, balances: bool) -> None:
    assert STATISTICS.accounts is not None
    hits = [a for a in STATISTICS.accounts(opening(), [one]) if a.what.startswith("hits")]
    assert (hits == []) == balances


def test_the_cubes_of_the_facts_are_those_of_the_score() -> None:
    facts = [cubes("lfa", 3.0), cubes("lfa", -1.0), cubes("breakers", 2.0), shot(1.0, 9)]
    assert STATISTICS.accounts is not None
    found = [msgspec.structs.astuple(one) for one in STATISTICS.accounts(opening(), facts)]
    assert found == [
        ("victory cubes of lfa", 2, 0),
        ("victory cubes of breakers", 2, 0),
    ]


@pytest.mark.parametrize(
    ("piece", "name"),
    [("lfa-fighter-a", "LFA Fighter A"), ("lfa-captain", "LFA Captain"), ("nobody", None)],
)
def test_a_piece_is_called_by_its_faction_and_name(piece: str, name: str | None) -> None:
    box: Any = boxes.components(RULESET, RULESET.sample_box)
    assert STATISTICS.piece_name is not None
    assert STATISTICS.piece_name(box, piece) == name
