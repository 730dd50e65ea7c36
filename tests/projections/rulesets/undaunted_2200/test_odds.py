"""Chances against the enumeration of all throws, defence against its three parts."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest

from projections.kit.ruleset import ALL
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.position.odds import odds
from projections.rulesets.undaunted_2200.state import Attack
from tests.projections.rulesets.undaunted_2200.table import act, opening, placed

TABLE = {
    1: (0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0),
    2: (0.84, 0.75, 0.64, 0.51, 0.36, 0.19, 0.0),
    3: (0.936, 0.875, 0.784, 0.657, 0.488, 0.271, 0.0),
}


def attack(defence: int, dice: int) -> Attack:
    return Attack("brk-fighter-a", None, 0, 0, defence, dice, None, "attack")


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("defence", range(13))
def test_a_hit_is_as_likely_as_the_throws_say(dice: int, defence: int) -> None:
    throws = list(product(range(1, 11), repeat=dice))
    hits = sum(max(throw) >= defence for throw in throws)
    assert odds(opening(), attack(defence, dice)) == Fraction(hits, len(throws))


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_sample_table(dice: int) -> None:
    for defence, chance in zip(range(5, 12), TABLE[dice], strict=True):
        assert float(odds(opening(), attack(defence, dice))) == pytest.approx(chance)


def shooting(rulings: dict[str, str], second: str) -> int:
    """The bonus of a Ground-shot near the Nihabh Transport and a second transport like it."""
    box = json.loads(json.dumps(RULESET.sample_box))
    box["units"][second]["nihabh"] = True
    state = opening("sample-domes", rulings=rulings, box=box)
    state = placed(
        state,
        {
            "/turn": {"phase": "turn", "seat": "breakers"},
            "/board/units/brk-sky-shot-b": {"at": "2,0", "carried_by": None},
            "/board/units/lfa-ground-shot-a": {"at": "2,-2", "carried_by": None},
            "/board/units/nih-transport-b": {"at": "3,-4"},
            f"/board/units/{second}": {"at": "2,-2"},
            "/seats/breakers/hand": ["brk-sky-shot-b"],
        },
    )
    state = act(
        state,
        "CardPlayed",
        "breakers",
        card="brk-sky-shot-b",
        as_="action",
        action="attack-1-ground",
    )
    state = act(state, "TargetChosen", "breakers", target="lfa-ground-shot-a")
    return int(RULESET.view(state, ALL)["pending"].attack.bonus)


def test_two_nihabh_transports_give_one_bonus() -> None:
    assert shooting({}, "lfa-transport-a") == 1


def test_ruling_each_nihabh_transport_gives_a_bonus() -> None:
    assert shooting({"nihabh-stack": "each"}, "lfa-transport-a") == 2
