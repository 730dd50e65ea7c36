"""Dice that are rolled again, and added ones: each side rolls its own, in any order."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Event
from projections.rulesets.football_u.state import Added
from tests.projections.rulesets.football_u.desk import event, found, position, recorded

WAITING: dict[str, Any] = {
    "id": "s1g3",
    "dice": {
        "v1": {"color": "red", "face": "7"},
        "v2": {"color": "grey", "face": "X"},
        "h1": {"color": "red", "face": "3"},
        "h2": {"color": "white", "face": "-"},
    },
    "pending": {
        "rerolls": ["v1", "h1", "h2"],
        "adds": [{"side": "visitor", "color": "orange"}, {"side": "home", "color": "green"}],
    },
}


def rolled(seat: str, *dice: str) -> Event:
    fallen = [dict(zip(("die", "face"), die.split(), strict=True)) for die in dice]
    return event("DiceRolled", seat, dice=fallen)


VISITORS, HOMES = rolled("2", "v1 -", "orange 3"), rolled("1", "h1 7", "h2 X", "green -")


@pytest.mark.parametrize(
    ("first", "then", "rerolls", "adds"),
    [
        (VISITORS, HOMES, ("h1", "h2"), (Added("home", "green"),)),
        (HOMES, VISITORS, ("v1",), (Added("visitor", "orange"),)),
    ],
)
def test_what_the_other_side_is_to_roll_waits_for_it(
    first: Event, then: Event, rerolls: tuple[str, ...], adds: tuple[Added, ...]
) -> None:
    state = position(phase="game.resolve", game=WAITING)
    assert found(state, first) == set()
    state = recorded(state, first)
    assert state.phase == "game.resolve" and state.game is not None
    assert (state.game.pending.rerolls, state.game.pending.adds) == (rerolls, adds)
    assert found(state, then) == set()
    state = recorded(state, then)
    assert state.phase == "game.assign" and state.game is not None
    faces = {id_: die.face for id_, die in state.game.dice.items()}
    assert faces == {"v1": "-", "v2": "X", "h1": "7", "h2": "X", "v3": "3", "h3": "-"}
    again = {id_ for id_, die in state.game.dice.items() if die.rerolled}
    assert again == {"v1", "h1", "h2"}


@pytest.mark.parametrize("op", ["add_dice", "add_points"])
def test_what_adds_nobody_knows_what_adds_nothing(op: str) -> None:
    source = {"kind": "chemistry", "card": "t10"}
    item = {"side": "home", "source": source, "op": op, "to": "home"}
    game = {**WAITING, "pending": {}, "declared": [item]}
    state = position(phase="game.whistle", teams={"1": {"gameplans": 1}}, game=game)
    state = recorded(state, event("DeclarationsClosed", "1"))
    assert state.phase == "game.assign" and state.game is not None
    assert state.game.bonus == {"visitor": 0, "home": 0}
    assert state.game.pending.adds == ()


def test_a_side_that_rolls_its_pool_has_nothing_to_roll_again() -> None:
    """A die that is not on the table any more keeps nobody waiting."""
    dice = {"v1": WAITING["dice"]["v1"], "v2": WAITING["dice"]["v2"]}
    halfway = {"id": "s1g3", "dice": dice, "pending": {"rerolls": ["v2"]}}
    pool = {"visitor": ["red"], "home": ["red"]}
    done = {"visitor": True, "home": False}
    state = position(phase="game.roll", game={**halfway, "pool": pool, "rolled": done})
    state = recorded(state, rolled("2", "red 7"), rolled("1", "red 3"))
    assert state.season.results[-1].points == {"visitor": 7, "home": 3}


@pytest.mark.parametrize("seat", ["1", "2"])
def test_nothing_more_is_rolled_by_a_side_whose_dice_have_fallen(seat: str) -> None:
    waiting = {**WAITING, "pending": {"rerolls": ["h1" if seat == "2" else "v1"]}}
    state = position(phase="game.resolve", game=waiting)
    one = VISITORS if seat == "2" else HOMES
    assert found(state, one) == {"roll.not-awaited"}
    assert recorded(state, one).game == state.game
