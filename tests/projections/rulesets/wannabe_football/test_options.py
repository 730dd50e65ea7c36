"""What may come next: all that the rules admit as far as it is known, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit import simulate
from projections.kit.ruleset import ALL, PUBLIC, Option
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.wannabe_football.desk import position

HANDS = {"1": {"cards": ["P14", "P23", "P40"]}, "2": {"cards": ["P02", None]}}
PITCH = [{"card": "P10", "seat": "2"}]


def offered(state: State, viewer: str = ALL) -> list[tuple[str, str | None]]:
    return [(o.type, o.data.get("card")) for o in RULESET.options(state, viewer)]


def is_legal(state: State, option: Option) -> bool:
    data: dict[str, Any] = dict(option.data)
    for name, values in (option.choices or {}).items():
        data.setdefault(name, list(values[: option.count]) if option.count else values[0])
    draft = Draft(type=option.type, seat=option.seat, data=data)
    found = RULESET.check(state, simulate.as_event(RULESET, draft, 2))
    return all(finding.severity != "illegal" for finding in found)


@pytest.mark.parametrize(
    "over",
    [
        {"turn": {"phase": "over"}, "whistle": {"seat": "1", "card": "P31"}},
        {"turn": {"seat": "1", "phase": "over"}, "bonus_shot": True},
    ],
)
def test_nothing_may_come_after_the_end(over: dict[str, Any]) -> None:
    state = position(hands=HANDS, pitch=PITCH, **over)
    for viewer in (ALL, PUBLIC, "1", "2"):
        assert offered(state, viewer) == []


def test_a_tackle_may_be_called_while_the_game_lasts() -> None:
    state = position(
        hands=HANDS, turn={"seat": "2", "phase": "draw"}, whistle={"seat": "1", "card": "P31"}
    )
    assert ("FoulSpotted", None) in offered(state)


def test_with_the_ball_lost_every_card_may_fit() -> None:
    lost = position(hands=HANDS, turn={"seat": "1", "phase": "play"}, deck=20)
    cards = [("CardPlayed", card) for card in ("P14", "P23", "P40")]
    assert lost.ball is None
    assert offered(lost) == [*cards, ("PassCalled", None)]
    assert all(is_legal(lost, option) for option in RULESET.options(lost, ALL))
    unseen = RULESET.options(lost, "2")[0]
    assert unseen.choices is not None
    assert unseen.choices["card"] == [c for c in lost.setup.player_cards if c != "P02"]


def test_with_the_ball_lost_the_extra_card_may_fit() -> None:
    lost = position(hands=HANDS, turn={"seat": "1", "phase": "continue"}, deck=20)
    assert offered(lost)[-1] == ("TurnEnded", None)
    assert len(offered(lost)) == 4
    bonus = position(hands=HANDS, turn={"seat": "1", "phase": "bonus"}, bonus_shot=True, deck=20)
    assert offered(bonus) == [("ShotTaken", None), ("CardPlayed", "P40"), ("TurnEnded", None)]


@pytest.mark.parametrize("phase", ["draw", "play", "continue"])
def test_england_may_exchange_in_its_turn(phase: str) -> None:
    state = position(
        choose={"sides": {"1": "england"}},
        hands=HANDS,
        pitch=PITCH,
        turn={"seat": "1", "phase": phase},
        deck=20,
    )
    (exchange,) = [o for o in RULESET.options(state, ALL) if o.type == "CardsExchanged"]
    assert is_legal(state, exchange)


def test_england_has_nothing_to_exchange_with_an_empty_hand() -> None:
    state = position(
        choose={"sides": {"1": "england"}},
        hands={"1": {"cards": []}, "2": {"cards": ["P02"]}},
        pitch=PITCH,
        turn={"seat": "1", "phase": "draw"},
        deck=20,
    )
    assert [o for o in RULESET.options(state, ALL) if o.type == "CardsExchanged"] == []
