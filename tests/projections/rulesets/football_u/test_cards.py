"""What the cards of a box say counts: every field of a coach's card, of abilities, of walk-ons."""

from __future__ import annotations

from typing import Any

import pytest

from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.board.pieces import Coach, Entry
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    BOX,
    EMPTY,
    at_table,
    costs,
    event,
    found,
    other_box,
    position,
    recorded,
)

COACHES = [
    ("c1", (3, 3), (1, 1), "green purple", {}),
    ("c2", (2, 3), (1, 1), "red purple", {}),
    ("c3", (3, 2), (1, 1), "green grey", {"DL": 1, "LB": 1, "DB": 1}),
    ("c4", (2, 2), (1, 1), "green white", {}),
    ("c5", (3, 3), (1, 2), "red purple", {}),
    ("c6", (3, 3), (1, 1), "blue purple", {}),
]
"""Card, weeks to upgrade, weeks and tokens of a gameplan, overtime dice, weeks off a recruit."""

each_coach = pytest.mark.parametrize(
    ("card", "upgrade", "plan", "overtime", "off"), COACHES, ids=[c[0] for c in COACHES]
)
LYING = {"QB": ("p01", 3), "RB": ("p11", 2), "WR": ("p18", 2)} | {
    "DL": ("p29", 3),
    "LB": ("p37", 4),
    "DB": ("p45", 3),
}
"""Position -> a player of it, and his printed cost."""


def hired(card: str, side: str = "hire", **more: Any) -> State:
    """Seat 1 with a coach, an offensive and a defensive player; others lie far from home."""
    far = [space["id"] for space in BOX.content["spaces"] if space["region"] not in ("north",)]
    spaces = {space: card for space, (card, _) in zip(far, LYING.values(), strict=False)}
    roster = {**EMPTY, "WR": ["p22"], "LB": ["p38"]}
    teams = {"1": {"coach": {"card": card, "side": side}, "roster": roster}}
    return position(phase="offseason.actions", teams=teams, board={"spaces": spaces}, **more)


@each_coach
def test_a_hired_coach_says_what_things_cost(
    card: str,
    upgrade: tuple[int, int],
    plan: tuple[int, int],
    overtime: str,
    off: dict[str, int],
) -> None:
    state = hired(card)
    cost = costs(state)
    assert (cost["PlayerUpgraded", "p22"], cost["PlayerUpgraded", "p38"]) == upgrade
    for where, (player, printed) in LYING.items():
        weeks = printed - off.get(where, 0)
        assert cost["PlayerRecruited", player] == weeks, where
        one = event("PlayerRecruited", "1", card=player, slot=where, weeks=weeks)
        assert found(state, one) == set()
        assert recorded(state, event("PlayerRecruited", "1", card=player, slot=where)).stacks == {
            0: ("2",),
            weeks: ("1",),
        }
    taken = recorded(state, event("GameplanTaken", "1"))
    assert cost["GameplanTaken", None] == plan[0]
    assert (taken.stacks, taken.teams["1"].gameplans) == ({0: ("2",), plan[0]: ("1",)}, plan[1])


@each_coach
def test_joe_default_costs_the_same_whoever_is_behind_him(
    card: str,
    upgrade: tuple[int, int],
    plan: tuple[int, int],
    overtime: str,
    off: dict[str, int],
) -> None:
    state = hired(card, "default")
    cost = costs(state)
    assert [cost["PlayerRecruited", player] for player, _ in LYING.values()] == [
        printed for _, printed in LYING.values()
    ]
    assert (cost["PlayerUpgraded", "p22"], cost["PlayerUpgraded", "p38"]) == (3, 3)
    assert recorded(state, event("GameplanTaken", "1")).teams["1"].gameplans == 1
    one = event("AbilityUsed", "1", source={"kind": "coach", "card": card})
    assert found(state, one) == {"ability.none"}


@each_coach
def test_a_coach_brings_his_overtime_dice(
    card: str,
    upgrade: tuple[int, int],
    plan: tuple[int, int],
    overtime: str,
    off: dict[str, int],
) -> None:
    for side, dice in (("hire", overtime), ("default", "green purple")):
        teams = {"1": {"coach": {"card": card, "side": side}}}
        state = position(phase="game.roll", teams=teams, game={"id": "s1g3", "ot": 1})
        assert state.game is not None
        assert state.game.pool == {"visitor": ("green", "purple"), "home": tuple(dice.split())}


