"""What boxes say counts whose cards and faces are not those of the sample box."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.awaiting import awaiting
from projections.rulesets.football_u.position.win_chances import side_wins, visitor_wins
from projections.rulesets.football_u.state import State, Team
from tests.projections.rulesets.football_u.desk import (
    EMPTY,
    at_table,
    costs,
    event,
    found,
    other_box,
    position,
    recorded,
    rolled,
)


def table(when: str, effect: dict[str, Any], /, **given: Any) -> State:
    """A table at which seat 1 holds t01 with that ability."""
    content = other_box()
    content["abilities"]["other"] = {
        "id": "other",
        "name": "Other",
        "when": when,
        "effects": [effect],
    }
    content["chemistry"]["t01"] = "other"
    return at_table(content, **given)


def use(state: State, *targets: str) -> State:
    source = {"kind": "chemistry", "card": "t01"}
    one = event("AbilityUsed", "1", source=source, targets=list(targets))
    assert found(state, one) == set()
    return recorded(state, one)


def team(state: State) -> Team:
    return state.teams["1"]


@pytest.mark.parametrize(
    ("on", "cost", "spent"),
    [
        ("recruit", {"PlayerRecruited": 2}, event("PlayerRecruited", "1", card="p09", slot="RB")),
        ("upgrade", {"PlayerUpgraded": 1}, event("PlayerUpgraded", "1", card="p22")),
        ("walkon", {"WalkOnAdded": 0}, event("WalkOnAdded", "1", slot="QB")),
        ("gameplan", {"GameplanTaken": 0}, event("GameplanTaken", "1")),
    ],
)
def test_a_discount_is_for_the_next_action_of_its_kind(
    on: str, cost: dict[str, int], spent: Any
) -> None:
    effect = {"op": "discount", "on": on, "weeks": 2}
    roster = {**EMPTY, "WR": ["p22"]}
    state = table(
        "OFFSEASON",
        effect,
        phase="offseason.actions",
        teams={"1": {"chemistry": ["t01"], "roster": roster}},
        board={"spaces": {"west-1": "p09"}},
    )
    full = {"PlayerRecruited": 4, "PlayerUpgraded": 3, "WalkOnAdded": 1, "GameplanTaken": 1}
    assert {type_: weeks for (type_, _), weeks in costs(state).items()} == full
    state = use(state)
    assert {type_: weeks for (type_, _), weeks in costs(state).items()} == full | cost
    after = recorded(state, spent)
    assert after.stacks == ({0: ("2", "1")} if not cost[spent.type] else after.stacks)
    assert team(after).credits == () and len(team(state).credits) == 1


@pytest.mark.parametrize(("kind", "may"), [("offense", "p22"), ("defense", "p38")])
def test_a_free_upgrade_is_for_its_kind(kind: str, may: str) -> None:
    roster = {**EMPTY, "WR": ["p22"], "LB": ["p38"]}
    state = table(
        "OFFSEASON",
        {"op": "free_upgrade", "kind": kind},
        phase="offseason.actions",
        teams={"1": {"chemistry": ["t01"], "roster": roster}},
    )
    aims = [o.data["targets"] for o in RULESET.options(state, "all") if o.type == "AbilityUsed"]
    assert aims == [[may]]
    after = use(state, may)
    assert [e.card for stack in team(after).roster.values() for e in stack if e.up] == [may]
    source = {"kind": "chemistry", "card": "t01"}
    wrong = event("AbilityUsed", "1", source=source, targets=["p38" if may == "p22" else "p22"])
    assert found(state, wrong) == {"ability.targets"}


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"op": "time_back", "weeks": 3}, {"stacks": {2: ("1",), 6: ("2",)}}),
        ({"op": "time_back", "weeks": 9}, {"stacks": {0: ("1",), 6: ("2",)}}),
        ({"op": "gain_gameplans", "count": 4}, {"gameplans": 4}),
        ({"op": "draw_chemistry", "count": 3}, {"owed": {"1": 3, "2": 0}}),
    ],
)
def test_an_offseason_ability_does_as_much_as_it_says(
    effect: dict[str, Any], told: dict[str, Any]
) -> None:
    state = table(
        "OFFSEASON",
        effect,
        phase="offseason.actions",
        board={"stacks": {"5": ["1"], "6": ["2"]}},
    )
    after = use(state)
    for field, value in told.items():
        assert (getattr(after, field, None) or getattr(team(after), field)) == value
    assert team(after).chemistry == ()


POOL: dict[str, Any] = {"visitor": ["red", "green", "grey"], "home": ["red", "green", "white"]}


@pytest.mark.parametrize(
    ("effect", "targets", "visitor", "home"),
    [
        ({"op": "add_dice", "side": "own", "dice": ["blue", "black"]}, "", "", "+blue +black"),
        ({"op": "add_dice", "side": "opponent", "dice": ["orange"]}, "", "+orange", ""),
        (
            {"op": "remove_die", "side": "own", "kind": "offense", "count": 2},
            "red green",
            "",
            "-red -green",
        ),
        (
            {"op": "remove_die", "side": "opponent", "kind": "defense", "count": 1},
            "grey",
            "-grey",
            "",
        ),
        (
            {"op": "shift_die", "side": "own", "kind": "any", "steps": 2, "count": 2},
            "green white",
            "",
            "-green +blue -white +black",
        ),
        (
            {"op": "shift_die", "side": "opponent", "kind": "offense", "steps": -3, "count": 1},
            "red",
            "-red +orange",
            "",
        ),
    ],
)
def test_a_helmet_ability_changes_the_pools_as_it_says(
    effect: dict[str, Any], targets: str, visitor: str, home: str
) -> None:
    state = table("HELMET", effect, phase="game.helmet", game={"id": "s1g3", "pool": POOL})
    after = use(state, *targets.split())
    assert after.game is not None and after.phase == "game.roll"
    for side, changes in (("visitor", visitor), ("home", home)):
        want = list(POOL[side])
        for change in changes.split():
            if change[0] == "+":
                want.append(change[1:])
            else:
                want.remove(change[1:])
        assert sorted(after.game.pool[side]) == sorted(want), side  # type: ignore[index]


@pytest.mark.parametrize("when", ["HELMET", "WHISTLE"])
@pytest.mark.parametrize(("side", "visitor", "home"), [("own", 0, 4), ("opponent", 4, 0)])
def test_points_go_to_the_side_that_is_meant(when: str, side: str, visitor: int, home: int) -> None:
    effect = {"op": "add_points", "side": side, "points": 4}
    if when == "HELMET":
        given: dict[str, Any] = {"phase": "game.helmet", "game": {"id": "s1g3", "pool": POOL}}
    else:
        given = {"phase": "game.whistle", "game": {"id": "s1g3", "dice": DICE}}
    after = use(table(when, effect, **given))
    assert after.game is not None and after.game.bonus == {"visitor": visitor, "home": home}


DICE: dict[str, Any] = {
    "v1": {"color": "red", "face": "7"},
    "v2": {"color": "grey", "face": "X"},
    "h1": {"color": "red", "face": "3"},
    "h2": {"color": "white", "face": "-"},
}


BLANKED = {"op": "set_face", "side": "opponent", "kind": "any", "face": "-", "count": 2}


@pytest.mark.parametrize(
    ("effect", "may", "most"),
    [
        ({"op": "reroll", "side": "any", "kind": "any", "count": 3}, "v1 v2 h1 h2", 3),
        ({"op": "reroll", "side": "own", "kind": "defense", "count": 1}, "h2", 1),
        ({"op": "cancel", "side": "opponent", "kind": "any", "count": 2}, "v1 v2", 2),
        ({"op": "cancel", "side": "any", "kind": "offense", "count": 1}, "v1 h1", 1),
        (
            {"op": "set_face", "side": "opponent", "kind": "any", "face": "-", "count": 2},
            "v1 v2",
            2,
        ),
        ({"op": "set_face", "side": "own", "kind": "any", "face": "X", "count": 1}, "h2", 1),
    ],
)
def test_a_whistle_ability_aims_at_what_it_says(
    effect: dict[str, Any], may: str, most: int
) -> None:
    state = table("WHISTLE", effect, phase="game.whistle", game={"id": "s1g3", "dice": DICE})
    aims = [o.data["targets"] for o in RULESET.options(state, "all") if o.type == "AbilityUsed"]
    assert {target for targets in aims for target in targets} == set(may.split())
    assert max(map(len, aims)) == most
    source = {"kind": "chemistry", "card": "t01"}
    for die in DICE:
        one = event("AbilityUsed", "1", source=source, targets=[die])
        assert found(state, one) == (set() if die in may.split() else {"ability.targets"}), die
    after = use(state, *may.split()[:most])
    game = after.last or after.game
    assert game is not None and game.id == "s1g3"
    for die in may.split()[:most]:
        now = game.dice[die]
        if effect["op"] == "set_face":
            assert now.face == effect["face"]
        elif effect["op"] == "cancel":
            assert now.cancelled == "ability"
        else:
            assert die in game.pending.rerolls


@pytest.mark.parametrize(("side", "rolls"), [("own", "home"), ("opponent", "visitor")])
def test_added_dice_are_rolled_by_the_side_that_gets_them(side: str, rolls: str) -> None:
    effect = {"op": "add_dice", "side": side, "dice": ["orange", "black"]}
    state = table("WHISTLE", effect, phase="game.whistle", game={"id": "s1g3", "dice": DICE})
    after = use(state)
    assert after.game is not None
    adds = [(added.side, added.color) for added in after.game.pending.adds]
    assert adds == [(rolls, "orange"), (rolls, "black")]


def test_walk_ons_opponents_and_gameplans_are_those_of_the_box() -> None:
    content = other_box()
    content["walkon"].update(weeks=2, count=9, offense=["green"], defense=["grey", "purple"])
    content["gameplans"] = 1
    content["ai_overtime"] = ["orange", "white"]
    content["opponents"]["o1a"]["dice"] = ["purple", "blue"]
    state = at_table(content, phase="offseason.actions")
    cost = costs(state)
    assert cost["WalkOnAdded", None] == 2
    state = recorded(state, event("WalkOnAdded", "1", slot="QB"))
    assert state.teams["1"].dice == ("green",) * 3 + ("grey", "grey", "purple", "purple")
    supply = RULESET.view(state, "all")["board"]["supply"]
    assert supply == {"gameplans": 1, "walkons": 0}
    assert found(state, event("WalkOnAdded", "2", slot="QB")) == {"walkon.supply"}
    state = recorded(state, event("GameplanTaken", "2"))
    assert "gameplan.supply" in found(state, event("GameplanTaken", "2"))
    for ot, pool in ((0, ("blue", "purple")), (1, ("orange", "white"))):
        game = recorded(
            state, event("TableAdjusted", phase="game.roll", game={"id": "s1g1", "ot": ot})
        )
        assert game.game is not None and game.game.pool["visitor"] == pool


def test_a_gameplan_costs_what_the_coach_s_card_says() -> None:
    content = other_box()
    content["coaches"]["c2"]["hire"]["gameplan"] = {"weeks": 3, "tokens": 4}
    teams = {"1": {"coach": {"card": "c2", "side": "hire"}}}
    state = at_table(content, phase="offseason.actions", teams=teams)
    assert costs(state)["GameplanTaken", None] == 3
    state = recorded(state, event("GameplanTaken", "1"))
    assert (state.stacks, team(state).gameplans) == ({0: ("2",), 3: ("1",)}, 4)


@pytest.mark.parametrize(("ability", "phase"), [("boost", "helmet"), ("rr1", "whistle")])
def test_a_coach_s_ability_opens_the_window_of_its_icon(ability: str, phase: str) -> None:
    content = other_box()
    content["coaches"]["c2"]["hire"]["ability"] = ability
    coach = {"card": "c2", "side": "hire"}
    for used in (False, True):
        teams = {"1": {"coach": {**coach, "used": used}, "chemistry": []}}
        game = {"id": "s1g3", "dice": DICE if phase == "whistle" else {}}
        state = at_table(content, phase=f"game.{phase}", teams=teams, game=game)
        assert state.game is not None
        assert (state.phase == f"game.{phase}") == (not used)
        assert state.game.window["home"] == ("none" if used else "open")


def test_an_x_on_an_offense_die_cancels_too() -> None:
    """In the chances as in the points: a face may score and cancel at once."""
    content = other_box()
    content["faces"]["3"] = {"points": 3, "cancels": 1}
    game = {"id": "s1g3", "dice": DICE | {"h2": {"color": "white", "face": "-"}}}
    state = at_table(content, phase="game.assign", game=game)
    assert [entry["seat"] for entry in awaiting(state)] == ["2", "1"]
    assert visitor_wins(state) == side_wins(level_overtime(state), "visitor")


def level_overtime(state: State) -> State:
    """The table after both red dice were cancelled."""
    one = event("XAssigned", "2", assign=[{"x": "v2", "target": "h1"}])
    return recorded(state, event("XAssigned", "1", assign=[{"x": "h1", "target": "v1"}]), one)


def test_the_ranking_track_is_that_of_the_box() -> None:
    content = other_box()
    content["ranking"] = {"spaces": 9, "solo_target": 3}
    won = event("OutcomeRuled", outcome={"kind": "game", "winner": "home"})
    given: dict[str, Any] = {"phase": "game.helmet", "season": {"number": 2}}
    given["game"] = {"id": "s2bowl", "kind": "bowl", "visitor": "2", "home": "1"}
    given["board"] = {"ranking": {"1": 6, "2": 1}, "wins": {"1": 2, "2": 2}}
    state = recorded(at_table(content, **given), won)
    assert state.ranking == {"1": 9, "2": 5}
    assert state.result is not None
    assert (state.result.winner, state.result.reason) == ("1", "rank-1")


@pytest.mark.parametrize(("place", "reason"), [(4, "top-3"), (3, "not-top-3")])
def test_a_solo_game_is_won_at_the_rank_that_the_box_says(place: int, reason: str) -> None:
    content = other_box()
    content["ranking"] = {"spaces": 9, "solo_target": 3}
    state = at_table(
        content,
        seats=("1",),
        phase="game.helmet",
        season={"number": 3},
        board={"ranking": {"1": place}},
        game={"id": "s3bowl", "kind": "bowl", "ai_card": "p11"},
    )
    state = recorded(state, event("OutcomeRuled", outcome={"kind": "game", "winner": "visitor"}))
    assert state.result is not None and state.result.reason == reason


def test_the_card_of_an_opponent_is_used_once_a_game() -> None:
    dice = {**DICE, "v3": {"color": "green", "face": "-"}}
    teams = {"1": {"gameplans": 1}}
    state = position(
        phase="game.whistle", teams=teams, game={"id": "s1g1", "ai_card": "p34", "dice": dice}
    )
    one = event("AbilityUsed", "2", source={"kind": "ai", "card": "p34"}, targets=["h1"])
    assert found(state, one) == set()
    assert "ability.used" in found(recorded(state, one), one)


def test_team_chemistry_breaks_a_tie_for_the_bowl() -> None:
    """The last but one of the tie-breakers: wins, games between them, ranking, then styles."""
    alike = {**EMPTY, "QB": ["p01"], "RB": ["p09"]}
    given: dict[str, Any] = {"board": {"wins": {"1": 2, "2": 2}}, "season": {"next": 5}}
    for seat in ("1", "2"):
        state = position(phase="game.start", teams={seat: {"roster": alike}}, **given)
        assert state.game is not None and state.game.home == seat


# --- faces that the box has not ---


def test_a_face_that_the_box_has_not_counts_nothing() -> None:
    """In the points, for the X's, and in the chances, like a blank."""
    odd = {"v1": "red 9", "v2": "grey Z", "h1": "red 3", "h2": "white Z"}
    state = rolled(odd, phase="game.resolve")
    assert state.game is None or state.game.id != "s1g3"
    assert state.season.results[0].points == {"visitor": 0, "home": 3}
    waiting = {"id": "s1g3", "pending": {"rerolls": ["h1"]}}
    chances = set()
    for die in (None, *odd):
        dice = {
            id_: dict(zip(("color", "face"), shown.split(), strict=True))
            for id_, shown in odd.items()
        }
        if die is not None:
            dice[die]["face"] = "-"
        first = position(phase="game.resolve", game={**waiting, "dice": dice})
        chances.add(visitor_wins(first))
        assert msgspec.json.encode(RULESET.show(first, "all"))
    assert len(chances) == 1 and 0 < chances.pop() < 1
