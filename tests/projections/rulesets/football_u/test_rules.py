"""Conditions of rules that differ by one word: who, which window, which die, which ruling."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Event
from projections.rulesets.football_u.awaiting import deal_size
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    EMPTY,
    event,
    found,
    position,
    recorded,
    rolled,
)

DICE = {
    "v1": {"color": "blue", "face": "7"},
    "v2": {"color": "grey", "face": "X"},
    "h1": {"color": "red", "face": "3"},
    "h2": {"color": "grey", "face": "X"},
}
BOTH_MAY = {"1": {"chemistry": ["t10"]}, "2": {"chemistry": ["t11"]}}
HELMET = position(phase="game.helmet", teams=BOTH_MAY, game={"id": "s1g3"})
MUST = {"ai_abilities": "must"}


def against_ai(
    card: str, dice: dict[str, Any] | None = None, rulings: dict[str, Any] | None = None
) -> State:
    """An AI visitor with that card; the controller is seat 2."""
    return position(
        2,
        rulings,
        phase="game.whistle",
        game={"id": "s1g1", "ai_card": card, "dice": dice or DICE},
    )


def closed(seat: str | None, side: str | None = None) -> Event:
    return event("DeclarationsClosed", seat, **({"side": side} if side else {}))


def used(seat: str, card: str, *targets: str) -> Event:
    source = {"kind": "chemistry", "card": card}
    return event("AbilityUsed", seat, source=source, targets=list(targets))


def assigned(seat: str, **pairs: str) -> Event:
    given = [{"x": x, "target": target} for x, target in pairs.items()]
    return event("XAssigned", seat, assign=given)


def offseason(*chemistry: str, **more: Any) -> State:
    roster = {**EMPTY, "RB": ["p14"], "QB": ["walkon"]}
    teams = {"1": {"chemistry": list(chemistry), "roster": roster}, **more.pop("teams", {})}
    return position(phase="offseason.actions", teams=teams, **more)


def whistle(*chemistry: str) -> State:
    teams = {"1": {"chemistry": list(chemistry)}}
    return position(phase="game.whistle", teams=teams, game={"id": "s1g3", "dice": DICE})


POOL: dict[str, Any] = {"visitor": ["red", "grey"], "home": ["blue", "grey"]}
BOOST = position(
    phase="game.helmet", teams={"1": {"chemistry": ["t13"]}}, game={"id": "s1g3", "pool": POOL}
)
FIRST_ROLL = position(phase="game.roll", game={"id": "s1g3", "pool": POOL})
ONLY_ADDED = position(
    phase="game.resolve",
    game={
        "id": "s1g3",
        "dice": DICE,
        "pending": {"rerolls": [], "adds": [{"side": "home", "color": "orange"}]},
    },
)


@pytest.mark.parametrize(
    ("state", "one", "rules"),
    [
        pytest.param(HELMET, closed("1"), {"declare.order"}, id="home closes first"),
        pytest.param(HELMET, closed("2"), set(), id="visitor closes first"),
        pytest.param(HELMET, closed(None, "visitor"), {"game.actor"}, id="nobody for a team"),
        pytest.param(against_ai("p08"), closed(None, "visitor"), set(), id="nobody for an AI"),
        pytest.param(against_ai("p08"), closed("2", "visitor"), set(), id="controller of an AI"),
        pytest.param(
            against_ai("p08"), closed("1", "visitor"), {"game.actor"}, id="opponent of an AI"
        ),
        pytest.param(
            against_ai("p08", rulings=MUST), closed("2", "visitor"), {"ai.must"}, id="AI that must"
        ),
        pytest.param(
            against_ai("p27", {"v2": DICE["v2"], "h1": DICE["h1"]}, MUST),
            closed("2", "visitor"),
            set(),
            id="AI that must and has nothing to aim at",
        ),
        pytest.param(
            against_ai("?", rulings=MUST),
            closed("2", "visitor"),
            set(),
            id="AI that must and whose card nobody named",
        ),
        pytest.param(
            position(2, MUST, phase="game.helmet", teams=BOTH_MAY, game={"id": "s1g3"}),
            closed("2"),
            set(),
            id="team that need not",
        ),
        pytest.param(
            offseason(),
            event("PlayersMoved", "1", moves=[{"card": "walkon", "slot": "DB"}]),
            {"move.walkon"},
            id="walk-on moves",
        ),
        pytest.param(
            offseason(),
            event("PlayersMoved", "1", moves=[{"card": "p14", "slot": "bench"}]),
            {"move.position"},
            id="move to no slot",
        ),
        pytest.param(
            offseason(),
            event("PlayersMoved", "1", moves=[{"card": "p03", "slot": "RB"}]),
            {"move.not-yours"},
            id="another team's player moves",
        ),
        pytest.param(
            offseason(),
            event("PlayersMoved", "2", moves=[{"card": "walkon", "slot": "QB"}]),
            {"move.walkon"},
            id="walk-on of a team that moves it",
        ),
        pytest.param(
            offseason(teams={"2": {"roster": EMPTY}}),
            event("PlayersMoved", "2", moves=[{"card": "walkon", "slot": "QB"}]),
            {"move.walkon"},
            id="walk-on that is not there",
        ),
        pytest.param(
            offseason(season={"kicked_off": True}),
            event("PlayersMoved", "1", moves=[{"card": "p14", "slot": "FLEX"}]),
            set(),
            id="move after a season",
        ),
        pytest.param(
            whistle(),
            event("PlayersMoved", "1", moves=[]),
            {"move.season"},
            id="move during a season",
        ),
        pytest.param(offseason("t05"), used("1", "t05"), {"ability.targets"}, id="nobody upgraded"),
        pytest.param(
            offseason("t05"), used("1", "t05", "walkon"), {"ability.targets"}, id="walk-on upgraded"
        ),
        pytest.param(offseason("t05"), used("1", "t05", "p14"), set(), id="player upgraded"),
        pytest.param(
            offseason("t01"), used("1", "t01", "p14"), {"ability.targets"}, id="target too many"
        ),
        pytest.param(whistle("t25"), used("1", "t25", "h1", "v1"), set(), id="text takes any"),
        pytest.param(whistle("t24"), used("1", "t24", "v1"), set(), id="their die cancelled"),
        pytest.param(
            whistle("t24"), used("1", "t24", "h1"), {"ability.targets"}, id="own die cancelled"
        ),
        pytest.param(BOOST, used("1", "t13", "blue"), set(), id="own offense is shifted"),
        pytest.param(
            BOOST, used("1", "t13", "grey"), {"ability.targets"}, id="own defense is shifted"
        ),
        pytest.param(
            BOOST, used("1", "t13", "red"), {"ability.targets"}, id="their offense is shifted"
        ),
        pytest.param(
            FIRST_ROLL,
            event("DiceRolled", "1", dice=[{"die": d, "face": "7"} for d in ("blue", "pink")]),
            {"roll.dice"},
            id="a colour that there is not",
        ),
        pytest.param(
            ONLY_ADDED,
            event("DiceRolled", "1", dice=[{"die": "orange", "face": "3"}]),
            set(),
            id="only an added die",
        ),
        pytest.param(
            rolled({"v1": "blue 7", "h1": "grey X", "h2": "red 7"}),
            assigned("1", h1="h2"),
            {"assign.target"},
            id="X on an own die",
        ),
        pytest.param(
            rolled({"v1": "blue 7", "h1": "grey X"}),
            event("XAssigned", "2", assign=[{"x": "h1", "target": "v1"}], side="home"),
            {"game.actor"},
            id="X's of another team",
        ),
        pytest.param(
            rolled({"v1": "blue 7", "h1": "grey X"}),
            assigned("1", h1="v9"),
            {"assign.target"},
            id="X on no die",
        ),
        pytest.param(
            position(
                phase="game.assign",
                game={
                    "id": "s1g3",
                    "dice": {
                        "v1": {"color": "blue", "face": "7", "cancelled": "ability"},
                        "v2": {"color": "blue", "face": "3"},
                        "h1": {"color": "grey", "face": "X"},
                        "h2": {"color": "grey", "face": "X"},
                    },
                },
            ),
            assigned("1", h1="v1", h2="v2"),
            {"assign.duplicate"},
            id="X on a cancelled die",
        ),
    ],
)
def test_what_breaks_which_rules(state: State, one: Event, rules: set[str]) -> None:
    assert found(state, one) == rules


@pytest.mark.parametrize("seat", ["2", None])
@pytest.mark.parametrize(
    "pending", [{"rerolls": ["v1"]}, {"adds": [{"side": "home", "color": "orange"}]}]
)
def test_x_s_wait_for_dice_in_the_phase_that_rolls_them_alone(
    pending: dict[str, Any], seat: str | None
) -> None:
    waiting = {"id": "s1g1", "ai_card": "p08", "dice": DICE, "pending": pending}
    matched = {"side": "visitor", "assign": [{"x": "v2", "target": "h1"}]}
    for phase, rules in (("game.assign", set()), ("game.resolve", {"phase.wrong"})):
        state = position(phase=phase, game=waiting)
        assert found(state, event("XAssigned", seat, **matched)) == rules


FULL = {**{slot: ["walkon"] for slot in EMPTY}, "RB": ["p09+"]}
STUCK: dict[str, Any] = {"1": {"roster": FULL}, "2": {"gameplans": 16}}


@pytest.mark.parametrize(
    ("more", "stuck"),
    [
        pytest.param({}, True, id="nothing to do"),
        pytest.param({"teams": {"1": {"roster": {"RB": ["p09"]}}}}, False, id="an upgrade"),
        pytest.param({"teams": {"1": {"roster": {"QB": []}}}}, False, id="a walk-on"),
        pytest.param({"teams": {"2": {"gameplans": 15}}}, False, id="a gameplan"),
        pytest.param({"board": {"spaces": {"west-1": "p03"}}}, False, id="a recruit"),
    ],
)
def test_a_team_that_can_do_one_thing_is_not_stuck(more: dict[str, Any], stuck: bool) -> None:
    state = position(2, {"pass": "only-if-stuck"}, phase="offseason.actions", teams=STUCK)
    state = recorded(state, event("TableAdjusted", None, **more))
    assert found(state, event("OffseasonPassed", "1")) == (set() if stuck else {"offseason.pass"})


@pytest.mark.parametrize(
    "outcome",
    [
        {"kind": "game"},
        {"kind": "order"},
        {"kind": "champion"},
        {"kind": "bowl"},
        {"kind": "bowl", "visitor": "4"},
        {"kind": "bowl", "home": "4"},
        {"kind": "bowl", "visitor": "4", "home": "4"},
        {"kind": "bowl", "visitor": "nobody-sits-here", "home": "4"},
        {"kind": "bowl", "visitor": "4", "home": "nobody-sits-here"},
    ],
)
def test_a_ruling_that_does_not_say_what_it_decides_decides_nothing(
    outcome: dict[str, Any],
) -> None:
    """Although it is the time for one of its kind."""
    bowl = {"id": "s1bowl", "kind": "bowl", "visitor": "1", "home": "2"}
    where: dict[str, dict[str, Any]] = {
        "order": {"phase": "offseason.shuffle"},
        "champion": {"phase": "game.helmet", "game": {**bowl, "id": "final", "kind": "final"}},
    }
    playing = {"phase": "game.roll", "game": bowl}
    state = position(4, None, **where.get(outcome["kind"], playing))
    one = event("OutcomeRuled", None, outcome=outcome)
    assert found(state, one) == {"ruled.kind"}
    assert recorded(state, one) == state


@pytest.mark.parametrize(
    ("state", "seat", "deck"),
    [
        pytest.param(position(phase="setup.coaches"), "1", "coach", id="coach"),
        pytest.param(
            position(phase="offseason.draw", owed={"1": 1}), "1", "chemistry", id="chemistry"
        ),
        pytest.param(position(phase="game.ai-card", game={"id": "s1g1"}), "2", "player", id="AI"),
    ],
)
def test_a_card_that_the_box_has_not_is_named(state: State, seat: str, deck: str) -> None:
    one = event("CardsDrawn", seat, deck=deck, cards=["x99"])
    assert found(state, one) == {"card.unknown"}


def test_a_card_is_dealt_once() -> None:
    state = position(phase="offseason.deal", board={"spaces": {}})
    drawn = [f"p{number:02}" for number in range(1, deal_size(state) + 1)]
    assert found(state, event("CardsDrawn", None, deck="player", cards=drawn)) == set()
    twice = [*drawn[:-1], drawn[0]]
    assert found(state, event("CardsDrawn", None, deck="player", cards=twice)) == {"draw.elsewhere"}