@pytest.mark.parametrize("card", [coach[0] for coach in COACHES])
def test_what_a_coach_keeps_for_the_next_season(card: str) -> None:
    roster = {**EMPTY, "WR": ["p22+*", "walkon"], "LB": ["walkon"]}
    teams = {
        "1": {"coach": {"card": card, "side": "hire", "used": True}, "roster": roster},
        "2": {"gameplans": 3, "roster": roster},
    }
    teams["1"]["gameplans"] = 3
    state = position(
        phase="game.assign",
        teams=teams,
        board={"wins": {"1": 2, "2": 2}},
        game={"id": "s1bowl", "kind": "bowl", "visitor": "2", "home": "1"},
    )
    assert state.phase == "game.roll"
    ruling = {"kind": "game", "winner": "home"}
    after = recorded(state, event("OutcomeRuled", None, outcome=ruling))
    assert after.phase == "offseason.shuffle"
    ((kept,),) = (stack for stack in after.teams["1"].roster.values() if stack)
    assert (kept.card, kept.up, kept.used) == ("p22", card == "c1", False)
    assert after.teams["1"].gameplans == (3 if card == "c5" else 0)
    assert not after.teams["1"].coach.used
    ((other,),) = (stack for stack in after.teams["2"].roster.values() if stack)
    assert (other.up, after.teams["2"].gameplans) == (False, 0)


WHERE: dict[str, dict[str, Any]] = {
    "the board": {"board": {"spaces": {"west-1": "p09"}}},
    "out of the game": {"board": {"out": ["p09"]}},
    "the own mat": {"teams": {"1": {"roster": {"RB": ["p09+*"]}}}},
    "another mat": {"teams": {"2": {"roster": {"RB": ["p14", "p09"]}}}},
}


@pytest.mark.parametrize("unseen", [{}, {"space": "east-1"}], ids=["named", "unseen"])
@pytest.mark.parametrize("where", WHERE)
def test_a_player_who_is_recruited_lies_nowhere_else(where: str, unseen: dict[str, str]) -> None:
    """Wherever he was, and if an unseen card turned out to be he."""
    state = position(phase="offseason.actions", board={"spaces": {"east-1": "?"}})
    state = recorded(state, event("TableAdjusted", None, **WHERE[where]))
    state = recorded(state, event("PlayerRecruited", "1", card="p09", slot="FLEX", **unseen))
    mats = {seat: team.roster for seat, team in state.teams.items()}
    lies = [
        (seat, slot, entry)
        for seat, mat in mats.items()
        for slot, stack in mat.items()
        for entry in stack
        if entry.card == "p09"
    ]
    assert lies == [("1", "FLEX", Entry("p09"))]
    assert "p09" not in state.out and "p09" not in state.spaces.values()


def test_a_new_hire_is_named_by_his_ability() -> None:
    state = position(phase="offseason.actions", teams={"1": {"coach": {"side": "hire"}}})
    assert state.teams["1"].coach.card is None
    one = event("AbilityUsed", "1", source={"kind": "coach", "card": "c6"})
    assert found(state, one) == set()
    assert recorded(state, one).teams["1"].coach == Coach("c6", "hire", used=True)


@pytest.mark.parametrize("card", ["c2", None])
def test_a_coach_whom_nobody_named_opens_the_window_and_is_no_option(card: str | None) -> None:
    """In a box whose Joe Default has an ability."""
    content = other_box()
    for coach in content["coaches"].values():
        coach["default"]["ability"] = "boost"
    teams = {"1": {"coach": {"card": card}, "chemistry": []}}
    state = at_table(content, phase="game.helmet", teams=teams, game={"id": "s1g3"})
    assert state.game is not None and state.game.window["home"] == "open"
    state = recorded(state, event("DeclarationsClosed", "2"))
    used = [o for o in RULESET.options(state, "all") if o.type == "AbilityUsed"]
    assert {o.data["source"]["card"] for o in used} == ({card} if card else set())


def test_a_coach_s_ability_is_used_once_a_season() -> None:
    state = hired("c6")
    one = event("AbilityUsed", "1", source={"kind": "coach", "card": "c6"})
    assert found(state, one) == set()
    state = recorded(state, one)
    assert costs(state)["PlayerRecruited", "p37"] == 2
    assert found(state, one) == {"ability.used"}
    assert not [o for o in RULESET.options(state, "all") if o.type == "AbilityUsed"]
