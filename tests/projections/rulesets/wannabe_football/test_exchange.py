"""England's exchange before the draw: the card for the turn may be drawn with the new cards."""

from __future__ import annotations

import pytest

from projections.kit.ruleset import ALL
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.wannabe_football.desk import TWO, event, played, position


def exchanging(phase: str, deck: int = 20) -> State:
    """England has given up two cards."""
    state = position(
        TWO,
        choose={"sides": {"1": "england"}},
        turn={"number": 9, "seat": "1", "phase": phase},
        hands={"1": {"cards": ["P01", "P03", "P04", "P05"]}},
        pitch=[{"card": "P10", "seat": "2"}],
        deck=deck,
    )
    return played(state, event("CardsExchanged", "1", cards=["P03", "P04"]))


@pytest.mark.parametrize(
    ("phase", "deck", "count", "rules", "then"),
    [
        ("draw", 20, 2, [], "draw"),
        ("draw", 20, 3, [], "play"),
        ("draw", 20, 4, ["side.exchange-drawn"], "draw"),
        ("draw", 2, 3, ["draw.deck-empty"], "play"),
        ("play", 20, 2, [], "play"),
        ("play", 20, 3, ["side.exchange-drawn"], "play"),
    ],
)
def test_the_card_for_the_turn_comes_with_the_new_cards(
    phase: str, deck: int, count: int, rules: list[str], then: str
) -> None:
    state = exchanging(phase, deck)
    told = event("CardsDrawn", "1", deck="player", cards=[None] * count)
    assert [f.rule for f in RULESET.check(state, told)] == [f"{RULESET.id}.{r}" for r in rules]
    assert played(state, told).turn.phase == then


def test_it_is_told_as_both() -> None:
    state = exchanging("draw")
    for count, also in ((2, ""), (3, " and for the turn")):
        told = event("CardsDrawn", "1", deck="player", cards=[None] * count)
        said = RULESET.text(state, told, played(state, told), ALL)
        assert said.endswith(f" cards for those given up{also}.")
