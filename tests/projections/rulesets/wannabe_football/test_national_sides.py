"""What a side's power is for that side alone."""

from __future__ import annotations

import pytest

from projections.rulesets.wannabe_football import RULESET
from tests.projections.rulesets.wannabe_football.desk import event, played, position

PITCH = [{"card": "P10", "seat": "2"}]
INTO_THE_BOX, SHOT, HELD = "P23", "P40", "P15"


@pytest.mark.parametrize("side", [None, "france", "belgium", "england", "croatia"])
@pytest.mark.parametrize("opponents", [[HELD], []])
def test_a_dribble_into_the_box_lets_croatia_alone_shoot(
    side: str | None, opponents: list[str]
) -> None:
    state = position(
        turn={"number": 9, "seat": "1", "phase": "play"},
        hands={"1": {"cards": [INTO_THE_BOX, SHOT]}, "2": {"cards": opponents}},
        pitch=PITCH,
        deck=20,
        choose={"sides": {"1": side}},
    )
    after = played(state, event("CardPlayed", "1", card=INTO_THE_BOX))
    if opponents:
        after = played(after, event("CardStolen", "1", from_="2", card=HELD))
    if side == "croatia":
        assert (after.turn.seat, after.turn.phase, after.bonus_shot) == ("1", "bonus", True)
    else:
        assert (after.turn.seat, after.turn.phase, after.bonus_shot) == ("2", "draw", False)


def test_the_free_shot_is_not_that_of_who_calls_the_tackle_before_it() -> None:
    state = position(
        turn={"number": 9, "seat": "1", "phase": "bonus"},
        bonus_shot=True,
        pitch=PITCH,
        whistle={"seat": "1", "card": "P31"},
        choose={"sides": {"1": "croatia"}},
    )
    shot = event("ShotTaken", "1"), event("ShotTaken", "2")
    assert not RULESET.check(state, shot[0])
    called = played(state, event("FoulSpotted", "2"))
    for told in shot:
        (finding,) = RULESET.check(called, told)
        assert finding.rule.split(".")[1] in ("turn", "shot")
