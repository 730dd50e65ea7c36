"""Which options are offered, and in what order, where a position leaves several."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.ruleset import Option
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.chapters.padlocks import best_boxes, padlock_boxes
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import adjusted, as_event, played, position


def offered(state: State, kind: str) -> list[Option]:
    return [option for option in RULESET.options(state, "all") if option.type == kind]


def test_who_stands_in_the_green_line_kicks_off() -> None:
    turn = {"turn": {"phase": "kickoff"}}
    chips = "a9@H6 a10@F6 a4@D4 a5@I4 b4@D11"
    ahead = adjusted(position(chips), turn)
    takers = {option.data["taker"] for option in offered(ahead, "KickOffTaken")}
    lines = {player: ahead.chips.a[player].at for player in takers}
    assert takers == {"a9", "a10"}, lines
    behind = adjusted(position("a4@D4 a5@I4 b4@D11"), turn)
    assert {o.data["taker"] for o in offered(behind, "KickOffTaken")} == {"a4", "a5"}


def test_after_a_save_single_movements_are_offered_too() -> None:
    save = {"kind": "reposition", "by": "b", "moves_left": 2, "queue": ["a"]}
    table = position("a6@G3 b7@H10 b9@C8/6", "b1")
    state = adjusted(table, {"turn": {"phase": "reposition"}, "pending": save})
    assert {o.data["player"] for o in offered(state, "PlayerMoved")} == {"b7"}
    assert len(offered(state, "RepositioningDone")) == 1


def test_where_both_padlocks_must_lie_the_one_that_does_not_is_named() -> None:
    rulings = {"padlocks": "must"}
    state = position("a6@G5 a7@D6 b7@H10", "a6", rulings=rulings)
    state = adjusted(state, {"turn": {"phase": "end_turn"}})
    first, second = padlock_boxes(state, "a")[:2]
    for white, black, missing in (
        (first, second, []),
        (None, first, ["white"]),
        (first, None, ["black"]),
        (None, None, ["white", "black"]),
    ):
        event = as_event("PadlocksPlaced", "a", {"white": white, "black": black})
        found = [f for f in RULESET.check(state, event) if f.rule == "und1c1.padlock.missing"]
        said = [one.message.split(" one is")[0].split("the ")[-1] for one in found]
        assert said == missing


def test_the_worthiest_box_of_a_padlock_comes_first() -> None:
    # The box in front of their carrier at H9 is H8: G7, H7 and I7 lie beside it, next to a6.
    carried = position("a6@H6 a7@D6 b7@H9 b9@C12", "b7")
    assert best_boxes(carried, "a")[:3] == ["G7", "H7", "I7"]
    own = position("a6@H5 a7@D6 b7@H7", "a6")
    beside = {"G4", "G5", "G6", "H4", "H6", "I4", "I5", "I6"}
    assert set(best_boxes(own, "a")[:8]) >= beside & set(padlock_boxes(own, "a"))
    far = position("a6@H5 a7@D6 b7@H10", "a6")
    assert best_boxes(far, "a") == padlock_boxes(far, "a")
    theirs = position("a6@H5 a7@D6 b7@H7", None)
    assert best_boxes(theirs, "a") == padlock_boxes(theirs, "a")


CHIPS = "a10@H10 a9@I12 a8@G6 a7@A11 b7@H11 b4@J3"
DUEL = played(position(CHIPS, "b7", rulings={"captain_reroll": "any_roll"}), "a T 10x7")
SAVE = {"turn": {"phase": "reposition"}, "pending": {"kind": "reposition", "by": "b"}}


@pytest.mark.parametrize(
    ("state", "kind", "data", "weight"),
    [
        (position(CHIPS, "a10"), "PassAttempted", {"receiver": "a7"}, 2 / 3 + 0.1),
        (position(CHIPS, "a10"), "PassAttempted", {"receiver": "a8"}, 5 / 6 - 0.4),
        (position(CHIPS, "a10"), "PlayerMoved", {"player": "a8", "to": "E8"}, 0.02),
        (position(CHIPS, "a10"), "PlayerMoved", {"player": "a8", "to": "G5"}, -0.01),
        (adjusted(position(CHIPS, "b1"), SAVE), "PlayerMoved", {"player": "b4", "to": "H1"}, 0.02),
        (position(CHIPS, "a10"), "DribbleAttempted", {"opponent": "b7"}, 13 / 16),
        (position(CHIPS, "a10"), "ShotAttempted", {}, 0.4 + 2 * 1 / 34),
        (position(CHIPS, "b7"), "TackleAttempted", {"player": "a10"}, 0.6 + 1 / 2),
        (played(DUEL, "- R w6 k1"), "FreeMoveTaken", {"to": "G12"}, 0.6),
        (played(DUEL, "- R w6 k1"), "FreeMoveTaken", {"to": "G10"}, 0.4),
        (played(DUEL, "- R w6 k1"), "FreeMoveTaken", {"to": None}, 0.5),
        (played(DUEL, "- R w1 k6"), "FreeMoveTaken", {"to": "G9"}, 0.6),
    ],
)
def test_what_is_likely_and_goes_forward_comes_first(
    state: State, kind: str, data: dict[str, Any], weight: float
) -> None:
    (option,) = [o for o in offered(state, kind) if o.data.items() >= data.items()]
    assert option.weight == pytest.approx(weight)


def test_the_chance_after_a_re_roll_is_that_of_who_rolls_again() -> None:
    chances = {o.seat: o.probability for o in offered(played(DUEL, "- R w6 k1"), "CaptainRerolled")}
    assert chances == {"a": pytest.approx(11 / 12), "b": pytest.approx(1 / 12)}


def test_the_chance_of_each_die() -> None:
    for state, chances in (
        (DUEL, {"a": 1 / 2, "b": 1 / 2}),
        (played(DUEL, "a R w6"), {"b": 1 / 12}),
        (played(DUEL, "b R k6"), {"a": 1 / 12}),
        (played(position(CHIPS, "a10"), "a P 10>7"), {"a": 2 / 3}),
    ):
        dice = offered(state, "DiceRolled")
        assert {o.seat: o.probability for o in dice} == {
            seat: pytest.approx(p) for seat, p in chances.items()
        }
        assert all(o.data["dice"][0]["die"] == state.setup.dice[o.seat or ""] for o in dice)
